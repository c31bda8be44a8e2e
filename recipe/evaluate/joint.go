package evaluate

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A Joint evaluates the expressions of an interpreted system and the rule of its steps.
// Values.Local is the value of a variable. The explicit twin is [interpreted.Interpreter].
type Joint[S, V any] struct {
	Values[S, V]
	System *interpreted.System
	// Performs is where an agent performs an action.
	Performs func(agent, action int) S
	// MaxCases bounds the valuations of an assigned expression, and the joint actions, that are tried.
	MaxCases int
	// GoesOn, if it is not nil, is asked often. Work ends early if it says no.
	GoesOn func() bool
}

// A Rule is a part of the rule of steps: by line, where the line applies, and where what it assigns
// exists and is in its range.
type Rule[S any] struct {
	interpreted.Part
	When, Fits []S
	// Idle is where no line applies.
	Idle S
	// Certain tells that each line fits wherever it applies.
	Certain bool
}

// Allowed is, by action of an agent, where its protocol allows the action.
func (e *Joint[S, V]) Allowed(agent int) []S {
	a := &e.System.Agents[agent]
	allowed := slices.Repeat([]S{e.Bool(false)}, len(a.Actions))
	applies := e.Bool(false)
	for _, l := range a.Protocol {
		when := e.Holds(l.When)
		applies = e.Or(applies, when)
		for _, x := range l.Actions {
			allowed[x] = e.Or(allowed[x], when)
		}
	}
	for _, x := range a.Other {
		allowed[x] = e.Or(allowed[x], e.Not(applies))
	}
	return allowed
}

// any is the union of sets.
func (e *Joint[S, V]) any(sets []S) S {
	out := e.Bool(false)
	for _, s := range sets {
		out = e.Or(out, s)
	}
	return out
}

// Rule evaluates a part.
func (e *Joint[S, V]) Rule(p interpreted.Part) *Rule[S] {
	r := &Rule[S]{Part: p, Certain: true}
	for _, l := range p.Lines {
		fits := e.Bool(true)
		for _, a := range l.Assign {
			t := e.System.Vars[a.Var].Type
			value, defined := e.Value(a.Value, t.Kind)
			fits = e.And(fits, e.And(defined, e.Within(value, t)))
			r.Certain = r.Certain && e.stays(a, l.When)
		}
		r.When, r.Fits = append(r.When, e.Holds(l.When)), append(r.Fits, fits)
	}
	r.Idle = e.Not(e.any(r.When))
	return r
}

// stays reports whether the value of an assignment is in its range wherever its line applies. It
// tries all values of the variables that the assigned expression has, unless they are too many.
func (e *Joint[S, V]) stays(a interpreted.Assignment, when *interpreted.Expr) bool {
	var vars []int
	a.Value.Inspect(func(x *interpreted.Expr) {
		if x.Op == interpreted.OpVar && !slices.Contains(vars, x.Index) {
			vars = append(vars, x.Index)
		}
	})
	count := 1
	for _, v := range vars {
		if count *= e.System.Vars[v].Type.Size(); count > e.MaxCases {
			return false
		}
	}
	var conditions []*interpreted.Expr // on these variables alone
	for _, c := range when.Conjuncts() {
		about := true
		c.Inspect(func(x *interpreted.Expr) {
			about = about && x.Op != interpreted.OpAction && (x.Op != interpreted.OpVar || slices.Contains(vars, x.Index))
		})
		if about {
			conditions = append(conditions, c)
		}
	}
	s := make(interpreted.State, len(e.System.Vars))
	for n := range count {
		for _, v := range vars {
			t := e.System.Vars[v].Type
			s[v] = t.Value(n % t.Size())
			n /= t.Size()
		}
		applies := !slices.ContainsFunc(conditions, func(c *interpreted.Expr) bool {
			is, ok := c.Eval(s, nil)
			return !ok || is == recipe.False
		})
		if x, ok := a.Value.Eval(s, nil); applies && !(ok && e.System.Vars[a.Var].Type.Contains(x)) {
			return false
		}
	}
	return true
}

// Moves is where some joint action has a successor. Only rules that are not certain can be in the
// way, and each of them depends on the actions of some agents. Agents that no such rule joins are
// asked apart. The error says that too many joint actions would have to be tried.
func (e *Joint[S, V]) Moves(allowed [][]S, rules []*Rule[S]) (S, error) {
	group := make([]int, len(e.System.Agents)) // by agent, the least agent that is asked together with it
	for i := range group {
		group[i] = i
	}
	rules = slices.DeleteFunc(slices.Clone(rules), func(r *Rule[S]) bool { return r.Certain })
	for _, r := range rules {
		join := func(a, b int) {
			least, other := min(group[a], group[b]), max(group[a], group[b])
			for i := range group {
				if group[i] == other {
					group[i] = least
				}
			}
		}
		for _, l := range r.Lines {
			l.When.Inspect(func(x *interpreted.Expr) {
				if x.Op == interpreted.OpAction {
					join(r.Agent, x.Index)
				}
			})
		}
	}
	out := e.Bool(true)
	for first := range group {
		var members []int
		for a, g := range group {
			if g == first && len(allowed[a]) > 0 {
				members = append(members, a)
			}
		}
		var own []*Rule[S]
		for _, r := range rules {
			if group[r.Agent] == first {
				own = append(own, r)
			}
		}
		moves, err := e.together(allowed, members, own)
		if err != nil {
			return out, err
		}
		out = e.And(out, moves)
	}
	return out, nil
}

