package callgraph

import (
	"sort"
	"sync"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// prototypeResult looks for a declaration of the function name in s's file and the headers it includes.
func (p *Program) prototypeResult(name string, s *Scope) *ctypes.Type {
	if d, f := p.Prototype(name, s.file); d != nil && d.Type.Elem != nil {
		return p.fileScope(f).resolve(d.Type.Elem)
	}
	return nil
}

// Prototype returns the declaration of a function that is defined elsewhere, and the file it stands in; nil when from
// includes none.
func (p *Program) Prototype(name string, from *index.File) (*syntax.VarDecl, *index.File) {
	v := p.view(from)
	for _, at := range p.tree.prototypes(name, v) {
		decl, err := p.tree.Decl(at.file, at.span)
		if err != nil {
			continue
		}
		for _, d := range decl.Vars {
			if d.Name == name && d.Type != nil && d.Type.Kind == syntax.Func {
				return d, at.file
			}
		}
	}
	return nil, nil
}

// prototypes returns where name may be declared among the files of v, nearest first. Files are scanned on first need.
func (t *Tree) prototypes(name string, v *view) []declKey {
	if !v.scanned {
		for f := range v.rank {
			t.scan(f)
		}
		v.scanned = true
	}
	out := keep(t.names.get(name).protos, func(at declKey) bool { return v.sees(at.file) })
	sort.Slice(out, func(i, j int) bool {
		if a, b := v.rank[out[i].file], v.rank[out[j].file]; a != b {
			return a < b
		}
		return out[i].span.Pos < out[j].span.Pos
	})
	return out
}

// scan adds the declarations of f that look like prototypes to the names of the tree, once.
func (t *Tree) scan(f *index.File) {
	v, ok := t.protos.Load(f)
	if !ok {
		v, _ = t.protos.LoadOrStore(f, new(sync.Once))
	}
	v.(*sync.Once).Do(func() { t.names.declare(f, scanPrototypes(f.Norm)) })
}

// scanner finds the prototypes of a file in one pass over its text: at file scope, what ends in ";" and has a name in
// front of its first parenthesis.
type scanner struct {
	text  []byte
	pos   int
	start int    // of the declaration, -1 between two
	name  string // in front of the first "(", "" before
	word  string // the last word, "" behind other tokens
	out   map[string][]syntax.Span
}

func scanPrototypes(text []byte) map[string][]syntax.Span {
	s := &scanner{text: text, start: -1, out: map[string][]syntax.Span{}}
	for s.pos < len(text) {
		s.step()
	}
	return s.out
}

func (s *scanner) step() {
	c := s.text[s.pos]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		s.pos++
	case c == '/' && s.peek() == '*':
		s.skipPast("*/")
	case c == '/' && s.peek() == '/':
		s.skipPast("\n")
	case c == '#':
		s.directive()
	case c == '"' || c == '\'':
		s.quoted(c)
	case c == '{':
		s.block()
	case c == '}':
		s.reset()
	case c == ';':
		if s.name != "" && s.start >= 0 {
			s.out[s.name] = append(s.out[s.name], syntax.Span{Pos: s.start, End: s.pos + 1})
		}
		s.reset()
	case c == '(':
		s.begin()
		if s.name == "" && s.word != "" {
			s.name = s.word
		}
		s.parens()
	case c == '=':
		s.name, s.word = "", ""
		s.pos++
	case letter(c):
		s.begin()
		s.readWord()
	default:
		s.begin()
		s.word = ""
		s.pos++
	}
}

func (s *scanner) peek() byte {
	if s.pos+1 < len(s.text) {
		return s.text[s.pos+1]
	}
	return 0
}

func (s *scanner) begin() {
	if s.start < 0 {
		s.start = s.pos
	}
}

func (s *scanner) reset() {
	s.pos++
	s.start, s.name, s.word = -1, "", ""
}

func (s *scanner) readWord() {
	from := s.pos
	for s.pos < len(s.text) && (letter(s.text[s.pos]) || s.text[s.pos] >= '0' && s.text[s.pos] <= '9') {
		s.pos++
	}
	s.word = string(s.text[from:s.pos])
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

// block skips a brace-enclosed body; only that of extern "C" holds declarations, and the kernel has none of these.
func (s *scanner) block() {
	s.balanced('{', '}')
	s.word = ""
	if s.name != "" { // a function's body ends its definition
		s.start, s.name = -1, ""
	}
}

func (s *scanner) parens() {
	s.balanced('(', ')')
	s.word = ""
}

// balanced skips from an opening bracket to behind its partner. An unbalanced one ends the scan.
func (s *scanner) balanced(open, shut byte) {
	for depth := 0; s.pos < len(s.text); {
		switch c := s.text[s.pos]; {
		case c == open:
			depth++
		case c == shut:
			depth--
		case c == '"' || c == '\'':
			s.quoted(c)
			continue
		case c == '/' && s.peek() == '*':
			s.skipPast("*/")
			continue
		case c == '/' && s.peek() == '/':
			s.skipPast("\n")
			continue
		}
		s.pos++
		if depth == 0 {
			return
		}
	}
}

func (s *scanner) quoted(q byte) {
	for s.pos++; s.pos < len(s.text) && s.text[s.pos] != q && s.text[s.pos] != '\n'; s.pos++ {
		if s.text[s.pos] == '\\' {
			s.pos++
		}
	}
	s.pos = min(s.pos+1, len(s.text))
}

// directive skips a preprocessor line with its continuations. A declaration never spans one that matters here.
func (s *scanner) directive() {
	for s.pos < len(s.text) && s.text[s.pos] != '\n' {
		if s.text[s.pos] == '\\' {
			s.pos++
		}
		s.pos++
	}
	s.pos = min(s.pos, len(s.text))
}

func (s *scanner) skipPast(end string) {
	for ; s.pos < len(s.text); s.pos++ {
		if s.text[s.pos] == end[0] && (len(end) == 1 || s.pos+1 < len(s.text) && s.text[s.pos+1] == end[1]) && s.pos > 0 {
			s.pos += len(end)
			return
		}
	}
}
