// A struct that holds the skb is copied; the header changes.
#include <net/mac80211.h>

struct x_r {
	struct sk_buff *skb;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_r a, b;

	a.skb = skb;
	memcpy(&b, &a, sizeof(a));
	b.skb->data[0] = 0; // want write:"header"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
