package absint

import (
	"fmt"

	"github.com/capcheck/capcheck/analyzer/lattice"
)

// tri is a truth value that may be open.
type tri uint8

const (
	open tri = iota
	yes
	no
)

func (t tri) join(u tri) tri {
	if t == u {
		return t
	}
	return open
}

// Obj is what is known of one TX skb (or of a private copy of one) at one point of a path. Offsets count from the
// first byte behind the delivered 802.11 header. Values are never changed in place: a state's object is replaced.
type Obj struct {
	Entry   string // where it came from
	Private bool   // no other holder sees the bytes
	Guard   string // what made it private
	Frags   bool   // page fragments are private, too
	Part    *part  // bytes that are private although the whole is not
	Buf     int    // generation: grows when the buffer is replaced; Data pointers of older ones are stale
	Stale   tri    // whether buffers of older generations were private
	Data    lattice.Lin
	Tail    lattice.Lin
	Len     lattice.Lin // skb->len
	Hdr     lattice.Lin // where the 802.11 header starts now
	Mgmt    tri         // frame kind, as tested on the path
	Encap   tri         // hardware encapsulation: the header is an Ethernet header
	Cloned  tri         // outcome of skb_cloned()
	Gone    bool        // freed or handed back
	From    string      // location of the struct it was taken from
	Refs    int         // references the driver took with skb_get()
}

// part is a range [.., Hi) of private bytes in the buffer of one generation.
type part struct {
	Hi    lattice.Lin
	Buf   int
	Guard string
}

// Attributes of a delivered frame. hdrlen: 24 to 32 bytes for data and management frames (include/linux/ieee80211.h,
// ieee80211_hdrlen: four addresses, QoS; mac80211 sends no HT control); control frames are shorter, and null functions
// have no body, but neither is ever a header-released clone.
func hdrlen(id int) *lattice.Sym  { return lattice.NewSym("hdrlen", id, minHeader, 32) }
func bodylen(id int) *lattice.Sym { return lattice.NewSym("body", id, 1, lattice.Inf) }

// delivered is a TX skb as mac80211 hands it over.
func delivered(id int, entry string) *Obj {
	h, body := lattice.Var(hdrlen(id)), lattice.Var(bodylen(id))
	return &Obj{Entry: entry, Data: h.Scale(-1), Hdr: h.Scale(-1), Tail: body, Len: h.Add(body)}
}

// hash is the fingerprint of the object but for what tests of the frame told: that is joined where paths meet.
func (o *Obj) hash() lattice.Hash {
	h := lattice.HashOf(o.Guard).Mix(int64(o.Buf)).Mix(int64(o.Stale)<<4 | int64(o.Encap))
	flags := int64(0)
	for i, b := range [...]bool{o.Private, o.Frags, o.Gone} {
		if b {
			flags |= 1 << i
		}
	}
	h = h.Mix(flags).Mix(int64(o.Refs)).Add(o.Data.Hash().Mix(1)).Add(o.Tail.Hash().Mix(2)).Add(o.Len.Hash().Mix(3)).Add(o.Hdr.Hash().Mix(4))
	if o.Part != nil {
		h = h.Add(o.Part.Hi.Hash().Mix(5))
	}
	return h
}

func (o *Obj) String() string {
	p := ""
	if o.Part != nil {
		p = "part<" + o.Part.Hi.String()
	}
	return p + fmt.Sprintf("private=%v/%v %q buf=%d/%d data=%s tail=%s len=%s hdr=%s mgmt=%d encap=%d cloned=%d gone=%v",
		o.Private, o.Frags, o.Guard, o.Buf, o.Stale, o.Data, o.Tail, o.Len, o.Hdr, o.Mgmt, o.Encap, o.Cloned, o.Gone)
}

// mapLin gives a copy with f applied to every offset.
func (o *Obj) mapLin(f func(lattice.Lin) lattice.Lin) *Obj {
	n := *o
	n.Data, n.Tail, n.Len, n.Hdr = f(o.Data), f(o.Tail), f(o.Len), f(o.Hdr)
	if o.Part != nil {
		p := *o.Part
		p.Hi = f(p.Hi)
		n.Part = &p
	}
	return &n
}

// made gives the object after its bytes became private. Pointers taken before lead into the old buffer.
func (o *Obj) made(guard string, moved bool) *Obj {
	n := *o
	if moved {
		n.Buf++
		n.Stale = no
		if o.Private && (o.Buf == 0 || o.Stale == yes) {
			n.Stale = yes
		}
	}
	if !o.Private {
		n.Guard = guard
	}
	n.Private, n.Part = true, nil
	return &n
}
