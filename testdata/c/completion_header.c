// The frame waits in a buffer descriptor; when the device is done a bit of its header is reset.
#include <net/mac80211.h>

struct x_buf {
	struct sk_buff *mpdu;
	dma_addr_t addr;
};

struct x_priv {
	struct device *dev;
	struct ieee80211_hw *hw;
	struct x_buf ring[16];
	unsigned int head, tail;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;
	struct x_buf *bf = &priv->ring[priv->head++ % 16];

	bf->mpdu = skb;
	bf->addr = dma_map_single(priv->dev, skb->data, skb->len, DMA_TO_DEVICE);
}

static irqreturn_t x_interrupt(int irq, void *data)
{
	struct x_priv *priv = data;
	struct x_buf *bf = &priv->ring[priv->tail++ % 16];
	struct sk_buff *skb = bf->mpdu;

	dma_unmap_single(priv->dev, bf->addr, skb->len, DMA_TO_DEVICE);
	((struct ieee80211_hdr *)skb->data)->frame_control &= ~cpu_to_le16(IEEE80211_FCTL_PM); // want write:"header"
	ieee80211_tx_status_skb(priv->hw, skb);
	return IRQ_HANDLED;
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};

int x_probe(struct x_priv *priv, int irq)
{
	priv->hw = ieee80211_alloc_hw(0, &x_ops);
	return request_irq(irq, x_interrupt, 0, "x", priv);
}
