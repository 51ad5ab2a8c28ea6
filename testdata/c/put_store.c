// Bytes that skb_put() appended are written through the pointer it gives.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	__le32 *tail = skb_put(skb, 4);

	*tail = cpu_to_le32(7); // want write:"tailroom"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
