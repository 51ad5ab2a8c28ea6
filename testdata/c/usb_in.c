// The frame is the buffer of a transfer from the device.
#include <net/mac80211.h>

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct urb *u = hw->priv;

	usb_fill_bulk_urb(u, 0, usb_rcvbulkpipe(0, 1), skb->data, skb->len, 0, skb); // want write:"payload"
	ieee80211_free_txskb(hw, skb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
