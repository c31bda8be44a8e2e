package evaluate

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// An Evaluator evaluates the expressions of a system in an algebra.
type Evaluator[S, V any] struct {
	Algebra[S, V]
	System *recipe.System
	// Choices, if it is not nil, has the terms of choices that were evaluated and have the same value
	// in all settings without Fixed and Proposition. A system has as many messages as channels, and
	// each of them evaluates the updates of all receivers. Remember is called for each new term.
	Choices  map[*recipe.Expr]Term[S, V]
	Remember func(Term[S, V])
	// Channels, if it is not nil, has what receive guards and the channels of commands say of
	// channels. All messages on a channel ask the same.
	Channels map[OnChannel]S
	// Unlimited tells which locals can be given any value, by index in System.Vars; nil is none.
	Unlimited []bool
}

// An OnChannel is an expression that is asked about a channel.
type OnChannel struct {
	X       *recipe.Expr
	Channel recipe.Value
}

// Certain is a value that exists in all states.
func (e *Evaluator[S, V]) Certain(v V) Term[S, V] {
	return Term[S, V]{v, e.Bool(false), e.Bool(false)}
}

func (e *Evaluator[S, V]) absent(k recipe.Kind) Term[S, V] {
	return Term[S, V]{e.Missing(k), e.Bool(true), e.Bool(false)}
}

func (e *Evaluator[S, V]) minus(x, y S) S { return e.And(x, e.Not(y)) }

// Has is the set of states in which a term has a value.
func (e *Evaluator[S, V]) Has(t Term[S, V]) S { return e.Not(e.Or(t.Absent, t.Undefined)) }

// Gives is the set of states in which a term has a value that belongs to a type.
func (e *Evaluator[S, V]) Gives(t Term[S, V], typ *recipe.Type) S {
	return e.And(e.Has(t), e.Within(t.Value, typ))
}

// Is is the set of states in which a term has the value v of a kind.
func (e *Evaluator[S, V]) Is(t Term[S, V], k recipe.Kind, v recipe.Value) S {
	return e.And(e.Has(t), e.Compare(recipe.OpEq, t.Value, e.Constant(k, v)))
}

// At is the set of states in which an agent is at control state q.
func (e *Evaluator[S, V]) At(agent, q int) S {
	return e.Compare(recipe.OpEq, e.Control(agent), e.Constant(recipe.Int, recipe.Value(q)))
}

// refuted is the set of states in which a condition is false.
func (e *Evaluator[S, V]) refuted(t Truth[S]) S { return e.Not(e.Or(t.Yes, t.Undefined)) }

// Holds is the set of states in which the boolean x is true.
func (e *Evaluator[S, V]) Holds(x *recipe.Expr, in *Setting[S, V]) S { return e.Truth(x, in).Yes }

// Truth evaluates the boolean x as a condition. An absent leaf is false. Connectives are evaluated
// from the left.
func (e *Evaluator[S, V]) Truth(x *recipe.Expr, in *Setting[S, V]) Truth[S] {
	switch x.Op.Facts().Class {
	case recipe.ClassConnective:
		return e.connective(x, in)
	case recipe.ClassComparison:
		return e.comparison(x, in)
	case recipe.ClassChoice:
		c, never := e.Truth(x.Args[0], in), Truth[S]{e.Bool(false), e.Bool(false)}
		l, r := never, never
		if !e.None(c.Yes) {
			l = e.Truth(x.Args[1], in)
		}
		if !e.None(e.refuted(c)) {
			r = e.Truth(x.Args[2], in)
		}
		undefined := e.Or(c.Undefined, e.If(c.Yes, l.Undefined, r.Undefined))
		return Truth[S]{e.minus(e.If(c.Yes, l.Yes, r.Yes), undefined), undefined}
	case recipe.ClassQuantifier:
		if in.Chosen {
			return Truth[S]{e.Holds(x.Args[0], in), e.Bool(false)}
		}
		return Truth[S]{e.Quantified(x, in), e.Bool(false)}
	}
	t := e.Term(x, in)
	return e.settle(Truth[S]{e.And(e.True(t.Value), e.Has(t)), t.Undefined}, in)
}

// settle makes an undefined comparison false where propositions want it so.
func (e *Evaluator[S, V]) settle(t Truth[S], in *Setting[S, V]) Truth[S] {
	if in.Proposition {
		t.Undefined = e.Bool(false)
	}
	return t
}

// side is the set of states in which a condition has a truth value.
func (e *Evaluator[S, V]) side(t Truth[S], v recipe.Value) S {
	if v == recipe.True {
		return t.Yes
	}
	return e.refuted(t)
}

// equivalence lists the cases in which operands of one truth value make true.
var equivalence = recipe.OpIff.Facts().Cases(recipe.True)

