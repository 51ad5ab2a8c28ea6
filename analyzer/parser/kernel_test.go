package parser

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/source"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// TestKernelTree holds the parser to its promise over a kernel tree: at most two functions in a thousand with a syntax
// error, no identifier of an error-free function lost but for macros that make up strings.
func TestKernelTree(t *testing.T) {
	root := os.Getenv("CAPCHECK_KERNEL")
	if root == "" {
		t.Skip("CAPCHECK_KERNEL is not set")
	}
	for _, dir := range []string{"drivers/net/wireless", "drivers/net/ethernet", "drivers/staging", "include/linux", "include/net"} {
		t.Run(dir, func(t *testing.T) {
			c := census{t: t, p: newParser(t)}
			if err := c.tree(filepath.Join(root, dir)); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d functions, %d with errors, %d without all names", c.funcs, c.bad, c.lossy)
			if c.bad*1000 > 2*c.funcs {
				t.Errorf("%d of %d functions have errors", c.bad, c.funcs)
			}
			if c.lossy*100 > c.funcs {
				t.Errorf("%d of %d functions lost a name", c.lossy, c.funcs)
			}
		})
	}
}

type census struct {
	t                 *testing.T
	p                 *Parser
	funcs, bad, lossy int
}

func (c *census) tree(root string) error {
	set := source.NewSet(nil)
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".c") && !strings.HasSuffix(path, ".h") {
			return err
		}
		f, err := set.Read(path)
		if err != nil {
			return err
		}
		for _, fn := range index.New(f).Funcs {
			c.function(fn)
		}
		return nil
	})
}

func (c *census) function(fn *index.Func) {
	c.funcs++
	d, err := c.p.Func(fn)
	if err != nil || len(d.Errors) > 0 {
		c.bad++
		c.t.Logf("%s: %s: error %v", fn.File.Src.Position(fn.Span.Pos), fn.Name, err)
		return
	}
	text := syntax.Print(d)
	for _, name := range fn.Mentions {
		if !strings.Contains(text, name) {
			c.lossy++
			return
		}
	}
}
