package passes

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/capcheck/capcheck/analyzer/driver"
)

// Drivers finds the drivers of a package. Its result is []*driver.Driver.
var Drivers = &analysis.Analyzer{
	Name:       "drivers",
	Doc:        "find the ieee80211_ops variables of a package, with their flags and entries",
	ResultType: reflect.TypeFor[[]*driver.Driver](),
	Run: func(pass *analysis.Pass) (any, error) {
		unit, err := unitOf(pass)
		if err != nil {
			return nil, err
		}
		return unit.Drivers, nil
	},
}
