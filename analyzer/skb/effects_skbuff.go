package skb

const (
	skbuffC    = "net/core/skbuff.c"
	skbuffH    = "include/linux/skbuff.h"
	skbuffRefH = "include/linux/skbuff_ref.h"
	devC       = "net/core/dev.c"
	etherH     = "include/linux/etherdevice.h"
	ifEtherH   = "include/linux/if_ether.h"
	ifVlanH    = "include/linux/if_vlan.h"
	netdeviceH = "include/linux/netdevice.h"
	gsoC       = "net/core/gso.c"
)

// skbuffEffects are the functions that move the ends of an skb, copy it, or make it private.
//
// What makes an skb private copies the linear part; page fragments only get one reference more, unless the function pulls
// them into the linear part. skb_padto and its like do nothing to a frame that is long enough, so what they guard is only
// their own padding. skb_linearize is nothing for a linear clone. The Trim of skb_trim and pskb_trim only shortens.
func skbuffEffects() []Effect {
	return []Effect{
		// The ends.
		row("skb_put", skbuffC, ret(RetOldTail, 0), opPut(0, argv(1))),
		row("__skb_put", skbuffH, ret(RetOldTail, 0), opPut(0, argv(1))),
		row("pskb_put", skbuffC, ret(RetOldTail, 1), opPut(1, argv(2))),
		row("skb_put_zero", skbuffH, ret(RetOldTail, 0), opWriteTail(0, argv(1)), opPut(0, argv(1))),
		row("__skb_put_zero", skbuffH, ret(RetOldTail, 0), opWriteTail(0, argv(1)), opPut(0, argv(1))),
		row("skb_put_data", skbuffH, ret(RetOldTail, 0), opWriteTail(0, argv(2)), opPut(0, argv(2))),
		row("__skb_put_data", skbuffH, ret(RetOldTail, 0), opWriteTail(0, argv(2)), opPut(0, argv(2))),
		row("skb_put_u8", skbuffH, Ret{}, opWriteTail(0, lit(1)), opPut(0, lit(1))),
		row("__skb_put_u8", skbuffH, Ret{}, opWriteTail(0, lit(1)), opPut(0, lit(1))),
		row("skb_push", skbuffC, ret(RetData, 0), opPush(0, argv(1))),
		row("__skb_push", skbuffH, ret(RetData, 0), opPush(0, argv(1))),
		row("skb_push_rcsum", skbuffH, ret(RetData, 0), opPush(0, argv(1))),
		row("skb_pull", skbuffC, retNull(RetData, 0), opPull(0, argv(1))),
		row("__skb_pull", skbuffH, ret(RetData, 0), opPull(0, argv(1))),
		row("skb_pull_inline", skbuffH, retNull(RetData, 0), opPull(0, argv(1))),
		row("skb_pull_rcsum", skbuffC, ret(RetData, 0), opPull(0, argv(1))),
		row("skb_trim", skbuffC, Ret{}, opTrim(0, argv(1))),
		row("__skb_trim", skbuffH, Ret{}, opTrim(0, argv(1))),
		row("__skb_set_length", skbuffH, Ret{}, opTrim(0, argv(1))),
		row("__skb_trim_rcsum", skbuffH, Ret{}, opTrim(0, argv(1))),
		row("pskb_trim", skbuffH, Ret{}, opRealloc(0), on(OnZero, opTrim(0, argv(1)))),
		row("__pskb_trim", skbuffH, Ret{}, opRealloc(0), on(OnZero, opTrim(0, argv(1)))),
		row("___pskb_trim", skbuffC, Ret{}, opRealloc(0), on(OnZero, opTrim(0, argv(1)))),
		row("pskb_trim_unique", skbuffH, Ret{}, opTrim(0, argv(1))),
		row("pskb_trim_rcsum", skbuffH, Ret{}, opRealloc(0), on(OnZero, opTrim(0, argv(1)))),
		row("pskb_trim_rcsum_slow", skbuffC, Ret{}, opRealloc(0), on(OnZero, opTrim(0, argv(1)))),
		row("__skb_grow", skbuffH, Ret{}, opRealloc(0), on(OnZero, opTrim(0, argv(1)))),
		row("skb_reset_tail_pointer", skbuffH, Ret{}, opTrim(0, lit(0))),
		row("skb_set_tail_pointer", skbuffH, Ret{}, opTrim(0, argv(1))),
		row("skb_reserve", skbuffH, Ret{}, opReserve(0, argv(1))),

		// Pulling fragments in.
		row("pskb_may_pull", skbuffH, Ret{}, opLinearize(0)),
		row("pskb_network_may_pull", skbuffH, Ret{}, opLinearize(0)),
		row("pskb_pull", skbuffH, retNull(RetData, 0), opLinearize(0), on(OnNonNull, opPull(0, argv(1)))),
		row("__pskb_pull_tail", skbuffC, retNull(RetTail, 0), opLinearize(0), on(OnNonNull, opPrivateLinear(0))),
		row("skb_linearize", skbuffH, Ret{}, opLinearize(0)),
		row("__skb_linearize", skbuffH, Ret{}, opLinearize(0), on(OnZero, opPrivate(0))),
		row("skb_linearize_cow", skbuffH, Ret{}, opLinearize(0), on(OnZero, opPrivate(0))),
		row("skb_condense", skbuffC, Ret{}, opLinearize(0)),

		// Becoming private.
		row("pskb_expand_head", skbuffC, Ret{}, on(OnZero, opPrivateLinear(0))),
		row("skb_cow", skbuffH, Ret{}, on(OnZero, opPrivateLinear(0))),
		row("skb_cow_head", skbuffH, Ret{}, on(OnZero, opPrivateHeader(0))),
		row("skb_unclone", skbuffH, Ret{}, on(OnZero, opPrivateLinear(0))),
		row("skb_unclone_keeptruesize", skbuffH, Ret{}, on(OnZero, opPrivateLinear(0))),
		row("skb_header_unclone", skbuffH, Ret{}, on(OnZero, opPrivateHeader(0))),
		row("skb_ensure_writable", skbuffC, Ret{}, opLinearize(0), on(OnZero, opPrivatePart(0, argv(1)))),
		row("skb_try_make_writable", skbuffH, Ret{}, on(OnZero, opPrivatePart(0, argv(1)))),
		row("skb_cow_data", skbuffC, Ret{}, opLinearize(0), on(OnNonNegative, opPrivate(0)), on(OnNonNegative, opSetOut(2, 0))),
		row("skb_copy_ubufs", skbuffC, Ret{}, on(OnZero, opPrivateLinear(0))),
		row("skb_orphan_frags", skbuffH, Ret{}, opRealloc(0)),
		row("skb_orphan_frags_rx", skbuffH, Ret{}, opRealloc(0)),
		row("skb_unshare", skbuffH, retNull(RetCopyLinear, 0), opFree(0)),
		row("skb_share_check", skbuffH, retNull(RetArg, 0)),
		row("skb_expand_head", skbuffC, retNull(RetArg, 0), opRealloc(0)),

		// Padding: private first, then zeroes behind the tail.
		row("skb_pad", skbuffH, Ret{}, on(OnZero, opLinearize(0)), on(OnZero, opPrivateLinear(0)), on(OnZero, opWriteTail(0, argv(1)))),
		row("__skb_pad", skbuffC, Ret{}, on(OnZero, opLinearize(0)), on(OnZero, opPrivateLinear(0)), on(OnZero, opWriteTail(0, argv(1)))),
		row("skb_padto", skbuffH, Ret{}, opRealloc(0), guarded(opWriteTail(0, anySize()))),
		row("skb_put_padto", skbuffH, Ret{}, opRealloc(0), guarded(opWriteTail(0, anySize())), opPut(0, anySize())),
		row("__skb_put_padto", skbuffH, Ret{}, opRealloc(0), guarded(opWriteTail(0, anySize())), opPut(0, anySize())),
		row("eth_skb_pad", etherH, Ret{}, opRealloc(0), guarded(opWriteTail(0, anySize())), opPut(0, anySize())),

		// Copies and clones.
		row("skb_copy", skbuffC, retNull(RetCopy, 0)),
		row("skb_copy_expand", skbuffC, retNull(RetCopy, 0)),
		row("pskb_copy", skbuffH, retNull(RetCopyLinear, 0)),
		row("__pskb_copy", skbuffH, retNull(RetCopyLinear, 0)),
		row("__pskb_copy_fclone", skbuffC, retNull(RetCopyLinear, 0)),
		row("pskb_copy_for_clone", skbuffH, retNull(RetCopyLinear, 0)),
		row("skb_realloc_headroom", skbuffC, retNull(RetCopyLinear, 0)),
		row("skb_clone", skbuffC, retNull(RetClone, 0)),
		row("skb_clone_sk", skbuffC, retNull(RetClone, 0)),
		row("skb_get", skbuffH, ret(RetArg, 0)),
		row("skb_segment", skbuffC, retNull(RetSegments, 0)),

		// Bytes in and out.
		row("skb_store_bits", skbuffC, Ret{}, opWriteData(0, argv(1), argv(3))),
		row("skb_copy_to_linear_data", skbuffH, Ret{}, opWriteData(0, lit(0), argv(2))),
		row("skb_copy_to_linear_data_offset", skbuffH, Ret{}, opWriteData(0, argv(1), argv(3))),
		row("skb_copy_bits", skbuffC, Ret{}, opWrite(2, argv(3))),
		row("skb_copy_and_csum_bits", skbuffC, Ret{}, opWrite(2, argv(3))),
		row("skb_copy_and_csum_dev", skbuffC, Ret{}, opWrite(1, skbLen(0))),
		row("skb_copy_from_linear_data", skbuffH, Ret{}, opWrite(1, argv(2))),
		row("skb_copy_from_linear_data_offset", skbuffH, Ret{}, opWrite(2, argv(3))),
		row("skb_checksum_setup", skbuffC, Ret{}, opLinearize(0), opWriteUpper(0)),
		row("skb_checksum_help", devC, Ret{}, opRealloc(0), guarded(opWriteUpper(0))),

		// VLAN tags and Ethernet headers: skb_cow_head first.
		row("skb_vlan_push", skbuffC, Ret{}, opRealloc(0), opPush(0, anySize()), guarded(opWriteData(0, lit(0), lit(18)))),
		row("__vlan_insert_tag", ifVlanH, Ret{}, opLinearize(0), opPush(0, lit(4)), guarded(opWriteData(0, lit(0), lit(18)))),
		row("vlan_insert_tag", ifVlanH, retNull(RetArg, 0), opLinearize(0), opPush(0, lit(4)), guarded(opWriteData(0, lit(0), lit(18)))),
		row("vlan_insert_tag_set_proto", ifVlanH, retNull(RetArg, 0), opLinearize(0), opPush(0, lit(4)), guarded(opWriteData(0, lit(0), lit(18)))),
		row("__vlan_hwaccel_push_inside", ifVlanH, retNull(RetArg, 0), opLinearize(0), opPush(0, lit(4)), guarded(opWriteData(0, lit(0), lit(18)))),
		row("skb_eth_push", skbuffC, Ret{}, on(OnZero, opPrivateHeader(0)), on(OnZero, opPush(0, lit(14))), guarded(opWriteData(0, lit(0), lit(14)))),
		row("skb_eth_pop", skbuffC, Ret{}, opLinearize(0), on(OnZero, opPull(0, lit(14)))),

		// Moving bytes and fragments between skbs.
		row("skb_add_data", skbuffH, Ret{}, opWriteTail(0, argv(2)), opPut(0, argv(2))),
		row("skb_split", skbuffC, Ret{}, opWriteTail(1, anySize()), opPut(1, anySize()), opShareFrags(1, 0), opTrim(0, argv(2))),
		row("skb_zerocopy", skbuffC, Ret{}, opWriteTail(0, anySize()), opPut(0, anySize()), opShareFrags(0, 1)),
		row("skb_try_coalesce", skbuffC, Ret{}, on(OnTrue, guarded(opWriteTail(0, skbLen(1)))), opPut(0, anySize()), opShareFrags(0, 1),
			opWrite(2, lit(1)), opWrite(3, lit(4))),
		row("skb_shift", skbuffC, Ret{}, opShareFrags(0, 1)),

		// Giving up.
		row("kfree_skb_reason", skbuffH, Ret{}, opFree(0)),
		row("kfree_skb_partial", skbuffC, Ret{}, opFree(0)),
		row("kfree_skb_list_reason", skbuffC, Ret{}, opFree(0)),
		row("skb_complete_wifi_ack", skbuffC, Ret{}, opFree(0)),
		row("skb_complete_tx_timestamp", skbuffC, Ret{}, opFree(0)),
	}
}

