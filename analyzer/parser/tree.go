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
	cur := sitter.NewTreeCursor(tree.RootNode())
	defer cur.Close()
	l := lighter{p: p, cur: cur}
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
	tooDeep bool
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
	n.pos, n.end = int(ts.StartByte()), int(ts.EndByte())
	if sym := ts.Symbol(); sym == math.MaxUint16 {
		n.kind, n.bad, n.errors = errorKind, true, true
	} else {
		n.kind = l.p.symbols[sym]
	}
	if n.pos == n.end && ts.IsMissing() {
		n.missing, n.errors = true, true
	}
	if depth > maxDepth {
		l.tooDeep = true
		return n
	}
	if n.kind == "string_literal" || n.kind == "char_literal" || !l.cur.GoToFirstChild() {
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
