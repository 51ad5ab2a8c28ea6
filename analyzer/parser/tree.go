package parser

import (
	"math"

	sitter "github.com/smacker/go-tree-sitter"
)

// node is a node of the concrete tree, copied out of the grammar's memory in one walk: crossing the language border
// for every look at a child would cost more than the parse.
type node struct {
	kind     string
	pos, end int
	kids     []*node
	bad      bool // an ERROR node
	missing  bool // made up by the grammar
	errors   bool // bad or missing, or a node inside is
}

const errorKind = "ERROR"

// light copies a tree. Strings' insides and comments are left out.
func (p *Parser) light(tree *sitter.Tree) (*node, error) {
	root := tree.RootNode()
	cur := sitter.NewTreeCursor(root)
	defer cur.Close()
	l := lighter{p: p, cur: cur, clean: !root.HasError()}
	n := l.copy(0)
	if l.tooDeep {
		return nil, ErrTooDeep
	}
	return n, nil
}

type lighter struct {
	p       *Parser
	cur     *sitter.TreeCursor
	arena   []node
	clean   bool // no node is bad or missing
	tooDeep bool
}

// symbol is what is known of a symbol of the grammar.
type symbol struct {
	name string
	leaf bool // a token: it has no children
	size int  // length of a token that is always spelled the same
}

func newSymbol(name string, kind sitter.SymbolType) symbol {
	s := symbol{name: name}
	switch {
	case kind == sitter.SymbolTypeAnonymous:
		s.leaf, s.size = true, len(name)
	case name == "identifier", name == "field_identifier", name == "type_identifier", name == "number_literal",
		name == "statement_identifier", name == "primitive_type", name == "string_literal", name == "char_literal":
		s.leaf = true
	}
	return s
}

func (l *lighter) alloc() *node {
	if len(l.arena) == 0 {
		l.arena = make([]node, 128)
	}
	n := &l.arena[0]
	l.arena = l.arena[1:]
	return n
}

func (l *lighter) copy(depth int) *node {
	ts := l.cur.CurrentNode()
	n := l.alloc()
	n.pos = int(ts.StartByte())
	sym := ts.Symbol()
	if sym == math.MaxUint16 {
		n.kind, n.bad, n.errors = errorKind, true, true
		n.end = int(ts.EndByte())
		return l.kids(n, depth)
	}
	known := l.p.symbols[sym]
	n.kind = known.name
	if l.clean && known.size > 0 {
		n.end = n.pos + known.size
		return n
	}
	n.end = int(ts.EndByte())
	if n.pos == n.end && ts.IsMissing() {
		n.missing, n.errors = true, true
	}
	if known.leaf {
		return n
	}
	return l.kids(n, depth)
}

func (l *lighter) kids(n *node, depth int) *node {
	if depth > maxDepth {
		l.tooDeep = true
		return n
	}
	if !l.cur.GoToFirstChild() {
		return n
	}
	for {
		kid := l.copy(depth + 1)
		if kid.kind != "comment" {
			n.kids = append(n.kids, kid)
			n.errors = n.errors || kid.errors
		}
		if !l.cur.GoToNextSibling() {
			break
		}
	}
	l.cur.GoToParent()
	return n
}

// kid returns the first child of one of the kinds, or nil.
func (n *node) kid(kinds ...string) *node {
	for _, k := range n.kids {
		for _, kind := range kinds {
			if k.kind == kind {
				return k
			}
		}
	}
	return nil
}

func (n *node) first() *node {
	if len(n.kids) == 0 {
		return nil
	}
	return n.kids[0]
}

func (n *node) last() *node {
	if len(n.kids) == 0 {
		return nil
	}
	return n.kids[len(n.kids)-1]
}
