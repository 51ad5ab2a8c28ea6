package stats

import (
	"errors"
	"testing"

	"github.com/capcheck/capcheck/analyzer/source"
)

func TestCount(t *testing.T) {
	files := map[string]string{
		"/a.c": "int f(void)\n{\n\treturn 1;\n}\n\nint g(void)\n{\n\treturn 1 +;\n}\n",
		"/b.h": "static inline int h(int x)\n{\n\treturn x;\n}\n",
		"/c.c": "",
	}
	overlay := make(map[string][]byte)
	bytes := int64(0)
	for name, content := range files {
		overlay[name] = []byte(content)
		bytes += int64(len(content))
	}
	got, err := Count(source.NewSet(overlay), []string{"/a.c", "/b.h", "/c.c"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Files != 3 || got.Bytes != bytes || got.Functions != 3 {
		t.Errorf("%+v", got)
	}
	if len(got.Errors) != 1 || got.Errors[0].Function != "g" || got.Errors[0].File.Position(got.Errors[0].At).Line != 8 {
		t.Errorf("errors %+v, want g in line 8", got.Errors)
	}
}

func TestCountRefusesBinary(t *testing.T) {
	set := source.NewSet(map[string][]byte{"/a.c": {0}})
	if _, err := Count(set, []string{"/a.c"}); !errors.Is(err, source.ErrBinary) {
		t.Errorf("error %v", err)
	}
}
