// A page fragment is changed without a variable for it, after the linear part was made private.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (pskb_expand_head(skb, 0, 0, GFP_ATOMIC)) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	memset(skb_frag_address(&skb_shinfo(skb)->frags[0]), 0, 4); // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
