package ast

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/token"

// Expr is an expression of a model or a formula. Both have the same syntax; the types decide which
// expressions are allowed at a place.
type Expr interface {
	Node
	isExpr
}

type isExpr interface{ exprNode() }

// Op is an operator.
type Op uint8

// The operators, prefix ones first.
const (
	NoOp Op = iota
	Not
	Neg // unary minus
	Finally
	Globally
	Next
	All    // A: on every path
	Exists // E: on some path

	Mul
	Div
	Mod
	Add
	Sub
	Eq
	Neq
	Lt
	Le
	Gt
	Ge
	Until
	WeakUntil
	Release
	And
	Or
	Implies
	Iff
)

var opText = [...]string{
	NoOp: "", Not: "!", Neg: "-", Finally: "F", Globally: "G", Next: "X", All: "A", Exists: "E",
	Mul: "*", Div: "/", Mod: "%", Add: "+", Sub: "-", Eq: "=", Neq: "!=", Lt: "<", Le: "<=", Gt: ">", Ge: ">=",
	Until: "U", WeakUntil: "W", Release: "R", And: "&", Or: "|", Implies: "->", Iff: "<->",
}

// String returns the canonical spelling of the operator.
func (op Op) String() string { return opText[op] }

// IsTemporalPrefix reports whether op is F, G, X, A or E.
func (op Op) IsTemporalPrefix() bool { return op >= Finally && op <= Exists }

// IsComparison reports whether op is one of = != < <= > >=.
func (op Op) IsComparison() bool { return op >= Eq && op <= Ge }

// IsArithmetic reports whether op is a binary operator on numbers that gives a number.
func (op Op) IsArithmetic() bool { return op >= Mul && op <= Sub }

// The expressions, besides [Ident].
type (
	// Index is `vmm[e]`: the member of a replicated family.
	Index struct {
		expression
		Name   *Ident
		X      Expr
		Rbrack token.Pos
	}

	// Literal is the place and the text of a literal.
	Literal struct {
		ValuePos token.Pos
		Text     string
	}

	// IntLit is a number without a sign. Value is what Text denotes.
	IntLit struct {
		expression
		Literal
		Value int64
	}

	// BoolLit is true or TRUE, false or FALSE.
	BoolLit struct {
		expression
		Literal
		Value bool
	}

	// Star is the broadcast channel, with the text `*` or `⋆`.
	Star struct {
		expression
		Literal
	}

	// PropertyRef is `@pv`: the property identifier pv, whatever else has that name.
	PropertyRef struct {
		expression
		At   token.Pos
		Name *Ident
	}

	// Qualified is `k-x` in a property, or `supplier-pv`. In `k-x`, x is a local variable, a label,
	// or the control state (`automaton-state`) of the agent k, and k is an [Ident] or an [Index].
	// The parser produces it if the left name is an instance of the model, a quantified agent, or
	// `supplier`, or if the model does not declare the left name. Otherwise `-` is a subtraction.
	Qualified struct {
		expression
		Agent Expr
		Name  *Ident // "automaton-state" is one name
	}

	// Unary is a prefix operator and its operand.
	Unary struct {
		expression
		Op    Op
		OpPos token.Pos
		Text  string // as written
		X     Expr
	}

	// Binary is an infix operator and its operands. A comparison is never an operand of a
	// comparison without parentheses.
	Binary struct {
		expression
		Op    Op
		OpPos token.Pos
		Text  string // as written
		X, Y  Expr
		// Start is where X begins. The parser sets it, so that long chains need not be followed for
		// it; it may be unset.
		Start token.Pos
	}

	// Conditional is `c ? a : b`.
	Conditional struct {
		expression
		Cond     Expr
		Question token.Pos
		Then     Expr
		Colon    token.Pos
		Else     Expr
	}

	// Call is `g(e, …)`. It calls a guard. If there is no guard with this name, it is min, max or
	// enabled. In properties it can also be an operator about agents, such as `K(k, phi)`.
	Call struct {
		expression
		Fun    *Ident
		Args   []Expr
		Rparen token.Pos
	}

	// Group is `{k, j}`, agents that an operator is about, in properties and declarations of
	// groups.
	Group struct {
		expression
		Lbrace  token.Pos
		Members []Expr
		Rbrace  token.Pos
	}

	// Observe is `<O> phi` and `<<O>> phi` (possible) or `[O] phi` and `[[O]] phi` (necessary).
	Observe struct {
		expression
		Necessary bool
		Dialect   Dialect
		Open      token.Pos
		Obs       Expr
		X         Expr
	}

	// Quantifier is `/\ k, j : T1 | T2 . phi` (universal) or `\/ …`, in any of its spellings, or,
	// over integers, `forall i : lo..hi . phi`. Types is empty exactly if Lo and Hi are set.
	Quantifier struct {
		expression
		Universal bool
		Dialect   Dialect
		QuantPos  token.Pos
		Text      string // `/\`, `∧`, `⋀`, `forall`, `∀`, …
		Vars      []*Ident
		Types     []*Ident
		Lo, Hi    Expr
		X         Expr
	}

	// PredicateQuantifier is `exists(O)` or `forall(O)` inside an observation: some or every
	// assignment of the property identifiers that satisfies the message's predicate (P000 section
	// 5.1; `•∃ O`, `•∀ O` there).
	PredicateQuantifier struct {
		expression
		Universal bool
		QuantPos  token.Pos
		X         *Paren // `•∃ O` without parentheses gets a Paren without positions
	}

	// Paren is `( e )`.
	Paren struct {
		expression
		Lparen token.Pos
		X      Expr
		Rparen token.Pos
	}

	// Ambiguous is an expression in which the brackets `<` and `>` of observations can be matched
	// in several ways. Each way parses. The types decide which alternative is meant. If they do not
	// decide, it is an error. There are at least two alternatives, with the same source range. The
	// first one has the longest observations.
	Ambiguous struct {
		expression
		Alternatives []Expr
	}
)

