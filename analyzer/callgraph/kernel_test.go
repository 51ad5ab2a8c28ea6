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
		"struct ieee80211_rts":       16, "struct list_head": 16, "struct ieee80211_tx_info": 48, "struct ieee80211_mgmt": 50,
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

func TestKernelCells(t *testing.T) {
	rt := kernelProgram(t, "ralink/rt2x00", "rt2800usb.c", "rt2800lib.c", "rt2x00usb.c", "rt2x00[cdflq]*.c", "rt2x00mac.c")
	ath := kernelProgram(t, "ath/ath9k", "*.c")
	rtw := kernelProgram(t, "realtek/rtw88", "*.c")
	mt := kernelProgram(t, "mediatek/mt76", "*.c", "mt7921/*.c", "mt76x02*.c")
	for _, c := range []struct {
		p          *callgraph.Program
		tag, field string
		want       string
	}{
		{rt, "rt2x00lib_ops", "write_tx_desc", "rt2800usb_write_tx_desc"},
		{ath, "ath9k_htc_hif", "send", "hif_usb_send"},
		{ath, "ath_hw_ops", "set_txdesc", "ar9002_set_txdesc ar9003_set_txdesc"},
		{ath, "htc_ep_callbacks", "tx", "ath9k_htc_beaconep ath9k_htc_txep ath9k_wmi_ctrl_tx"},
		{rtw, "rtw_hci_ops", "tx_write", "rtw_pci_tx_write rtw_sdio_tx_write rtw_usb_tx_write"},
		{mt, "mt76_driver_ops", "tx_prepare_skb", "mt7921_usb_sdio_tx_prepare_skb mt7921e_tx_prepare_skb"},
	} {
		fns, closed := c.p.FieldFuncs(c.tag, c.field)
		equal(t, c.tag+"."+c.field, join(fns, funcName, closed), c.want)
	}
	for _, c := range []struct {
		p          *callgraph.Program
		tag, field string
		want       string
	}{
		{rt, "rt2x00_chip", "intf", "2"},
		{rtw, "rtw_chip_info", "tx_pkt_desc_sz", "40 48"},
		{mt, "mt76_driver_ops", "drv_flags", "32 49 56"},
	} {
		vals, closed := c.p.FieldInts(c.tag, c.field)
		equal(t, c.tag+"."+c.field, join(vals, number, closed), c.want)
	}
	objs, closed := rt.FieldObjs("rt2x00_ops", "lib")
	equal(t, "rt2x00_ops.lib", join(objs, objName, closed), "rt2800usb_rt2x00_ops")
	objs, closed = mt.FieldObjs("mt76_dev", "drv")
	equal(t, "mt76_dev.drv", join(objs, objName, closed), "drv_ops drv_ops drv_ops")
	bits := map[int64]bool{}
	for _, b := range rt.BitsSet("rt2x00_dev", "cap_flags") {
		if !b.OK {
			t.Errorf("cap_flags: unknown bit set in %s", b.In.Name)
		}
		bits[b.Bit] = true
	}
	if len(bits) != 21 {
		t.Errorf("cap_flags: %d different bits, want 21", len(bits))
	}
}
