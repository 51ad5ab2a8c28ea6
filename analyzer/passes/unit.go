package passes

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/kbuild"
)

// unitName is the object in a package's scope that holds the Unit. No C or Go identifier is spelt like it.
const unitName = "#unit"

// Unit is the C side of one packages.Package.
type Unit struct {
	Modules []*kbuild.Module // more than one where modules call each other in a circle
	Drivers []*driver.Driver // whose ops variable is defined here and which were asked for, in order of place
	Run     *Run             // shared by all units of a load
}

// Declare puts the unit into the scope of pkg, where the passes find it.
func (u *Unit) Declare(pkg *types.Package) {
	pkg.Scope().Insert(types.NewVar(token.NoPos, pkg, unitName, unitType{u}))
}

// unitType is the type of the object that holds a unit: go/types leaves the set of types open.
type unitType struct{ unit *Unit }

func (t unitType) Underlying() types.Type { return t }
func (t unitType) String() string         { return "C unit" }

func unitOf(pass *analysis.Pass) (*Unit, error) {
	if obj := pass.Pkg.Scope().Lookup(unitName); obj != nil {
		if t, ok := obj.Type().(unitType); ok {
			return t.unit, nil
		}
	}
	return nil, fmt.Errorf("package %s was not loaded by capcheck: it has no C unit", pass.Pkg.Path())
}
