// The skb waits in an xarray.
#include <net/mac80211.h>

struct x_priv {
	struct xarray xa;
};

static void x_fire(struct x_priv *priv)
{
	struct sk_buff *skb = xa_load(&priv->xa, 3);

	if (skb)
		skb->data[40] = 0; // want write:"payload"
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;

	xa_store(&priv->xa, 3, skb, GFP_ATOMIC);
	x_fire(priv);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
