package clonedskbs

import (
	"bytes"
	"cmp"

	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// block is a run of unconditional flags with nothing but blanks and comments between them.
type block struct {
	flags   []driver.Flag
	sharers int // drivers for which the last flag of the block is set
}

func (b block) last() driver.Flag { return b.flags[len(b.flags)-1] }

// place is the flag behind which the new one belongs: the end of the block that the fewest drivers share, of those the
// longest, of those the last.
func place(claims *passes.Claims, d *passes.Driver) (driver.Flag, bool) {
	var best block
	for _, b := range blocks(d.Flags) {
		b.sharers = claims.Sharers(b.last().Pos)
		if best.flags == nil || cmp.Or(cmp.Compare(best.sharers, b.sharers), cmp.Compare(len(b.flags), len(best.flags))) >= 0 {
			best = b
		}
	}
	if best.flags == nil {
		return driver.Flag{}, false
	}
	return best.last(), true
}

func blocks(flags []driver.Flag) []block {
	var list []block
	for _, f := range flags {
		switch n := len(list); {
		case f.Conditional:
		case n > 0 && follows(list[n-1].last(), f):
			list[n-1].flags = append(list[n-1].flags, f)
		default:
			list = append(list, block{flags: []driver.Flag{f}})
		}
	}
	return list
}

// follows says whether b stands straight behind a: in the same statement, or after blanks and comments.
func follows(a, b driver.Flag) bool {
	if a.Pos.File != b.Pos.File || a.Style != b.Style || a.HW != b.HW {
		return false
	}
	if a.Pos.Span == b.Pos.Span {
		return true
	}
	if b.Pos.Span.Pos < a.Pos.Span.End {
		return false
	}
	between := a.Pos.File.Src.Content[a.Pos.Span.End:b.Pos.Span.Pos]
	return len(skipBlank(bytes.TrimPrefix(between, []byte(";")))) == 0
}

// skipBlank drops blanks and comments from the front of C source.
func skipBlank(s []byte) []byte {
	for {
		s = bytes.TrimLeft(s, " \t\r\n\f\v\\")
		switch {
		case bytes.HasPrefix(s, []byte("//")):
			s = after(s, "\n")
		case bytes.HasPrefix(s, []byte("/*")):
			s = after(s[2:], "*/")
		default:
			return s
		}
	}
}

func after(s []byte, sep string) []byte {
	_, rest, _ := bytes.Cut(s, []byte(sep))
	return rest
}
