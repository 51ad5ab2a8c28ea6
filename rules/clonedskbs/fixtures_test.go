package clonedskbs_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/analyzertest"
	"github.com/capcheck/capcheck/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata/c")

// fixtures is where the C fixtures are: each a file, or a directory.
const fixtures = "../../testdata/c"

func TestFixtures(t *testing.T) {
	entries, err := os.ReadDir(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) != ".c" {
			continue
		}
		n++
		t.Run(strings.TrimSuffix(e.Name(), ".c"), func(t *testing.T) {
			t.Parallel()
			analyzertest.Run(t, filepath.Join(fixtures, e.Name()), rules.All, analyzertest.Config{Update: *update})
		})
	}
	if n == 0 {
		t.Errorf("no fixtures in %s", fixtures)
	}
}
