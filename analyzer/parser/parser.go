// Package parser turns C text into the typed tree of package syntax.
//
// It parses one function or one declaration at a time, on demand, with tree-sitter's C grammar. The grammar reads the
// normalised text (package dialect); what the normalisation spelled differently is found again in the original text
// under the same offset and parsed for itself: types in argument lists (hidden.go), statement expressions, casts.
// Preprocessor conditionals that stand between statements are nodes of the tree; those that split a statement are
// parsed once for each way of taking them (variants.go). Macros are parsed like functions, once, and expanded by
// substituting trees (expand.go).
//
// The grammar gives a tree for any text. Places it did not understand are listed in Errors and kept as BadExpr and
// BadStmt, so that who reads the tree can tell whether they matter.
package parser

import (
	"context"
	"errors"
	"fmt"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/c"
)

// Limits on what is parsed: input beyond them gives an error instead of a tree.
const (
	maxBytes = 8 << 20 // of one function or declaration
	maxDepth = 2000    // of the tree, and of brackets
	timeout  = 20e6    // microseconds for one parse
)

// Errors that say why there is no tree.
var (
	ErrTooLarge = errors.New("too large to parse")
	ErrTooDeep  = errors.New("nested too deeply")
	ErrNoFunc   = errors.New("no function definition found")
)

// Parser parses C. It is for one goroutine.
type Parser struct {
	ts      *sitter.Parser
	symbols []symbol // of the grammar
	macros  map[*index.Macro]*template
	loops   map[string]*template // by body
}

// New returns a parser; Close frees it.
func New() *Parser {
	p := &Parser{ts: sitter.NewParser(), macros: make(map[*index.Macro]*template), loops: make(map[string]*template)}
	lang := c.GetLanguage()
	p.ts.SetLanguage(lang)
	p.ts.SetOperationLimit(timeout)
	p.symbols = make([]symbol, lang.SymbolCount())
	for i := range p.symbols {
		p.symbols[i] = newSymbol(lang.SymbolName(sitter.Symbol(i)), lang.SymbolType(sitter.Symbol(i)))
	}
	return p
}

// Close frees the parser's memory outside of Go's heap. The parser must not be used any more.
func (p *Parser) Close() { p.ts.Close() }

// Func parses one function. The error is nil if there is a tree, even one with Errors.
func (p *Parser) Func(fn *index.Func) (decl *syntax.FuncDecl, err error) {
	defer guard(&err, "parsing function", fn.Name)
	u, err := p.unit(fn.File.Src.Content, fn.File.Norm, fn.Span)
	if err != nil {
		return nil, err
	}
	decl, err = u.function(fn)
	if err != nil {
		return nil, fmt.Errorf("parsing function %s: %w", fn.Name, err)
	}
	return decl, nil
}

// Decl parses the file-scope declaration at span.
func (p *Parser) Decl(f *index.File, span syntax.Span) (decl *syntax.Decl, err error) {
	defer guard(&err, "parsing declaration in", f.Src.Path)
	u, err := p.unit(f.Src.Content, f.Norm, span)
	if err != nil {
		return nil, err
	}
	return u.declaration(span)
}

// guard turns a panic into an error: no input may stop the caller.
func guard(err *error, what, name string) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s %s: internal error: %v", what, name, r)
	}
}

// unit is a piece of text under parse.
type unit struct {
	p      *Parser
	orig   []byte // as written, comments blanked
	norm   []byte // what the grammar reads
	base   int    // file offset of the first byte
	at     *syntax.Span
	errors []syntax.Span
	depth  int
}

// unit cuts span out of a file.
func (p *Parser) unit(src, norm []byte, span syntax.Span) (*unit, error) {
	if span.Pos < 0 || span.End > len(src) || span.Pos > span.End || len(src) != len(norm) {
		return nil, fmt.Errorf("span %d:%d outside of file of %d bytes", span.Pos, span.End, len(src))
	}
	if span.End-span.Pos > maxBytes {
		return nil, ErrTooLarge
	}
	return &unit{
		p: p, base: span.Pos,
		orig: dialect.BlankComments(src[span.Pos:span.End]),
		norm: dialect.BlankComments(norm[span.Pos:span.End]),
	}, nil
}

// sub is a unit of its own for the bytes [pos, end) of u, between a prefix and a suffix that make it complete.
func (u *unit) sub(prefix string, pos, end int, suffix string) *unit {
	text := make([]byte, 0, len(prefix)+end-pos+len(suffix))
	text = append(text, prefix...)
	text = append(text, u.orig[pos:end]...)
	text = append(text, suffix...)
	return &unit{p: u.p, orig: text, norm: dialect.Analyse(text).Norm, base: u.base + pos - len(prefix), at: u.at, depth: u.depth + 1}
}

// span returns the place of a node in the file; in an expanded macro that is the place of the call.
func (u *unit) span(n *node) syntax.Span {
	if u.at != nil {
		return *u.at
	}
	return syntax.Span{Pos: u.base + n.pos, End: u.base + n.end}
}

func (u *unit) fail(n *node) { u.errors = append(u.errors, u.span(n)) }

// text returns the original bytes under n.
func (u *unit) text(n *node) string { return string(u.orig[n.pos:n.end]) }

// read returns the normalised bytes under n.
func (u *unit) read(n *node) string { return string(u.norm[n.pos:n.end]) }

// parse runs the grammar over text.
func (p *Parser) parse(text []byte) (*node, error) {
	if len(text) > maxBytes {
		return nil, ErrTooLarge
	}
	if tooDeep(text) {
		return nil, ErrTooDeep
	}
	tree, err := p.ts.ParseCtx(context.Background(), nil, text)
	if err != nil {
		p.ts.Reset()
		return nil, fmt.Errorf("grammar: %w", err)
	}
	defer tree.Close()
	return p.light(tree)
}

func tooDeep(text []byte) bool {
	depth := 0
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			if depth++; depth > maxDepth/4 {
				return true
			}
		case ')', ']', '}':
			depth--
		}
	}
	return false
}
