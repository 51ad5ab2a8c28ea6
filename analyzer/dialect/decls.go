package dialect

import "strings"

// declaration applies the rules for the first identifier of a declaration at file scope or of a struct's member.
func (r *rewriter) declaration(i int) {
	if r.top().assigned {
		return
	}
	r.trailing(i)
	switch r.kind(r.prev) {
	case ';', '}', '{', Directive, 0:
	case '(', ',':
		if r.prev < r.top().open || r.top().role != roleStruct || r.kind(r.prev) == '(' && r.prev != r.top().open {
			return
		}
	case ')':
		if !r.bareCall(i) {
			return
		}
	default:
		return
	}
	j := r.next(i + 1)
	if r.kind(j) == '(' && r.kind(r.next(j+1)) == '*' {
		if r.top().role == roleFile && r.wordAt(i)&keyword == 0 {
			r.pointerVariable(i)
		}
		return
	}
	if r.top().role == roleStruct && r.kind(j) == '(' && r.wordAt(i)&keyword == 0 && r.Match[j] >= 0 {
		r.member(i, j, int(r.Match[j]))
		return
	}
	r.specifiers(i)
}

// bareCall reports whether token i follows a macro call at file scope that has no semicolon.
func (r *rewriter) bareCall(i int) bool {
	open := int(r.Match[r.prev])
	if r.top().role != roleFile || open < 0 || !r.newline(int(r.Toks[r.prev].End), int(r.Toks[i].Pos)) {
		return false
	}
	name := r.before(open)
	if r.kind(name) != Ident || r.wordAt(name)&keyword != 0 {
		return false
	}
	switch r.kind(r.before(name)) {
	case ';', '}', ')', Directive, 0:
		return true
	}
	return false
}

// specifiers blanks the words in a declaration's specifiers that are neither type nor storage nor the declared name:
// linkage and section macros of the kernel and of the driver.
func (r *rewriter) specifiers(i int) {
	var unknown []int
	typed := false
	j := i
	for ; r.kind(j) == Ident; j = r.next(j + 1) {
		w := r.wordAt(j)
		switch {
		case w&tagged != 0:
			typed = true
			j = r.tag(j)
		case w&(basic|typeofWord) != 0:
			typed = true
		case w&(storage|qualifier) == 0:
			unknown = append(unknown, j)
		}
	}
	switch r.kind(j) {
	case '*':
	case '(', ';', '=', '[', ',', ':':
		unknown = r.dropName(unknown, typed)
	default:
		return
	}
	if n := len(unknown); n > 0 && !typed {
		unknown = r.dropType(unknown)
	}
	for _, k := range unknown {
		r.blankTokens(k, k+1)
	}
}

// tag steps over the tag behind struct, union or enum, and blanks an annotation in front of it.
func (r *rewriter) tag(j int) int {
	k := r.next(j + 1)
	if r.kind(k) != Ident {
		return j
	}
	if k2 := r.next(k + 1); r.kind(k2) == Ident && r.kind(r.next(k2+1)) == '{' {
		r.blankTokens(k, k+1)
		return k2
	}
	return k
}

// dropName takes the declared name out of the unknown words: the last, or the one in front of an annotation.
func (r *rewriter) dropName(unknown []int, typed bool) []int {
	n := len(unknown)
	if n == 0 {
		return nil
	}
	last := r.text(unknown[n-1])
	if (n > 2 || n > 1 && typed) && strings.HasPrefix(last, "__") && !strings.HasPrefix(r.text(unknown[n-2]), "__") {
		return append(unknown[:n-2:n-2], unknown[n-1])
	}
	return unknown[:n-1]
}

// dropType takes the type out: the last word that does not stand behind the declared name.
func (r *rewriter) dropType(unknown []int) []int {
	n := len(unknown)
	if n > 1 && r.next(unknown[n-2]+1) != unknown[n-1] && r.wordAt(r.before(unknown[n-1]))&storage == 0 {
		return append(unknown[:n-2:n-2], unknown[n-1])
	}
	return unknown[:n-1]
}

// trailing blanks an annotation behind an array bound or a parameter list.
func (r *rewriter) trailing(i int) {
	if k := r.kind(r.prev); k != ']' && k != ')' || r.wordAt(i)&keyword != 0 {
		return
	}
	if k := r.kind(r.next(i + 1)); k == ';' || k == '=' {
		r.blankTokens(i, i+1)
	}
}

// groups are the macros of include/linux/stddef.h that enclose members. The values are the numbers of arguments in
// front of the members, and the index of the tag or -1.
var groups = map[string]struct{ lead, tag int }{
	"struct_group":        {1, -1},
	"struct_group_attr":   {2, -1},
	"struct_group_tagged": {2, 0},
	"__struct_group":      {3, 0},
}

