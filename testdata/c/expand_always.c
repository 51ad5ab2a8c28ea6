// pskb_expand_head() makes the frame private when it succeeds.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (pskb_expand_head(skb, 0, 8, GFP_ATOMIC)) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	memset(skb_put(skb, 8), 0, 8); // want write:"tailroom guarded by pskb_expand_head"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
