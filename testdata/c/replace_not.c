// A helper makes a copy but leaves the caller with the original.
#include <net/mac80211.h>

static int x_own(struct sk_buff **pskb)
{
	struct sk_buff *own = skb_copy(*pskb, GFP_ATOMIC);

	if (!own)
		return -ENOMEM;
	dev_kfree_skb(own);
	return 0;
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	if (x_own(&skb)) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	skb->data[skb->len - 1] = 0; // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
