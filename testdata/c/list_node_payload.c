// The skb hangs on an allocated list node.
#include <net/mac80211.h>

struct x_r {
	struct sk_buff *skb;
	struct list_head list;
};

struct x_priv {
	struct list_head list;
};

static void x_fire(struct x_priv *priv)
{
	struct x_r *r, *t;

	list_for_each_entry_safe(r, t, &priv->list, list) {
		r->skb->data[40] = 0; // want write:"payload"
		list_del(&r->list);
	}
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_r *r = kmalloc(sizeof(*r), GFP_ATOMIC);
	struct x_priv *priv = hw->priv;

	if (!r)
		return;
	r->skb = skb;
	list_add_tail(&r->list, &priv->list);
	x_fire(priv);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
