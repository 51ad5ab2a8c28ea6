package index

import (
	"slices"

	"github.com/capcheck/capcheck/analyzer/dialect"
)

// names keeps one string for each identifier of a file, and collects sets of them.
type names struct {
	ids  map[string]int32
	text []string
	seen []int32 // seen[id] is the round that met the name last
	now  int32
	set  []string
}

func newNames() *names { return &names{ids: make(map[string]int32, 256)} }

func (n *names) id(b []byte) int32 {
	if id, ok := n.ids[string(b)]; ok {
		return id
	}
	s := string(b)
	id := int32(len(n.text))
	n.ids[s] = id
	n.text = append(n.text, s)
	n.seen = append(n.seen, 0)
	return id
}

func (n *names) intern(b []byte) string { return n.text[n.id(b)] }

func (n *names) begin() { n.now++; n.set = n.set[:0] }

func (n *names) add(b []byte) {
	if id := n.id(b); n.seen[id] != n.now {
		n.seen[id] = n.now
		n.set = append(n.set, n.text[id])
	}
}

func (n *names) end() []string {
	if len(n.set) == 0 {
		return nil
	}
	s := slices.Clone(n.set)
	slices.Sort(s)
	return s
}

// mentions returns the identifiers of the tokens [i, j], sorted.
func (b *builder) mentions(i, j int) []string {
	b.names.begin()
	for ; i <= j; i++ {
		if t := b.Toks[i]; t.Kind == dialect.Ident && !t.Word.IsKeyword() {
			b.names.add(b.Src[t.Pos:t.End])
		}
	}
	return b.names.end()
}

// stores returns the names of the fields that the tokens [i, j] assign, step or take the address of.
func (b *builder) stores(i, j int) []string {
	b.names.begin()
	for ; i <= j; i++ {
		switch b.Toks[i].Kind {
		case dialect.Arrow, '.':
			b.assigned(i, j)
		case '&':
			if !b.isOperand(b.prev(i)) {
				b.addressed(i, j, true)
			}
		case dialect.Inc, dialect.Dec:
			b.addressed(i, j, false)
		}
	}
	return b.names.end()
}

// isOperand reports whether token i ends an operand, so that an & behind it is binary.
func (b *builder) isOperand(i int) bool {
	switch b.kind(i) {
	case dialect.Ident:
		return !b.Toks[i].Word.IsKeyword()
	case dialect.Number, dialect.String, dialect.Char, ']':
		return true
	case ')':
		return !b.isCast(i)
	}
	return false
}

// isCast reports whether the parenthesis closed at i holds a type: (struct x *)&y->z.
func (b *builder) isCast(i int) bool {
	open := int(b.Match[i])
	if open < 0 {
		return false
	}
	p := b.prev(i)
	return b.kind(p) == '*' || isTag(b.text(b.next(open+1))) ||
		b.next(open+1) == p && b.kind(b.prev(open)) != dialect.Ident && b.kind(p) == dialect.Ident
}

// assigned looks at the member access at token i: ->name = , .name[x] += , ->name++.
func (b *builder) assigned(i, end int) {
	name := i + 1
	if b.kind(name) != dialect.Ident {
		return
	}
	j := b.subscripts(name + 1)
	if j > end {
		return
	}
	switch b.Toks[j].Kind {
	case '=', dialect.AssignOp, dialect.Inc, dialect.Dec:
		b.names.add(b.Src[b.Toks[name].Pos:b.Toks[name].End])
	}
}

func (b *builder) subscripts(j int) int {
	for b.kind(j) == '[' && int(b.Match[j]) > j {
		j = int(b.Match[j]) + 1
	}
	return j
}

// addressed adds the fields on the path that follows the operator at i: all of them if all is set, else the last.
func (b *builder) addressed(i, end int, all bool) {
	j := i + 1
	for b.kind(j) == '(' || b.kind(j) == '*' {
		j++
	}
	last := -1
	for ; j <= end; j++ {
		switch b.kind(j) {
		case dialect.Ident:
			if k := b.kind(j - 1); k == dialect.Arrow || k == '.' {
				if last = j; all {
					b.names.add(b.Src[b.Toks[j].Pos:b.Toks[j].End])
				}
			}
		case dialect.Arrow, '.':
		case '[', '(':
			if int(b.Match[j]) < j {
				return
			}
			j = int(b.Match[j])
		case ')':
			if b.kind(j+1) != dialect.Arrow && b.kind(j+1) != '.' && b.kind(j+1) != '[' {
				j = end
			}
		default:
			j = end
		}
	}
	if !all && last >= 0 {
		b.names.add(b.Src[b.Toks[last].Pos:b.Toks[last].End])
	}
}
