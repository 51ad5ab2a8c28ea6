package skb

const (
	usbH        = "include/linux/usb.h"
	usbUrbC     = "drivers/usb/core/urb.c"
	usbMessageC = "drivers/usb/core/message.c"
)

// usbEffects: an urb carries the buffer as transfer_buffer and the frame as context into its completion handler.
func usbEffects() []Effect {
	rows := []Effect{
		row("usb_fill_bulk_urb", usbH, Ret{}, opAssign(0, "transfer_buffer", 3), opAssign(0, "complete", 5), opAssign(0, "context", 6),
			opDMA(3, argv(4), dirPipe(2)), opDefer(5, same(0))),
		row("usb_fill_int_urb", usbH, Ret{}, opAssign(0, "transfer_buffer", 3), opAssign(0, "complete", 5), opAssign(0, "context", 6),
			opDMA(3, argv(4), dirPipe(2)), opDefer(5, same(0))),
		row("usb_fill_control_urb", usbH, Ret{}, opAssign(0, "transfer_buffer", 4), opAssign(0, "complete", 6), opAssign(0, "context", 7),
			opAssign(0, "setup_packet", 3), opDMA(4, argv(5), dirPipe(2)), opDefer(6, same(0))),
		row("usb_submit_urb", usbUrbC, Ret{}, field("complete", opDefer(0, same(0)))),
		row("usb_bulk_msg", usbMessageC, Ret{}, opDMA(2, argv(3), dirPipe(1))),
		row("usb_interrupt_msg", usbMessageC, Ret{}, opDMA(2, argv(3), dirPipe(1))),
		row("usb_control_msg", usbMessageC, Ret{}, opDMA(6, argv(7), dirPipe(1))),
		row("usb_control_msg_send", usbMessageC, Ret{}),
		row("usb_control_msg_recv", usbMessageC, Ret{}, opWrite(6, argv(7))),
		row("usb_get_urb", usbUrbC, ret(RetArg, 0)),
		row("usb_anchor_urb", usbUrbC, Ret{}, opStore(1, 0)),
		row("usb_get_from_anchor", usbUrbC, retNull(RetTake, 0)),
	}
	return append(rows, reads(usbUrbC, `usb_alloc_urb usb_free_urb usb_init_urb usb_kill_urb usb_unlink_urb usb_poison_urb usb_unanchor_urb
		usb_kill_anchored_urbs usb_wait_anchor_empty_timeout usb_anchor_empty usb_scuttle_anchored_urbs usb_unlink_anchored_urbs`)...)
}