// connective follows the cases of the operator. The right operand is evaluated where the left one
// does not decide, not at all if that is nowhere.
func (e *Evaluator[S, V]) connective(x *recipe.Expr, in *Setting[S, V]) Truth[S] {
	f := x.Op.Facts()
	l := e.Truth(x.Args[0], in)
	if f.Arity > 1 && !f.Short {
		return e.strict(f.Cases(recipe.True), l, e.Truth(x.Args[1], in))
	}
	cases := f.Cases(recipe.True)
	yes, decides := e.Bool(false), len(cases) > 0 && cases[0].Alone
	if decides {
		yes = e.side(l, cases[0].Left)
	}
	if f.Arity == 1 {
		return Truth[S]{yes, l.Undefined}
	}
	rest := e.side(l, 1-f.Decides)
	if e.None(rest) {
		return Truth[S]{yes, l.Undefined}
	}
	r, right := e.Truth(x.Args[1], in), e.Bool(false)
	for _, c := range cases {
		if !c.Alone {
			right = e.Or(right, e.side(r, c.Right))
		}
	}
	undefined := e.Or(l.Undefined, e.And(rest, r.Undefined))
	if decides {
		return Truth[S]{e.Or(yes, e.minus(right, l.Undefined)), undefined}
	}
	return Truth[S]{e.And(rest, right), undefined}
}

// strict is a connective that evaluates both operands and is true in the cases.
func (e *Evaluator[S, V]) strict(cases []recipe.Case, l, r Truth[S]) Truth[S] {
	undefined := e.Or(l.Undefined, r.Undefined)
	if slices.Equal(cases, equivalence) {
		return Truth[S]{e.minus(e.Iff(l.Yes, r.Yes), undefined), undefined}
	}
	yes := e.Bool(false)
	for _, c := range cases {
		yes = e.Or(yes, e.And(e.side(l, c.Left), e.side(r, c.Right)))
	}
	return Truth[S]{yes, undefined}
}

// comparison is false where an operand is absent, OpNe being the negation of OpEq. Values of
// different kinds are never equal.
func (e *Evaluator[S, V]) comparison(x *recipe.Expr, in *Setting[S, V]) Truth[S] {
	l, r := e.Term(x.Args[0], in), e.Term(x.Args[1], in)
	undefined := e.Or(l.Undefined, r.Undefined)
	has := e.Not(e.Or(e.Or(l.Absent, r.Absent), undefined))
	op, a, b := x.Op, l.Value, r.Value
	switch op {
	case recipe.OpNe:
		op = recipe.OpEq
	case recipe.OpGt:
		op, a, b = recipe.OpLt, b, a
	case recipe.OpGe:
		op, a, b = recipe.OpLe, b, a
	}
	yes := e.Bool(false)
	if op != recipe.OpEq || x.Args[0].Type.Kind == x.Args[1].Type.Kind {
		yes = e.And(has, e.Compare(op, a, b))
	}
	out := e.settle(Truth[S]{yes, undefined}, in)
	if x.Op == recipe.OpNe {
		out.Yes = e.refuted(out)
	}
	return out
}

// Term evaluates x as an operand. Leaves may be absent. A result computed from an absent operand is
// absent, unless it is undefined.
func (e *Evaluator[S, V]) Term(x *recipe.Expr, in *Setting[S, V]) Term[S, V] {
	switch x.Op.Facts().Class {
	case recipe.ClassLeaf:
		return e.leaf(x, in)
	case recipe.ClassArithmetic:
		return e.arithmetic(x, in)
	case recipe.ClassChoice:
		if e.Choices != nil && Lasts(x, in) {
			return memo.Known(e.Choices, x, func() Term[S, V] {
				t := e.choice(x, in)
				e.Remember(t)
				return t
			})
		}
		return e.choice(x, in)
	}
	t := e.Truth(x, in)
	return Term[S, V]{e.Condition(t.Yes, e.refuted(t)), e.Bool(false), t.Undefined}
}

// Lasts reports whether x is a choice whose term in a setting can be one of Choices.
func Lasts[S, V any](x *recipe.Expr, in *Setting[S, V]) bool {
	return x.Op == recipe.OpIte && in.Fixed == nil && !in.Proposition && !x.Any(varies)
}

// varies reports whether a node of an expression is a leaf that depends on the setting.
func varies(x *recipe.Expr) bool {
	return x.Op.Facts().Class == recipe.ClassLeaf && x.Op != recipe.OpConst && x.Op != recipe.OpLocal
}

func (e *Evaluator[S, V]) choice(x *recipe.Expr, in *Setting[S, V]) Term[S, V] {
	c, never := e.Truth(x.Args[0], in), e.Certain(e.Missing(x.Type.Kind))
	l, r, otherwise := never, never, e.refuted(c)
	if !e.None(c.Yes) {
		l = e.Term(x.Args[1], in)
	}
	if !e.None(otherwise) {
		r = e.Term(x.Args[2], in)
	}
	undefined := e.Or(c.Undefined, e.If(c.Yes, l.Undefined, r.Undefined))
	absent := e.minus(e.If(c.Yes, l.Absent, r.Absent), undefined)
	return Term[S, V]{e.Choose(c.Yes, otherwise, l.Value, r.Value), absent, undefined}
}

func (e *Evaluator[S, V]) arithmetic(x *recipe.Expr, in *Setting[S, V]) Term[S, V] {
	f := x.Op.Facts()
	l := e.Term(x.Args[0], in)
	r := l
	if f.Arity > 1 {
		r = e.Term(x.Args[1], in)
	}
	undefined := e.Or(l.Undefined, r.Undefined)
	if f.Divides {
		zero := e.Compare(recipe.OpEq, r.Value, e.Constant(recipe.Int, 0))
		undefined = e.Or(undefined, e.minus(zero, r.Absent))
	}
	absent := e.minus(e.Or(l.Absent, r.Absent), undefined)
	return Term[S, V]{e.Arithmetic(x.Op, l.Value, r.Value), absent, undefined}
}
