package skb

import (
	"reflect"
	"testing"
)

// TestRows holds the rows that proofs hang on against their meaning, spelt out.
func TestRows(t *testing.T) {
	size := func(kind SizeKind, n int64) Size { return Size{Kind: kind, N: n} }
	arg1, any0 := size(ArgValue, 1), Size{Kind: AnySize}
	for _, want := range []struct {
		name string
		ret  Ret
		ops  []Op
	}{
		{"skb_push", Ret{Kind: RetData}, []Op{{Kind: Push, Len: arg1}}},
		{"skb_pull", Ret{Kind: RetData, Null: true}, []Op{{Kind: Pull, Len: arg1}}},
		{"skb_put", Ret{Kind: RetOldTail}, []Op{{Kind: Put, Len: arg1}}},
		{"skb_put_data", Ret{Kind: RetOldTail}, []Op{{Kind: WriteTail, Len: size(ArgValue, 2)}, {Kind: Put, Len: size(ArgValue, 2)}}},
		{"skb_put_zero", Ret{Kind: RetOldTail}, []Op{{Kind: WriteTail, Len: arg1}, {Kind: Put, Len: arg1}}},
		{"skb_trim", Ret{}, []Op{{Kind: Trim, Len: arg1}}},
		{"skb_reserve", Ret{}, []Op{{Kind: Reserve, Len: arg1}}},

		// Guards.
		{"pskb_expand_head", Ret{}, []Op{{Kind: PrivateLinear, When: OnZero}}},
		{"skb_cow", Ret{}, []Op{{Kind: PrivateLinear, When: OnZero}}},
		{"skb_unclone", Ret{}, []Op{{Kind: PrivateLinear, When: OnZero}}},
		{"skb_cow_head", Ret{}, []Op{{Kind: PrivateHeader, When: OnZero}}},
		{"skb_ensure_writable", Ret{}, []Op{{Kind: Linearize}, {Kind: PrivatePart, Len: arg1, When: OnZero}}},
		{"skb_cow_data", Ret{}, []Op{{Kind: Linearize}, {Kind: Private, When: OnNonNegative}, {Kind: SetOut, Arg: 2, When: OnNonNegative}}},
		{"skb_linearize_cow", Ret{}, []Op{{Kind: Linearize}, {Kind: Private, When: OnZero}}},
		{"skb_pad", Ret{}, []Op{{Kind: Linearize, When: OnZero}, {Kind: PrivateLinear, When: OnZero}, {Kind: WriteTail, Len: arg1, When: OnZero}}},
		{"skb_unshare", Ret{Kind: RetCopyLinear, Null: true}, []Op{{Kind: Free}}},
		{"skb_copy", Ret{Kind: RetCopy, Null: true}, nil},
		{"skb_copy_expand", Ret{Kind: RetCopy, Null: true}, nil},
		{"pskb_copy", Ret{Kind: RetCopyLinear, Null: true}, nil},
		{"skb_realloc_headroom", Ret{Kind: RetCopyLinear, Null: true}, nil},
		{"skb_checksum_help", Ret{}, []Op{{Kind: Realloc}, {Kind: WriteUpper, Guarded: true}}},

		// No guards: a linear clone passes through skb_linearize, a long frame through skb_padto.
		{"skb_linearize", Ret{}, []Op{{Kind: Linearize}}},
		{"skb_share_check", Ret{Kind: RetArg, Null: true}, nil},
		{"skb_clone", Ret{Kind: RetClone, Null: true}, nil},
		{"skb_get", Ret{Kind: RetArg}, nil},
		{"skb_padto", Ret{}, []Op{{Kind: Realloc}, {Kind: WriteTail, Len: any0, Guarded: true}}},
		{"skb_put_padto", Ret{}, []Op{{Kind: Realloc}, {Kind: WriteTail, Len: any0, Guarded: true}, {Kind: Put, Len: any0}}},

		// Where frames come from and go to.
		{"ieee80211_tx_dequeue", Ret{Kind: RetTX, Null: true}, nil},
		{"ieee80211_get_buffered_bc", Ret{Kind: RetTX, Null: true}, nil},
		{"ieee80211_beacon_get_tim", Ret{Kind: RetOwn, Null: true}, nil},
		{"ieee80211_tx_status_irqsafe", Ret{}, []Op{{Kind: Free, Arg: 1}}},
		{"ieee80211_tx_status_ext", Ret{}, []Op{{Kind: Free, Arg: 1, Field: "skb"}}},
		{"ieee80211_free_txskb", Ret{}, []Op{{Kind: Free, Arg: 1}}},
		{"ieee80211_rx_napi", Ret{}, []Op{{Kind: Deliver, Arg: 2}}},
		{"skb_queue_tail", Ret{}, []Op{{Kind: Store, Val: 1}}},
		{"skb_queue_splice_tail_init", Ret{}, []Op{{Kind: Splice, Arg: 1}}},
		{"skb_dequeue", Ret{Kind: RetTake, Null: true}, nil},
		{"skb_queue_purge", Ret{}, []Op{{Kind: Free, Contents: true}}},
		{"idr_alloc", Ret{}, []Op{{Kind: Store, Val: 1}}},

		// Bytes.
		{"memcpy", Ret{Kind: RetArg}, []Op{{Kind: CopyMem, Val: 1, Len: size(ArgValue, 2)}}},
		{"memset", Ret{Kind: RetArg}, []Op{{Kind: Write, Len: size(ArgValue, 2)}}},
		{"put_unaligned_le16", Ret{}, []Op{{Kind: Write, Arg: 1, Len: size(Const, 2)}}},
		{"le32p_replace_bits", Ret{}, []Op{{Kind: Write, Len: size(Const, 4)}}},
		{"ether_addr_copy", Ret{}, []Op{{Kind: CopyMem, Val: 1, Len: size(Const, 6)}}},
		{"__set_bit", Ret{}, []Op{{Kind: Write, Arg: 1, Len: any0}}},
		{"skb_store_bits", Ret{}, []Op{{Kind: WriteData, Off: arg1, Len: size(ArgValue, 3)}}},
		{"dma_map_single", Ret{}, []Op{{Kind: DMA, Arg: 1, Len: size(ArgValue, 2), Dir: Direction{Arg: 3}}}},
		{"ieee80211_get_qos_ctl", Ret{Kind: RetInHeader}, nil},
		{"ieee80211_hdrlen", Ret{Kind: RetHdrlen}, nil},
		{"ip_hdr", Ret{Kind: RetNetwork}, nil},
		{"tcp_hdr", Ret{Kind: RetTransport}, nil},
		{"skb_frag_address", Ret{Kind: RetFrag}, nil},
		{"cfg80211_find_ie", Ret{Kind: RetInner, Arg: 1, Null: true}, nil},
		{"skb_tailroom", Ret{}, nil},
		{"IEEE80211_SKB_CB", Ret{Kind: RetCB}, nil},

		// Code that runs later.
		{"usb_fill_bulk_urb", Ret{}, []Op{
			{Kind: Assign, Field: "transfer_buffer", Val: 3}, {Kind: Assign, Field: "complete", Val: 5}, {Kind: Assign, Field: "context", Val: 6},
			{Kind: DMA, Arg: 3, Len: size(ArgValue, 4), Dir: Direction{Arg: 2, Pipe: true}}, {Kind: Defer, Arg: 5, Args: []CallArg{{Kind: SameArg}}}}},
		{"INIT_WORK", Ret{}, []Op{{Kind: Defer, Arg: 1, Args: []CallArg{{Kind: SameArg}}}}},
		{"INIT_DELAYED_WORK", Ret{}, []Op{{Kind: Defer, Arg: 1, Args: []CallArg{{Kind: FieldAddr, Field: "work"}}}}},
		{"ieee80211_iterate_active_interfaces_atomic", Ret{}, []Op{{Kind: Call, Arg: 2, Args: []CallArg{{Kind: SameArg, Arg: 3}, {}, {}}}}},
	} {
		got, ok := Kernel().Lookup(want.name)
		if !ok {
			t.Errorf("%s: no row", want.name)
			continue
		}
		if got.Ret != want.ret || len(got.Ops)+len(want.ops) > 0 && !reflect.DeepEqual(got.Ops, want.ops) {
			t.Errorf("%s:\n got %+v %+v\nwant %+v %+v", want.name, got.Ret, got.Ops, want.ret, want.ops)
		}
	}
}

func TestLookup(t *testing.T) {
	table := Kernel()
	for _, test := range []struct {
		name string
		ok   bool
	}{
		{"spin_lock_irqsave", true}, {"spin_unlock_bh", true}, {"mutex_lock", true}, {"dev_err_ratelimited", true},
		{"netdev_dbg", true}, {"wiphy_warn", true}, {"pr_info", true}, {"trace_drv_tx", true}, {"atomic_inc_return", true},
		{"le16_encode_bits", true}, {"__builtin_memcpy", true},
		{"spin_my_buffer", false}, {"dev_xmit_skb", false}, {"driver_tx", false}, {"container_of", false}, {"sscanf", false},
	} {
		if e, ok := table.Lookup(test.name); ok != test.ok || ok && e.File == "" {
			t.Errorf("%s: found %t, want %t", test.name, ok, test.ok)
		}
	}
}

func TestNames(t *testing.T) {
	table := Kernel()
	names := table.Names()
	for i, name := range names {
		if i > 0 && names[i-1] >= name {
			t.Errorf("%s before %s", names[i-1], name)
		}
		if e, ok := table.Lookup(name); !ok || e.Name != name {
			t.Errorf("%s: finds %v", name, e)
		}
	}
}
