// The skb is kept in a local array and found by another index; its header changes.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct sk_buff *a[4];
	int i;

	a[2] = skb;
	for (i = 0; i < 4; i++)
		if (a[i])
			a[i]->data[0] = 0; // want write:"header"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
