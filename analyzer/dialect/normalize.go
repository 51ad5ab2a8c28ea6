// Package dialect rewrites kernel C into C that a plain grammar takes.
//
// The rewriting keeps every offset true: the text keeps its length and its newlines, so a place in the result is the
// same place in the file, and the original spelling is found again under it. What has no meaning for the data is
// blanked (sparse annotations, section and compiler attributes). What the grammar cannot read is spelled as something
// of the same shape that it can: a type in an argument list becomes one identifier, a loop macro becomes a while, a
// macro that declares a field becomes the field. Literals and comments are never touched, and a second run changes
// nothing.
//
// All rules are lexical. They rest on the tokens (token.go), on which bracket closes which (match.go), and on a
// little context: whether a token stands at file scope, in a block, in a struct body, in an initialiser (frame.go).
package dialect

import "bytes"

// Text is a piece of C with its tokens and its normalised form.
type Text struct {
	Src  []byte
	Norm []byte
	Toks []Token // of Src; annotations that were blanked have the kind Blanked
	// Match holds for a bracket the index of its partner, for all else -1.
	Match []int32
}

// Normalize returns src rewritten. The result has src's length and newlines; Normalize of it is itself.
func Normalize(src []byte) []byte {
	text := Analyse(src).Norm
	for range maxRounds {
		next := Analyse(text).Norm
		if bytes.Equal(next, text) {
			break
		}
		text = next
	}
	return text
}

// maxRounds bounds the rewriting of text that is no C, where one rule's result can look like another's pattern.
const maxRounds = 100

// Analyse scans and normalises src in one round, which is all that C needs.
func Analyse(src []byte) *Text {
	t := &Text{Src: src, Norm: append(make([]byte, 0, len(src)), src...), Toks: Scan(src)}
	for i := range t.Toks {
		if tok := &t.Toks[i]; tok.Kind == Ident {
			tok.Word = wordOf(src[tok.Pos:tok.End])
		}
	}
	t.Match = matchBrackets(src, t.Toks)
	r := rewriter{Text: t, frames: make([]frame, 1, 32)}
	r.blankAnnotations()
	r.run()
	return t
}

// rewriter walks over the tokens once.
type rewriter struct {
	*Text
	frames []frame
	prev   int // index of the last token that is not blanked, -1 in front of the first
}

// blankAnnotations goes first, so that no other rule meets one.
func (r *rewriter) blankAnnotations() {
	for i := 0; i < len(r.Toks); i++ {
		t := &r.Toks[i]
		switch {
		case t.Word&annotationCall != 0 && r.kind(i+1) == '(' && r.Match[i+1] >= 0:
			end := int(r.Match[i+1])
			r.blankTokens(i, end+1)
			i = end
		case t.Word&annotation != 0:
			r.blankTokens(i, i+1)
		}
	}
}

func (r *rewriter) run() {
	r.prev = -1
	for i := 0; i < len(r.Toks); i++ {
		t := r.Toks[i]
		if t.Hidden {
			continue
		}
		switch t.Kind {
		case Blanked:
			continue
		case Directive:
		case '(', '[', '{':
			r.push(i)
		case ')', ']', '}':
			r.pop(i)
		default:
			r.word(i, t)
		}
		if r.Toks[i].Hidden {
			continue
		}
		r.prev = i
	}
}

// word applies the rules that start at an identifier or an operator.
func (r *rewriter) word(i int, t Token) {
	f := r.top()
	if f.role == roleCall && (r.kind(r.prev) == ',' || r.prev == f.open) {
		if r.argument(i) {
			return
		}
	}
	switch {
	case t.Kind == '=' && f.role == roleFile:
		f.assigned = true
	case t.Kind == ';':
		f.assigned, f.label = false, false
	case t.Kind == ':' && f.label:
		f.label = false
		r.Toks[i].Kind = ';' // what follows starts a statement
	case f.role == roleBlock && t.Kind == Ident && (r.text(i) == "case" || r.text(i) == "default"):
		f.label = true
	case t.Kind == Ellipsis:
		r.caseRange(i)
	case t.Kind == Number && f.role == roleCall:
		r.number(i)
	case t.Kind != Ident:
	case t.Word&typeofWord != 0:
		r.typeof(i)
	case t.Word&asmWord != 0 && f.role != roleFile:
		r.asm(i)
	case f.role == roleFile || f.role == roleStruct:
		r.declaration(i)
	case f.role == roleEnum:
		r.enumerator(i)
	case f.role == roleInit && t.Word&keyword == 0:
		r.element(i)
	case f.role == roleBlock && t.Word&keyword == 0:
		r.statement(i)
	case f.role == roleBlock && t.Word&tagged != 0:
		r.forward(i)
	}
	if t.Kind == Ident && !r.Toks[i].Hidden {
		r.annotatedPointer(i)
		if f.inExpr() {
			r.operator(i)
			r.adjacent(i)
			r.stringCall(i)
		}
	}
}

func (r *rewriter) kind(i int) Kind {
	if i < 0 || i >= len(r.Toks) || r.Toks[i].Hidden {
		return 0
	}
	return r.Toks[i].Kind
}

// text returns the original spelling of token i, "" outside.
func (r *rewriter) text(i int) string {
	if i < 0 || i >= len(r.Toks) {
		return ""
	}
	return string(r.Src[r.Toks[i].Pos:r.Toks[i].End])
}

func (r *rewriter) wordAt(i int) Word {
	if i < 0 || i >= len(r.Toks) {
		return 0
	}
	return r.Toks[i].Word
}

// next returns the index of the first token from i on that is not blanked.
func (r *rewriter) next(i int) int {
	for i < len(r.Toks) && (r.Toks[i].Kind == Blanked || r.Toks[i].Hidden) {
		i++
	}
	return i
}

// blankTokens makes the tokens [i, j) blank, except the comments between them.
func (r *rewriter) blankTokens(i, j int) {
	for ; i < j && i < len(r.Toks); i++ {
		t := &r.Toks[i]
		if t.Kind == Directive {
			continue
		}
		r.blank(int(t.Pos), int(t.End))
		t.Kind, t.Word = Blanked, 0
	}
}

// hide makes the tokens [i, j) blank as well, but leaves them to the index.
func (r *rewriter) hide(i, j int) {
	for ; i < j && i < len(r.Toks); i++ {
		t := &r.Toks[i]
		if t.Kind == Blanked {
			continue
		}
		r.blank(int(t.Pos), int(t.End))
		t.Hidden = true
	}
}

// blank overwrites the bytes [pos, end) with blanks, newlines excepted.
func (r *rewriter) blank(pos, end int) {
	for ; pos < end; pos++ {
		if c := r.Norm[pos]; c != '\n' && c != '\r' {
			r.Norm[pos] = ' '
		}
	}
}

// put overwrites the start of token i with s and blanks the rest of it.
func (r *rewriter) put(i int, s string) {
	t := r.Toks[i]
	r.blank(int(t.Pos), int(t.End))
	copy(r.Norm[t.Pos:t.End], s)
}
