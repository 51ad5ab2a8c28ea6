package passes

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// fake proves everything, counts, panics for drivers called "broken" and fails for those called "bad".
type fake struct{ calls atomic.Int32 }

func (f *fake) claimer(d *driver.Driver) (func(string) *absint.Claim, error) {
	if d.Name == "bad" {
		return nil, errors.New("no sources")
	}
	return func(flag string) *absint.Claim {
		f.calls.Add(1)
		if d.Name == "broken" {
			panic("no such luck")
		}
		twice := []absint.Obstacle{{Text: "a"}, {Text: "b"}, {Text: "a"}}
		return &absint.Claim{Flag: flag, Verdict: absint.Proved, Obstacles: twice}
	}, nil
}

func flag(file *index.File, name string, at int, conditional bool) driver.Flag {
	return driver.Flag{Name: name, Conditional: conditional, Pos: driver.Place{File: file, Span: syntax.Span{Pos: at, End: at + 1}}}
}

func testFile(t *testing.T) (*token.FileSet, *index.File) {
	set := source.NewSet(map[string][]byte{"/x.c": []byte(strings.Repeat("x\n", 20))})
	src, err := set.Read("/x.c")
	if err != nil {
		t.Fatal(err)
	}
	return set.FileSet(), &index.File{Src: src}
}

func TestFlow(t *testing.T) {
	fset, file := testFile(t)
	good := &driver.Driver{Name: "good", Flags: []driver.Flag{flag(file, EncapOffload, 3, false)}, Pos: driver.Place{File: file}}
	broken := &driver.Driver{Name: "broken", Flags: []driver.Flag{flag(file, ClonedSKBs, 5, false)}, Pos: driver.Place{File: file}}
	bad := &driver.Driver{Name: "bad", Pos: driver.Place{File: file}}
	drivers := []*driver.Driver{good, broken, bad}
	claimer := new(fake)
	run := NewRun(claimer.claimer, drivers, drivers)
	var pkgs []*packages.Package
	for i, d := range drivers {
		path := fmt.Sprintf("p%d", i)
		p := &packages.Package{
			ID: path, PkgPath: path, Name: path, Fset: fset,
			Types: types.NewPackage(path, path), TypesSizes: types.SizesFor("gc", "amd64"),
		}
		(&Unit{Drivers: []*driver.Driver{d}, Run: run}).Declare(p.Types)
		pkgs = append(pkgs, p)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{Flow}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	byName := make(map[string]*Driver)
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Result.(*Claims).Drivers {
			byName[d.Name] = d
		}
	}
	if c := byName["good"].Claim(EncapOffload); c == nil || !c.Declared || c.Verdict != absint.Proved {
		t.Errorf("good, %s: %+v", EncapOffload, c)
	}
	if c := byName["good"].Claim(ClonedSKBs); c == nil || c.Declared || len(c.Obstacles) != 2 {
		t.Errorf("good, %s: %+v", ClonedSKBs, c)
	}
	if c := byName["broken"].Claim(EncapOffload); c != nil {
		t.Errorf("broken has a claim it does not make: %+v", c)
	}
	c := byName["broken"].Claim(ClonedSKBs)
	if c.Verdict != absint.Unproven || !c.Declared || len(c.Obstacles) != 1 || !strings.Contains(c.Obstacles[0].Text, "no such luck") {
		t.Errorf("a panic became %+v", c)
	}
	c = byName["bad"].Claim(ClonedSKBs)
	if c.Verdict != absint.Unproven || len(c.Obstacles) != 1 || c.Obstacles[0].Text != "no sources" {
		t.Errorf("an error became %+v", c)
	}
	if n := claimer.calls.Load(); n != 3 {
		t.Errorf("%d analyses, want 3", n)
	}
}

func TestSharedBy(t *testing.T) {
	_, file := testFile(t)
	shared := flag(file, "SIGNAL_DBM", 1, false)
	a := &driver.Driver{Name: "a", Flags: []driver.Flag{shared}}
	b := &driver.Driver{Name: "b", Flags: []driver.Flag{flag(file, "MFP_CAPABLE", 9, false)}}
	c := &driver.Driver{Name: "c", Flags: []driver.Flag{shared}}
	claims := newClaims([]*driver.Driver{c}, NewRun(new(fake).claimer, []*driver.Driver{a, b, c}, []*driver.Driver{c}))
	drivers, asked := claims.SharedBy(shared.Pos)
	if len(drivers) != 2 || drivers[0].Name != "a" || drivers[1].Name != "c" || asked[0] || !asked[1] {
		t.Errorf("shared by %v, asked %v", drivers, asked)
	}
}

func TestDeclaration(t *testing.T) {
	_, file := testFile(t)
	d := &driver.Driver{Flags: []driver.Flag{flag(file, "X", 1, true), flag(file, "X", 2, false), flag(file, "X", 3, false)}}
	if f, ok := Declaration(d, "X"); !ok || f.Pos.Span.Pos != 2 {
		t.Errorf("declared at %+v, want the first unconditional place", f)
	}
	if Declares(d, "Y") {
		t.Error("declares what it does not set")
	}
}

func TestForeignPackage(t *testing.T) {
	pass := &analysis.Pass{Pkg: types.NewPackage("fmt", "fmt")}
	if _, err := Drivers.Run(pass); err == nil {
		t.Error("no error for a package without a unit")
	}
}
