package skb

const (
	ipH     = "include/linux/ip.h"
	ipv6H   = "include/linux/ipv6.h"
	icmpv6H = "include/linux/icmpv6.h"
	icmpH   = "include/linux/icmp.h"
	tcpH    = "include/linux/tcp.h"
	udpH    = "include/linux/udp.h"
	ifArpH  = "include/linux/if_arp.h"
	igmpH   = "include/linux/igmp.h"
)

// skbuffPointers lead from an skb to its bytes.
func skbuffPointers() []Effect {
	return append([]Effect{
		row("skb_tail_pointer", skbuffH, ret(RetTail, 0)),
		row("skb_end_pointer", skbuffH, ret(RetEnd, 0)),
		row("skb_shinfo", skbuffH, ret(RetShinfo, 0)),
		row("skb_mac_header", skbuffH, ret(RetMac, 0)),
		row("skb_inner_mac_header", skbuffH, ret(RetNetwork, 0)),
		row("skb_network_header", skbuffH, ret(RetNetwork, 0)),
		row("skb_inner_network_header", skbuffH, ret(RetNetwork, 0)),
		row("skb_transport_header", skbuffH, ret(RetTransport, 0)),
		row("skb_inner_transport_header", skbuffH, ret(RetTransport, 0)),
		row("skb_checksum_start", skbuffH, ret(RetTransport, 0)),
		row("eth_hdr", ifEtherH, ret(RetMac, 0)),
		row("inner_eth_hdr", ifEtherH, ret(RetNetwork, 0)),
		row("skb_eth_hdr", ifEtherH, retOff(RetDataOff, 0, lit(0))),
		row("vlan_eth_hdr", ifVlanH, ret(RetMac, 0)),
		row("skb_vlan_eth_hdr", ifVlanH, retOff(RetDataOff, 0, lit(0))),
		row("ip_hdr", ipH, ret(RetNetwork, 0)),
		row("inner_ip_hdr", ipH, ret(RetNetwork, 0)),
		row("ipip_hdr", ipH, ret(RetTransport, 0)),
		row("ipv6_hdr", ipv6H, ret(RetNetwork, 0)),
		row("inner_ipv6_hdr", ipv6H, ret(RetNetwork, 0)),
		row("arp_hdr", ifArpH, ret(RetNetwork, 0)),
		row("tcp_hdr", tcpH, ret(RetTransport, 0)),
		row("inner_tcp_hdr", tcpH, ret(RetTransport, 0)),
		row("udp_hdr", udpH, ret(RetTransport, 0)),
		row("icmp_hdr", icmpH, ret(RetTransport, 0)),
		row("icmp6_hdr", icmpv6H, ret(RetTransport, 0)),
		row("igmp_hdr", igmpH, ret(RetTransport, 0)),

		// Into the skb, or into the caller's buffer if the bytes are not in one piece.
		row("skb_header_pointer", skbuffH, retOffNull(RetDataOff, 0, argv(1)), opWrite(3, argv(2))),
		row("__skb_header_pointer", skbuffH, retOffNull(RetDataOff, 0, argv(1)), opWrite(5, argv(2))),
		row("skb_pull_data", skbuffC, retNull(RetOldData, 0), opPull(0, argv(1))),

		// Fragments.
		row("skb_frag_address", skbuffH, ret(RetFrag, 0)),
		row("skb_frag_address_safe", skbuffH, retNull(RetFrag, 0)),
		row("skb_frag_page", skbuffH, ret(RetFrag, 0)),

		// Out-parameters.
		row("vlan_get_tag", ifVlanH, Ret{}, opWrite(1, lit(2))),
		row("__vlan_get_tag", ifVlanH, Ret{}, opWrite(1, lit(2))),
		row("__vlan_hwaccel_get_tag", ifVlanH, Ret{}, opWrite(1, lit(2))),
		row("skb_get_timestamp", skbuffH, Ret{}, opWrite(1, sizeOf(1))),
		row("skb_flow_dissect", skbuffH, Ret{}, opWrite(2, anySize())),
		row("skb_flow_dissect_flow_keys", skbuffH, Ret{}, opWrite(1, sizeOf(1))),
		row("skb_flow_dissect_flow_keys_basic", skbuffH, Ret{}, opWrite(2, sizeOf(2))),
		row("ipv6_skip_exthdr", "net/ipv6/exthdrs_core.c", Ret{}, opWrite(2, lit(1)), opWrite(3, lit(2))),
		row("ipv6_find_hdr", "net/ipv6/exthdrs_core.c", Ret{}, opWrite(1, lit(4)), opWrite(3, lit(2)), opWrite(4, lit(4))),
		row("skb_walk_frags", skbuffH, ret(RetFragList, 0)), // a loop: argument 1 runs through the list
	}, since612(
		row("eth_skb_pull_mac", etherH, ret(RetOldData, 0), opPull(0, lit(14))),
	)...)
}

