package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/lint"
	"github.com/capcheck/capcheck/analyzer/passes"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const code = `static void x_tx(struct ieee80211_hw *hw, struct sk_buff *skb)
{
	hdr->duration_id = 0;
	skb->data[skb->len - 1] ^= 1;
}
static const struct ieee80211_ops x_ops = { .tx = x_tx };
	ieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS);
`

// sample is a report with one refuted and one unproven driver, its parts in the wrong order.
func sample(t *testing.T) *Report {
	t.Helper()
	set := source.NewSet(map[string][]byte{"/k/drivers/x.c": []byte(code), "/k/drivers/a.c": []byte(code)})
	read := func(path string) *source.File {
		f, err := set.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	x, a := read("/k/drivers/x.c"), read("/k/drivers/a.c")
	at := func(f *source.File, text string) absint.Pos {
		i := strings.Index(code, text)
		return absint.Pos{File: f, Start: i, End: i + len(text)}
	}
	place := func(f *source.File, text string) driver.Place {
		p := at(f, text)
		return driver.Place{File: &index.File{Src: f}, Span: syntax.Span{Pos: p.Start, End: p.End}}
	}
	bad, flagged := at(x, "skb->data[skb->len - 1] ^= 1;"), place(x, "ieee80211_hw_set(hw, SUPPORTS_CLONED_SKBS);")
	refuted := &passes.Driver{
		Driver: &driver.Driver{
			Name: "x", Ops: "x_ops", Pos: place(x, "x_ops"), Modules: []string{"x", "xlib"},
			Flags: []driver.Flag{{Name: passes.ClonedSKBs, Pos: flagged}},
		},
		Claims: []*absint.Claim{{
			Flag: passes.ClonedSKBs, Declared: true, Verdict: absint.Refuted,
			Entries:   []absint.Entry{{Function: "x_tx", Pos: at(x, "x_tx"), Source: "ops.tx"}},
			Functions: []string{"x_tx /k/drivers/x.c:1"},
			Writes: []absint.Write{
				{Pos: bad, Function: "x_tx", Region: absint.Payload, Frames: "all", Code: "skb->data[skb->len - 1] ^= 1;", Why: "offset len - 1 from the header's end"},
				{Pos: at(x, "hdr->duration_id = 0;"), Function: "x_tx", Region: absint.Header, Guard: "skb_cow", Frames: "all", Code: "hdr->duration_id = 0;"},
			},
			Assumptions: []absint.Assumption{{ID: "kernel-api", Text: "kernel functions do what the table says"}},
			Witness: []absint.Step{
				{Pos: at(x, "x_tx"), Text: "x_tx() gets the skb as ops.tx"},
				{Pos: bad, Text: "writes payload"},
			},
			DMA:       []absint.Write{{Pos: bad, Function: "x_tx", Code: "dma_map_single(dev, skb->data, skb->len, DMA_TO_DEVICE)", Why: "DMA_TO_DEVICE"}},
			KernelAPI: []string{"skb_push net/core/skbuff.c"},
		}},
	}
	unproven := &passes.Driver{
		Driver: &driver.Driver{Name: "a", Ops: "a_ops", Pos: place(a, "x_ops"), Modules: []string{"a"}},
		Claims: []*absint.Claim{{
			Flag: passes.ClonedSKBs, Verdict: absint.Unproven,
			Obstacles: []absint.Obstacle{{Pos: at(a, "x_tx"), Text: "x_tx() has a syntax error; a parse would lift it"}},
		}},
	}
	finding := lint.Finding{Rule: "clonedskbs", Severity: lint.Error, Driver: "x", Message: "x sets SUPPORTS_CLONED_SKBS, but <writes>"}
	finding.Pos, finding.End = passes.Range(passes.Pos(flagged))
	finding.Related = passes.Witness(refuted.Claims[0])
	note := lint.Finding{Rule: "clonedskbs", Severity: lint.Note, Driver: "a", Message: "a cannot set SUPPORTS_CLONED_SKBS"}
	note.Pos, note.End = passes.Range(passes.Pos(unproven.Pos))
	note.Related = passes.Obstacles(unproven.Claims[0])
	note.Fixes = []analysis.SuggestedFix{{Message: "do", TextEdits: []analysis.TextEdit{{Pos: note.Pos, NewText: []byte("\tx;\n")}}}}
	r := &Report{Root: "/k", Fset: set.FileSet(), Files: 2, Bytes: 99}
	r.Drivers = []*passes.Driver{refuted, unproven}
	r.Findings = []lint.Finding{finding, note}
	r.sort()
	return r
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs:\n%s\nwant\n%s", name, got, want)
	}
}

func TestGolden(t *testing.T) {
	r := sample(t)
	for name, write := range map[string]func(io.Writer) error{
		"report.txt":  func(w io.Writer) error { return Text{Dir: "/k/drivers"}.Write(w, r) },
		"verbose.txt": func(w io.Writer) error { return Text{Dir: "/elsewhere", Verbose: true}.Write(w, r) },
		"report.json": r.JSON,
		"explain.txt": func(w io.Writer) error {
			_, err := Text{Dir: "/k"}.Explain(w, r, "xlib")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
		})
	}
}

func TestEmptyListsAreLists(t *testing.T) {
	var b bytes.Buffer
	if err := (&Report{Root: "/k"}).JSON(&b); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"drivers", "findings"} {
		if list, ok := got[key].([]any); !ok || len(list) != 0 {
			t.Errorf("%s is %v", key, got[key])
		}
	}
	if strings.Contains(b.String(), "null") {
		t.Errorf("null in %s", b.String())
	}
}

func TestExplainNames(t *testing.T) {
	r := sample(t)
	for name, want := range map[string]string{"x": "x_ops", "x_ops": "x_ops", "xlib": "x_ops", "a": "a_ops", "y": ""} {
		var b bytes.Buffer
		found, err := Text{}.Explain(&b, r, name)
		if err != nil || found != (want != "") || !strings.Contains(b.String(), want) {
			t.Errorf("explain %s: %v %v\n%s", name, found, err, b.String())
		}
	}
}

func TestCollect(t *testing.T) {
	r := sample(t)
	fresh := &Report{Root: r.Root, Fset: r.Fset}
	action := func(name string, result any, err error) *checker.Action {
		return &checker.Action{Analyzer: &analysis.Analyzer{Name: name}, Package: &packages.Package{ID: "p"}, Result: result, Err: err}
	}
	graph := &checker.Graph{Roots: []*checker.Action{
		action("flow", &passes.Claims{Drivers: r.Drivers}, nil),
		action("clonedskbs", r.Findings, nil),
	}}
	if err := fresh.Collect(graph); err != nil {
		t.Fatal(err)
	}
	if len(fresh.Drivers) != 2 || fresh.Drivers[0].Name != "a" || len(fresh.Findings) != 2 || fresh.Findings[0].Driver != "a" {
		t.Errorf("collected %+v", fresh)
	}
	if fresh.Count(lint.Error) != 1 || fresh.Count(lint.Note) != 2 || fresh.Count(lint.Never) != 0 || len(fresh.Fixes()) != 1 {
		t.Error("counts are wrong")
	}
	fresh.DropFixed()
	if len(fresh.Findings) != 1 || len(fresh.Fixes()) != 0 {
		t.Errorf("after the fixes: %+v", fresh.Findings)
	}
	graph.Roots = append(graph.Roots, action("bad", nil, errors.New("broken")))
	if err := fresh.Collect(graph); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("error %v", err)
	}
}
