package driver

import (
	"bytes"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Insertion is where a further flag goes, and how it is to be spelt there.
type Insertion struct {
	After  Place       // the last statement of the driver's unconditional block; it is the Pos of a Flag
	At     int         // offset in the file where Text goes
	HW     string      // the hw of that statement, as written
	Style  Style       // how that statement sets its flag
	Func   *index.Func // the function
	Indent string      // the white space in front of the statement; for FlagsOr in front of a further line of it
	EOL    string      // "\n" or "\r\n"
	Shared bool        // another driver sets its flags in the same function; only Find knows

	before, after string // what Text has around the flag's name
}

// Text is what has to be inserted at At to set the flag, named without IEEE80211_HW_.
func (in *Insertion) Text(flag string) string { return in.before + flag + in.after }

// A run is a row of statements, with nothing but comments between them, that each set a flag in every case.
type run struct {
	sites []*site
	order int // of the last statement in its block
}

// bestRun is the first of the runs with the most flags in a function; runs in #if count where there is no other.
func bestRun(all []*site) (best run) {
	for _, inPP := range []bool{false, true} {
		for _, r := range runs(all, inPP) {
			if len(r.sites) > len(best.sites) {
				best = r
			}
		}
		if len(best.sites) > 0 {
			return best
		}
	}
	return best
}

func runs(all []*site, inPP bool) (out []run) {
	var list *syntax.Block
	for _, s := range all {
		if !s.canFollow(inPP) {
			continue
		}
		i := s.order()
		last := len(out) - 1
		if last >= 0 && list == s.list && i-out[last].order <= 1 {
			out[last].sites, out[last].order = append(out[last].sites, s), i
		} else {
			out = append(out, run{[]*site{s}, i})
		}
		list = s.list
	}
	return out
}

// canFollow says whether a statement may be put behind that of the site and will be run always.
func (s *site) canFollow(inPP bool) bool {
	e, ok := s.stmt.(*syntax.ExprStmt)
	if !ok || !s.always || s.clear || e.X != s.setting.x || s.lone || s.flag == nil {
		return false
	}
	for _, a := range s.arms {
		if a.kind != "#if" {
			return false
		}
	}
	return inPP == (len(s.arms) > 0)
}

func (s *site) order() int {
	for i, o := range s.list.Stmts {
		if o == s.stmt {
			return i
		}
	}
	return -1
}

// insertion puts a flag behind the last statement of the run.
func insertion(fn *index.Func, r run) *Insertion {
	s := r.sites[len(r.sites)-1]
	src := fn.File.Src.Content
	at := statement(src, s.stmt.Range())
	in := &Insertion{
		After:  Place{fn.File, at},
		HW:     written(src, s.hw, s.setting.x),
		Style:  s.style,
		Func:   fn,
		Indent: indent(src, at.Pos),
		EOL:    eol(src, at.Pos),
	}
	if s.style == FlagsOr {
		in.extend(src)
	} else {
		in.line(src, s)
	}
	return in
}

// line sets the flag in a statement of its own, a twin of the one it follows.
func (in *Insertion) line(src []byte, s *site) {
	at, name := in.After.Span, s.flag.Range()
	prefix := ""
	if bytes.HasPrefix(src[name.Pos:name.End], []byte(flagPrefix)) {
		prefix = flagPrefix
	}
	in.before = string(src[at.Pos:name.Pos]) + prefix
	in.after = string(src[name.End:at.End])
	next, ok := lineBehind(src, at.End)
	in.At = next
	switch {
	case !ok: // more code on the line
		in.before = " " + in.before
	case next == len(src) && src[next-1] != '\n':
		in.before = in.EOL + in.Indent + in.before
	default:
		in.before, in.after = in.Indent+in.before, in.after+in.EOL
	}
}

// extend adds the flag to the or of flags in the statement.
func (in *Insertion) extend(src []byte) {
	at := in.After.Span
	stmt := bytes.TrimRight(bytes.TrimSuffix(src[at.Pos:at.End], []byte(";")), " \t\r\n")
	in.At = at.Pos + len(stmt)
	if bytes.IndexByte(stmt, '\n') >= 0 {
		in.Indent = indent(src, in.At)
	} else {
		operator := bytes.IndexByte(stmt, '=') + 1
		value := len(stmt) - len(bytes.TrimLeft(stmt[operator:], " \t"))
		in.Indent = align(src, at.Pos+value)
	}
	in.before = " |" + in.EOL + in.Indent + flagPrefix
}
