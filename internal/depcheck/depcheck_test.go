package depcheck

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// imports maps a package of the module to what its files import, tests left out: a test may use what it checks against.
func imports(t *testing.T, root string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "testdata" || name != root && strings.HasPrefix(e.Name(), ".")):
			return filepath.SkipDir
		case e.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(name))
		pkg := filepath.ToSlash(rel)
		out[pkg] = append(out[pkg], "")
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			out[pkg] = append(out[pkg], imported)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestImports(t *testing.T) {
	found := imports(t, filepath.Join("..", ".."))
	if len(found) < 5 {
		t.Fatalf("only %d packages found", len(found))
	}
	for pkg, list := range found {
		allowed, ok := ruleFor(pkg)
		if !ok {
			t.Errorf("%s is in no rule: say in Rules what it may import", pkg)
		}
		for _, imported := range list {
			if rel, ok := strings.CutPrefix(imported, Module+"/"); ok && !covered(allowed, rel) {
				t.Errorf("%s may not import %s", pkg, rel)
			}
			if !outsideAllows(pkg, imported) {
				t.Errorf("%s may not import %s", pkg, imported)
			}
		}
	}
}

// TestTreeSitter holds for tests too: the parser's own tree is not the place to look at the grammar from.
func TestTreeSitter(t *testing.T) {
	err := filepath.WalkDir(filepath.Join("..", ".."), func(name string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(filepath.ToSlash(filepath.Dir(name)), "analyzer/parser") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			if strings.Contains(spec.Path.Value, "go-tree-sitter") {
				t.Errorf("%s imports %s, which only analyzer/parser may", name, spec.Path.Value)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ruleFor gives the rule of a package: its own, or that of the nearest folder with /... above it.
func ruleFor(pkg string) ([]string, bool) {
	rules := Rules()
	if allowed, ok := rules[pkg]; ok {
		return allowed, true
	}
	for dir := path.Dir(pkg); dir != "."; dir = path.Dir(dir) {
		if allowed, ok := rules[dir+"/..."]; ok {
			return allowed, true
		}
	}
	return nil, false
}

// covered reports whether a list holds a package, or a folder with /... above it.
func covered(list []string, pkg string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		dir, all := strings.CutSuffix(entry, "/...")
		return entry == pkg || all && strings.HasPrefix(pkg, dir+"/")
	})
}

func outsideAllows(pkg, imported string) bool {
	for module, importers := range Outside() {
		if imported == module || strings.HasPrefix(imported, module+"/") {
			return covered(importers, pkg)
		}
	}
	return true
}

func TestCovered(t *testing.T) {
	list := []string{"a/b", "c/..."}
	for pkg, want := range map[string]bool{"a/b": true, "a/b/c": false, "a": false, "c": false, "c/d": true, "c/d/e": true, "cd": false} {
		if got := covered(list, pkg); got != want {
			t.Errorf("covered(%s) = %v, want %v", pkg, got, want)
		}
	}
}
