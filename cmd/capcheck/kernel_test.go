package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/internal/kernel"
)

const (
	ath    = "drivers/net/wireless/ath"
	cloned = "\tieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS);\n"
)

// parsed is the part of the JSON report that the tests read.
type parsed struct {
	Drivers []struct {
		Ops     string
		Modules []string
		Flags   []struct{ Flag, Pos string }
		Claims  []struct {
			Flag, Verdict string
			Entries       []struct{ Function string }
		}
	}
	Findings []struct{ Severity, Pos, Message string }
}

func TestNineDrivers(t *testing.T) {
	if testing.Short() {
		t.Skip("interprets whole drivers")
	}
	root := kernel.ForTest(t, "6.12")
	status, out, stderr := capcheck("-format", "json", "-fail-on", "never", filepath.Join(root, ath))
	if status != clean {
		t.Fatalf("status %d: %s", status, stderr)
	}
	var r parsed
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range r.Drivers {
		names = append(names, d.Ops)
		if len(d.Modules) == 0 || len(d.Flags) == 0 || len(d.Claims) == 0 || len(d.Claims[0].Entries) == 0 {
			t.Errorf("%s: modules, flags, claims or entries are missing", d.Ops)
		}
		if d.Ops == "ath9k_ops" && d.Claims[0].Verdict != "proved" {
			t.Errorf("%s is %s", d.Ops, d.Claims[0].Verdict)
		}
	}
	slices.Sort(names)
	want := []string{"ar5523_ops", "ath10k_ops", "ath11k_ops", "ath12k_ops", "ath5k_hw_ops", "ath9k_htc_ops", "ath9k_ops", "carl9170_ops", "wcn36xx_ops"}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("drivers %v", names)
	}
}

// TestSameReport compares reports over different numbers of threads, on a directory with two drivers.
func TestSameReport(t *testing.T) {
	if testing.Short() {
		t.Skip("interprets whole drivers")
	}
	root := kernel.ForTest(t, "6.12")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first string
	for _, threads := range []int{1, 4, 2} {
		runtime.GOMAXPROCS(threads)
		_, out, stderr := capcheck("-format", "json", filepath.Join(root, ath, "ath9k"))
		if out == "" {
			t.Fatal(stderr)
		}
		if first == "" {
			first = out
		}
		if out != first {
			t.Fatalf("the report changes with %d threads", threads)
		}
	}
}

// TestFixRestores deletes a flag that a driver is right to set, and has it put back.
func TestFixRestores(t *testing.T) {
	if testing.Short() {
		t.Skip("interprets whole drivers")
	}
	root := copyDriver(t, kernel.ForTest(t, "6.12"))
	dir, path := filepath.Join(root, ath, "ath9k"), filepath.Join(root, ath, "ath9k/init.c")
	before := read(t, path)
	put(t, path, strings.Replace(before, cloned, "", 1))

	status, diff, stderr := capcheck("-diff", path)
	if status != clean {
		t.Fatalf("status %d: %s", status, stderr)
	}
	var added []string
	for line := range strings.Lines(diff) {
		if strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++") {
			added = append(added, line[1:])
		}
		if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---") {
			t.Errorf("removed: %s", line)
		}
	}
	if !reflect.DeepEqual(added, []string{cloned}) {
		t.Errorf("added %q in\n%s", added, diff)
	}
	accepted(t, root, diff)

	if status, _, _ := capcheck("-fail-on", "recommendation", path); status != found {
		t.Errorf("a recommendation gives status %d", status)
	}
	if status, _, stderr := capcheck("-fix", "-fail-on", "recommendation", path); status != clean {
		t.Errorf("-fix: status %d: %s", status, stderr)
	}
	if read(t, path) != before {
		t.Error("the file is not what it was")
	}
	if _, diff, _ := capcheck("-diff", path); diff != "" {
		t.Errorf("a second run changes\n%s", diff)
	}
	if _, out, _ := capcheck("-explain", "ath9k", dir); !strings.Contains(out, "is proved") || !strings.Contains(out, "ath_tx_start") {
		t.Errorf("explanation:\n%s", out)
	}
}

// accepted gives the diff to the tools that maintainers use.
func accepted(t *testing.T, root, diff string) {
	t.Helper()
	for _, tool := range [][]string{{"git", "apply", "--check", "-"}, {"patch", "-p1", "--dry-run"}} {
		if _, err := exec.LookPath(tool[0]); err != nil {
			t.Logf("%s is not installed", tool[0])
			continue
		}
		cmd := exec.Command(tool[0], tool[1:]...)
		cmd.Dir, cmd.Stdin = root, bytes.NewReader([]byte(diff))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", tool, err, out)
		}
	}
}

// copyDriver makes a small kernel tree with a writable copy of one vendor's drivers.
func copyDriver(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "MAINTAINERS"), "")
	if err := os.Symlink(filepath.Join(root, "include"), filepath.Join(dir, "include")); err != nil {
		t.Skip(err)
	}
	if err := os.CopyFS(filepath.Join(dir, ath), os.DirFS(filepath.Join(root, ath))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
