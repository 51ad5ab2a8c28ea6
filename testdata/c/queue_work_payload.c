// The frame waits in a queue; a work item takes it from there and changes its end.
#include <net/mac80211.h>

struct x_priv {
	struct ieee80211_hw *hw;
	struct sk_buff_head queue;
	struct work_struct work;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;

	skb_queue_tail(&priv->queue, skb);
	ieee80211_queue_work(hw, &priv->work);
}

static void x_send(struct x_priv *priv, struct sk_buff *skb)
{
	skb->data[skb->len - 4] = 0; // want write:"payload"
}

static void x_work(struct work_struct *work)
{
	struct x_priv *priv = container_of(work, struct x_priv, work);
	struct sk_buff *skb;

	while ((skb = skb_dequeue(&priv->queue))) {
		x_send(priv, skb);
		ieee80211_free_txskb(priv->hw, skb);
	}
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};

void x_init(struct x_priv *priv)
{
	skb_queue_head_init(&priv->queue);
	INIT_WORK(&priv->work, x_work);
}
