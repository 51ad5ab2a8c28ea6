package skb

const (
	stringH       = "include/linux/string.h"
	stringC       = "lib/string.c"
	unalignedH    = "include/linux/unaligned.h"
	byteorderH    = "include/linux/byteorder/generic.h"
	littleEndianH = "include/uapi/linux/byteorder/little_endian.h"
	kernelSwabH   = "include/linux/swab.h"
	swabH         = "include/uapi/linux/swab.h"
	bitfieldH     = "include/linux/bitfield.h"
	bitopsH       = "include/linux/bitops.h"
	atomicBitsH   = "include/asm-generic/bitops/instrumented-atomic.h"
	randomH       = "include/linux/random.h"
	vsprintfC     = "lib/vsprintf.c"
	hexdumpC      = "lib/hexdump.c"
	uaccessH      = "include/linux/uaccess.h"
	bitmapH       = "include/linux/bitmap.h"
	findH         = "include/linux/find.h"
	kstrtoxC      = "lib/kstrtox.c"
)

// memEffects write through a pointer, or read through it.
func memEffects() []Effect {
	rows := []Effect{
		row("memcpy", stringH, ret(RetArg, 0), opCopyMem(0, 1, argv(2))),
		row("memmove", stringH, ret(RetArg, 0), opCopyMem(0, 1, argv(2))),
		row("memset", stringH, ret(RetArg, 0), opWrite(0, argv(2))),
		row("memzero_explicit", stringH, Ret{}, opWrite(0, argv(1))),
		row("strcpy", stringH, ret(RetArg, 0), opWrite(0, anySize())),
		row("strncpy", stringH, ret(RetArg, 0), opWrite(0, argv(2))),
		row("strscpy", stringH, Ret{}, opWrite(0, anySize())),
		row("strscpy_pad", stringH, Ret{}, opWrite(0, anySize())),
		row("strcat", stringH, ret(RetArg, 0), opWrite(0, anySize())),
		row("strlcat", stringH, Ret{}, opWrite(0, argv(2))),
		row("kmemdup", stringH, Ret{Null: true}),
		row("memset16", stringH, ret(RetArg, 0), opWrite(0, anySize())),
		row("memset32", stringH, ret(RetArg, 0), opWrite(0, anySize())),
		row("memset_after", stringH, Ret{}, opWrite(0, sizeOf(0))),
		row("memset_startat", stringH, Ret{}, opWrite(0, sizeOf(0))),
		row("memcpy_and_pad", stringH, Ret{}, opWrite(0, argv(1))),
		row("strsep", stringH, retNull(RetTake, 0), opWrite(0, anySize())),
		row("skip_spaces", "lib/string_helpers.c", ret(RetInner, 0)),
		row("memchr", stringH, retNull(RetInner, 0)),
		row("strchr", stringH, retNull(RetInner, 0)),
		row("strrchr", stringH, retNull(RetInner, 0)),
		row("strstr", stringH, retNull(RetInner, 0)),

		row("put_unaligned", unalignedH, Ret{}, opWrite(1, sizeOf(1))),
		row("put_unaligned_le16", unalignedH, Ret{}, opWrite(1, lit(2))),
		row("put_unaligned_be16", unalignedH, Ret{}, opWrite(1, lit(2))),
		row("put_unaligned_le24", unalignedH, Ret{}, opWrite(1, lit(3))),
		row("put_unaligned_be24", unalignedH, Ret{}, opWrite(1, lit(3))),
		row("put_unaligned_le32", unalignedH, Ret{}, opWrite(1, lit(4))),
		row("put_unaligned_be32", unalignedH, Ret{}, opWrite(1, lit(4))),
		row("put_unaligned_le64", unalignedH, Ret{}, opWrite(1, lit(8))),
		row("put_unaligned_be64", unalignedH, Ret{}, opWrite(1, lit(8))),

		row("le16_add_cpu", byteorderH, Ret{}, opWrite(0, lit(2))),
		row("be16_add_cpu", byteorderH, Ret{}, opWrite(0, lit(2))),
		row("le32_add_cpu", byteorderH, Ret{}, opWrite(0, lit(4))),
		row("be32_add_cpu", byteorderH, Ret{}, opWrite(0, lit(4))),
		row("le64_add_cpu", byteorderH, Ret{}, opWrite(0, lit(8))),
		row("be64_add_cpu", byteorderH, Ret{}, opWrite(0, lit(8))),

		row("ether_addr_copy", etherH, Ret{}, opCopyMem(0, 1, lit(6))),
		row("eth_zero_addr", etherH, Ret{}, opWrite(0, lit(6))),
		row("eth_broadcast_addr", etherH, Ret{}, opWrite(0, lit(6))),
		row("eth_random_addr", etherH, Ret{}, opWrite(0, lit(6))),
		row("u64_to_ether_addr", etherH, Ret{}, opWrite(1, lit(6))),
		row("eth_addr_inc", etherH, Ret{}, opWrite(0, lit(6))),
		row("eth_addr_dec", etherH, Ret{}, opWrite(0, lit(6))),

		row("set_bit", atomicBitsH, Ret{}, opWrite(1, anySize())),
		row("clear_bit", atomicBitsH, Ret{}, opWrite(1, anySize())),
		row("change_bit", atomicBitsH, Ret{}, opWrite(1, anySize())),
		row("test_and_set_bit", atomicBitsH, Ret{}, opWrite(1, anySize())),
		row("test_and_clear_bit", atomicBitsH, Ret{}, opWrite(1, anySize())),
		row("test_and_change_bit", atomicBitsH, Ret{}, opWrite(1, anySize())),
		row("__set_bit", bitopsH, Ret{}, opWrite(1, anySize())),
		row("__clear_bit", bitopsH, Ret{}, opWrite(1, anySize())),
		row("__change_bit", bitopsH, Ret{}, opWrite(1, anySize())),
		row("__test_and_set_bit", bitopsH, Ret{}, opWrite(1, anySize())),
		row("__test_and_clear_bit", bitopsH, Ret{}, opWrite(1, anySize())),

		row("get_random_bytes", randomH, Ret{}, opWrite(0, argv(1))),
		row("copy_from_user", uaccessH, Ret{}, opWrite(0, argv(2))),
		row("copy_to_user", uaccessH, Ret{}),
		row("simple_read_from_buffer", "fs/libfs.c", Ret{}, opWrite(2, lit(8))),
		row("simple_write_to_buffer", "fs/libfs.c", Ret{}, opWrite(0, argv(1)), opWrite(2, lit(8))),
		row("sysfs_emit", "include/linux/sysfs.h", Ret{}, opWrite(0, anySize())),
		row("mac_pton", "lib/net_utils.c", Ret{}, opWrite(1, lit(6))),
		row("get_random_mask_addr", cfg80211H, Ret{}, opWrite(0, lit(6))),
		row("eth_hw_addr_set", etherH, Ret{}),
		row("bitmap_zero", bitmapH, Ret{}, opWrite(0, anySize())),
		row("bitmap_fill", bitmapH, Ret{}, opWrite(0, anySize())),
		row("bitmap_copy", bitmapH, Ret{}, opWrite(0, anySize())),
		row("bitmap_set", bitmapH, Ret{}, opWrite(0, anySize())),
		row("bitmap_clear", bitmapH, Ret{}, opWrite(0, anySize())),
		row("assign_bit", bitopsH, Ret{}, opWrite(1, anySize())),
		row("__assign_bit", bitopsH, Ret{}, opWrite(1, anySize())),
		row("sort", "lib/sort.c", Ret{}, opWrite(0, anySize()), opCall(3, same(0), same(0))),
		row("guid_copy", "include/linux/uuid.h", Ret{}, opWrite(0, lit(16))),
		row("sprintf", vsprintfC, Ret{}, opWrite(0, anySize())),
		row("snprintf", vsprintfC, Ret{}, opWrite(0, argv(1))),
		row("scnprintf", vsprintfC, Ret{}, opWrite(0, argv(1))),
		row("vsnprintf", vsprintfC, Ret{}, opWrite(0, argv(1))),
		row("hex2bin", hexdumpC, Ret{}, opWrite(0, argv(2))),
		row("bin2hex", hexdumpC, Ret{}, opWrite(0, anySize())),
		row("vscnprintf", vsprintfC, Ret{}, opWrite(0, argv(1))),
		row("hex_dump_to_buffer", hexdumpC, Ret{}, opWrite(4, argv(5))),
	}
	rows = append(rows, since612(row("eth_addr_add", etherH, Ret{}, opWrite(0, lit(6))))...)
	rows = append(rows, memFamilies()...)
	rows = append(rows, reads(stringH, "memcmp strcmp strncmp strlen strnlen strcasecmp strncasecmp memscan memchr_inv sysfs_streq")...)
	rows = append(rows, numberEffects()...)
	rows = append(rows, reads(hexdumpC, "print_hex_dump hex_to_bin")...)
	rows = append(rows, reads(bitopsH, "test_bit sign_extend32 hweight_long")...)
	rows = append(rows, reads(findH, "find_first_bit find_next_bit find_first_zero_bit find_next_zero_bit find_last_bit")...)
	rows = append(rows, reads(bitmapH, "bitmap_empty bitmap_full bitmap_weight bitmap_equal")...)
	rows = append(rows, reads("include/linux/printk.h", "print_hex_dump_bytes print_hex_dump_debug")...)
	rows = append(rows, reads(etherH, `ether_addr_equal ether_addr_equal_64bits ether_addr_equal_unaligned ether_addr_to_u64
		is_multicast_ether_addr is_broadcast_ether_addr is_zero_ether_addr is_valid_ether_addr is_unicast_ether_addr
		is_local_ether_addr is_link_local_ether_addr is_multicast_ether_addr_64bits compare_ether_header eth_proto_is_802_3`)...)
	return rows
}

