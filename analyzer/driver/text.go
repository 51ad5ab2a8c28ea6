package driver

import (
	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// text is a piece of source with its tokens.
type text struct {
	src  []byte
	toks []dialect.Token
	base int
}

func scan(src []byte, base int) text {
	t := text{src: src, base: base}
	for _, tok := range dialect.Scan(src) {
		if tok.Kind != dialect.Directive && tok.Kind != dialect.Blanked {
			t.toks = append(t.toks, tok)
		}
	}
	return t
}

func (t text) kind(i int) dialect.Kind {
	if i < 0 || i >= len(t.toks) {
		return dialect.Blanked
	}
	return t.toks[i].Kind
}

func (t text) word(i int) string {
	if t.kind(i) != dialect.Ident {
		return ""
	}
	return string(t.src[t.toks[i].Pos:t.toks[i].End])
}

func (t text) span(i, j int) syntax.Span {
	return syntax.Span{Pos: t.base + int(t.toks[i].Pos), End: t.base + int(t.toks[j-1].End)}
}

// behind returns the index behind token i, or behind the bracketed part that starts there.
func (t text) behind(i int) int {
	depth := 0
	for ; i < len(t.toks); i++ {
		switch t.toks[i].Kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return i
}

// arguments are the texts between the commas of the parenthesis at token i.
func (t text) arguments(i int) []string {
	end := t.behind(i) - 1
	var args []string
	for start := i + 1; start < end; {
		j := start
		for j < end && t.kind(j) != ',' {
			j = t.behind(j)
		}
		if j > start {
			args = append(args, string(t.src[t.toks[start].Pos:t.toks[j-1].End]))
		} else {
			args = append(args, "")
		}
		start = j + 1
	}
	return args
}
