package parser

import (
	"testing"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// indexed returns the index of a made-up file.
func indexed(t *testing.T, src string) *index.File {
	t.Helper()
	f, err := source.NewSet(map[string][]byte{"a.c": []byte(src)}).Read("a.c")
	if err != nil {
		t.Fatal(err)
	}
	return index.New(f)
}

func newParser(t *testing.T) *Parser {
	t.Helper()
	p := New()
	t.Cleanup(p.Close)
	return p
}

// parseBody parses "void f(void) { src }" without errors.
func parseBody(t *testing.T, p *Parser, src string) *syntax.Block {
	t.Helper()
	d := parseFunc(t, p, "void f(void)\n{\n"+src+"\n}\n")
	if len(d.Errors) > 0 {
		t.Fatalf("%s: errors %v in\n%s", src, d.Errors, syntax.Print(d))
	}
	return d.Body
}

func parseFunc(t *testing.T, p *Parser, src string) *syntax.FuncDecl {
	t.Helper()
	f := indexed(t, src)
	if len(f.Funcs) != 1 {
		t.Fatalf("%s: %d functions", src, len(f.Funcs))
	}
	d, err := p.Func(f.Funcs[0])
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return d
}
