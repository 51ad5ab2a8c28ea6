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
		bare := r.wordAt(j)&jump != 0 && r.text(j) != "else" || isUpper(r.text(i)) && isUpper(r.text(j))
		if bare && r.newline(int(r.Toks[i].End), int(r.Toks[j].Pos)) {
			r.insert(';', int(r.Toks[i].End), int(r.Toks[j].Pos))
		}
	case '}':
		r.insert(';', int(r.Toks[i].End), int(r.Toks[j].Pos))
	}
}

// forward hides "struct x;", which declares nothing that matters.
func (r *rewriter) forward(i int) {
	if j := r.next(i + 1); r.kind(j) == Ident && r.kind(r.next(j+1)) == ';' && r.startsStatement(i) {
		r.hide(i, j+1)
	}
}

func (r *rewriter) startsStatement(i int) bool {
	switch r.kind(r.prev) {
	case ';', '{', '}', ')', Directive, 0:
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
	case ';', '{', '}', Directive, 0:
		r.put(colon, ";")
		r.Toks[colon].Kind = ';'
	}
}

func isUpper(s string) bool { return strings.ToUpper(s) == s }

// macroStatement looks at "name(...)" with the closing parenthesis at end: what follows tells a loop from a call.
func (r *rewriter) macroStatement(i, end int) {
	open, j := r.next(i+1), r.next(end+1)
	switch {
	case r.kind(r.next(open+1)) == '*' && r.kind(j) == '(':
		r.pointerVariable(i)
	case r.kind(j) == '{', isEach(r.text(i)) && r.startsBody(j):
		if r.hasSemicolon(open, end) && r.Toks[i].End-r.Toks[i].Pos >= 3 {
			r.put(i, "for")
			r.Toks[i].Word = keyword | collapsed
			return
		}
		r.loop(i, j)
	case r.text(i) == "DECLARE_BITMAP" && len(r.args(open, end)) == 2:
		r.bitmap(i, open, end, r.args(open, end))
	case r.kind(j) == '=' && r.kind(r.next(j+1)) == '{':
		r.macroVariable(open, end)
	case r.missesSemicolon(end, j):
		r.insert(';', int(r.Toks[end].End), int(r.Toks[j].Pos))
	}
}

// isEach reports whether a name is a loop macro's by convention: then its body may be a statement without braces.
func isEach(name string) bool {
	return strings.Contains(name, "for_each") || strings.Contains(name, "foreach") ||
		strings.HasPrefix(name, "skb_") && strings.Contains(name, "_walk") // include/linux/skbuff.h
}

func (r *rewriter) hasSemicolon(open, end int) bool {
	for j := open + 1; j < end; j++ {
		if r.kind(j) == ';' {
			return true
		}
		if m := int(r.Match[j]); m > j {
			j = m
		}
	}
	return false
}

// pointerVariable makes "u32 (*f)(u8);" a declaration beyond doubt: by its shape it could be a call.
func (r *rewriter) pointerVariable(i int) {
	if r.Toks[i].End-r.Toks[i].Pos >= 3 {
		r.put(i, "int")
		r.Toks[i].Word = basic | keyword | collapsed
	}
}

// macroVariable spells "DECLARE_IT(type, name) = {" as "DECLARE_IT name = {".
func (r *rewriter) macroVariable(open, end int) {
	last := r.before(end)
	if r.kind(last) != Ident || last <= open {
		return
	}
	r.hide(open, last)
	r.hide(end, end+1)
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
