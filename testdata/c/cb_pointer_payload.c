// A pointer into the payload is kept in the control buffer.
#include <net/mac80211.h>

struct x_cb {
	u8 *p;
};

static void x_do(struct sk_buff *skb)
{
	struct x_cb *cb = (void *)skb->cb;

	*cb->p = 0; // want write:"payload"
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_cb *cb = (void *)skb->cb;

	cb->p = skb->data + 40;
	x_do(skb);
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
