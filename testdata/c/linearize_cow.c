// skb_linearize_cow() makes all private.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (skb_linearize_cow(skb))
		return;
	skb->data[40] = 0; // want write:"payload guarded by skb_linearize_cow"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
