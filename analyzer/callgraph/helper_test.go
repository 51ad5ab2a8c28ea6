package callgraph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/ctypes"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/source"
)

// program makes a program of overlay files. Those ending in .c are its files; "k/" is the kernel tree.
func program(t *testing.T, files map[string]string) *callgraph.Program {
	t.Helper()
	overlay := map[string][]byte{}
	var list []string
	for name, text := range files {
		overlay[name] = []byte(text)
		if strings.HasSuffix(name, ".c") && !strings.HasPrefix(name, "k/") {
			list = append(list, name)
		}
	}
	p, err := callgraph.NewProgram(callgraph.NewTree(source.NewSet(overlay), "k"), list, []string{"inc"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// one makes a program of a single file d/a.c.
func one(t *testing.T, text string) (*callgraph.Program, *index.File) {
	t.Helper()
	p := program(t, map[string]string{"d/a.c": text})
	return p, p.Files()[0]
}

// file returns the program's file or header of that path.
func file(t *testing.T, p *callgraph.Program, path string) *index.File {
	t.Helper()
	for _, list := range [][]*index.File{p.Files(), p.Headers()} {
		for _, f := range list {
			if f.Src.Path == path {
				return f
			}
		}
	}
	t.Fatalf("no file %s", path)
	return nil
}

// fn returns the function of that name in f.
func fn(t *testing.T, f *index.File, name string) *index.Func {
	t.Helper()
	for _, x := range f.Funcs {
		if x.Name == name {
			return x
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}

// show spells a type for comparison.
func show(t *ctypes.Type) string {
	switch t.Kind {
	case ctypes.Int:
		return t.Name
	case ctypes.Void:
		return "void"
	case ctypes.Ptr:
		return "*" + show(t.Elem)
	case ctypes.Array:
		return fmt.Sprintf("[%d]%s", t.Len, show(t.Elem))
	case ctypes.Struct:
		return "struct " + t.Tag
	case ctypes.Union:
		return "union " + t.Tag
	case ctypes.Func:
		return "func " + show(t.Elem)
	}
	return "?"
}

// join lists names, and says when the answer is open.
func join[T any](list []T, name func(T) string, closed bool) string {
	var out []string
	for _, x := range list {
		out = append(out, name(x))
	}
	if !closed {
		out = append(out, "...")
	}
	return strings.Join(out, " ")
}

func funcName(f *index.Func) string       { return f.Name }
func objName(v *callgraph.VarInfo) string { return v.Var.Name }
func number(v int64) string               { return fmt.Sprint(v) }
func place(f *index.Func) string          { return f.Name + "@" + f.File.Src.Path }
func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: have %q, want %q", what, got, want)
	}
}
