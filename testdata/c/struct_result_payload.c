// A struct that holds the skb is returned by value.
#include <net/mac80211.h>

struct x_r {
	struct sk_buff *skb;
};

static struct x_r x_make(struct sk_buff *skb)
{
	struct x_r r;

	r.skb = skb;
	return r;
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_r r = x_make(skb);

	r.skb->data[40] = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
