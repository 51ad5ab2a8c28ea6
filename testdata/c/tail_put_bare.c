// The frame is made longer, but nothing is written to the new bytes.
#include <net/mac80211.h>

struct x_priv {
	struct device *dev;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;

	skb_put(skb, 4); // ok: a bare skb_put writes nothing
	dma_map_single(priv->dev, skb->data, skb->len, DMA_TO_DEVICE);
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};

int x_probe(struct device *dev)
{
	struct ieee80211_hw *hw = ieee80211_alloc_hw(sizeof(struct x_priv), &x_ops);

	ieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS); // ok: the promise is kept
	return ieee80211_register_hw(hw);
}
