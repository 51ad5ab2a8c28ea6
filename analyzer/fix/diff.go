package fix

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Diff writes the patch as a unified diff that git apply and patch -p1 take in the directory root.
func (p *Patch) Diff(w io.Writer, root string) error {
	for _, f := range p.Files {
		rel, err := filepath.Rel(root, f.Path)
		if err != nil {
			return fmt.Errorf("diff of %s: %w", f.Path, err)
		}
		name := filepath.ToSlash(rel)
		text, err := udiff.ToUnified(label("a/", name), label("b/", name), string(f.Old), f.edits, udiff.DefaultContextLines)
		if err != nil {
			return fmt.Errorf("diff of %s: %w", f.Path, err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// label is a file name in a diff header. The tab ends a name with blanks, as GNU diff does it.
func label(prefix, name string) string {
	if strings.ContainsAny(name, " \t") {
		name += "\t"
	}
	return prefix + name
}
