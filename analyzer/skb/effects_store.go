package skb

const (
	idrC     = "lib/idr.c"
	xarrayC  = "lib/xarray.c"
	xarrayH  = "include/linux/xarray.h"
	listH    = "include/linux/list.h"
	llistH   = "include/linux/llist.h"
	ptrRingH = "include/linux/ptr_ring.h"
	rcupdH   = "include/linux/rcupdate.h"
	rwonceH  = "include/asm-generic/rwonce.h"
)

// storeEffects put something into a container, or take it out again.
func storeEffects() []Effect {
	return append([]Effect{
		row("idr_alloc", idrC, Ret{}, opStore(0, 1)),
		row("idr_alloc_cyclic", idrC, Ret{}, opStore(0, 1)),
		row("idr_alloc_u32", idrC, Ret{}, opStore(0, 1)),
		row("idr_replace", idrC, retNull(RetTake, 0), opStore(0, 1)),
		row("idr_find", idrC, retNull(RetTake, 0)),
		row("idr_remove", idrC, retNull(RetTake, 0)),
		row("idr_get_next", idrC, retNull(RetTake, 0)),
		row("idr_for_each", idrC, Ret{}, opCall(1, other(), content(0), same(2))),

		row("xa_store", xarrayC, retNull(RetTake, 0), opStore(0, 2)),
		row("xa_store_irq", xarrayH, retNull(RetTake, 0), opStore(0, 2)),
		row("xa_store_bh", xarrayH, retNull(RetTake, 0), opStore(0, 2)),
		row("xa_alloc", xarrayH, Ret{}, opStore(0, 2)),
		row("xa_alloc_irq", xarrayH, Ret{}, opStore(0, 2)),
		row("xa_insert", xarrayH, Ret{}, opStore(0, 2)),
		row("xa_load", xarrayC, retNull(RetTake, 0)),
		row("xa_erase", xarrayC, retNull(RetTake, 0)),
		row("xa_erase_irq", xarrayH, retNull(RetTake, 0)),
		row("xa_erase_bh", xarrayH, retNull(RetTake, 0)),
		row("xa_find", xarrayC, retNull(RetTake, 0)),

		row("list_add", listH, Ret{}, opStore(1, 0)),
		row("list_add_tail", listH, Ret{}, opStore(1, 0)),
		row("list_move", listH, Ret{}, opStore(1, 0)),
		row("list_move_tail", listH, Ret{}, opStore(1, 0)),
		row("list_splice", listH, Ret{}, opSplice(1, 0)),
		row("list_splice_init", listH, Ret{}, opSplice(1, 0)),
		row("list_splice_tail", listH, Ret{}, opSplice(1, 0)),
		row("list_splice_tail_init", listH, Ret{}, opSplice(1, 0)),
		row("list_first_entry", listH, ret(RetTake, 0)),
		row("list_first_entry_or_null", listH, retNull(RetTake, 0)),
		row("list_last_entry", listH, ret(RetTake, 0)),

		row("READ_ONCE", rwonceH, ret(RetArg, 0)),
		row("rcu_dereference", rcupdH, ret(RetArg, 0)),
		row("rcu_dereference_protected", rcupdH, ret(RetArg, 0)),
		row("rcu_access_pointer", rcupdH, ret(RetArg, 0)),
	}, reads(listH, "INIT_LIST_HEAD list_del list_del_init list_empty list_empty_careful list_is_last list_is_first list_is_singular")...)
}
