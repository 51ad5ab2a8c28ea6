// Fields of the 802.11 header are changed in place: they belong to the clone.
#include <net/mac80211.h>

struct x_priv {
	struct device *dev;
	u16 seq;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)skb->data;
	struct x_priv *priv = hw->priv;

	hdr->duration_id = 0; // want write:"header"
	hdr->seq_ctrl &= cpu_to_le16(IEEE80211_SCTL_FRAG); // want write:"header"
	hdr->seq_ctrl |= cpu_to_le16(priv->seq); // want write:"header"
	dma_map_single(priv->dev, skb->data, skb->len, DMA_TO_DEVICE); // ok: the device reads
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};

int x_probe(struct device *dev)
{
	struct ieee80211_hw *hw = ieee80211_alloc_hw(sizeof(struct x_priv), &x_ops);

	ieee80211_hw_set(hw, SIGNAL_DBM);
	ieee80211_hw_set(hw, RX_INCLUDES_FCS); // want "recommendation: .*can set SUPPORTS_CLONED_SKBS"
	if (dev)
		ieee80211_hw_set(hw, MFP_CAPABLE);
	return ieee80211_register_hw(hw);
}
