// Package ctypes resolves declared C types: what a struct field, a local or a parameter is, and how large it is.
//
// Sizes and offsets follow the LP64 System V layout with natural alignment unless the type is packed. A size that
// depends on something the sources do not show is -1, and so is every size made from it.
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
}

// Field is one member of a Struct or Union, in declaration order; anonymous members have no Name.
type Field struct {
	Name    string
	Type    *Type
	Offset  int64 // bytes from the start of the enclosing struct; -1 unknown
	BitSize int   // > 0 for a bit-field (Offset is then that of its storage unit)
}
