package analyzertest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The kinds of things that can be expected on a line.
const (
	finding  = ""
	write    = "write"
	verdict  = "verdict"
	encap    = "encap"
	obstacle = "obstacle"
)

// expectation is one item of a want comment, or with kind ok a line where nothing may be.
type expectation struct {
	file string
	line int
	kind string
	re   *regexp.Regexp
	met  bool
}

const ok = "ok"

func (e *expectation) String() string {
	if e.kind == finding {
		return fmt.Sprintf("finding %q", e.re)
	}
	return fmt.Sprintf("%s %q", e.kind, e.re)
}

// expectations reads the comments of a file.
func expectations(file string, content []byte) ([]*expectation, error) {
	var list []*expectation
	n := 0
	for line := range strings.Lines(string(content)) {
		n++
		_, comment, found := strings.Cut(line, "// ")
		if !found {
			continue
		}
		if strings.HasPrefix(comment, "ok:") {
			list = append(list, &expectation{file: file, line: n, kind: ok})
			continue
		}
		rest, found := strings.CutPrefix(comment, "want ")
		if !found {
			continue
		}
		items, err := wants(rest)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		for _, e := range items {
			e.file, e.line = file, n
			list = append(list, e)
		}
	}
	return list, nil
}

// wants reads the items of one comment.
func wants(s string) (list []*expectation, err error) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		i := strings.IndexAny(s, "\"`")
		if i < 0 {
			return nil, fmt.Errorf("want: no quoted text in %q", s)
		}
		e := &expectation{kind: strings.TrimSuffix(s[:i], ":")}
		quoted, err := strconv.QuotedPrefix(s[i:])
		if err != nil {
			return nil, fmt.Errorf("want: %q: %w", s[i:], err)
		}
		s = s[i+len(quoted):]
		text, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("want: %s: %w", quoted, err)
		}
		switch e.kind {
		case write, verdict, encap:
			text = "^(?:" + text + ")$"
		case finding, obstacle:
		default:
			return nil, fmt.Errorf("want: unknown kind %q", e.kind)
		}
		if e.re, err = regexp.Compile(text); err != nil {
			return nil, fmt.Errorf("want: %w", err)
		}
		list = append(list, e)
	}
	return list, nil
}
