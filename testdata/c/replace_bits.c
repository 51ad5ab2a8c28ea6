// le32p_replace_bits() on a descriptor in front of the frame.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	__le32 *desc = skb_push(skb, 16);

	le32p_replace_bits(desc + 3, 5, 0xff); // want write:"headroom"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
