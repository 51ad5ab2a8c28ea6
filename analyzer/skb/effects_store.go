package skb

const (
	idrC        = "lib/idr.c"
	idrH        = "include/linux/idr.h"
	xarrayC     = "lib/xarray.c"
	xarrayH     = "include/linux/xarray.h"
	radixTreeC  = "lib/radix-tree.c"
	listH       = "include/linux/list.h"
	rculistH    = "include/linux/rculist.h"
	llistH      = "include/linux/llist.h"
	llistC      = "lib/llist.c"
	hashtableH  = "include/linux/hashtable.h"
	rhashtableH = "include/linux/rhashtable.h"
	ptrRingH    = "include/linux/ptr_ring.h"
	kfifoH      = "include/linux/kfifo.h"
	rcupdH      = "include/linux/rcupdate.h"
	rwonceH     = "include/asm-generic/rwonce.h"
	atomicH     = "include/linux/atomic/atomic-instrumented.h"
)

// storeEffects put something into a container, or take it out again. A node of a list, hash or tree stands for the object
// that it is part of. Removing only shrinks what a container holds, which the analysis does not follow.
func storeEffects() []Effect {
	rows := idEffects()
	rows = append(rows, listEffects()...)
	rows = append(rows, ringEffects()...)
	return append(rows, pointerEffects()...)
}

// idEffects are the maps from numbers to pointers.
func idEffects() []Effect {
	rows := []Effect{
		row("idr_alloc", idrC, Ret{}, opStore(0, 1)),
		row("idr_alloc_cyclic", idrC, Ret{}, opStore(0, 1)),
		row("idr_alloc_u32", idrC, Ret{}, opStore(0, 1), opWrite(2, lit(4))),
		row("idr_replace", idrC, retNull(RetTake, 0), opStore(0, 1)),
		row("idr_find", idrC, retNull(RetTake, 0)),
		row("idr_remove", idrC, retNull(RetTake, 0)),
		row("idr_get_next", idrC, retNull(RetTake, 0), opWrite(1, lit(4))),
		row("idr_get_next_ul", idrC, retNull(RetTake, 0), opWrite(1, lit(8))),
		row("idr_for_each", idrC, Ret{}, opCall(1, other(), content(0), same(2))),

		row("xa_alloc", xarrayH, Ret{}, opStore(0, 2), opWrite(1, lit(4))),
		row("xa_alloc_bh", xarrayH, Ret{}, opStore(0, 2), opWrite(1, lit(4))),
		row("xa_alloc_irq", xarrayH, Ret{}, opStore(0, 2), opWrite(1, lit(4))),
		row("xa_alloc_cyclic", xarrayH, Ret{}, opStore(0, 2), opWrite(1, lit(4))),
		row("xa_alloc_cyclic_bh", xarrayH, Ret{}, opStore(0, 2), opWrite(1, lit(4))),
		row("xa_alloc_cyclic_irq", xarrayH, Ret{}, opStore(0, 2), opWrite(1, lit(4))),
		row("xa_insert", xarrayH, Ret{}, opStore(0, 2)),
		row("xa_insert_bh", xarrayH, Ret{}, opStore(0, 2)),
		row("xa_insert_irq", xarrayH, Ret{}, opStore(0, 2)),
		row("xa_cmpxchg", xarrayH, retNull(RetTake, 0), opStore(0, 3)),
		row("xa_find", xarrayC, retNull(RetTake, 0), opWrite(1, lit(8))),
		row("xa_find_after", xarrayC, retNull(RetTake, 0), opWrite(1, lit(8))),

		row("radix_tree_insert", radixTreeC, Ret{}, opStore(0, 2)),
	}
	rows = append(rows, each(xarrayC, "xa_store __xa_store", retNull(RetTake, 0), opStore(0, 2))...)
	rows = append(rows, each(xarrayH, "xa_store_bh xa_store_irq", retNull(RetTake, 0), opStore(0, 2))...)
	rows = append(rows, each(xarrayC, "xa_load xa_erase __xa_erase", retNull(RetTake, 0))...)
	rows = append(rows, each(xarrayH, "xa_erase_bh xa_erase_irq", retNull(RetTake, 0))...)
	rows = append(rows, each(radixTreeC, "radix_tree_lookup radix_tree_delete radix_tree_delete_item", retNull(RetTake, 0))...)
	return append(rows, readsOf(
		[2]string{idrH, "idr_init idr_init_base idr_is_empty idr_preload_end ida_alloc"},
		[2]string{radixTreeC, "idr_preload idr_destroy"},
		[2]string{idrC, "ida_free ida_alloc_range ida_destroy"},
		[2]string{xarrayH, "xa_init xa_init_flags xa_empty xa_is_err xa_err xa_release"},
		[2]string{xarrayC, "xa_destroy xa_set_mark xa_clear_mark xa_get_mark"},
	)...)
}

