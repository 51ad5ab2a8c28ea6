package callgraph

import "github.com/capcheck/capcheck/analyzer/syntax"

// reads gives the arguments that well-known functions only read through, for those that are macros or whose
// prototypes may be missing.
var reads = map[string][]int{
	"memcpy": {1}, "memmove": {1}, "memcmp": {0, 1}, "ether_addr_copy": {1}, "ether_addr_equal": {0, 1},
	"test_bit": {1}, "ARRAY_SIZE": {0}, "READ_ONCE": {0}, "spin_is_locked": {0}, "list_empty": {0},
	"bitmap_copy": {1}, "bitmap_empty": {0}, "find_first_bit": {0}, "find_next_bit": {0}, "for_each_set_bit": {1},
	"le16_to_cpup": {0}, "le32_to_cpup": {0}, "le64_to_cpup": {0}, "get_unaligned": {0}, "printk": {1, 2, 3, 4, 5},
}

// readsOnly reports whether the function name only reads through argument i: by the table, or because the parameter is
// a pointer to const.
func (p *Program) readsOnly(name string, i int, s *Scope) bool {
	for _, n := range reads[name] {
		if n == i {
			return true
		}
	}
	if name == "" {
		return false
	}
	params, ok := p.paramTypes(name, s)
	if !ok || i >= len(params) {
		return false
	}
	t := params[i]
	return t != nil && t.Kind == syntax.Pointer && t.Elem != nil && t.Elem.Const
}

// paramTypes returns the declared parameter types of the function that name means in s.
func (p *Program) paramTypes(name string, s *Scope) ([]*syntax.Type, bool) {
	var params []*syntax.VarDecl
	if fns := p.Funcs(name, s.file); len(fns) > 0 {
		d, err := p.tree.Func(fns[0])
		if err != nil {
			return nil, false
		}
		params = d.Params
	} else if d, _ := p.Prototype(name, s.file); d != nil {
		params = d.Type.Params
	} else {
		return nil, false
	}
	out := make([]*syntax.Type, len(params))
	for i, v := range params {
		out[i] = v.Type
	}
	return out, true
}
