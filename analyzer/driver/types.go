// Package driver reads what a driver declares: its ieee80211_ops tables, the capability flags it sets, and the
// places where transmit skbs come in.
package driver

import (
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Place is a span in an indexed file.
type Place struct {
	File *index.File
	Span syntax.Span
}

// Driver is one struct ieee80211_ops variable with what belongs to it.
type Driver struct {
	Name    string   // for people: the module that defines Ops, by its shortest common name ("ath9k")
	Ops     string   // name of the variable
	Pos     Place    // of the variable's name
	Modules []string // modules whose code this driver can run, the defining one first, then sorted
	Flags   []Flag   // in order of place
	Table   []Op     // every function an ops member can hold, initialiser and run-time assignments
}

// Op is one function that a member of the ops table can hold.
type Op struct {
	Member string // "tx", "can_aggregate_in_amsdu", "wake_tx_queue" ...
	Func   *index.Func
	Pos    Place // of the designated initialiser or the assignment
}

// Style is how a flag is spelt in the source.
type Style int

// The spellings of a flag, from the newest to the oldest.
const (
	HwSet   Style = iota // ieee80211_hw_set(hw, X) and _ieee80211_hw_set(hw, IEEE80211_HW_X)
	SetBit               // __set_bit/set_bit(IEEE80211_HW_X, hw->flags)
	FlagsOr              // hw->flags |= / = IEEE80211_HW_X | ...
)

// Flag is one place where an IEEE80211_HW_ flag is set.
type Flag struct {
	Name        string // without IEEE80211_HW_: "SIGNAL_DBM"
	Pos         Place  // the whole call or assignment statement
	Conditional bool   // inside if, switch, loop, ?:, behind a conditional return, or in #if
	Style       Style
	HW          string // the expression for the hw as written: "hw", "dev->hw", "wl->hw"
	Func        *index.Func
}
