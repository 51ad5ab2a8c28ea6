package dialect

import "bytes"

// matcher pairs brackets. At #else and #elif it goes back to the depth that #if had, so branches that open the same
// brace twice do not shift what follows.
type matcher struct {
	src   []byte
	toks  []Token
	match []int32 // index of the partner, -1 without one
	stack []int32
	conds []cond
	// columns says that the file's braces do not add up: then a brace in column 0 ends what a brace in column 0 began.
	columns    bool
	unbalanced bool
	// twins are brackets that other branches opened in the place of one on the stack: they share its partner.
	twins map[int32][]int32
}

// cond is an open #if: the brackets that were open before it, and those that its branches opened and left open.
type cond struct {
	stack, left []int32
	deep        bool // too deep to be C: nothing was noted, so that time stays linear
}

// maxOpen is the number of open brackets and conditionals up to which branches are told apart.
const maxOpen = 256

func (m *matcher) snapshot() cond {
	if len(m.stack) > maxOpen || len(m.conds) > maxOpen {
		return cond{deep: true}
	}
	return cond{stack: append([]int32(nil), m.stack...)}
}

// matchBrackets returns for each token the index of its partner, or -1.
func matchBrackets(src []byte, toks []Token) []int32 {
	m := matcher{src: src, toks: toks}
	m.run()
	if m.unbalanced {
		m = matcher{src: src, toks: toks, columns: true}
		m.run()
	}
	return m.match
}

func (m *matcher) run() {
	m.match = make([]int32, len(m.toks))
	for i := range m.match {
		m.match[i] = -1
	}
	for i, t := range m.toks {
		switch t.Kind {
		case '(', '[', '{':
			m.open(i)
		case ')', ']', '}':
			m.close(i)
		case Directive:
			m.directive(DirectiveName(m.src[t.Pos:t.End]))
		}
	}
	m.unbalanced = m.unbalanced || len(m.stack) > 0
}

func (m *matcher) open(i int) {
	if m.columns && m.toks[i].Kind == '{' && m.column0(i) && i > 0 && m.toks[i-1].Kind == ')' && m.outerInColumn0() {
		m.stack = m.stack[:0] // a new function: the one before has lost its end
	}
	m.stack = append(m.stack, int32(i))
}

func (m *matcher) close(i int) {
	want := opener(m.toks[i].Kind)
	if m.columns && want == '{' && m.column0(i) && m.outerInColumn0() {
		m.stack = m.stack[:1]
	}
	top := len(m.stack) - 1
	if want == '{' {
		for top >= 0 && m.toks[m.stack[top]].Kind != '{' {
			top--
			m.unbalanced = true
		}
	}
	if top < 0 || m.toks[m.stack[top]].Kind != want {
		m.unbalanced = true
		return
	}
	open := m.stack[top]
	for _, twin := range m.twins[open] {
		m.match[twin] = int32(i)
	}
	m.match[open], m.match[i] = int32(i), open
	m.stack = m.stack[:top]
}

func opener(closer Kind) Kind {
	switch closer {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}

func (m *matcher) directive(name string) {
	switch name {
	case "if", "ifdef", "ifndef":
		m.conds = append(m.conds, m.snapshot())
	case "else", "elif", "elifdef", "elifndef":
		if n := len(m.conds); n > 0 {
			c := &m.conds[n-1]
			if c.deep {
				return
			}
			if base := len(c.stack); len(m.stack) > base && len(c.left) == 0 {
				c.left = append([]int32(nil), m.stack[base:]...)
			}
			m.stack = append(m.stack[:0], c.stack...)
		}
	case "endif":
		if n := len(m.conds); n > 0 {
			m.twin(m.conds[n-1])
			m.conds = m.conds[:n-1]
		}
	}
}

// twin pairs the brackets that the first branch left open with those of the last.
func (m *matcher) twin(c cond) {
	for k, open := range c.left {
		if at := len(c.stack) + k; at < len(m.stack) && m.toks[m.stack[at]].Kind == m.toks[open].Kind {
			if m.twins == nil {
				m.twins = make(map[int32][]int32)
			}
			m.twins[m.stack[at]] = append(m.twins[m.stack[at]], open)
		}
	}
}

func (m *matcher) column0(i int) bool {
	pos := m.toks[i].Pos
	return pos == 0 || m.src[pos-1] == '\n'
}

func (m *matcher) outerInColumn0() bool {
	return len(m.stack) > 0 && m.toks[m.stack[0]].Kind == '{' && m.column0(int(m.stack[0]))
}

// DirectiveName returns the word behind the # of a preprocessor line.
func DirectiveName(line []byte) string {
	line = bytes.TrimLeft(line[1:], " \t")
	return string(line[:identEnd(line, 0)])
}
