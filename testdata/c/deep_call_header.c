// Two calls down the header is changed through a plain byte pointer.
#include <net/mac80211.h>

static void x_mark(u8 *p)
{
	*p |= 0x80; // want write:"header"
}

static void x_prepare(u8 *frame, int len)
{
	x_mark(frame + 1);
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	x_prepare(skb->data, skb->len);
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
