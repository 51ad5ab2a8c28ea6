package load

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// classes are the directories of a kernel tree that hold unrelated drivers side by side. What lies in one directory
// below them belongs together: a vendor's drivers and the libraries they share.
var classes = []string{
	"drivers/net/wireless", "drivers/net/ethernet", "drivers/net", "drivers/staging", "drivers",
}

// scope is the directory that has to be read for a target.
func scope(t target, kernelRoot string) string {
	if kernelRoot != "" && below(t.path, kernelRoot) {
		return inTree(t.base(), kernelRoot)
	}
	return outOfTree(t.base())
}

// inTree is the child of the innermost class directory around dir, or dir itself if it is in none.
func inTree(dir, kernelRoot string) string {
	rel, err := filepath.Rel(kernelRoot, dir)
	if err != nil {
		return dir
	}
	rel = filepath.ToSlash(rel)
	for _, class := range classes {
		if rel == class {
			return dir
		}
		if rest, ok := strings.CutPrefix(rel, class+"/"); ok {
			child, _, _ := strings.Cut(rest, "/")
			return filepath.Join(kernelRoot, filepath.FromSlash(class), child)
		}
	}
	return dir
}

// outOfTree goes up as long as the directory above has a makefile of modules: a driver's own repository.
func outOfTree(dir string) string {
	for {
		up := filepath.Dir(dir)
		if up == dir || !buildsModules(up) {
			return dir
		}
		dir = up
	}
}

func buildsModules(dir string) bool {
	for _, name := range []string{"Kbuild", "Makefile"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil && bytes.Contains(text, []byte("obj-")) {
			return true
		}
	}
	return false
}

// scopes are the scopes of all targets, without those that lie below another. A file that stands in a class directory
// itself is its own scope: its neighbours have nothing to do with it.
func scopes(list []target, kernelRoot string) []string {
	var dirs []string
	for _, t := range list {
		s := scope(t, kernelRoot)
		if !t.dir && isClass(s, kernelRoot) {
			s = t.path
		}
		dirs = append(dirs, s)
	}
	slices.Sort(dirs)
	var out []string
	for _, d := range slices.Compact(dirs) {
		if !slices.ContainsFunc(out, func(o string) bool { return below(d, o) }) {
			out = append(out, d)
		}
	}
	return out
}

func isClass(dir, kernelRoot string) bool {
	rel, err := filepath.Rel(kernelRoot, dir)
	return kernelRoot != "" && err == nil && slices.Contains(classes, filepath.ToSlash(rel))
}
