package clonedskbs

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/passes"
	"github.com/capcheck/capcheck/rules/internal/promise"
)

// Rule is the rule.
var Rule = lint.New("clonedskbs", lint.Documentation{
	Title: "SUPPORTS_CLONED_SKBS is set by the drivers that keep its promise, and by no others",
	Text: `Without the flag mac80211 copies every cloned frame before it passes it on, though most drivers write nothing but
the 802.11 header, which belongs to the clone. With the flag, a driver that writes payload or tailroom changes data
that TCP may have to send again.`,
	Before: `
ieee80211_hw_set(hw, SIGNAL_DBM);
ieee80211_hw_set(hw, SUPPORT_FAST_XMIT);`,
	After: `
ieee80211_hw_set(hw, SIGNAL_DBM);
ieee80211_hw_set(hw, SUPPORT_FAST_XMIT);
ieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS);`,
	Since:    "0.1.0",
	Severity: lint.Error,
	Kernel:   "include/net/mac80211.h: IEEE80211_HW_SUPPORTS_CLONED_SKBS; net/mac80211/tx.c: ieee80211_skb_resize()",
}, run, passes.Flow)

// Analyzer is the rule as go/analysis knows it.
var Analyzer = Rule.Analyzer

func run(pass *analysis.Pass) ([]lint.Finding, error) {
	claims := pass.ResultOf[passes.Flow].(*passes.Claims)
	var findings []lint.Finding
	for _, d := range claims.Drivers {
		c := d.Claim(passes.ClonedSKBs)
		switch kept := keeps(c); {
		case c.Declared:
			findings = append(findings, promise.Declared(d, c)...)
		case kept:
			findings = append(findings, recommend(claims, d, c)...)
		default:
			findings = append(findings, promise.Undeclarable(d, c))
		}
	}
	return findings, nil
}

// keeps says whether the claim holds well enough to set the flag.
func keeps(c *absint.Claim) bool {
	return c.Verdict == absint.Proved || c.Verdict == absint.Tolerated
}

// recommend suggests the flag at the place that driver.Insertion names, unless it would hold for others who break the
// promise.
func recommend(claims *passes.Claims, d *passes.Driver, c *absint.Claim) []lint.Finding {
	if d.Insert == nil {
		return []lint.Finding{byHand(d, c)}
	}
	group := sharers(claims, d)
	if bad := group.breaker(); bad != nil {
		return []lint.Finding{held(d, bad)}
	}
	if group.speaker(d) != d {
		return nil // the first driver of the group speaks for all
	}
	f := promise.Finding(d, lint.Recommendation, passes.Pos(d.Insert.After), advice(group.names(), c))
	f.Fixes = []analysis.SuggestedFix{{Message: "set " + passes.ClonedSKBs, TextEdits: []analysis.TextEdit{insert(d.Insert)}}}
	return []lint.Finding{f}
}

func insert(in *driver.Insertion) analysis.TextEdit {
	at := in.After.File.Src.Tok.Pos(in.At)
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(in.Text(passes.ClonedSKBs))}
}

func advice(names string, c *absint.Claim) string {
	return fmt.Sprintf("%s can set %s: %s", names, passes.ClonedSKBs, promise.Reason(c))
}

func byHand(d *passes.Driver, c *absint.Claim) lint.Finding {
	return promise.Finding(d, lint.Recommendation, passes.Pos(d.Pos), advice(d.Name, c)+
		"; there is no unconditional flag to put it next to: add ieee80211_hw_set(hw, "+passes.ClonedSKBs+
		") by hand, before the ieee80211_register_hw() of "+d.Ops)
}
