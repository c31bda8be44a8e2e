package faults

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An environment tells what the leaves of a command's expressions stand for.
type environment struct {
	sys     *recipe.System
	channel *recipe.Expr        // of the message; nil where there is none
	data    []recipe.Assignment // of the message
	// receiver is the agent whose relabelling property identifiers have, or
	// -1.
	receiver int
}

// A truth is the outcome of a boolean expression, as conditions on states that
// exclude each other: it is true, it is undefined.
type truth struct{ yes, undefined *recipe.Expr }

func (t truth) notFalse() *recipe.Expr { return or(t.yes, t.undefined) }

// A value is the outcome of any expression: expr is its value wherever it is
// neither undefined nor absent.
type value struct{ expr, undefined, absent *recipe.Expr }

// truth follows the rules at recipe.Expr: operands are evaluated from the
// left, as far as needed; an absent leaf is false.
func (env *environment) truth(e *recipe.Expr) truth {
	switch e.Op {
	case recipe.OpNot:
		a := env.truth(e.Args[0])
		return truth{not(a.notFalse()), a.undefined}
	case recipe.OpAnd:
		a, b := env.truth(e.Args[0]), env.truth(e.Args[1])
		return truth{and(a.yes, b.yes), or(a.undefined, and(a.yes, b.undefined))}
	case recipe.OpOr:
		return env.disjunction(env.truth(e.Args[0]), env.truth(e.Args[1]))
	case recipe.OpImplies:
		a := env.truth(e.Args[0])
		return env.disjunction(truth{not(a.notFalse()), a.undefined}, env.truth(e.Args[1]))
	case recipe.OpIff:
		a, b := env.truth(e.Args[0]), env.truth(e.Args[1])
		undefined := or(a.undefined, b.undefined)
		return truth{and(not(undefined), iff(a.yes, b.yes)), undefined}
	case recipe.OpIte:
		c, a, b := env.truth(e.Args[0]), env.truth(e.Args[1]), env.truth(e.Args[2])
		otherwise := not(c.notFalse())
		return truth{
			or(and(c.yes, a.yes), and(otherwise, b.yes)),
			or(c.undefined, and(c.yes, a.undefined), and(otherwise, b.undefined)),
		}
	case recipe.OpEq, recipe.OpNe, recipe.OpLt, recipe.OpLe, recipe.OpGt, recipe.OpGe:
		return env.comparison(e)
	default:
		v := env.value(e)
		return truth{and(not(v.undefined), not(v.absent), v.expr), v.undefined}
	}
}

func (env *environment) disjunction(a, b truth) truth {
	otherwise := not(a.notFalse())
	return truth{or(a.yes, and(otherwise, b.yes)), or(a.undefined, and(otherwise, b.undefined))}
}

func (env *environment) comparison(e *recipe.Expr) truth {
	a, b := env.value(e.Args[0]), env.value(e.Args[1])
	undefined := or(a.undefined, b.undefined)
	absent := or(a.absent, b.absent)
	holds := compare(e.Op, a.expr, b.expr)
	if e.Op == recipe.OpNe {
		return truth{and(not(undefined), or(absent, holds)), undefined}
	}
	return truth{and(not(undefined), not(absent), holds), undefined}
}

func (env *environment) value(e *recipe.Expr) value {
	switch {
	case e.Op == recipe.OpIte:
		c, a, b := env.truth(e.Args[0]), env.value(e.Args[1]), env.value(e.Args[2])
		otherwise := not(c.notFalse())
		choose := func(x, y *recipe.Expr) *recipe.Expr { return or(and(c.yes, x), and(otherwise, y)) }
		out := &recipe.Expr{Op: recipe.OpIte, Type: e.Type, Args: []*recipe.Expr{c.yes, a.expr, b.expr}}
		return value{out, or(c.undefined, choose(a.undefined, b.undefined)), choose(a.absent, b.absent)}
	case e.Op >= recipe.OpNeg && e.Op <= recipe.OpMax:
		return env.arithmetic(e)
	case e.Op >= recipe.OpNot:
		t := env.truth(e)
		return value{t.yes, t.undefined, recipe.FalseExpr}
	default:
		return env.leaf(e)
	}
}

