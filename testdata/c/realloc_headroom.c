// Copied only if there is too little headroom.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (skb_headroom(skb) < 32) {
		struct sk_buff *n = skb_realloc_headroom(skb, 32);
		dev_kfree_skb(skb);
		if (!n)
			return;
		skb = n;
	}
	skb->data[40] = 0; // want write:"payload" write:"payload guarded by .*"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
