// A pointer into the header is kept beside the skb and used on completion.
#include <net/mac80211.h>

struct x_trailer {
	__le32 status;
	__le32 cookie;
};

struct x_slot {
	struct sk_buff *skb;
	struct x_trailer *trailer;
};

struct x_priv {
	struct device *dev;
	struct ieee80211_hw *hw;
	struct x_slot slot;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;
	struct x_slot *slot = &priv->slot;

	slot->skb = skb;
	slot->trailer = (struct x_trailer *)(skb->data + 4);
	dma_map_single(priv->dev, skb->data, skb->len, DMA_TO_DEVICE);
}

static irqreturn_t x_interrupt(int irq, void *data)
{
	struct x_priv *priv = data;

	priv->slot.trailer->status = cpu_to_le32(1); // want write:"header"
	ieee80211_tx_status_skb(priv->hw, priv->slot.skb);
	return IRQ_HANDLED;
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};

int x_probe(struct x_priv *priv, int irq)
{
	return request_irq(irq, x_interrupt, 0, "x", priv);
}
