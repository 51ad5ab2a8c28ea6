// Package index says where things stand in a C file without parsing it.
//
// One pass over the tokens cuts the file into declarations: at file scope a declaration ends at a semicolon or at the
// closing brace of a function body. Bodies are not read but for the names in them: a caller that looks for the users of
// a name or for the stores to a field picks functions by these lists and has only them parsed. Every branch of every
// #if is indexed, since a finding has to hold for every configuration.
//
// The index takes any bytes. Where braces do not add up (a truncated function, #if branches that each open a brace)
// it follows the layout of the kernel, where a function's braces stand in column 0.
package index

import (
	"slices"
	"sort"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// New indexes src.
func New(src *source.File) *File {
	text := dialect.Analyse(src.Content)
	b := builder{Text: text, file: &File{Src: src, Norm: text.Norm}, names: newNames(), start: -1}
	b.run()
	b.finish()
	return b.file
}

// FuncAt returns the function whose span contains offset, or nil.
func (f *File) FuncAt(offset int) *Func {
	i := sort.Search(len(f.Funcs), func(i int) bool { return f.Funcs[i].Span.End > offset })
	if i < len(f.Funcs) && f.Funcs[i].Span.Pos <= offset {
		return f.Funcs[i]
	}
	return nil
}

// builder cuts the tokens of a file into declarations.
type builder struct {
	*dialect.Text
	file  *File
	names *names
	start int   // first token of the declaration at hand, -1 between declarations
	conds []int // token indexes of the open #if
}

func (b *builder) run() {
	for i := 0; i < len(b.Toks); i++ {
		switch b.Toks[i].Kind {
		case dialect.Blanked:
		case dialect.Directive:
			b.directive(i)
		case ';':
			b.declaration(b.start, i)
			b.start = -1
		case '{', '(', '[':
			i = b.bracket(i)
		case '}':
			b.start = -1 // of extern "C", or surplus
		default:
			b.word(i)
		}
	}
}

// word opens a declaration, or ends a macro call that has no semicolon.
func (b *builder) word(i int) {
	if b.start >= 0 && b.Toks[i].Kind == dialect.Ident && b.isBareCall(i) {
		b.declaration(b.start, i)
		b.start = -1
	}
	if b.start < 0 {
		b.start = i
	}
}

// isBareCall reports whether the tokens from b.start to i are "NAME(...)" and i stands on a later line.
func (b *builder) isBareCall(i int) bool {
	name := b.start
	if b.text(name) == "static" {
		name = b.next(name + 1)
	}
	open := b.next(name + 1)
	if b.kind(name) != dialect.Ident || b.kind(open) != '(' || b.Match[open] < 0 {
		return false
	}
	next := b.next(int(b.Match[open]) + 1)
	for b.kind(next) == dialect.Directive {
		next = b.next(next + 1)
	}
	if next != i {
		return false
	}
	return slices.Contains(b.Src[b.Toks[b.Match[open]].End:b.Toks[i].Pos], '\n')
}

// bracket steps over a bracketed part and returns the index of its last token.
func (b *builder) bracket(i int) int {
	if b.start < 0 {
		b.start = i
	}
	end := int(b.Match[i])
	if b.kind(i) != '{' {
		if end < 0 {
			return i
		}
		b.conditionals(i, end)
		return end
	}
	if p := b.prev(i); b.kind(p) == dialect.String && b.text(b.prev(p)) == "extern" {
		b.start = -1
		return i
	}
	if b.isBody(i) {
		return b.function(i, end)
	}
	if end < 0 {
		b.start = -1
		return i
	}
	b.conditionals(i, end)
	return end
}

// conditionals keeps the #if stack right, and collects macros, where tokens are stepped over.
func (b *builder) conditionals(i, end int) {
	start := b.start
	defer func() { b.start = start }() // a branch inside of brackets ends no declaration
	for i++; i < end; i++ {
		if b.kind(i) == dialect.Directive {
			b.directive(i)
		}
	}
}

// isBody reports whether the brace at i opens a function body: a parameter list precedes it and no initialiser or
// tag does.
func (b *builder) isBody(i int) bool {
	p := b.prev(i)
	for b.kind(p) == dialect.Directive {
		p = b.prev(p)
	}
	if b.start < 0 || p < b.start {
		return false
	}
	seen := false
	for j := b.start; j < i; j = b.after(j) {
		switch b.kind(j) {
		case '=':
			return false
		case '(':
			seen = true
		}
	}
	if !seen {
		return false
	}
	return b.kind(p) == ')' || b.kind(p) == dialect.Ident && !isTag(b.text(p)) && !isTag(b.text(b.prev(p)))
}

// after returns the index behind token j, or behind the bracketed part that starts there.
func (b *builder) after(j int) int {
	if m := int(b.Match[j]); m > j {
		return m + 1
	}
	return j + 1
}

func isTag(word string) bool { return word == "struct" || word == "union" || word == "enum" }

func (b *builder) kind(i int) dialect.Kind {
	if i < 0 || i >= len(b.Toks) {
		return dialect.Blanked
	}
	return b.Toks[i].Kind
}

// text returns the bytes of token i as written; it is for comparisons, names that are kept come from b.name.
func (b *builder) text(i int) string {
	if i < 0 || i >= len(b.Toks) {
		return ""
	}
	return string(b.Src[b.Toks[i].Pos:b.Toks[i].End])
}

func (b *builder) name(i int) string { return b.names.intern(b.Src[b.Toks[i].Pos:b.Toks[i].End]) }

func (b *builder) next(i int) int {
	for i < len(b.Toks) && b.Toks[i].Kind == dialect.Blanked {
		i++
	}
	return i
}

func (b *builder) prev(i int) int {
	for i--; i >= 0 && b.Toks[i].Kind == dialect.Blanked; i-- {
	}
	return i
}

// span returns the bytes of the tokens [i, j].
func (b *builder) span(i, j int) syntax.Span {
	return syntax.Span{Pos: int(b.Toks[i].Pos), End: int(b.Toks[j].End)}
}

func (b *builder) finish() {
	slices.Sort(b.file.Exports)
	b.file.Exports = slices.Compact(b.file.Exports)
}
