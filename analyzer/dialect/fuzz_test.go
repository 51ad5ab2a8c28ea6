package dialect

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// check reports what is wrong with Normalize on src, "" if nothing.
func check(src []byte) string {
	got := Normalize(src)
	if len(got) != len(src) {
		return "length changed"
	}
	for i := range src {
		if (src[i] == '\n') != (got[i] == '\n') {
			return "newline changed"
		}
	}
	if !bytes.Equal(Normalize(got), got) {
		return "not idempotent"
	}
	for _, tok := range Scan(src) {
		was, is := src[tok.Pos:tok.End], got[tok.Pos:tok.End]
		if (tok.Kind == String || tok.Kind == Char) && !bytes.Equal(was, is) && len(bytes.TrimSpace(is)) > 0 {
			return "literal changed" // hidden with what is around it is fine
		}
	}
	return ""
}

func FuzzNormalize(f *testing.F) {
	seeds := []string{
		"static int f(struct a *p) { list_for_each_entry(a, b, c) { x = (u8)-1; } out: }",
		"struct a { struct_group(b, u8 c; DECLARE_BITMAP(d, 3);); } __packed;",
		"#if A\nif (x) {\n#else\nif (y) {\n#endif\n}\n}",
		"f(a, , b, return, struct a *, <, 10a) ({ x; })",
		"\"unterminated\nx /* unterminated", "typeof(x) __attribute__((a)) asm(\"\")",
		"enum { A(1)\n B };", "int a[] = { I(1) = 2, [1 ... 2] = 3 };",
	}
	for _, s := range seeds {
		f.Add([]byte(s))
		f.Add([]byte(inBody(s)))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if msg := check(src); msg != "" {
			t.Errorf("%s: %q gives %q", msg, src, Normalize(src))
		}
	})
}

// TestNormalizeTree checks the same over a kernel tree, if there is one.
func TestNormalizeTree(t *testing.T) {
	root := os.Getenv("CAPCHECK_KERNEL")
	if root == "" {
		t.Skip("CAPCHECK_KERNEL is not set")
	}
	err := filepath.WalkDir(filepath.Join(root, "drivers/net"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".c") && !strings.HasSuffix(path, ".h") {
			return err
		}
		src, err := os.ReadFile(path)
		if err == nil {
			if msg := check(src); msg != "" {
				t.Errorf("%s: %s", path, msg)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
