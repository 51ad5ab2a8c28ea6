package load

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/source"
)

// tree is a small kernel: a library, two drivers of one vendor that use it, and an unrelated driver.
var tree = map[string]string{
	"MAINTAINERS":                             "",
	"include/linux/kernel.h":                  "",
	"drivers/net/wireless/Makefile":           "obj-y += acme/ other/\nobj-m += single.o\n",
	"drivers/net/wireless/single.c":           ops("single"),
	"drivers/net/wireless/acme/Makefile":      "obj-$(CONFIG_ACME) += acme_lib.o\nobj-y += a/ b/\n",
	"drivers/net/wireless/acme/acme_lib.c":    "int acme_send(int x) { return x; }\nEXPORT_SYMBOL(acme_send);\n",
	"drivers/net/wireless/acme/acme.h":        "int acme_send(int x);\n",
	"drivers/net/wireless/acme/a/Makefile":    "obj-m += acme_a.o acme_bus.o\nacme_a-y := main.o tx.o\n",
	"drivers/net/wireless/acme/a/main.c":      ops("a") + "int a_probe(void) { return 0; }\nEXPORT_SYMBOL_GPL(a_probe);\n",
	"drivers/net/wireless/acme/a/tx.c":        "int a_out(int x) { return acme_send(x); }\n",
	"drivers/net/wireless/acme/a/acme_bus.c":  "int bus_probe(void) { return a_probe(); }\n",
	"drivers/net/wireless/acme/a/forgotten.c": "int nobody;\n",
	"drivers/net/wireless/acme/b/Makefile":    "obj-m += acme_b.o\n",
	"drivers/net/wireless/acme/b/acme_b.c":    ops("b") + "int b_out(int x) { return acme_send(x); }\n",
	"drivers/net/wireless/other/Makefile":     "obj-m += other.o\n",
	"drivers/net/wireless/other/other.c":      "int acme_a_is_not_here;\n",
}

