// What an error code decides: the payload changes on failure.
#include <net/mac80211.h>

static int x_f(struct sk_buff *skb)
{
	if (skb->priority)
		return -EIO;
	return 0;
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (x_f(skb) < 0)
		skb->data[40] = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
