package load

import (
	"github.com/capcheck/capcheck/analyzer/callgraph"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/kbuild"
)

// symbols gives what a file defines and uses, for the graph of modules.
func symbols(tree *callgraph.Tree) func(string) kbuild.Symbols {
	return func(path string) kbuild.Symbols {
		f, err := tree.Index(path)
		if err != nil {
			return kbuild.Symbols{} // it was readable before: then it is an obstacle of the programs it belongs to
		}
		return fileSymbols(f)
	}
}

func fileSymbols(f *index.File) kbuild.Symbols {
	s := kbuild.Symbols{Exports: f.Exports}
	define := func(static bool, name string) {
		if static {
			s.Statics = append(s.Statics, name)
		} else {
			s.Defines = append(s.Defines, name)
		}
	}
	for _, fn := range f.Funcs {
		define(fn.Static, fn.Name)
		s.Mentions = append(s.Mentions, fn.Mentions...)
	}
	for _, v := range f.Vars {
		if !v.Extern {
			define(v.Static, v.Name)
		}
		s.Mentions = append(s.Mentions, v.Mentions...)
	}
	return s
}
