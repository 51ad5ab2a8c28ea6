package load

import (
	"slices"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/driver"
)

// interpreter is the real analysis: it puts a driver's modules together to one program and interprets that.
func (p *Program) interpreter(tree *callgraph.Tree) func(*driver.Driver) (func(string) *absint.Claim, error) {
	return func(d *driver.Driver) (func(string) *absint.Claim, error) {
		var files, include []string
		for _, m := range p.modulesOf(d) {
			files = append(files, m.Files...)
			for _, dir := range m.IncludeDirs {
				if !slices.Contains(include, dir) {
					include = append(include, dir)
				}
			}
		}
		prog, err := callgraph.NewProgram(tree, sortedUnique(files), include)
		if err != nil {
			return nil, err
		}
		return func(flag string) *absint.Claim { return absint.Analyze(prog, d, flag) }, nil
	}
}
