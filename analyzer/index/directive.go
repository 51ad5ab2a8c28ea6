package index

import (
	"bytes"
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// directive reads the preprocessor line at token i.
func (b *builder) directive(i int) {
	t := b.Toks[i]
	line := b.Src[t.Pos:t.End]
	switch dialect.DirectiveName(line) {
	case "define":
		if m := parseMacro(line); m != nil {
			m.File, m.Span = b.file, syntax.Span{Pos: int(t.Pos), End: int(t.End)}
			b.file.Macros = append(b.file.Macros, m)
		}
	case "undef":
		if b.start >= 0 && b.next(b.start+1) == i {
			b.start = -1 // the name alone of a macro that makes declarations
		}
	case "include":
		b.include(line, int(t.Pos))
	case "if", "ifdef", "ifndef":
		b.conds = append(b.conds, i)
	case "else", "elif", "elifdef", "elifndef":
		// A declaration that began under the branch before is another branch's alternative.
		if n := len(b.conds); n > 0 && b.start > b.conds[n-1] {
			b.start = -1
		}
	case "endif":
		if n := len(b.conds); n > 0 {
			b.conds = b.conds[:n-1]
		}
	}
}

func (b *builder) include(line []byte, pos int) {
	rest := bytes.TrimSpace(line[bytes.Index(line, []byte("include"))+len("include"):])
	if len(rest) < 2 {
		return
	}
	closer := map[byte]byte{'"': '"', '<': '>'}[rest[0]]
	if n := bytes.IndexByte(rest[1:], closer); closer != 0 && n >= 0 {
		b.file.Includes = append(b.file.Includes, Include{Path: string(rest[1 : n+1]), System: rest[0] == '<', Pos: pos})
	}
}

// parseMacro reads a #define line; it returns nil if no name follows.
func parseMacro(line []byte) *Macro {
	text := bytes.TrimLeft(line[1:], " \t")[len("define"):]
	text = bytes.TrimLeft(plain(text), " \t")
	n := nameLen(text)
	if n == 0 {
		return nil
	}
	m := &Macro{Name: string(text[:n])}
	text = text[n:]
	if len(text) > 0 && text[0] == '(' {
		end := bytes.IndexByte(text, ')')
		if end < 0 {
			return nil
		}
		m.FuncLike = true
		m.params(string(text[1:end]))
		text = text[end+1:]
	}
	m.Body = string(bytes.TrimSpace(text))
	return m
}

func (m *Macro) params(list string) {
	for _, p := range strings.Split(list, ",") {
		p = strings.TrimSpace(p)
		switch {
		case p == "":
		case p == "...":
			m.Variadic, m.VarName = true, "__VA_ARGS__"
		case strings.HasSuffix(p, "..."):
			m.Variadic, m.VarName = true, strings.TrimSpace(strings.TrimSuffix(p, "..."))
		default:
			m.Params = append(m.Params, p)
		}
	}
}

func nameLen(b []byte) int {
	for i, c := range b {
		letter := c == '_' || c == '$' || c >= 128 || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return i
		}
	}
	return len(b)
}

// plain replaces comments and line continuations by blanks.
func plain(b []byte) []byte {
	if !bytes.ContainsAny(b, "\\/") {
		return b
	}
	return dialect.Strip(b)
}
