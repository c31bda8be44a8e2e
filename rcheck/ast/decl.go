package ast

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/token"

// File is a whole model.
type File struct {
	Source  *token.File
	Dialect Dialect // of the first command guard; without one, of the first construct that has a dialect; else Classic
	Reading Reading // what the formulas of the file were read with: given by the dialect unless overridden
	Decls   []Decl  // in source order
	// Broken says that the parser reported an error outside of the properties. If the error is in a
	// property, the formula of the property is a Bad.
	Broken bool
	// Lost holds the names in declarations that could not be read. These declarations may declare
	// the names.
	Lost map[string]bool
	// Comments holds every comment of the file, `// …` (without the line end) or `/* … */`, in
	// source order. They are in no other part of the tree.
	Comments []token.Token
}

// Pos returns the beginning of the source.
func (f *File) Pos() token.Pos { return f.Source.Pos(0) }

// End returns the end of the source.
func (f *File) End() token.Pos { return f.Source.Pos(f.Source.Size()) }

// Decl is a top-level part of a model.
type Decl interface {
	Node
	declNode()
}

// A DeclHead is part of every declaration: its first word, and its end. The end is just after the
// semicolon, if there is one.
type DeclHead struct {
	Keyword
	Stop token.Pos
}

func (h *DeclHead) End() token.Pos { return h.Stop }

// EndAt sets the end, when the declaration was read.
func (h *DeclHead) EndAt(stop token.Pos) { h.Stop = stop }

func (*DeclHead) declNode() {}

// The declarations.
type (
	// ConstDecl is `const N = 3;`.
	ConstDecl struct {
		DeclHead
		Name  *Ident
		Value Expr
	}

	// ChannelsDecl declares channels: `channels: a, b` (or `channel:`) or `enum channel { a, b }`.
	ChannelsDecl struct {
		DeclHead         // channels, channel or enum
		Dialect  Dialect // Current for `enum channel`
		Names    []*DeclName
	}

	// EnumDecl is `enum name { v1, v2 }`.
	EnumDecl struct {
		DeclHead
		Name   *Ident
		Values []*DeclName
	}

	// MessageDecl is `message-structure: X : type, …`.
	MessageDecl struct {
		DeclHead
		Fields []*Field
	}

	// PropertyDecl is `communication-variables: …` or `property-variables: …`.
	PropertyDecl struct {
		DeclHead
		Fields []*Field
	}

	// GuardDecl is `guard g(p : T, …) := e ;`.
	GuardDecl struct {
		DeclHead
		Name   *Ident
		Params []*Field
		Body   Expr
	}

	// AgentDecl is an agent type. Sections holds every section as written; the other fields hold
	// the ones that count, which are the last of their kind, or nil.
	AgentDecl struct {
		DeclHead
		Name         *Ident
		Sections     []Section
		Local        *LocalSection
		Init         *CondSection
		Relabel      *RelabelSection
		ReceiveGuard *CondSection
		Observe      *ObserveSection
		Red          *CondSection
		Picture      *PictureSection
		Repeat       *RepeatSection
	}

	// SystemDecl is `system = A(id, cond) || …`, perhaps with `|| open` or `|| open receptive` at
	// the end. Open and Receptive are these words, and nil where they are not written.
	SystemDecl struct {
		DeclHead
		Instances []*Instance
		Bars      []string // between the instances, and before open: `|` or `||` (also `∥`)
		Open      *Ident
		Receptive *Ident
	}

	// GroupDecl is `group G = {k, j}`, or `group G = T` for all instances of an agent type.
	GroupDecl struct {
		DeclHead
		Name    *Ident
		Members Expr // a Group or an Ident
	}

	// SpecDecl is a property: `SPEC phi ;`, `SPEC NAME n := phi`.
	SpecDecl struct {
		DeclHead        // SPEC, LTLSPEC, LTL, LTOL, CTLSPEC or ATLSPEC
		Name     *Ident // nil unless given by NAME
		Formula  Expr
	}

	// AssumeDecl is `assume n := phi ;`.
	AssumeDecl struct {
		DeclHead
		Name    *Ident
		Formula Expr
	}

	// ContractDecl is `contract k : T assume phi guarantee psi ;`: what each agent k of type T
	// guarantees at a step, and what it assumes of the others. Assume is nil if it is omitted.
	ContractDecl struct {
		DeclHead
		Var, Type         *Ident
		Assume, Guarantee Expr
	}

	// FairnessDecl is `FAIRNESS e ;`.
	FairnessDecl struct {
		DeclHead
		Cond Expr
	}

	// CompassionDecl is `COMPASSION (p, q) ;`.
	CompassionDecl struct {
		DeclHead
		If, Then Expr
	}
)

