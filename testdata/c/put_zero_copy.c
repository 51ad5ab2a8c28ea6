// skb_put_zero() on a frame that was copied first.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct sk_buff *own = skb_copy(skb, GFP_ATOMIC);

	if (own) {
		skb_put_zero(own, 4); // ok: private
		dev_kfree_skb(own);
	}
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
