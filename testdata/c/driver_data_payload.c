// A pointer into the payload is kept in rate_driver_data.
#include <net/mac80211.h>

static void x_go(struct sk_buff *skb)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	u8 *p = info->rate_driver_data[0];

	*p = 0; // want write:"payload"
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_r *r = hw->priv;
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);

	info->rate_driver_data[0] = skb->data + 40;
	x_go(skb);
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
