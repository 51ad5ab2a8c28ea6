package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/kbuild"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/internal/kernel"
)

// audited are drivers of Linux 6.12 that were read by hand: whether they set SUPPORTS_CLONED_SKBS, where it stands or
// where their flags begin, what modules they need, and where transmit skbs come in besides ops.tx.
var audited = []struct {
	name, ops string
	declares  bool
	site      string
	modules   string
	tx        string
	calls     string
}{
	{"ath10k", "ath10k_ops", false, "ath/ath10k/mac.c:10051", "ath10k_core ath10k_pci ath10k_sdio ath10k_usb ath10k_snoc", "ath10k_mac_op_tx", "ath/ath10k/mac.c:4423"},
	{"ath12k", "ath12k_ops", false, "ath/ath12k/mac.c:9151", "ath12k", "ath12k_mac_op_tx", ""},
	{"ath9k", "ath9k_ops", true, "ath/ath9k/init.c:966", "ath9k ath9k_hw ath9k_common", "ath9k_tx", "ath/ath9k/beacon.c:165 ath/ath9k/xmit.c:247 ath/ath9k/xmit.c:2446"},
	{"ath9k_htc", "ath9k_htc_ops", false, "ath/ath9k/htc_drv_init.c:719", "ath9k_htc", "ath9k_htc_tx", "ath/ath9k/htc_drv_beacon.c:150 ath/ath9k/htc_drv_beacon.c:185"},
	{"b43", "b43_hw_ops", false, "broadcom/b43/main.c:5579", "b43", "b43_op_tx", ""},
	{"brcmsmac", "brcms_ops", false, "broadcom/brcm80211/brcmsmac/mac80211_if.c:1090", "brcmsmac", "brcms_ops_tx", ""},
	{"carl9170", "carl9170_ops", false, "ath/carl9170/main.c:1813", "carl9170", "carl9170_op_tx", ""},
	{"cw1200", "cw1200_ops", false, "st/cw1200/main.c:283", "cw1200_core cw1200_wlan_sdio cw1200_wlan_spi", "cw1200_tx", ""},
	{"iwl4965", "il4965_mac_ops", false, "intel/iwlegacy/4965-mac.c:5728", "iwl4965 iwlegacy", "il4965_mac_tx", ""},
	{"iwlmvm", "iwl_mvm_hw_ops", true, "intel/iwlwifi/mvm/mac80211.c:360", "iwlmvm iwlwifi iwlmei", "iwl_mvm_mac_tx", "intel/iwlwifi/mvm/mac80211.c:907"},
	{"iwlmvm", "iwl_mvm_mld_hw_ops", true, "intel/iwlwifi/mvm/mac80211.c:360", "iwlmvm iwlwifi iwlmei", "iwl_mvm_mac_tx", "intel/iwlwifi/mvm/mac80211.c:907"},
	{"mac80211_hwsim", "mac80211_hwsim_ops", false, "virtual/mac80211_hwsim.c:5313", "mac80211_hwsim", "mac80211_hwsim_tx", "virtual/mac80211_hwsim.c:2331"},
	{"mac80211_hwsim", "mac80211_hwsim_mchan_ops", false, "virtual/mac80211_hwsim.c:5313", "mac80211_hwsim", "mac80211_hwsim_tx", "virtual/mac80211_hwsim.c:2331"},
	{"mac80211_hwsim", "mac80211_hwsim_mlo_ops", false, "virtual/mac80211_hwsim.c:5313", "mac80211_hwsim", "mac80211_hwsim_tx", "virtual/mac80211_hwsim.c:2331"},
	{"mt7603", "mt7603_ops", true, "mediatek/mt76/mac80211.c:465", "mt7603e mt76", "mt7603_tx", "mediatek/mt76/mt7603/beacon.c:90 mediatek/mt76/tx.c:377"},
	{"mt7921", "mt7921_ops", true, "mediatek/mt76/mac80211.c:465", "mt7921-common mt7921e mt7921u mt7921s mt76 mt76-usb mt76-sdio mt76-connac-lib mt792x-lib mt792x-usb", "mt792x_tx", "mediatek/mt76/tx.c:377"},
	{"mwl8k", "mwl8k_ops", false, "marvell/mwl8k.c:6117", "mwl8k", "mwl8k_tx", ""},
	{"p54", "p54_ops", false, "intersil/p54/main.c:749", "p54common p54pci p54usb p54spi", "p54_tx_80211", ""},
	{"rt2400pci", "rt2400pci_mac80211_ops", false, "ralink/rt2x00/rt2400pci.c:1570", "rt2400pci rt2x00pci rt2x00mmio rt2x00lib", "rt2x00mac_tx", "ralink/rt2x00/rt2x00dev.c:184 ralink/rt2x00/rt2x00dev.c:187"},
	{"rt2800usb", "rt2800usb_mac80211_ops", false, "ralink/rt2x00/rt2800lib.c:11725", "rt2800usb rt2800lib rt2x00usb rt2x00lib", "rt2x00mac_tx", "ralink/rt2x00/rt2x00dev.c:184 ralink/rt2x00/rt2x00dev.c:187"},
	{"rtl8187", "rtl8187_ops", false, "realtek/rtl818x/rtl8187/dev.c:1497", "rtl8187", "rtl8187_tx", ""},
	{"rtl8xxxu", "rtl8xxxu_ops", false, "realtek/rtl8xxxu/core.c:7951", "rtl8xxxu", "rtl8xxxu_tx", ""},
	{"rtw88", "rtw_ops", false, "realtek/rtw88/main.c:2232", "rtw88_core rtw88_pci rtw88_usb rtw88_sdio rtw88_8822b rtw88_8822be rtw88_8822bs rtw88_8822bu rtw88_8822c rtw88_8822ce " +
		"rtw88_8822cs rtw88_8822cu rtw88_8723x rtw88_8703b rtw88_8723cs rtw88_8723d rtw88_8723de rtw88_8723ds rtw88_8723du rtw88_8821c rtw88_8821ce rtw88_8821cs rtw88_8821cu",
		"rtw_ops_tx", "realtek/rtw88/tx.c:629"},
	{"vt6656", "vnt_mac_ops", false, "drivers/staging/vt6656/main_usb.c:1043", "vt6656_stage", "vnt_tx_80211", ""},
	{"wcn36xx", "wcn36xx_ops", false, "ath/wcn36xx/main.c:1426", "wcn36xx", "wcn36xx_tx", ""},
	{"wl1251", "wl1251_ops", false, "ti/wl1251/main.c:1523", "wl1251 wl1251_spi wl1251_sdio", "wl1251_op_tx", ""},
	{"zd1211rw", "zd_ops", false, "zydas/zd1211rw/zd_mac.c:1395", "zd1211rw", "zd_op_tx", "zydas/zd1211rw/zd_mac.c:1165"},
}

