// One case of a switch changes the payload.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	switch (skb->priority) {
	case 0:
		skb->data[0] = 1; // want write:"header"
		break;
	case 1:
	case 2:
		skb->data[skb->len - 1] = 0; // want write:"payload"
		fallthrough;
	default:
		break;
	}
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