// skbuffReads look at an skb, or change fields of struct sk_buff that place no byte.
func skbuffReads() []Effect {
	var rows []Effect
	for _, names := range []string{
		// Lengths and state.
		"skb_headlen skb_headroom skb_tailroom skb_availroom skb_pagelen __skb_pagelen skb_is_nonlinear skb_end_offset",
		"skb_cloned skb_header_cloned skb_shared skb_clone_writable skb_has_frag_list skb_has_shared_frag skb_needs_linearize",
		"skb_pfmemalloc skb_fclone_busy skb_irq_freeable skb_head_is_locked skb_can_coalesce skb_assert_len skb_len_add",
		"skb_frag_size skb_frag_size_set skb_frag_size_add skb_frag_size_sub skb_frag_off skb_frag_off_add skb_frag_off_set",
		// Offsets of headers.
		"skb_mac_offset skb_mac_header_len skb_mac_header_was_set skb_network_offset skb_inner_network_offset",
		"skb_network_header_len skb_inner_network_header_len skb_transport_offset skb_inner_transport_offset",
		"skb_transport_header_was_set skb_checksum_start_offset skb_reset_mac_header skb_set_mac_header",
		"skb_unset_mac_header skb_reset_mac_len skb_pop_mac_header skb_reset_network_header skb_set_network_header",
		"skb_reset_transport_header skb_set_transport_header skb_probe_transport_header skb_reset_inner_headers",
		"skb_reset_inner_mac_header skb_set_inner_mac_header skb_reset_inner_network_header skb_set_inner_network_header",
		"skb_reset_inner_transport_header skb_set_inner_transport_header skb_set_inner_protocol skb_set_inner_ipproto",
		// Meta data.
		"skb_dst skb_dst_set skb_dst_set_noref skb_dst_is_noref skb_napi_id skb_pkt_type_ok",
		"skb_get_queue_mapping skb_set_queue_mapping skb_copy_queue_mapping skb_record_rx_queue skb_get_rx_queue skb_rx_queue_recorded",
		"skb_get_hash __skb_get_hash_symmetric skb_get_hash_perturb skb_get_hash_raw skb_set_hash __skb_set_hash __skb_set_sw_hash skb_clear_hash skb_copy_hash skb_get_poff",
		"skb_hwtstamps skb_zcopy skb_zcopy_clear skb_get_ktime skb_tstamp skb_clear_tstamp skb_clear_delivery_time",
		"__net_timestamp skb_tx_timestamp skb_metadata_len skb_metadata_set skb_metadata_clear skb_orphan",
		"skb_is_gso skb_is_gso_v6 skb_is_gso_sctp skb_is_gso_tcp skb_gso_reset skb_warn_if_lro skb_forward_csum skb_csum_is_sctp",
		"skb_checksum_none_assert skb_csum_unnecessary skb_checksum_complete skb_checksum_validate skb_checksum_simple_validate",
		"skb_checksum_init __skb_incr_checksum_unnecessary __skb_decr_checksum_unnecessary skb_postpull_rcsum skb_postpush_rcsum",
		"skb_ext_add skb_ext_find skb_ext_exist skb_ext_del skb_ext_put skb_ext_copy skb_ext_reset nf_reset_ct nf_reset_trace secpath_exists",
		"skb_copy_secmark skb_sec_path skb_mark_for_recycle skb_mark_not_on_list skb_list_del_init skb_copy_decrypted",
		"skb_add_rx_frag skb_frag_off_copy skb_frag_page_copy skb_frag_list_init skb_propagate_pfmemalloc skb_fill_page_desc __skb_fill_page_desc",
		"__skb_fill_page_desc_noacc skb_fill_page_desc_noacc skb_zcopy_set skb_checksum_complete_unset",
		"skb_increase_gso_size skb_decrease_gso_size skb_copy_datagram_msg skb_set_end_offset skb_unref",
		"skb_set_redirected skb_reset_redirect skb_is_redirected skb_set_kcov_handle skb_get_kcov_handle __skb_header_release",
	} {
		rows = append(rows, reads(skbuffH, names)...)
	}
	rows = append(rows, since612(reads(skbuffH, "skb_wifi_acked_valid skb_poison_list")...)...)
	return append(rows, readsOf(
		[2]string{skbuffC, `skb_coalesce_rx_frag skb_append_pagefrags skb_checksum __skb_checksum __skb_checksum_complete
			skb_partial_csum_set skb_scrub_packet skb_tstamp_tx __skb_tstamp_tx skb_dump skb_tx_error skb_release_head_state
			skb_copy_header skb_headers_offset_update`},
		[2]string{ifVlanH, `skb_vlan_tag_present skb_vlan_tag_get skb_vlan_tag_get_id skb_vlan_tag_get_cfi skb_vlan_tag_get_prio
			skb_vlan_tagged __vlan_hwaccel_put_tag __vlan_hwaccel_clear_tag vlan_get_protocol __vlan_get_protocol
			skb_protocol vlan_set_encap_proto is_vlan_dev eth_type_vlan`},
		[2]string{"include/net/ip.h", "ip_hdrlen ip_is_fragment"},
		[2]string{ipH, "ip_transport_len"},
		[2]string{ipv6H, "ipv6_transport_len"},
		[2]string{tcpH, "tcp_hdrlen inner_tcp_hdrlen tcp_optlen __tcp_hdrlen"},
	)...)
}