func ops(name string) string {
	return "static const struct ieee80211_ops " + name + "_ops = { .tx = " + name + "_tx };\n"
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func proved(*driver.Driver) (func(string) *absint.Claim, error) {
	return func(flag string) *absint.Claim { return &absint.Claim{Flag: flag, Verdict: absint.Proved} }, nil
}

func TestScopeAndChoice(t *testing.T) {
	root := write(t, tree)
	w := filepath.Join(root, "drivers/net/wireless")
	for _, test := range []struct {
		path    string
		drivers string // ops variables reported on
		modules string // of the first one, sorted
	}{
		{"", "single_ops a_ops b_ops", ""},
		{"acme", "a_ops b_ops", "acme_a acme_bus acme_lib"},
		{"acme/...", "a_ops b_ops", ""},
		{"acme/a", "a_ops", "acme_a acme_bus acme_lib"},
		{"acme/a/tx.c", "a_ops", "acme_a acme_bus acme_lib"},
		{"acme/a/acme_bus.c", "a_ops", ""},
		{"acme/b/acme_b.c", "b_ops", "acme_b acme_lib"},
		{"acme/acme_lib.c", "a_ops b_ops", ""},
		{"acme/acme.h", "a_ops b_ops", ""},
		{"single.c", "single_ops", "single"},
	} {
		p, err := Load([]string{filepath.Join(w, test.path)}, Config{Claimer: proved})
		if err != nil {
			t.Errorf("%s: %v", test.path, err)
			continue
		}
		var names []string
		for _, d := range p.Drivers {
			names = append(names, d.Ops)
		}
		slices.Sort(names)
		want := strings.Fields(test.drivers)
		slices.Sort(want)
		if !reflect.DeepEqual(names, want) {
			t.Errorf("%s: drivers %v, want %v", test.path, names, want)
		}
		if p.Root != root {
			t.Errorf("%s: root %s, want %s", test.path, p.Root, root)
		}
		modules := slices.Clone(p.Drivers[0].Modules)
		slices.Sort(modules)
		if got := strings.Join(modules, " "); test.modules != "" && got != test.modules {
			t.Errorf("%s: modules %s, want %s", test.path, got, test.modules)
		}
	}
}

func TestPackages(t *testing.T) {
	root := write(t, tree)
	p, err := Load([]string{filepath.Join(root, "drivers/net/wireless/acme/a")}, Config{Claimer: proved})
	if err != nil {
		t.Fatal(err)
	}
	imports := make(map[string][]string)
	for _, pkg := range p.Packages {
		list := []string{}
		for path := range pkg.Imports {
			list = append(list, filepath.Base(path))
		}
		imports[filepath.Base(pkg.PkgPath)] = list
		if len(pkg.OtherFiles) == 0 || pkg.Types == nil || pkg.TypesSizes == nil || pkg.Fset == nil {
			t.Errorf("%s is incomplete: %+v", pkg.PkgPath, pkg)
		}
	}
	want := map[string][]string{"acme_a": {"acme_lib"}, "acme_b": {"acme_lib"}, "acme_bus": {"acme_a"}, "acme_lib": {}}
	if !reflect.DeepEqual(imports, want) {
		t.Errorf("imports %v, want %v", imports, want)
	}
	if forgotten := filepath.Join(root, "drivers/net/wireless/acme/a/forgotten.c"); !reflect.DeepEqual(p.Unowned, []string{forgotten}) {
		t.Errorf("unowned %v", p.Unowned)
	}
	if p.Files != 5 { // main, tx, acme_bus, acme_lib and acme.h
		t.Errorf("%d files", p.Files)
	}
}

func TestOutOfTree(t *testing.T) {
	dir := write(t, map[string]string{
		"Makefile":    "obj-m += drv.o\ndrv-y := core/main.o core/tx.o\n",
		"core/main.c": ops("x"),
		"core/tx.c":   "int x;\n",
	})
	for _, test := range []struct{ path, root string }{{"", ""}, {"core", "core"}, {"core/tx.c", "core"}} {
		p, err := Load([]string{filepath.Join(dir, test.path)}, Config{Claimer: proved})
		if err != nil {
			t.Errorf("%s: %v", test.path, err)
			continue
		}
		if len(p.Drivers) != 1 || len(p.Modules) != 1 || len(p.Modules[0].Files) != 2 || p.Root != filepath.Join(dir, test.root) {
			t.Errorf("%s: drivers %v, modules %v, root %s", test.path, p.Drivers, p.Modules, p.Root)
		}
	}
}

func TestUnsound(t *testing.T) {
	dir := write(t, map[string]string{
		"ok/x.c":       ops("x"),
		"binary/x.c":   "int x;\x00",
		"empty/README": "",
		"nodriver/x.c": "int x;\n",
		"broken/x.c":   ops("x"),
	})
	if err := os.Symlink("nowhere.c", filepath.Join(dir, "broken/y.c")); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{
		"missing":      "does not exist",
		"binary":       "binary",
		"empty":        "nothing to analyse",
		"empty/README": "is no C file",
		"nodriver":     "nothing to analyse",
		"broken":       "broken link to nowhere.c",
		"broken/y.c":   "broken link to nowhere.c",
	} {
		_, err := Load([]string{filepath.Join(dir, path)}, Config{Claimer: proved})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := Load([]string{filepath.Join(dir, "binary")}, Config{}); !errors.Is(err, source.ErrBinary) {
		t.Errorf("binary: %v", err)
	}
	if _, err := Load(nil, Config{}); err == nil {
		t.Error("no path is no error")
	}
	if _, err := Load([]string{filepath.Join(dir, "ok")}, Config{Kernel: dir}); err == nil {
		t.Error("-kernel at no kernel is no error")
	}
	if _, err := Load([]string{filepath.Join(dir, "ok"), filepath.Join(dir, "ok/x.c")}, Config{Claimer: proved}); err != nil {
		t.Error(err)
	}
}

func TestLinkToDirectory(t *testing.T) {
	dir := write(t, map[string]string{"real/x.c": ops("x")})
	link := filepath.Join(dir, "link")
	if err := os.Symlink("real", link); err != nil {
		t.Skip(err)
	}
	p, err := Load([]string{link}, Config{Claimer: proved})
	if err != nil {
		t.Fatal(err)
	}
	if files, err := p.Asked(); err != nil || len(files) != 1 || len(p.Drivers) != 1 {
		t.Errorf("files %v, drivers %v, %v", files, p.Drivers, err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "real/y.h")); err != nil {
		t.Skip(err)
	}
	if _, err := Load([]string{link}, Config{Claimer: proved}); err == nil {
		t.Error("a broken link behind a link was missed")
	}
}

func TestOverlay(t *testing.T) {
	dir := write(t, map[string]string{"x.c": "int x;\n"})
	path := filepath.Join(dir, "x.c")
	p, err := Load([]string{dir}, Config{Claimer: proved, Overlay: map[string][]byte{path: []byte(ops("x"))}})
	if err != nil || len(p.Drivers) != 1 {
		t.Errorf("%v %v", p, err)
	}
}
