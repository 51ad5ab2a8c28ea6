package skb

const (
	groC   = "net/core/gro.c"
	ethC   = "net/ethernet/eth.c"
	skRefC = "net/core/sock.c"
	dstH   = "include/net/dst.h"
	stampC = "net/core/timestamping.c"
)

// netEffects are the network core around an skb: to the stack, to another device, queues of a device.
func netEffects() []Effect {
	rows := []Effect{
		row("napi_gro_receive", groC, Ret{}, opDeliver(1)),
		row("napi_gro_frags", groC, Ret{}),
		row("napi_get_frags", groC, Ret{Kind: RetOwn, Null: true}),
		row("netif_rx", devC, Ret{}, opDeliver(0)),
		row("netif_receive_skb", devC, Ret{}, opDeliver(0)),
		row("netif_receive_skb_core", devC, Ret{}, opDeliver(0)),
		row("netif_receive_skb_list", devC, Ret{}, contents(opDeliver(0))),
		row("dev_forward_skb", devC, Ret{}, opDeliver(1)),
		row("sock_queue_err_skb", skbuffC, Ret{}, opDeliver(1)),
		row("dev_queue_xmit", netdeviceH, Ret{}, opFree(0)),
		row("netdev_start_xmit", netdeviceH, Ret{}, opFree(0)),

		row("eth_type_trans", ethC, Ret{}, opPull(0, lit(14))),
		row("eth_header", ethC, Ret{}, opPush(0, lit(14)), opWriteData(0, lit(0), lit(14))),
		row("dev_hard_header", netdeviceH, Ret{}, opPush(0, anySize()), opWriteData(0, lit(0), anySize())),
		row("skb_vlan_untag", skbuffC, retNull(RetArg, 0), opLinearize(0), opPull(0, lit(4)), guarded(opWriteData(0, lit(-14), lit(14)))),
		row("skb_vlan_pop", skbuffC, Ret{}, opLinearize(0), guarded(opWriteData(0, lit(0), lit(18))), opPull(0, anySize())),
		row("__skb_vlan_pop", skbuffC, Ret{}, opLinearize(0), opWrite(1, lit(2)), on(OnZero, guarded(opWriteData(0, lit(0), lit(18)))), on(OnZero, opPull(0, lit(4)))),
	}
	rows = append(rows,
		// What GRO has put on a frag_list (SKB_GSO_FRAGLIST) was received: no socket here sends it again.
		row("skb_gso_segment", "include/net/gso.h", retNull(RetSegments, 0), opRealloc(0)),
		row("__skb_gso_segment", gsoC, retNull(RetSegments, 0), opRealloc(0)),
		row("vlan_remove_tag", ifVlanH, ret(RetData, 0), opWrite(1, lit(2)), opWriteData(0, lit(4), lit(12)), opPull(0, lit(4))),
	)
	rows = append(rows, since612(
		row("skb_ensure_writable_head_tail", skbuffC, Ret{}, on(OnZero, opPrivateLinear(0))),
	)...)
	return append(rows, readsOf(
		[2]string{devC, `netif_tx_wake_queue netif_tx_stop_all_queues netif_device_detach netif_device_attach netdev_pick_tx
			netif_skb_features dev_close synchronize_net`},
		[2]string{netdeviceH, `netdev_priv netdev_get_tx_queue netdev_name netdev_mc_count netif_running netif_carrier_ok
			netif_start_queue netif_stop_queue netif_wake_queue netif_queue_stopped netif_start_subqueue netif_stop_subqueue
			netif_wake_subqueue __netif_subqueue_stopped netif_tx_start_queue netif_tx_stop_queue netif_tx_queue_stopped
			netif_xmit_stopped netif_tx_wake_all_queues netif_tx_start_all_queues netdev_tx_sent_queue netdev_tx_completed_queue
			netdev_tx_reset_queue netdev_sent_queue netdev_completed_queue netdev_reset_queue __netdev_tx_sent_queue
			__netif_tx_lock __netif_tx_unlock __netif_tx_lock_bh __netif_tx_unlock_bh netif_tx_lock netif_tx_unlock netif_tx_lock_bh
			netif_tx_unlock_bh netif_trans_update txq_trans_cond_update skb_get_tx_queue dev_sw_netstats_tx_add
			dev_sw_netstats_rx_add dev_net net_prefetch net_prefetchw netif_addr_lock_bh netif_addr_unlock_bh`},
		[2]string{"net/sched/sch_generic.c", "netif_carrier_on netif_carrier_off"},
		[2]string{netUtilsC, "net_ratelimit"},
		[2]string{ethC, "ether_setup eth_get_headlen"},
		[2]string{skRefC, "skb_set_owner_w sock_wfree sock_efree"},
		[2]string{"include/net/sock.h", "sk_pacing_shift_update skb_set_owner_r skb_set_hash_from_sk sk_fullsock sock_net"},
		[2]string{dstH, "skb_dst_drop skb_dst_force dst_release"},
		[2]string{stampC, "skb_defer_rx_timestamp skb_clone_tx_timestamp"},
		[2]string{tcpH, "skb_tcp_all_headers skb_inner_tcp_all_headers"},
		[2]string{"include/net/busy_poll.h", "skb_mark_napi_id"},
		[2]string{"include/net/dsfield.h", "ipv4_get_dsfield ipv6_get_dsfield"},
		[2]string{"net/core/ptp_classifier.c", "ptp_classify_raw"},
	)...)
}
