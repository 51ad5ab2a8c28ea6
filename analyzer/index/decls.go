package index

import (
	"strings"

	"github.com/capcheck/capcheck/analyzer/dialect"
	"github.com/capcheck/capcheck/analyzer/syntax"
)

// declaration records what the tokens [i, semi) declare.
func (b *builder) declaration(i, semi int) {
	if i < 0 || semi <= i {
		return
	}
	end := semi
	if b.kind(semi) != ';' {
		end = semi - 1
	}
	span := b.span(i, end)
	if b.export(i, semi) {
		return
	}
	b.types(i, semi, span)
	if b.text(i) == "typedef" {
		if name := b.typedefName(i, semi); name >= 0 {
			b.file.Typedefs = append(b.file.Typedefs, &TypeDef{File: b.file, Kind: syntax.Typedef, Name: b.name(name), Span: span})
		}
		return
	}
	b.vars(i, semi, span)
}

// export recognises EXPORT_SYMBOL(name) and everything called like it.
func (b *builder) export(i, semi int) bool {
	if b.kind(i) != dialect.Ident || b.kind(i+1) != '(' || !strings.Contains(b.text(i), "EXPORT") {
		return false
	}
	if i+2 < semi && b.kind(i+2) == dialect.Ident && strings.Contains(b.text(i), "SYMBOL") {
		b.file.Exports = append(b.file.Exports, b.name(i+2))
	}
	return true
}

// types records the struct, union and enum definitions in the tokens [i, semi), nested ones included.
func (b *builder) types(i, semi int, span syntax.Span) {
	for j := i; j < semi; j++ {
		t := b.Toks[j]
		if t.Kind != dialect.Ident || !isTag(b.text(j)) {
			continue
		}
		tag, open := -1, b.next(j+1)
		if b.kind(open) == dialect.Ident {
			tag, open = open, b.next(open+1)
		}
		if b.kind(open) != '{' || int(b.Match[open]) < open {
			continue
		}
		def := &TypeDef{File: b.file, Kind: tagKind(b.text(j)), Span: span}
		if tag >= 0 {
			def.Name = b.name(tag)
			b.file.Types = append(b.file.Types, def)
		}
		if def.Kind == syntax.Enum {
			b.enumerators(def, open)
		}
	}
}

func tagKind(word string) syntax.Kind {
	switch word {
	case "struct":
		return syntax.Struct
	case "union":
		return syntax.Union
	}
	return syntax.Enum
}

func (b *builder) enumerators(def *TypeDef, open int) {
	fresh := true
	for j := open + 1; j < int(b.Match[open]); j = b.after(j) {
		switch b.kind(j) {
		case ',':
			fresh = true
		case dialect.Ident:
			if fresh {
				b.file.Enums = append(b.file.Enums, &EnumConst{Name: b.name(j), Enum: def})
			}
			fresh = false
		}
	}
}

// typedefName returns the declared name: the last identifier at depth 0, or the one in (*name)(...).
func (b *builder) typedefName(i, semi int) int {
	name := -1
	for j := i + 1; j < semi; j = b.after(j) {
		switch b.kind(j) {
		case dialect.Ident:
			name = j
		case '(':
			if p := b.pointerName(j); p >= 0 {
				return p
			}
			if p := b.next(j + 1); b.kind(p) == dialect.Ident && int(b.Match[j]) == b.next(p+1) && b.kind(b.next(p+2)) == '(' {
				return p // (name)(...)
			}
		}
	}
	return name
}

// pointerName returns the name in the declarator "(*name)" or "(*name[3])" that opens at j, or -1.
func (b *builder) pointerName(j int) int {
	if b.kind(b.next(j+1)) != '*' {
		return -1
	}
	for k := j + 1; k < int(b.Match[j]); k++ {
		if b.kind(k) == dialect.Ident && b.text(k) != "const" && b.text(k) != "volatile" {
			return k
		}
	}
	return -1
}

// vars records the variables that the tokens [i, semi) declare.
func (b *builder) vars(i, semi int, span syntax.Span) {
	v := Var{File: b.file, Span: span}
	j := b.varSpecifiers(i, semi, &v)
	var mentions []string
	for first := true; j < semi; first = false {
		name, next := b.declarator(j, semi)
		if name >= 0 {
			if mentions == nil {
				mentions = b.mentions(i, semi-1)
			}
			one := v
			one.Name, one.Mentions = b.name(name), mentions
			one.Init = b.kind(next) == '='
			one.Extern = v.Extern && !one.Init
			b.file.Vars = append(b.file.Vars, &one)
		} else if first {
			return
		}
		for next < semi && b.kind(next) != ',' {
			next = b.after(next)
		}
		j = b.next(next + 1)
	}
}

// varSpecifiers reads the specifiers from token i on into v and returns the index of the first declarator.
func (b *builder) varSpecifiers(i, semi int, v *Var) int {
	typed := false
	for j := i; j < semi; j = b.next(j + 1) {
		word := b.text(j)
		switch {
		case b.kind(j) != dialect.Ident:
			return j
		case word == "static":
			v.Static = true
		case word == "extern":
			v.Extern = true
		case isTag(word):
			typed = true
			j = b.tag(j, semi, word, v)
		case b.Toks[j].Word.IsBasic():
			typed = true
			v.TypeTag = strings.TrimSpace(v.TypeTag + " " + word)
		case b.Toks[j].Word.IsKeyword():
		case typed:
			return j
		default:
			typed = true
			v.TypeTag = b.name(j)
		}
	}
	return semi
}

// tag steps over "struct name", "struct name {...}" or "struct {...}" and returns the index of its last token.
func (b *builder) tag(j, semi int, word string, v *Var) int {
	k := b.next(j + 1)
	if b.kind(k) == dialect.Ident {
		v.TypeTag = word + " " + b.text(k)
		j, k = k, b.next(k+1)
	}
	if b.kind(k) == '{' && int(b.Match[k]) > k {
		return min(int(b.Match[k]), semi)
	}
	return j
}

// declarator returns the name declared at token j, -1 for a function or for none, and the index of the token behind
// its array bounds.
func (b *builder) declarator(j, semi int) (name, next int) {
	for b.kind(j) == '*' || b.kind(j) == dialect.Ident && b.Toks[j].Word.IsKeyword() {
		j = b.next(j + 1)
	}
	switch b.kind(j) {
	case dialect.Ident:
		name = j
		j = b.next(j + 1)
	case '(':
		if name = b.pointerName(j); name < 0 || int(b.Match[j]) < j {
			return -1, j
		}
		if j = b.next(int(b.Match[j]) + 1); b.kind(j) == '(' && int(b.Match[j]) > j {
			j = b.next(int(b.Match[j]) + 1)
		}
	default:
		return -1, j
	}
	for b.kind(j) == '[' && int(b.Match[j]) > j {
		j = b.next(int(b.Match[j]) + 1)
	}
	if j < semi && b.kind(j) == '(' {
		return -1, j
	}
	return name, j
}
