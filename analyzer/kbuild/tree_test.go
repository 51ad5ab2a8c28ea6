package kbuild

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/internal/kernel"
)

// unowned says why no makefile of Linux 6.12 names these files under drivers/net/wireless.
var unowned = map[string]string{
	"ath/wil6210/fw_inc.c":                            "included by fw.c",
	"realtek/rtlwifi/btcoexist/halbtc8822bwifionly.c": "dead code",
}

// objectWord finds object names in a makefile by looking, without evaluating anything.
var objectWord = regexp.MustCompile(`[\w./-]+\.o\b`)

// TestKernel wants every source that a wireless makefile names, by that cruder reading, to be in a module.
func TestKernel(t *testing.T) {
	top := filepath.Join(kernel.ForTest(t, "6.12"), "drivers", "net", "wireless")
	res, err := Read(source.NewSet(nil), []string{top})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Problems) > 0 {
		t.Errorf("problems: %v", res.Problems)
	}
	owned := map[string][]string{}
	for _, m := range res.Modules {
		for _, f := range m.Files {
			rel, _ := filepath.Rel(top, f)
			owned[rel] = append(owned[rel], m.Name)
		}
		if len(m.Missing) > 0 {
			t.Errorf("%s lacks sources: %v", m.Name, m.Missing)
		}
	}
	for _, f := range res.Unowned {
		if rel, _ := filepath.Rel(top, f); unowned[rel] == "" {
			t.Errorf("unowned: %s", rel)
		}
	}
	named := namedSources(t, top)
	if len(named) < 1000 {
		t.Errorf("only %d sources named, is the tree whole?", len(named))
	}
	for _, f := range named {
		if len(owned[f]) == 0 {
			t.Errorf("%s is named by its makefile, but in no module", f)
		}
	}
	for file, want := range map[string][]string{
		"ath/ath9k/xmit.c":                          {"ath9k"},
		"ath/ath9k/common-beacon.c":                 {"ath9k_common"},
		"ath/ath9k/debug_sta.c":                     {"ath9k"},
		"ath/ath9k/htc_drv_txrx.c":                  {"ath9k_htc"},
		"ath/key.c":                                 {"ath"},
		"intel/iwlwifi/pcie/tx.c":                   {"iwlwifi"},
		"intel/iwlwifi/mvm/tx.c":                    {"iwlmvm"},
		"mediatek/mt76/mt7921/pci.c":                {"mt7921e"},
		"mediatek/mt76/mt7921/main.c":               {"mt7921-common"},
		"broadcom/brcm80211/brcmsmac/phy/phy_lcn.c": {"brcmsmac"},
		"realtek/rtlwifi/rtl8192c/fw_common.c":      {"rtl8192c-common"},
		"silabs/wfx/bus_sdio.c":                     {"wfx"},
	} {
		if !slices.Equal(owned[file], want) {
			t.Errorf("%s is in %v, want %v", file, owned[file], want)
		}
	}
}

// namedSources gives the existing .c files, relative to top, that the makefiles below it mention as .o.
func namedSources(t *testing.T, top string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(top, func(path string, e os.DirEntry, err error) error {
		if err != nil || (e.Name() != "Makefile" && e.Name() != "Kbuild") {
			return err
		}
		content, err := os.ReadFile(path)
		for _, line := range strings.Split(string(content), "\n") {
			line, _, _ = strings.Cut(line, "#")
			for _, w := range objectWord.FindAllString(line, -1) {
				src := filepath.Join(filepath.Dir(path), strings.TrimSuffix(w, ".o")+".c")
				if _, err := os.Stat(src); err == nil && !strings.Contains(line, "CFLAGS_"+w) {
					rel, _ := filepath.Rel(top, src)
					out = append(out, rel)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return unique(out)
}
