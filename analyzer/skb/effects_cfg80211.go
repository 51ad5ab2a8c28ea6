package skb

const (
	cfg80211H   = "include/net/cfg80211.h"
	cfgMlmeC    = "net/wireless/mlme.c"
	cfgScanC    = "net/wireless/scan.c"
	cfgNl80211C = "net/wireless/nl80211.c"
	cfgSmeC     = "net/wireless/sme.c"
	cfgRegC     = "net/wireless/reg.c"
	cfgChanC    = "net/wireless/chan.c"
	netlinkH    = "include/net/netlink.h"
	nlattrC     = "lib/nlattr.c"
	genetlinkH  = "include/net/genetlink.h"
	genetlinkC  = "net/netlink/genetlink.c"
	radiotapC   = "net/wireless/radiotap.c"
)

// cfg80211Effects search frames for elements, and report frames by copy. Netlink messages are skbs of the caller's own.
func cfg80211Effects() []Effect {
	rows := []Effect{
		row("cfg80211_find_elem_match", cfgScanC, retNull(RetInner, 1)),
		row("cfg80211_find_vendor_elem", cfgScanC, retNull(RetInner, 2)),
		row("cfg80211_find_elem", cfg80211H, retNull(RetInner, 1)),
		row("cfg80211_find_ext_elem", cfg80211H, retNull(RetInner, 1)),
		row("cfg80211_find_ie", cfg80211H, retNull(RetInner, 1)),
		row("cfg80211_find_ie_match", cfg80211H, retNull(RetInner, 1)),
		row("cfg80211_find_ext_ie", cfg80211H, retNull(RetInner, 1)),
		row("cfg80211_find_vendor_ie", cfg80211H, retNull(RetInner, 2)),
		row("cfg80211_get_p2p_attr", wirelessUtilC, Ret{}, opWrite(3, argv(4))),
		row("ieee80211_data_to_8023", cfg80211H, Ret{}, opLinearize(0), opPull(0, anySize()), opPush(0, lit(14)), opWriteData(0, lit(0), lit(14))),
		row("ieee80211_amsdu_to_8023s", wirelessUtilC, Ret{}, opDeliver(0)),
		row("ieee80211_radiotap_iterator_init", radiotapC, Ret{}, opStore(0, 1)),
		row("ieee80211_radiotap_iterator_next", radiotapC, Ret{}),

		row("cfg80211_testmode_alloc_reply_skb", cfg80211H, Ret{Kind: RetOwn, Null: true}),
		row("cfg80211_testmode_alloc_event_skb", cfg80211H, Ret{Kind: RetOwn, Null: true}),
		row("cfg80211_vendor_cmd_alloc_reply_skb", cfg80211H, Ret{Kind: RetOwn, Null: true}),
		row("cfg80211_vendor_event_alloc", cfg80211H, Ret{Kind: RetOwn, Null: true}),
		row("cfg80211_testmode_reply", cfg80211H, Ret{}, opFree(0)),
		row("cfg80211_testmode_event", cfg80211H, Ret{}, opFree(0)),
		row("cfg80211_vendor_event", cfg80211H, Ret{}, opFree(0)),
		row("cfg80211_vendor_cmd_reply", cfgNl80211C, Ret{}, opFree(0)),

		row("nlmsg_new", netlinkH, Ret{Kind: RetOwn, Null: true}),
		row("genlmsg_new", genetlinkH, Ret{Kind: RetOwn, Null: true}),
		row("genlmsg_put", genetlinkC, retNull(RetOldTail, 0), opWriteTail(0, anySize()), opPut(0, anySize())),
		row("nlmsg_put", netlinkH, retNull(RetOldTail, 0), opWriteTail(0, anySize()), opPut(0, anySize())),
		row("genlmsg_unicast", genetlinkH, Ret{}, opFree(1)),
		row("genlmsg_reply", genetlinkH, Ret{}, opFree(0)),
		row("nlmsg_free", netlinkH, Ret{}, opFree(0)),
		row("nla_reserve", nlattrC, retNull(RetOldTail, 0), opWriteTail(0, anySize()), opPut(0, anySize())),
		row("nla_nest_start", netlinkH, retNull(RetOldTail, 0), opWriteTail(0, lit(4)), opPut(0, lit(4))),
		row("nla_nest_start_noflag", netlinkH, retNull(RetOldTail, 0), opWriteTail(0, lit(4)), opPut(0, lit(4))),
		row("nla_nest_end", netlinkH, Ret{}, opWrite(1, lit(2))),
		row("nla_data", netlinkH, ret(RetInner, 0)),
		row("nlmsg_data", netlinkH, ret(RetInner, 0)),
		row("nlmsg_hdr", "include/linux/netlink.h", retOff(RetDataOff, 0, lit(0))),
	}
	rows = append(rows, each(nlattrC, "nla_put nla_put_nohdr", Ret{}, opWriteTail(0, anySize()), opPut(0, anySize()))...)
	rows = append(rows, each(netlinkH, `nla_put_u8 nla_put_u16 nla_put_u32 nla_put_u64_64bit nla_put_s8 nla_put_s32 nla_put_be16
		nla_put_le16 nla_put_le32 nla_put_flag nla_put_string`, Ret{}, opWriteTail(0, anySize()), opPut(0, anySize()))...)
	return append(rows, cfg80211Reads()...)
}