// skbuffFamilies are rows that differ in nothing but the name.
func skbuffFamilies() []Effect {
	var rows []Effect
	rows = append(rows, each(skbuffH, "kfree_skb dev_kfree_skb kfree_skb_list consume_skb skb_free_datagram", Ret{}, opFree(0))...)
	rows = append(rows, each(skbuffC, "__kfree_skb napi_consume_skb skb_attempt_defer_free", Ret{}, opFree(0))...)
	rows = append(rows, each(netdeviceH, "dev_kfree_skb_any dev_kfree_skb_irq dev_consume_skb_any dev_consume_skb_irq", Ret{}, opFree(0))...)
	rows = append(rows, each(skbuffH, "alloc_skb alloc_skb_fclone dev_alloc_skb __dev_alloc_skb netdev_alloc_skb netdev_alloc_skb_ip_align __netdev_alloc_skb_ip_align", retNull(RetOwn, 0))...)
	rows = append(rows, each(skbuffC, "__alloc_skb __netdev_alloc_skb napi_alloc_skb alloc_skb_with_frags build_skb __build_skb napi_build_skb build_skb_around alloc_skb_for_msg", retNull(RetOwn, 0))...)
	rows = append(rows, since612(row("sk_skb_reason_drop", skbuffC, Ret{}, opFree(1)), row("slab_build_skb", skbuffC, retNull(RetOwn, 0)), row("__napi_kfree_skb", skbuffC, Ret{}, opFree(0)))...)
	return append(rows, skbuffReads()...)
}
