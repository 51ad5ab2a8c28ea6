package driver

import (
	"regexp"
	"slices"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// A site is a setting with the spot it stands at.
type site struct {
	setting
	spot
	always bool // set or cleared on every way through the function that does not fail
}

// sites finds the flags that a function sets or clears.
func (r *registrars) sites(fn *syntax.FuncDecl, s settings) []*site {
	var all []*site
	r.walk(fn, func(p spot) {
		s.out = nil
		s.expr(p.x, false)
		for _, f := range s.out {
			all = append(all, &site{setting: f, spot: p})
		}
	})
	settle(all)
	return distinct(all)
}

// distinct leaves one of the sites that are the same piece of text: where #if splits a statement, the parser gives
// the function once for every way of taking the branches.
func distinct(all []*site) []*site {
	type key struct {
		name string
		at   syntax.Span
	}
	seen := make(map[key]*site, len(all))
	return slices.DeleteFunc(all, func(s *site) bool {
		k := key{s.name, s.setting.x.Range()}
		first := seen[k]
		if first == nil {
			seen[k] = s
			return false
		}
		first.always = first.always && s.always
		return true
	})
}

// settle decides which sites run always: those in no branch, and those in branches of which every one sets the flag,
// as where #if picks the spelling of a kernel version.
func settle(all []*site) {
	depth := make(map[*site]int, len(all)) // how many branches are still in doubt
	for _, s := range all {
		depth[s] = len(s.arms)
		if s.maybe {
			depth[s] = len(s.arms) + 1
		}
	}
	for fold(all, depth) {
	}
	for _, s := range all {
		s.always = depth[s] == 0 && s.exit == ""
	}
}

// fold takes one branching out of doubt.
func fold(all []*site, depth map[*site]int) bool {
	for _, s := range all {
		n := depth[s]
		if n == 0 || n > len(s.arms) || s.arms[n-1].of == 0 || s.exit != "" {
			continue
		}
		peers := s.peers(all, depth)
		covered := make(map[int]bool)
		for _, p := range peers {
			covered[p.arms[n-1].n] = true
		}
		if len(covered) < s.arms[n-1].of {
			continue
		}
		for _, p := range peers {
			depth[p] = n - 1
		}
		return true
	}
	return false
}

// peers are the sites that do the same as s, each certainly in its branch, in the branches of the same statement.
func (s *site) peers(all []*site, depth map[*site]int) (peers []*site) {
	n := depth[s]
	for _, p := range all {
		if depth[p] == n && len(p.arms) >= n && p.arms[n-1].at == s.arms[n-1].at && p.name == s.name && p.clear == s.clear && p.exit == "" {
			peers = append(peers, p)
		}
	}
	return peers
}

// why says in words what a site that is not always run depends on.
func (s *site) why() string {
	switch {
	case s.always:
		return ""
	case s.maybe:
		return "inside a conditional expression"
	case len(s.arms) == 0:
		return s.exit
	case s.arms[len(s.arms)-1].kind == "loop":
		return "inside a loop"
	}
	return "inside " + s.arms[len(s.arms)-1].kind
}

var settingText = regexp.MustCompile(`\bieee80211_hw_set\s*\(\s*([\w.>\-]+)\s*,\s*(\w+)\s*\)`)

// text reads flags out of what the parser could not read; whether they are always set stays open.
func (s *settings) text(x *syntax.BadExpr) {
	for _, m := range settingText.FindAllStringSubmatchIndex(x.Text, -1) {
		at := syntax.Span{Pos: x.Pos + m[0], End: x.Pos + m[1]}
		s.out = append(s.out, setting{
			name:  x.Text[m[4]:m[5]],
			x:     &syntax.BadExpr{Span: at, Text: x.Text[m[0]:m[1]]},
			hw:    &syntax.BadExpr{Span: syntax.Span{Pos: x.Pos + m[2], End: x.Pos + m[3]}, Text: x.Text[m[2]:m[3]]},
			maybe: true,
		})
	}
}
