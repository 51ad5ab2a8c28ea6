// The copy is made when nobody shares the frame: the wrong way round.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (!skb_cloned(skb) && pskb_expand_head(skb, 0, 0, GFP_ATOMIC)) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	skb->data[skb->len - 1] ^= 1; // want write:"payload" write:"payload guarded by .*"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
