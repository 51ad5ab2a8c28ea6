// The skbs on the frag_list are changed, in a block.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct sk_buff *iter;

	skb_walk_frags(skb, iter) {
		iter->data[0] = 0; // want write:"payload"
		iter->data[iter->len - 1] = 0; // want write:"payload"
	}
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
