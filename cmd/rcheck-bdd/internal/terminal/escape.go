package terminal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// harmless reports whether a code point does nothing to a terminal or a log but to be seen: it is
// no control character, it does not change the direction of the text around it, and it is not
// invisible. The ends of lines and tabs are for the caller to judge.
func harmless(r rune) bool { return unicode.IsPrint(r) || unicode.Is(unicode.Zs, r) }

// rewrite replaces what is not harmless and no end of a line or tab; with gets the code point and
// how many bytes it takes, of which one that is no text is [utf8.RuneError] of one byte.
func rewrite(s string, with func(b *strings.Builder, r rune, raw string)) string {
	var b strings.Builder
	done := 0 // what is before it has been written
	for i := 0; i < len(s); {
		if ' ' <= s[i] && s[i] <= '~' {
			i++
			continue
		}
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if broken := r == utf8.RuneError && size == 1; broken || !harmless(r) && r != '\n' && r != '\t' {
			b.WriteString(s[done:i])
			with(&b, r, s[i:i+size])
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// Escape returns a text in which what could drive a terminal, or deceive who reads it there or in a
// log, is written visibly: control characters other than the ends of lines and tabs (\x1b), marks
// of direction and what is invisible (\u202e), and bytes that are no text (\xff). The result is
// valid UTF-8, and escaping it again changes nothing.
func Escape(s string) string {
	return rewrite(s, func(b *strings.Builder, r rune, raw string) {
		switch {
		case r == utf8.RuneError && len(raw) == 1:
			fmt.Fprintf(b, `\x%02x`, raw[0])
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x80:
			fmt.Fprintf(b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			fmt.Fprintf(b, `\U%08x`, r)
		}
	})
}

var oneLine = strings.NewReplacer("\n", `\n`, "\t", `\t`)

// Name is [Escape] for what has to stay on one line, such as the name of a file.
func Name(s string) string {
	return oneLine.Replace(Escape(s))
}

// Message is the text of an error. What comes after the first line is set in, so that it is not
// taken for another message.
func Message(err error) string { return strings.ReplaceAll(Escape(err.Error()), "\n", "\n    ") }

// EscapeJSON writes what is not harmless in a JSON text as JSON does, which only strings can hold:
// the value stays the same.
func EscapeJSON(s string) string {
	return rewrite(s, func(b *strings.Builder, r rune, raw string) {
		switch {
		case len(raw) == 1 && r != 0x7f:
			b.WriteRune(utf8.RuneError)
		case r <= 0xffff:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			r -= 0x10000
			fmt.Fprintf(b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
	})
}

// EscapeXML writes what is not harmless in an XML text without CDATA sections as references, where
// XML can, or as U+FFFD.
func EscapeXML(s string) string {
	return rewrite(s, func(b *strings.Builder, r rune, raw string) {
		if r < ' ' || r == 0xfffe || r == 0xffff || len(raw) == 1 && r != 0x7f {
			b.WriteRune(utf8.RuneError)
			return
		}
		fmt.Fprintf(b, "&#x%x;", r)
	})
}
