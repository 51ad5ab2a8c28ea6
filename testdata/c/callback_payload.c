// A callback kept beside the skb changes the payload.
#include <net/mac80211.h>

struct x_r {
	struct sk_buff *skb;
	int (*cb)(struct x_r *r);
	void *priv;
};

static int x_cb(struct x_r *r)
{
	r->skb->data[40] = 0; // want write:"payload"
	return 0;
}

static void x_go(struct x_r *r)
{
	r->cb(r);
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_r *r = hw->priv;

	r->skb = skb;
	r->cb = x_cb;
	x_go(r);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
