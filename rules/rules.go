// Package rules lists the rules of capcheck.
package rules

import (
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/rules/clonedskbs"
	"github.com/capcheck/capcheck/rules/encapoffload"
)

// All is every rule, in alphabetical order.
var All = []*lint.Rule{
	clonedskbs.Rule,
	encapoffload.Rule,
}
