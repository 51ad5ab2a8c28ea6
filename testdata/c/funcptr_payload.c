// The bus layer that changes the payload is called through a pointer in a table.
#include <net/mac80211.h>

struct x_bus_ops {
	int (*send)(void *bus, struct sk_buff *skb);
};

struct x_priv {
	const struct x_bus_ops *ops;
	void *bus;
};

static int x_usb_send(void *bus, struct sk_buff *skb)
{
	u8 *data = skb->data;

	data[skb->len - 2] = 0; // want write:"payload"
	return 0;
}

static const struct x_bus_ops x_usb_ops = {
	.send = x_usb_send,
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;

	priv->ops->send(priv->bus, skb);
}

static const struct ieee80211_ops x_hw_ops = { // want verdict:"refuted"
	.tx = x_tx,
};

int x_probe(void *bus)
{
	struct ieee80211_hw *hw = ieee80211_alloc_hw(sizeof(struct x_priv), &x_hw_ops);
	struct x_priv *priv = hw->priv;

	priv->ops = &x_usb_ops;
	priv->bus = bus;
	return ieee80211_register_hw(hw);
}
