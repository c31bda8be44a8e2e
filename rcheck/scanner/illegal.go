package scanner

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// foreign consumes what other languages write at start. The hint is empty if it is unknown.
func (s *scanner) foreign(start int) (kind token.Kind, from, to int, hint string) {
	kind, from = token.Illegal, start
	switch r, _ := utf8.DecodeRune(s.Src[start:]); r {
	case '—', '‒', '―', '‐', '‑', '﹣', '－':
		kind, hint = token.Minus, "a minus is written `-`"
		before, after := wordBefore(s.Src, start), wordAfter(s.Src, s.Off)
		if before != "" && after != "" {
			hint = "write `" + before + "-" + after + "`"
		}
	case '~':
		if kind, hint = token.Not, "negation is written `!`"; s.Accept(">") {
			kind, hint = token.Implies, "`p ~> q` is written `G (p -> F q)`"
		}
	case '"', '“', '\'', '‘', '’':
		return s.quoted(start)
	case '\\':
		kind, hint = s.backslash(start)
	case '#':
		hint = s.hash(start)
	}
	return kind, from, s.Off, hint
}

// quoted consumes a value in quotes, or the prime that TLA+ has behind a variable.
func (s *scanner) quoted(start int) (kind token.Kind, from, to int, hint string) {
	before := wordBefore(s.Src, start)
	if r, _ := utf8.DecodeRune(s.Src[start:]); before != "" && (r == '\'' || r == '’') {
		return token.Illegal, start, s.Off, "for the next value write `" + before + " := …` in an " +
			"update, or `X` before the condition in a property"
	}
	from = s.Off
	end := bytes.IndexAny(s.restOfLine(), "\"”“'’‘")
	if end < 0 {
		return token.Illegal, start, s.Off, "values are written without quotes"
	}
	to = from + end
	_, size := utf8.DecodeRune(s.Src[to:])
	s.Off = to + size
	if to > from && wordAfter(s.Src[:to], from) == string(s.Src[from:to]) {
		hint = "values are written without quotes; write `" + string(s.Src[from:to]) + "`"
		return token.Word, from, to, hint
	}
	hint = "values are written without quotes, and consist of letters, digits and `_`"
	return token.Illegal, from, to, hint
}

// backslash consumes an operator of TLA+ that begins with a backslash.
func (s *scanner) backslash(start int) (kind token.Kind, hint string) {
	name := wordAfter(s.Src, s.Off)
	s.Off += len(name)
	switch name {
	case "in":
		return token.Illegal, Membership(s.Src, start, s.Off)
	case "A":
		return token.Illegal, "write `forall k : T . p` over agents, `forall i : 1..3 . p` over numbers"
	case "E":
		return token.Illegal, "write `exists k : T . p` over agents, `exists i : 1..3 . p` over numbers"
	case "land":
		return token.And, "conjunction is written `&`"
	case "lor":
		return token.Or, "disjunction is written `|`"
	case "lnot", "neg":
		return token.Not, "negation is written `!`"
	}
	s.Off -= len(name)
	return token.Illegal, ""
}

// hash tells how what follows `#` is written. A line that begins with `#` is consumed, but for a
// macro: its name is what other lines miss.
func (s *scanner) hash(start int) string {
	fields := strings.Fields(string(s.restOfLine()))
	begins := len(bytes.TrimSpace(s.Src[bytes.LastIndexByte(s.Src[:start], '\n')+1:start])) == 0
	switch {
	case begins && len(fields) >= 3 && fields[0] == "define":
		value := strings.Join(fields[2:], " ")
		return "a constant is declared by `const " + fields[1] + " = " + value + ";`"
	case begins:
		s.Off += len(s.restOfLine())
		return "comments are written `// …` or `/* … */`"
	}
	return "comments are written `// …` or `/* … */`, and inequality `!=`"
}

func (s *scanner) restOfLine() []byte {
	rest := s.Src[s.Off:]
	if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
		return rest[:end]
	}
	return rest
}

// wordBefore returns the word that ends before an offset, and wordAfter the one that begins there.
func wordBefore(src []byte, at int) string {
	start := at
	for start > 0 && isWordByte(src[start-1]) {
		start--
	}
	return string(src[start:at])
}

func wordAfter(src []byte, at int) string {
	end := at
	for end < len(src) && isWordByte(src[end]) {
		end++
	}
	return string(src[at:end])
}

// Membership says how to write `x in {a, b}` in this language. The operator is src[from:to].
func Membership(src []byte, from, to int) string {
	x := wordBefore(src, len(bytes.TrimRight(src[:from], " \t")))
	rest := bytes.TrimLeft(src[to:], " \t")
	closing := bytes.IndexByte(rest, '}')
	if x == "" || closing < 0 || rest[0] != '{' {
		return "write `x = a | x = b` for membership of {a, b}"
	}
	var cases []string
	for _, value := range strings.Split(string(rest[1:closing]), ",") {
		cases = append(cases, x+" = "+strings.TrimSpace(value))
	}
	return "write `" + token.Clip(strings.Join(cases, " | "), 80) + "`"
}

// reportIllegal reports the byte or character at start, and that others follow it up to here.
func (s *scanner) reportIllegal(start int) {
	if s.Rep == nil {
		return
	}
	r, size := utf8.DecodeRune(s.Src[start:])
	more := ""
	if s.Off > start+size {
		more = ", with others like it after it"
	}
	switch {
	case r == utf8.RuneError && size <= 1:
		s.Rep.Report(invalidUTF8, s.Span(start), "byte 0x%02X is not valid UTF-8%s", s.Src[start], more)
	case unicode.IsPrint(r):
		s.Rep.Report(illegalCharacter, s.Span(start), "character %q begins no token%s", r, more).
			Suggest("names are made of the letters a to z and A to Z, digits and `_`")
	default:
		s.Rep.Report(illegalCharacter, s.Span(start), "character %U begins no token%s", r, more)
	}
}
