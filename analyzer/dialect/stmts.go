package dialect

import "strings"

// statement applies the rules for an identifier in a block that starts a statement.
func (r *rewriter) statement(i int) {
	if !r.startsStatement(i) {
		return
	}
	j := r.next(i + 1)
	switch r.kind(j) {
	case ':':
		r.label(j)
	case '(':
		if r.Match[j] >= 0 {
			r.macroStatement(i, int(r.Match[j]))
		}
	case Ident:
		if r.wordAt(j)&jump != 0 && r.text(j) != "else" && r.newline(int(r.Toks[i].End), int(r.Toks[j].Pos)) {
			r.insert(';', int(r.Toks[i].End), int(r.Toks[j].Pos))
		}
	case '}':
		r.insert(';', int(r.Toks[i].End), int(r.Toks[j].Pos))
	}
}

func (r *rewriter) startsStatement(i int) bool {
	switch r.kind(r.prev) {
	case ';', '{', '}', ')', ':', Directive, 0:
		return true
	case Ident:
		return r.text(r.prev) == "else" || r.text(r.prev) == "do"
	}
	return false
}

// label makes "name:" the statement "name;": the grammar wants a statement behind a label, the kernel also writes
// declarations and nothing there.
func (r *rewriter) label(colon int) {
	switch r.kind(r.prev) {
	case ';', '{', '}', ':', Directive, 0:
		r.put(colon, ";")
		r.Toks[colon].Kind = ';'
	}
}

// macroStatement looks at "name(...)" with the closing parenthesis at end: what follows tells a loop from a call.
func (r *rewriter) macroStatement(i, end int) {
	j := r.next(end + 1)
	switch {
	case r.kind(j) == '{':
		r.loop(i, j)
	case strings.Contains(r.text(i), "for_each") && r.startsBody(j):
		r.loop(i, j)
	case r.missesSemicolon(end, j):
		r.insert(';', int(r.Toks[end].End), int(r.Toks[j].Pos))
	}
}

func (r *rewriter) startsBody(j int) bool {
	switch r.kind(j) {
	case Ident:
		return r.text(j) != "else" || r.wordAt(j)&keyword == 0
	case '*', '(', Inc, Dec:
		return true
	}
	return false
}

// loop spells a macro in front of a body as the statement of the grammar that takes one.
func (r *rewriter) loop(i, body int) {
	if r.Toks[i].End-r.Toks[i].Pos < int32(len("while")) || r.hasElse(body) {
		if r.Toks[i].End-r.Toks[i].Pos >= 2 {
			r.put(i, "if")
		}
		return
	}
	r.put(i, "while")
}

func (r *rewriter) hasElse(body int) bool {
	if r.kind(body) != '{' || r.Match[body] < 0 {
		return false
	}
	return r.text(r.next(int(r.Match[body])+1)) == "else"
}

// missesSemicolon reports whether a macro call ending at token end is a statement by itself: the next token starts
// another one on a later line.
func (r *rewriter) missesSemicolon(end, j int) bool {
	if j >= len(r.Toks) || !r.newline(int(r.Toks[end].End), int(r.Toks[j].Pos)) {
		return false
	}
	switch r.kind(j) {
	case Ident:
		return true
	case '}':
		return r.kind(r.prev) != '(' && r.top().role == roleBlock
	}
	return false
}

func (r *rewriter) newline(pos, end int) bool {
	for ; pos < end; pos++ {
		if r.Src[pos] == '\n' {
			return true
		}
	}
	return false
}
