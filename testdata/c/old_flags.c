// Flags as kernels before 4.2 spell them: the recommendation adds to the expression.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	x_send(hw->priv, skb->len); // ok: no skb goes there
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};

int x_probe(struct ieee80211_hw *hw)
{
	hw->flags = IEEE80211_HW_RX_INCLUDES_FCS | // want "recommendation: .*can set"
		    IEEE80211_HW_SIGNAL_DBM;
	hw->queues = 4;
	return ieee80211_register_hw(hw);
}
