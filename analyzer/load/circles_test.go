package load

import (
	"reflect"
	"strings"
	"testing"
)

func TestCircles(t *testing.T) {
	for _, test := range []struct{ edges, want string }{
		{"ab bc", "a b c"},
		{"ab ba", "ab c"},
		{"ac cb ba", "abc"},
		{"ab bb ax", "a b c"},
		{"bc cb ab ca", "abc"},
		{"cb bc ab", "a bc"},
	} {
		edges := func(n string) (to []string) {
			for e := range strings.FieldsSeq(test.edges) {
				if e[:1] == n {
					to = append(to, e[1:])
				}
			}
			return to
		}
		var got []string
		for _, g := range circles([]string{"a", "b", "c"}, edges) {
			got = append(got, strings.Join(g, ""))
		}
		if !reflect.DeepEqual(got, strings.Fields(test.want)) {
			t.Errorf("%s: %v, want %s", test.edges, got, test.want)
		}
	}
}
