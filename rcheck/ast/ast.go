// Package ast declares the syntax tree of R-CHECK models and LTOL formulas, in both dialects of the language.
//
// The tree keeps what was written: parentheses, the spelling of operators and keywords, the dialect of every construct that has
// one, repeated sections, comments. Every node knows its source range. What the tree means is the business of package rcheck;
// the tree itself only says how operators group, which the reading of the file decides (see [Reading]).
//
// The language is the one of Abd Alrahman, Azzopardi, Di Stefano and Piterman, "Language support for verifying reconfigurable
// interacting systems" (cited as P000, doi:10.1007/s10009-023-00729-8), sections 3 and 5, with point-to-point communication as in
// "Attributed Point-to-Point Communication in R-CHECK" (P004), and the syntax of the tool's current editor.
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
	switch d {
	case Classic:
		return "classic"
	case Current:
		return "current"
	}
	return "either"
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
func (r Reading) String() string {
	if r == Wide {
		return "wide"
	}
	return "tight"
}

// Node is a part of the tree. End is the position just after it.
type Node interface {
	Pos() token.Pos
	End() token.Pos
}

// Span returns the source range of a node.
func Span(n Node) token.Span { return token.Span{Start: n.Pos(), End: n.End()} }

// File is a whole model.
type File struct {
	Source  *token.File
	Dialect Dialect // of the first command guard; without one, of the first construct that has a dialect; else Classic
	Reading Reading // what the formulas of the file were read with: given by the dialect unless overridden
	Decls   []Decl  // in source order
	// Broken says that the parser reported an error about something other than a property. The formula of a property about which
	// it did is a BadExpr.
	Broken bool
	// Comments holds every comment of the file, in source order. They are in no other part of the tree.
	Comments []*Comment
}

// Pos returns the beginning of the source.
func (f *File) Pos() token.Pos { return f.Source.Pos(0) }

// End returns the end of the source.
func (f *File) End() token.Pos { return f.Source.Pos(f.Source.Size()) }

// Comment is one `// …` (without the line end) or `/* … */`.
type Comment struct {
	Start token.Pos
	Text  string // with the comment marks
}

func (c *Comment) Pos() token.Pos { return c.Start }
func (c *Comment) End() token.Pos { return c.Start + token.Pos(len(c.Text)) }

// Ident is a name, where it is declared and where it is used; in expressions it is an [Expr]. Words of the language that an
// expression can contain (`chan`, `sender`, `any`, `myself`, `PROGRESS`, …) are Idents too: whether they mean more than a name
// depends on what the model declares.
type Ident struct {
	NamePos token.Pos
	Name    string
}

func (x *Ident) Pos() token.Pos { return x.NamePos }
func (x *Ident) End() token.Pos { return x.NamePos + token.Pos(len(x.Name)) }

// DeclName is a declared name that may stand for a family: `c`, `vmm[1..3]` (vmm1, vmm2, vmm3), `client[i : 1..N]`, where the
// variable i may be used in what is declared. Lo and Hi are nil for a single name; Var is nil if the index has no name.
type DeclName struct {
	Name   *Ident
	Lbrack token.Pos
	Var    *Ident
	Lo, Hi Expr
	Rbrack token.Pos
}

// Replicated reports whether the name stands for a family of names.
func (n *DeclName) Replicated() bool { return n.Lo != nil }

func (n *DeclName) Pos() token.Pos { return n.Name.Pos() }
func (n *DeclName) End() token.Pos {
	if n.Replicated() {
		return n.Rbrack + 1
	}
	return n.Name.End()
}

// Field declares a typed name: a local variable, a data variable, a property identifier, a guard's parameter.
type Field struct {
	Name  *Ident
	Colon token.Pos
	Type  Type
}

func (f *Field) Pos() token.Pos { return f.Name.Pos() }
func (f *Field) End() token.Pos { return f.Type.End() }

// Type is a [NamedType] or a [RangeType].
type Type interface {
	Node
	typeNode()
}

// NamedType is a type given by a word: bool, boolean, int, integer, real, channel, location, or the name of an enum.
type NamedType struct {
	Name *Ident
}

// RangeType is the type of the integers from Lo to Hi, both constant expressions.
type RangeType struct {
	Lo, Hi Expr
}

func (t *NamedType) Pos() token.Pos { return t.Name.Pos() }
func (t *NamedType) End() token.Pos { return t.Name.End() }
func (t *RangeType) Pos() token.Pos { return t.Lo.Pos() }
func (t *RangeType) End() token.Pos { return t.Hi.End() }

func (*NamedType) typeNode() {}
func (*RangeType) typeNode() {}
