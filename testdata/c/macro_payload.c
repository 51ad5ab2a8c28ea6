// The same macros write into the frame.
#include <net/mac80211.h>

#define X_SET_BITS(p, mask, shift, v) \
	*(__le32 *)(p) = cpu_to_le32((le32_to_cpu(*(__le32 *)(p)) & ~(mask)) | ((v) << (shift)))
#define X_SET_DESC_LEN(d, v)	X_SET_BITS((d), 0xffff, 0, v)


static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	u8 *desc = skb->data + skb->len - 4;

	X_SET_DESC_LEN(desc, 100); // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
