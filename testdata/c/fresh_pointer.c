// A pointer taken after the copy leads into the private buffer.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	u8 *last;

	if (pskb_expand_head(skb, 0, 0, GFP_ATOMIC)) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	last = skb->data + skb->len - 1;
	*last = 0; // want write:"payload guarded by pskb_expand_head"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
