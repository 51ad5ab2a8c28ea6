// After a push all of the frame is moved into the headroom.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	int hdrlen = ieee80211_get_hdrlen_from_skb(skb);

	if (skb_headroom(skb) < 2) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	skb_push(skb, 2);
	memmove(skb->data, skb->data + 2, skb->len - 2); // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
