// The skbs on the frag_list are counted.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct sk_buff *iter;
	int n = 0;

	skb_walk_frags(skb, iter)
		n += iter->len;
	skb->data[0] = n; // want write:"header"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
