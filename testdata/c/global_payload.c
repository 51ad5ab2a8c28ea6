// The skb is kept in a file-scope variable.
#include <net/mac80211.h>

static struct sk_buff *x_pending;

static void x_later(void)
{
	x_pending->data[40] = 0; // want write:"payload"
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	x_pending = skb;
	x_later();
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
