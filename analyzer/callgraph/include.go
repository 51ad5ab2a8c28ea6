package callgraph

import (
	"path/filepath"
	"strings"

	"github.com/capcheck/capcheck/analyzer/index"
)

// maxIncludes bounds the headers of one file; a wireless driver reaches about two thousand.
const maxIncludes = 20000

// forced are the headers that the kernel's build puts in front of every file (scripts/Makefile.lib, LINUXINCLUDE).
var forced = [...]string{"linux/kconfig.h", "linux/compiler_types.h"}

// Includes returns the headers that f includes, directly or not, nearest first. dirs are the -I directories of its
// module. Missing headers, such as generated ones, are left out.
func (t *Tree) Includes(f *index.File, dirs ...string) []*index.File {
	return t.closure(f, func(h *index.File) []*index.File { return t.direct(h, dirs) })
}

// closure walks the include graph breadth-first, so that near headers come first.
func (t *Tree) closure(f *index.File, direct func(*index.File) []*index.File) []*index.File {
	seen := map[*index.File]bool{f: true}
	var out []*index.File
	add := func(list []*index.File) {
		for _, h := range list {
			if !seen[h] && len(out) < maxIncludes {
				seen[h] = true
				out = append(out, h)
			}
		}
	}
	add(direct(f))
	for i := 0; i < len(out); i++ {
		add(direct(out[i]))
	}
	add(t.forced(out))
	return out
}

// forced returns the headers of every file, if there is a kernel to have them.
func (t *Tree) forced(have []*index.File) []*index.File {
	if t.kernel == "" {
		return nil
	}
	var out []*index.File
	for _, name := range forced {
		if h := t.header(filepath.Join(t.kernel, "include", name)); h != nil {
			out = append(out, h)
		}
	}
	return out
}

// direct returns the headers that f names. Those of kernel headers are the same for every module.
func (t *Tree) direct(f *index.File, dirs []string) []*index.File {
	shared := t.kernelHeader(f.Src.Path)
	if shared {
		if v, ok := t.edges.Load(f); ok {
			return v.([]*index.File)
		}
		dirs = nil
	}
	var out []*index.File
	for _, inc := range f.Includes {
		if h := t.find(f, inc, dirs); h != nil {
			out = append(out, h)
		}
	}
	if shared {
		t.edges.Store(f, out)
	}
	return out
}

// find resolves one #include line.
func (t *Tree) find(f *index.File, inc index.Include, dirs []string) *index.File {
	if !inc.System {
		if h := t.header(filepath.Join(filepath.Dir(f.Src.Path), inc.Path)); h != nil {
			return h
		}
	}
	for _, dir := range dirs {
		if h := t.header(filepath.Join(dir, inc.Path)); h != nil {
			return h
		}
	}
	if t.kernel == "" {
		return nil
	}
	for _, dir := range [...]string{"include", "include/uapi"} {
		if h := t.header(filepath.Join(t.kernel, dir, inc.Path)); h != nil {
			return h
		}
	}
	return t.generic(inc.Path)
}

// generic stands in for headers that each architecture has its own of.
func (t *Tree) generic(path string) *index.File {
	name, ok := strings.CutPrefix(path, "asm/")
	if !ok {
		return nil
	}
	root := filepath.Join(t.kernel, "include")
	if name == "byteorder.h" {
		return t.header(filepath.Join(root, "linux/byteorder/little_endian.h"))
	}
	if h := t.header(filepath.Join(root, "asm-generic", name)); h != nil {
		return h
	}
	return t.header(filepath.Join(root, "uapi/asm-generic", name))
}

func (t *Tree) header(path string) *index.File {
	v, ok := t.exists.Load(path)
	if !ok {
		v, _ = t.exists.LoadOrStore(path, t.set.Exists(path))
	}
	if !v.(bool) {
		return nil
	}
	f, err := t.Index(path)
	if err != nil {
		return nil
	}
	return f
}
