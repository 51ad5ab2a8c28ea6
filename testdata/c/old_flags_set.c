// The promise is made in the old spelling, and broken.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	memset(skb_put(skb, 4), 0, 4); // want write:"tailroom"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};

int x_probe(struct ieee80211_hw *hw)
{
	hw->flags |= IEEE80211_HW_SIGNAL_DBM | IEEE80211_HW_SUPPORTS_CLONED_SKBS; // want "error: .*but x_tx.. writes the tailroom"
	return ieee80211_register_hw(hw);
}
