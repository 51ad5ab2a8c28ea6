package index

import "github.com/capcheck/capcheck/analyzer/dialect"

// function records the function whose body opens at brace i and returns the index of its last token. A body without
// end reaches to the end of the file.
func (b *builder) function(i, end int) int {
	if end < 0 {
		end = b.bodyEnd(i)
	}
	last := end
	if b.Match[end] >= 0 && int(b.Match[end]) != i {
		last = b.branchEnd(i, end) // another branch of an #if has another head for the same body
	}
	b.conditionals(i, last)
	name := b.functionName(i)
	if name < 0 {
		b.start = -1
		return last
	}
	f := &Func{File: b.file, Name: b.name(name), Span: b.span(b.start, end), BodyPos: int(b.Toks[i].Pos)}
	f.Static, f.Inline = b.linkage(name)
	f.Mentions = b.mentions(b.start, end)
	f.Stores = b.stores(i, end)
	b.file.Funcs = append(b.file.Funcs, f)
	b.start = -1
	return last
}

// branchEnd returns the last token in front of the #else or #elif that ends the branch with token i.
func (b *builder) branchEnd(i, end int) int {
	depth := 0
	for j := i + 1; j < end; j++ {
		if b.kind(j) != dialect.Directive {
			continue
		}
		switch dialect.DirectiveName(b.Src[b.Toks[j].Pos:b.Toks[j].End]) {
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			depth--
		case "else", "elif", "elifdef", "elifndef":
			if depth == 0 {
				return j - 1
			}
		}
		if depth < 0 {
			return end
		}
	}
	return end
}

// bodyEnd finds an end for a body whose brace has no partner: the token in front of the next function, which opens
// in column 0, or the last one.
func (b *builder) bodyEnd(i int) int {
	for j := i + 1; j < len(b.Toks); j++ {
		if pos := b.Toks[j].Pos; b.Toks[j].Kind == '{' && b.Src[pos-1] == '\n' && b.kind(j-1) == ')' {
			return max(i, b.headerStart(j, i)-1)
		}
	}
	return len(b.Toks) - 1
}

// headerStart goes back from a body's brace to the first token of the line that starts in column 0, not beyond low.
func (b *builder) headerStart(i, low int) int {
	for j := i - 1; j > low; j-- {
		if pos := b.Toks[j].Pos; b.kind(j) == dialect.Ident && (pos == 0 || b.Src[pos-1] == '\n') {
			return j
		}
	}
	return i
}

// functionName returns the token of the declared name for the body at brace i: the identifier in front of the last
// parameter list that is no annotation, or inside of the declarator of a function that returns a function pointer.
func (b *builder) functionName(i int) int {
	var lists []int // opening parentheses at depth 0
	for j := b.start; j < i; j = b.after(j) {
		if b.kind(j) == '(' && int(b.Match[j]) > j {
			lists = append(lists, j)
		}
	}
	for n := len(lists) - 1; n >= 0; n-- {
		p := b.prev(lists[n])
		switch {
		case p >= b.start && b.kind(p) == dialect.Ident && !(n > 0 && b.kind(b.prev(p)) == ')' && b.prev(p) == int(b.Match[lists[n-1]])):
			return p
		case b.kind(p) == ')' && n > 0:
			if inner := b.innerName(lists[n-1]); inner >= 0 {
				return inner
			}
		}
	}
	return -1
}

// innerName finds the name in "(*name(int x))".
func (b *builder) innerName(open int) int {
	if b.kind(b.next(open+1)) != '*' {
		return -1
	}
	for j := open + 1; j < int(b.Match[open]); j++ {
		if b.kind(j) == dialect.Ident && b.kind(b.next(j+1)) == '(' {
			return j
		}
	}
	return -1
}

// linkage looks for static and inline in front of the name, among the blanked words as well.
func (b *builder) linkage(name int) (static, inline bool) {
	first := b.start
	for first > 0 && b.kind(first-1) == dialect.Blanked {
		first--
	}
	for j := first; j < name; j++ {
		switch b.text(j) {
		case "static":
			static = true
		case "inline", "__inline", "__inline__", "__always_inline":
			inline = true
		}
	}
	return static, inline
}
