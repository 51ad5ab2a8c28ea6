package driver

import (
	"slices"
	"sort"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Entry is a place where transmit skbs come into a driver: a parameter of an operation, or the result of a call.
type Entry struct {
	Func   *index.Func
	Pos    Place  // of the function's name, or of the call
	Source string // "ops.tx", "ops.can_aggregate_in_amsdu", "ieee80211_tx_dequeue" ...
}

// Sources lists the functions of mac80211 whose result is a transmit skb (include/net/mac80211.h). The ones that make
// frames on request (ieee80211_beacon_get(), ieee80211_nullfunc_get() ...) are left out: what they return is the
// driver's own.
func Sources() []string {
	return []string{"ieee80211_tx_dequeue", "ieee80211_tx_dequeue_ni", "ieee80211_get_buffered_bc"}
}

// Operations lists the members of struct ieee80211_ops that are given transmit skbs. wake_tx_queue is given a queue:
// its skbs come from ieee80211_tx_dequeue().
func Operations() []string { return []string{"tx", "can_aggregate_in_amsdu"} }

// Entries finds where transmit skbs come into d: operations first, then calls in order of place. prog is the program
// that d was read from.
func Entries(prog *callgraph.Program, d *Driver) []Entry {
	var list []Entry
	for _, member := range Operations() {
		for _, op := range d.Table {
			if op.Member == member && op.Func != nil {
				list = append(list, Entry{Func: op.Func, Pos: funcName(op.Func), Source: "ops." + member})
			}
		}
	}
	var calls []Entry
	for _, name := range Sources() {
		for _, fn := range prog.Mentioning(name) {
			calls = append(calls, callsIn(prog, fn, name)...)
		}
	}
	sort.SliceStable(calls, func(i, j int) bool { return calls[i].Pos.before(calls[j].Pos) })
	return append(list, calls...)
}

// callsIn finds the calls of a source in one function.
func callsIn(prog *callgraph.Program, fn *index.Func, source string) (list []Entry) {
	if slices.Contains(Sources(), fn.Name) { // ieee80211_tx_dequeue_ni() is made of ieee80211_tx_dequeue()
		return nil
	}
	decl, err := prog.Parse(fn)
	if err != nil {
		return nil
	}
	syntax.Walk(decl.Body, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Call); ok && isIdent(c.Fun, source) {
			list = append(list, Entry{Func: fn, Pos: Place{fn.File, c.Span}, Source: source})
		}
		return true
	})
	return list
}

// funcName is the place of a function's name in its definition.
func funcName(fn *index.Func) Place {
	t := scan(fn.File.Src.Content[fn.Span.Pos:fn.BodyPos], fn.Span.Pos)
	for i := range t.toks {
		if t.word(i) == fn.Name {
			return Place{fn.File, t.span(i, i+1)}
		}
	}
	return Place{fn.File, fn.Span}
}

func (p Place) before(q Place) bool {
	if a, b := p.File.Src.Path, q.File.Src.Path; a != b {
		return a < b
	}
	return p.Span.Pos < q.Span.Pos
}
