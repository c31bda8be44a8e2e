package ispl

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/internal/cursor"
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
	text := token.Clip(t.text, 41)
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
var reserved = strings.Fields(`
	A E U K O X F G AG EG AX EX AF EF GK GCK DK MA SA LTL CTL* if end and or true false boolean
	Action Actions Agent Environment Obsvars Lobsvars Vars Protocol Other Evolution Evaluation
	InitStates Groups Fairness Formulae RedStates GreenStates Semantics MultiAssignment
	SingleAssignment`)

// signs lists the punctuation, longer spellings before their beginnings.
var signs = strings.Fields("-> <= <> >= != .. < > = ! ( ) { } , ; : . | ^ & ~ + - * /")

// scan returns the items of a file, the last of which is the end of file, and its comments. What
// begins no item is reported and left out: every byte sequence has items.
func scan(watch *interrupt.Watch, file *token.File, rep *diag.Reporter) (items []item, comments []token.Token) {
	s := scanner{cursor.New(file, rep)}
	for {
		watch.Step()
		s.SkipBlanks()
		start := s.Off
		k, ok := s.next()
		text := string(s.Src[start:s.Off])
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

// A scanner reads items at a cursor.
type scanner struct{ cursor.Cursor }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// next consumes one item, or one character that begins none.
func (s *scanner) next() (k kind, ok bool) {
	if s.Done() {
		return endOfFile, true
	}
	switch c := s.Src[s.Off]; {
	case isDigit(c):
		s.Skip(isDigit)
		return number, true
	case isLetter(c):
		return s.word(), true
	case s.StartsWith("--"):
		s.SkipLine()
		return sign, true
	case s.StartsWith("//"), s.StartsWith("/*"):
		s.foreignComment()
		return sign, false
	}
	if i := slices.IndexFunc(signs, s.StartsWith); i >= 0 {
		s.Off += len(signs[i])
		return sign, true
	}
	_, size := utf8.DecodeRune(s.Src[s.Off:])
	s.Off += size
	return sign, false
}

// foreignComment consumes a comment of another language.
func (s *scanner) foreignComment() {
	if !s.StartsWith("/*") {
		s.SkipLine()
		return
	}
	s.SkipTo("*/")
}

func (s *scanner) word() kind {
	start := s.Off
	s.Skip(func(c byte) bool { return isLetter(c) || isDigit(c) })
	if string(s.Src[start:s.Off]) == "CTL" {
		s.Accept("*")
	}
	if slices.Contains(reserved, string(s.Src[start:s.Off])) {
		return word
	}
	return name
}

// illegal reports the character at start and those after it that begin no item either, so that a
// binary file has one diagnostic for each run of them.
func (s *scanner) illegal(start int) {
	for s.Off < len(s.Src) && s.Src[start] != '[' {
		before := s.Off
		if _, ok := s.next(); ok {
			s.Off = before
			break
		}
	}
	if n := bytes.IndexAny(s.Src[start:], "]\r\n"); s.Src[start] == '[' && n > 0 && s.Src[start+n] == ']' {
		s.Off = start + n + 1
	}
	at := s.Span(start)
	r, size := utf8.DecodeRune(s.Src[start:])
	what := "the character " + string(r)
	suggestion := "names are made of the letters a to z and A to Z, digits and `_`"
	switch {
	case r == utf8.RuneError && size <= 1:
		s.Rep.Report(illegalCharacter, at, "the byte 0x%02X is not valid UTF-8", s.Src[start]).Suggest("save the file as plain text")
		return
	case r == '#' || r == '%' || r == '/':
		suggestion = "comments begin with `--`"
	case r == '\'' && start > 0 && (isLetter(s.Src[start-1]) || isDigit(s.Src[start-1])):
		suggestion = "an evolution gives the next value without a sign: write `x = 1 if CONDITION;`"
	case r == '"' || r == '\'':
		suggestion = "values are written without quotes"
	case r == '[' || r == ']':
		suggestion = "a range is written `0..3`, a set of values `{a, b}`, a group of agents `<g>`"
	case !unicode.IsPrint(r):
		what = "a control character"
	}
	s.Rep.Report(illegalCharacter, at, "%s is not part of the language", what).Suggest(suggestion)
}
