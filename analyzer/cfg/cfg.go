// Package cfg makes the control-flow graph of one C function: goto, switch with fall-through, loops, #if alternatives
// and macros that expand to statements included.
//
// A node holds one expression, declaration or test. The short circuit of && and || stays inside a test: the
// interpreter splits its states there. Nodes are numbered in reverse postorder, so that a work list which always takes
// the lowest number sees every predecessor of a join before the join, back edges apart (Aho et al., section 9.6).
package cfg

import (
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Kind says what a node does.
type Kind int

// The kinds of nodes.
const (
	Nop    Kind = iota // a join: label, end of a statement
	Eval               // evaluates X
	Decl               // declares Var
	Test               // Succ[0] if X is true, Succ[1] if not
	Switch             // Succ[i] for Cases[i]
	Choice             // any successor: #if branches, a macro loop's "once more"
	Iter               // head of a macro loop: Succ[0] into the body, Succ[1] behind it
	Return             // leaves with X (nil: nothing)
	Asm                // an asm statement
	Bad                // text that could not be parsed
)

// Node is one step of a function.
type Node struct {
	ID    int // reverse postorder number
	Kind  Kind
	Span  syntax.Span
	X     syntax.Expr
	Var   *syntax.VarDecl
	Loop  *syntax.MacroLoop
	Cases []Case
	Succ  []*Node
	Head  bool            // target of a back edge
	Join  bool            // more than one way leads here
	Live  map[string]bool // variables live before the node
}

// Case is the guard of one way out of a Switch; Default has no Lo.
type Case struct {
	Lo, Hi  syntax.Expr
	Default bool
}

// Graph is the flow of one function body.
type Graph struct {
	Entry *Node
	Exit  *Node // every Return leads here, and so does the end of the body
	Nodes []*Node
	// Names gives inner variables that shadow an outer one a name of their own, by declaration and by use.
	DeclNames map[*syntax.VarDecl]string
	Names     map[*syntax.Ident]string
	// Last is the node whose value a statement expression has, or nil.
	Last *Node
	// Problems are constructs without a meaning here: a goto to no label.
	Problems []syntax.Span
}

// Expander opens macros that stand for statements.
type Expander interface {
	// ExpandStmt gives the statements a call statement stands for, if it is a macro that has to be opened.
	ExpandStmt(*syntax.Call) ([]syntax.Stmt, bool)
	// ExpandLoop gives the loop a driver's own loop macro stands for; false where the loop is one of the kernel's.
	ExpandLoop(*syntax.MacroLoop) (syntax.Stmt, bool)
}

// Build makes the graph of a body. params are in scope from the start.
func Build(body *syntax.Block, params []*syntax.VarDecl, x Expander) *Graph {
	b := &builder{x: x, labels: map[string]*Node{}, g: &Graph{
		DeclNames: map[*syntax.VarDecl]string{}, Names: map[*syntax.Ident]string{}}, used: map[string]int{}}
	b.push()
	for _, p := range params {
		b.declare(p)
	}
	b.g.Exit = &Node{Kind: Nop}
	b.g.Entry = b.node(Nop, body.Span)
	end := b.stmts(body.Stmts, b.g.Entry)
	b.g.Last = b.last
	edge(end, b.g.Exit)
	b.resolve()
	b.g.order()
	b.g.liveness()
	return b.g
}

type builder struct {
	g      *Graph
	x      Expander
	labels map[string]*Node
	gotos  []pending
	scopes []map[string]string
	used   map[string]int
	brk    []*Node
	cont   []*Node
	sw     []*Node // the Switch nodes whose body is being built
	depth  int
	last   *Node
}

type pending struct {
	from  *Node
	label string
	at    syntax.Span
}

// maxMacroDepth bounds macros inside macros; the C preprocessor does not recurse, so real code stays far below.
const maxMacroDepth = 40

func (b *builder) push() { b.scopes = append(b.scopes, map[string]string{}) }
func (b *builder) pop()  { b.scopes = b.scopes[:len(b.scopes)-1] }

func (b *builder) declare(v *syntax.VarDecl) {
	name := v.Name
	b.used[name]++
	if n := b.used[name]; n > 1 {
		name = v.Name + "'" + string(rune('0'+min(n, 60)))
	}
	b.scopes[len(b.scopes)-1][v.Name] = name
	if name != v.Name {
		b.g.DeclNames[v] = name
	}
}

func (b *builder) uses(n syntax.Node) {
	if n == nil {
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			for i := len(b.scopes) - 1; i >= 0; i-- {
				if name, ok := b.scopes[i][id.Name]; ok {
					if name != id.Name {
						b.g.Names[id] = name
					}
					break
				}
			}
		}
		return true
	})
}

func (b *builder) node(k Kind, at syntax.Span) *Node { return &Node{Kind: k, Span: at} }

func edge(from, to *Node) {
	if from != nil {
		from.Succ = append(from.Succ, to)
	}
}

func (b *builder) after(from *Node, k Kind, at syntax.Span) *Node {
	n := b.node(k, at)
	edge(from, n)
	return n
}

// resolve ties the gotos to their labels.
func (b *builder) resolve() {
	for _, p := range b.gotos {
		if to := b.labels[p.label]; to != nil {
			edge(p.from, to)
		} else {
			b.g.Problems = append(b.g.Problems, p.at)
			edge(p.from, b.g.Exit)
		}
	}
}
