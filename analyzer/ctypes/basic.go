package ctypes

import "strings"

// Int types that expressions have whatever the sources say.
var (
	intType   = Type{Kind: Int, Name: "int", Size: 4, Align: 4, Signed: true}
	charType  = Type{Kind: Int, Name: "char", Size: 1, Align: 1, Signed: true}
	ulongType = Type{Kind: Int, Name: "unsigned long", Size: 8, Align: 8}
	voidType  = Type{Kind: Void, Name: "void", Size: 1, Align: 1}
)

// NewInt returns the type int.
func NewInt() *Type { t := intType; return &t }

// NewChar returns the type char.
func NewChar() *Type { t := charType; return &t }

// NewUlong returns the type unsigned long, which is also size_t.
func NewUlong() *Type { t := ulongType; return &t }

// NewVoid returns the type void. Its size is 1, as pointer arithmetic of GNU C has it.
func NewVoid() *Type { t := voidType; return &t }

// NewUnknown returns a type of which nothing is known.
func NewUnknown() *Type { return &Type{Kind: Unknown, Size: -1, Align: 1} }

// PointerTo returns the type elem *.
func PointerTo(elem *Type) *Type { return &Type{Kind: Ptr, Size: 8, Align: 8, Elem: elem} }

// basic reads a basic type in any spelling: "unsigned int", "long unsigned int", "_Bool".
func basic(name string) *Type {
	words := strings.Fields(name)
	longs, size, signed := 0, int64(4), true
	for _, w := range words {
		switch w {
		case "void":
			return NewVoid()
		case "unsigned":
			signed = false
		case "char":
			size = 1
		case "short":
			size = 2
		case "long":
			longs++
		case "_Bool", "bool":
			size, signed = 1, false
		case "double", "__int64":
			size = 8
		case "__int128":
			size = 16
		}
	}
	if longs > 0 {
		size = 8
		if strings.Contains(name, "double") {
			size = 16
		}
	}
	return &Type{Kind: Int, Name: name, Size: size, Align: size, Signed: signed}
}

// wellKnown gives the kernel's integer typedefs, so that they need no header. dma_addr_t and its like are those of a
// 64-bit kernel.
func wellKnown(name string) *Type {
	size, signed := int64(0), false
	switch strings.TrimLeft(name, "_") {
	case "u8", "uint8_t", "u_int8_t", "bool", "unchar", "u_char":
		size = 1
	case "s8", "int8_t":
		size, signed = 1, true
	case "u16", "uint16_t", "u_int16_t", "le16", "be16", "sum16", "umode_t", "u_short", "ushort":
		size = 2
	case "s16", "int16_t":
		size, signed = 2, true
	case "u32", "uint32_t", "u_int32_t", "le32", "be32", "wsum", "gfp_t", "dev_t", "uint", "u_int", "slab_flags_t":
		size = 4
	case "s32", "int32_t", "pid_t":
		size, signed = 4, true
	case "u64", "uint64_t", "u_int64_t", "le64", "be64", "size_t", "uintptr_t", "dma_addr_t", "phys_addr_t",
		"resource_size_t", "kernel_ulong_t", "ulong", "u_long", "netdev_features_t", "aligned_u64", "aligned_le64", "aligned_be64":
		size = 8
	case "s64", "int64_t", "ssize_t", "loff_t", "ptrdiff_t", "time64_t", "ktime_t":
		size, signed = 8, true
	}
	if size == 0 || !reserved(name) {
		return nil
	}
	return &Type{Kind: Int, Name: name, Size: size, Align: size, Signed: signed}
}

// reserved keeps a driver's own typedef such as __pid_t_ from being taken for the kernel's.
func reserved(name string) bool {
	return !strings.HasSuffix(name, "_") && !strings.HasPrefix(name, "___")
}
