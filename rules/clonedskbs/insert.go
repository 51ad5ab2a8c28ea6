package clonedskbs

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// prefix is what flags are called in C.
const prefix = "IEEE80211_HW_"

// insert makes the edit that sets the flag behind site, in its spelling: a call is repeated on a line of its own with
// the other flag's name, a chain of | gets one more member.
func insert(site driver.Flag) (analysis.TextEdit, error) {
	if site.Style == driver.FlagsOr {
		return insertMember(site)
	}
	return insertCall(site)
}

func insertCall(site driver.Flag) (analysis.TextEdit, error) {
	src, span := site.Pos.File.Src.Content, site.Pos.Span
	name := word(site.Name)
	call := strings.TrimSuffix(string(src[span.Pos:span.End]), ";")
	if len(name.FindAllString(call, -1)) != 1 {
		return analysis.TextEdit{}, fmt.Errorf("flag %s is not to be found in %q", site.Name, call)
	}
	call = name.ReplaceAllString(call, "${1}"+passes.ClonedSKBs) + ";"
	at, ownLine := lineEnd(src, span.End)
	text := " " + call
	if ownLine {
		text = indent(src, span.Pos) + call + newline(src, at)
	}
	return edit(site, at, text), nil
}

// insertMember puts the flag behind site's in the expression; on a line of its own if site's is the first of its line.
func insertMember(site driver.Flag) (analysis.TextEdit, error) {
	src, span := site.Pos.File.Src.Content, site.Pos.Span
	at := word(site.Name).FindIndex(src[span.Pos:span.End])
	if at == nil {
		return analysis.TextEdit{}, fmt.Errorf("flag %s is not to be found in its statement", site.Name)
	}
	start, end := span.Pos+at[0], span.Pos+at[1]
	text := " | " + prefix + passes.ClonedSKBs
	if lead := indent(src, start); start > span.Pos && strings.TrimSpace(string(src[lineStart(src, start):start])) == "" {
		text = " |" + newline(src, end) + lead + prefix + passes.ClonedSKBs
	}
	return edit(site, end, text), nil
}

func word(flag string) *regexp.Regexp {
	return regexp.MustCompile(`\b(` + prefix + `|)` + regexp.QuoteMeta(flag) + `\b`)
}

func edit(site driver.Flag, at int, text string) analysis.TextEdit {
	pos := site.Pos.File.Src.Tok.Pos(at)
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// lineEnd is the start of the line behind the statement that ends at i, if nothing but comments follow it on its own
// line; otherwise it is the end of the statement, and false.
func lineEnd(src []byte, i int) (int, bool) {
	if rest := bytes.TrimLeft(src[i:], " \t"); bytes.HasPrefix(rest, []byte(";")) {
		i = len(src) - len(rest) + 1
	}
	for at := i; at < len(src); {
		switch rest := src[at:]; {
		case rest[0] == '\n':
			return at + 1, true
		case bytes.HasPrefix(rest, []byte("//")):
			at = len(src) - len(after(rest, "\n")) - 1
		case bytes.HasPrefix(rest, []byte("/*")):
			at = len(src) - len(after(rest[2:], "*/"))
		case bytes.IndexByte([]byte(" \t\r"), rest[0]) >= 0:
			at++
		default:
			return i, false
		}
	}
	return i, false
}

func lineStart(src []byte, i int) int { return bytes.LastIndexByte(src[:i], '\n') + 1 }

// indent is the white space at the start of the line that holds i.
func indent(src []byte, i int) string {
	line := src[lineStart(src, i):i]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// newline is the line ending in use just before i, or at the next one.
func newline(src []byte, i int) string {
	if i == 0 || src[i-1] != '\n' {
		i += bytes.IndexByte(src[i:], '\n') + 1
	}
	if i >= 2 && src[i-2] == '\r' {
		return "\r\n"
	}
	return "\n"
}
