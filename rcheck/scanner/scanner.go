// Package scanner divides R-CHECK sources into tokens, in either dialect and with the Unicode
// spellings of the papers.
//
// Package parser calls it for every text. Call it directly for tools that need only words, such as
// highlighters.
package scanner

import (
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/internal/cursor"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Scan returns the tokens of a file, and separately its comments, both in source order. The last
// token is [token.EOF]. Text that is no token is reported. It is left out, unless it is clear what
// is meant. Scan never fails: every byte sequence has tokens. The watch can end it, and may be nil.
func Scan(file *token.File, rep *diag.Reporter, watch *interrupt.Watch) (
	tokens token.Sequence, comments []token.Token) {
	s := scanner{cursor.New(file, rep)}
	if mark := string(s.Src[:min(2, len(s.Src))]); mark == "\xff\xfe" || mark == "\xfe\xff" {
		rep.Report(invalidUTF8, token.Span{Start: file.Pos(0), End: file.Pos(2)}, "the file begins like text in UTF-16; save it as UTF-8")
		tokens.Add(token.Token{Kind: token.EOF, Pos: file.Pos(len(s.Src))})
		return tokens, nil
	}
	text := string(s.Src)
	s.each(watch, func(kind token.Kind, start, end int) {
		tok := token.Token{Kind: kind, Pos: file.Pos(start), Text: text[start:end]}
		if kind == token.Comment {
			comments = append(comments, tok)
		} else {
			tokens.Add(tok)
		}
	})
	return tokens, comments
}

// each visits the tokens and comments that are left, with their first offsets and those after them.
func (s *scanner) each(watch *interrupt.Watch, visit func(kind token.Kind, start, end int)) {
	for {
		watch.Step()
		s.SkipBlanks()
		start := s.Off
		kind, end := s.next(), s.Off
		if kind == token.Illegal {
			if kind, start, end = s.illegal(start); kind == token.Illegal {
				continue
			}
		}
		visit(kind, start, end)
		if kind == token.EOF {
			return
		}
	}
}

// illegal reports what begins at start and is no token. Where another language writes a sign, a
// dash or a quoted name there, the token that is meant stands in its place, so that one mistake
// has one diagnostic. The kind is Illegal if there is none.
func (s *scanner) illegal(start int) (kind token.Kind, from, to int) {
	kind, from, to, hint := s.foreign(start)
	if hint == "" {
		s.skipIllegal()
		s.reportIllegal(start)
	} else if s.Rep != nil {
		r, _ := utf8.DecodeRune(s.Src[start:])
		s.Rep.Report(illegalCharacter, s.Span(start), "character %q begins no token", r).Suggest(hint)
	}
	return kind, from, to
}

// next consumes one token and returns its kind.
func (s *scanner) next() token.Kind {
	if s.Done() {
		return token.EOF
	}
	c := s.Src[s.Off]
	switch {
	case isWordByte(c):
		return s.word()
	case c == '/' && s.StartsWith("//"):
		s.SkipLine()
		return token.Comment
	case c == '/' && s.StartsWith("/*"):
		s.blockComment()
		return token.Comment
	case c == '.' && s.StartsWith(".."):
		for s.Off < len(s.Src) && s.Src[s.Off] == '.' {
			s.Off++
		}
		return token.DotDot
	case c < utf8.RuneSelf:
		return s.punctuation()
	}
	return s.symbol()
}

// spelling is how a token is written.
type spelling struct {
	text string
	kind token.Kind
}

// ascii lists the punctuation of ASCII characters, longer spellings before their beginnings.
var ascii = []spelling{
	{"<->", token.Iff},
	{"<=", token.Le}, {"<", token.Lt}, // not `<-`: in `<-1 < x>` it is two tokens
	{"->", token.Implies}, {"-", token.Minus},
	{">=", token.Ge}, {">", token.Gt},
	{"==", token.Eq}, {"=", token.Eq},
	{"!=", token.Neq}, {"!", token.Not},
	{"&&", token.And}, {"&", token.And},
	{"||", token.OrOr}, {"|", token.Or},
	{":=", token.Define}, {":", token.Colon},
	{"/\\", token.BigAnd}, {"/", token.Slash},
	{"\\/", token.BigOr},
	{"(", token.LParen}, {")", token.RParen}, {"[", token.LBrack}, {"]", token.RBrack}, {"{", token.LBrace}, {"}", token.RBrace},
	{",", token.Comma}, {";", token.Semi}, {".", token.Dot}, {"@", token.At}, {"?", token.Question},
	{"*", token.Star}, {"%", token.Percent}, {"+", token.Plus},
}

// asciiFrom lists the punctuation that begins with a byte.
var asciiFrom = func() (from [utf8.RuneSelf][]spelling) {
	for _, p := range ascii {
		from[p.text[0]] = append(from[p.text[0]], p)
	}
	return from
}()

// punctuation consumes a token that begins with an ASCII character.
func (s *scanner) punctuation() token.Kind {
	for _, p := range asciiFrom[s.Src[s.Off]] {
		if s.StartsWith(p.text) {
			s.Off += len(p.text)
			return p.kind
		}
	}
	s.Off++
	return token.Illegal
}

// symbols lists the spellings of the papers and their common look-alikes.
var symbols = map[rune]token.Kind{
	'⟨': token.LAngle, '〈': token.LAngle, '⟩': token.RAngle, '〉': token.RAngle,
	'∈': token.In, '≔': token.Define, '←': token.LArrow,
	'¬': token.Not, '⋆': token.Star, '★': token.Star, '∗': token.Star, '−': token.Minus, '–': token.Minus,
	'≤': token.Le, '⩽': token.Le, '≥': token.Ge, '⩾': token.Ge, '≠': token.Neq,
	'∧': token.And, '∨': token.Or, '∥': token.OrOr, '‖': token.OrOr,
	'→': token.Implies, '⟶': token.Implies, '⇒': token.Implies, '⟹': token.Implies,
	'↔': token.Iff, '⟷': token.Iff, '⇔': token.Iff, '⟺': token.Iff,
	'⋀': token.BigAnd, '⋁': token.BigOr, '∀': token.ForAll, '∃': token.Exists,
	'𝒰': token.Until, '𝓤': token.Until, 'ℛ': token.Release, '𝓡': token.Release, '𝒲': token.WeakUntil, '𝓦': token.WeakUntil,
	'◇': token.Finally, '◊': token.Finally, '♢': token.Finally, '⋄': token.Finally,
	'□': token.Globally, '◻': token.Globally, '○': token.Next, '◯': token.Next,
}

func (s *scanner) symbol() token.Kind {
	r, size := utf8.DecodeRune(s.Src[s.Off:])
	s.Off += size
	if kind, ok := symbols[r]; ok {
		return kind
	}
	if r == '•' || r == '∙' || r == '●' || r == '·' {
		q, qsize := utf8.DecodeRune(s.Src[s.Off:])
		switch q {
		case '∀':
			s.Off += qsize
			return token.BulletForAll
		case '∃':
			s.Off += qsize
			return token.BulletExists
		}
	}
	return token.Illegal
}

// skipIllegal consumes what else is no token: in a binary file each run of such bytes has one
// diagnostic.
func (s *scanner) skipIllegal() {
	for s.Off < len(s.Src) {
		before := s.Off
		if c := s.Src[before]; isWordByte(c) || c <= ' ' || s.next() != token.Illegal {
			s.Off = before
			return
		}
	}
}