func (x *Index) Pos() token.Pos               { return x.Name.Pos() }
func (x Literal) Pos() token.Pos              { return x.ValuePos }
func (x *PropertyRef) Pos() token.Pos         { return x.At }
func (x *Qualified) Pos() token.Pos           { return x.Agent.Pos() }
func (x *Unary) Pos() token.Pos               { return x.OpPos }
func (x *Conditional) Pos() token.Pos         { return x.Cond.Pos() }
func (x *Call) Pos() token.Pos                { return x.Fun.Pos() }
func (x *Group) Pos() token.Pos               { return x.Lbrace }
func (x *Observe) Pos() token.Pos             { return x.Open }
func (x *Quantifier) Pos() token.Pos          { return x.QuantPos }
func (x *PredicateQuantifier) Pos() token.Pos { return x.QuantPos }
func (x *Ambiguous) Pos() token.Pos           { return x.Alternatives[0].Pos() }

func (x *Index) End() token.Pos               { return x.Rbrack + 1 }
func (x Literal) End() token.Pos              { return x.ValuePos + token.Pos(len(x.Text)) }
func (x *PropertyRef) End() token.Pos         { return x.Name.End() }
func (x *Qualified) End() token.Pos           { return x.Name.End() }
func (x *Unary) End() token.Pos               { return x.X.End() }
func (x *Binary) End() token.Pos              { return x.Y.End() }
func (x *Conditional) End() token.Pos         { return x.Else.End() }
func (x *Call) End() token.Pos                { return x.Rparen + 1 }
func (x *Group) End() token.Pos               { return x.Rbrace + 1 }
func (x *Observe) End() token.Pos             { return x.X.End() }
func (x *Quantifier) End() token.Pos          { return x.X.End() }
func (x *PredicateQuantifier) End() token.Pos { return x.X.End() }
func (x *Ambiguous) End() token.Pos           { return x.Alternatives[0].End() }
func (x *Paren) Pos() token.Pos {
	if x.Lparen.IsValid() {
		return x.Lparen
	}
	return x.X.Pos()
}
func (x *Paren) End() token.Pos {
	if x.Rparen.IsValid() {
		return x.Rparen + 1
	}
	return x.X.End()
}

func (x *Binary) Pos() token.Pos {
	for {
		if x.Start.IsValid() {
			return x.Start
		}
		left, ok := x.X.(*Binary)
		if !ok {
			return x.X.Pos()
		}
		x = left
	}
}

// Unparen returns the expression inside any number of parentheses.
func Unparen(x Expr) Expr {
	for {
		p, ok := x.(*Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}
