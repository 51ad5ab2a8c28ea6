// LLC/SNAP behind the header is changed.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	u8 *llc = skb->data + ieee80211_get_hdrlen_from_skb(skb);

	llc[6] = 0; // want write:"upper"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"tolerated"
	.tx = x_tx,
};
