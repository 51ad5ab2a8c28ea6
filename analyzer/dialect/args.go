package dialect

import (
	"regexp"
	"strings"
)

// argument rewrites the macro argument that starts at token i if no expression can be spelled like it: a type, or a
// statement. What is left is one identifier, the argument's first word; the rest is blank. It reports whether it did.
func (r *rewriter) argument(i int) bool {
	if r.wordAt(i)&jump != 0 {
		r.collapse(i, r.argumentEnd(i))
		return true
	}
	if k := r.kind(i); k != Ident && k != Number && k != String && k != Char {
		return r.operatorArgument(i)
	}
	end, isType := r.typeEnd(i)
	if !isType {
		return false
	}
	if k := r.kind(r.next(end)); k != ',' && k != ')' {
		return false
	}
	r.collapse(i, end)
	return true
}

// operatorArgument makes a name of an argument that is an operator alone.
func (r *rewriter) operatorArgument(i int) bool {
	if k := r.kind(r.next(i + 1)); k != ',' && k != ')' || r.kind(i) == ',' || r.kind(i) == Ellipsis {
		return false
	}
	r.put(i, "X")
	r.Toks[i].Kind = Ident
	return true
}

// argumentEnd returns the index of the comma or bracket behind the argument at i.
func (r *rewriter) argumentEnd(i int) int {
	for ; i < len(r.Toks); i++ {
		switch r.kind(i) {
		case ',', ')', ']', '}':
			return i
		case '(', '[', '{':
			if r.Match[i] > int32(i) {
				i = int(r.Match[i])
			}
		}
	}
	return i
}

// collapse leaves an identifier of token i and blanks the tokens behind it up to j.
func (r *rewriter) collapse(i, j int) {
	if r.Toks[i].Word&(keyword|basic) != 0 {
		r.Norm[r.Toks[i].Pos] = hidden(r.Norm[r.Toks[i].Pos])
		r.Toks[i].Word = collapsed
	}
	r.hide(i+1, j)
}

// hidden is the byte that makes a keyword starting with c an identifier.
func hidden(c byte) byte {
	if c == '_' {
		return 'X'
	}
	return '_'
}

// typeEnd returns the index behind the type name at token i. isType says that the tokens cannot be an expression: a
// lone identifier can.
func (r *rewriter) typeEnd(i int) (end int, isType bool) {
	i, q := r.skip(i, qualifier)
	j, known := r.typeWord(i)
	if j == i {
		return i, false
	}
	j, q2 := r.skip(j, qualifier)
	stars := 0
	for j < len(r.Toks) && r.kind(j) == '*' {
		stars++
		j, _ = r.skip(j+1, qualifier)
	}
	for r.kind(j) == '[' && known && r.Match[j] > 0 {
		j = r.next(int(r.Match[j]) + 1)
	}
	if r.kind(j) == '(' && r.kind(r.next(j+1)) == '*' && (known || stars > 0) {
		j = r.pointerEnd(j)
	}
	return j, known || q || q2 || stars > 0
}

// pointerEnd steps over the (*)(...) of a function pointer type at the parenthesis i.
func (r *rewriter) pointerEnd(i int) int {
	if r.Match[i] < 0 || r.kind(r.before(int(r.Match[i]))) != '*' {
		return i
	}
	j := r.next(int(r.Match[i]) + 1)
	if r.kind(j) == '(' && r.Match[j] > 0 {
		return r.next(int(r.Match[j]) + 1)
	}
	return j
}

// typeWord steps over the name of a type; known is false for an identifier that may be a variable.
func (r *rewriter) typeWord(i int) (end int, known bool) {
	w := r.wordAt(i)
	switch {
	case r.kind(i) != Ident:
		return i, false
	case w&tagged != 0:
		if j := r.next(i + 1); r.kind(j) == Ident {
			return r.next(j + 1), true
		}
		return i, false
	case w&typeofWord != 0:
		if j := r.next(i + 1); r.kind(j) == '(' && r.Match[j] > 0 {
			return r.next(int(r.Match[j]) + 1), true
		}
		return i, false
	case w&basic != 0:
		j, _ := r.skip(i, basic|qualifier)
		return j, true
	case w&keyword == 0:
		return r.next(i + 1), false
	}
	return i, false
}

