package callgraph

import (
	"sort"
	"strings"

	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// VarInfo is a variable with its declaration and resolved type. For a static local variable, In is its function and Var
// is made up for it. A variable that is only declared extern has Var.Extern set.
type VarInfo struct {
	Var  *index.Var
	Decl *syntax.VarDecl
	Type *ctypes.Type
	File *index.File
	In   *index.Func
}

// visible sorts out which of the definitions are meant in from: its own; else those of included headers, where the
// driver's hide the kernel's; else, because a header relies on who includes it, any that the program sees.
func visible[T any](p *Program, from *index.File, list []T, file func(T) *index.File) []T {
	if len(list) == 0 {
		return nil
	}
	if own := keep(list, func(x T) bool { return file(x) == from }); len(own) > 0 {
		return own
	}
	for _, v := range [...]*view{p.view(from), p.world} {
		near := keep(list, func(x T) bool { return v.sees(file(x)) && (v != p.world || !p.isFile[file(x)] || from == nil) })
		if own := keep(near, func(x T) bool { return p.ownFile(file(x)) }); len(own) > 0 {
			near = own
		}
		if len(near) > 0 {
			sort.SliceStable(near, func(i, j int) bool { return v.rank[file(near[i])] < v.rank[file(near[j])] })
			return near
		}
		if from == nil {
			break
		}
	}
	return nil
}

func keep[T any](list []T, ok func(T) bool) []T {
	var out []T
	for _, x := range list {
		if ok(x) {
			out = append(out, x)
		}
	}
	return out
}

// Funcs returns the definitions that name can mean in from: those of the file itself under every #if; else those of
// the headers it includes together with the ones without static in the program's other files. A header's static inline
// does not hide the latter: it is the stub of another configuration. The result is nil when the program defines none.
func (p *Program) Funcs(name string, from *index.File) []*index.Func {
	all := p.tree.names.get(name).funcs
	if len(all) == 0 {
		return nil
	}
	if own := keep(all, func(fn *index.Func) bool { return fn.File == from }); len(own) > 0 {
		return own
	}
	v := p.view(from)
	out := keep(all, func(fn *index.Func) bool { return v.sees(fn.File) || p.isFile[fn.File] && !fn.Static })
	if len(out) == 0 && !p.isFile[from] {
		out = keep(all, func(fn *index.Func) bool { return p.world.sees(fn.File) })
	}
	sort.SliceStable(out, func(i, j int) bool { return before(out[i], out[j]) })
	return out
}

func before(a, b *index.Func) bool {
	if a.File != b.File {
		return a.File.Src.Path < b.File.Src.Path
	}
	return a.Span.Pos < b.Span.Pos
}

// Macro returns the definitions of a macro that can be meant in from, nearest first; several when #if variants differ.
func (p *Program) Macro(name string, from *index.File) []*index.Macro {
	return visible(p, from, p.tree.names.get(name).macros, fileOfMacro)
}

// Var returns the variable that name means in from at file scope, preferring the definition with an initialiser to an
// extern declaration; nil when there is none.
func (p *Program) Var(name string, from *index.File) *VarInfo {
	all := p.tree.names.get(name).vars
	if len(all) == 0 {
		return nil
	}
	list := visible(p, from, all, fileOfVar)
	list = append(list, keep(all, func(v *index.Var) bool { return !v.Static && v.File != from && p.isFile[v.File] })...)
	var best *index.Var
	for _, v := range list {
		if best == nil || weight(v) > weight(best) {
			best = v
		}
	}
	if best == nil {
		return nil
	}
	return p.varInfo(best)
}

func weight(v *index.Var) int {
	switch {
	case v.Init:
		return 2
	case !v.Extern:
		return 1
	}
	return 0
}

// varInfo parses v; nil when its declaration cannot be read.
func (p *Program) varInfo(v *index.Var) *VarInfo {
	if info, ok := p.vars[v]; ok {
		return info
	}
	p.vars[v] = nil
	d, err := p.tree.Decl(v.File, v.Span)
	if err != nil {
		return nil
	}
	for _, decl := range d.Vars {
		if decl.Name == v.Name {
			info := &VarInfo{Var: v, Decl: decl, File: v.File}
			info.Type = p.sized(p.fileScope(v.File).resolve(decl.Type), decl, p.fileScope(v.File))
			p.vars[v] = info
			return info
		}
	}
	return nil
}

// sized gives an array declared with [] the length of its initialiser.
func (p *Program) sized(t *ctypes.Type, d *syntax.VarDecl, s *Scope) *ctypes.Type {
	list, ok := d.Init.(*syntax.InitList)
	if !ok || t.Kind != ctypes.Array || t.Len != 0 || d.Type.Kind != syntax.Array || d.Type.Len != nil {
		return t
	}
	next, length := int64(0), int64(0)
	for _, e := range list.Elems {
		if len(e.Path) > 0 && e.Path[0].Field == "" {
			hi := e.Path[0].Hi
			if hi == nil {
				hi = e.Path[0].Lo
			}
			n, ok := p.eval(hi, s, evalDepth)
			if !ok || n < 0 {
				return t
			}
			next = n
		}
		next++
		length = max(length, next)
	}
	r := *t
	r.Len, r.Size = length, -1
	if r.Elem.Size >= 0 {
		r.Size = length * r.Elem.Size
	}
	return &r
}

// Mentioning returns the functions of the program, those of its own headers included, that mention an identifier.
func (p *Program) Mentioning(name string) []*index.Func {
	if p.mentions == nil {
		p.mentions = inverted(p.own, func(fn *index.Func) []string { return fn.Mentions })
	}
	return p.mentions[name]
}

// storing returns the functions that lexically store to a field of this name, whatever its struct.
func (p *Program) storing(field string) []*index.Func {
	if p.storers == nil {
		p.storers = inverted(p.own, func(fn *index.Func) []string { return fn.Stores })
	}
	return p.storers[field]
}

func inverted(funcs []*index.Func, names func(*index.Func) []string) map[string][]*index.Func {
	m := map[string][]*index.Func{}
	for _, fn := range funcs {
		for _, name := range names(fn) {
			m[name] = append(m[name], fn)
		}
	}
	return m
}

// MentioningVars returns the file-scope variables of the program whose declarations mention an identifier.
func (p *Program) MentioningVars(name string) []*index.Var {
	return keep(p.ownVars, func(v *index.Var) bool { return has(v.Mentions, name) })
}

// has reports whether the sorted list holds name.
func has(list []string, name string) bool {
	i := sort.SearchStrings(list, name)
	return i < len(list) && list[i] == name
}

// canonical is the tag that cells go by: members of an anonymous member belong to the type around it.
func canonical(tag string) string {
	for {
		i := strings.LastIndexByte(tag, '.')
		if i < 0 || i+1 == len(tag) || tag[i+1] < '0' || tag[i+1] > '9' {
			return tag
		}
		tag = tag[:i]
	}
}
