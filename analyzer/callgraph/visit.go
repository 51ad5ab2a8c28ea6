package callgraph

import (
	"regexp"
	"sort"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// visitor walks a function's tree, into the expansions of macros where asked to.
type visitor struct {
	p *Program
	// into says which macros to expand; nil for none. The call is nil for an object-like macro.
	into func(c *syntax.Call, name string) bool
	// see is called for every node with its scope and the conditions it stands under. False keeps out of the node.
	see func(n syntax.Node, s *Scope, under []syntax.Expr) bool
}

// visitDepth bounds macros in macros.
const visitDepth = 6

// visit walks the body of fn; a function that cannot be parsed has nothing to see.
func (v *visitor) visit(fn *index.Func) {
	if d, err := v.p.tree.Func(fn); err == nil {
		v.walk(d.Body, v.p.Scope(fn), nil, visitDepth)
	}
}

func (v *visitor) walk(n syntax.Node, s *Scope, under []syntax.Expr, depth int) {
	syntax.Walk(n, func(m syntax.Node) bool {
		if !v.see(m, s, under) {
			return false
		}
		switch m := m.(type) {
		case *syntax.If:
			v.branch(m, s, under, depth)
			return false
		case *syntax.Call:
			if name := callee(m); name != "" {
				v.expand(name, m, m.Span, s, under, depth)
			}
		case *syntax.Ident:
			v.expand(m.Name, nil, m.Span, s, under, depth)
		}
		return true
	})
}

// branch walks both sides of an if under what holds there.
func (v *visitor) branch(n *syntax.If, s *Scope, under []syntax.Expr, depth int) {
	v.walk(n.C, s, under, depth)
	with := func(c syntax.Expr) []syntax.Expr { return append(append([]syntax.Expr(nil), under...), c) }
	if n.Then != nil {
		v.walk(n.Then, s, with(n.C), depth)
	}
	if n.Else != nil {
		v.walk(n.Else, s, with(&syntax.Unary{Span: n.C.Range(), Op: "!", X: n.C}), depth)
	}
}

func (v *visitor) expand(name string, c *syntax.Call, at syntax.Span, s *Scope, under []syntax.Expr, depth int) {
	if v.into == nil || depth == 0 || !v.into(c, name) {
		return
	}
	for _, m := range v.p.macrosOf(name, at.Pos, c != nil, s) {
		x := v.p.expand(m, c, at)
		if x == nil {
			continue
		}
		if n := x.node(); n != nil {
			v.walk(n, s.With(n), under, depth-1)
		}
	}
}

// macroNote is what the bodies of the driver's macros of one name say.
type macroNote struct {
	stores bool
	names  []string // identifiers in the bodies, sorted, unique
}

var (
	identRE = regexp.MustCompile(`[A-Za-z_]\w*`)
	// storeRE finds assignments, steps and taken addresses.
	storeRE = regexp.MustCompile(`[^=!<>]=[^=]|\+\+|--|<<=|>>=|(?:^|[^&])&\s*\(?\s*\(?[A-Za-z_]`)
)

// notes describes the driver's own macros.
func (p *Program) notes() map[string]macroNote {
	if p.macros != nil {
		return p.macros
	}
	p.macros = map[string]macroNote{}
	add := func(f *index.File) {
		for _, m := range f.Macros {
			if words := identRE.FindAllString(m.Body, -1); len(words) > 0 {
				note := p.macros[m.Name]
				note.stores = note.stores || storeRE.MatchString(m.Body)
				note.names = append(note.names, words...)
				p.macros[m.Name] = note
			}
		}
	}
	for _, list := range [...][]*index.File{p.files, p.headers} {
		for _, f := range list {
			add(f)
		}
	}
	for name, note := range p.macros {
		sort.Strings(note.names)
		p.macros[name] = note
	}
	return p.macros
}

// macrosNaming returns the driver's macros whose expansion can mention name, through other macros too, by name.
func (p *Program) macrosNaming(name string) []string {
	notes := p.notes()
	found := map[string]bool{}
	frontier := []string{name}
	for round := 0; len(frontier) > 0 && round < visitDepth; round++ {
		var next []string
		for m, note := range notes {
			if found[m] {
				continue
			}
			for _, want := range frontier {
				if has(note.names, want) {
					found[m] = true
					next = append(next, m)
					break
				}
			}
		}
		frontier = next
	}
	out := make([]string, 0, len(found))
	for m := range found {
		out = append(out, m)
	}
	sort.Strings(out)
	return out
}

// users returns the functions that mention name themselves or in a macro of the driver.
func (p *Program) users(name string) []*index.Func {
	return p.union(p.Mentioning(name), p.macrosNaming(name))
}

// union adds the functions that mention one of macros to list.
func (p *Program) union(list []*index.Func, macros []string) []*index.Func {
	if len(macros) == 0 {
		return list
	}
	seen := map[*index.Func]bool{}
	out := append([]*index.Func(nil), list...)
	for _, fn := range list {
		seen[fn] = true
	}
	for _, m := range macros {
		for _, fn := range p.Mentioning(m) {
			if !seen[fn] {
				seen[fn] = true
				out = append(out, fn)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return before(out[i], out[j]) })
	return out
}
