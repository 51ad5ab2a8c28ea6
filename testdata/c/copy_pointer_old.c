// A pointer into the original is used after the copy was made.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct sk_buff *c = skb_copy(skb, GFP_ATOMIC);
	u8 *p = skb->data + 40;

	if (!c)
		return;
	*p = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
