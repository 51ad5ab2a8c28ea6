// Package syntax is the typed C syntax tree that the analysis reads.
//
// The tree is small on purpose: it keeps what an abstract interpreter needs (expressions, statements, declared types,
// places) and nothing of the concrete grammar. Parentheses are gone, preprocessor conditionals inside a function body
// are nodes (PPIf) because a claim covers every configuration, and macros that look like loops (list_for_each_entry)
// are nodes of their own (MacroLoop). Calls of other macros are ordinary calls: who reads the tree expands them.
//
// Every place is a byte offset into the original file. Nodes made from an expanded macro carry the place of the
// outermost macro call.
package syntax

// Span is a half-open range of byte offsets in the file the node was read from.
type Span struct{ Pos, End int }

// Range returns the span itself; it makes every node a Node by embedding.
func (s Span) Range() Span { return s }

// Node is any part of the tree.
type Node interface{ Range() Span }

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

type (
	// Ident is a name: variable, function, enumerator or object-like macro.
	Ident struct {
		Span
		Name string
	}
	// Number is an integer or floating constant. OK says that Value holds it.
	Number struct {
		Span
		Text  string
		Value int64
		OK    bool
	}
	// Char is a character constant with its value.
	Char struct {
		Span
		Value int64
	}
	// String is a string literal (adjacent literals joined), quotes and escapes as written.
	String struct {
		Span
		Text string
	}
	// Unary is a prefix operator: one of & * + - ~ ! ++ --.
	Unary struct {
		Span
		Op string
		X  Expr
	}
	// Postfix is X++ or X--.
	Postfix struct {
		Span
		Op string
		X  Expr
	}
	// Binary is X Op Y for arithmetic, shift, bitwise, relational and logical operators.
	Binary struct {
		Span
		Op   string
		X, Y Expr
	}
	// Assign is X Op Y with Op one of = += -= *= /= %= &= |= ^= <<= >>=.
	Assign struct {
		Span
		Op   string
		X, Y Expr
	}
	// Cond is C ? T : F; T is nil for the GNU form C ?: F.
	Cond struct {
		Span
		C, T, F Expr
	}
	// Call is a call of a function or of a function-like macro. An argument may be a TypeExpr.
	Call struct {
		Span
		Fun  Expr
		Args []Expr
	}
	// Index is X[I].
	Index struct {
		Span
		X, I Expr
	}
	// Member is X.Name, or X->Name when Arrow is set.
	Member struct {
		Span
		X     Expr
		Name  string
		Arrow bool
	}
	// Cast is (Type)X.
	Cast struct {
		Span
		Type *Type
		X    Expr
	}
	// Sizeof is sizeof(Type) or sizeof X; exactly one is set.
	Sizeof struct {
		Span
		Type *Type
		X    Expr
	}
	// Offsetof is offsetof(Type, Path) with Path as written ("a.b[1]").
	Offsetof struct {
		Span
		Type *Type
		Path string
	}
	// CompoundLit is (Type){...}.
	CompoundLit struct {
		Span
		Type *Type
		Init *InitList
	}
	// InitList is a brace-enclosed initialiser.
	InitList struct {
		Span
		Elems []*InitElem
	}
	// Comma is X, Y.
	Comma struct {
		Span
		X, Y Expr
	}
	// StmtExpr is the GNU statement expression ({ ... }).
	StmtExpr struct {
		Span
		Body *Block
	}
	// TypeExpr is a type where an expression is expected: an argument of a macro such as container_of or min_t.
	TypeExpr struct {
		Span
		Type *Type
	}
	// BadExpr is text the parser could not read.
	BadExpr struct {
		Span
		Text string
	}
)

// InitElem is one element of an InitList: the designator path (.a, [2], [0 ... 3]) and the value.
type InitElem struct {
	Span
	Path  []Designator
	Value Expr
}

// Designator is .Field, or [Lo] or [Lo ... Hi] when Field is empty.
type Designator struct {
	Field  string
	Lo, Hi Expr
}