func (env *environment) arithmetic(e *recipe.Expr) value {
	out := value{undefined: recipe.FalseExpr, absent: recipe.FalseExpr}
	node := &recipe.Expr{Op: e.Op, Type: e.Type}
	var v value // of the last operand, the divisor if there is one
	for _, arg := range e.Args {
		v = env.value(arg)
		node.Args = append(node.Args, v.expr)
		out.undefined, out.absent = or(out.undefined, v.undefined), or(out.absent, v.absent)
	}
	if e.Op == recipe.OpDiv || e.Op == recipe.OpMod {
		out.undefined = or(out.undefined, and(not(v.absent), compare(recipe.OpEq, v.expr, recipe.IntExpr(0))))
	}
	out.expr = node
	return out
}

func (env *environment) leaf(e *recipe.Expr) value {
	none := value{recipe.Const(e.Type, e.Type.Value(0)), recipe.FalseExpr, recipe.TrueExpr}
	switch e.Op {
	case recipe.OpData:
		for _, d := range env.data {
			if d.Var == e.Index {
				return (&environment{sys: env.sys, receiver: -1}).value(d.Expr)
			}
		}
		return none
	case recipe.OpChannel:
		if env.channel == nil {
			return none
		}
		// There is no channel to read where the sender's is undefined.
		v := (&environment{sys: env.sys, receiver: -1}).value(env.channel)
		return value{v.expr, recipe.FalseExpr, or(v.undefined, v.absent)}
	case recipe.OpProperty:
		if env.receiver < 0 || env.sys.Agents[env.receiver].Relabel[e.Index] == nil {
			return none
		}
		return (&environment{sys: env.sys, receiver: -1}).value(env.sys.Agents[env.receiver].Relabel[e.Index])
	}
	return value{e, recipe.FalseExpr, recipe.FalseExpr}
}

// badData is the condition that an assigned value is undefined or outside its
// type; badUpdates likewise.
func (env *environment) badData(c *recipe.Command) *recipe.Expr {
	return env.bad(c.Data, func(v int) *recipe.Type { return env.sys.Data[v].Type })
}

func (env *environment) badUpdates(c *recipe.Command) *recipe.Expr {
	return env.bad(c.Updates, func(v int) *recipe.Type { return env.sys.Vars[v].Type })
}

func (env *environment) bad(list []recipe.Assignment, typeOf func(int) *recipe.Type) *recipe.Expr {
	out := recipe.FalseExpr
	for _, a := range list {
		v := env.value(a.Expr)
		out = or(out, v.undefined, not(within(typeOf(a.Var), v.expr)))
	}
	return out
}

// within is the condition that e has a value of type t. What the type of e
// excludes is not asked.
func within(t *recipe.Type, e *recipe.Expr) *recipe.Expr {
	switch t.Kind {
	case recipe.Bool:
		return recipe.TrueExpr
	case recipe.Int:
		out := recipe.TrueExpr
		if e.Type.Lo < t.Lo {
			out = and(out, compare(recipe.OpGe, e, recipe.IntExpr(t.Lo)))
		}
		if e.Type.Hi > t.Hi {
			out = and(out, compare(recipe.OpLe, e, recipe.IntExpr(t.Hi)))
		}
		return out
	}
	if !slices.ContainsFunc(valuesOf(e), func(v recipe.Value) bool { return !t.Contains(v) }) {
		return recipe.TrueExpr
	}
	out := recipe.FalseExpr
	for _, v := range t.Values {
		out = or(out, compare(recipe.OpEq, e, recipe.Const(t, v)))
	}
	return out
}

// valuesOf lists the symbols that e may have.
func valuesOf(e *recipe.Expr) []recipe.Value {
	if e.Op == recipe.OpConst {
		return []recipe.Value{e.Value}
	}
	return e.Type.Values
}
