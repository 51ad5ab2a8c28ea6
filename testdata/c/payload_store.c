// The last byte of the frame is changed in place.
#include <net/mac80211.h>

struct x_priv {
	struct device *dev;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;

	skb->data[skb->len - 1] ^= 1; // want write:"payload" "note: .*cannot set SUPPORTS_CLONED_SKBS: x_tx.. writes the payload"
	dma_map_single(priv->dev, skb->data, skb->len, DMA_TO_DEVICE);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};

int x_probe(struct device *dev)
{
	struct ieee80211_hw *hw = ieee80211_alloc_hw(sizeof(struct x_priv), &x_ops);

	ieee80211_hw_set(hw, SIGNAL_DBM); // ok: no place to add the flag
	return ieee80211_register_hw(hw);
}
