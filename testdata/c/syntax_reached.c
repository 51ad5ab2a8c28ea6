// A function that TX skbs reach could not be parsed in full.
#include <net/mac80211.h>

static void x_odd(struct sk_buff *skb)
{
	skb->data[0] = 0; // want write:"header"
	@ skb ->; // want obstacle:"could not be parsed"
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	x_odd(skb);
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"unproven"
	.tx = x_tx,
};
