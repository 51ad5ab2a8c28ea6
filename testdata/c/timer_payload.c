// A timer finds the skb and changes the payload.
#include <net/mac80211.h>

struct x_r {
	struct sk_buff *skb;
	void *priv;
	struct timer_list timer;
};

static void x_fire(struct timer_list *t)
{
	struct x_r *r = from_timer(r, t, timer);

	r->skb->data[40] = 0; // want write:"payload"
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_r *r = hw->priv;

	timer_setup(&r->timer, x_fire, 0);
	r->skb = skb;
	mod_timer(&r->timer, jiffies);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
