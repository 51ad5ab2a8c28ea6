// Package ctypes resolves declared C types: what a struct field, a local or a parameter is, and how large it is.
//
// Sizes and offsets follow the LP64 System V layout with natural alignment unless the type is packed. A size that
// depends on something the sources do not show is -1, and so is every size made from it.
//
// Resolution is lazy, because one pointer in a driver's structure leads to most of the kernel: Resolve gives a struct
// or union as a shell with its tag alone, and Complete lays it out. Where fields stand under #if, each branch is laid
// out from the same place; when they disagree on where they end, what follows has no known offset. Names are looked up
// through a Scope, so that the package knows nothing of files and includes.
package ctypes

import "github.com/capcheck/capcheck/analyzer/syntax"

// Kind says what a resolved type is.
type Kind int

// The kinds of resolved types.
const (
	Unknown Kind = iota
	Void
	Int // integers, enums, bool, floating types
	Ptr
	Array
	Struct
	Union
	Func
)

// Type is a resolved type. Types of one Types value may be compared by pointer for tagged structs and unions.
type Type struct {
	Kind   Kind
	Name   string // for Int: its basic or typedef spelling ("u8", "__le16", "int")
	Tag    string // for Struct and Union: the tag; anonymous ones get "<outer tag>.<field>" or a name made from their place
	Size   int64  // bytes; -1 unknown
	Align  int64
	Signed bool
	Elem   *Type // of Ptr, Array; the result of Func
	Len    int64 // elements of an Array; -1 unknown, 0 for a flexible member
	Fields []Field
	Params []*Type
	Syn    *syntax.Type

	// Variants says that the sources define the type in several ways, under #if; Fields and Size are of the longest.
	Variants bool

	phase phase // how far Complete has come
	scope Scope // where the names in Syn are looked up, while phase is shell
}

// Field is one member of a Struct or Union, in declaration order; anonymous members have no Name.
type Field struct {
	Name    string
	Type    *Type
	Offset  int64 // bytes from the start of the enclosing struct; -1 unknown
	BitSize int   // > 0 for a bit-field (Offset is then that of its storage unit)
	Bit     int64 // of a bit-field: bits from the start of the enclosing struct; -1 unknown
	Alias   bool  // the name of a struct_group, whose members stand in the anonymous field before
}

// phase is the state of a struct, union or array between its first mention and its layout.
type phase uint8

const (
	done phase = iota
	shell
	running
)

// IsRecord reports whether t is a struct or union.
func (t *Type) IsRecord() bool { return t != nil && (t.Kind == Struct || t.Kind == Union) }

// Record returns the struct or union that t is, or that it points to, through arrays; nil if there is none.
func (t *Type) Record() *Type {
	for depth := 0; t != nil && depth < 8; depth++ {
		switch t.Kind {
		case Struct, Union:
			return t
		case Ptr, Array:
			t = t.Elem
		default:
			return nil
		}
	}
	return nil
}

// Pointee returns what t points to, an array being a pointer to its first element; nil for other types.
func (t *Type) Pointee() *Type {
	if t != nil && (t.Kind == Ptr || t.Kind == Array) {
		return t.Elem
	}
	return nil
}
