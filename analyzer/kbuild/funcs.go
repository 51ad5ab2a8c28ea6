package kbuild

import (
	"path/filepath"
	"strings"
)

// call evaluates a make function. Conditions are unknown, so both values count; commands are not run.
func (e *env) call(name, args string) []string {
	a := splitArgs(args)
	arg := func(i int) string {
		if i < len(a) {
			return a[i]
		}
		return ""
	}
	switch name {
	case "sort", "strip", "filter-out", "abspath", "realpath", "or", "and":
		return one(e.words(strings.Join(a[listArg(name, a):], " ")))
	case "firstword", "lastword":
		return e.words(args) // of alternatives each may be it
	case "word", "wordlist":
		return one(e.words(arg(len(a) - 1)))
	case "if":
		return append(e.expand(strings.TrimSpace(arg(1))), e.expand(strings.TrimSpace(arg(2)))...)
	case "info", "warning", "error", "eval":
		return []string{""}
	case "shell":
		return e.shell(strings.TrimSpace(args))
	case "foreach":
		return e.foreach(strings.TrimSpace(arg(0)), arg(1), arg(2))
	case "wildcard":
		return one(e.wildcard(e.words(args)))
	case "subst":
		return e.subst(arg(0), arg(1), arg(2))
	case "patsubst":
		return e.mapPattern(strings.TrimSpace(arg(0)), strings.TrimSpace(arg(1)), e.words(arg(2)))
	case "filter":
		return e.filter(e.words(arg(0)), e.words(arg(1)))
	case "addprefix", "addsuffix":
		return e.affix(name, e.expand(strings.TrimSpace(arg(0))), e.words(arg(1)))
	case "dir", "notdir", "basename", "suffix":
		return one(mapWords(e.words(args), pathFuncs(name)))
	}
	return []string{unknown}
}

// listArg says from which argument on a function's words come.
func listArg(name string, a []string) int {
	if name == "filter-out" && len(a) > 1 {
		return 1 // what is filtered out may be empty in some configuration: all words stay
	}
	return 0
}

func one(words []string) []string { return []string{strings.Join(words, " ")} }

func mapWords(words []string, f func(string) string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = f(w)
	}
	return out
}

func pathFuncs(name string) func(string) string {
	switch name {
	case "dir":
		return func(w string) string { return filepath.Dir(w) + "/" }
	case "notdir":
		return filepath.Base
	case "suffix":
		return filepath.Ext
	}
	return func(w string) string { return strings.TrimSuffix(w, filepath.Ext(w)) }
}

// shell knows the one command whose output is known, the usual way to name the makefile's directory.
func (e *env) shell(command string) []string {
	if command == "pwd" {
		return []string{e.dir}
	}
	return []string{unknown}
}

func (e *env) foreach(name, list, body string) []string {
	old := e.vars[name]
	defer func() { e.vars[name] = old }()
	var all []string
	for _, w := range e.words(list) {
		if !e.spend(len(w) + len(body)) {
			break
		}
		e.vars[name] = &variable{alts: []string{escape(w)}, simple: true}
		all = append(all, e.expand(body)...)
	}
	return one(all)
}

// wildcard matches files below the makefile's directory or the kernel tree, nowhere else.
func (e *env) wildcard(patterns []string) []string {
	var out []string
	for _, p := range patterns {
		given := p
		if !filepath.IsAbs(p) {
			p = filepath.Join(e.dir, p)
		}
		if !e.inside(p) || strings.Contains(p, unknown) {
			continue
		}
		found, _ := filepath.Glob(p) // a bad pattern matches nothing, in make as here
		for _, f := range found {
			if !filepath.IsAbs(given) {
				f = strings.TrimPrefix(f, e.dir+"/")
			}
			out = append(out, f)
		}
	}
	return out
}

func (e *env) inside(path string) bool {
	path = filepath.Clean(path)
	return strings.HasPrefix(path, e.dir+"/") || e.root != "" && strings.HasPrefix(path, e.root+"/")
}

func (e *env) subst(from, to, text string) []string {
	var out []string
	for _, f := range e.expand(from) {
		for _, t := range e.expand(to) {
			for _, s := range e.expand(strings.TrimSpace(text)) {
				out = append(out, e.replace(s, f, t))
			}
		}
	}
	return out
}

func (e *env) replace(s, from, to string) string {
	if from == "" || !e.spend(len(s)+strings.Count(s, from)*len(to)) {
		return s
	}
	return strings.ReplaceAll(s, from, to)
}

// substitutionRef is $(name:a=b), which is $(patsubst %a,%b,$(name)).
func (e *env) substitutionRef(name, pattern string) []string {
	from, to, _ := strings.Cut(pattern, "=")
	if !strings.Contains(from, "%") {
		from, to = "%"+from, "%"+to
	}
	return e.mapPattern(from, to, e.words("$("+name+")"))
}

func (e *env) mapPattern(from, to string, words []string) []string {
	var out []string
	for _, f := range e.expand(from) {
		for _, t := range e.expand(to) {
			for _, w := range words {
				if !e.spend(len(w)) {
					return one(out)
				}
				if stem, ok := match(f, w); ok {
					w = e.replace(t, "%", stem)
				}
				out = append(out, w)
			}
		}
	}
	return one(out)
}

// match gives what the % of a pattern stands for in word.
func match(pattern, word string) (stem string, ok bool) {
	before, after, found := strings.Cut(pattern, "%")
	if !found {
		return "", pattern == word
	}
	if len(word) < len(before)+len(after) || !strings.HasPrefix(word, before) || !strings.HasSuffix(word, after) {
		return "", false
	}
	return word[len(before) : len(word)-len(after)], true
}

func (e *env) filter(patterns, words []string) []string {
	var out []string
	for _, w := range words {
		for _, p := range patterns {
			if _, ok := match(p, w); ok || strings.Contains(p, unknown) {
				out = append(out, w)
				break
			}
		}
	}
	return one(out)
}

func (e *env) affix(name string, affixes, words []string) []string {
	var out []string
	for _, a := range affixes {
		for _, w := range words {
			if !e.spend(len(a) + len(w)) {
				return one(out)
			}
			if name == "addprefix" {
				out = append(out, a+w)
			} else {
				out = append(out, w+a)
			}
		}
	}
	return one(out)
}
