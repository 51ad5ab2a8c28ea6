package parser

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

func (u *unit) number(n *node) syntax.Expr {
	text := u.text(n)
	if text == "" {
		return u.emptyArgument(n)
	}
	if text[0] == '-' || text[0] == '+' { // the grammar takes a sign for part of the number
		digits := *n
		digits.pos++
		return &syntax.Unary{Span: u.span(n), Op: text[:1], X: u.number(&digits)}
	}
	if !isNumber(text) {
		return u.emptyArgument(n)
	}
	v, ok := parseInt(text)
	return &syntax.Number{Span: u.span(n), Text: text, Value: v, OK: ok}
}

func isNumber(s string) bool { return s != "" && (s[0] >= '0' && s[0] <= '9' || s[0] == '.') }

// emptyArgument stands where dialect put a 0 between two commas.
func (u *unit) emptyArgument(n *node) syntax.Expr { return &syntax.BadExpr{Span: u.span(n)} }

// parseInt reads an integer constant. Constants beyond 63 bits wrap, as an unsigned long does in the kernel.
func parseInt(text string) (int64, bool) {
	s := strings.TrimRight(text, "uUlL")
	base, digits := 10, s
	switch {
	case len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x':
		base, digits = 16, s[2:]
	case len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'b':
		base, digits = 2, s[2:]
	case len(s) > 1 && s[0] == '0':
		base, digits = 8, s[1:]
	}
	v, err := strconv.ParseUint(digits, base, 64)
	return int64(v), err == nil
}

func (u *unit) char(n *node) syntax.Expr {
	text := u.text(n)
	if i := strings.IndexByte(text, '\''); i >= 0 {
		text = text[i+1:]
	}
	return &syntax.Char{Span: u.span(n), Value: charValue(strings.TrimSuffix(text, "'"))}
}

func charValue(s string) int64 {
	if s == "" {
		return 0
	}
	if s[0] != '\\' || len(s) == 1 {
		if r, size := utf8.DecodeRuneInString(s); size > 1 {
			return int64(r)
		}
		return int64(int8(s[0]))
	}
	switch c := s[1]; {
	case c >= '0' && c <= '7':
		v, _ := strconv.ParseUint(s[1:], 8, 16)
		return int64(int8(v))
	case c == 'x':
		v, _ := strconv.ParseUint(s[2:], 16, 16)
		return int64(int8(v))
	default:
		return escape(c)
	}
}

func escape(c byte) int64 {
	const from, to = "abfnrtve", "\a\b\f\n\r\t\v\x1b"
	if i := strings.IndexByte(from, c); i >= 0 {
		return int64(to[i])
	}
	return int64(c)
}

// str joins adjacent literals. A macro between them, such as a conversion specifier of printf, becomes a conversion of
// no width.
func (u *unit) str(n *node) syntax.Expr {
	s := &syntax.String{Span: u.span(n)}
	if n.kind != "concatenated_string" {
		s.Text = u.text(n)
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, k := range n.kids {
		text := u.text(k)
		if i, j := strings.IndexByte(text, '"'), strings.LastIndexByte(text, '"'); i >= 0 && j > i {
			b.WriteString(text[i+1 : j])
		}
	}
	b.WriteByte('"')
	s.Text = b.String()
	return s
}
