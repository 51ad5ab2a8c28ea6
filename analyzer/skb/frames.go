package skb

import "slices"

// FrameKind is what a predicate on a frame says about its type when it is true.
type FrameKind int

// The kinds of 802.11 frames.
const (
	FrameOther FrameKind = iota // an extension frame
	FrameMgmt                   // management
	FrameData                   // data, null functions included
	FrameCtl                    // control
)

// framePredicate is a family of kernel functions that are true for frames of one kind alone. All take the frame control
// field, a frame or an skb as argument 0. That they are false says nothing.
type framePredicate struct {
	kind  FrameKind
	file  string
	names []string
}

func framePredicates() []framePredicate {
	return []framePredicate{
		{FrameMgmt, ieee80211H, []string{
			"ieee80211_is_mgmt", "ieee80211_is_assoc_req", "ieee80211_is_assoc_resp", "ieee80211_is_reassoc_req",
			"ieee80211_is_reassoc_resp", "ieee80211_is_probe_req", "ieee80211_is_probe_resp", "ieee80211_is_beacon",
			"ieee80211_is_atim", "ieee80211_is_disassoc", "ieee80211_is_auth", "ieee80211_is_deauth", "ieee80211_is_action",
			"ieee80211_is_bufferable_mmpdu", "_ieee80211_is_robust_mgmt_frame", "ieee80211_is_robust_mgmt_frame",
			"ieee80211_is_public_action", "ieee80211_is_protected_dual_of_public_action",
			"_ieee80211_is_group_privacy_action", "ieee80211_is_group_privacy_action", "ieee80211_action_contains_tpc",
			"ieee80211_is_timing_measurement", "ieee80211_is_ftm",
		}},
		{FrameData, ieee80211H, []string{
			"ieee80211_is_data", "ieee80211_is_data_qos", "ieee80211_is_data_present", "ieee80211_is_nullfunc",
			"ieee80211_is_qos_nullfunc", "ieee80211_is_any_nullfunc",
		}},
		{FrameData, mac80211H, []string{"ieee80211_is_tx_data"}}, // Ethernet frames of encapsulation offload included
		{FrameCtl, ieee80211H, []string{
			"ieee80211_is_ctl", "ieee80211_is_back_req", "ieee80211_is_back", "ieee80211_is_pspoll", "ieee80211_is_rts",
			"ieee80211_is_cts", "ieee80211_is_ack", "ieee80211_is_cfend", "ieee80211_is_cfendack", "ieee80211_is_trigger",
		}},
		{FrameOther, ieee80211H, []string{"ieee80211_is_ext", "ieee80211_is_s1g_beacon", "ieee80211_is_s1g_short_beacon"}},
	}
}

// FramePredicate tells what kind of frame the kernel function of that name is true for.
func FramePredicate(name string) (FrameKind, bool) {
	for _, p := range framePredicates() {
		if slices.Contains(p.names, name) {
			return p.kind, true
		}
	}
	return FrameOther, false
}

// headerStruct is a struct that the kernel lays over the start of a frame.
type headerStruct struct {
	tag   string
	bytes int64
	file  string
}

// headerStructs are the structs of 802.11 and Ethernet headers. struct ieee80211_hdr ends in addr4, which is there in
// four-address frames alone: code that writes it has such a frame, or mac80211 would already read payload as an address.
// The same goes for qos_ctrl. Behind struct ieee80211_mgmt's 24 bytes comes the body, behind the 16 of a block-ack
// request (ieee80211_hdrlen counts no more) its control fields.
func headerStructs() []headerStruct {
	return []headerStruct{
		{"ieee80211_hdr", 30, ieee80211H},
		{"ieee80211_hdr_3addr", 24, ieee80211H},
		{"ieee80211_qos_hdr", 26, ieee80211H},
		{"ieee80211_qos_hdr_4addr", 32, ieee80211H},
		{"ieee80211_mgmt", 24, ieee80211H},
		{"ieee80211_bar", 16, ieee80211H},
		{"ieee80211_rts", 16, ieee80211H},
		{"ieee80211_cts", 10, ieee80211H},
		{"ieee80211_pspoll", 16, ieee80211H},
		{"ethhdr", 14, "include/uapi/linux/if_ether.h"},
	}
}

// HeaderStructs gives, for each struct tag of a frame header, how many of its leading bytes are header in every frame
// that it is used for. The rest of the struct is payload.
func HeaderStructs() map[string]int64 {
	bytes := map[string]int64{}
	for _, h := range headerStructs() {
		bytes[h.tag] = h.bytes
	}
	return bytes
}
