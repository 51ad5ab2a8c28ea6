package driver

import (
	"bytes"
	"strings"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// What a line looks like in the source: where a statement ends, how it is indented, how its line ends.

// statement is the span of a statement with its semicolon.
func statement(src []byte, at syntax.Span) syntax.Span {
	if at.End > 0 && at.End <= len(src) && src[at.End-1] == ';' {
		return at
	}
	rest := bytes.TrimLeft(src[at.End:], " \t\r\n")
	if len(rest) > 0 && rest[0] == ';' {
		at.End = len(src) - len(rest) + 1
	}
	return at
}

// written is an expression as it stands in the source; one out of a macro, which has the place of the call, is printed.
func written(src []byte, x syntax.Expr, in syntax.Expr) string {
	at := x.Range()
	if at == in.Range() {
		return syntax.Print(x)
	}
	return strings.Join(strings.Fields(string(src[at.Pos:at.End])), " ")
}

// indent is the white space at the start of the line of pos.
func indent(src []byte, pos int) string {
	start := bytes.LastIndexByte(src[:pos], '\n') + 1
	end := start
	for end < len(src) && (src[end] == ' ' || src[end] == '\t') {
		end++
	}
	return string(src[start:end])
}

// align is white space that reaches to the column of pos, with tabs if the line starts with one.
func align(src []byte, pos int) string {
	start := bytes.LastIndexByte(src[:pos], '\n') + 1
	column := 0
	for _, c := range src[start:pos] {
		if c == '\t' {
			column += 8 - column%8
		} else {
			column++
		}
	}
	if src[start] != '\t' {
		return strings.Repeat(" ", column)
	}
	return strings.Repeat("\t", column/8) + strings.Repeat(" ", column%8)
}

// eol is how the line of pos ends.
func eol(src []byte, pos int) string {
	if i := bytes.IndexByte(src[pos:], '\n'); i > 0 && src[pos+i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineBehind is the start of the line behind pos and behind a comment that starts on the line of pos. Where more code
// is on that line it is pos, and false.
func lineBehind(src []byte, pos int) (int, bool) {
	for i := pos; i < len(src); {
		rest := src[i:]
		switch {
		case rest[0] == '\n':
			return i + 1, true
		case rest[0] == ' ', rest[0] == '\t', rest[0] == '\r':
			i++
		case bytes.HasPrefix(rest, []byte("//")):
			n := bytes.IndexByte(rest, '\n')
			if n < 0 {
				return len(src), true
			}
			i += n
		case bytes.HasPrefix(rest, []byte("/*")):
			n := bytes.Index(rest, []byte("*/"))
			if n < 0 {
				return pos, false
			}
			i += n + 2
		default:
			return pos, false
		}
	}
	return len(src), true
}
