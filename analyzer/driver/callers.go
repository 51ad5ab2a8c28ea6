package driver

import (
	"bytes"
	"slices"
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// dependsOn says what a helper depends on whose direct calls, in this program, are all conditional; "" if it is called
// for every hw. What is called through a pointer counts as called; so does what nobody calls, since macros and other
// modules may; and so does what makes the hw itself. Callers of callers are not asked.
func (r *registrars) dependsOn(fn *index.Func) string {
	switch {
	case r.funcs[fn]:
		return ""
	case conditionals(fn.File.Src.Content[:fn.Span.Pos]) > 0 && !isHeader(fn.File):
		return "in a function inside #if"
	case len(r.prog.MentioningVars(fn.Name)) > 0:
		return ""
	}
	why := ""
	for _, by := range r.prog.Mentioning(fn.Name) {
		if by == fn || !slices.Contains(r.prog.Funcs(fn.Name, by.File), fn) {
			continue
		}
		decl, err := r.prog.Parse(by)
		if err != nil {
			return ""
		}
		if why = r.callsOf(decl, fn.Name); why == "" {
			return ""
		}
	}
	if why != "" {
		why = "in " + fn.Name + "(), which is only called " + why
	}
	return why
}

// callsOf says what all calls of a function in by depend on; "" if one depends on nothing, or if there is no call but
// the address is taken. A loop is no condition: one over radios or bands runs for every hw.
func (r *registrars) callsOf(by *syntax.FuncDecl, name string) (why string) {
	var calls []*site
	r.walk(by, func(p spot) {
		p.arms = slices.DeleteFunc(slices.Clone(p.arms), func(a arm) bool { return a.kind == "loop" })
		syntax.Walk(p.x, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.Call); ok && callee(c) == name {
				calls = append(calls, &site{setting: setting{name: name, x: c}, spot: p})
			}
			return true
		})
	})
	settle(calls)
	for _, c := range calls {
		if why = c.why(); why == "" {
			return ""
		}
	}
	return why
}

// conditionals counts the #if that are open at the end of src.
func conditionals(src []byte) (depth int) {
	for _, t := range dialect.Scan(src) {
		if t.Kind != dialect.Directive {
			continue
		}
		word := bytes.TrimLeft(src[t.Pos+1:t.End], " \t")
		switch {
		case bytes.HasPrefix(word, []byte("if")):
			depth++
		case bytes.HasPrefix(word, []byte("endif")):
			depth--
		}
	}
	return depth
}

// isHeader recognises the files that stand in an include guard.
func isHeader(f *index.File) bool { return strings.HasSuffix(f.Src.Path, ".h") }
