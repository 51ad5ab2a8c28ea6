// Package absint proves or refutes the promise behind a capability flag by abstract interpretation of a driver's
// transmit and completion code (Cousot and Cousot, POPL 1977).
//
// It interprets functions on demand, starting where mac80211 hands over transmit skbs. The state of a path says where
// each TX skb's data and tail are, as linear forms relative to the end of the delivered 802.11 header, whether its
// bytes are still shared with somebody else, and where pointers into it lead. States that differ in that are kept
// apart; what they know of mere numbers is joined where paths meet. Calls are followed into their bodies, kernel
// functions by the table of package skb. Memory that outlives an activation is one cell a struct field: a function
// that takes a TX skb out of such a cell is interpreted by itself, for every state in which skbs are left there, until
// nothing changes any more.
//
// Everything the interpreter does not understand is an obstacle if a TX skb reaches it, and the verdict is then
// unproven: never is anything proved by giving up.
package absint

import (
	"fmt"
	"sort"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/index"
)

// Analyze decides the claim that a driver keeps the promise of a flag: SUPPORTS_CLONED_SKBS (frames are 802.11
// frames) or SUPPORTS_TX_ENCAP_OFFLOAD (frames are Ethernet frames). A panic inside becomes an obstacle.
func Analyze(p *callgraph.Program, d *driver.Driver, flag string) (claim *Claim) {
	x := newInterp(p, d, flag)
	defer func() {
		if r := recover(); r != nil {
			x.out.obstacle(Obstacle{Text: fmt.Sprintf("the analysis failed in %s: %v", x.where(), r)})
			claim = x.claim()
		}
	}()
	var entries []*index.Func
	for _, op := range d.Table {
		if op.Member == "tx" || op.Member == "can_aggregate_in_amsdu" {
			entries = append(entries, op.Func)
		}
	}
	x.solve(entries)
	return x.claim()
}

func (x *interp) where() string {
	if n := len(x.stack); n > 0 {
		return x.stack[n-1].fn.Name + "()"
	}
	return "the driver"
}

// claim makes the verdict of what was found.
func (x *interp) claim() *Claim {
	c := &Claim{Flag: x.flag, Functions: sortedKeys(x.out.functions), KernelAPI: sortedKeys(x.out.apis),
		Entries: sortedValues(x.out.entries), DMA: sortedValues(x.out.dmas), Obstacles: sortedValues(x.out.obstacles)}
	for _, f := range x.d.Flags {
		c.Declared = c.Declared || f.Name == x.flag
	}
	for _, w := range sortedValues(x.out.writes) {
		c.Writes = append(c.Writes, *w)
	}
	sort.SliceStable(c.Writes, func(i, j int) bool { return before(c.Writes[i].Pos, c.Writes[j].Pos) })
	sort.SliceStable(c.Obstacles, func(i, j int) bool { return before(c.Obstacles[i].Pos, c.Obstacles[j].Pos) })
	if len(c.Entries) == 0 {
		c.Obstacles = append(c.Obstacles, Obstacle{Pos: x.opsPos(), Text: "no function was found through which mac80211 hands over TX skbs; an initialiser of .tx would lift this"})
	}
	x.judge(c)
	c.Assumptions = append(standing(), sortedValues(x.out.assumed)...)
	return c
}

func (x *interp) opsPos() Pos {
	if x.d.Pos.File == nil {
		return Pos{}
	}
	return Pos{x.d.Pos.File.Src, x.d.Pos.Span.Pos, x.d.Pos.Span.End}
}

// judge decides: one unguarded payload or tailroom write refutes; an obstacle or a write that cannot be placed leaves
// the claim unproven; formal breaches are tolerated.
func (x *interp) judge(c *Claim) {
	verdict := Proved
	for _, w := range c.Writes {
		if w.Guard != "" {
			continue
		}
		switch {
		case w.Region == Unknown:
			c.Obstacles = append(c.Obstacles, Obstacle{Pos: w.Pos, Text: w.Function + ": this write to a TX skb " + w.Why +
				"; bounds that the code states would lift this"})
		case (w.Region == Payload || w.Region == Tailroom) && w.Frames != "mgmt":
			if verdict != Refuted {
				verdict, c.Witness = Refuted, append(append([]Step(nil), w.Trace...), Step{Pos: w.Pos, Text: w.Function +
					" writes the " + string(w.Region) + ": " + w.Code})
			}
		case w.Region == Upper || w.Region == Payload || w.Region == Tailroom:
			if verdict == Proved {
				verdict = Tolerated
			}
		}
	}
	if verdict != Refuted && len(c.Obstacles) > 0 {
		verdict = Unproven
	}
	c.Verdict = verdict
}

// standing are the assumptions of every claim.
func standing() []Assumption {
	return []Assumption{
		{ID: "kernel-api", Text: "kernel functions do to skbs what the table of effects says; each row names the kernel file it was read from"},
		{ID: "bounds", Text: "no pointer leaves the object it was made for: an index into an array member stays inside the member's struct"},
		{ID: "handoff", Text: "an interrupt, work item or completion handler sees an skb in the state in which the function that stored it leaves it"},
		{ID: "types", Text: "memory is read through the struct type through which it was written; members of one union count as one"},
		{ID: "hdrlen", Text: "frames have at least 24 header bytes and a body; control frames and null functions, which have not, are never header-released clones"},
	}
}
