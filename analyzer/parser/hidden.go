package parser

import (
	"bytes"
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// ident converts a name. If the original text under it says more, dialect collapsed something into it: a type, a
// statement, a statement expression.
func (u *unit) ident(n *node) syntax.Expr {
	name := u.read(n)
	region := u.region(n)
	if isJump(name) {
		u.fail(n)
		return u.bad(n)
	}
	if region == name {
		if dialect.IsTypeName(name) && !strings.HasSuffix(name, "_t") {
			return &syntax.TypeExpr{Span: u.span(n), Type: &syntax.Type{Span: u.span(n), Kind: syntax.Typedef, Name: name}}
		}
		return &syntax.Ident{Span: u.span(n), Name: name}
	}
	end := n.pos + len(region)
	word := firstWord(region)
	switch {
	case region[0] == '{':
		return u.stmtExpr(n.pos, end)
	case word == region:
		return &syntax.Ident{Span: u.span(n), Name: word}
	case isTypeof(word) && closes(region[len(word):]):
		return &syntax.TypeExpr{Span: u.spanOf(n.pos, end), Type: u.typeName(n)}
	case word == "asm" || word == "__asm__" || word == "__asm":
		return &syntax.Ident{Span: u.span(n), Name: "asm"}
	case isJump(word), word == "":
		return &syntax.BadExpr{Span: u.spanOf(n.pos, end), Text: region}
	case isWords(region):
		return &syntax.Ident{Span: u.span(n), Name: word} // macros in a row that make a string
	}
	if t := u.typeText(n.pos, end); t != nil {
		return &syntax.TypeExpr{Span: u.spanOf(n.pos, end), Type: t}
	}
	u.fail(n)
	return &syntax.BadExpr{Span: u.spanOf(n.pos, end), Text: region}
}

// isWords reports whether s is made of names alone, none of which can be part of a type.
func isWords(s string) bool {
	for _, w := range strings.Fields(s) {
		if firstWord(w) != w || isBasicWord(w) || w == "struct" || w == "union" || w == "enum" || w == "const" {
			return false
		}
	}
	return true
}

func isTypeof(word string) bool {
	switch word {
	case "typeof", "__typeof__", "__typeof", "typeof_unqual":
		return true
	}
	return false
}

// closes reports whether s is one parenthesised text.
func closes(s string) bool { return s != "" && s[0] == '(' && closeIndex(s) == len(s)-1 }

// closeIndex returns the index of the parenthesis that closes the first one in s, or len(s).
func closeIndex(s string) int {
	depth := 0
	for i, c := range []byte(s) {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

func isJump(word string) bool {
	switch word {
	case "return", "goto", "break", "continue", "if", "for", "while", "do", "switch", "case", "default", "else":
		return true
	}
	return false
}

func firstWord(s string) string {
	for i, c := range []byte(s) {
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '$' && c < 128 {
			return s[:i]
		}
	}
	return s
}

func (u *unit) spanOf(pos, end int) syntax.Span { return u.span(&node{pos: pos, end: end}) }

// region returns the original text from n to the next byte that the normalised text shows, without trailing blanks.
func (u *unit) region(n *node) string {
	end := n.end
	for end < len(u.norm) && isBlank(u.norm[end]) {
		end++
	}
	return dropClosers(string(u.orig[n.pos:end]))
}

// dropClosers takes the blanks off the end of s, and the parentheses that do not open in it: those around a lone name
// are hidden as well.
func dropClosers(s string) string {
	for {
		s = strings.TrimRight(s, " \t\r\n\f\v")
		if !strings.HasSuffix(s, ")") || strings.Count(s, ")") <= strings.Count(s, "(") {
			return s
		}
		s = s[:len(s)-1]
	}
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

// castBefore looks for a cast that is blank in the normalised text and ends right in front of pos. It returns the cast's
// type and where it begins.
func (u *unit) castBefore(pos int) (*syntax.Type, int) {
	i := pos - 1
	for i >= 0 && (isBlank(u.orig[i]) || u.orig[i] == '(' && isBlank(u.norm[i])) {
		i--
	}
	if i < 0 || u.orig[i] != ')' || !isBlank(u.norm[i]) {
		return nil, 0
	}
	open := bytes.LastIndexByte(u.orig[:i], '(')
	if open < 0 || !isBlank(u.norm[open]) {
		return nil, 0
	}
	name := strings.TrimSpace(string(u.orig[open+1 : i]))
	if name = lastWord(name); !dialect.IsTypeName(name) {
		return nil, 0
	}
	return &syntax.Type{Span: u.spanOf(open+1, i), Kind: syntax.Typedef, Name: name}, open
}

// lastWord drops annotations in front of a type name.
func lastWord(s string) string {
	f := strings.Fields(s)
	if len(f) == 0 {
		return ""
	}
	return f[len(f)-1]
}

// typeText parses the original bytes [pos, end) as a type name.
func (u *unit) typeText(pos, end int) *syntax.Type {
	const prefix = "int x=sizeof("
	s := u.sub(prefix, pos, end, ");")
	if s.depth > 50 {
		panic(ErrTooDeep)
	}
	root, err := u.p.parse(s.norm)
	if err != nil || root.errors {
		return nil
	}
	var found *syntax.Type
	walk(root, func(n *node) bool {
		if n.kind == "sizeof_expression" && found == nil {
			switch x := s.sizeof(n).(type) {
			case *syntax.Sizeof:
				found = x.Type
				if id, ok := x.X.(*syntax.Ident); ok {
					found = &syntax.Type{Span: id.Span, Kind: syntax.Typedef, Name: id.Name}
				}
			}
			return false
		}
		return found == nil
	})
	u.errors = append(u.errors, s.errors...)
	return found
}

// walk calls f for n and, where f says so, for the nodes inside.
func walk(n *node, f func(*node) bool) {
	if f(n) {
		for _, k := range n.kids {
			walk(k, f)
		}
	}
}

// stmtExpr parses the braces at [pos, end) as the body of a statement expression.
func (u *unit) stmtExpr(pos, end int) syntax.Expr {
	x := &syntax.StmtExpr{Span: u.spanOf(pos, end)}
	s := u.sub("void f()", pos, end, "")
	if s.depth > 50 {
		panic(ErrTooDeep)
	}
	body := s.body()
	u.errors = append(u.errors, s.errors...)
	if body == nil {
		u.errors = append(u.errors, x.Span)
		return &syntax.BadExpr{Span: x.Span, Text: string(u.orig[pos:end])}
	}
	x.Body = body
	return x
}

// exprText parses the original bytes [pos, end) as an expression.
func (u *unit) exprText(pos, end int) syntax.Expr {
	s := u.sub("void f(){x=(", pos, end, ");}")
	body := s.body()
	if body == nil || len(s.errors) > 0 || len(body.Stmts) != 1 {
		return nil
	}
	if st, ok := body.Stmts[0].(*syntax.ExprStmt); ok {
		if a, ok := st.X.(*syntax.Assign); ok {
			return a.Y
		}
	}
	return nil
}

// typeName converts a type identifier; typeof(x) is collapsed into one.
func (u *unit) typeName(n *node) *syntax.Type {
	t := &syntax.Type{Span: u.span(n), Kind: syntax.Typedef, Name: u.read(n)}
	if isBasicWord(t.Name) {
		return u.basic(n, t.Name)
	}
	if !isTypeof(firstWord(string(u.orig[n.pos:]))) {
		if w := firstWord(string(u.orig[n.pos:min(len(u.orig), n.end+1)])); w != t.Name && isBasicWord(w) {
			return u.basic(n, u.text(n))
		}
		return t
	}
	region := u.region(n)
	open := strings.IndexByte(region, '(')
	if open < 0 {
		return t
	}
	end := open + closeIndex(region[open:])
	if end >= len(region) {
		return t
	}
	t.Kind, t.Span = syntax.Typeof, u.spanOf(n.pos, n.pos+end+1)
	pos := n.pos + open + 1
	if inner := u.typeText(pos, n.pos+end); inner != nil && inner.Kind != syntax.Typedef {
		t.X = &syntax.TypeExpr{Span: inner.Span, Type: inner}
	} else if t.X = u.exprText(pos, n.pos+end); t.X == nil {
		t.X = &syntax.BadExpr{Span: t.Span, Text: region[open+1 : end]}
	}
	return t
}
