package driver

import (
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/kbuild"
)

func TestEntries(t *testing.T) {
	const code = `static void my_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *c, struct sk_buff *skb) {}
static void my_wake(struct ieee80211_hw *hw, struct ieee80211_txq *txq)
{
	while ((skb = ieee80211_tx_dequeue(hw, txq)))
		push(skb);
	skb = ieee80211_tx_dequeue_ni(hw, txq);
}
static bool my_amsdu(struct ieee80211_hw *hw, struct sk_buff *head, struct sk_buff *skb) { return true; }
static void beacon(void)
{
	skb = ieee80211_beacon_get(hw, vif, 0);
	/* ieee80211_get_buffered_bc(hw, vif) */
	bc = ieee80211_get_buffered_bc(hw, vif);
}
static const struct ieee80211_ops o = {
	.tx = my_tx, .wake_tx_queue = my_wake, .can_aggregate_in_amsdu = my_amsdu,
};
`
	f := newFixture(map[string]string{"demo/demo.c": code})
	d := f.find(t)[0]
	want := "my_tx ops.tx my_tx(struct|my_amsdu ops.can_aggregate_in_amsdu my_amsdu(|my_wake ieee80211_tx_dequeue ieee80211_tx_dequeue(hw|" +
		"my_wake ieee80211_tx_dequeue_ni ieee80211_tx_dequeue_ni(|beacon ieee80211_get_buffered_bc ieee80211_get_buffered_bc("
	entries := Entries(program(t, f.tree, f.mods), d)
	wants := strings.Split(want, "|")
	if len(entries) != len(wants) {
		t.Fatalf("%d entries, want %d", len(entries), len(wants))
	}
	for i, e := range entries {
		fn, rest, _ := strings.Cut(wants[i], " ")
		source, text, _ := strings.Cut(rest, " ")
		if e.Func.Name != fn || e.Source != source || !strings.HasPrefix(code[e.Pos.Span.Pos:], text) {
			t.Errorf("entry %d: %s %s at %.30q, want %s", i, e.Func.Name, e.Source, code[e.Pos.Span.Pos:], wants[i])
		}
	}
}

func program(t *testing.T, tree *callgraph.Tree, mods []*kbuild.Module) *callgraph.Program {
	t.Helper()
	prog, err := callgraph.NewProgram(tree, files(mods), includeDirs(mods))
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

func TestNames(t *testing.T) {
	tests := []struct{ dir, module, want string }{
		{"ath/ath10k", "ath10k_core", "ath10k"},
		{"mt76/mt7921", "mt7921-common", "mt7921"},
		{"mt76/mt7603", "mt7603e", "mt7603"},
		{"intersil/p54", "p54common", "p54"},
		{"st/cw1200", "cw1200_core", "cw1200"},
		{"staging/vt6656", "vt6656_stage", "vt6656"},
		{"ath/ath9k", "ath9k", "ath9k"},
		{"ath/ath9k", "ath9k_htc", "ath9k_htc"},
		{"ti/wlcore", "wlcore", "wlcore"},
		{"broadcom/b43legacy", "b43legacy", "b43legacy"},
		{"iwlwifi/dvm", "iwldvm", "iwldvm"},
		{"rsi", "rsi_91x", "rsi_91x"},
		{"elsewhere", "foo_core", "foo"},
	}
	for _, tt := range tests {
		if got := name(&kbuild.Module{Name: tt.module, Dir: tt.dir}); got != tt.want {
			t.Errorf("%s in %s: %s, want %s", tt.module, tt.dir, got, tt.want)
		}
	}
}

func TestUniqueNames(t *testing.T) {
	all := []*Driver{
		{Name: "x", Modules: []string{"x_pci"}},
		{Name: "x", Modules: []string{"x_usb"}},
		{Name: "y", Modules: []string{"y"}, Ops: "a"},
		{Name: "y", Modules: []string{"y"}, Ops: "b"},
	}
	uniqueNames(all)
	for i, want := range []string{"x_pci", "x_usb", "y", "y"} {
		if all[i].Name != want {
			t.Errorf("%d: %s, want %s", i, all[i].Name, want)
		}
	}
}
