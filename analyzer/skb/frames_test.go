package skb

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/capcheck/capcheck/internal/kernel"
)

func TestFramePredicate(t *testing.T) {
	for name, want := range map[string]FrameKind{
		"ieee80211_is_mgmt":              FrameMgmt,
		"ieee80211_is_probe_resp":        FrameMgmt,
		"ieee80211_is_robust_mgmt_frame": FrameMgmt,
		"ieee80211_is_data_qos":          FrameData,
		"ieee80211_is_nullfunc":          FrameData,
		"ieee80211_is_back_req":          FrameCtl,
		"ieee80211_is_s1g_beacon":        FrameOther,
	} {
		if kind, ok := FramePredicate(name); !ok || kind != want {
			t.Errorf("%s: %d, %t; want %d", name, kind, ok, want)
		}
	}
	for _, name := range []string{"ieee80211_has_protected", "ieee80211_is_frag", "ieee80211_is_first_frag", "skb_cloned"} {
		if kind, ok := FramePredicate(name); ok {
			t.Errorf("%s says frame kind %d", name, kind)
		}
	}
}

// A predicate is a row of the table too: it reads.
func TestFramePredicatesRead(t *testing.T) {
	table := Kernel()
	for _, p := range framePredicates() {
		for _, name := range p.names {
			if e, ok := table.Lookup(name); !ok || e.File != p.file || len(e.Ops) > 0 || e.Ret != (Ret{}) {
				t.Errorf("%s: %+v", name, e)
			}
		}
	}
}

func TestHeaderStructs(t *testing.T) {
	bytes := HeaderStructs()
	if len(bytes) != len(headerStructs()) || bytes["ieee80211_hdr"] != 30 || bytes["ieee80211_mgmt"] != 24 {
		t.Errorf("%v", bytes)
	}
	root := kernel.ForTest(t, "6.12")
	for _, h := range headerStructs() {
		src, err := os.ReadFile(filepath.Join(root, h.file))
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`(?m)^struct ` + h.tag + ` \{`).Match(src) {
			t.Errorf("struct %s is not in %s", h.tag, h.file)
		}
	}
}
