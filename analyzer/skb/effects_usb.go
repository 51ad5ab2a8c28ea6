package skb

const (
	usbH        = "include/linux/usb.h"
	usbC        = "drivers/usb/core/usb.c"
	usbUrbC     = "drivers/usb/core/urb.c"
	usbMessageC = "drivers/usb/core/message.c"
	usbHubC     = "drivers/usb/core/hub.c"
	usbDriverC  = "drivers/usb/core/driver.c"
	usbCh9H     = "include/uapi/linux/usb/ch9.h"
)

// fillURB makes the row of a usb_fill_*_urb function whose transfer buffer is argument buf: the length, the completion
// handler and its context are the next three.
func fillURB(name string, buf int) Effect {
	return row(name, usbH, Ret{},
		opAssign(0, "transfer_buffer", buf), opAssign(0, "complete", buf+2), opAssign(0, "context", buf+3),
		opDMA(buf, argv(int64(buf+1)), dirPipe(2)), opDefer(buf+2, same(0)))
}

// usbEffects: an urb carries the buffer as transfer_buffer and the frame as context into its completion handler.
func usbEffects() []Effect {
	rows := []Effect{
		fillURB("usb_fill_bulk_urb", 3),
		fillURB("usb_fill_int_urb", 3),
		fillURB("usb_fill_control_urb", 4),
		row("usb_submit_urb", usbUrbC, Ret{}, field("complete", opDefer(0, same(0)))),
		row("usb_bulk_msg", usbMessageC, Ret{}, opDMA(2, argv(3), dirPipe(1)), opWrite(4, lit(4))),
		row("usb_interrupt_msg", usbMessageC, Ret{}, opDMA(2, argv(3), dirPipe(1)), opWrite(4, lit(4))),
		row("usb_control_msg", usbMessageC, Ret{}, opDMA(6, argv(7), dirPipe(1))),
		row("usb_control_msg_recv", usbMessageC, Ret{}, opWrite(6, argv(7))),
		row("usb_alloc_coherent", usbC, Ret{Null: true}, opWrite(3, lit(8))),
		row("usb_get_urb", usbUrbC, ret(RetArg, 0)),
		row("usb_anchor_urb", usbUrbC, Ret{}, opStore(1, 0)),
		row("usb_get_from_anchor", usbUrbC, retNull(RetTake, 0)),
	}
	return append(rows, readsOf(
		[2]string{usbMessageC, "usb_control_msg_send usb_set_interface usb_clear_halt usb_reset_configuration"},
		[2]string{usbUrbC, `usb_alloc_urb usb_free_urb usb_init_urb usb_kill_urb usb_unlink_urb usb_poison_urb usb_unpoison_urb
			usb_block_urb usb_unanchor_urb usb_kill_anchored_urbs usb_poison_anchored_urbs usb_unpoison_anchored_urbs
			usb_anchor_suspend_wakeups usb_anchor_resume_wakeups usb_wait_anchor_empty_timeout usb_anchor_empty
			usb_scuttle_anchored_urbs usb_unlink_anchored_urbs`},
		[2]string{usbH, `usb_sndbulkpipe usb_rcvbulkpipe usb_sndctrlpipe usb_rcvctrlpipe usb_sndintpipe usb_rcvintpipe
			usb_sndisocpipe usb_rcvisocpipe usb_maxpacket usb_pipe_endpoint init_usb_anchor usb_get_intfdata usb_set_intfdata
			interface_to_usbdev usb_urb_dir_in usb_urb_dir_out usb_mark_last_busy`},
		[2]string{usbC, "usb_free_coherent usb_get_dev usb_put_dev usb_get_intf usb_put_intf usb_ifnum_to_if"},
		[2]string{usbHubC, "usb_reset_device usb_queue_reset_device"},
		[2]string{usbDriverC, "usb_autopm_get_interface usb_autopm_put_interface usb_autopm_get_interface_async usb_autopm_put_interface_async"},
		[2]string{usbCh9H, `usb_endpoint_num usb_endpoint_type usb_endpoint_maxp usb_endpoint_dir_in usb_endpoint_dir_out
			usb_endpoint_is_bulk_in usb_endpoint_is_bulk_out usb_endpoint_is_int_in usb_endpoint_xfer_bulk usb_endpoint_xfer_int`},
	)...)
}