func TestAudited(t *testing.T) {
	w := linux(t)
	path := func(s string) string {
		if strings.HasPrefix(s, "drivers/") {
			return s
		}
		return "drivers/net/wireless/" + s
	}
	for _, a := range audited {
		modules := strings.Fields(a.modules)
		d := w.driver(t, a.ops, modules[0])
		if d.Name != a.name {
			t.Errorf("%s: named %s, want %s", a.ops, d.Name, a.name)
		}
		for _, m := range modules {
			if !slices.Contains(d.Modules, m) {
				t.Errorf("%s: module %s is not among %v", a.ops, m, d.Modules)
			}
		}
		declares, site := false, false
		for _, f := range d.Flags {
			declares = declares || f.Name == "SUPPORTS_CLONED_SKBS" && !f.Conditional
			site = site || line(f.Pos, w.root) == path(a.site) && !f.Conditional
		}
		if declares != a.declares || !site {
			t.Errorf("%s: declares %v, want %v; flag at %s: %v", a.ops, declares, a.declares, a.site, site)
		}
		var tx, calls []string
		for _, e := range Entries(w.program(t, d), d) {
			switch e.Source {
			case "ops.tx":
				tx = append(tx, e.Func.Name)
			case "ops.can_aggregate_in_amsdu":
			default:
				calls = append(calls, line(e.Pos, w.root))
			}
		}
		var want []string
		for _, c := range strings.Fields(a.calls) {
			want = append(want, path(c))
		}
		if strings.Join(tx, " ") != a.tx || !slices.Equal(calls, want) {
			t.Errorf("%s: entries %v and %v, want %s and %v", a.ops, tx, calls, a.tx, want)
		}
	}
}

