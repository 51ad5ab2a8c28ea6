// Bytes that skb_put() appends are cleared at once; before that, in a push, the same is harmless.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	memset(skb_push(skb, 8), 0, 8); // want write:"headroom"
	memset(skb_put(skb, 8), 0, 8); // want write:"tailroom"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
