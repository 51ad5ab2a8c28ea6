package dialect

// Strip returns src with comments and line continuations replaced by blanks; the length stays, newlines in comments
// and behind continuations become blanks as well.
func Strip(src []byte) []byte {
	out := append([]byte(nil), src...)
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '"' || c == '\'':
			i = directiveLiteral(src, i)
		case isComment(src, i):
			end := commentEnd(src, i)
			fillBlank(out[i:end])
			i = end
		case c == '\\' && i+1 < len(src) && (src[i+1] == '\n' || src[i+1] == '\r'):
			end := i + 2
			if src[i+1] == '\r' && end < len(src) && src[end] == '\n' {
				end++
			}
			fillBlank(out[i:end])
			i = end
		default:
			i++
		}
	}
	return out
}

// BlankComments returns src with the comments outside of preprocessor lines replaced by blanks, newlines kept.
func BlankComments(src []byte) []byte {
	out := append([]byte(nil), src...)
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '"' || c == '\'':
			i = literalEnd(src, i)
		case isComment(src, i):
			end := commentEnd(src, i)
			for ; i < end; i++ {
				if out[i] != '\n' && out[i] != '\r' {
					out[i] = ' '
				}
			}
		default:
			i++
		}
	}
	return out
}

func fillBlank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// IsKeyword reports whether the word is reserved.
func (w Word) IsKeyword() bool { return w&(keyword|collapsed) != 0 }

// IsBasic reports whether the word is, or is part of, the name of a basic type.
func (w Word) IsBasic() bool { return w&basic != 0 }
