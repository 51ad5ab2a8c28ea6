// The error path changes the payload.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (!hw->priv)
		goto err;
	skb->data[0] = 0; // want write:"header"
	return;
err:
	skb->data[skb->len - 1] = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
