package dialect

import "bytes"

// Kind tells tokens apart. A one-byte punctuator is its own kind, as in '{' and ';'.
type Kind uint8

// The kinds of tokens that are no single byte.
const (
	Blanked   Kind = 0 // was an annotation; Normalize made it blank
	Ident     Kind = 128 + iota
	Number         // any preprocessing number
	String         // one literal with its quotes, without an encoding prefix
	Char           // a character constant with its quotes
	Directive      // a whole preprocessor line, continuations included, newline excluded
	Arrow          // ->
	Inc            // ++
	Dec            // --
	AssignOp       // += and its kin, not =
	Ellipsis       // ...
	Operator       // any other punctuator of two bytes
)

// Token is a piece of C text: the bytes [Pos, End).
type Token struct {
	Pos, End int32
	Word     Word // of an Ident, set by Analyse
	Kind     Kind
	// Hidden says that the token is blank in the normalised text although it means something: it is part of an
	// argument that was made one identifier, and is found again in the original text.
	Hidden bool
}

// Scan splits src into tokens. Comments and white space give none. Scan takes any bytes: what is no C is a punctuator
// of one byte, a literal without its end stops at the end of the line, a comment without its end at the end of src.
func Scan(src []byte) []Token {
	s := scanner{src: src, toks: make([]Token, 0, len(src)/5+8), lineStart: true}
	for s.pos < len(src) {
		s.next()
	}
	return s.toks
}

type scanner struct {
	src       []byte
	toks      []Token
	pos       int
	lineStart bool // nothing but blanks and comments on this line so far
}

func (s *scanner) emit(kind Kind, end int) {
	s.toks = append(s.toks, Token{Pos: int32(s.pos), End: int32(end), Kind: kind})
	s.pos, s.lineStart = end, false
}

func (s *scanner) next() {
	c := s.src[s.pos]
	switch class[c] {
	case space:
		s.lineStart = s.lineStart || c == '\n'
		s.pos++
	case letter:
		s.emit(Ident, identEnd(s.src, s.pos))
	case digit:
		s.emit(Number, numberEnd(s.src, s.pos))
	case quote:
		s.emit(literalKind(c), literalEnd(s.src, s.pos))
	default:
		s.punct(c)
	}
}

func (s *scanner) punct(c byte) {
	switch {
	case c == '/' && isComment(s.src, s.pos):
		s.pos = commentEnd(s.src, s.pos)
	case c == '#' && s.lineStart:
		s.emit(Directive, directiveEnd(s.src, s.pos))
		s.lineStart = true
	case c == '\\' && s.peek(1) == '\n', c == '\\' && s.peek(1) == '\r' && s.peek(2) == '\n':
		s.pos++ // a continuation outside of a directive is a blank
	case c == '.' && class[s.peek(1)] == digit:
		s.emit(Number, numberEnd(s.src, s.pos))
	default:
		kind, n := operator(c, s.peek(1), s.peek(2))
		s.emit(kind, s.pos+n)
	}
}

func (s *scanner) peek(n int) byte {
	if s.pos+n < len(s.src) {
		return s.src[s.pos+n]
	}
	return 0
}

// operator returns kind and length of the punctuator that starts with a, followed by the bytes b and c.
func operator(a, b, c byte) (Kind, int) {
	switch {
	case a == '.' && b == '.' && c == '.':
		return Ellipsis, 3
	case a == '-' && b == '>':
		return Arrow, 2
	case a == '+' && b == '+':
		return Inc, 2
	case a == '-' && b == '-':
		return Dec, 2
	case a == '<' && b == '<', a == '>' && b == '>':
		if c == '=' {
			return AssignOp, 3
		}
		return Operator, 2
	case b == '=':
		switch a {
		case '+', '-', '*', '/', '%', '&', '|', '^':
			return AssignOp, 2
		case '=', '!', '<', '>':
			return Operator, 2
		}
	case a == '&' && b == '&', a == '|' && b == '|', a == '#' && b == '#':
		return Operator, 2
	}
	if a >= 128 || a == 0 {
		a = '@'
	}
	return Kind(a), 1
}

type byteClass uint8

const (
	other byteClass = iota
	space
	letter
	digit
	quote
)

var class = func() (t [256]byteClass) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c == '$', c >= 128:
			t[c] = letter
		case c >= '0' && c <= '9':
			t[c] = digit
		case c == ' ', c == '\t', c == '\n', c == '\r', c == '\f', c == '\v':
			t[c] = space
		case c == '"', c == '\'':
			t[c] = quote
		}
	}
	return t
}()

func identEnd(src []byte, i int) int {
	for i < len(src) && (class[src[i]] == letter || class[src[i]] == digit) {
		i++
	}
	return i
}

// numberEnd follows the rule for preprocessing numbers: 0x1e+1 is one of them only for e, E, p and P of non-hex
// numbers, and the kernel writes 0xe+1 as a sum.
func numberEnd(src []byte, i int) int {
	hex := i+1 < len(src) && src[i] == '0' && src[i+1]|0x20 == 'x'
	for ; i < len(src); i++ {
		c := src[i]
		if class[c] == letter || class[c] == digit || c == '.' {
			continue
		}
		exponent := i > 0 && (src[i-1]|0x20 == 'e' && !hex || src[i-1]|0x20 == 'p')
		if (c == '+' || c == '-') && exponent {
			continue
		}
		break
	}
	return i
}

func literalKind(c byte) Kind {
	if c == '"' {
		return String
	}
	return Char
}

func literalEnd(src []byte, i int) int {
	open := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case open:
			return i + 1
		case '\n':
			return i
		case '\\':
			i++
			if i < len(src) && src[i] == '\r' && i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
		}
	}
	return len(src)
}

func isComment(src []byte, i int) bool {
	return i+1 < len(src) && src[i] == '/' && (src[i+1] == '/' || src[i+1] == '*')
}

func commentEnd(src []byte, i int) int {
	if src[i+1] == '*' {
		if n := bytes.Index(src[i+2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
		return len(src)
	}
	for i += 2; i < len(src); i++ {
		if src[i] == '\n' && !continued(src, i) {
			return i
		}
	}
	return len(src)
}

// continued reports whether the newline at i is behind a backslash.
func continued(src []byte, i int) bool {
	if i > 0 && src[i-1] == '\r' {
		i--
	}
	return i > 0 && src[i-1] == '\\'
}

// directiveEnd returns the end of the preprocessor line at i: the newline that no backslash and no comment hides.
func directiveEnd(src []byte, i int) int {
	for i < len(src) {
		switch c := src[i]; {
		case c == '\n':
			if !continued(src, i) {
				return trimCR(src, i)
			}
			i++
		case c == '"' || c == '\'':
			i = directiveLiteral(src, i)
		case isComment(src, i):
			i = commentEnd(src, i)
		default:
			i++
		}
	}
	return i
}

// directiveLiteral steps over a literal in a directive; a lone apostrophe, as in #error text, is no literal.
func directiveLiteral(src []byte, i int) int {
	end := literalEnd(src, i)
	if end > i+1 && src[end-1] == src[i] {
		return end
	}
	return i + 1
}

func trimCR(src []byte, i int) int {
	if i > 0 && src[i-1] == '\r' {
		return i - 1
	}
	return i
}
