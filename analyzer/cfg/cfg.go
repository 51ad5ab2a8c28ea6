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
	ID    int // reverse postorder number; -1 for an Exit that nothing reaches
	Kind  Kind
	Span  syntax.Span
	X     syntax.Expr
	Var   *syntax.VarDecl
	Loop  *syntax.MacroLoop
	Cases []Case
	Succ  []*Node
	Head  bool            // target of a back edge
	Join  bool            // more than one way leads here
	Value bool            // X is what a statement expression made of this body yields
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
	Exit  *Node   // every Return leads here, and so does the end of the body
	Nodes []*Node // those that Entry reaches
	// DeclNames and Names give a variable whose name is used twice in the function a name of its own, by declaration
	// and by use. Names that need none are left out; ask Name and DeclName.
	DeclNames map[*syntax.VarDecl]string
	Names     map[*syntax.Ident]string
	// Last is the node with Value, nil if there is none; the last of several, where #if branches end in one each.
	Last *Node
	// Problems are constructs without a meaning here: a goto to no label.
	Problems []syntax.Span

	outer  *Graph // of the function that a statement expression stands in
	macros Mentioner
	used   map[string]int // how many variables have a name; one map for a function and all in it
}

// Expander opens macros that stand for statements.
type Expander interface {
	// ExpandStmt gives the statements a call statement stands for, if it is a macro that has to be opened.
	ExpandStmt(*syntax.Call) ([]syntax.Stmt, bool)
	// ExpandLoop gives the loop a driver's own loop macro stands for; false where the loop is one of the kernel's.
	ExpandLoop(*syntax.MacroLoop) (syntax.Stmt, bool)
}

// Mentioner is an Expander that knows what macros inside of expressions read: a macro may name a local variable of the
// function that uses it.
type Mentioner interface {
	// Mentions gives the names in the text of the macros called name, those of macros in it included.
	Mentions(name string) []string
}

// Build makes the graph of a body. params are in scope from the start.
func Build(body *syntax.Block, params []*syntax.VarDecl, x Expander) *Graph {
	return build(&Graph{used: map[string]int{}}, body, params, x)
}

// Inner makes the graph of a statement expression, or of a macro's statements, inside of g's function. Its variables
// get names that g does not have, and what it does not declare itself is what it is in g.
func (g *Graph) Inner(body *syntax.Block, x Expander) *Graph {
	return build(&Graph{outer: g, used: g.used}, body, nil, x)
}

func build(g *Graph, body *syntax.Block, params []*syntax.VarDecl, x Expander) *Graph {
	g.macros, _ = x.(Mentioner)
	g.DeclNames, g.Names = map[*syntax.VarDecl]string{}, map[*syntax.Ident]string{}
	b := &builder{g: g, x: x, labels: map[string][]target{}}
	b.push()
	for _, p := range params {
		b.declare(p)
	}
	g.Exit = b.node(Nop, syntax.Span{Pos: body.End, End: body.End})
	g.Entry = b.node(Nop, body.Span)
	edge(b.stmts(body.Stmts, g.Entry), g.Exit)
	for _, n := range b.last {
		n.Value, g.Last = true, n
	}
	b.resolve()
	g.order()
	g.liveness()
	return g
}

type builder struct {
	g        *Graph
	x        Expander
	labels   map[string][]target
	gotos    []target
	scopes   []map[string]string
	brk      []*Node
	cont     []*Node
	switches []switching
	branches []branch // the #if branches that are being built, from the outside in
	depth    int      // of macros in macros
	opened   int      // macros so far
	macro    int      // the number of the one that is being built, 0 for the function's own text
	last     []*Node  // the nodes with the value of what was built last
}

// branch is one way through an #if.
type branch struct {
	of *syntax.PPIf
	i  int
}

// maxMacroDepth bounds macros inside macros; the C preprocessor does not recurse, so real code stays far below.
const maxMacroDepth = 40

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
