package absint

import (
	"github.com/capcheck/capcheck/analyzer/source"
)

// Pos is a place: a byte range in a file.
type Pos struct {
	File       *source.File
	Start, End int
}

// Verdict is the outcome for one claim; DESIGN: proved < tolerated < unproven < refuted.
type Verdict string

// The verdicts.
const (
	Proved    Verdict = "proved"
	Tolerated Verdict = "tolerated"
	Unproven  Verdict = "unproven"
	Refuted   Verdict = "refuted"
)

// Region is the part of a TX skb's buffer that a write touches.
type Region string

// The regions, named as in reports.
const (
	Headroom Region = "headroom"
	Header   Region = "header"
	Upper    Region = "upper"
	Payload  Region = "payload"
	Tailroom Region = "tailroom"
	Unknown  Region = "unknown"
)

// Entry is a place where a TX skb enters the driver.
type Entry struct {
	Function string
	Pos      Pos
	Source   string // "ops.tx", "ieee80211_tx_dequeue" ...
}

// Write is one write to the bytes of a TX skb.
type Write struct {
	Pos      Pos
	Function string
	Region   Region
	Guard    string // what made the buffer private ("" when nothing did)
	Frames   string // "all", "mgmt", or "encap"
	Code     string // the statement's source text on one line
	Why      string // why it is that region: the offset form in words
	Trace    []Step // entry -> calls, stores, loads -> write
}

// Step is one step of a witness.
type Step struct {
	Pos  Pos
	Text string
}

// Assumption is something the proof relies on and does not show.
type Assumption struct {
	ID   string
	Pos  Pos // zero where it is about no single place
	Text string
}

// Obstacle is something the analysis could not decide; Text names what would lift it.
type Obstacle struct {
	Pos  Pos
	Text string
}

// Claim is the analysis of one promise of one driver.
type Claim struct {
	Flag        string
	Declared    bool
	Verdict     Verdict
	Entries     []Entry
	Functions   []string // functions interpreted, "name file:line", sorted
	Writes      []Write
	Assumptions []Assumption
	Obstacles   []Obstacle
	Witness     []Step   // of the first refuting write
	DMA         []Write  // mappings of TX data: Code is the call, Why the direction
	KernelAPI   []string // kernel functions a TX skb reached, with the kernel file of their row
}
