package syntax

import "strings"

// typeText writes a declaration of name with type t: C spells types around the name, from the inside out.
func typeText(t *Type, name string) string {
	if t == nil {
		return strings.TrimSpace("int " + name)
	}
	switch t.Kind {
	case Pointer:
		inner := "*"
		if t.Const {
			inner = "*const "
		}
		inner = strings.TrimSuffix(inner+name, " ")
		if e := t.Elem; e != nil && (e.Kind == Array || e.Kind == Func) {
			inner = "(" + inner + ")"
		}
		return typeText(t.Elem, inner)
	case Array:
		return typeText(t.Elem, name+"["+exprText(t.Len)+"]")
	case Func:
		return typeText(t.Elem, name+"("+paramsText(t)+")")
	}
	text := specifierText(t)
	if t.Const {
		text = "const " + text
	}
	if name != "" {
		text += " " + name
	}
	return text
}

func paramsText(t *Type) string {
	var parts []string
	for _, v := range t.Params {
		parts = append(parts, typeText(v.Type, v.Name))
	}
	if t.Variadic {
		parts = append(parts, "...")
	}
	if len(parts) == 0 {
		return "void"
	}
	return strings.Join(parts, ", ")
}

func specifierText(t *Type) string {
	switch t.Kind {
	case Struct:
		return "struct" + bodyText(t)
	case Union:
		return "union" + bodyText(t)
	case Enum:
		return "enum" + bodyText(t)
	case Typeof:
		return "typeof(" + exprText(t.X) + ")"
	}
	return t.Name
}

func bodyText(t *Type) string {
	var b strings.Builder
	if t.Name != "" {
		b.WriteString(" " + t.Name)
	}
	if !t.Defined {
		return b.String()
	}
	b.WriteString(" {")
	for _, f := range t.Fields {
		b.WriteString(" " + fieldText(f) + ";")
	}
	for i, e := range t.Enumerators {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(" " + enumeratorText(e))
	}
	b.WriteString(" }")
	if t.Packed {
		b.WriteString(" __packed")
	}
	return b.String()
}

func fieldText(f *Field) string {
	text := typeText(f.Type, f.Name)
	if f.Bits != nil {
		text += " : " + exprText(f.Bits)
	}
	return text
}

func enumeratorText(e *Enumerator) string {
	if e.Value == nil {
		return e.Name
	}
	return e.Name + " = " + exprText(e.Value)
}
