package encapoffload

import (
	"golang.org/x/tools/go/analysis"

	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/passes"
	"github.com/capcheck/capcheck/rules/internal/promise"
)

// Rule is the rule.
var Rule = lint.New("encapoffload", lint.Documentation{
	Title: "drivers with TX encapsulation offload never write payload or tailroom of the frames they get",
	Text: `On this path mac80211 copies no clone: SUPPORTS_TX_ENCAP_OFFLOAD silently carries the duty of
SUPPORTS_CLONED_SKBS. Copy before writing (skb_unshare, skb_cow), or do not write.`,
	Since:    "0.1.0",
	Severity: lint.Error,
	Kernel:   "net/mac80211/tx.c: ieee80211_8023_xmit() and ieee80211_subif_start_xmit_8023()",
}, run, passes.Flow)

// Analyzer is the rule as go/analysis knows it.
var Analyzer = Rule.Analyzer

func run(pass *analysis.Pass) ([]lint.Finding, error) {
	var findings []lint.Finding
	for _, d := range pass.ResultOf[passes.Flow].(*passes.Claims).Drivers {
		if c := d.Claim(passes.EncapOffload); c != nil && c.Declared {
			findings = append(findings, promise.Declared(d, c)...)
		}
	}
	return findings, nil
}
