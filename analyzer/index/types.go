package index

import (
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// File is the index of one source file.
type File struct {
	Src      *source.File
	Norm     []byte // dialect.Normalize(Src.Content): same length, same newlines
	Includes []Include
	Funcs    []*Func
	Macros   []*Macro
	Types    []*TypeDef // struct, union, enum definitions with a tag, also nested ones
	Typedefs []*TypeDef // typedef names
	Enums    []*EnumConst
	Vars     []*Var
	Exports  []string // names given to EXPORT_SYMBOL and its kin, sorted
}

// Include is an #include line.
type Include struct {
	Path   string
	System bool // <...>
	Pos    int
}

// Func is a function definition. Under #if there may be several of one name in a file.
type Func struct {
	File           *File
	Name           string
	Static, Inline bool
	Span           syntax.Span // from the first token of the result type to the closing brace
	BodyPos        int         // offset of the opening brace
	Mentions       []string    // identifiers in the whole span, sorted, unique
	Stores         []string    // names of fields that are assigned, stepped or have their address taken (->f =, .f +=, ->f++, &x->f), sorted, unique
}

// Macro is a #define.
type Macro struct {
	File     *File
	Name     string
	FuncLike bool
	Params   []string // without "..."
	Variadic bool
	VarName  string // name of the variadic parameter: "__VA_ARGS__", or args for "args..."
	Body     string // line continuations and comments replaced by blanks, trimmed
	Span     syntax.Span
}

// TypeDef is a definition of a struct, union, enum or typedef name.
type TypeDef struct {
	File *File
	Kind syntax.Kind // Struct, Union, Enum, Typedef
	Name string
	Span syntax.Span // the whole declaration that contains it, ready for parser.Decl
}

// EnumConst is an enumerator; Enum's span parses to the whole list.
type EnumConst struct {
	Name string
	Enum *TypeDef // Name is "" for an anonymous enum
}

// Var is a file-scope variable.
type Var struct {
	File    *File
	Name    string
	Static  bool
	Extern  bool   // declared only
	Init    bool   // has an initialiser
	TypeTag string // "struct x", "union x" or the typedef name it is declared with, without qualifiers; "" if unknown
	Span    syntax.Span
	// Mentions are the identifiers in the span (initialiser included), sorted, unique.
	Mentions []string
}
