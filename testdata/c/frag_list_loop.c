// The frag_list is walked by hand.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct sk_buff *iter;

	for (iter = skb_shinfo(skb)->frag_list; iter; iter = iter->next)
		iter->data[0] = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