// TestInsertions looks at places that were chosen by hand.
func TestInsertions(t *testing.T) {
	w := linux(t)
	tests := []struct {
		ops, after, text string
		shared           bool
	}{
		{"ath9k_ops", "ath/ath9k/init.c:966", "\tieee80211_hw_set(hw, X);\n", false},
		{"ath10k_ops", "ath/ath10k/mac.c:10071", "\tieee80211_hw_set(ar->hw, X);\n", false},
		{"ath11k_ops", "ath/ath11k/mac.c:10380", "\tieee80211_hw_set(ar->hw, X);\n", false},
		{"b43legacy_hw_ops", "broadcom/b43legacy/main.c:3808", "\tieee80211_hw_set(hw, X);\n", false},
		{"iwl_mvm_hw_ops", "intel/iwlwifi/mvm/mac80211.c:365", "\tieee80211_hw_set(hw, X);\n", true},
		{"mt7603_ops", "mediatek/mt76/mt7603/init.c:544", "\tieee80211_hw_set(hw, X);\n", false},
		{"mt7921_ops", "mediatek/mt76/mt792x_core.c:650", "\tieee80211_hw_set(hw, X);\n", true},
		{"rt2800usb_mac80211_ops", "ralink/rt2x00/rt2800lib.c:11729", "\tieee80211_hw_set(rt2x00dev->hw, X);\n", true},
		{"mwl8k_ops", "marvell/mwl8k.c:6118", "\tieee80211_hw_set(hw, X);\n", false},
		{"wl1271_ops", "ti/wlcore/main.c:6255", "\tieee80211_hw_set(wl->hw, X);\n", false},
	}
	for _, tt := range tests {
		in := w.driver(t, tt.ops, "").Insert
		if got := line(in.After, w.root); got != "drivers/net/wireless/"+tt.after || in.Text("X") != tt.text || in.Shared != tt.shared {
			t.Errorf("%s: after %s %q shared %v, want %s %q %v", tt.ops, got, in.Text("X"), in.Shared, tt.after, tt.text, tt.shared)
		}
	}
}

// TestPatched looks at tables that are changed at run time.
func TestPatched(t *testing.T) {
	w := linux(t)
	for ops, want := range map[string][]string{
		"ath9k_ops":                {"hw_scan=ath9k_hw_scan", "remain_on_channel=ath9k_remain_on_channel"},
		"mt7921_ops":               {"stop=mt7921_stop", "stop=mt792xu_stop", "add_chanctx=ieee80211_emulate_add_chanctx!"},
		"mt7615_ops":               {"stop=mt7615_stop", "stop=mt7663u_stop"},
		"rtw89_ops":                {"add_chanctx=rtw89_ops_add_chanctx", "add_chanctx=ieee80211_emulate_add_chanctx!"},
		"mac80211_hwsim_mlo_ops":   {"tx=mac80211_hwsim_tx", "hw_scan=mac80211_hwsim_hw_scan", "link_add_debugfs=mac80211_hwsim_link_add_debugfs"},
		"mac80211_hwsim_mchan_ops": {"testmode_cmd=mac80211_hwsim_testmode_cmd", "sta_add=mac80211_hwsim_sta_add"},
	} {
		have := strings.Fields(w.driver(t, ops, "").table())
		for _, op := range want {
			if !slices.Contains(have, op) {
				t.Errorf("%s: %s is missing among %v", ops, op, have)
			}
		}
	}
	if have := w.driver(t, "mac80211_hwsim_ops", "").table(); strings.Contains(have, "hw_scan") {
		t.Errorf("mac80211_hwsim_ops has another table's operation: %s", have)
	}
}

// TestRestore takes a flag out of a driver and puts it back: the file is what it was, byte for byte.
func TestRestore(t *testing.T) {
	root := kernel.ForTest(t, "6.12")
	dir := filepath.Join(root, "drivers/net/wireless/ath/ath9k")
	path := filepath.Join(dir, "init.c")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	without := bytes.Replace(whole, []byte("\tieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS);\n"), nil, 1)
	set := source.NewSet(map[string][]byte{path: without})
	build, err := kbuild.Read(set, []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	tree := callgraph.NewTree(set, root)
	all, err := Find(tree, build.Modules, kbuild.Depend(build.Modules, symbols(tree)))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if d.Ops != "ath9k_ops" {
			continue
		}
		got := slices.Concat(without[:d.Insert.At], []byte(d.Insert.Text("SUPPORTS_CLONED_SKBS")), without[d.Insert.At:])
		if strings.Contains(flags(d.Flags), "SUPPORTS_CLONED_SKBS") || !bytes.Equal(got, whole) {
			t.Errorf("flags %s; insertion at %s of %q", flags(d.Flags), line(d.Insert.After, root), d.Insert.Text("SUPPORTS_CLONED_SKBS"))
		}
		return
	}
	t.Error("ath9k_ops not found")
}
