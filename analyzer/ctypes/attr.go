package ctypes

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// attrs are the layout attributes of a type or member. The tree does not keep them: they are read from the text.
type attrs struct {
	packed bool
	align  int64 // 0 none, -1 unknown
}

var (
	packedRE  = regexp.MustCompile(`\b(?:__packed|(?:__)?packed(?:__)?)\b`)
	alignedRE = regexp.MustCompile(`\b(?:__)?aligned(?:__)?\b(?:\s*\(\s*(\w+)\s*(?:\(\s*([\w *]+?)\s*\)\s*)?\))?`)
	cacheRE   = regexp.MustCompile(`\b_*cacheline_aligned\w*`)
	condRE    = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif|error)\b[ \t]*(.*)`)
	commentRE = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
)

// readAttrs finds the attributes in text, which holds no body of another type.
func readAttrs(text []byte) attrs {
	var a attrs
	if !bytes.Contains(text, []byte("packed")) && !bytes.Contains(text, []byte("aligned")) {
		return a
	}
	text = commentRE.ReplaceAll(text, nil)
	a.packed = packedRE.Match(text)
	if m := alignedRE.FindSubmatch(text); m != nil {
		a.align = alignment(string(m[1]), string(m[2]))
	}
	if cacheRE.Match(text) {
		a.align = -1 // depends on the machine
	}
	return a
}

func alignment(arg, of string) int64 {
	if arg == "" {
		return 16
	}
	if arg == "sizeof" || arg == "__alignof__" || arg == "alignof" {
		if strings.HasSuffix(of, "*") {
			return 8
		}
		if t := wellKnown(of); t != nil {
			return t.Size
		}
		if t := basic(of); of == "long" || of == "unsigned long" || of == "long long" {
			return t.Size
		}
		return -1
	}
	n, err := strconv.ParseInt(arg, 0, 32)
	if err != nil || n <= 0 {
		return -1
	}
	return n
}

// trailing reads the attributes of a defined type: in front of the brace, and behind it up to the first name.
func trailing(text []byte, t *syntax.Type) attrs {
	if t.Pos < 0 || t.End > len(text) || t.Pos >= t.End {
		return attrs{}
	}
	span := text[t.Pos:t.End]
	open, brace := bytes.IndexByte(span, '{'), bytes.LastIndexByte(span, '}')
	if open < 0 || brace < open {
		return attrs{}
	}
	front := readAttrs(span[:open])
	back := readAttrs(attributeRun(text[t.Pos+brace+1:]))
	front.packed = front.packed || back.packed
	if back.align != 0 {
		front.align = back.align
	}
	return front
}

var wordRE = regexp.MustCompile(`^(?:\s|/\*(?s:.*?)\*/)*([A-Za-z_]\w*)`)

// attributeRun is the part of text that consists of attributes: names like __packed and what is in their parentheses.
func attributeRun(text []byte) []byte {
	pos := 0
	for {
		m := wordRE.FindSubmatchIndex(text[pos:])
		if m == nil || !attributeName(string(text[pos+m[2]:pos+m[3]])) {
			return text[:pos]
		}
		pos += m[1]
		rest := bytes.TrimLeft(text[pos:], " \t\n")
		if len(rest) > 0 && rest[0] == '(' {
			pos = len(text) - len(rest) + parens(rest)
		}
	}
}

func attributeName(s string) bool {
	return strings.HasPrefix(s, "__") || strings.HasPrefix(s, "____")
}

// parens returns the length of the parenthesised text that b starts with.
func parens(b []byte) int {
	depth := 0
	for i, c := range b {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(b)
}

// items lists the body of t. Text between the fields is read for conditionals when the fields are where they say they
// are; fields made by a macro all stand at its call, and are taken as they come.
func items(text []byte, t *syntax.Type) []item {
	var out []item
	prev := bodyStart(text, t)
	for i, f := range t.Fields {
		start := f.Pos
		if prev >= 0 && f.Pos >= prev && f.Pos <= len(text) {
			out = append(out, conditionals(text[prev:f.Pos])...)
			start = prev + 1 + bytes.LastIndexAny(text[prev:f.Pos], ";{}\n")
		}
		it := item{field: f, index: i, macro: readMacro(text, f.Pos)}
		if it.macro.group == "" {
			it.attrs = fieldAttrs(text, f, start)
		}
		out = append(out, it)
		if prev >= 0 && f.End > prev && f.End <= len(text) {
			prev = f.End
		}
	}
	if prev >= 0 && t.End <= len(text) && prev <= t.End {
		out = append(out, conditionals(text[prev:t.End])...)
	}
	return out
}

func bodyStart(text []byte, t *syntax.Type) int {
	if t.Pos < 0 || t.End > len(text) || t.Pos >= t.End {
		return -1
	}
	sep := byte('{')
	if readMacro(text, t.Pos).group != "" {
		sep = '('
	}
	open := bytes.IndexByte(text[t.Pos:t.End], sep)
	if open < 0 {
		return -1
	}
	return t.Pos + open + 1
}

// conditionals lists the #if lines of text.
func conditionals(text []byte) []item {
	if bytes.IndexByte(text, '#') < 0 {
		return nil
	}
	var out []item
	for _, m := range condRE.FindAllSubmatch(commentRE.ReplaceAll(text, nil), -1) {
		word, arg := string(m[1]), strings.TrimSpace(string(m[2]))
		switch word {
		case "ifdef":
			word, arg = "if", "defined("+arg+")"
		case "ifndef":
			word, arg = "if", "!defined("+arg+")"
		}
		out = append(out, item{cond: word, arg: arg})
	}
	return out
}

// fieldAttrs reads the attributes of a member, from start to the end of its declaration, or from the end of its type's
// body.
func fieldAttrs(text []byte, f *syntax.Field, start int) attrs {
	if f.Type != nil && f.Type.Defined && f.Type.End <= f.End {
		start = f.Type.End
	}
	if start < 0 || start >= len(text) {
		return attrs{}
	}
	rest := text[start:]
	end, depth := len(rest), 0
	for i, c := range rest {
		if c == '(' {
			depth++
		} else if c == ')' {
			depth--
		} else if c == '}' || depth <= 0 && c == ';' {
			end = i
			break
		}
	}
	return readAttrs(rest[:end])
}

// verdict says whether a branch is compiled.
type verdict uint8

const (
	maybe verdict = iota
	always
	never
)

// known decides the conditions that are the same in every kernel build.
func known(it item) verdict {
	switch strings.ReplaceAll(it.arg, " ", "") {
	case "0", "defined(__cplusplus)", "!defined(__KERNEL__)", "defined(__CHECKER__)":
		return never
	case "1", "defined(__KERNEL__)", "!defined(__cplusplus)", "!defined(__CHECKER__)":
		return always
	}
	if it.cond == "else" {
		return always
	}
	return maybe
}
