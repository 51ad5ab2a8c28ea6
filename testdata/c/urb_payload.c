// The completion handler of a USB transfer gets the skb as its context and changes its payload.
#include <net/mac80211.h>

struct x_priv {
	struct ieee80211_hw *hw;
	struct usb_device *udev;
};

static void x_complete(struct urb *urb)
{
	struct sk_buff *skb = urb->context;

	memset(skb->data + 32, 0, 8); // want write:"payload"
	dev_kfree_skb_irq(skb);
}

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct x_priv *priv = hw->priv;
	struct urb *urb = usb_alloc_urb(0, GFP_ATOMIC);

	if (!urb) {
		ieee80211_free_txskb(hw, skb);
		return;
	}
	usb_fill_bulk_urb(urb, priv->udev, usb_sndbulkpipe(priv->udev, 1), skb->data, skb->len, x_complete, skb);
	usb_submit_urb(urb, GFP_ATOMIC);
	usb_free_urb(urb);
}

static const struct ieee80211_ops x_ops = { // want verdict:"refuted"
	.tx = x_tx,
};
