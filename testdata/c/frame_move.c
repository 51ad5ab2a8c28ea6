// To align the frame all of it is moved, payload included.
#include <net/mac80211.h>

struct x_priv {
	struct device *dev;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;
	unsigned int off = (unsigned long)skb->data & 3;
	unsigned int len = skb->len;

	skb_push(skb, off);
	memmove(skb->data, skb->data + off, len); // want write:"payload"
	dma_map_single(priv->dev, skb->data, len, DMA_TO_DEVICE);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