// listEffects are lists and hashes of nodes.
func listEffects() []Effect {
	rows := []Effect{
		row("list_replace", listH, Ret{}, opStore(0, 1)),
		row("list_replace_init", listH, Ret{}, opStore(0, 1)),
		row("list_cut_position", listH, Ret{}, opSplice(0, 1)),
		row("list_cut_before", listH, Ret{}, opSplice(0, 1)),
		row("list_bulk_move_tail", listH, Ret{}, opStore(0, 1)),
		row("list_first_entry", listH, ret(RetTake, 0)),
		row("list_last_entry", listH, ret(RetTake, 0)),
		row("list_first_entry_or_null", listH, retNull(RetTake, 0)),
		row("list_first_or_null_rcu", rculistH, retNull(RetTake, 0)),

		row("hlist_add_head", listH, Ret{}, opStore(1, 0)),
		row("hlist_add_head_rcu", rculistH, Ret{}, opStore(1, 0)),
		row("hlist_add_tail_rcu", rculistH, Ret{}, opStore(1, 0)),
		row("hlist_move_list", listH, Ret{}, opSplice(1, 0)),
		row("hash_add", hashtableH, Ret{}, opStore(0, 1)),
		row("hash_add_rcu", hashtableH, Ret{}, opStore(0, 1)),
		row("rhashtable_lookup_fast", rhashtableH, retNull(RetTake, 0)),
		row("rhashtable_lookup", rhashtableH, retNull(RetTake, 0)),
		row("rhashtable_insert_fast", rhashtableH, Ret{}, opStore(0, 1)),
		row("rhashtable_lookup_insert_fast", rhashtableH, Ret{}, opStore(0, 1)),
		row("rhashtable_lookup_get_insert_fast", rhashtableH, retNull(RetTake, 0), opStore(0, 1)),
		row("rhashtable_replace_fast", rhashtableH, Ret{}, opStore(0, 2)),

		row("llist_add", llistH, Ret{}, opStore(1, 0)),
		row("llist_add_batch", llistC, Ret{}, opStore(2, 0)),
		row("llist_del_all", llistH, retNull(RetTake, 0)),
		row("llist_del_first", llistC, retNull(RetTake, 0)),
		row("llist_reverse_order", llistC, retNull(RetArg, 0)),
	}
	rows = append(rows, each(listH, "list_add list_add_tail list_move list_move_tail", Ret{}, opStore(1, 0))...)
	rows = append(rows, each(rculistH, "list_add_rcu list_add_tail_rcu", Ret{}, opStore(1, 0))...)
	rows = append(rows, each(listH, "list_splice list_splice_init list_splice_tail list_splice_tail_init", Ret{}, opSplice(1, 0))...)
	return append(rows, readsOf(
		[2]string{listH, `INIT_LIST_HEAD list_del list_del_init list_del_init_careful list_empty list_empty_careful list_is_last
			list_is_first list_is_singular list_is_head list_rotate_left hlist_del hlist_del_init hlist_empty
			hlist_unhashed INIT_HLIST_NODE INIT_HLIST_HEAD`},
		[2]string{rculistH, "list_del_rcu hlist_del_rcu hlist_del_init_rcu INIT_LIST_HEAD_RCU"},
		[2]string{hashtableH, "hash_init hash_del hash_del_rcu hash_empty"},
		[2]string{rhashtableH, "rhashtable_remove_fast"},
		[2]string{"lib/rhashtable.c", "rhashtable_destroy"},
		[2]string{llistH, "llist_empty init_llist_head"},
	)...)
}

