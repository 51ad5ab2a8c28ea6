// A helper gives a pointer into the frame through a parameter.
#include <net/mac80211.h>

static void x_get(struct sk_buff *skb, u8 **p)
{
	*p = skb->data + 40;
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	u8 *p;

	x_get(skb, &p);
	*p = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