type (
	// Block is { ... }.
	Block struct {
		Span
		Stmts []Stmt
	}
	// DeclStmt declares local variables (or, rarely, a local type: then Vars is empty).
	DeclStmt struct {
		Span
		Vars []*VarDecl
		// Struct is the struct, union or enum defined in this declaration, if any.
		Struct *Type
	}
	// ExprStmt is an expression statement; X is nil for the empty statement.
	ExprStmt struct {
		Span
		X Expr
	}
	// If is if (C) Then else Else; Else may be nil.
	If struct {
		Span
		C          Expr
		Then, Else Stmt
	}
	// While is while (C) Body.
	While struct {
		Span
		C    Expr
		Body Stmt
	}
	// DoWhile is do Body while (C).
	DoWhile struct {
		Span
		Body Stmt
		C    Expr
	}
	// For is for (Init; C; Post) Body. Init is a DeclStmt, an ExprStmt or nil; C and Post may be nil.
	For struct {
		Span
		Init    Stmt
		C, Post Expr
		Body    Stmt
	}
	// MacroLoop is a loop made by a function-like macro: list_for_each_entry(pos, head, member) Body.
	MacroLoop struct {
		Span
		Name string
		Args []Expr
		Body Stmt
	}
	// Switch is switch (X) Body.
	Switch struct {
		Span
		X    Expr
		Body Stmt
	}
	// Case is a case label case Lo: or case Lo ... Hi:; Lo is nil for default.
	Case struct {
		Span
		Lo, Hi Expr
	}
	// Label is a goto target; the labelled statement is the next one.
	Label struct {
		Span
		Name string
	}
	// Goto jumps to Label.
	Goto struct {
		Span
		Label string
	}
	// Break leaves the innermost loop or switch.
	Break struct{ Span }
	// Continue starts the next round of the innermost loop.
	Continue struct{ Span }
	// Return leaves the function; X may be nil.
	Return struct {
		Span
		X Expr
	}
	// PPIf is an #if/#elif/#else chain inside a function: any one of the branches is compiled. A chain without
	// #else has an empty last branch. Conds holds the text of each branch's condition ("" for #else).
	PPIf struct {
		Span
		Conds    []string
		Branches []*Block
	}
	// Asm is an asm statement.
	Asm struct {
		Span
		Text string
	}
	// BadStmt is text the parser could not read.
	BadStmt struct {
		Span
		Text string
	}
)

// VarDecl is one declared variable or parameter.
type VarDecl struct {
	Span
	Name   string
	Type   *Type
	Init   Expr // nil when there is none
	Static bool
	Extern bool
}

// Kind says what a Type is.
type Kind int

// The kinds of types.
const (
	Basic   Kind = iota // Name: "int", "unsigned char", "void" ... normalised: one of the spellings in Basics
	Struct              // struct Name, or an anonymous one with Fields
	Union               // union Name, or an anonymous one with Fields
	Enum                // enum Name; Enumerators when defined here
	Typedef             // Name to be looked up: u8, __le32, size_t ...
	Pointer             // Elem *
	Array               // Elem [Len]; Len nil for []
	Func                // Elem (Params): Elem is the result
	Typeof              // typeof(X)
)

// Type is a type as written; names are not resolved.
type Type struct {
	Span
	Kind        Kind
	Name        string
	Elem        *Type
	Len         Expr
	Params      []*VarDecl // of a Func
	Variadic    bool
	Defined     bool     // a Struct, Union or Enum with its body here
	Fields      []*Field // of a defined Struct or Union
	Enumerators []*Enumerator
	X           Expr // of a Typeof
	Packed      bool // __packed or __attribute__((packed)) on a defined Struct or Union
	Const       bool
}

// Field is a member of a struct or union. An anonymous struct or union member has no Name.
type Field struct {
	Span
	Name string
	Type *Type
	Bits Expr // width of a bit-field, else nil
}

// Enumerator is one enumeration constant.
type Enumerator struct {
	Span
	Name  string
	Value Expr // nil: one more than the one before
}

// FuncDecl is a function definition.
type FuncDecl struct {
	Span
	Name     string
	Static   bool
	Inline   bool
	Result   *Type
	Params   []*VarDecl
	Variadic bool
	Body     *Block
	// Errors are the places inside the function that the grammar did not take. A function with errors still has a
	// Body, with BadExpr or BadStmt at these places where they could be kept.
	Errors []Span
}

// Decl is a file-scope declaration other than a function definition.
type Decl struct {
	Span
	Vars     []*VarDecl // variables (with initialisers) and function declarations
	Type     *Type      // the struct, union or enum defined, if any
	Typedefs []*VarDecl // typedef names with the types they stand for
	Errors   []Span
}

func (*Ident) expr()       {}
func (*Number) expr()      {}
func (*Char) expr()        {}
func (*String) expr()      {}
func (*Unary) expr()       {}
func (*Postfix) expr()     {}
func (*Binary) expr()      {}
func (*Assign) expr()      {}
func (*Cond) expr()        {}
func (*Call) expr()        {}
func (*Index) expr()       {}
func (*Member) expr()      {}
func (*Cast) expr()        {}
func (*Sizeof) expr()      {}
func (*Offsetof) expr()    {}
func (*CompoundLit) expr() {}
func (*InitList) expr()    {}
func (*Comma) expr()       {}
func (*StmtExpr) expr()    {}
func (*TypeExpr) expr()    {}
func (*BadExpr) expr()     {}

func (*Block) stmt()     {}
func (*DeclStmt) stmt()  {}
func (*ExprStmt) stmt()  {}
func (*If) stmt()        {}
func (*While) stmt()     {}
func (*DoWhile) stmt()   {}
func (*For) stmt()       {}
func (*MacroLoop) stmt() {}
func (*Switch) stmt()    {}
func (*Case) stmt()      {}
func (*Label) stmt()     {}
func (*Goto) stmt()      {}
func (*Break) stmt()     {}
func (*Continue) stmt()  {}
func (*Return) stmt()    {}
func (*PPIf) stmt()      {}
func (*Asm) stmt()       {}
func (*BadStmt) stmt()   {}
