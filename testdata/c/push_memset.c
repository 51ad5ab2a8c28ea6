// Bytes that skb_push() prepends are cleared: headroom belongs to the clone.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	memset(skb_push(skb, 8), 0, 8); // want write:"headroom"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
