// The body of management frames alone is changed: such a clone is always copied before.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct ieee80211_hdr *hdr = (void *)skb->data;

	if (ieee80211_is_probe_resp(hdr->frame_control))
		memset(skb->data + 24, 0, 8); // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"tolerated"
	.tx = x_tx,
};
