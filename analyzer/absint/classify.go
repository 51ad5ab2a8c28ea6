package absint

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/lattice"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// access is one write to the bytes of a frame.
type access struct {
	fr    *frame
	at    syntax.Node
	ptr   Value
	size  lattice.Lin
	sized bool   // size is an upper bound
	view  string // the struct the bytes are seen through
	body  bool   // a member behind the header of that struct
	guard string // set where the kernel function itself guards what it writes
	what  string
}

// snapBytes is LLC (3) and SNAP (5) in front of the network header (RFC 1042; include/net/cfg80211.h, rfc1042_header).
const snapBytes = 8

// maxHeader is the longest 802.11 header: four addresses, QoS and HT control.
const maxHeader = 36

// storeBytes is an assignment to bytes of a frame.
func (x *interp) storeBytes(fr *frame, at syntax.Node, l lref) {
	w := access{fr: fr, at: at, ptr: l.base, size: x.sizeofSym(l.t), view: l.view, sized: l.t != nil}
	w.body = l.body
	x.write(l.st, w)
}

// write records a write and what it means for the promise.
func (x *interp) write(st *State, w access) {
	o := st.objs[w.ptr.Obj]
	if o == nil || o.Gone {
		return
	}
	if n, ok := st.facts.Value(w.size); ok && n == 0 && w.sized {
		return
	}
	region, why := x.region(st, o, w)
	guard := x.guarded(st, o, w)
	frames := "all"
	switch {
	case o.Mgmt == yes || w.body && w.view == "ieee80211_mgmt":
		frames = "mgmt"
	case o.Encap == yes:
		frames = "encap"
	}
	x.out.write(Write{Pos: x.pos(w.fr, w.at), Function: w.fr.fn.Name, Region: region, Guard: guard, Frames: frames,
		Code: code(x.pos(w.fr, w.at)), Why: why}, st.trace)
	st.facts = st.facts.Keep(func(s *lattice.Sym) bool { return !(s.Obj == w.ptr.Obj && strings.HasPrefix(s.Op, "byte")) })
}

// guarded names what made the written bytes private, "" if nothing did.
func (x *interp) guarded(st *State, o *Obj, w access) string {
	if w.guard != "" {
		return w.guard
	}
	if w.ptr.Kind == Frag {
		if o.Frags {
			return o.Guard
		}
		return ""
	}
	if o.Part != nil && o.Part.Buf == w.ptr.Buf && w.sized && st.facts.LE0(w.ptr.N.Add(w.size).Sub(o.Part.Hi)) {
		return o.Part.Guard
	}
	if o.Private && (w.ptr.Buf == o.Buf || o.Stale == yes) {
		return o.Guard
	}
	return ""
}

// region places a write. The order of the tests is from what is allowed to what is not; a write that may be either is
// Unknown.
func (x *interp) region(st *State, o *Obj, w access) (Region, string) {
	lo, hi := w.ptr.N, w.ptr.N.Add(w.size)
	f := x.withTables(st.facts, lo, hi)
	h := lattice.Var(hdrlen(w.ptr.Obj))
	if o.Mgmt == yes {
		if g, ok := f.AssumeEQ(h.AddC(-minHeader)); ok { // ieee80211_hdrlen(): 24 bytes but for HT control
			f = g
		}
	}
	switch {
	case w.ptr.Kind == Frag:
		return Payload, "in a page fragment"
	case w.ptr.Cls == InHeader && w.sized && f.Eval(w.size).Hi <= maxHeader:
		return Header, "in the 802.11 header, found by an accessor of the kernel"
	case w.ptr.Cls == InUpper:
		return Upper, "in a network or transport header"
	case w.sized && f.LE0(hi.Add(h)):
		return Headroom, "ends at or before the delivered header: " + span(lo, hi)
	case w.sized && f.LE0(hi):
		return Header, "ends at or before the delivered header's end: " + span(lo, hi)
	case f.GE0(lo.Sub(lattice.Var(bodylen(w.ptr.Obj)))):
		return Tailroom, "starts behind the delivered frame: " + span(lo, hi)
	case f.GE0(lo):
		if w.sized && f.LE0(hi.AddC(-snapBytes)) && o.Mgmt != yes && !w.body {
			return Upper, "in the LLC/SNAP bytes behind the header: " + span(lo, hi)
		}
		return Payload, "starts at or behind the end of the header: " + span(lo, hi)
	case w.sized && reaches(f, hi, w.ptr.Obj):
		if f.LE0(hi.AddC(-snapBytes)) && o.Mgmt != yes {
			return Upper, "from the header into the LLC/SNAP bytes: " + span(lo, hi)
		}
		return Payload, "from the header across its end: " + span(lo, hi)
	case w.body:
		return Payload, "a member of the frame's body"
	case w.sized && x.headers[w.view] > 0 && lo.Equal(o.Hdr) && f.Eval(w.size).Hi <= x.headers[w.view]:
		return Header, "the 802.11 header as a struct"
	}
	return Unknown, "cannot be placed: " + span(lo, hi)
}

