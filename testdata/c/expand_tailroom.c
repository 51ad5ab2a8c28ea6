// Copied only if there is too little room: a clone with enough stays shared.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (skb_tailroom(skb) < 8 && pskb_expand_head(skb, 0, 8, GFP_ATOMIC)) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	memset(skb_put(skb, 8), 0, 8); // want write:"tailroom" write:"tailroom guarded by pskb_expand_head"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