// Instance is `A(id, cond)`: an agent of type A, or a family of them when the name is replicated.
// Cond is nil if it is omitted. In `absent A(id, cond)`, the agents are absent at first.
type Instance struct {
	Absent *Keyword // nil if the agents are present
	Type   *Ident
	Name   *DeclName
	Cond   Expr
	Rparen token.Pos
}

func (i *Instance) Pos() token.Pos {
	if i.Absent != nil {
		return i.Absent.KeyPos
	}
	return i.Type.Pos()
}

func (i *Instance) End() token.Pos { return i.Rparen + 1 }

// Section is a part of an agent type.
type Section interface {
	Node
	sectionNode()
}

// A SectionHead is part of every section: its first word, and its end if no part of the section has
// this end.
type SectionHead struct {
	Keyword
	Stop token.Pos
}

func (h *SectionHead) End() token.Pos { return h.Stop }

// EndAt sets the end, when the section was read.
func (h *SectionHead) EndAt(stop token.Pos) { h.Stop = stop }

// Word is the section's keyword.
func (h *SectionHead) Word() Keyword { return h.Keyword }

func (*SectionHead) sectionNode() {}

// The sections of an agent type.
type (
	// LocalSection is `local: x : type, …`.
	LocalSection struct {
		SectionHead
		Fields []*Field
	}

	// CondSection is `init: cond`, `receive-guard: cond`, or `red: cond`: the states in which an
	// agent of the type violates its norms.
	CondSection struct {
		SectionHead
		Cond Expr
	}

	// PictureSection is `picture: column, row` or `picture: column, row, label`: where an agent of the
	// type stands on a grid, in pictures of states.
	PictureSection struct {
		SectionHead
		Exprs []Expr
	}

	// RelabelSection is `relabel: pv <- e …`.
	RelabelSection struct {
		SectionHead
		Entries []*Assign
	}

	// ObserveSection is `observe: x, automaton-state`: what an agent of the type knows of itself.
	ObserveSection struct {
		SectionHead
		Names []*Ident // "automaton-state" is one name
	}

	// RepeatSection is `repeat: P`.
	RepeatSection struct {
		SectionHead
		Body Process
	}
)

func (s *CondSection) End() token.Pos { return s.Cond.End() }

func (s *RepeatSection) End() token.Pos { return s.Body.End() }

// DeclName is a declared name. It can be a family: `vmm[1..3]` declares vmm1, vmm2 and vmm3. In
// `client[i : 1..N]`, the declaration can use the variable i. Lo and Hi are nil for a single name.
// Var is nil if the index has no name.
type DeclName struct {
	Name   *Ident
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

// Field declares a typed name: a local variable, a data variable, a property identifier, a guard's
// parameter.
type Field struct {
	Name *Ident
	Type Type
}

func (f *Field) Pos() token.Pos { return f.Name.Pos() }

func (f *Field) End() token.Pos { return f.Type.End() }

// Type is a [RangeType] or an [Ident]: bool, boolean, int, integer, real, channel, location, or the
// name of an enum.
type Type interface {
	Node
	typeNode()
}

// RangeType is the type of the integers from Lo to Hi, both constant expressions.
type RangeType struct {
	Lo, Hi Expr
}

func (t *RangeType) Pos() token.Pos { return t.Lo.Pos() }

func (t *RangeType) End() token.Pos { return t.Hi.End() }

func (*Ident) typeNode() {}

func (*RangeType) typeNode() {}