// member rewrites the macro call name(...) in a struct body to a field.
func (r *rewriter) member(name, open, end int) {
	text := r.text(name)
	if g, ok := groups[text]; ok {
		r.group(name, open, end, g.lead, g.tag)
		return
	}
	args := r.args(open, end)
	switch {
	case text == "DECLARE_BITMAP" && len(args) == 2:
		r.bitmap(name, open, end, args)
	case strings.HasSuffix(text, "DECLARE_FLEX_ARRAY") && len(args) == 2:
		r.blankTokens(name, open+1)
		r.blankTokens(args[1]-1, args[1])
		r.blankTokens(end, end+1)
	case len(args) > 0 && r.kind(args[0]) == Ident:
		r.hide(open, open+1)
		r.hide(args[0]+1, end+1)
		if r.kind(r.next(end+1)) != ';' {
			r.Norm[r.Toks[end].Pos] = ';'
		}
	default: // a member without a name
		r.hide(open, end+1)
		if r.kind(r.next(end+1)) != ';' {
			r.Norm[r.Toks[end].Pos] = ';'
		}
	}
}

// args returns the indexes of the first tokens of the arguments.
func (r *rewriter) args(open, end int) []int {
	var list []int
	for j := open; j < end && r.kind(j) != ')'; j = r.argumentEnd(j + 1) {
		list = append(list, r.next(j+1))
	}
	return list
}

// bitmap spells DECLARE_BITMAP(name, bits) as "long name[bits]".
func (r *rewriter) bitmap(name, open, end int, args []int) {
	r.put(name, "long")
	r.Toks[name].Word = keyword | basic
	r.blankTokens(open, open+1)
	comma := args[1] - 1
	r.put(comma, "[")
	r.put(end, "]")
	r.Toks[comma].Kind, r.Toks[end].Kind = '[', ']'
	r.Match[comma], r.Match[end] = int32(end), int32(comma)
}

// group spells struct_group(NAME, members) as "struct { members }".
func (r *rewriter) group(name, open, end, lead, tag int) {
	args := r.args(open, end)
	if len(args) <= lead {
		return
	}
	members := args[lead]
	r.put(name, "struct")
	r.Toks[name].Word = keyword | tagged
	brace := open
	if tag >= 0 && r.kind(args[tag]) == Ident && r.text(args[tag]) != "" {
		r.blankTokens(open, args[tag])
		brace = args[tag] + 1
		r.blankTokens(brace+1, members)
	} else {
		r.blankTokens(open+1, members)
	}
	r.put(brace, "{")
	r.put(end, "}")
	r.Toks[brace].Kind, r.Toks[end].Kind = '{', '}'
	r.Match[open], r.Match[brace], r.Match[end] = -1, int32(end), int32(brace)
}

// enumerator drops the arguments of a macro that stands for an enumerator.
func (r *rewriter) enumerator(i int) {
	if k := r.kind(r.prev); k != '{' && k != ',' && k != ')' && k != Ident {
		return
	}
	j, last := r.next(i+1), i
	if r.kind(j) == '(' && r.Match[j] >= 0 {
		last = int(r.Match[j])
		r.hide(j, last+1)
		j = r.next(last + 1)
	}
	r.comma(last, j)
}

// comma separates an element that is a macro from the next element on a later line.
func (r *rewriter) comma(last, next int) {
	if k := r.kind(next); k != Ident && k != '.' {
		return
	}
	if pos, end := int(r.Toks[last].End), int(r.Toks[next].Pos); r.newline(pos, end) {
		r.insert(',', pos, end)
	}
}

// element applies to a macro among the elements of an initialiser: it may bring its own comma.
func (r *rewriter) element(i int) {
	if k := r.kind(r.prev); k != '{' && k != ',' && k != ')' && k != Ident {
		return
	}
	j := r.next(i + 1)
	if r.kind(j) == '(' && r.Match[j] >= 0 {
		end := int(r.Match[j])
		if r.kind(r.next(end+1)) == '=' {
			r.designator(i, j, end)
			return
		}
		r.comma(end, r.next(end+1))
		return
	}
	r.comma(i, j)
}

// designator spells "INDEX(x) = value" as "[x] = value".
func (r *rewriter) designator(i, open, end int) {
	r.put(i, "[")
	r.put(open, " ")
	r.put(end, "]")
	r.Toks[i].Kind, r.Toks[end].Kind = '[', ']'
	r.Toks[open].Hidden = true
	if args := r.args(open, end); len(args) > 1 {
		r.hide(r.argumentEnd(open+1), end)
	}
	r.Match[open], r.Match[i], r.Match[end] = -1, int32(end), int32(i)
	r.frames = append(r.frames, frame{role: roleIndex, open: i})
}

// Group reports whether name is one of the macros that enclose members of a struct: lead is the number of arguments
// in front of the members, tag the index of the tag's argument or -1.
func Group(name string) (lead, tag int, ok bool) {
	g, ok := groups[name]
	return g.lead, g.tag, ok
}
