package parser

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// paste carries out the # and ## of m's body. Parameters that are no operand of these stay names, so that the
// arguments' trees can be put in for them. pasted is false if the body has neither operator, but for the GNU
// ", ## args" that only drops a comma.
func (p *Parser) paste(m *index.Macro, args []syntax.Expr) (body string, pasted bool) {
	if !strings.Contains(m.Body, "#") {
		return m.Body, false
	}
	s := paster{text: []byte("(" + m.Body), args: make(map[string]string)}
	if m.Variadic {
		s.text = []byte("(" + dropPasteBeforeRest(m.Body, m.VarName))
		s.args[m.VarName] = printAll(args[min(len(args), len(m.Params)):])
	}
	if !strings.Contains(string(s.text), "#") {
		return string(s.text[1:]), false
	}
	for i, name := range m.Params {
		if i < len(args) {
			s.args[name] = argText(args[i])
		} else {
			s.args[name] = ""
		}
	}
	if !m.FuncLike {
		s.args = nil
	}
	s.toks = dialect.Scan(s.text)
	return s.run(), true
}

func printAll(args []syntax.Expr) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = argText(a)
	}
	return strings.Join(texts, ", ")
}

func argText(x syntax.Expr) string {
	if x == nil {
		return ""
	}
	return syntax.Print(x)
}

// dropPasteBeforeRest turns ", ## args" into ", args": without variadic arguments there is nothing to put in, and
// the comma means nothing to a list of trees.
func dropPasteBeforeRest(body, name string) string {
	var b strings.Builder
	for {
		i := strings.Index(body, "##")
		if i < 0 {
			break
		}
		rest := strings.TrimLeft(body[i+2:], " \t")
		comma := strings.HasSuffix(strings.TrimRight(body[:i], " \t"), ",")
		b.WriteString(body[:i])
		if !comma || firstWord(rest) != name {
			b.WriteString("##")
		}
		body = body[i+2:]
	}
	b.WriteString(body)
	return b.String()
}

type paster struct {
	text []byte
	toks []dialect.Token
	args map[string]string
}

func (s *paster) run() string {
	var b strings.Builder
	pos := 1
	for i := 1; i < len(s.toks); i++ {
		t := s.toks[i]
		word := s.word(i)
		switch {
		case word == "##":
			trimmed := strings.TrimRight(b.String(), " \t")
			b.Reset()
			b.WriteString(trimmed)
			pos = s.start(i + 1)
			continue
		case t.Kind == '#' && s.isArg(i+1):
			b.Write(s.text[pos:t.Pos])
			b.WriteString(quote(s.args[s.word(i+1)]))
			i++
			pos = int(s.toks[i].End)
			continue
		case s.isArg(i) && (s.word(i-1) == "##" || s.word(i+1) == "##"):
			b.Write(s.text[pos:t.Pos])
			b.WriteString(s.args[word])
			pos = int(t.End)
		}
		b.Write(s.text[pos:max(pos, int(t.End))])
		pos = max(pos, int(t.End))
	}
	b.Write(s.text[pos:])
	return b.String()
}

// start is the offset of token i, or the end of the text.
func (s *paster) start(i int) int {
	if i < len(s.toks) {
		return int(s.toks[i].Pos)
	}
	return len(s.text)
}

func (s *paster) word(i int) string {
	if i < 0 || i >= len(s.toks) {
		return ""
	}
	return string(s.text[s.toks[i].Pos:s.toks[i].End])
}

func (s *paster) isArg(i int) bool {
	_, ok := s.args[s.word(i)]
	return ok
}

// quote makes a string literal of an argument.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(s) + `"`
}
