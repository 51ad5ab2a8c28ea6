// Package depcheck holds the project's import rules; its test enforces them.
//
// The layers are what keeps the analysis understandable: the domain (lattice, skb) knows no syntax, the reading of
// files (source, kbuild, dialect, index, parser) knows no analysis, and only the thin top (passes, lint, rules, cmd)
// knows go/analysis. A new import that breaks a layer has to be argued for here.
package depcheck

// Module is the path that the rules' package names are relative to.
const Module = "github.com/capcheck/capcheck"

// Rules gives each package the packages of this module that it may import. A name that ends in /... stands for all
// packages below it, and so for folders that are yet to come.
func Rules() map[string][]string {
	return map[string][]string{
		"internal/kernel":   {},
		"internal/depcheck": {},

		// Reading.
		"analyzer/source":  {},
		"analyzer/kbuild":  {"analyzer/source", "internal/kernel"},
		"analyzer/dialect": {},
		"analyzer/syntax":  {},
		"analyzer/index":   {"analyzer/dialect", "analyzer/source", "analyzer/syntax"},
		"analyzer/parser":  {"analyzer/dialect", "analyzer/index", "analyzer/source", "analyzer/syntax"},

		// Understanding C.
		"analyzer/ctypes": {"analyzer/index", "analyzer/syntax"},
		"analyzer/cfg":    {"analyzer/syntax"},
		"analyzer/callgraph": {
			"analyzer/ctypes", "analyzer/index", "analyzer/kbuild", "analyzer/parser", "analyzer/source", "analyzer/syntax",
		},
		"analyzer/driver": {
			"analyzer/callgraph", "analyzer/dialect", "analyzer/index", "analyzer/kbuild", "analyzer/parser",
			"analyzer/source", "analyzer/syntax",
		},
		"analyzer/stats": {"analyzer/index", "analyzer/kbuild", "analyzer/parser", "analyzer/source", "analyzer/syntax"},

		// The analysis.
		"analyzer/lattice": {},
		"analyzer/skb":     {"analyzer/lattice"},
		"analyzer/absint": {
			"analyzer/callgraph", "analyzer/cfg", "analyzer/ctypes", "analyzer/driver", "analyzer/index",
			"analyzer/lattice", "analyzer/skb", "analyzer/source", "analyzer/syntax",
		},

		// From verdicts to findings.
		"analyzer/passes": {"analyzer/absint", "analyzer/driver", "analyzer/kbuild", "analyzer/source"},
		"analyzer/lint":   {},
		"analyzer/fix":    {},
		"analyzer/report": {"analyzer/absint", "analyzer/driver", "analyzer/lint", "analyzer/passes", "analyzer/stats"},
		"analyzer/load": {
			"analyzer/absint", "analyzer/callgraph", "analyzer/driver", "analyzer/index", "analyzer/kbuild", "analyzer/parser",
			"analyzer/passes", "analyzer/source", "internal/kernel",
		},
		"analyzer/analyzertest": {
			"analyzer/absint", "analyzer/fix", "analyzer/lint", "analyzer/load", "analyzer/passes", "analyzer/report",
			"analyzer/source",
		},
		"rules":              {"analyzer/lint", "rules/..."},
		"rules/...":          {"analyzer/absint", "analyzer/driver", "analyzer/lint", "analyzer/passes", "rules/internal/..."},
		"rules/internal/...": {"analyzer/absint", "analyzer/driver", "analyzer/lint", "analyzer/passes"},
		"cmd/capcheck": {
			"analyzer/driver", "analyzer/fix", "analyzer/lint", "analyzer/load", "analyzer/passes", "analyzer/report",
			"analyzer/source", "analyzer/stats", "internal/kernel", "rules",
		},
	}
}

// Outside gives the few packages that may import a module from elsewhere. Modules not named here are free.
func Outside() map[string][]string {
	return map[string][]string{
		"github.com/smacker/go-tree-sitter": {"analyzer/parser"},
		"github.com/aymanbagabas/go-udiff":  {"analyzer/fix", "analyzer/analyzertest"},
		"golang.org/x/tools/go/analysis": {
			"analyzer/passes", "analyzer/lint", "analyzer/fix", "analyzer/report", "analyzer/load", "analyzer/analyzertest",
			"rules", "rules/...", "cmd/capcheck",
		},
		"golang.org/x/tools/go/packages": {"analyzer/load"},
	}
}
