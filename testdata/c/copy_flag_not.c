// Written only where a flag says that the frame was not copied.
#include <net/mac80211.h>

struct x_r {
	void *priv;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_r *r = hw->priv;
	bool own = false;

	if (r->priv) {
		skb = skb_copy(skb, GFP_ATOMIC);
		if (!skb)
			return;
		own = true;
	}
	if (!own)
		skb->data[40] = 0; // want write:"payload"
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
