package skb

// queueEffects are the sk_buff_head functions. Taking an skb off a queue without freeing it needs no row of its own kind:
// what a container holds only ever grows.
func queueEffects() []Effect {
	rows := []Effect{
		row("skb_queue_tail", skbuffC, Ret{}, opStore(0, 1)),
		row("__skb_queue_tail", skbuffH, Ret{}, opStore(0, 1)),
		row("skb_queue_head", skbuffC, Ret{}, opStore(0, 1)),
		row("__skb_queue_head", skbuffH, Ret{}, opStore(0, 1)),
		row("__skb_queue_after", skbuffH, Ret{}, opStore(0, 2)),
		row("__skb_queue_before", skbuffH, Ret{}, opStore(0, 2)),
		row("skb_append", skbuffC, Ret{}, opStore(2, 1)),
		row("__skb_insert", skbuffH, Ret{}, opStore(3, 0)),

		row("skb_dequeue", skbuffC, retNull(RetTake, 0)),
		row("__skb_dequeue", skbuffH, retNull(RetTake, 0)),
		row("skb_dequeue_tail", skbuffC, retNull(RetTake, 0)),
		row("__skb_dequeue_tail", skbuffH, retNull(RetTake, 0)),
		row("skb_peek", skbuffH, retNull(RetTake, 0)),
		row("__skb_peek", skbuffH, ret(RetTake, 0)),
		row("skb_peek_tail", skbuffH, retNull(RetTake, 0)),
		row("skb_peek_next", skbuffH, retNull(RetTake, 1)),
		row("skb_queue_next", skbuffH, ret(RetTake, 0)),
		row("skb_queue_prev", skbuffH, ret(RetTake, 0)),

		row("skb_queue_splice", skbuffH, Ret{}, opSplice(1, 0)),
		row("skb_queue_splice_init", skbuffH, Ret{}, opSplice(1, 0)),
		row("skb_queue_splice_tail", skbuffH, Ret{}, opSplice(1, 0)),
		row("skb_queue_splice_tail_init", skbuffH, Ret{}, opSplice(1, 0)),
		row("__skb_queue_splice", skbuffH, Ret{}, opSplice(2, 0)),

		row("skb_queue_purge", skbuffH, Ret{}, contents(opFree(0))),
		row("__skb_queue_purge", skbuffH, Ret{}, contents(opFree(0))),
		row("skb_rbtree_purge", skbuffC, Ret{}, contents(opFree(0))),
	}
	rows = append(rows, since612(
		row("skb_queue_purge_reason", skbuffC, Ret{}, contents(opFree(0))),
		row("__skb_queue_purge_reason", skbuffH, Ret{}, contents(opFree(0))),
	)...)
	rows = append(rows, reads(skbuffC, "skb_unlink")...)
	return append(rows, reads(skbuffH, `__skb_unlink skb_queue_len skb_queue_len_lockless skb_queue_empty
		skb_queue_empty_lockless skb_queue_is_first skb_queue_is_last skb_queue_head_init __skb_queue_head_init
		skb_queue_head_init_class`)...)
}
