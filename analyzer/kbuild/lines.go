package kbuild

import "strings"

// line is a logical line: continuations joined, comment removed.
type line struct {
	num  int // of its first physical line, from 1
	text string
	tab  bool // starts with a tab, as recipes do
}

// logicalLines splits a makefile. Empty lines are left out.
func logicalLines(src string) []line {
	var out []line
	phys := strings.Split(src, "\n")
	for i := 0; i < len(phys); i++ {
		l := line{num: i + 1, tab: strings.HasPrefix(phys[i], "\t")}
		var b strings.Builder
		for {
			text, more := continued(strings.TrimSuffix(phys[i], "\r"))
			b.WriteString(text)
			if !more || i+1 == len(phys) {
				break
			}
			b.WriteByte(' ')
			i++
		}
		l.text = strings.TrimSpace(stripComment(b.String()))
		if l.text != "" {
			out = append(out, l)
		}
	}
	return out
}

// continued removes the backslash that joins a line to the next one. An even number of backslashes joins nothing.
func continued(s string) (text string, more bool) {
	n := len(s) - len(strings.TrimRight(s, `\`))
	if n%2 == 0 {
		return s, false
	}
	return s[:len(s)-1], true
}

// stripComment cuts at the first # that no backslash escapes.
func stripComment(s string) string {
	if strings.IndexByte(s, '#') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '#':
			b.WriteByte('#')
			i++
		case s[i] == '#':
			return b.String()
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// assignment is NAME op VALUE, nothing expanded.
type assignment struct {
	name, op, value string
}

// parseAssignment finds the assignment operator outside $(...). A colon before it makes the line a rule
// (or a target-specific variable, which names no objects either).
func parseAssignment(s string) (assignment, bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '$':
			i = skipRef(s, i) - 1
		case '=':
			return cutAssignment(s, i, i+1), i > 0
		case '+', '?', '!':
			if strings.HasPrefix(s[i+1:], "=") {
				return cutAssignment(s, i, i+2), i > 0
			}
		case ':':
			eq := i + len(s[i:]) - len(strings.TrimLeft(s[i:], ":"))
			if strings.HasPrefix(s[eq:], "=") {
				return cutAssignment(s, i, eq+1), i > 0
			}
			return assignment{}, false
		}
	}
	return assignment{}, false
}

func cutAssignment(s string, op, end int) assignment {
	a := assignment{name: strings.TrimSpace(s[:op]), op: s[op:end], value: strings.TrimSpace(s[end:])}
	if strings.HasPrefix(a.op, ":") {
		a.op = ":=" // ::= and :::= expand at once as well
	}
	return a
}

// skipRef returns the offset behind the reference that starts with the $ at i.
func skipRef(s string, i int) int {
	if i+1 >= len(s) {
		return len(s)
	}
	if s[i+1] != '(' && s[i+1] != '{' {
		return i + 2
	}
	return closing(s, i+1) + 1
}

// closing returns the offset of the parenthesis or brace that closes the one at open, or the last byte's.
func closing(s string, open int) int {
	up, down := s[open], byte(')')
	if up == '{' {
		down = '}'
	}
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case up:
			depth++
		case down:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s) - 1
}

// chunks splits at white space outside $(...).
func chunks(s string) []string {
	var out []string
	start := -1
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == ' ' || s[i] == '\t':
			if start >= 0 {
				out = append(out, s[start:i])
			}
			start = -1
			continue
		case start < 0:
			start = i
		}
		if s[i] == '$' {
			i = skipRef(s, i) - 1
		}
	}
	if start >= 0 {
		out = append(out, s[start:])
	}
	return out
}

// splitArgs splits a function's arguments at commas outside parentheses.
func splitArgs(s string) []string {
	var out []string
	start, depth := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}
