// The bytes are copied to memory of the driver.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	u8 *c = kmemdup(skb->data, skb->len, GFP_ATOMIC);

	if (c)
		c[40] = 0; // ok: own memory
	kfree(c);
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
