package ispl

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// kind is the lexical class of an item; reserved words and signs are told apart by their text.
type kind uint8

const (
	endOfFile kind = iota
	name           // a word that is not reserved
	word           // a reserved word
	number         // digits
	sign           // punctuation
)

// item is one lexical element with its place.
type item struct {
	kind kind
	text string
	pos  token.Pos
}

func (t item) span() token.Span { return token.Span{Start: t.pos, End: t.pos + token.Pos(len(t.text))} }

// describe returns how a diagnostic names the item.
func (t item) describe() string {
	text := t.text
	if utf8.RuneCountInString(text) > 40 {
		text = string([]rune(text)[:40]) + "…"
	}
	switch t.kind {
	case endOfFile:
		return "end of file"
	case name:
		return "name `" + text + "`"
	case number:
		return "number `" + text + "`"
	}
	return "`" + text + "`"
}

// reserved lists the words of the language, none of which can name anything.
var reserved = []string{
	"A", "E", "U", "K", "O", "X", "F", "G", "AG", "EG", "AX", "EX", "AF", "EF", "GK", "GCK", "DK", "MA", "SA", "LTL", "CTL*", "if",
	"end", "and", "or", "true", "false", "boolean", "Action", "Actions", "Agent", "Environment", "Obsvars", "Lobsvars", "Vars",
	"Protocol", "Other", "Evolution", "Evaluation", "InitStates", "Groups", "Fairness", "Formulae", "RedStates", "GreenStates",
	"Semantics", "MultiAssignment", "SingleAssignment",
}

// signs lists the punctuation, longer spellings before their beginnings.
var signs = []string{
	"->", "<=", "<>", ">=", "!=", "..", "<", ">", "=", "!", "(", ")", "{", "}", ",", ";", ":", ".", "|", "^", "&", "~", "+", "-", "*", "/",
}

// scan returns the items of a file, the last of which is the end of file, and its comments. What
// begins no item is reported and left out: every byte sequence has items.
func scan(watch *interrupt.Watch, file *token.File, rep *diag.Reporter) (items []item, comments []token.Token) {
	s := scanner{file: file, src: file.Source(), rep: rep}
	if len(s.src) >= 3 && string(s.src[:3]) == "\uFEFF" {
		s.off = 3
	}
	for {
		watch.Step()
		s.skipBlanks()
		start := s.off
		k, ok := s.next()
		text := string(s.src[start:s.off])
		switch {
		case !ok:
			s.illegal(start)
		case k == sign && len(text) >= 2 && text[:2] == "--":
			text = strings.TrimRightFunc(text, func(r rune) bool { return r <= ' ' })
			comments = append(comments, token.Token{Kind: token.Comment, Pos: file.Pos(start), Text: text})
		default:
			items = append(items, item{k, text, file.Pos(start)})
		}
		if ok && k == endOfFile {
			return items, comments
		}
	}
}

type scanner struct {
	file *token.File
	src  []byte
	off  int
	rep  *diag.Reporter
}

func (s *scanner) skipBlanks() {
	s.off = len(s.src) - len(bytes.TrimLeftFunc(s.src[s.off:], unicode.IsSpace))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func (s *scanner) startsWith(text string) bool {
	return len(s.src)-s.off >= len(text) && string(s.src[s.off:s.off+len(text)]) == text
}

// next consumes one item, or one character that begins none.
func (s *scanner) next() (k kind, ok bool) {
	if s.off >= len(s.src) {
		return endOfFile, true
	}
	switch c := s.src[s.off]; {
	case isDigit(c):
		for s.off < len(s.src) && isDigit(s.src[s.off]) {
			s.off++
		}
		return number, true
	case isLetter(c):
		return s.word(), true
	case s.startsWith("--"):
		for s.off < len(s.src) && s.src[s.off] != '\n' && s.src[s.off] != '\r' {
			s.off++
		}
		return sign, true
	case s.startsWith("//"), s.startsWith("/*"):
		s.foreignComment()
		return sign, false
	}
	if i := slices.IndexFunc(signs, s.startsWith); i >= 0 {
		s.off += len(signs[i])
		return sign, true
	}
	_, size := utf8.DecodeRune(s.src[s.off:])
	s.off += size
	return sign, false
}

// foreignComment consumes a comment of another language.
func (s *scanner) foreignComment() {
	end := bytes.IndexAny(s.src[s.off:], "\r\n")
	if s.startsWith("/*") {
		if end = bytes.Index(s.src[s.off:], []byte("*/")); end >= 0 {
			end += len("*/")
		}
	}
	if s.off += end; end < 0 {
		s.off = len(s.src)
	}
}

func (s *scanner) word() kind {
	start := s.off
	for s.off < len(s.src) && (isLetter(s.src[s.off]) || isDigit(s.src[s.off])) {
		s.off++
	}
	if string(s.src[start:s.off]) == "CTL" && s.startsWith("*") {
		s.off++
	}
	if slices.Contains(reserved, string(s.src[start:s.off])) {
		return word
	}
	return name
}

// illegal reports the character at start and those after it that begin no item either, so that a
// binary file has one diagnostic for each run of them.
func (s *scanner) illegal(start int) {
	for s.off < len(s.src) && s.src[start] != '[' {
		before := s.off
		if _, ok := s.next(); ok {
			s.off = before
			break
		}
	}
	if n := bytes.IndexAny(s.src[start:], "]\r\n"); s.src[start] == '[' && n > 0 && s.src[start+n] == ']' {
		s.off = start + n + 1
	}
	at := token.Span{Start: s.file.Pos(start), End: s.file.Pos(s.off)}
	r, size := utf8.DecodeRune(s.src[start:])
	what := "the character " + string(r)
	suggestion := "names are made of the letters a to z and A to Z, digits and `_`"
	switch {
	case r == utf8.RuneError && size <= 1:
		s.rep.Report(illegalCharacter, at, "the byte 0x%02X is not valid UTF-8", s.src[start]).Suggest("save the file as plain text")
		return
	case r == '#' || r == '%' || r == '/':
		suggestion = "comments begin with `--`"
	case r == '\'' && start > 0 && (isLetter(s.src[start-1]) || isDigit(s.src[start-1])):
		suggestion = "an evolution gives the next value without a sign: write `x = 1 if CONDITION;`"
	case r == '"' || r == '\'':
		suggestion = "values are written without quotes"
	case r == '[' || r == ']':
		suggestion = "a range is written `0..3`, a set of values `{a, b}`, a group of agents `<g>`"
	case !unicode.IsPrint(r):
		what = "a control character"
	}
	s.rep.Report(illegalCharacter, at, "%s is not part of the language", what).Suggest(suggestion)
}
