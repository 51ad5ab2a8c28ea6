// A page fragment is mapped for the device to write.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	skb_frag_dma_map(hw->priv, &skb_shinfo(skb)->frags[0], 0, 64, DMA_BIDIRECTIONAL); // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
