// The frame comes from ieee80211_tx_dequeue(); its header changes.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct ieee80211_txq *q = hw->priv;
	struct sk_buff *s;

	while ((s = ieee80211_tx_dequeue(hw, q)))
		s->data[0] = 0; // want write:"header"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
