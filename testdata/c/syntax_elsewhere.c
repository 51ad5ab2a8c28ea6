// A function that no TX skb reaches could not be parsed in full.
#include <net/mac80211.h>

static int x_odd(struct device *dev)
{
	@ dev ->; // ok: no TX skb comes here
	return 0;
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	skb->data[0] = 0; // want write:"header"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};

int x_probe(struct device *dev)
{
	return x_odd(dev);
}
