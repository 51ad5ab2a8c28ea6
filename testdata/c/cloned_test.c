// A clone is copied before the write; on the other branch there is nobody to share with.
#include <net/mac80211.h>

struct x_priv {
	struct device *dev;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;

	if (skb_cloned(skb) && pskb_expand_head(skb, 0, 0, GFP_ATOMIC)) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	skb->data[skb->len - 1] ^= 1; // ok: not shared on either path
	dma_map_single(priv->dev, skb->data, skb->len, DMA_TO_DEVICE);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
