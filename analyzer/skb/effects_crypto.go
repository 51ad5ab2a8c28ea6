package skb

const (
	arc4C      = "lib/crypto/arc4.c"
	aesC       = "lib/crypto/aes.c"
	skcipherH  = "include/crypto/skcipher.h"
	skcipherC  = "crypto/skcipher.c"
	aeadH      = "include/crypto/aead.h"
	aeadC      = "crypto/aead.c"
	hashH      = "include/crypto/hash.h"
	shashC     = "crypto/shash.c"
	cipherC    = "crypto/cipher.c"
	crc32C     = "lib/crc32.c"
	checksumH  = "include/net/checksum.h"
	checksumC  = "lib/checksum.c"
	ip6CsumH   = "include/net/ip6_checksum.h"
	netUtilsC  = "net/core/utils.c"
	tsoC       = "net/core/tso.c"
	genericCsH = "include/asm-generic/checksum.h"
)

// cryptoEffects encrypt and sum up. A cipher request writes to the buffers of its destination list when it runs: the row
// counts them when it is set up.
func cryptoEffects() []Effect {
	rows := []Effect{
		row("arc4_crypt", arc4C, Ret{}, opWrite(0, anySize()), opWrite(1, argv(3))),
		row("arc4_setkey", arc4C, Ret{}, opWrite(0, anySize())),
		row("aes_encrypt", aesC, Ret{}, opWrite(1, lit(16))),
		row("aes_decrypt", aesC, Ret{}, opWrite(1, lit(16))),
		row("aes_expandkey", aesC, Ret{}, opWrite(0, anySize())),
		row("skcipher_request_set_crypt", skcipherH, Ret{}, contents(opWriteAll(2)), opWrite(4, anySize())),
		row("aead_request_set_crypt", aeadH, Ret{}, contents(opWriteAll(2)), opWrite(4, anySize())),
		row("skcipher_request_set_callback", skcipherH, Ret{}, opDefer(2, same(3), other())),
		row("aead_request_set_callback", aeadH, Ret{}, opDefer(2, same(3), other())),
		row("crypto_cipher_encrypt_one", cipherC, Ret{}, opWrite(1, anySize())),
		row("crypto_cipher_decrypt_one", cipherC, Ret{}, opWrite(1, anySize())),
		row("crypto_shash_final", shashC, Ret{}, opWrite(1, anySize())),
		row("crypto_shash_finup", shashC, Ret{}, opWrite(3, anySize())),
		row("crypto_shash_digest", shashC, Ret{}, opWrite(3, anySize())),
		row("crypto_shash_tfm_digest", shashC, Ret{}, opWrite(3, anySize())),

		// Checksums into header fields.
		row("csum_replace2", checksumH, Ret{}, opWrite(0, lit(2))),
		row("csum_replace4", checksumH, Ret{}, opWrite(0, lit(2))),
		row("csum_replace_by_diff", checksumH, Ret{}, opWrite(0, lit(2))),
		row("inet_proto_csum_replace2", checksumH, Ret{}, opWrite(0, lit(2))),
		row("inet_proto_csum_replace4", netUtilsC, Ret{}, opWrite(0, lit(2))),
		row("csum_partial_copy_nocheck", checksumH, Ret{}, opWrite(1, argv(2))),
		row("ip_send_check", "net/ipv4/ip_output.c", Ret{}, opWriteAt(0, lit(10), lit(2))),
		row("tcp_v6_gso_csum_prep", ip6CsumH, Ret{}, opWriteUpper(0)),
		row("udp4_hwcsum", "net/ipv4/udp.c", Ret{}, opWriteUpper(0)),

		// Software segmentation: the tso_t walks over the frame's bytes, headers are built in a buffer of the driver.
		row("tso_start", tsoC, Ret{}, opStore(1, 0)),
		row("tso_build_hdr", tsoC, Ret{}, opWrite(1, anySize())),
	}
	return append(rows, readsOf(
		[2]string{tsoC, "tso_build_data"},
		[2]string{"include/net/tso.h", "tso_count_descs"},
		[2]string{skcipherC, "crypto_skcipher_encrypt crypto_skcipher_decrypt crypto_skcipher_setkey crypto_alloc_skcipher"},
		[2]string{skcipherH, "skcipher_request_alloc skcipher_request_free skcipher_request_set_tfm crypto_free_skcipher"},
		[2]string{aeadC, "crypto_aead_encrypt crypto_aead_decrypt crypto_aead_setkey crypto_aead_setauthsize crypto_alloc_aead"},
		[2]string{aeadH, "aead_request_alloc aead_request_free aead_request_set_ad crypto_free_aead"},
		[2]string{shashC, "crypto_shash_update crypto_shash_setkey crypto_alloc_shash"},
		[2]string{hashH, "crypto_shash_init crypto_free_shash crypto_shash_digestsize"},
		[2]string{crc32C, "crc32_le crc32_be"},
		[2]string{"include/linux/crc32.h", "crc32 ether_crc ether_crc_le"},
		[2]string{"lib/crc16.c", "crc16"},
		[2]string{"lib/crc-itu-t.c", "crc_itu_t"},
		[2]string{"lib/crc-ccitt.c", "crc_ccitt"},
		[2]string{"lib/crc7.c", "crc7_be"},
		[2]string{"lib/crc8.c", "crc8"},
		[2]string{checksumC, "csum_partial ip_fast_csum ip_compute_csum csum_tcpudp_nofold"},
		[2]string{genericCsH, "csum_tcpudp_magic csum_fold"},
		[2]string{checksumH, "csum_add csum_sub csum_unfold csum_block_add csum_block_sub"},
		[2]string{"net/ipv6/ip6_checksum.c", "csum_ipv6_magic"},
		[2]string{ip6CsumH, "tcp_v6_check udp_v6_check"},
		[2]string{"include/net/tcp.h", "tcp_v4_check"},
	)...)
}