// memFamilies are the functions whose names spell width and byte order.
func memFamilies() []Effect {
	var rows []Effect
	for _, w := range []struct {
		bits  string
		bytes int64
	}{{"16", 2}, {"32", 4}, {"64", 8}} {
		for _, order := range []string{"le", "be"} {
			name := order + w.bits
			rows = append(rows,
				row("cpu_to_"+name+"s", byteorderH, Ret{}, opWrite(0, lit(w.bytes))),
				row(name+"_to_cpus", byteorderH, Ret{}, opWrite(0, lit(w.bytes))),
				row(name+"p_replace_bits", bitfieldH, Ret{}, opWrite(0, lit(w.bytes))),
				row("__cpu_to_"+name+"s", littleEndianH, Ret{}, opWrite(0, lit(w.bytes))),
				row("__"+name+"_to_cpus", littleEndianH, Ret{}, opWrite(0, lit(w.bytes))))
			rows = append(rows, reads(littleEndianH, "__cpu_to_"+name+" __"+name+"_to_cpu __"+name+"_to_cpup")...)
			rows = append(rows, reads(bitfieldH, name+"_get_bits "+name+"_encode_bits "+name+"_replace_bits")...)
			rows = append(rows, reads(byteorderH, "cpu_to_"+name+" "+name+"_to_cpu "+name+"_to_cpup")...)
			rows = append(rows, reads(unalignedH, "get_unaligned_"+name)...)
		}
		rows = append(rows,
			row("u"+w.bits+"p_replace_bits", bitfieldH, Ret{}, opWrite(0, lit(w.bytes))),
			row("swab"+w.bits+"s", kernelSwabH, Ret{}, opWrite(0, lit(w.bytes))),
			row("__swab"+w.bits+"s", swabH, Ret{}, opWrite(0, lit(w.bytes))))
		rows = append(rows, reads(bitfieldH, "u"+w.bits+"_get_bits u"+w.bits+"_encode_bits u"+w.bits+"_replace_bits")...)
		rows = append(rows, reads(kernelSwabH, "swab"+w.bits+" swab"+w.bits+"p")...)
	}
	rows = append(rows, row("u8p_replace_bits", bitfieldH, Ret{}, opWrite(0, lit(1))))
	rows = append(rows, reads(bitfieldH, "u8_get_bits u8_encode_bits u8_replace_bits")...)
	rows = append(rows, reads(byteorderH, "htons htonl ntohs ntohl")...)
	return append(rows, reads(unalignedH, "get_unaligned get_unaligned_le24 get_unaligned_be24")...)
}

// numberEffects parse numbers into an out-parameter.
func numberEffects() []Effect {
	var rows []Effect
	for _, n := range []struct {
		names string
		bytes int64
	}{
		{"kstrtou8 kstrtos8", 1}, {"kstrtou16 kstrtos16", 2}, {"kstrtouint kstrtoint", 4}, {"kstrtoull kstrtoll", 8},
	} {
		rows = append(rows, each(kstrtoxC, n.names, Ret{}, opWrite(2, lit(n.bytes)))...)
	}
	rows = append(rows, row("kstrtobool", kstrtoxC, Ret{}, opWrite(1, lit(1))))
	rows = append(rows, each("include/linux/kstrtox.h", "kstrtoul kstrtol", Ret{}, opWrite(2, lit(8)))...)
	rows = append(rows, each("include/linux/kstrtox.h", "kstrtou32 kstrtos32", Ret{}, opWrite(2, lit(4)))...)
	return append(rows, each("include/linux/kstrtox.h", "kstrtoul_from_user kstrtouint_from_user kstrtoint_from_user kstrtou8_from_user", Ret{}, opWrite(3, lit(8)))...)
}
