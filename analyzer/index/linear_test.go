package index

import (
	"strings"
	"testing"
	"time"

	"github.com/capcheck/capcheck/analyzer/source"
)

// TestHostileInputTakesLinearTime indexes text that repeats one fragment; what is quadratic would take minutes.
func TestHostileInputTakesLinearTime(t *testing.T) {
	const size = 2 << 20
	for _, unit := range []string{
		"int x[] = {1,2,3}; ", "f(", "a ", "#if A\n{\n", "#if A\n{\n#endif\n", "#if A\n{\n#else\n{\n#endif\n", "a(b)\n{", "}", "a=", "struct a {",
		"a(b){c->d=e;}", "{{{{((((", "\"aaa ", "/* ", "if (a) b; ", "#define X(", "&(((", "x->y[", "typedef ", "union {;", "a:", "enum {A,", "({", "(u8)-",
		"for_each(a) ", "a b ", "*const ", "case 1 ... ", "struct_group(", "DECLARE_BITMAP(a,", "typeof(", "__aligned(", "asm(", ")\n{\n",
	} {
		f, err := source.NewSet(map[string][]byte{"a.c": []byte(strings.Repeat(unit, size/len(unit)))}).Read("a.c")
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		New(f)
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("%q: %v", unit, took)
		} else if took > time.Second {
			t.Logf("%q: %v", unit, took)
		}
	}
}
