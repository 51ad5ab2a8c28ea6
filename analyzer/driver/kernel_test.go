package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/kbuild"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/internal/kernel"
)

// wireless is what the wireless and staging drivers of Linux 6.12 declare.
type wireless struct {
	root    string
	tree    *callgraph.Tree
	mods    []*kbuild.Module
	drivers []*Driver
}

var readWireless = sync.OnceValues(func() (*wireless, error) {
	root, err := kernel.Cached("6.12")
	if err != nil {
		return nil, err
	}
	w := &wireless{root: root}
	set := source.NewSet(nil)
	build, err := kbuild.Read(set, []string{filepath.Join(root, "drivers/net/wireless"), filepath.Join(root, "drivers/staging")})
	if err != nil {
		return nil, err
	}
	w.mods = build.Modules
	w.tree = callgraph.NewTree(set, root)
	w.drivers, err = Find(w.tree, w.mods, kbuild.Depend(w.mods, symbols(w.tree)))
	return w, err
})

func linux(t *testing.T) *wireless {
	t.Helper()
	kernel.ForTest(t, "6.12")
	w, err := readWireless()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *wireless) driver(t *testing.T, ops, module string) *Driver {
	t.Helper()
	for _, d := range w.drivers {
		if d.Ops == ops && (module == "" || d.Modules[0] == module) {
			return d
		}
	}
	t.Fatalf("no driver has %s", ops)
	return nil
}

// program is the code of a driver's modules.
func (w *wireless) program(t *testing.T, d *Driver) *callgraph.Program {
	t.Helper()
	var mods []*kbuild.Module
	for _, m := range w.mods {
		if slices.Contains(d.Modules, m.Name) {
			mods = append(mods, m)
		}
	}
	return program(t, w.tree, mods)
}

// sources gives the content of every C file below a directory.
func (w *wireless) sources(t *testing.T, dir string, do func(path string, content []byte)) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(w.root, dir), func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".c" {
			return err
		}
		content, err := os.ReadFile(path)
		do(path, content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestAllTables holds the ops variables against what a search for their definitions finds.
func TestAllTables(t *testing.T) {
	w := linux(t)
	definition := regexp.MustCompile(`(?m)^(?:static )?(?:const )?struct ieee80211_ops (\w+)(?: __\w+)? = \{`)
	var want, got []string
	for _, dir := range []string{"drivers/net/wireless", "drivers/staging"} {
		w.sources(t, dir, func(path string, content []byte) {
			rel, _ := filepath.Rel(w.root, path)
			for _, m := range definition.FindAllSubmatch(content, -1) {
				want = append(want, filepath.ToSlash(rel)+" "+string(m[1]))
			}
		})
	}
	for _, d := range w.drivers {
		at := line(d.Pos, w.root)
		got = append(got, at[:strings.IndexByte(at, ':')]+" "+d.Ops)
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(want) != 59 || !slices.Equal(got, want) {
		t.Errorf("found %d: %v\nwant %d: %v", len(got), got, len(want), want)
	}
}

// TestAllFlags holds the flags against a search for the calls: each one in a file of a driver's modules is a flag of
// that driver, and every flag is such a call.
func TestAllFlags(t *testing.T) {
	w := linux(t)
	call := regexp.MustCompile(`(?m)^\s+ieee80211_hw_set\(([^,]+), (\w+)\);`)
	seen := 0
	for _, d := range w.drivers {
		var want, got []string
		for _, f := range w.program(t, d).Files() {
			content := regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllFunc(f.Src.Content, func(b []byte) []byte {
				return bytes.Repeat([]byte(" "), len(b))
			})
			for _, m := range call.FindAllSubmatchIndex(content, -1) {
				want = append(want, line(Place{File: f, Span: span(m[2], m[3])}, w.root)+" "+
					string(content[m[2]:m[3]])+" "+string(content[m[4]:m[5]]))
			}
		}
		for _, f := range d.Flags {
			got = append(got, line(f.Pos, w.root)+" "+f.HW+" "+f.Name)
			if f.Func == nil || f.Style != HwSet {
				t.Errorf("%s: %+v", d.Ops, f)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if len(got) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: flags %v\nwant %v", d.Ops, got, want)
		}
		seen += len(got)
	}
	t.Logf("%d flags of %d drivers", seen, len(w.drivers))
}

// TestAllDrivers checks what every driver has to have.
func TestAllDrivers(t *testing.T) {
	w := linux(t)
	for _, d := range w.drivers {
		if d.Insert == nil {
			t.Errorf("%s: no place for a further flag", d.Ops)
		} else if !slices.ContainsFunc(d.Flags, func(f Flag) bool { return f.Pos == d.Insert.After && !f.Conditional }) {
			t.Errorf("%s: insertion behind what is no unconditional flag", d.Ops)
		}
		members := make(map[string]int)
		for _, op := range d.Table {
			members[op.Member]++
			if op.Func == nil && !strings.HasPrefix(op.Name, "ieee80211_") {
				t.Errorf("%s: %s is not defined", d.Ops, op.Name)
			}
		}
		if members["tx"] != 1 || members["start"] == 0 || members["wake_tx_queue"] == 0 {
			t.Errorf("%s: %s", d.Ops, d.table())
		}
		entries := Entries(w.program(t, d), d)
		if len(entries) == 0 || entries[0].Source != "ops.tx" {
			t.Errorf("%s: entries %v", d.Ops, entries)
		}
	}
}

// TestTableSize counts the elements of plain initialisers.
func TestTableSize(t *testing.T) {
	w := linux(t)
	element := regexp.MustCompile(`(?m)^\s*\.(\w+)\s*=`)
	for _, ops := range []string{"ath5k_hw_ops", "ath10k_ops", "carl9170_ops", "iwl_mvm_mld_hw_ops", "b43_hw_ops", "wl1271_ops", "rtw_ops"} {
		d := w.driver(t, ops, "")
		src := d.Pos.File.Src.Content[d.Pos.Span.Pos:]
		src = src[:bytes.Index(src, []byte("\n};"))]
		have := make(map[string]bool)
		for _, op := range d.Table {
			have[op.Member] = true
		}
		for _, m := range element.FindAllSubmatch(src, -1) {
			if !have[string(m[1])] {
				t.Errorf("%s: .%s is missing", ops, m[1])
			}
		}
	}
}
