// Package skb is the domain of DESIGN.md section 2: transmit socket buffers, the regions of their bytes, and what the
// kernel's own functions do with them.
package skb

// Effect is what one kernel function (or macro) does with TX skbs and with pointers into their buffers. Arguments are
// numbered from 0. A function that only reads has no Ops and Ret zero.
type Effect struct {
	Name string
	File string // kernel file whose definition was read, e.g. "net/core/skbuff.c"
	Ret  Ret
	Ops  []Op // in order

	// The rows were read from 6.1 and 6.12. A name that only one of them has says so.
	Since string // "6.12": 6.1 does not have it yet
	Until string // "6.1": 6.12 has it no more
}

// Ret says what a call returns.
type Ret struct {
	Kind RetKind
	Arg  int  // the argument the result is made from
	Off  Size // for RetOffset: bytes added to the pointer
	Null bool // the result may be NULL (or an error); effects marked OnSuccess hold only if it is not
}

// RetKind is the kind of a result.
type RetKind int

// The kinds of results.
const (
	RetOther      RetKind = iota // a value that is no pointer into a TX skb: integer, own memory, nothing
	RetArg                       // argument Arg itself (skb_get, PTR casts)
	RetOffset                    // pointer Arg plus Off
	RetData                      // skb->data of skb Arg, after Ops
	RetOldTail                   // the tail pointer of skb Arg as it was before Ops (skb_put)
	RetTail                      // the tail pointer of skb Arg after Ops
	RetCopy                      // a private copy of skb Arg with the same bytes and offsets (skb_copy)
	RetClone                     // a clone of skb Arg: shares its bytes
	RetOwn                       // a fresh skb that the driver owns
	RetTX                        // a TX skb from mac80211 (ieee80211_tx_dequeue)
	RetTake                      // something that was stored into container Arg (skb_dequeue, idr_find)
	RetNetwork                   // pointer to the network header of skb Arg (ip_hdr): region upper
	RetTransport                 // pointer to the transport header of skb Arg (tcp_hdr): region upper
	RetMac                       // pointer to the 802.11 or Ethernet header of skb Arg as delivered
	RetFrag                      // pointer into page fragments of skb Arg or of a skb_frag_t of it: payload
	RetFragList                  // an skb of the frag_list of skb Arg
	RetInner                     // a pointer to somewhere at or behind pointer Arg (cfg80211_find_ie)
	RetInHeader                  // a pointer into the 802.11 header that pointer Arg points to (ieee80211_get_qos_ctl, _get_DA)
	RetHdrlen                    // the length of the 802.11 header of the frame: ieee80211_hdrlen(fc), ieee80211_get_hdrlen_from_skb
	RetDataOff                   // skb->data of skb Arg plus Off, after Ops (skb_header_pointer)
	RetOldData                   // skb->data of skb Arg as it was before Ops (skb_pull_data)
	RetEnd                       // the end pointer of skb Arg: behind its tailroom
	RetShinfo                    // the skb_shared_info of skb Arg: no frame bytes itself, but its frags and frag_list lead to them
	RetCopyLinear                // a copy of skb Arg whose linear part is private; page fragments stay shared (pskb_copy)
	RetSegments                  // a list, by ->next, of skbs made from skb Arg; headers up to the transport payload are private, the rest may be shared
	RetCB                        // skb->cb of skb Arg, as another type: no frame byte, but what is stored there stays with the frame
)

// Size is a number of bytes.
type Size struct {
	Kind SizeKind
	N    int64 // the constant, or the argument's number
}

// SizeKind says where a Size comes from.
type SizeKind int

// The sources of a Size.
const (
	Const     SizeKind = iota // N
	ArgValue                  // the value of argument N
	ArgSizeof                 // sizeof(*argument N)
	AnySize                   // unknown and not negative
	SkbLen                    // the linear or whole length of skb argument N
)

// When says when an Op takes place.
type When int

// The conditions of an Op, told by the result.
const (
	Always        When = iota
	OnZero             // result 0: success of an int function
	OnNonNull          // result not NULL and no error pointer
	OnTrue             // result true
	OnNonNegative      // result not negative: success of an int function that counts
)

