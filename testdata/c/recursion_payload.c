// A recursive function changes the payload.
#include <net/mac80211.h>

static void x_walk(struct sk_buff *skb, int n)
{
	if (n) {
		x_walk(skb, n - 1); // want obstacle:"recursively"
		return;
	}
	skb->data[skb->len - 1] = 0; // want write:"payload"
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	x_walk(skb, skb->priority);
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
