package kbuild

import "strings"

// expand gives the values that text can have. Text of several words has one value, which holds the words of all
// alternatives: what is asked for is always which words there can be, and so alternatives need not multiply.
func (e *env) expand(text string) []string {
	if strings.IndexByte(text, '$') < 0 {
		return []string{text}
	}
	if e.depth >= maxDepth || !e.spend(len(text)) {
		return []string{unknown}
	}
	e.depth++
	defer func() { e.depth-- }()
	words := chunks(text)
	if len(words) == 1 {
		return e.expandChunk(words[0])
	}
	var all []string
	for _, w := range words {
		all = append(all, e.expandChunk(w)...)
	}
	return []string{strings.Join(all, " ")}
}

// words gives all words that text can expand to.
func (e *env) words(text string) []string {
	return strings.Fields(strings.Join(e.expand(text), " "))
}

// expandChunk expands text without white space outside references.
func (e *env) expandChunk(s string) []string {
	out := []string{""}
	for s != "" {
		i := strings.IndexByte(s, '$')
		if i < 0 {
			return e.product(out, []string{s})
		}
		if i > 0 {
			out = e.product(out, []string{s[:i]})
		}
		end := skipRef(s, i)
		out = e.product(out, e.reference(s[i:end]))
		s = s[end:]
	}
	return out
}

// product joins every prefix with every suffix, within bounds.
func (e *env) product(prefixes, suffixes []string) []string {
	if len(prefixes)*len(suffixes) > maxAlternatives {
		return []string{unknown}
	}
	out := make([]string, 0, len(prefixes)*len(suffixes))
	for _, p := range prefixes {
		for _, s := range suffixes {
			if !e.spend(len(p) + len(s)) {
				return []string{unknown}
			}
			out = append(out, p+s)
		}
	}
	return out
}

// reference expands $$, $x, $(name), ${name}, $(name:a=b) or $(function args).
func (e *env) reference(ref string) []string {
	if ref == "$$" {
		return []string{"$"}
	}
	if len(ref) < 4 || (ref[1] != '(' && ref[1] != '{') {
		return []string{unknown}
	}
	body := ref[2 : len(ref)-1]
	if name, args, ok := cutFunction(body); ok {
		return capped(e.call(name, args))
	}
	if name, pattern, ok := cutSubstitution(body); ok {
		return capped(e.substitutionRef(name, pattern))
	}
	var out []string
	for _, name := range e.expand(body) {
		out = append(out, e.lookup(name)...)
	}
	return capped(out)
}

// cutFunction splits "name args"; a variable's name has no white space.
func cutFunction(body string) (name, args string, ok bool) {
	i := strings.IndexAny(body, " \t$(,")
	if i <= 0 || (body[i] != ' ' && body[i] != '\t') {
		return "", "", false
	}
	return body[:i], strings.TrimLeft(body[i:], " \t"), true
}

// cutSubstitution splits "name:a=b".
func cutSubstitution(body string) (name, pattern string, ok bool) {
	i := strings.LastIndexByte(body, ':')
	if i <= 0 || !strings.Contains(body[i:], "=") {
		return "", "", false
	}
	return body[:i], body[i+1:], true
}

// lookup gives the values of a variable. The configuration is unknown, and so is a name that depends on it.
func (e *env) lookup(name string) []string {
	if key, ok := listName(name); ok {
		return e.lookupList(key)
	}
	v := e.vars[name]
	switch {
	case strings.Contains(name, unknown), strings.HasPrefix(name, "CONFIG_") && (v == nil || e.inName):
		return []string{unknown}
	case v != nil:
		return e.values(name, v)
	case e.inName:
		return []string{unknown}
	}
	return []string{""}
}

// lookupList gives one value with all words of a list: foo-y holds what foo-m and foo-$(CONFIG_X) hold.
func (e *env) lookupList(key string) []string {
	keys := []string{key}
	if stem, ok := configStem(key); ok {
		keys = []string{stem + "-y", stem + "-m", stem + "-" + unknown}
	}
	var all []string
	for _, k := range keys {
		if v := e.vars[k]; v != nil {
			all = append(all, e.values(k, v)...)
		}
	}
	return []string{strings.Join(all, " ")}
}

// configStem gives foo for foo-y, foo-m and foo-$(CONFIG_X).
func configStem(key string) (string, bool) {
	for _, s := range []string{"-y", "-m", "-" + unknown} {
		if stem, ok := strings.CutSuffix(key, s); ok {
			return stem, true
		}
	}
	return "", false
}

// values expands all alternatives of a variable.
func (e *env) values(name string, v *variable) []string {
	if e.active[name] {
		return []string{""}
	}
	e.active[name] = true
	inName := e.inName
	e.inName = false // within a value make's rule holds again: unset is empty
	defer func() {
		delete(e.active, name)
		e.inName = inName
	}()
	var out []string
	for _, alt := range v.alts {
		out = append(out, e.expand(alt)...)
	}
	return out
}
