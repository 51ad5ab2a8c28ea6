package skb

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/capcheck/capcheck/internal/kernel"
)

// prototypes finds, for every wanted name, the numbers of parameters of its declarations, definitions and macros.
// -1 stands for a macro without parameters that names another function.
type prototypes map[string][]int

// scan adds what one C source declares at the start of a line.
func (p prototypes) scan(src string, wanted map[string]bool) {
	for i := 0; i < len(src); {
		c := src[i]
		if !isWord(c) {
			i++
			continue
		}
		start := i
		for i < len(src) && isWord(src[i]) {
			i++
		}
		name := src[start:i]
		if !wanted[name] {
			continue
		}
		n := parameters(src[i:])
		if macro, declared := declares(src, start); declared && (macro || n >= 0) {
			p[name] = append(p[name], n)
		}
	}
}

// attribute is something like __printf(2, 3) or __alloc_size(1) in front of a declared name.
var attribute = regexp.MustCompile(`__\w+\([^()]*\)`)

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// declares tells whether the name at src[at] starts a line (behind its type, or behind the type on the line before), or
// is being defined as a macro.
func declares(src string, at int) (macro, ok bool) {
	head := src[strings.LastIndexByte(src[:at], '\n')+1 : at]
	if rest, ok := strings.CutPrefix(strings.TrimSpace(head), "#"); ok {
		return true, strings.TrimSpace(rest) == "define"
	}
	indented := head != "" && (head[0] == ' ' || head[0] == '\t')
	head = attribute.ReplaceAllString(head, "")
	return false, !indented && !strings.ContainsAny(head, "=,;{")
}

// parameters counts the parameters in the list that src starts with.
func parameters(src string) int {
	src = strings.TrimLeft(src, ")") // a parenthesised name: kernel style against macro expansion
	if !strings.HasPrefix(strings.TrimLeft(src, " "), "(") {
		return -1
	}
	depth, n, blank := 0, 1, true
	for i := range len(src) {
		switch c := src[i]; {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				if list := strings.TrimSpace(src[:i]); blank || strings.HasSuffix(list, "(void") {
					return 0
				}
				if strings.Contains(src[:i], "...") {
					return 1 << 20
				}
				return n
			}
		case c == ',' && depth == 1:
			n++
		case c != ' ':
			blank = false
		}
	}
	return -1
}

// scanTree reads the files that the rows name and, for names not found there, all public headers. It also tells the names
// that are missing from a file that is in the tree.
func scanTree(t *testing.T, root string, rows []Effect) (found prototypes, misplaced map[string]bool) {
	t.Helper()
	byFile := map[string]map[string]bool{}
	for _, e := range rows {
		if byFile[e.File] == nil {
			byFile[e.File] = map[string]bool{}
		}
		byFile[e.File][e.Name] = true
	}
	found, misplaced = prototypes{}, map[string]bool{}
	wanted := map[string]bool{}
	for file, names := range byFile {
		src, err := os.ReadFile(filepath.Join(root, file))
		found.scan(string(src), names)
		for name := range names {
			if found[name] == nil {
				wanted[name] = true
				misplaced[name] = err == nil
			}
		}
	}
	err := filepath.WalkDir(filepath.Join(root, "include"), func(p string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, ".h") {
			return err
		}
		src, err := os.ReadFile(p)
		if err == nil {
			found.scan(string(src), wanted)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found, misplaced
}

// madeByMacro tells names that the kernel makes with ##: they are in no file as such.
func madeByMacro(name string) bool {
	for _, pattern := range []string{"[ulb]*_get_bits", "[ulb]*_encode_bits", "[ulb]*_replace_bits", "[ulb]*p_replace_bits"} {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

func TestRowsNameKernelFunctions(t *testing.T) {
	for _, version := range []string{"6.1", "6.12"} {
		t.Run(version, func(t *testing.T) {
			rows := kernelRows()
			found, misplaced := scanTree(t, kernel.ForTest(t, version), rows)
			for _, e := range rows {
				if madeByMacro(e.Name) || strings.HasPrefix(e.File, "arch/") {
					continue
				}
				missing := version == "6.1" && e.Since != "" || version == "6.12" && e.Until != ""
				counts, ok := found[e.Name]
				if ok == missing {
					t.Errorf("%s (%s): in the tree: %t, expected: %t", e.Name, e.File, ok, !missing)
				}
				if version == "6.12" && misplaced[e.Name] && e.Until == "" {
					t.Errorf("%s: not in %s", e.Name, e.File)
				}
				if ok && !fits(counts, highestArgument(&e)) {
					t.Errorf("%s: argument %d used, parameters %v", e.Name, highestArgument(&e), counts)
				}
			}
		})
	}
}

func fits(counts []int, highest int) bool {
	for _, n := range counts {
		if n < 0 || n > highest {
			return true
		}
	}
	return false
}

// highestArgument is the highest argument number of a row, or -1.
func highestArgument(e *Effect) int {
	highest := -1
	use := func(n int) { highest = max(highest, n) }
	size := func(s Size) {
		if s.Kind != Const && s.Kind != AnySize {
			use(int(s.N))
		}
	}
	if e.Ret.Kind != RetOther && e.Ret.Kind != RetOwn && e.Ret.Kind != RetTX {
		use(e.Ret.Arg)
	}
	size(e.Ret.Off)
	for _, op := range e.Ops {
		use(op.Arg)
		use(op.Val)
		size(op.Off)
		size(op.Len)
		if op.Kind == DMA {
			use(op.Dir.Arg)
		}
		for _, a := range op.Args {
			use(a.Arg)
		}
	}
	return highest
}

func TestRowsAreWellFormed(t *testing.T) {
	seen := map[string]string{}
	for _, e := range kernelRows() {
		if file, ok := seen[e.Name]; ok {
			t.Errorf("%s: two rows, from %s and %s", e.Name, file, e.File)
		}
		seen[e.Name] = e.File
		if e.File == "" || path.Clean(e.File) != e.File {
			t.Errorf("%s: file %q", e.Name, e.File)
		}
		for _, op := range e.Ops {
			checkOp(t, e.Name, op)
		}
	}
}

func checkOp(t *testing.T, name string, op Op) {
	t.Helper()
	sized := false
	switch op.Kind {
	case Write, WriteTail, WriteData, Push, Pull, Put, Trim, Cut, Reserve, PrivatePart, DMA, CopyMem:
		sized = true
	}
	if !sized && (op.Len != Size{} || op.Off != Size{}) {
		t.Errorf("%s: op %d takes no length", name, op.Kind)
	}
	if sized && op.Len == (Size{}) && op.Kind != Trim {
		t.Errorf("%s: op %d has no length", name, op.Kind)
	}
	if (op.Kind == Assign) && op.Field == "" {
		t.Errorf("%s: Assign names no field", name)
	}
	if op.Args != nil && op.Kind != Call && op.Kind != Defer {
		t.Errorf("%s: op %d calls nothing", name, op.Kind)
	}
	if op.Dir != (Direction{}) && op.Kind != DMA {
		t.Errorf("%s: op %d has a direction", name, op.Kind)
	}
}

func TestFamilies(t *testing.T) {
	table := Kernel()
	for _, pattern := range table.Families() {
		if _, err := path.Match(pattern, "x"); err != nil {
			t.Errorf("pattern %q: %v", pattern, err)
		}
	}
}
