package callgraph

import (
	"go/token"
	"strings"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// initMacro expands an element of an initialiser that is a macro for something no expression can be: designated
// elements ("USB_DEVICE(v, p)"), a braced list, several elements. These have no tree of their own, so they are
// substituted as text and parsed inside an initialiser. ok is false for all other elements.
func (p *Program) initMacro(e *syntax.InitElem, s *Scope) (elems []*syntax.InitElem, ok bool) {
	m, call := p.elementMacro(e.Value, s)
	if m == nil || !listBody(m.Body) {
		return nil, false
	}
	key := expansionKey{m, call}
	list, seen := p.lists[key]
	if !seen {
		if len(p.lists) < maxExpansions {
			list = p.parseList(m, call, s)
		}
		p.lists[key] = list
	}
	if list == nil || len(list.Elems) == 0 {
		return nil, false
	}
	if len(e.Path) == 0 {
		return list.Elems, true
	}
	first := *list.Elems[0]
	if len(first.Path) > 0 {
		return nil, false
	}
	first.Path = e.Path
	return append([]*syntax.InitElem{&first}, list.Elems[1:]...), true
}

// elementMacro returns the macro that an element is a call or a mention of.
func (p *Program) elementMacro(v syntax.Expr, s *Scope) (*index.Macro, *syntax.Call) {
	var list []*index.Macro
	call, _ := v.(*syntax.Call)
	switch v := v.(type) {
	case *syntax.Call:
		list = p.macrosOf(callee(v), v.Pos, true, s)
	case *syntax.Ident:
		list = p.macrosOf(v.Name, v.Pos, false, s)
	}
	if len(list) == 0 {
		return nil, nil
	}
	return list[0], call
}

// listBody reports whether a macro's body is no single expression: it starts with a designator or a brace, or has a
// comma outside of brackets. A call may hide such a body, so a body that is one is looked into by who expands it.
func listBody(body string) bool {
	if body == "" {
		return false
	}
	if c := body[0]; c == '.' || c == '{' || c == '[' {
		return true
	}
	depth := 0
	for _, c := range body {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

// parseList parses the expansion of m as the elements of an initialiser. Its nodes stand at the macro's use.
func (p *Program) parseList(m *index.Macro, call *syntax.Call, s *Scope) *syntax.InitList {
	var args []string
	text := s.file.Src.Content
	if call != nil {
		for _, a := range call.Args {
			r := a.Range()
			if r.Pos < 0 || r.End > len(text) || r.Pos > r.End {
				return nil
			}
			args = append(args, string(text[r.Pos:r.End]))
		}
	}
	src := "struct s v = { " + substitute(m, args) + " };\n"
	tok := token.NewFileSet().AddFile("expansion", -1, len(src))
	tok.SetLinesForContent([]byte(src))
	f := index.New(&source.File{Path: "expansion of " + m.Name, Content: []byte(src), Tok: tok})
	d, err := p.tree.parseDecl(f, syntax.Span{Pos: 0, End: len(src)})
	if err != nil || len(d.Vars) == 0 {
		return nil
	}
	list, _ := d.Vars[0].Init.(*syntax.InitList)
	return list
}

// substitute replaces parameters in m's body by arguments, as text: "##" joins, "#" quotes.
func substitute(m *index.Macro, args []string) string {
	var out strings.Builder
	body := m.Body
	for i := 0; i < len(body); {
		c := body[i]
		switch {
		case letter(c):
			j := i
			for j < len(body) && (letter(body[j]) || body[j] >= '0' && body[j] <= '9') {
				j++
			}
			out.WriteString(argument(m, args, body[i:j]))
			i = j
		case strings.HasPrefix(body[i:], "##"):
			joined := strings.TrimRight(out.String(), " \t")
			out.Reset()
			out.WriteString(joined)
			i = len(body) - len(strings.TrimLeft(body[i+2:], " \t"))
		default:
			out.WriteByte(c)
			i++
		}
	}
	return out.String()
}

// argument is the text for a word of m's body.
func argument(m *index.Macro, args []string, word string) string {
	for i, param := range m.Params {
		if param == word && i < len(args) {
			return args[i]
		}
	}
	if m.Variadic && word == m.VarName && len(args) >= len(m.Params) {
		return strings.Join(args[len(m.Params):], ", ")
	}
	return word
}