// skip steps over words of the given classes and reports whether there was one.
func (r *rewriter) skip(i int, class Word) (int, bool) {
	found := false
	for i = r.next(i); r.wordAt(i)&class != 0; i = r.next(i + 1) {
		found = true
	}
	return i, found
}

// typeof makes "typeof(x)" one identifier.
func (r *rewriter) typeof(i int) {
	j := r.next(i + 1)
	if r.kind(j) != '(' || r.Match[j] < 0 {
		return
	}
	r.hide(i+1, int(r.Match[j])+1)
}

// caseRange spells "case a ... b" with an operator that binds weaker than all in a and b.
func (r *rewriter) caseRange(i int) {
	if k := r.kind(r.next(i + 1)); k == ')' || k == ',' {
		return // of a variadic declarator
	}
	if role := r.top().role; role == roleBlock || role == roleParen {
		r.put(i, "||")
		r.Toks[i].Kind = Operator
	}
}

// operator respells the operators for which the grammar has a syntax that is too narrow: offsetof takes no member path
// there, alignof no expression. As a plain name they take anything.
func (r *rewriter) operator(i int) {
	if r.Toks[i].Word&alignof != 0 || r.text(i) == "offsetof" {
		r.Norm[r.Toks[i].Pos] = hidden(r.Norm[r.Toks[i].Pos])
		r.Toks[i].Word = collapsed
	}
}

// asm makes an asm statement a call without arguments, and hides an asm name behind a declarator.
func (r *rewriter) asm(i int) {
	open := r.next(i + 1)
	for r.kind(open) == Ident {
		open = r.next(open + 1)
	}
	if r.kind(open) != '(' || r.Match[open] < 0 {
		return
	}
	if !r.startsStatement(i) {
		r.hide(i, int(r.Match[open])+1)
		return
	}
	r.collapse(i, open)
	r.hide(open+1, int(r.Match[open]))
}

// number makes a name of an argument that only looks like a number because the macro pastes it: 10baseT_Full.
func (r *rewriter) number(i int) {
	text := strings.TrimRight(r.text(i), "uUlL")
	if len(text) > 2 && text[0] == '0' && (text[1]|0x20 == 'x' || text[1]|0x20 == 'b') {
		return
	}
	if strings.ContainsAny(text, ".") || strings.Trim(text, "0123456789") == "" || floating.MatchString(text) {
		return
	}
	r.Norm[r.Toks[i].Pos] = '_'
	r.Toks[i].Kind = Ident
}

var floating = regexp.MustCompile(`^[0-9]+[eE][-+]?[0-9]+[fF]?$`)

// adjacent leaves one of several macros in a row that make up a string literal.
func (r *rewriter) adjacent(i int) {
	role := r.top().role
	if role != roleCall && role != roleInit || r.wordAt(i)&keyword != 0 {
		return
	}
	j := r.next(i + 1)
	if p := r.kind(r.prev); p != '(' && p != ',' && p != '{' && p != String && p != '=' {
		return
	}
	for r.kind(j) == Ident && r.wordAt(j)&keyword == 0 {
		next := r.next(j + 1)
		switch r.kind(next) {
		case Ident, String, ',', ')':
			r.hide(j, j+1)
		case '(': // a macro with a string for an argument
			r.hide(i, i+1)
			return
		default:
			return
		}
		j = next
	}
}

// stringCall hides a macro call next to a string literal.
func (r *rewriter) stringCall(i int) {
	j := r.next(i + 1)
	if r.kind(j) != '(' || r.Match[j] < 0 || r.wordAt(i)&keyword != 0 {
		return
	}
	first := r.kind(r.prev) == '(' || r.kind(r.prev) == ',' || r.kind(r.prev) == '='
	if r.kind(r.prev) == String || first && r.kind(r.next(int(r.Match[j])+1)) == String {
		r.hide(i, int(r.Match[j])+1)
	}
}

