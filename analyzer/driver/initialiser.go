package driver

import (
	"slices"
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// An initialiser of an ops table is read from its tokens: what makes it hard, macros that stand for some of its
// elements and #if between them, is no C that a grammar takes, and simple to read as text.

// member is one designated initialiser.
type member struct {
	name  string
	names []string // identifiers of the value
	at    syntax.Span
}

// members reads the elements of initialisers.
type members struct {
	macros func(name string) []*index.Macro
	at     *syntax.Span // of the outermost macro call, while in one
	depth  int
	out    []member
}

// braces cuts the initialiser out of a declaration.
func (t text) braces() text {
	for i := range t.toks {
		if t.kind(i) == '=' && t.kind(i+1) == '{' {
			t.toks = t.toks[i+2 : max(i+2, t.behind(i+1)-1)]
			return t
		}
	}
	t.toks = nil
	return t
}

// read takes the elements of t.
func (m *members) read(t text) {
	for i := 0; i < len(t.toks); {
		switch {
		case t.kind(i) == '.' && t.kind(i+1) == dialect.Ident && t.kind(i+2) == '=':
			i = m.element(t, i)
		case t.kind(i) == dialect.Ident:
			i = m.expand(t, i)
		default:
			i = t.behind(i)
		}
	}
}

func (m *members) element(t text, i int) int {
	end := i + 3
	for end < len(t.toks) && t.kind(end) != ',' && !(t.kind(end) == '.' && t.kind(end+2) == '=') {
		end = t.behind(end)
	}
	e := member{name: t.word(i + 1), at: t.span(i, end)}
	if m.at != nil {
		e.at = *m.at
	}
	for j := i + 3; j < end; j++ {
		if w := t.word(j); w != "" {
			e.names = append(e.names, w)
		}
	}
	m.out = append(m.out, e)
	return end
}

// expand reads the elements that the macro at token i stands for.
func (m *members) expand(t text, i int) int {
	end := i + 1
	for _, mac := range m.macros(t.word(i)) {
		if mac.FuncLike != (t.kind(i+1) == '(') || m.depth == maxDepth {
			continue
		}
		body := mac.Body
		if mac.FuncLike {
			end = t.behind(i + 1)
			body = substitute(mac, t.arguments(i+1))
		}
		outer := m.at
		if m.at == nil {
			at := t.span(i, end)
			m.at = &at
		}
		m.depth++
		m.read(scan([]byte(body), 0))
		m.depth--
		m.at = outer
	}
	return end
}

// substitute gives a macro's body with its parameters replaced.
func substitute(mac *index.Macro, args []string) string {
	body := scan([]byte(mac.Body), 0)
	var b strings.Builder
	last := 0
	for i, tok := range body.toks {
		if p := slices.Index(mac.Params, body.word(i)); p >= 0 && p < len(args) {
			b.Write(body.src[last:tok.Pos])
			b.WriteString(args[p])
			last = int(tok.End)
		}
	}
	b.Write(body.src[last:])
	return strings.ReplaceAll(b.String(), "##", "")
}
