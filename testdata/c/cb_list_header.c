// The skb is found back from a list link in its own control buffer; the header alone changes.
#include <net/mac80211.h>

struct x_cb {
	unsigned int flags;
	struct list_head list;
};

struct x_priv {
	struct device *dev;
	struct list_head pending;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;
	struct x_cb *cb = (struct x_cb *)skb->cb;

	cb->flags = 1;
	list_add_tail(&cb->list, &priv->pending);
}

static irqreturn_t x_interrupt(int irq, void *data)
{
	struct x_priv *priv = data;
	struct x_cb *cb = list_first_entry(&priv->pending, struct x_cb, list);
	struct sk_buff *skb = container_of((void *)cb, struct sk_buff, cb);

	list_del(&cb->list);
	skb->data[0] = 0; // want write:"header"
	dev_kfree_skb_irq(skb);
	return IRQ_HANDLED;
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};

int x_probe(struct x_priv *priv, int irq)
{
	return request_irq(irq, x_interrupt, 0, "x", priv);
}