// together is where the members of a group have allowed actions with which some line of each rule
// fits.
func (e *Joint[S, V]) together(allowed [][]S, members []int, rules []*Rule[S]) (S, error) {
	count := 1
	for _, a := range members {
		if count *= len(allowed[a]); len(rules) > 0 && count > e.MaxCases {
			return e.Bool(true), fmt.Errorf("whether a state has a step depends on more than %d joint actions", e.MaxCases)
		}
	}
	performs := e.Performs
	defer func() { e.Performs = performs }()
	fixed := map[int]int{}
	e.Performs = func(agent, action int) S {
		if x, ok := fixed[agent]; ok {
			return e.Bool(x == action)
		}
		return performs(agent, action)
	}
	var some func(members []int) S
	some = func(members []int) S {
		out := e.Bool(len(members) == 0)
		switch {
		case e.GoesOn != nil && !e.GoesOn():
		case len(members) > 0:
			for x, states := range allowed[members[0]] {
				fixed[members[0]] = x
				out = e.Or(out, e.And(states, some(members[1:])))
			}
			delete(fixed, members[0])
		default:
			for _, r := range rules {
				out = e.And(out, e.fitting(r))
			}
		}
		return out
	}
	return some(members), nil
}

// fitting is where, with the actions that are performed, a line of a rule applies and fits, or none
// applies.
func (e *Joint[S, V]) fitting(r *Rule[S]) S {
	applies, fits := e.Bool(false), e.Bool(false)
	for i, l := range r.Lines {
		when := e.Holds(l.When)
		applies, fits = e.Or(applies, when), e.Or(fits, e.And(when, r.Fits[i]))
	}
	return e.Or(e.Not(applies), fits)
}

// Holds is where a condition is true.
func (e *Joint[S, V]) Holds(x *interpreted.Expr) S {
	switch x.Op {
	case interpreted.OpConst:
		return e.Bool(x.Value != recipe.False)
	case interpreted.OpVar:
		return e.True(e.Local(x.Index))
	case interpreted.OpAction:
		return e.Performs(x.Index, int(x.Value))
	case interpreted.OpNot:
		return e.Not(e.Holds(x.Args[0]))
	case interpreted.OpXor:
		return e.Not(e.Iff(e.Holds(x.Args[0]), e.Holds(x.Args[1])))
	case interpreted.OpAnd, interpreted.OpOr:
		var all []S
		for _, a := range x.Args {
			all = append(all, e.Holds(a))
		}
		if x.Op == interpreted.OpAnd {
			return e.All(all...)
		}
		return e.any(all)
	}
	kind := e.kind(x.Args[0], x.Args[1])
	if kind == recipe.Bool {
		return e.Iff(e.Holds(x.Args[0]), e.Holds(x.Args[1]))
	}
	a, first := e.Value(x.Args[0], kind)
	b, second := e.Value(x.Args[1], kind)
	return e.And(e.And(first, second), e.Compare(operators[x.Op], a, b))
}

// operators are those of comparisons and of arithmetic.
var operators = [...]recipe.Op{
	interpreted.OpEq: recipe.OpEq, interpreted.OpLt: recipe.OpLt, interpreted.OpLe: recipe.OpLe,
	interpreted.OpPlus: recipe.OpAdd, interpreted.OpMinus: recipe.OpSub, interpreted.OpTimes: recipe.OpMul,
	interpreted.OpDivide: recipe.OpDiv,
}

// kind is that of the sides of a comparison. A constant has that of the other side.
func (e *Joint[S, V]) kind(sides ...*interpreted.Expr) recipe.Kind {
	for _, x := range sides {
		switch {
		case x.Op == interpreted.OpVar:
			return e.System.Vars[x.Index].Type.Kind
		case x.Op != interpreted.OpConst && x.Op < interpreted.OpPlus:
			return recipe.Bool
		}
	}
	return recipe.Int
}

// Value is the value of an expression of a kind, and where it has one.
func (e *Joint[S, V]) Value(x *interpreted.Expr, kind recipe.Kind) (out V, defined S) {
	switch {
	case x.Op == interpreted.OpConst:
		return e.Constant(kind, x.Value), e.Bool(true)
	case x.Op == interpreted.OpVar:
		return e.Local(x.Index), e.Bool(true)
	case x.Op < interpreted.OpPlus:
		yes := e.Holds(x)
		return e.Condition(yes, e.Not(yes)), e.Bool(true)
	}
	a, first := e.Value(x.Args[0], recipe.Int)
	b, second := e.Value(x.Args[1], recipe.Int)
	defined = e.And(first, second)
	if x.Op == interpreted.OpDivide {
		defined = e.And(defined, e.Not(e.Compare(recipe.OpEq, b, e.Constant(recipe.Int, 0))))
	}
	return e.Arithmetic(operators[x.Op], a, b), defined
}
