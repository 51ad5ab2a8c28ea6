// A handler out of an array of functions changes the payload.
#include <net/mac80211.h>

static void x_a(struct sk_buff *skb)
{
}

static void x_b(struct sk_buff *skb)
{
	skb->data[40] = 0; // want write:"payload"
}

static void (*const x_handlers[])(struct sk_buff *) = { x_a, x_b };

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	x_handlers[skb->priority & 1](skb);
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
