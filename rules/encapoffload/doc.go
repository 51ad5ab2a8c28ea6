// Package encapoffload checks what IEEE80211_HW_SUPPORTS_TX_ENCAP_OFFLOAD asks for without saying so.
//
// ieee80211_8023_xmit() (net/mac80211/tx.c) hands frames to the driver as Ethernet frames and never calls
// ieee80211_skb_resize(), so such a driver gets clones of what TCP keeps, whatever its other flags say. It has the duty
// of SUPPORTS_CLONED_SKBS, and one more: there is no 802.11 header in such a frame, so that a write to the fields of one
// on a path that is not excluded by IEEE80211_TX_CTL_HW_80211_ENCAP lands behind the 14 bytes of the Ethernet header.
package encapoffload
