package types

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// contract elaborates a contract for each agent of its type.
func (c *checker) contract(d *ast.ContractDecl) {
	if c.environment != nil {
		c.reportAt(contractPlace, d.Type, "the agents of type `%s` have a contract, but other agents are outside of the system and have none", d.Type.Name).
			Suggest("remove `open`, or the contract")
		return
	}
	for _, other := range c.Contracts {
		if other.Decl.Type.Name == d.Type.Name {
			c.duplicate(d.Type, other.Decl.Type, "the other one", "agent type `%s` has two contracts", d.Type.Name)
			return
		}
	}
	k, before := &Contract{Decl: d}, c.errors
	assume := assumption(d)
	env := c.formulas(placeState)
	q := &ast.Quantifier{Universal: true, QuantPos: d.Pos(), Vars: []*ast.Ident{d.Var}, Types: []*ast.Ident{d.Type}, X: d.Guarantee}
	env.each(q, func(inner *formulas) {
		in := c.locations[inner.binds.value]
		if in.presence >= 0 {
			c.reportAt(contractPlace, d.Type, "agents of type `%s` can be absent, and a contract is about agents that are always there", d.Type.Name)
			return
		}
		a, g := inner.formula(assume), inner.formula(d.Guarantee)
		if a == nil || g == nil {
			return
		}
		a, g = operand(a, assume), operand(g, d.Guarantee)
		oneStep{c, in, d.Var.Name, "an assumption", false, assume}.look(a)
		oneStep{c, in, d.Var.Name, "a guarantee", true, d.Guarantee}.look(g)
		k.Agents = append(k.Agents, in.agent)
		k.Assume, k.Guarantee = append(k.Assume, a), append(k.Guarantee, g)
	})
	if c.errors == before {
		c.Contracts = append(c.Contracts, k)
	}
}

// assumption is what a contract assumes: true if it does not say.
func assumption(d *ast.ContractDecl) ast.Expr {
	if d.Assume != nil {
		return d.Assume
	}
	return &ast.BoolLit{Literal: ast.Literal{ValuePos: d.Pos(), Text: "true"}, Value: true}
}

// A oneStep looks for what a part of the contract of an agent must not say: its guarantee, or its
// assumption.
type oneStep struct {
	*checker
	in        *instance
	name      string // of the agent in the contract
	part      string
	guarantee bool
	at        ast.Expr
}

func (s oneStep) bad(format string, args ...any) *diag.Diagnostic {
	return s.reportAt(contractBody, s.at, format, args...)
}

// look reports the first fault of a formula.
func (s oneStep) look(f *Formula) {
	if f.At != nil {
		s.at = f.At
	}
	switch {
	case f.Modal != ltol.StateTrue:
		s.bad("%s is about one step, and not about what agents know or can do", s.part)
	case f.IsState():
		if what := s.beyond(f.Expr); what != "" {
			s.bad("%s is about the locals of `%s` and about messages, and not about %s", s.part, s.name, what)
		}
	case f.Op == ltol.OpAtom:
		s.bad("%s is about the locals of `%s` and about messages, and not about labels", s.part, s.name)
	case f.Op == ltol.OpPossible || f.Op == ltol.OpNecessary:
		s.observed(f)
	case f.Op.Boolean():
		for _, a := range f.Args {
			s.look(a)
		}
	default:
		s.bad("%s is true at each step, so it has no temporal operator", s.part)
	}
}

// observed looks at an observation, and at the condition on the state after it.
func (s oneStep) observed(f *Formula) {
	after, has := f.Args[0], func(is func(*recipe.Expr, *instance) bool) bool {
		return slices.ContainsFunc(recipe.Conjuncts(f.Expr), func(x *recipe.Expr) bool { return is(x, s.in) })
	}
	what := s.beyond(f.Expr)
	switch {
	case what != "":
		s.bad("in a contract, an observation is about agents, channels and data, and not about %s", what)
	case s.guarantee && !has(isItself):
		s.bad("a guarantee is about steps of its agent: write `sender = %[1]s`, `getter = %[1]s` or `supplier = %[1]s` before `&`", s.name)
	case !s.guarantee && !has(isOfOthers):
		s.bad("an assumption is about steps of others: write `sender != %[1]s`, `p2p`, `getter = %[1]s` or `supplier = %[1]s` before `&`", s.name)
	case !after.IsState():
		s.bad("%s is about one step: after an observation comes a condition on a state", s.part).Suggest(s.reach())
	case !s.guarantee && !isConst(after.Expr):
		s.bad("an assumption is about messages: write `true` or `false` after an observation").Suggest(s.reach())
	default:
		s.look(after)
	}
}

// reach says how an operator behind an observation is to be written, if there is one. It is empty
// otherwise.
func (s oneStep) reach() string {
	o, _ := s.at.(*ast.Observe)
	if o == nil {
		return ""
	}
	if b, is := o.X.(*ast.Binary); is {
		return fmt.Sprintf("what stands behind `%[1]s` belongs to the observation, unless that is in parentheses, as in `([[…]] p) %[1]s q`", b.Text)
	}
	return ""
}

// beyond names a part of an expression that no contract of the agent is about; it is empty if there
// is none.
func (s oneStep) beyond(x *recipe.Expr) (what string) {
	x.Walk(func(x *recipe.Expr) bool {
		switch x.Op {
		case recipe.OpLocal:
			if s.System.Vars[x.Index].Agent != s.in.agent {
				what = "the locals of other agents"
			}
		case recipe.OpConst:
			if x.Type == s.location && x.Value != s.in.location && x.Value != recipe.AnyLocality {
				what = "agent `" + s.symbols[x.Value] + "`"
			}
		case recipe.OpControl:
			what = "control states"
		case recipe.OpEnabled, recipe.OpDeadlock:
			what = "what can be executed"
		case recipe.OpExecuted:
			what = "labels"
		case recipe.OpProperty, recipe.OpSupplierProperty, recipe.OpExists, recipe.OpForall:
			what = "property identifiers"
		}
		return what == ""
	})
	return what
}

// compares returns the role that an expression compares with an agent, and whether it is to be that
// agent or another one. The role is 0 if the expression is something else.
func compares(x *recipe.Expr, in *instance) (role recipe.Op, equal bool) {
	equal = true
	if x.Op == recipe.OpNot {
		x, equal = x.Args[0], false
	}
	if x.Op == recipe.OpNe {
		equal = !equal
	} else if x.Op != recipe.OpEq {
		return 0, false
	}
	a, b := x.Args[0], x.Args[1]
	if a.Op == recipe.OpConst {
		a, b = b, a
	}
	if b.Op != recipe.OpConst || b.Value != in.location || b.Type != a.Type {
		return 0, false
	}
	return a.Op, equal
}

// isItself says that a step is one that the agent initiates or supplies.
func isItself(x *recipe.Expr, in *instance) bool {
	role, equal := compares(x, in)
	return equal && role >= recipe.OpSender && role <= recipe.OpProducer
}

// isOfOthers says that another agent has a part in a step: it sends, or it exchanges data.
func isOfOthers(x *recipe.Expr, in *instance) bool {
	role, equal := compares(x, in)
	return x.Op == recipe.OpPointToPoint || role == recipe.OpSender && !equal || equal && (role == recipe.OpGetter || role == recipe.OpSupplier)
}
