package skb

const (
	mac80211H     = "include/net/mac80211.h"
	macTxC        = "net/mac80211/tx.c"
	macRxC        = "net/mac80211/rx.c"
	macStatusC    = "net/mac80211/status.c"
	macUtilC      = "net/mac80211/util.c"
	macMainC      = "net/mac80211/main.c"
	macKeyC       = "net/mac80211/key.c"
	macTkipC      = "net/mac80211/tkip.c"
	macStaC       = "net/mac80211/sta_info.c"
	macMlmeC      = "net/mac80211/mlme.c"
	macAirtimeC   = "net/mac80211/airtime.c"
	ieee80211H    = "include/linux/ieee80211.h"
	wirelessUtilC = "net/wireless/util.c"
)

// mac80211Effects: frames come from mac80211, go back to it, or were never its own.
func mac80211Effects() []Effect {
	rows := []Effect{
		row("ieee80211_tx_dequeue", macTxC, retNull(RetTX, 0)),
		row("ieee80211_tx_dequeue_ni", mac80211H, retNull(RetTX, 0)),
		row("ieee80211_get_buffered_bc", macTxC, retNull(RetTX, 0)),

		row("ieee80211_tx_status_irqsafe", macStatusC, Ret{}, opFree(1)),
		row("ieee80211_tx_status_ni", mac80211H, Ret{}, opFree(1)),
		row("ieee80211_tx_status_ext", macStatusC, Ret{}, field("skb", opFree(1))),
		row("ieee80211_free_txskb", macStatusC, Ret{}, opFree(1)),
		row("ieee80211_purge_tx_queue", macStatusC, Ret{}, contents(opFree(1))),

		row("ieee80211_rx", mac80211H, Ret{}, opDeliver(1)),
		row("ieee80211_rx_ni", mac80211H, Ret{}, opDeliver(1)),
		row("ieee80211_rx_irqsafe", macRxC, Ret{}, opDeliver(1)),
		row("ieee80211_rx_napi", macRxC, Ret{}, opDeliver(2)),
		row("ieee80211_rx_list", macRxC, Ret{}, opDeliver(2)),

		// The transmit handlers encrypt in place: for the driver's own frames.
		row("ieee80211_tx_prepare_skb", macTxC, Ret{}, opRealloc(2), opWriteAll(2)),

		row("ieee80211_parse_tx_radiotap", macTxC, Ret{}, Op{Kind: Cut, Arg: 0, Len: anySize()}),
		row("IEEE80211_SKB_CB", mac80211H, ret(RetCB, 0)),
		row("IEEE80211_SKB_RXCB", mac80211H, ret(RetCB, 0)),
		row("ieee80211_hdrlen", wirelessUtilC, ret(RetHdrlen, 0)),
		row("ieee80211_get_hdrlen_from_skb", wirelessUtilC, ret(RetHdrlen, 0)),
		row("ieee80211_get_qos_ctl", ieee80211H, ret(RetInHeader, 0)),
		row("ieee80211_get_DA", ieee80211H, ret(RetInHeader, 0)),
		row("ieee80211_get_SA", ieee80211H, ret(RetInHeader, 0)),
		row("ieee80211_tkip_add_iv", macTkipC, retOff(RetOffset, 0, lit(8)), opWrite(0, lit(8))),
		row("ieee80211_get_tkip_p2k", macTkipC, Ret{}, opWrite(2, lit(16))),
		row("ieee80211_get_tkip_p1k_iv", macTkipC, Ret{}, opWrite(2, lit(10))),
		row("ieee80211_get_tkip_p1k", mac80211H, Ret{}, opWrite(2, lit(10))),
		row("ieee80211_get_tkip_rx_p1k", macTkipC, Ret{}, opWrite(3, lit(10))),

		// The rest of the frame's rates, sequence numbers and notices go to buffers of the caller.
		row("ieee80211_get_tx_rates", "net/mac80211/rate.c", Ret{}, opWrite(3, anySize())),
		row("ieee80211_get_key_rx_seq", macKeyC, Ret{}, opWrite(2, sizeOf(2))),
		row("ieee80211_parse_p2p_noa", macUtilC, Ret{}, opWrite(1, sizeOf(1))),
		row("ieee80211_rts_get", macTxC, Ret{}, opWrite(5, lit(16))),
		row("ieee80211_ctstoself_get", macTxC, Ret{}, opWrite(5, lit(10))),

		row("ieee80211_iterate_interfaces", macUtilC, Ret{}, opCall(2, same(3), other(), other())),
		row("ieee80211_iterate_active_interfaces", mac80211H, Ret{}, opCall(2, same(3), other(), other())),
		row("ieee80211_iterate_active_interfaces_atomic", macUtilC, Ret{}, opCall(2, same(3), other(), other())),
		row("ieee80211_iterate_active_interfaces_mtx", macUtilC, Ret{}, opCall(2, same(3), other(), other())),
		row("ieee80211_iterate_stations_atomic", macUtilC, Ret{}, opCall(1, same(2), other())),
		row("ieee80211_iter_keys", macKeyC, Ret{}, opCall(2, same(0), other(), other(), other(), same(3))),
		row("ieee80211_iter_keys_rcu", macKeyC, Ret{}, opCall(2, same(0), other(), other(), other(), same(3))),
		row("ieee80211_iter_chan_contexts_atomic", "net/mac80211/chan.c", Ret{}, opCall(1, same(0), other(), same(2))),
	}
	for _, own := range []struct{ file, names string }{
		{macTxC, `ieee80211_beacon_get_tim ieee80211_beacon_get_template ieee80211_beacon_get_template_ema_index
			ieee80211_proberesp_get ieee80211_nullfunc_get ieee80211_pspoll_get ieee80211_probereq_get
			ieee80211_get_fils_discovery_tmpl ieee80211_get_unsol_bcast_probe_resp_tmpl`},
		{macMlmeC, "ieee80211_ap_probereq_get"},
		{mac80211H, "ieee80211_beacon_get"},
	} {
		rows = append(rows, each(own.file, own.names, retNull(RetOwn, 0))...)
	}
	rows = append(rows, until61(row("ieee80211_tx_status", macStatusC, Ret{}, opFree(1)))...)
	rows = append(rows, since612(row("ieee80211_tx_status_skb", macStatusC, Ret{}, opFree(1)))...)
	rows = append(rows, since612(readsOf(
		[2]string{macUtilC, "ieee80211_handle_wake_tx_queue"},
		[2]string{ieee80211H, "ieee80211_get_sn ieee80211_is_protected_dual_of_public_action"},
		[2]string{mac80211H, "ieee80211_vif_is_mld ieee80211_vif_usable_links"},
		[2]string{"net/mac80211/agg-tx.c", "ieee80211_refresh_tx_agg_session_timer"},
	)...)...)
	return append(rows, mac80211Reads()...)
}

