package report

import (
	"github.com/capcheck/capcheck/analyzer/absint"
)

// writes lists every write, and behind it the guards that were relied on.
func (e *explanation) writes(c *absint.Claim) {
	if !e.heading(len(c.Writes), "Writes to bytes of a TX skb", "none") {
		return
	}
	for _, w := range sortedWrites(c.Writes) {
		e.printf("  %s: %s: %s%s\n", e.at(w.Pos), w.Function, w.Region, frames(w.Frames))
		e.printf("      %s\n", w.Code)
		if w.Why != "" {
			e.printf("      because: %s\n", w.Why)
		}
		if w.Guard != "" {
			e.printf("      guarded by: %s\n", w.Guard)
		}
	}
	e.guards(c)
}

func frames(f string) string {
	switch f {
	case "", "all":
		return ""
	case "mgmt":
		return " (management frames alone)"
	case "encap":
		return " (frames for encapsulation offload alone)"
	default:
		return " (" + f + ")"
	}
}

func (e *explanation) guards(c *absint.Claim) {
	count := make(map[string]int)
	var order []string
	for _, w := range sortedWrites(c.Writes) {
		if w.Guard == "" {
			continue
		}
		if count[w.Guard]++; count[w.Guard] == 1 {
			order = append(order, w.Guard)
		}
	}
	if !e.heading(len(order), "Guards, which make the buffer private before a write", "none was needed") {
		return
	}
	for _, g := range order {
		e.printf("  %s: %d of the writes\n", g, count[g])
	}
}

func (e *explanation) dma(c *absint.Claim) {
	if !e.heading(len(c.DMA), "DMA mappings and transfers of TX data", "none was found") {
		return
	}
	for _, m := range sortedWrites(c.DMA) {
		e.printf("  %s: %s: %s\n      %s\n", e.at(m.Pos), m.Function, m.Why, m.Code)
	}
}

// relied lists what the proof takes for granted.
func (e *explanation) relied(c *absint.Claim) {
	if e.heading(len(c.KernelAPI), "Kernel functions relied on, with the file their effect was read from", "none") {
		for _, k := range c.KernelAPI {
			e.printf("  %s\n", k)
		}
	}
	if e.heading(len(c.Assumptions), "Assumptions", "none") {
		for _, a := range sortedAssumptions(c.Assumptions) {
			if a.Pos.File != nil {
				e.printf("  [%s] %s: %s\n", a.ID, e.at(a.Pos), a.Text)
			} else {
				e.printf("  [%s] %s\n", a.ID, a.Text)
			}
		}
	}
}
