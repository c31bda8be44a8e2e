// Package ast declares the syntax tree of R-CHECK models and LTOL formulas, in both dialects of the language.
//
// The tree keeps what was written: parentheses, the spelling of operators and keywords, the dialect of every construct that has
// one, repeated sections, comments. Every node knows its source range. What the tree means is the business of package rcheck;
// the tree itself only says how operators group, which the reading of the file decides (see [Reading]).
//
// The language is the one of Abd Alrahman, Azzopardi, Di Stefano and Piterman, "Language support for verifying reconfigurable
// interacting systems" (cited as P000, doi:10.1007/s10009-023-00729-8), sections 3 and 5, with point-to-point communication as in
// "Attributed Point-to-Point Communication in R-CHECK" (P004), and the syntax of the tool's current editor.
//
// Use it to walk over the text of a model as formatters, editors and checks of style do, after package parser has read it. Who wants to
// check a model begins with package rcheck.
package ast

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/token"

// Dialect is one of the two concrete syntaxes of the language.
type Dialect uint8

const (
	// NoDialect marks what both dialects write in the same way.
	NoDialect Dialect = iota
	// Classic is the syntax of the papers and of older files: `channels:`, `<psi>`, `<O> phi`, `/\ k : T .`.
	Classic
	// Current is the syntax of the tool's current editor: `enum channel {}`, `{psi}`, `<<O>> phi`, `forall k : T .`.
	Current
)

// String returns "classic", "current" or "either".
func (d Dialect) String() string {
	return [...]string{NoDialect: "either", Classic: "classic", Current: "current"}[d]
}

// Reading says how far the prefix operators F, G, X and the observation operators reach to the right.
type Reading uint8

const (
	// Tight operators bind like `!`: `G a -> b` is `(G a) -> b`. It is the papers' reading, and that of classic files.
	Tight Reading = iota
	// Wide operators extend to the end of the enclosing bracket: `G a -> b` is `G (a -> b)`. It is the reading of current files.
	Wide
)

// String returns "tight" or "wide".
func (r Reading) String() string { return [...]string{Tight: "tight", Wide: "wide"}[r] }

// Reading is how formulas of a file in the dialect are read.
func (d Dialect) Reading() Reading {
	if d == Current {
		return Wide
	}
	return Tight
}

// Node is a part of the tree. End is the position just after it.
type Node interface {
	Pos() token.Pos
	End() token.Pos
}

// Span returns the source range of a node.
func Span(n Node) token.Span { return token.Span{Start: n.Pos(), End: n.End()} }

// Bad stands where no declaration, section, command or expression could be recognised: a stretch of source. A file with one has errors.
type Bad struct {
	Start, Stop token.Pos
}

func (b *Bad) Pos() token.Pos { return b.Start }
func (b *Bad) End() token.Pos { return b.Stop }
func (*Bad) declNode()        {}
func (*Bad) sectionNode()     {}
func (*Bad) processNode()     {}
func (*Bad) exprNode()        {}

// Ident is a name, where it is declared and where it is used; in expressions it is an [Expr]. Words of the language that an
// expression can contain (`chan`, `sender`, `any`, `myself`, `PROGRESS`, …) are Idents too: whether they mean more than a name
// depends on what the model declares.
type Ident struct {
	NamePos token.Pos
	Name    string
}

func (x *Ident) Pos() token.Pos { return x.NamePos }

func (x *Ident) End() token.Pos { return x.NamePos + token.Pos(len(x.Name)) }

// Keyword is a word of the language with the spelling that was used, such as `channels` or `channel`, `LTOL` or `SPEC`.
type Keyword struct {
	KeyPos token.Pos
	KeyEnd token.Pos // composed keywords such as `message-structure` may contain blanks
	Text   string    // without blanks
}

func (k Keyword) Pos() token.Pos { return k.KeyPos }

func (k Keyword) End() token.Pos { return k.KeyEnd }
