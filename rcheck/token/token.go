package token

// Kind is the lexical class of a token.
//
// Words are one class. R-CHECK has no reserved words except the truth values, so only the parser
// knows whether a word is a keyword or a name. For the same reason, `<`, `>`, `[` and `]` are
// always single tokens, and so are the parts of `<-`. For example, `]]` closes either a necessary
// observation of the current dialect or two brackets.
type Kind uint8

// The kinds of tokens. Where several spellings are one kind, the first is the one a formatter
// writes.
const (
	EOF     Kind = iota
	Illegal      // bytes that begin no token
	Comment      // `// …` or `/* … */`
	Word         // `[A-Za-z0-9_]+` with at least one character that is no digit
	Int          // `[0-9]+`

	LParen   // (
	RParen   // )
	LBrack   // [
	RBrack   // ]
	LBrace   // {
	RBrace   // }
	LAngle   // ⟨
	RAngle   // ⟩
	Comma    // ,
	Semi     // ;
	Colon    // :
	In       // ∈
	Define   // := ≔
	LArrow   // ← (`<-` is an Lt and a Minus)
	Dot      // .
	DotDot   // .. (two or more)
	At       // @
	Question // ?

	Not     // ! ¬
	Star    // * ⋆ ★ ∗
	Slash   // /
	Percent // %
	Plus    // +
	Minus   // - −
	Lt      // <
	Gt      // >
	Le      // <= ≤
	Ge      // >= ≥
	Eq      // = ==
	Neq     // != ≠
	And     // & && ∧
	Or      // | ∨
	OrOr    // || ∥ ‖
	Implies // -> → ⇒ ⟶ ⟹
	Iff     // <-> ↔ ⇔ ⟷ ⟺

	BigAnd       // /\ ⋀
	BigOr        // \/ ⋁
	ForAll       // ∀
	Exists       // ∃
	BulletForAll // •∀
	BulletExists // •∃
	Until        // 𝒰 (the word U is a Word)
	Release      // ℛ
	WeakUntil    // 𝒲
	Finally      // ◇
	Globally     // □
	Next         // ○
)

var spellings = [...]string{
	EOF: "end of file", Illegal: "illegal character", Comment: "comment", Word: "name", Int: "number",
	LParen: "(", RParen: ")", LBrack: "[", RBrack: "]", LBrace: "{", RBrace: "}", LAngle: "⟨", RAngle: "⟩",
	Comma: ",", Semi: ";", Colon: ":", In: "∈", Define: ":=", LArrow: "←", Dot: ".", DotDot: "..", At: "@", Question: "?",
	Not: "!", Star: "*", Slash: "/", Percent: "%", Plus: "+", Minus: "-", Lt: "<", Gt: ">", Le: "<=", Ge: ">=", Eq: "=",
	Neq: "!=", And: "&", Or: "|", OrOr: "||", Implies: "->", Iff: "<->", BigAnd: "/\\", BigOr: "\\/", ForAll: "∀",
	Exists: "∃", BulletForAll: "•∀", BulletExists: "•∃", Until: "𝒰", Release: "ℛ", WeakUntil: "𝒲", Finally: "◇",
	Globally: "□", Next: "○",
}

// String returns the usual spelling of a punctuation token, or a description of the others.
func (k Kind) String() string {
	if int(k) < len(spellings) {
		return spellings[k]
	}
	return "token"
}

// Token is one lexical element with its place and its text in the source.
type Token struct {
	Kind Kind
	Pos  Pos
	Text string
}

// End returns the position just after the token.
func (t Token) End() Pos { return t.Pos + Pos(len(t.Text)) }

// Span returns the range of the token.
func (t Token) Span() Span { return Span{t.Pos, t.End()} }

// Describe returns how a diagnostic names the token: its text in quotes, or "end of file".
func (t Token) Describe() string {
	const longest = 40
	switch {
	case t.Kind == EOF:
		return "end of file"
	case t.Kind == Word:
		return "name `" + Clip(t.Text, longest) + "`"
	case t.Kind == Int:
		return "number `" + Clip(t.Text, longest) + "`"
	}
	return "`" + Clip(t.Text, longest) + "`"
}

// Clip returns a text of which at most n code points are shown.
func Clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
