// Package ast declares the syntax tree of R-CHECK models and LTOL formulas, in both dialects of the
// language.
//
// The tree keeps the text as it was written: parentheses, the spelling of operators and keywords,
// the dialect of each construct, repeated sections, and comments. Every node has its source range.
// The tree only says how operators group, which depends on the reading of the file (see [Reading]).
// Package rcheck gives the tree its meaning.
//
// The language is defined by Abd Alrahman, Azzopardi, Di Stefano and Piterman, "Language support
// for verifying reconfigurable interacting systems" (cited as P000,
// doi:10.1007/s10009-023-00729-8), sections 3 and 5, by "Attributed Point-to-Point Communication in
// R-CHECK" (P004), and by the syntax of the current editor of the tool.
//
// Use this package to inspect the text of a model after package parser has read it, as formatters,
// editors and style checks do. To check a model, use package rcheck.
package ast

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/token"

// Dialect is one of the two concrete syntaxes of the language.
type Dialect uint8

const (
	// NoDialect marks constructs that both dialects write in the same way.
	NoDialect Dialect = iota
	// Classic is the syntax of the papers and of older files: `channels:`, `<psi>`, `<O> phi`, `/\
	// k : T .`.
	Classic
	// Current is the syntax of the tool's current editor: `enum channel {}`, `{psi}`, `<<O>> phi`,
	// `forall k : T .`.
	Current
)

// String returns "classic", "current" or "either".
func (d Dialect) String() string {
	return [...]string{NoDialect: "either", Classic: "classic", Current: "current"}[d]
}

// Reading says how far the prefix operators F, G, X and the observation operators reach to the
// right.
type Reading uint8

const (
	// Tight operators bind like `!`: `G a -> b` is `(G a) -> b`. This is the reading of the papers
	// and of classic files.
	Tight Reading = iota
	// Wide operators extend to the end of the enclosing bracket: `G a -> b` is `G (a -> b)`. It is
	// the reading of current files.
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

// An expression is part of every [Expr].
type expression struct{}

func (expression) exprNode() {}

// A process is part of every [Process].
type process struct{}

func (process) processNode() {}

// Bad is a part of the source in which no declaration, section, command or expression could be
// recognised. A file with a Bad has errors.
type Bad struct {
	expression
	process
	Start, Stop token.Pos
}

func (b *Bad) Pos() token.Pos { return b.Start }
func (b *Bad) End() token.Pos { return b.Stop }
func (*Bad) declNode()        {}
func (*Bad) sectionNode()     {}

// Ident is a name, at its declaration or where it is used. In expressions it is an [Expr]. Words of
// the language that can occur in an expression (`chan`, `sender`, `any`, `myself`, `PROGRESS`, …)
// are Idents, too. The declarations of the model decide whether such a word is only a name.
type Ident struct {
	expression
	NamePos token.Pos
	Name    string
}

func (x *Ident) Pos() token.Pos { return x.NamePos }

func (x *Ident) End() token.Pos { return x.NamePos + token.Pos(len(x.Name)) }

// Keyword is a word of the language with the spelling that was used, such as `channels` or
// `channel`, `LTOL` or `SPEC`.
type Keyword struct {
	KeyPos token.Pos
	KeyEnd token.Pos // composed keywords such as `message-structure` may contain blanks
	Text   string    // without blanks
}

func (k Keyword) Pos() token.Pos { return k.KeyPos }

func (k Keyword) End() token.Pos { return k.KeyEnd }
