// Package stats measures how well the front end copes with sources: how many functions there are, and which of them the
// grammar does not take. Unlike the analysis it parses everything.
package stats

import (
	"runtime"
	"slices"
	"sync"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/parser"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Stats is the measure of some files.
type Stats struct {
	Files     int
	Bytes     int64
	Functions int
	Errors    []SyntaxError // functions that do not parse cleanly, in order of place
}

// SyntaxError is a function with a syntax error, or one that could not be parsed at all.
type SyntaxError struct {
	File     *source.File
	Function string
	At       int // offset of the first error
}

// Count parses every function of the files.
func Count(set *source.Set, files []string) (*Stats, error) {
	parts := make([]Stats, len(files))
	errs := make([]error, len(files))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			p := parser.New()
			defer p.Close()
			for i := range next {
				parts[i], errs[i] = countFile(set, p, files[i])
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	return total(parts, errs)
}

func total(parts []Stats, errs []error) (*Stats, error) {
	sum := &Stats{Files: len(parts)}
	for i, p := range parts {
		if errs[i] != nil {
			return nil, errs[i]
		}
		sum.Bytes += p.Bytes
		sum.Functions += p.Functions
		sum.Errors = append(sum.Errors, p.Errors...)
	}
	return sum, nil
}

func countFile(set *source.Set, p *parser.Parser, path string) (Stats, error) {
	src, err := set.Read(path)
	if err != nil {
		return Stats{}, err
	}
	st := Stats{Bytes: int64(len(src.Content))}
	for _, fn := range index.New(src).Funcs {
		st.Functions++
		if at, bad := syntaxError(p, fn); bad {
			st.Errors = append(st.Errors, SyntaxError{src, fn.Name, at})
		}
	}
	return st, nil
}

func syntaxError(p *parser.Parser, fn *index.Func) (at int, bad bool) {
	decl, err := p.Func(fn)
	if err != nil || decl == nil {
		return fn.Span.Pos, true
	}
	if len(decl.Errors) == 0 {
		return 0, false
	}
	return slices.MinFunc(decl.Errors, func(a, b syntax.Span) int { return a.Pos - b.Pos }).Pos, true
}
