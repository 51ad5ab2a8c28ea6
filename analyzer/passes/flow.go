package passes

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/driver"
)

// Flow analyses the transmit skbs of a package's drivers. Its result is a *Claims.
var Flow = &analysis.Analyzer{
	Name:       "skbflow",
	Doc:        "prove or refute what the drivers of a package promise about transmit skbs",
	Requires:   []*analysis.Analyzer{Drivers},
	ResultType: reflect.TypeFor[*Claims](),
	Run: func(pass *analysis.Pass) (any, error) {
		unit, err := unitOf(pass)
		if err != nil {
			return nil, err
		}
		return newClaims(pass.ResultOf[Drivers].([]*driver.Driver), unit.Run), nil
	},
}

// Claims are the verdicts about the drivers of one package.
type Claims struct {
	Drivers []*Driver
	run     *Run
}

// Driver is a driver with the claims about it: first SUPPORTS_CLONED_SKBS, then what else it declares.
type Driver struct {
	*driver.Driver
	Claims []*absint.Claim
}

func newClaims(drivers []*driver.Driver, run *Run) *Claims {
	c := &Claims{run: run}
	for _, d := range drivers {
		c.Drivers = append(c.Drivers, run.driver(d))
	}
	return c
}

// Claim is the verdict about one flag, nil if there is none.
func (d *Driver) Claim(flag string) *absint.Claim {
	for _, c := range d.Claims {
		if c.Flag == flag {
			return c
		}
	}
	return nil
}

// SharedBy lists every driver of the run that sets a flag at the place, in order; also those of other packages and
// those nobody asked for, because what is written there holds for them all. asked tells the two apart.
func (c *Claims) SharedBy(place driver.Place) (sharers []*Driver, asked []bool) {
	for _, d := range c.run.all {
		if !setsAt(d, place) {
			continue
		}
		sharers = append(sharers, c.run.driver(d))
		asked = append(asked, c.run.asked[d])
	}
	return sharers, asked
}

func setsAt(d *driver.Driver, place driver.Place) bool {
	for _, f := range d.Flags {
		if f.Pos.Span == place.Span && f.Pos.File.Src.Path == place.File.Src.Path {
			return true
		}
	}
	return false
}
