// A callee that is given no skb finds it by way of the device, before the caller frees it.
#include <net/mac80211.h>

struct x_ring {
	struct sk_buff *skb;
};

struct x_priv {
	struct device *dev;
	struct x_ring ring;
	u32 stats;
	u32 errors;
	u32 kicks;
	u32 stalls;
};

static void x_later(struct device *dev)
{
	struct x_priv *priv = dev_get_drvdata(dev);

	priv->ring.skb->data[100] = 0; // want write:"payload"
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;

	priv->ring.skb = skb;
	x_later(priv->dev);
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
