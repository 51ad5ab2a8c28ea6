package callgraph

import (
	"go/token"
	"regexp"
	"strings"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// initMacro expands an element of an initialiser that is a macro for something no expression can be: designated
// elements ("USB_DEVICE(v, p)"), a braced list, several elements. These have no tree of their own, so they are
// substituted as text and parsed inside an initialiser. ok is false for all other elements.
func (p *Program) initMacro(e *syntax.InitElem, s *Scope) (elems []*syntax.InitElem, ok bool) {
	if elems := unjoined(e); elems != nil {
		return elems, true
	}
	m, call := p.elementMacro(e.Value, s)
	if m == nil || !p.isList(m, s, visitDepth) {
		return nil, false
	}
	key := expansionKey{m, call}
	list, seen := p.lists[key]
	if !seen {
		if len(p.lists) < maxExpansions {
			list = p.parseList(m, call, e.Value.Range(), s)
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

// unjoined takes an element apart that is two: a macro whose expansion ends in a comma, and behind it, without one, a
// designated element, which together read like an assignment to a member.
func unjoined(e *syntax.InitElem) []*syntax.InitElem {
	a, ok := e.Value.(*syntax.Assign)
	if !ok || a.Op != "=" || len(e.Path) > 0 {
		return nil
	}
	m, ok := a.X.(*syntax.Member)
	if !ok || m.Arrow {
		return nil
	}
	macro := m.X
	switch x := m.X.(type) {
	case *syntax.Call, *syntax.Ident:
	case *syntax.BadExpr: // with a preprocessor line between them
		macro = &syntax.Ident{Span: x.Span, Name: identRE.FindString(x.Text)}
	default:
		return nil
	}
	return []*syntax.InitElem{
		{Span: macro.Range(), Value: macro},
		{Span: e.Span, Path: []syntax.Designator{{Field: m.Name}}, Value: a.Y},
	}
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

// isList reports whether m stands for elements: by its body, or because its body is another macro that does.
func (p *Program) isList(m *index.Macro, s *Scope, depth int) bool {
	if listBody(m.Body) {
		return true
	}
	head := headRE.FindStringSubmatch(m.Body)
	if head == nil || depth == 0 {
		return false
	}
	for _, inner := range p.macrosOf(head[1], -1, head[2] != "", s) {
		if inner != m {
			return p.isList(inner, s, depth-1)
		}
	}
	return false
}

// headRE matches a body that is a name, or a call up to its end.
var headRE = regexp.MustCompile(`^([A-Za-z_]\w*)\s*(\(.*\))?$`)

// listBody reports whether a macro's body is no single expression: it starts with a designator or a brace, or has a
// comma outside of brackets.
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

// parseList parses the expansion of m as the elements of an initialiser. Its nodes stand at the
// macro's first use.
func (p *Program) parseList(m *index.Macro, call *syntax.Call, at syntax.Span, s *Scope) *syntax.InitList {
	var args []string
	if call != nil {
		var ok bool
		if args, ok = p.listArgs[call]; !ok {
			args = texts(call, s.file.Src.Content)
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
	if list != nil {
		p.move(list, f.Src.Content, at)
	}
	return list
}

// texts returns the arguments of c as written.
func texts(c *syntax.Call, src []byte) []string {
	var out []string
	for _, a := range c.Args {
		r := a.Range()
		if r.Pos < 0 || r.End > len(src) || r.Pos > r.End {
			return nil
		}
		out = append(out, string(src[r.Pos:r.End]))
	}
	return out
}

// move puts the nodes of an expansion, read from src, to the place of the macro. What the arguments of calls in it are
// is noted before, should these be expanded in turn.
func (p *Program) move(list *syntax.InitList, src []byte, at syntax.Span) {
	syntax.Walk(list, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Call); ok {
			p.listArgs[c] = texts(c, src)
		}
		return true
	})
	syntax.Walk(list, func(n syntax.Node) bool {
		if span := spanOf(n); span != nil {
			*span = at
		}
		return true
	})
}

// spanOf gives access to the places of the nodes that initialisers are made of.
func spanOf(n syntax.Node) *syntax.Span {
	switch n := n.(type) {
	case *syntax.InitList:
		return &n.Span
	case *syntax.InitElem:
		return &n.Span
	case *syntax.Ident:
		return &n.Span
	case *syntax.Number:
		return &n.Span
	case *syntax.Call:
		return &n.Span
	case *syntax.Unary:
		return &n.Span
	case *syntax.Binary:
		return &n.Span
	case *syntax.Cond:
		return &n.Span
	case *syntax.Cast:
		return &n.Span
	case *syntax.Member:
		return &n.Span
	case *syntax.Index:
		return &n.Span
	case *syntax.CompoundLit:
		return &n.Span
	case *syntax.StmtExpr:
		return &n.Span
	}
	return nil
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