// OpKind is one primitive effect.
type OpKind int

// The primitive effects. Arg is the skb or pointer acted on.
const (
	Write         OpKind = iota // writes [Off, Off+Len) at pointer Arg
	WriteTail                   // writes Len bytes behind the tail of skb Arg without moving it (skb_pad)
	WriteAll                    // may write any byte of skb Arg's data, or of the buffer that pointer Arg points into (in-place crypto)
	WriteUpper                  // writes L3/L4 header fields of skb Arg (checksum help)
	Push                        // data -= Len
	Pull                        // data += Len
	Put                         // tail += Len (no byte is written)
	Trim                        // length becomes Len
	Cut                         // length becomes smaller by Len
	Reserve                     // data and tail += Len
	Linearize                   // pulls fragments into the linear part
	Private                     // skb Arg's bytes become private (all of them); pointers taken before point into the old buffer
	PrivateHeader               // only the header becomes private (skb_cow_head); pointers taken before are stale
	Realloc                     // the buffer may move without becoming private (pointers taken before are stale)
	Store                       // stores argument Val into container Arg (skb_queue_tail, idr_alloc)
	Splice                      // moves all of container Val to container Arg (skb_queue_splice)
	SetOut                      // stores into *Arg: the TX skb or pointer named by Val (xa_find style, out-parameters)
	Free                        // gives argument Arg up: freed or handed back to mac80211
	Deliver                     // hands Arg to another subsystem as an own, received frame (netif_rx, ieee80211_rx): not TX any more
	Call                        // calls function argument Arg with the arguments Args
	Defer                       // calls function argument Arg later (timer, work, usb completion) with Args
	DMA                         // maps Len bytes at pointer Arg for a device, direction in Dir
	CopyMem                     // memcpy/memmove: writes Len bytes at pointer Arg, reads from pointer Val
	WriteData                   // writes [Off, Off+Len) from skb->data of skb Arg (skb_store_bits)
	PrivateLinear               // the linear part of skb Arg becomes private, page fragments stay shared (pskb_expand_head); pointers taken before are stale
	PrivatePart                 // as PrivateLinear, but sure only for the Len bytes from skb->data (skb_ensure_writable)
	Assign                      // stores argument Val into field Field of *Arg (usb_fill_bulk_urb)
	AssignArg                   // macros: argument Arg is an lvalue and becomes argument Val (WRITE_ONCE, rcu_assign_pointer)
	ShareFrags                  // page fragments of skb Val, or its linear part as a page, become fragments of skb Arg too (skb_try_coalesce)
)

// Op is one effect of a call.
type Op struct {
	Kind OpKind
	Arg  int
	Val  int // second argument of Store, Splice, SetOut, CopyMem
	Off  Size
	Len  Size
	When When
	Args []CallArg // of Call and Defer
	Dir  Direction

	Field    string // Assign: the field; any other kind: the field of *Arg that is acted on, instead of Arg itself
	Contents bool   // acts on everything that container Arg holds, instead of Arg itself (skb_queue_purge), or on its Field; SetOut: stores what container Val holds
	Guarded  bool   // writes only bytes that the function itself has made private before (skb_checksum_help)
}

// CallArg is one argument of a callback.
type CallArg struct {
	Kind  CallArgKind
	Arg   int
	Field string // of FieldValue and FieldAddr
}

// CallArgKind says what a callback's argument is.
type CallArgKind int

// The kinds of callback arguments.
const (
	OtherValue CallArgKind = iota // nothing a TX skb reaches
	SameArg                       // the caller's argument Arg
	Contents                      // something stored in container Arg
	FieldValue                    // the value of field Field of the caller's argument *Arg
	FieldAddr                     // the address of field Field of the caller's argument *Arg
)

// Direction is a DMA direction.
type Direction struct {
	Arg   int   // argument that holds the direction, or -1
	Fixed int64 // when Arg is -1: 0 bidirectional, 1 to device, 2 from device, 3 none
	Pipe  bool  // argument Arg is a USB pipe: to device if made by usb_snd*pipe, from device if by usb_rcv*pipe
}
