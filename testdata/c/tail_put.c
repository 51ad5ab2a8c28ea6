// Four bytes go behind the frame, into the tailroom that a clone shares.
#include <net/mac80211.h>

struct x_priv {
	struct device *dev;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	static const u8 mark[4] = { 1, 2, 3, 4 };
	struct x_priv *priv = hw->priv;

	skb_put_data(skb, mark, sizeof(mark)); // want write:"tailroom"
	dma_map_single(priv->dev, skb->data, skb->len, DMA_TO_DEVICE);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};

int x_probe(struct device *dev)
{
	struct ieee80211_hw *hw = ieee80211_alloc_hw(sizeof(struct x_priv), &x_ops);

	ieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS); // want "error: .*sets SUPPORTS_CLONED_SKBS, but x_tx.. writes the tailroom"
	return ieee80211_register_hw(hw);
}
