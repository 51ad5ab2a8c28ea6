package kbuild

import (
	"slices"
	"strings"
)

// Symbols is what one source file defines and uses, by name. The order does not matter.
type Symbols struct {
	Exports  []string // given to EXPORT_SYMBOL and its kin
	Defines  []string // functions and variables with external linkage
	Statics  []string // functions and variables of this file alone
	Mentions []string // identifiers used, of whatever kind
}

// Graph says which modules use symbols of which. It is built once and then only read.
type Graph struct {
	uses, usedBy map[*Module][]*Module
}

// Depend builds the graph: A uses B if a file of A mentions a name that B exports and defines, and that neither this
// file nor, with external linkage, another file of A defines. Built-in objects offer what they define without
// exporting it, but to each other alone. Names outside mods are matched by nothing.
//
// A mention is an identifier, not a proven use: a field that is called like an exported function makes an edge too
// many, which costs time, never a missing one.
func Depend(mods []*Module, symbols func(file string) Symbols) *Graph {
	g := &Graph{uses: map[*Module][]*Module{}, usedBy: map[*Module][]*Module{}}
	tables := make(map[*Module]*table, len(mods))
	exporters := map[string][]*Module{}
	for _, m := range mods {
		t := newTable(m, symbols)
		tables[m] = t
		for name := range t.offers {
			exporters[name] = append(exporters[name], m)
		}
	}
	for _, m := range mods {
		for b := range tables[m].providers(m, exporters, tables) {
			g.uses[m] = append(g.uses[m], b)
		}
		sortModules(g.uses[m])
	}
	for _, m := range mods {
		for _, b := range g.uses[m] {
			g.usedBy[b] = append(g.usedBy[b], m)
		}
	}
	return g
}

// table is what a module offers to others, what it defines, and what it mentions without defining it.
type table struct {
	exports, defines map[string]bool
	offers           map[string]bool // exports, and all definitions of a built-in object
	wants            map[string]bool
}

func newTable(m *Module, symbols func(string) Symbols) *table {
	t := &table{exports: map[string]bool{}, defines: map[string]bool{}, offers: map[string]bool{}, wants: map[string]bool{}}
	exported := map[string]bool{}
	for _, file := range m.Files {
		s := symbols(file)
		addAll(exported, s.Exports)
		addAll(t.defines, s.Defines)
		addMentions(t.wants, s)
	}
	for name := range t.defines {
		if exported[name] {
			t.exports[name] = true
		}
		if exported[name] || m.Builtin {
			t.offers[name] = true
		}
		delete(t.wants, name)
	}
	return t
}

func addAll(set map[string]bool, names []string) {
	for _, n := range names {
		set[n] = true
	}
}

// addMentions adds what a file mentions and does not define for itself.
func addMentions(wants map[string]bool, s Symbols) {
	own := make(map[string]bool, len(s.Statics))
	addAll(own, s.Statics)
	for _, n := range s.Mentions {
		if !own[n] {
			wants[n] = true
		}
	}
}

// providers gives the modules that offer what m wants.
func (t *table) providers(m *Module, exporters map[string][]*Module, tables map[*Module]*table) map[*Module]bool {
	out := map[*Module]bool{}
	for name := range t.wants {
		for _, b := range exporters[name] {
			if b != m && (m.Builtin || tables[b].exports[name]) {
				out[b] = true
			}
		}
	}
	return out
}

// Uses gives the modules whose symbols m uses, by directory and name.
func (g *Graph) Uses(m *Module) []*Module { return slices.Clone(g.uses[m]) }

// Program gives all modules that a driver whose operations m defines can consist of: m and those that use it, directly
// or not (bus glue that registers it), and whatever these use (its libraries). By directory and name.
func (g *Graph) Program(m *Module) []*Module {
	up := closure([]*Module{m}, g.usedBy)
	out := closure(up, g.uses)
	sortModules(out)
	return out
}

func closure(start []*Module, next map[*Module][]*Module) []*Module {
	seen := map[*Module]bool{}
	var out []*Module
	for todo := slices.Clone(start); len(todo) > 0; {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[m] {
			continue
		}
		seen[m] = true
		out = append(out, m)
		todo = append(todo, next[m]...)
	}
	return out
}

func sortModules(mods []*Module) {
	slices.SortStableFunc(mods, func(a, b *Module) int {
		if c := strings.Compare(a.Dir, b.Dir); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
}
