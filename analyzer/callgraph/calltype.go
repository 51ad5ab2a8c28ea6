package callgraph

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// typed are macros whose type is that of a pointer to the type given as argument n (include/linux/container_of.h,
// list.h, rbtree.h): asking them is cheaper than expanding them, and needs no header.
var typed = map[string]int{
	"container_of": 1, "container_of_const": 1, "list_entry": 1, "list_first_entry": 1, "list_last_entry": 1,
	"list_first_entry_or_null": 1, "list_entry_rcu": 1, "list_first_or_null_rcu": 1, "hlist_entry": 1,
	"hlist_entry_safe": 1, "rb_entry": 1, "rb_entry_safe": 1, "llist_entry": 1,
}

// like are macros and functions whose type is that of argument n.
var like = map[string]int{
	"list_next_entry": 0, "list_prev_entry": 0, "from_timer": 0, "from_tasklet": 0, "from_work": 0, "timer_container_of": 0,
	"rcu_dereference": 0, "rcu_dereference_protected": 0, "rcu_dereference_check": 0, "rcu_dereference_bh": 0,
	"rcu_dereference_raw": 0, "rcu_access_pointer": 0, "READ_ONCE": 0, "ACCESS_ONCE": 0, "xchg": 0, "cmpxchg": 1,
	"smp_load_acquire": 0, "PTR_ALIGN": 0, "min": 0, "max": 0, "clamp": 0, "swap": 0, "ALIGN": 0, "round_up": 0,
	"roundup": 0, "DIV_ROUND_UP": 0, "rtnl_dereference": 0, "wiphy_dereference": 1,
}

// named are macros whose type is argument 0 itself.
var named = map[string]bool{"min_t": true, "max_t": true, "clamp_t": true}

// untyped return void *, whatever header says so.
var untyped = map[string]bool{
	"netdev_priv": true, "wiphy_priv": true, "kmalloc": true, "kzalloc": true, "kcalloc": true, "vmalloc": true,
	"skb_put": true, "skb_push": true, "skb_pull": true, "dev_get_drvdata": true,
}

func (p *Program) callType(c *syntax.Call, s *Scope, depth int) *ctypes.Type {
	name := callee(c)
	if name == "" || s.local(name, c.Pos) != nil {
		return result(p.exprType(c.Fun, s, depth-1))
	}
	if t := p.knownCall(name, c, s, depth); t != nil {
		return t
	}
	for _, m := range p.macrosOf(name, c.Pos, true, s) {
		x := p.expand(m, c, c.Span)
		if x == nil || x.expr == nil || isCallOf(x.expr, name) {
			continue
		}
		if t := p.exprType(x.expr, s, depth-1); t.Kind != ctypes.Unknown {
			return t
		}
	}
	if t := p.resultType(name, s); t != nil {
		return t
	}
	if v := p.Var(name, s.file); v != nil {
		return result(v.Type)
	}
	if untyped[name] {
		return ctypes.PointerTo(ctypes.NewVoid())
	}
	return ctypes.NewUnknown()
}

// isCallOf recognises "#define f(x) f(x, 0)", which ends in the function f.
func isCallOf(e syntax.Expr, name string) bool {
	c, ok := e.(*syntax.Call)
	return ok && callee(c) == name
}

// result is what calling a value of type t gives.
func result(t *ctypes.Type) *ctypes.Type {
	if elem := t.Pointee(); elem != nil && elem.Kind == ctypes.Func {
		t = elem
	}
	if t != nil && t.Kind == ctypes.Func && t.Elem != nil {
		return t.Elem
	}
	return ctypes.NewUnknown()
}

func (p *Program) knownCall(name string, c *syntax.Call, s *Scope, depth int) *ctypes.Type {
	if n, ok := typed[name]; ok && n < len(c.Args) {
		if t := p.typeArg(c.Args[n], s); t.Kind != ctypes.Unknown {
			return ctypes.PointerTo(t)
		}
	}
	if n, ok := like[name]; ok && n < len(c.Args) {
		t := p.exprType(c.Args[n], s, depth-1)
		if elem := t.Pointee(); elem != nil && strings.HasSuffix(name, "xchg") || name == "smp_load_acquire" {
			return elem
		}
		if t.Kind != ctypes.Unknown {
			return t
		}
	}
	if named[name] && len(c.Args) > 0 {
		return p.typeArg(c.Args[0], s)
	}
	return nil
}

// typeArg reads a macro argument that is a type: a typedef name looks like a variable.
func (p *Program) typeArg(e syntax.Expr, s *Scope) *ctypes.Type {
	switch e := e.(type) {
	case *syntax.TypeExpr:
		return s.resolve(e.Type)
	case *syntax.Ident:
		return s.resolve(&syntax.Type{Span: e.Span, Kind: syntax.Typedef, Name: e.Name})
	}
	return ctypes.NewUnknown()
}

// resultType is the declared result of the function that name means in s: of its definition, or of a prototype in an
// included header; nil when there is neither.
func (p *Program) resultType(name string, s *Scope) *ctypes.Type {
	key := nameAt{name, s.file}
	if t, ok := p.results[key]; ok {
		return t
	}
	p.results[key] = nil // a result of typeof(itself) is none
	t := p.definedResult(name, s)
	if t == nil {
		t = p.prototypeResult(name, s)
	}
	p.results[key] = t
	return t
}

func (p *Program) definedResult(name string, s *Scope) *ctypes.Type {
	for _, fn := range p.Funcs(name, s.file) {
		if d, err := p.tree.Func(fn); err == nil && d.Result != nil {
			if t := p.fileScope(fn.File).resolve(d.Result); t.Kind != ctypes.Unknown {
				return t
			}
		}
	}
	return nil
}
