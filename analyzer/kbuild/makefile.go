package kbuild

import (
	"path/filepath"
	"slices"
	"strings"
)

const (
	maxIncludes     = 8       // how deeply makefiles may include makefiles
	maxMakefileSize = 4 << 20 // larger files are no makefiles
)

// makefile evaluates one makefile into env, its includes too.
type makefile struct {
	*env
	set      Reader
	name     func(abs string) string // the path as the caller spells it
	stack    []string                // files being read, absolute
	problems []Problem
	warned   bool // that the budget ran out

	// state of the file that is being read
	path   string
	cond   int    // depth of conditionals
	recipe bool   // a tab makes a line a recipe line
	define string // name of the open define, whose lines are no statements
}

// read evaluates the makefile at abs.
func (m *makefile) read(abs string) {
	file, err := m.set.Read(m.name(abs))
	switch {
	case err != nil:
		m.report(abs, 0, err.Error())
		return
	case len(file.Content) > maxMakefileSize:
		m.report(abs, 0, "too large for a makefile")
		return
	case !m.spend(len(file.Content)): // many files that include each other are read over and over
		return
	}
	saved := *m
	m.path, m.cond, m.recipe, m.define = abs, 0, false, ""
	m.stack = append(m.stack, abs)
	for _, l := range logicalLines(string(file.Content)) {
		m.statement(l)
		if m.spent {
			m.reportSpent(abs, l.num)
			break
		}
	}
	m.path, m.cond, m.recipe, m.define, m.stack = saved.path, saved.cond, saved.recipe, saved.define, saved.stack
}

func (m *makefile) report(abs string, num int, text string) {
	m.problems = append(m.problems, Problem{Path: m.name(abs), Line: num, Text: text})
}

// reportSpent says once that the budget ran out.
func (m *makefile) reportSpent(abs string, num int) {
	if !m.warned {
		m.warned = true
		m.report(abs, num, "expanding its variables takes too long; objects may be left out")
	}
}

// statement carries out one logical line.
func (m *makefile) statement(l line) {
	word, rest := cutWord(l.text)
	switch {
	case m.define != "":
		if word == "endef" {
			m.define = ""
		}
		return
	case m.conditional(word):
		return
	case l.tab && m.recipe:
		return
	}
	m.recipe = false
	if word == "export" || word == "override" || word == "unexport" || word == "private" {
		if word, rest = cutWord(rest); word == "" {
			return
		}
		l.text = word + " " + rest
	}
	a, ok := parseAssignment(l.text)
	switch {
	case ok:
		m.assign(a, m.cond > 0)
	case word == "define":
		m.define = rest
	case word == "include":
		m.include(l.num, rest, true)
	case word == "-include" || word == "sinclude":
		m.include(l.num, rest, false)
	default:
		m.recipe = !l.tab && strings.Contains(l.text, ":")
	}
}

// conditional follows ifeq and its kin, which take both branches.
func (m *makefile) conditional(word string) bool {
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef":
		m.cond++
	case "else":
	case "endif":
		m.cond = max(0, m.cond-1)
	default:
		return false
	}
	return true
}

// cutWord splits off the first word; ifeq( is one word with its condition behind it.
func cutWord(s string) (word, rest string) {
	i := strings.IndexAny(s, " \t(")
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}

// include reads the files that words name. What depends on something unknown, or lies in the kernel's own build
// machinery outside the tree, adds no objects and is passed over.
func (m *makefile) include(num int, text string, must bool) {
	for _, w := range m.words(text) {
		if strings.Contains(w, unknown) {
			continue
		}
		paths := m.candidates(w)
		if len(paths) == 0 && must && m.cond == 0 {
			m.report(m.path, num, "included file not found: "+w)
		}
		for _, p := range paths {
			if slices.Contains(m.stack, p) || len(m.stack) >= maxIncludes {
				m.report(m.path, num, "includes are nested too deeply or in a circle: "+w)
				continue
			}
			m.read(p)
		}
	}
}

// candidates finds an included file: relative names are sought in the directory first, then in the tree.
func (m *makefile) candidates(word string) []string {
	if strings.ContainsAny(word, "*?[") {
		found := m.wildcard([]string{word})
		return mapWords(found, m.abs)
	}
	for _, dir := range []string{m.dir, m.root} {
		p := word
		if !filepath.IsAbs(word) {
			p = filepath.Join(dir, word)
		}
		if dir != "" && m.set.Exists(m.name(filepath.Clean(p))) {
			return []string{filepath.Clean(p)}
		}
	}
	return nil
}

// abs makes a word a path: relative ones count from the makefile's directory, as object names do.
func (e *env) abs(word string) string {
	if filepath.IsAbs(word) {
		return filepath.Clean(word)
	}
	return filepath.Join(e.dir, word)
}
