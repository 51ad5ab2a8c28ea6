package driver

import (
	"regexp"
	"sort"
	"strings"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// setter is a function with the flags that it sets or clears.
type setter struct {
	fn    *index.Func
	sites []*site
	why   string // what the whole function depends on; "" if it is run for every hw
}

// setters finds the functions of a program that change flags, in order of place.
func setters(prog *callgraph.Program) (list []setter) {
	words := flagWords(prog)
	reg := newRegistrars(prog)
	for _, file := range sources(prog) {
		for _, fn := range file.Funcs {
			if !mentionsFlag(fn, words) {
				continue
			}
			if s, ok := newSetter(reg, fn); ok {
				list = append(list, s)
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].fn.File.Src.Path < list[j].fn.File.Src.Path })
	return list
}

func newSetter(reg *registrars, fn *index.Func) (setter, bool) {
	decl, err := reg.prog.Parse(fn)
	if err != nil {
		return setter{}, false
	}
	s := setter{fn: fn, sites: reg.sites(decl, reader(reg.prog, fn, decl))}
	if len(s.sites) == 0 {
		return setter{}, false
	}
	s.why = reg.dependsOn(fn)
	return s, true
}

// reader reads flags in fn, through the macros that are known there and through its locals.
func reader(prog *callgraph.Program, fn *index.Func, decl *syntax.FuncDecl) settings {
	return settings{
		object: func(id *syntax.Ident) []syntax.Expr {
			if declares(decl, id.Name) {
				return valuesOf(decl, id.Name)
			}
			for _, m := range prog.Macro(id.Name, fn.File) {
				if m.FuncLike {
					continue
				}
				if x, ok := prog.ExpandObject(m, id.Span); ok {
					return []syntax.Expr{x}
				}
			}
			return nil
		},
		call: func(c *syntax.Call) syntax.Node {
			for _, m := range prog.Macro(callee(c), fn.File) {
				if !m.FuncLike || !setsFlags.MatchString(m.Body) {
					continue
				}
				if x, body, ok := prog.Expand(m, c); ok && x != nil {
					return x
				} else if ok && len(body) > 0 {
					return &syntax.Block{Span: c.Span, Stmts: body}
				}
			}
			return nil
		},
	}
}

var setsFlags = regexp.MustCompile(`\b_?ieee80211_hw_set\b|\b` + flagPrefix)

// flagWords are the names that a function mentions if it changes flags, but for the flags themselves: the call of the
// kernel, and the driver's macros around it or around flags.
func flagWords(prog *callgraph.Program) map[string]bool {
	words := map[string]bool{"ieee80211_hw_set": true, "_ieee80211_hw_set": true}
	for range 3 { // macros in macros
		for _, file := range sources(prog) {
			for _, m := range file.Macros {
				if !words[m.Name] && (setsFlags.MatchString(m.Body) || namesAny(m.Body, words)) {
					words[m.Name] = true
				}
			}
		}
	}
	return words
}

func namesAny(body string, words map[string]bool) bool {
	for _, t := range dialect.Scan([]byte(body)) {
		if t.Kind == dialect.Ident && words[body[t.Pos:t.End]] {
			return true
		}
	}
	return false
}

func mentionsFlag(fn *index.Func, words map[string]bool) bool {
	i := sort.SearchStrings(fn.Mentions, flagPrefix)
	if i < len(fn.Mentions) && strings.HasPrefix(fn.Mentions[i], flagPrefix) {
		return true
	}
	return mentionsAny(fn, words)
}

// flags gives the flags of a setter, those it sets and those it clears.
func (s *setter) flags() (set, cleared []Flag) {
	for _, f := range s.sites {
		flag := Flag{
			Name:  f.name,
			Pos:   Place{s.fn.File, f.span(s.fn.File.Src.Content)},
			Why:   f.why(),
			Style: f.style,
			HW:    written(s.fn.File.Src.Content, f.hw, f.setting.x),
			Func:  s.fn,
		}
		if flag.Why == "" {
			flag.Why = s.why
		}
		flag.Conditional = flag.Why != ""
		if f.clear {
			cleared = append(cleared, flag)
		} else {
			set = append(set, flag)
		}
	}
	return set, cleared
}

// span is the statement of the site, or the expression where it is part of something larger.
func (s *site) span(src []byte) syntax.Span {
	if _, ok := s.stmt.(*syntax.ExprStmt); ok && s.spot.x == s.setting.x {
		return statement(src, s.stmt.Range())
	}
	return s.setting.x.Range()
}
