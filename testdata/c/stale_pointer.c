// A pointer from before the copy leads into the shared buffer still.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	u8 *last = skb->data + skb->len - 1;

	if (pskb_expand_head(skb, 0, 0, GFP_ATOMIC)) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	*last = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
