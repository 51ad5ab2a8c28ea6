// The payload is changed in a copy that belongs to the driver.
#include <net/mac80211.h>

struct x_priv {
	struct device *dev;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;
	struct sk_buff *copy = skb_copy(skb, GFP_ATOMIC);

	ieee80211_free_txskb(hw, skb);
	if (!copy)
		return;
	copy->data[copy->len - 1] ^= 1; // ok: private
	dma_map_single(priv->dev, copy->data, copy->len, DMA_TO_DEVICE);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
