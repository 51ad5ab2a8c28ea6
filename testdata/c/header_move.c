// To align the payload the header alone is moved into the headroom, and back on completion.
#include <net/mac80211.h>

struct x_priv {
	struct device *dev;
	struct sk_buff_head queue;
};

static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control, struct sk_buff *skb)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)skb->data;
	struct x_priv *priv = hw->priv;
	int hdrlen = ieee80211_hdrlen(hdr->frame_control);
	int pad = hdrlen & 3;

	if (pad && skb->len > hdrlen) {
		if (skb_headroom(skb) < pad) {
			ieee80211_free_txskb(hw, skb);
			return;
		}
		skb_push(skb, pad);
		memmove(skb->data, skb->data + pad, hdrlen); // want write:"header|headroom"
	}
	dma_map_single(priv->dev, skb->data, skb->len, DMA_TO_DEVICE);
	skb_queue_tail(&priv->queue, skb); // ok: only the skb's own list links change
}

static const struct ieee80211_ops x_ops = { // want verdict:"proved"
	.tx = x_tx,
};
