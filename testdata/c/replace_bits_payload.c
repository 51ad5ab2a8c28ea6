// le32p_replace_bits() on a word of the payload.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	__le32 *word = (__le32 *)(skb->data + 40);

	le32p_replace_bits(word, 5, 0xff); // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
