package clonedskbs

import (
	"fmt"
	"strings"

	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/passes"
	"github.com/capcheck/capcheck/rules/internal/promise"
)

// group is the drivers for which a flag written at one place would hold, and which do not set it yet.
type group struct {
	drivers []*passes.Driver
	asked   []bool
}

// sharers is the group of the place where d would set its flag; d is in it.
func sharers(claims *passes.Claims, d *passes.Driver) group {
	var g group
	all, asked := claims.SharedBy(d.Insert.After)
	for i, d := range all {
		if !d.Claim(passes.ClonedSKBs).Declared {
			g.drivers, g.asked = append(g.drivers, d), append(g.asked, asked[i])
		}
	}
	return g
}

// breaker is the first driver that does not keep the promise, nil if all do.
func (g group) breaker() *passes.Driver {
	for _, d := range g.drivers {
		if !keeps(d.Claim(passes.ClonedSKBs)) {
			return d
		}
	}
	return nil
}

// speaker is the driver whose finding stands for the group, so that there is one fix and not several: the first to
// report on whose flag goes to the place of d.
func (g group) speaker(d *passes.Driver) *passes.Driver {
	for i, other := range g.drivers {
		if g.asked[i] && other.Insert != nil && other.Insert.After == d.Insert.After {
			return other
		}
	}
	return d
}

// names lists the drivers for a message; where names are alike the ops variables tell them apart.
func (g group) names() string {
	if len(g.drivers) == 1 {
		return g.drivers[0].Name
	}
	list := make([]string, len(g.drivers))
	for i, d := range g.drivers {
		list[i] = fmt.Sprintf("%s (%s)", d.Name, d.Ops)
	}
	return strings.Join(list, ", ")
}

// held is what there is to say about a driver that keeps the promise while one that shares its flags does not.
func held(d, bad *passes.Driver) lint.Finding {
	return promise.Finding(d, lint.Note, passes.Pos(d.Insert.After), fmt.Sprintf(
		"%s (%s) keeps the promise of %s, but shares the place where flags are set with %s (%s), whose verdict is %s",
		d.Name, d.Ops, passes.ClonedSKBs, bad.Name, bad.Ops, bad.Claim(passes.ClonedSKBs).Verdict))
}