// withTables adds the bounds of values that come from the program's own tables.
func (x *interp) withTables(f *lattice.Facts, forms ...lattice.Lin) *lattice.Facts {
	for _, l := range forms {
		for _, t := range l.T {
			vals, closed := x.symValues(t.S)
			if !closed || len(vals) == 0 {
				continue
			}
			lo, hi := vals[0], vals[0]
			for _, v := range vals {
				lo, hi = min(lo, v), max(hi, v)
			}
			s := lattice.Var(t.S)
			if g, ok := f.AssumeGE(s.AddC(-lo)); ok {
				f = g
			}
			if g, ok := f.AssumeGE(s.Scale(-1).AddC(hi)); ok {
				f = g
			}
		}
	}
	return f
}

// reaches reports whether a write that ends at hi surely goes beyond the header in some frame: always, or because its
// end grows with the frame's length.
func reaches(f *lattice.Facts, hi lattice.Lin, obj int) bool {
	if f.GE0(hi.AddC(-1)) {
		return true
	}
	body := bodylen(obj).Key
	rest := hi
	grows := false
	for _, t := range hi.T {
		if t.S.Key == body && t.K > 0 && f.Bounds(t.S).Hi >= lattice.Inf {
			grows = true
			rest = rest.Sub(lattice.Var(t.S).Scale(t.K))
		}
	}
	return grows && f.Eval(rest).Lo > -lattice.Inf
}

// span prints an offset range in words a maintainer can check: 0 is the first byte behind the delivered header.
func span(lo, hi lattice.Lin) string {
	return "[" + readable(lo) + ", " + readable(hi) + ") from the header's end"
}

func readable(l lattice.Lin) string {
	r := l.Map(func(s *lattice.Sym) lattice.Lin {
		op := s.Op
		switch {
		case op == loaded || strings.HasPrefix(op, "config:"):
			op = s.Tag + "." + s.Field
			if s.Tag == "" {
				op = s.Key
			}
		case strings.HasPrefix(op, "?"):
			op = "n"
		}
		return lattice.Var(lattice.NewSym(op, 0, s.Lo, s.Hi))
	})
	return r.String()
}

// code is the source text of a place on one line.
func code(p Pos) string {
	if p.File == nil || p.Start < 0 || p.End > len(p.File.Content) || p.Start >= p.End {
		return ""
	}
	s := strings.Join(strings.Fields(string(p.File.Content[p.Start:min(p.End, p.Start+400)])), " ")
	if len(s) > 160 {
		s = s[:157] + "..."
	}
	return s
}

// DMA directions (include/linux/dma-direction.h).
const (
	dmaBidirectional = 0
	dmaFromDevice    = 2
)

// dmaMap records a mapping: a device that may write into a frame is a writer like any other.
func (x *interp) dmaMap(st *State, w access, dir int64, known bool) {
	names := map[int64]string{0: "DMA_BIDIRECTIONAL", 1: "DMA_TO_DEVICE", 2: "DMA_FROM_DEVICE", 3: "DMA_NONE"}
	name := names[dir]
	if !known {
		name = "unknown direction"
	}
	o := st.objs[w.ptr.Obj]
	if o == nil || o.Gone {
		return
	}
	p := x.pos(w.fr, w.at)
	x.out.dma(Write{Pos: p, Function: w.fr.fn.Name, Code: code(p), Why: name, Frames: "all"})
	if known && dir != dmaBidirectional && dir != dmaFromDevice {
		return
	}
	if !known {
		if x.guarded(st, o, w) == "" {
			x.obstacle(w.fr, w.at, "%s: the direction of this DMA mapping of a TX frame is not known; a constant direction would lift this", w.fr.fn.Name)
		}
		return
	}
	w.what = name
	x.write(st, w)
}
