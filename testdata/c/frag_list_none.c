// Frames with a frag_list are given up; the others are changed.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (skb_shinfo(skb)->frag_list) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	skb->data[skb->len - 1] = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