// mac80211Reads read the frame, or touch its control block and mac80211's own state.
func mac80211Reads() []Effect {
	var rows []Effect
	for _, r := range []struct{ file, names string }{
		{mac80211H, `ieee80211_tx_info_clear_status ieee80211_get_tx_rate
			ieee80211_get_rts_cts_rate ieee80211_get_alt_retry_rate ieee80211_info_set_tx_time_est
			ieee80211_info_get_tx_time_est ieee80211_rate_set_vht ieee80211_rate_get_vht_mcs ieee80211_rate_get_vht_nss
			ieee80211_is_tx_data ieee80211_tx_status_noskb`},
		{macTxC, `ieee80211_txq_schedule_start ieee80211_txq_may_transmit ieee80211_next_txq __ieee80211_schedule_txq
			ieee80211_txq_airtime_check`},
		{mac80211H, "ieee80211_schedule_txq ieee80211_return_txq ieee80211_txq_schedule_end"},
		{macStatusC, "ieee80211_tx_rate_update ieee80211_report_low_ack"},
		{macUtilC, `ieee80211_generic_frame_duration ieee80211_rts_duration ieee80211_ctstoself_duration
			ieee80211_wake_queue ieee80211_wake_queues ieee80211_stop_queue ieee80211_stop_queues
			ieee80211_queue_stopped ieee80211_txq_get_depth`},
		{macAirtimeC, "ieee80211_calc_rx_airtime ieee80211_calc_tx_airtime"},
		{macKeyC, "ieee80211_set_key_rx_seq ieee80211_gtk_rekey_notify ieee80211_remove_key ieee80211_key_mic_failure ieee80211_key_replay"},
		{macStaC, "ieee80211_find_sta ieee80211_find_sta_by_ifaddr ieee80211_sta_set_buffered ieee80211_sta_eosp ieee80211_sta_register_airtime"},
		{"net/mac80211/rate.c", "rate_control_set_rates ieee80211_rate_control_register ieee80211_rate_control_unregister"},
		{"net/mac80211/agg-tx.c", "ieee80211_start_tx_ba_session ieee80211_stop_tx_ba_session"},
		{"net/mac80211/ht.c", "ieee80211_request_smps"},
		{"net/mac80211/agg-tx.c", "ieee80211_send_bar ieee80211_start_tx_ba_cb_irqsafe ieee80211_stop_tx_ba_cb_irqsafe"},
		{"net/mac80211/agg-rx.c", "ieee80211_stop_rx_ba_session"},
		{macRxC, "ieee80211_sta_ps_transition ieee80211_sta_uapsd_trigger ieee80211_sta_pspoll ieee80211_mark_rx_ba_filtered_frames"},
		{macStaC, "ieee80211_sta_block_awake ieee80211_sta_recalc_aggregates ieee80211_send_eosp_nullfunc ieee80211_find_sta_by_link_addrs"},
		{macMlmeC, "ieee80211_beacon_loss ieee80211_connection_loss ieee80211_disconnect ieee80211_cqm_rssi_notify ieee80211_chswitch_done"},
		{macTxC, "ieee80211_beacon_cntdwn_is_complete ieee80211_beacon_update_cntdwn ieee80211_beacon_set_cntdwn ieee80211_reserve_tid ieee80211_unreserve_tid"},
		{macMainC, "ieee80211_free_hw ieee80211_register_hw ieee80211_unregister_hw ieee80211_restart_hw ieee80211_alloc_hw_nm"},
		{"net/mac80211/scan.c", "ieee80211_scan_completed ieee80211_sched_scan_results ieee80211_sched_scan_stopped"},
		{"net/mac80211/offchannel.c", "ieee80211_ready_on_channel ieee80211_remain_on_channel_expired"},
		{macUtilC, "wiphy_to_ieee80211_hw ieee80211_vif_to_wdev ieee80211_radar_detected"},
		{mac80211H, `ieee80211_alloc_hw ieee80211_hw_set ieee80211_hw_check _ieee80211_hw_set _ieee80211_hw_check ieee80211_vif_is_mesh
			ieee80211_vif_type_p2p rate_lowest_index rate_supported
			conf_is_ht conf_is_ht20 conf_is_ht40 SET_IEEE80211_DEV SET_IEEE80211_PERM_ADDR`},
		{ieee80211H, `ieee80211_has_tods ieee80211_has_fromds ieee80211_has_a4 ieee80211_has_morefrags ieee80211_has_retry
			ieee80211_has_pm ieee80211_has_moredata ieee80211_has_protected ieee80211_has_order ieee80211_is_mgmt
			ieee80211_is_ctl ieee80211_is_data ieee80211_is_ext ieee80211_is_data_qos ieee80211_is_data_present
			ieee80211_is_assoc_req ieee80211_is_assoc_resp ieee80211_is_reassoc_req ieee80211_is_reassoc_resp
			ieee80211_is_probe_req ieee80211_is_probe_resp ieee80211_is_beacon ieee80211_is_s1g_beacon
			ieee80211_is_s1g_short_beacon ieee80211_is_atim
			ieee80211_is_disassoc ieee80211_is_auth ieee80211_is_deauth ieee80211_is_action ieee80211_is_back_req
			ieee80211_is_back ieee80211_is_pspoll ieee80211_is_rts ieee80211_is_cts ieee80211_is_ack ieee80211_is_cfend
			ieee80211_is_cfendack ieee80211_is_nullfunc ieee80211_is_qos_nullfunc ieee80211_is_trigger
			ieee80211_is_any_nullfunc ieee80211_is_first_frag ieee80211_is_frag ieee80211_is_bufferable_mmpdu
			_ieee80211_is_robust_mgmt_frame ieee80211_is_robust_mgmt_frame ieee80211_is_public_action
			_ieee80211_is_group_privacy_action ieee80211_is_group_privacy_action ieee80211_action_contains_tpc
			ieee80211_is_timing_measurement ieee80211_is_ftm ieee80211_get_tid ieee80211_check_tim
			ieee80211_get_tdls_action ieee80211_tu_to_usec ieee80211_sn_less ieee80211_sn_add ieee80211_sn_inc ieee80211_sn_sub`},
	} {
		rows = append(rows, reads(r.file, r.names)...)
	}
	return rows
}
