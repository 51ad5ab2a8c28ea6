package kbuild

import (
	"slices"
	"strings"
)

const (
	// unknown stands for text that depends on the configuration or on a command's output.
	unknown = "\x01"
	// maxAlternatives bounds the values kept for one variable, and for one word made from several.
	maxAlternatives = 4096
	// maxDepth bounds how deeply variables may refer to variables.
	maxDepth = 64
	// maxText bounds the bytes that expanding one directory's makefiles may produce or look at.
	maxText = 32 << 20
)

// variable holds every value the variable can have. A recursively expanded one (set with =) keeps its text unexpanded.
type variable struct {
	alts   []string
	simple bool
}

// env is the state of evaluating one directory's makefiles.
type env struct {
	root   string // "" out of tree
	dir    string // absolute
	vars   map[string]*variable
	active map[string]bool // variables being expanded: a reference to itself is empty
	depth  int
	budget int
	inName bool // expanding a name: what nobody set is unknown there, not empty
	spent  bool // the budget ran out
}

func newEnv(root, dir string) *env {
	e := &env{root: root, dir: dir, vars: map[string]*variable{}, active: map[string]bool{}, budget: maxText}
	for _, name := range []string{"src", "obj", "M", "PWD", "CURDIR", "KBUILD_EXTMOD"} {
		e.vars[name] = &variable{alts: []string{dir}, simple: true}
	}
	tree := unknown
	if root != "" {
		tree = root
	}
	for _, name := range []string{"srctree", "abs_srctree", "objtree", "KDIR", "KERNELDIR"} {
		e.vars[name] = &variable{alts: []string{tree}, simple: true}
	}
	return e
}

// spend charges n bytes of work and reports whether there was budget for it.
func (e *env) spend(n int) bool {
	e.budget -= n + 1
	if e.budget < 0 {
		e.spent = true
	}
	return !e.spent
}

// suffixes of variables that are lists of objects or flags, in the spellings that come to the same.
var listSuffixes = []string{"-y", "-m", "-objs", "-" + unknown}

// listName gives the name under which a list variable is kept: foo-$(CONFIG_A) and foo-$(CONFIG_B) are one list.
func listName(name string) (string, bool) {
	if i := strings.Index(name, unknown); i >= 0 {
		stem, ok := strings.CutSuffix(name[:i], "-")
		return stem + "-" + unknown, ok && stem != ""
	}
	for _, s := range listSuffixes {
		if stem, ok := strings.CutSuffix(name, s); ok && stem != "" {
			return name, true
		}
	}
	return name, false
}

// assign carries out an assignment. conditional says that it stands in a branch, so that the old values stay possible.
func (e *env) assign(a assignment, conditional bool) {
	e.inName = true
	names := e.expand(a.name)
	e.inName = false
	for _, name := range names {
		if name, ok := listName(name); ok {
			e.extendList(name, a)
		} else if !strings.Contains(name, unknown) {
			e.set(name, a, conditional)
		}
	}
}

// extendList adds to a list whatever the operator is: no configuration's objects may get lost.
func (e *env) extendList(name string, a assignment) {
	v := e.vars[name]
	if v == nil {
		v = &variable{alts: []string{""}, simple: a.op == ":="}
		e.vars[name] = v
	}
	v.alts[0] += " " + e.valueText(a, v.simple || a.op == ":=")
}

// valueText is the text to keep for an assignment as one alternative.
func (e *env) valueText(a assignment, simple bool) string {
	if a.op == "!=" {
		return unknown
	}
	if !simple {
		return a.value
	}
	return escape(strings.Join(e.expand(a.value), " "))
}

func escape(s string) string { return strings.ReplaceAll(s, "$", "$$") }

func (e *env) set(name string, a assignment, conditional bool) {
	v := e.vars[name]
	switch {
	case a.op == "?=" && v != nil:
	case a.op == "+=" && v != nil:
		e.append(v, a)
	case v != nil && conditional:
		if !e.spend(len(v.alts)) {
			return
		}
		v.alts = capped(append(v.alts, e.alternatives(a)...))
	default:
		e.vars[name] = &variable{alts: e.alternatives(a), simple: a.op == ":="}
	}
}

func (e *env) append(v *variable, a assignment) {
	text := e.valueText(a, v.simple)
	alts := make([]string, len(v.alts))
	for i, old := range v.alts {
		if !e.spend(len(old) + len(text)) {
			return
		}
		alts[i] = old + " " + text
	}
	v.alts = alts
}

func (e *env) alternatives(a assignment) []string {
	switch a.op {
	case "!=":
		return []string{unknown}
	case ":=":
		alts := slices.Clone(e.expand(a.value))
		for i := range alts {
			alts[i] = escape(alts[i])
		}
		return alts
	}
	return []string{a.value}
}

// capped removes repeated alternatives, keeps the order and bounds their number.
func capped(alts []string) []string {
	seen := make(map[string]bool, len(alts))
	out := alts[:0:0]
	for _, a := range alts {
		if !seen[a] && len(out) < maxAlternatives {
			seen[a] = true
			out = append(out, a)
		}
	}
	return out
}
