// A pointer to an array over the frame: its rows reach into the payload.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	u8 (*p)[8] = (void *)skb->data;

	p[5][1] = 0;
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted|unproven"
	.tx = x_tx,
};
