// Package clonedskbs checks the promise behind IEEE80211_HW_SUPPORTS_CLONED_SKBS.
//
// A driver that sets the flag promises never to modify the payload or tailroom of transmit skbs without copying them
// first (include/net/mac80211.h). mac80211 then hands it clones of what TCP keeps for retransmission, instead of
// copying every frame in ieee80211_skb_resize() (net/mac80211/tx.c). What the rule says:
//
//	flag      promise               finding
//	unset     proved, tolerated     recommendation, with the line to insert
//	unset     refuted, unproven     note: why the flag cannot be set
//	set       refuted               error, with the way from the entry to the write
//	set       unproven              warning, with what stands in the way of a proof
//	set       proved, tolerated     nothing
//
// The line goes straight behind the driver's row of unconditional flags, in the same spelling. Where several drivers
// share that row all of them have to keep the promise, and there is one fix for all.
package clonedskbs
