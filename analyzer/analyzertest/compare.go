package analyzertest

import "path/filepath"

type lineKey struct {
	file string
	line int
}

// compare reports what was expected and is not there, and the other way round.
func compare(t TB, expected []*expectation, seen []observation) {
	t.Helper()
	byLine := make(map[lineKey][]*expectation)
	strict := false // findings count only where any is expected
	for _, e := range expected {
		byLine[lineKey{e.file, e.line}] = append(byLine[lineKey{e.file, e.line}], e)
		strict = strict || e.kind == finding
	}
	for _, o := range seen {
		if !meet(byLine[lineKey{o.file, o.line}], o) && mustBeExpected(o, strict) {
			t.Errorf("%s:%d: unexpected %s: %s", filepath.Base(o.file), o.line, kindName(o.kind), o.text)
		}
	}
	for _, e := range expected {
		if e.kind != ok && !e.met {
			t.Errorf("%s:%d: missing %s", filepath.Base(e.file), e.line, e)
		}
	}
	for _, o := range seen {
		for _, e := range byLine[lineKey{o.file, o.line}] {
			if e.kind == ok && disturbs(o) {
				t.Errorf("%s:%d: nothing may be here, but: %s: %s", filepath.Base(o.file), o.line, kindName(o.kind), o.text)
			}
		}
	}
}

// meet marks the expectations that the observation meets. A finding meets one alone: two want two.
func meet(list []*expectation, o observation) bool {
	met := false
	for _, e := range list {
		if e.kind != o.kind || e.kind == ok || e.kind == finding && e.met || !e.re.MatchString(o.text) {
			continue
		}
		e.met, met = true, true
		if e.kind == finding {
			break
		}
	}
	return met
}

func mustBeExpected(o observation, strict bool) bool {
	switch o.kind {
	case finding:
		return strict
	case verdict, encap:
		return true
	case write:
		return o.breach
	}
	return false
}

// disturbs says whether an ok line may not have it.
func disturbs(o observation) bool {
	return o.kind == finding || o.kind == obstacle || o.kind == write && o.breach
}

func kindName(kind string) string {
	if kind == finding {
		return "finding"
	}
	return kind
}
