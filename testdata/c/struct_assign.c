// A whole struct is assigned to the payload.
#include <net/mac80211.h>

struct x_d {
	u32 a;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_d d = { 0 };

	*(struct x_d *)(skb->data + 40) = d; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
