package callgraph_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/source"
)

// kernelRoot finds a kernel tree, or skips the test.
func kernelRoot(t *testing.T) string {
	t.Helper()
	root := os.Getenv("CAPCHECK_KERNEL")
	if root == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			t.Skip("no home directory")
		}
		root = filepath.Join(home, ".cache/capcheck/linux-source-6.12")
	}
	if _, err := os.Stat(filepath.Join(root, "include/net/mac80211.h")); err != nil {
		t.Skip("no kernel tree")
	}
	return root
}

// kernelProgram makes a program of files under drivers/net/wireless/dir, given by glob patterns.
func kernelProgram(t *testing.T, dir string, globs ...string) *callgraph.Program {
	t.Helper()
	root := kernelRoot(t)
	base := filepath.Join(root, "drivers/net/wireless", dir)
	var files []string
	for _, g := range globs {
		list, err := filepath.Glob(filepath.Join(base, g))
		if err != nil || len(list) == 0 {
			t.Fatalf("no files for %s", g)
		}
		for _, f := range list {
			if strings.HasSuffix(f, ".c") {
				files = append(files, f)
			}
		}
	}
	tree := callgraph.NewTree(source.NewSet(nil), root)
	p, err := callgraph.NewProgram(tree, files, []string{filepath.Dir(base), base})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestKernelTypes(t *testing.T) {
	p := kernelProgram(t, "realtek/rtw88", "*.c")
	from := p.Files()[0]
	for tag, size := range map[string]int64{
		"struct ieee80211_hdr": 30, "struct ieee80211_qos_hdr": 26, "struct rtw_tx_desc": 40, "struct ethhdr": 14,
		"struct ieee80211_hdr_3addr": 24,
		"struct ieee80211_rts": 16, "struct list_head": 16, "struct ieee80211_tx_info": 48, "struct ieee80211_mgmt": 50,
	} {
		typ := p.TypeOf(tag, from)
		if typ == nil {
			t.Errorf("%s: not found", tag)
		} else if typ.Size != size {
			t.Errorf("%s: size %d, want %d", tag, typ.Size, size)
		}
	}
	mgmt := p.TypeOf("struct ieee80211_mgmt", from)
	u, _ := p.Field(mgmt, "u")
	probe, _ := p.Field(u.Type, "probe_resp")
	stamp, ok := p.Field(probe.Type, "timestamp")
	if !ok || u.Offset+probe.Offset+stamp.Offset != 24 {
		t.Errorf("probe_resp.timestamp at %d+%d+%d", u.Offset, probe.Offset, stamp.Offset)
	}
}

func names[T any](list []T, name func(T) string) string {
	var out []string
	for _, x := range list {
		out = append(out, name(x))
	}
	return strings.Join(out, " ")
}
