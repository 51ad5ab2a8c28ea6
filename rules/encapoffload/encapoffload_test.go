package encapoffload_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/analyzertest"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/load"
	"github.com/capcheck/capcheck/rules/encapoffload"
)

func TestFindings(t *testing.T) {
	for _, test := range []struct {
		verdict   absint.Verdict
		flag, end string
	}{
		{absint.Refuted, "SUPPORTS_TX_ENCAP_OFFLOAD", `// want "error: x sets SUPPORTS_TX_ENCAP_OFFLOAD, but it writes payload"`},
		{absint.Unproven, "SUPPORTS_TX_ENCAP_OFFLOAD", `// want "warning: x sets .*unproven"`},
		{absint.Proved, "SUPPORTS_TX_ENCAP_OFFLOAD", "// ok: kept"},
		{absint.Refuted, "SUPPORTS_CLONED_SKBS", "// ok: the business of another rule"},
	} {
		path := filepath.Join(t.TempDir(), "x", "x.c")
		if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		code := `static void x_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *c, struct sk_buff *skb) { }
static const struct ieee80211_ops x_ops = { .tx = x_tx }; // want verdict:".*"` + encap(test.flag) + `
int x_probe(struct ieee80211_hw *hw)
{
	ieee80211_hw_set(hw, ` + test.flag + "); " + test.end + `
	return ieee80211_register_hw(hw);
}
`
		if err := os.WriteFile(path, []byte(code), 0o644); err != nil {
			t.Fatal(err)
		}
		claimer := func(*driver.Driver) (func(string) *absint.Claim, error) {
			return func(flag string) *absint.Claim { return &absint.Claim{Flag: flag, Verdict: test.verdict} }, nil
		}
		analyzertest.Run(t, path, []*lint.Rule{encapoffload.Rule}, analyzertest.Config{Config: load.Config{Claimer: claimer}})
	}
}

// encap expects a verdict about the offload where the driver declares it.
func encap(flag string) string {
	if flag == "SUPPORTS_TX_ENCAP_OFFLOAD" {
		return ` encap:".*"`
	}
	return ""
}
