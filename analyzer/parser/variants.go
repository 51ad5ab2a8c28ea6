package parser

import (
	"bytes"
	"sort"
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/index"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// maxVariants bounds the number of times a function is parsed.
const maxVariants = 8

// chain is an #if with its #elif, #else and #endif. Branch i is the bytes between lines i and i+1.
type chain struct {
	lines []syntax.Span // the directives, the #endif included, as offsets in the unit
	conds []string      // of the branches, "" for #else
}

// conditionals finds the chains of the unit's text, and returns the text with all preprocessor lines made harmless:
// conditions are 1 (the true ones are in orig), conditionals without partner and all other lines are blank.
func (u *unit) conditionals() ([]*chain, []byte) {
	if bytes.IndexByte(u.norm, '#') < 0 {
		return nil, u.norm
	}
	u.dropOrphans()
	text := append([]byte(nil), u.norm...)
	var chains, open []*chain
	for _, t := range dialect.Scan(u.norm) {
		if t.Kind != dialect.Directive {
			continue
		}
		line := syntax.Span{Pos: int(t.Pos), End: int(t.End)}
		cond := conditionText(string(u.orig[t.Pos:t.End]))
		switch name := dialect.DirectiveName(u.norm[t.Pos:t.End]); name {
		case "if", "ifdef", "ifndef":
			open = append(open, &chain{lines: []syntax.Span{line}, conds: []string{cond}})
		case "else", "elif", "elifdef", "elifndef":
			if n := len(open); n > 0 {
				open[n-1].lines, open[n-1].conds = append(open[n-1].lines, line), append(open[n-1].conds, cond)
			}
		case "endif":
			if n := len(open); n > 0 {
				open[n-1].lines = append(open[n-1].lines, line)
				chains = append(chains, open[n-1])
				open = open[:n-1]
			}
		}
		blank(text[t.Pos:t.End])
	}
	for _, c := range chains {
		c.mark(text)
	}
	sort.Slice(chains, func(i, j int) bool { return chains[i].lines[0].Pos < chains[j].lines[0].Pos })
	return chains, text
}

// dropOrphans blanks the text from an #else whose #if is in front of the unit to its #endif: it is another branch's.
func (u *unit) dropOrphans() {
	depth, from := 0, -1
	for _, t := range dialect.Scan(u.norm) {
		if t.Kind != dialect.Directive {
			continue
		}
		switch dialect.DirectiveName(u.norm[t.Pos:t.End]) {
		case "if", "ifdef", "ifndef":
			depth++
		case "else", "elif", "elifdef", "elifndef":
			if depth == 0 && from < 0 {
				from = int(t.Pos)
			}
		case "endif":
			if depth--; depth < 0 {
				if from >= 0 {
					blank(u.norm[from:t.End])
				}
				depth, from = 0, -1
			}
		}
	}
}

// mark writes the chain's lines in the simplest spelling.
func (c *chain) mark(text []byte) {
	for i, line := range c.lines {
		word := "#elif 1"
		switch {
		case i == 0:
			word = "#if 1"
		case i == len(c.lines)-1:
			word = "#endif"
		case c.conds[i] == "":
			word = "#else"
		}
		copy(text[line.Pos:line.End], word)
	}
}

// conditionText returns the condition of a preprocessor line, as an #if would have it.
func conditionText(line string) string {
	line = strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(line), "#"), " \t")
	word := firstWord(line)
	rest := strings.Join(strings.Fields(strings.ReplaceAll(line[len(word):], "\\\n", " ")), " ")
	switch word {
	case "ifdef", "elifdef":
		return "defined(" + rest + ")"
	case "ifndef", "elifndef":
		return "!defined(" + rest + ")"
	case "if", "elif":
		return rest
	}
	return ""
}

// variants parses the function once for each way of taking the branches of its conditionals, and puts the bodies side
// by side. It returns nil if no way gives a tree.
func (u *unit) variants(fn *index.Func, chains []*chain) *syntax.FuncDecl {
	var decl *syntax.FuncDecl
	pp := &syntax.PPIf{Span: syntax.Span{Pos: fn.BodyPos, End: fn.Span.End}}
	var errs []syntax.Span
	for _, pick := range picks(chains) {
		d, e, err := u.attempt(fn, u.take(chains, pick))
		if err != nil || d == nil {
			continue
		}
		if decl == nil {
			decl = d
		}
		errs = append(errs, e...)
		pp.Conds = append(pp.Conds, pickText(chains, pick))
		pp.Branches = append(pp.Branches, d.Body)
	}
	if decl == nil {
		return nil
	}
	decl.Body = &syntax.Block{Span: pp.Span, Stmts: []syntax.Stmt{pp}}
	decl.Errors = compact(errs)
	return decl
}

// picks lists choices of a branch for each chain; the number len(conds) of a chain without #else is "none". Chains with
// the same conditions are always taken alike. Every branch of every chain occurs in some choice.
func picks(chains []*chain) [][]int {
	var heads []int // one chain for each different condition
	same := make([]int, len(chains))
	for i, c := range chains {
		same[i] = -1
		for k, h := range heads {
			if strings.Join(chains[h].conds, "\n") == strings.Join(c.conds, "\n") {
				same[i] = k
			}
		}
		if same[i] < 0 {
			same[i] = len(heads)
			heads = append(heads, i)
		}
	}
	total, widest := 1, 1
	for _, h := range heads {
		total *= chains[h].choices()
		widest = max(widest, chains[h].choices())
		total = min(total, maxVariants+1)
	}
	var list [][]int
	for v := 0; v < min(max(total, 1), maxVariants); v++ {
		pick := make([]int, len(chains))
		rest := v
		for i := range chains {
			n := chains[heads[same[i]]].choices()
			if total > maxVariants {
				pick[i] = min(v%widest, n-1)
			} else if heads[same[i]] == i {
				pick[i] = rest % n
				rest /= n
			} else {
				pick[i] = pick[heads[same[i]]]
			}
		}
		list = append(list, pick)
		if total > maxVariants && v+1 == widest {
			break
		}
	}
	return list
}

func (c *chain) choices() int {
	if c.conds[len(c.conds)-1] == "" {
		return len(c.conds)
	}
	return len(c.conds) + 1
}

// take blanks the branches that were not picked, and all directives.
func (u *unit) take(chains []*chain, pick []int) []byte {
	text := append([]byte(nil), u.norm...)
	for _, t := range dialect.Scan(u.norm) {
		if t.Kind == dialect.Directive {
			blank(text[t.Pos:t.End])
		}
	}
	for i, c := range chains {
		for b := 0; b+1 < len(c.lines); b++ {
			if b != pick[i] {
				blank(text[c.lines[b].End:c.lines[b+1].Pos])
			}
		}
	}
	return text
}

// pickText is the condition under which a choice is the one that is compiled.
func pickText(chains []*chain, pick []int) string {
	var terms []string
	seen := make(map[string]bool)
	for i, c := range chains {
		for b, cond := range c.conds {
			term := cond
			if b < pick[i] {
				term = "!(" + cond + ")"
			}
			if b > pick[i] || cond == "" || seen[term] {
				continue
			}
			seen[term] = true
			terms = append(terms, term)
		}
	}
	return strings.Join(terms, " && ")
}
