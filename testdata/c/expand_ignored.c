// The copy may have failed, and nobody looks.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	pskb_expand_head(skb, 0, 8, GFP_ATOMIC);
	skb->data[skb->len - 1] = 0; // want write:"payload" write:"payload guarded by pskb_expand_head"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
