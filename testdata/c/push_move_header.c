// After a push the header alone is moved into the headroom.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	int hdrlen = ieee80211_get_hdrlen_from_skb(skb);

	if (skb_headroom(skb) < 2) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	skb_push(skb, 2);
	memmove(skb->data, skb->data + 2, hdrlen); // want write:"headroom|header"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