// cfg80211Reads copy what they report out of the frame, or never see one.
func cfg80211Reads() []Effect {
	rows := readsOf(
		[2]string{cfg80211H, `cfg80211_rx_mgmt cfg80211_mgmt_tx_status cfg80211_inform_bss cfg80211_inform_bss_frame
			ieee80211_get_channel ieee80211_frequency_to_channel ieee80211_channel_to_frequency ieee80211_channel_to_khz
			ieee80211_bss_get_ie wiphy_priv wiphy_name wiphy_dev wiphy_net priv_to_wiphy wdev_priv wiphy_lock wiphy_unlock
			wiphy_ext_feature_set wiphy_ext_feature_isset wiphy_rfkill_set_hw_state cfg80211_get_chandef_type cfg80211_connect_bss
			cfg80211_connect_result cfg80211_del_sta cfg80211_get_bss set_wiphy_dev`},
		[2]string{cfgMlmeC, "cfg80211_rx_mgmt_ext cfg80211_rx_mlme_mgmt cfg80211_tx_mlme_mgmt cfg80211_rx_assoc_resp cfg80211_auth_timeout cfg80211_michael_mic_failure"},
		[2]string{cfgNl80211C, `cfg80211_rx_unprot_mlme_mgmt cfg80211_mgmt_tx_status_ext cfg80211_control_port_tx_status cfg80211_rx_control_port cfg80211_probe_status
			cfg80211_remain_on_channel_expired cfg80211_ready_on_channel cfg80211_new_sta cfg80211_cqm_rssi_notify
			cfg80211_rx_spurious_frame cfg80211_rx_unexpected_4addr_frame cfg80211_tdls_oper_request`},
		[2]string{cfgScanC, `cfg80211_inform_bss_data cfg80211_inform_bss_frame_data cfg80211_put_bss cfg80211_ref_bss
			cfg80211_unlink_bss cfg80211_scan_done cfg80211_sched_scan_results cfg80211_sched_scan_stopped`},
		[2]string{cfgSmeC, "cfg80211_connect_done cfg80211_roamed cfg80211_disconnected"},
		[2]string{cfgChanC, "cfg80211_chandef_valid cfg80211_chandef_create"},
		[2]string{cfgRegC, "regulatory_hint freq_reg_info"},
		[2]string{wirelessUtilC, `ieee80211_get_mesh_hdrlen ieee80211_channel_to_freq_khz ieee80211_freq_khz_to_channel
			ieee80211_get_channel_khz cfg80211_classify8021d cfg80211_calculate_bitrate`},
		[2]string{netlinkH, `nla_len nla_type nla_get_u8 nla_get_u16 nla_get_u32 nla_get_u64 nla_get_flag nla_ok nla_total_size
			nla_nest_cancel nlmsg_cancel nlmsg_end nlmsg_len`},
		[2]string{genetlinkH, "genlmsg_end genlmsg_cancel"},
	)
	return append(rows, since612(readsOf(
		[2]string{cfgNl80211C, "cfg80211_links_removed"},
		[2]string{cfg80211H, "cfg80211_ssid_eq"},
	)...)...)
}
