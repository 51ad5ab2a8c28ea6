// The skb is stored as a number and loaded as a pointer; its header changes.
#include <net/mac80211.h>

union x_u {
	unsigned long l;
	struct sk_buff *skb;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	union x_u u;

	u.l = (unsigned long)skb;
	u.skb->data[0] = 0; // want write:"header"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
