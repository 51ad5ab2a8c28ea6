// The function to call is an argument.
#include <net/mac80211.h>

static void x_w(struct sk_buff *skb)
{
	skb->data[40] = 0; // want write:"payload"
}

static void x_apply(struct sk_buff *skb, void (*f)(struct sk_buff *))
{
	f(skb);
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	x_apply(skb, x_w);
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