// annotatedPointer blanks the unknown words between a type and the * behind it, and between "*const" and a name.
func (r *rewriter) annotatedPointer(i int) {
	w := r.wordAt(i)
	j := r.next(i + 1)
	switch {
	case r.kind(j) != Ident || r.wordAt(j)&keyword != 0:
	case w&basic != 0 && w&typeName == 0 || r.wordAt(r.prev)&tagged != 0:
		for end := j; r.kind(end) == Ident && r.wordAt(end)&keyword == 0; {
			end = r.next(end + 1)
			if r.kind(end) == '*' {
				r.blankTokens(j, end)
			}
		}
	case w&keyword == 0 && r.kind(r.prev) == '*' || w&keyword == 0 && r.wordAt(r.prev)&qualifier != 0 && r.kind(r.before(r.prev)) == '*':
		if k := r.kind(r.next(j + 1)); k == ',' || k == ')' || k == ';' || k == '=' {
			r.blankTokens(i, i+1)
		}
	}
}

// call fills in empty arguments where there is room for a token.
func (r *rewriter) call(i int) {
	end := int(r.Match[i])
	if end < 0 || end == r.next(i+1) {
		return
	}
	for j := i; j < end; j = r.argumentEnd(j + 1) {
		next := r.next(j + 1)
		if k := r.kind(next); k == ',' || next == end {
			r.fill(j, next)
		}
	}
}

// fill puts a 0 into the white space between tokens i and j.
func (r *rewriter) fill(i, j int) { r.insert('0', int(r.Toks[i].End), int(r.Toks[j].Pos)) }

// insert puts c into the last blank of [pos, end) and reports whether there was one outside of a comment.
func (r *rewriter) insert(c byte, pos, end int) bool {
	for k := pos; k < end; k++ {
		if isComment(r.Src, k) {
			k = commentEnd(r.Src, k) - 1
			continue
		}
		if b := r.Norm[k]; b == ' ' || b == '\t' {
			r.Norm[k] = c
			return true
		}
	}
	return false
}

// stmtExpr spells "({ ... })" as "(X     )".
func (r *rewriter) stmtExpr(i int) {
	r.put(i, "X")
	r.hide(i+1, int(r.Match[i])+1)
}

// cast hides "(u8)" in front of a token that would make an arithmetic expression or a call of it. The parenthesis
// opens at token i; the cast is found again in front of the operand.
func (r *rewriter) cast(i int) bool {
	name := r.next(i + 1)
	if r.wordAt(name)&typeName == 0 || int(r.Match[i]) != r.next(name+1) || r.isOperand(r.prev) {
		return false
	}
	switch r.kind(r.next(int(r.Match[i]) + 1)) {
	case '-', '+', '*', '&', '(':
		r.hide(i, int(r.Match[i])+1)
		return true
	}
	return false
}

// parens hides the parentheses of "(x)" in front of an operator that also is a prefix operator, or of a parenthesis:
// the grammar would take x for a type and see a cast.
func (r *rewriter) parens(i int) bool {
	name := r.next(i + 1)
	end := r.next(name + 1)
	if r.kind(name) != Ident || r.wordAt(name)&(keyword|typeName) != 0 || int(r.Match[i]) != end || r.isOperand(r.prev) {
		return false
	}
	if r.wordAt(r.prev)&keyword != 0 && r.text(r.prev) != "return" && r.text(r.prev) != "case" {
		return false
	}
	switch j := r.next(end + 1); r.kind(j) {
	case '-', '+', '*', '&', '(':
	case Operator:
		if r.text(j) != "&&" {
			return false
		}
	default:
		return false
	}
	r.hide(i, i+1)
	r.hide(end, end+1)
	return true
}

func (r *rewriter) isOperand(i int) bool {
	switch r.kind(i) {
	case Ident:
		return r.wordAt(i)&keyword == 0 || r.wordAt(i)&calllike != 0
	case Number, String, Char, ')', ']', Inc, Dec:
		return true
	}
	return false
}
