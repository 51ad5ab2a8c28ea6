// Package driver reads what a driver declares: its ieee80211_ops tables, the capability flags it sets, and the
// places where transmit skbs come in.
//
// A table is a variable of type struct ieee80211_ops (include/net/mac80211.h). What its members can hold is what the
// initialiser says, in every #if branch and behind macros, and what the code stores there or in a copy of the table
// before it registers the hw. Flags are the bits of struct ieee80211_hw.flags, in the spellings of all kernel versions:
//
//	ieee80211_hw_set(hw, SIGNAL_DBM);                  since Linux 4.2
//	_ieee80211_hw_set(hw, IEEE80211_HW_SIGNAL_DBM);
//	__set_bit(IEEE80211_HW_SIGNAL_DBM, hw->flags);
//	hw->flags |= IEEE80211_HW_SIGNAL_DBM | ...;        before
//
// A flag is unconditional if a driver that registers its hw has set it, whatever device and configuration it runs on.
// Control flow is read off the nesting of the text and the function's ways out, without values: where it is not clear
// that a flag is always set it counts as conditional.
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
	Name    string     // for people: the module that defines Ops, by its shortest common name ("ath9k")
	Ops     string     // name of the variable
	Pos     Place      // of the variable's name
	Modules []string   // modules whose code this driver can run, the defining one first, then sorted
	Flags   []Flag     // in order of place
	Cleared []Flag     // flags that are taken back somewhere, in order of place
	Table   []Op       // every function an ops member can hold, initialiser and run-time assignments
	Insert  *Insertion // where a further flag goes; nil if the driver sets none unconditionally
}

// Op is one function that a member of the ops table can hold.
type Op struct {
	Member string      // "tx", "can_aggregate_in_amsdu", "wake_tx_queue" ...
	Name   string      // of the function
	Func   *index.Func // nil where the definition is not to be had, as for functions of mac80211
	Pos    Place       // of the designated initialiser or the assignment
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
	Why         string // what a conditional flag depends on: "inside if", "only from a call inside switch", ...
	Style       Style
	HW          string // the expression for the hw as written: "hw", "dev->hw", "wl->hw"
	Func        *index.Func
}