// ringEffects are pointer rings and kfifos. The elements of a kfifo are values: those that are pointers matter.
func ringEffects() []Effect {
	rows := each(ptrRingH, "ptr_ring_produce ptr_ring_produce_bh ptr_ring_produce_irq ptr_ring_produce_any __ptr_ring_produce", Ret{}, opStore(0, 1))
	rows = append(rows, each(ptrRingH, `ptr_ring_consume ptr_ring_consume_bh ptr_ring_consume_irq ptr_ring_consume_any
		__ptr_ring_consume __ptr_ring_peek`, retNull(RetTake, 0))...)
	rows = append(rows, each(ptrRingH, `ptr_ring_consume_batched ptr_ring_consume_batched_bh ptr_ring_consume_batched_irq
		ptr_ring_consume_batched_any __ptr_ring_consume_batched`, Ret{}, contents(opSetOut(1, 0)))...)
	rows = append(rows,
		row("ptr_ring_cleanup", ptrRingH, Ret{}, opCall(1, content(0))),
		row("kfifo_put", kfifoH, Ret{}, opStore(0, 1)),
		row("kfifo_in", kfifoH, Ret{}, opSplice(0, 1)),
		row("kfifo_in_spinlocked", kfifoH, Ret{}, opSplice(0, 1)),
		row("kfifo_get", kfifoH, Ret{}, contents(opSetOut(1, 0))),
		row("kfifo_peek", kfifoH, Ret{}, contents(opSetOut(1, 0))),
		row("kfifo_out", kfifoH, Ret{}, contents(opSetOut(1, 0))),
		row("kfifo_out_spinlocked", kfifoH, Ret{}, contents(opSetOut(1, 0))),
	)
	return append(rows, readsOf(
		[2]string{ptrRingH, "ptr_ring_full ptr_ring_empty __ptr_ring_full __ptr_ring_empty ptr_ring_full_bh ptr_ring_empty_bh"},
		[2]string{kfifoH, "kfifo_init kfifo_alloc kfifo_free kfifo_reset kfifo_is_empty kfifo_is_full kfifo_len kfifo_avail kfifo_size kfifo_skip"},
	)...)
}

// pointerEffects read and write one pointer. rcu_assign_pointer and its like are macros: they write their argument.
func pointerEffects() []Effect {
	rows := each(rcupdH, `rcu_dereference rcu_dereference_protected rcu_dereference_check rcu_dereference_bh rcu_dereference_raw
		rcu_access_pointer`, ret(RetArg, 0))
	rows = append(rows, each("include/linux/rtnetlink.h", "rtnl_dereference rcu_dereference_rtnl", ret(RetArg, 0))...)
	rows = append(rows, each(atomicH, "xchg", retNull(RetTake, 0), opSetOut(0, 1))...)
	rows = append(rows, each(atomicH, "cmpxchg", retNull(RetTake, 0), opSetOut(0, 2))...)
	return append(rows,
		row("READ_ONCE", rwonceH, ret(RetArg, 0)),
		row("WRITE_ONCE", rwonceH, Ret{}, opAssignArg(0, 1)),
		row("smp_load_acquire", "include/asm-generic/barrier.h", retNull(RetTake, 0)),
		row("smp_store_release", "include/asm-generic/barrier.h", Ret{}, opSetOut(0, 1)),
		row("rcu_assign_pointer", rcupdH, Ret{}, opAssignArg(0, 1)),
		row("RCU_INIT_POINTER", rcupdH, Ret{}, opAssignArg(0, 1)),
		row("rcu_replace_pointer", rcupdH, ret(RetArg, 0), opAssignArg(0, 1)),
	)
}
