package dialect

// role says what a bracket encloses.
type role uint8

const (
	roleFile   role = iota
	roleBlock       // statements
	roleStruct      // members of a struct or union
	roleEnum        // enumerators
	roleInit        // an initialiser list
	roleCall        // arguments of a call
	roleParen       // parentheses of an expression, a condition, a cast
	roleParams      // parameters of a declarator
	roleIndex       // [ ]
)

// frame is an open bracket.
type frame struct {
	role     role
	open     int  // token index of the bracket, -1 for the file
	assigned bool // at file scope: behind the = of an initialiser
	label    bool // in a block: in front of the colon of a case label
}

// inExpr reports whether an identifier in the frame can be part of an expression.
func (f *frame) inExpr() bool {
	switch f.role {
	case roleFile:
		return f.assigned
	case roleBlock, roleInit, roleCall, roleParen, roleIndex, roleEnum:
		return true
	}
	return false
}

func (r *rewriter) top() *frame { return &r.frames[len(r.frames)-1] }

func (r *rewriter) push(i int) {
	f := frame{open: i}
	if r.top().inExpr() && r.Match[i] >= 0 {
		if r.kind(i) == '(' && (r.cast(i) || r.parens(i)) {
			return
		}
		if r.kind(i) == '{' && r.kind(r.prev) == '(' && r.prev == r.top().open {
			r.stmtExpr(i)
			return
		}
	}
	switch r.kind(i) {
	case '(':
		f.role = r.parenRole(i)
	case '[':
		f.role = roleIndex
	case '{':
		f.role = r.braceRole()
	}
	r.frames = append(r.frames, f)
	if f.role == roleCall {
		r.call(i)
	}
}

// pop closes the frame that bracket i matches; brackets without partner change nothing.
func (r *rewriter) pop(i int) {
	open := int(r.Match[i])
	if open < 0 {
		return
	}
	for n := len(r.frames) - 1; n > 0; n-- {
		if r.frames[n].open == open {
			role := r.frames[n].role
			r.frames = r.frames[:n]
			if (role == roleStruct || role == roleEnum) && r.top().role == roleBlock {
				r.localType(i)
			}
			return
		}
	}
	// The bracket was opened under another branch of an #if: drop what it encloses.
	for len(r.frames) > 1 && r.top().open > open {
		r.frames = r.frames[:len(r.frames)-1]
	}
}

func (r *rewriter) parenRole(i int) role {
	outer := r.top()
	callee := r.kind(r.prev) == Ident && r.wordAt(r.prev)&keyword == 0
	switch {
	case !outer.inExpr():
		return roleParams
	case callee && !r.isDeclarator(r.prev):
		return roleCall
	}
	return roleParen
}

// isDeclarator reports whether identifier i is declared as a function inside a block: a type stands in front of it.
func (r *rewriter) isDeclarator(i int) bool {
	if r.top().role != roleBlock {
		return false
	}
	p := r.before(i)
	return r.kind(p) == Ident && (r.wordAt(p)&basic != 0 || r.wordAt(r.before(p))&tagged != 0)
}

// before returns the index of the token in front of i that is not blanked, or -1.
func (r *rewriter) before(i int) int {
	for i--; i >= 0 && (r.Toks[i].Kind == Blanked || r.Toks[i].Hidden); i-- {
	}
	return i
}

func (r *rewriter) braceRole() role {
	p := r.prev
	if r.wordAt(p)&tagged != 0 {
		return tagRole(r.text(p))
	}
	if q := r.before(p); r.kind(p) == Ident && r.wordAt(q)&tagged != 0 {
		return tagRole(r.text(q))
	}
	outer := r.top()
	switch outer.role {
	case roleFile:
		if r.kind(p) == String {
			return roleFile // extern "C" {
		}
		if outer.assigned || r.kind(p) == '=' {
			return roleInit
		}
		return roleBlock
	case roleBlock:
		if r.kind(p) == '=' || r.kind(p) == ']' || r.isCast(p) {
			return roleInit
		}
		return roleBlock
	case roleCall, roleParen:
		return roleInit
	}
	return roleInit
}

// isCast reports whether the parenthesis closed at p holds the type of a compound literal.
func (r *rewriter) isCast(p int) bool {
	if r.kind(p) != ')' || r.Match[p] < 0 {
		return false
	}
	q := r.before(int(r.Match[p]))
	switch r.kind(q) {
	case Ident:
		return r.text(q) == "return"
	case '=', '(', ',', '&', '?', ':', '[', AssignOp:
		return true
	}
	return false
}

func tagRole(word string) role {
	if word == "enum" {
		return roleEnum
	}
	return roleStruct
}

// localType gives "struct x { ... };" inside a function a variable, since the grammar wants one: X, where the source
// has blanks, or where it has the closing brace if there is room for that in front.
func (r *rewriter) localType(i int) {
	semi := r.next(i + 1)
	if r.kind(semi) != ';' {
		return
	}
	pos := r.Toks[i].Pos
	if r.insert('X', int(r.Toks[i].End), int(r.Toks[semi].Pos)) {
		return
	}
	if c := r.Norm[pos-1]; c == ' ' || c == '\t' {
		r.Norm[pos-1], r.Norm[pos] = '}', 'X'
		return
	}
	if next := r.next(semi + 1); next < len(r.Toks) && r.insert(';', int(r.Toks[semi].End), int(r.Toks[next].Pos)) {
		r.put(semi, "X")
	}
}
