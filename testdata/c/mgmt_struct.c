// A field of the body of struct ieee80211_mgmt is changed.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct ieee80211_mgmt *mgmt = (void *)skb->data;

	if (ieee80211_is_beacon(mgmt->frame_control))
		mgmt->u.beacon.timestamp = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"tolerated"
	.tx = x_tx,
};
