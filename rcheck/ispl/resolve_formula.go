package ispl

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// global resolves what stands after the agents.
func (r *resolver) global() {
	seen := map[string]token.Span{}
	all := scope{agent: everywhere}
	r.needed(r.file.Evaluation.Span, "Evaluation", len(r.file.Evaluation.Items))
	for _, p := range r.file.Evaluation.Items {
		if when := r.condition(p.When, all); r.first(seen, p.Name, "the proposition") {
			r.props[p.Name.Name] = len(r.sys.Propositions)
			r.sys.Propositions = append(r.sys.Propositions, interpreted.Proposition{Name: p.Name.Name, When: when, Pos: r.position(p.Name.Span)})
		}
	}
	for i := range r.sys.Agents {
		a := &r.sys.Agents[i]
		red := a.Red
		if red == nil {
			red = interpreted.Const(recipe.False)
		}
		r.sys.Propositions = append(r.sys.Propositions, interpreted.Proposition{Name: a.Name + ".RedStates", When: red, Pos: a.Pos})
	}
	r.needed(r.file.InitStates.Span, "InitStates", len(r.file.InitStates.Items))
	for n, f := range r.file.InitStates.Items {
		if n > 0 {
			r.rep.Report(misplaced, f.Span, "the section `InitStates` has a second condition").Suggest("join them by `and`")
		}
		r.sys.Init = r.condition(f.Expr, all)
	}
	r.declareGroups()
	if r.file.Fairness != nil {
		for _, f := range r.file.Fairness.Items {
			r.program.Fairness = append(r.program.Fairness, r.formula(f.Expr))
		}
	}
	r.needed(r.file.Formulae.Span, "Formulae", len(r.file.Formulae.Items))
	for _, f := range r.file.Formulae.Items {
		r.program.Formulas = append(r.program.Formulas,
			Property{Text: Print(f.Expr), Pos: r.files.Position(f.Span.Start), Formula: r.formula(f.Expr)})
	}
}

func (r *resolver) declareGroups() {
	if r.file.Groups == nil {
		return
	}
	seen := map[string]token.Span{}
	for _, g := range r.file.Groups.Items {
		group := NamedGroup{Name: g.Name.Name}
		members := map[string]token.Span{}
		if len(g.Members) == 0 {
			r.rep.Report(emptySection, g.Span, "the group `%s` has no members", g.Name.Name).Suggest("name at least one agent")
		}
		for _, n := range g.Members {
			if i, ok := r.agentNamed(n); ok && r.first(members, n, "the member") {
				group.Agents = append(group.Agents, i)
			}
		}
		if r.first(seen, g.Name, "the group") {
			r.groups[g.Name.Name] = len(r.program.Groups)
			r.program.Groups = append(r.program.Groups, group)
		}
	}
}

// redProposition is the number of the proposition that an agent violates its norms.
func (r *resolver) redProposition(agent int) int {
	return len(r.sys.Propositions) - len(r.sys.Agents) + agent
}

func (r *resolver) group(n Ident) []int {
	i, ok := r.groups[n.Name]
	if !ok {
		d := r.rep.Report(unknownName, n.Span, "there is no group `%s`", n.Name)
		if _, agent := r.agents[n.Name]; agent {
			d.Suggest("declare a group of this agent, as in `Groups g = {" + n.Name + "}; end Groups`")
		} else {
			d.Suggest(diag.DidYouMean(n.Name, keys(r.groups)))
		}
		return nil
	}
	r.usedGroups[i] = true
	return r.program.Groups[i].Agents
}

// formula resolves a state formula. Where there are mistakes, which are reported, its parts are of no use.
func (r *resolver) formula(x *Expr) *ltol.StateFormula {
	arg := func(i int) *ltol.StateFormula { return r.formula(x.Args[i]) }
	args := func() []*ltol.StateFormula {
		out := make([]*ltol.StateFormula, len(x.Args))
		for i := range out {
			out[i] = arg(i)
		}
		return out
	}
	s0, s1 := ltol.Prop(ltol.Atom{ID: 0}), ltol.Prop(ltol.Atom{ID: 1})
	switch x.Op {
	case OpParen:
		return arg(0)
	case OpName:
		return r.proposition(x)
	case OpRed, OpGreen:
		i, ok := r.agentNamed(x.Agent)
		if !ok {
			return ltol.TrueState()
		}
		red := ltol.StateProp(r.redProposition(i))
		if x.Op == OpGreen {
			return ltol.NotState(red)
		}
		return red
	case OpNot:
		return ltol.NotState(arg(0))
	case OpAnd:
		return ltol.AndState(args()...)
	case OpOr:
		return ltol.OrState(args()...)
	case OpImplies:
		return ltol.ImpliesState(arg(0), arg(1))
	case OpAG:
		return ltol.AllPaths(ltol.Globally(s0), arg(0))
	case OpEG:
		return ltol.ExistsPath(ltol.Globally(s0), arg(0))
	case OpAX:
		return ltol.AllPaths(ltol.Next(s0), arg(0))
	case OpEX:
		return ltol.ExistsPath(ltol.Next(s0), arg(0))
	case OpAF:
		return ltol.AllPaths(ltol.Finally(s0), arg(0))
	case OpEF:
		return ltol.ExistsPath(ltol.Finally(s0), arg(0))
	case OpAllUntil:
		return ltol.AllPaths(ltol.Until(s0, s1), arg(0), arg(1))
	case OpExistsUntil:
		return ltol.ExistsPath(ltol.Until(s0, s1), arg(0), arg(1))
	case OpKnows, OpObliged:
		i, _ := r.agentNamed(x.Name)
		if x.Op == OpObliged {
			return ltol.Obliged(i, arg(0))
		}
		return ltol.Knows(i, arg(0))
	case OpEveryone:
		return ltol.EveryoneKnows(r.group(x.Name), arg(0))
	case OpCommon:
		return ltol.CommonKnows(r.group(x.Name), arg(0))
	case OpDistributed:
		return ltol.DistributedKnows(r.group(x.Name), arg(0))
	case OpCanNext:
		return ltol.Can(r.group(x.Name), ltol.Next(s0), arg(0))
	case OpCanFinally:
		return ltol.Can(r.group(x.Name), ltol.Finally(s0), arg(0))
	case OpCanGlobally:
		return ltol.Can(r.group(x.Name), ltol.Globally(s0), arg(0))
	case OpCanUntil:
		return ltol.Can(r.group(x.Name), ltol.Until(s0, s1), arg(0), arg(1))
	case OpLTL:
		return r.onPaths(ltol.AllPaths, x.Args[0], true)
	case OpCTLStar:
		return r.star(x.Args[0])
	case OpAll, OpExists, OpNext, OpFinally, OpGlobally, OpUntil:
		return r.star(x)
	}
	return ltol.TrueState()
}

func (r *resolver) proposition(x *Expr) *ltol.StateFormula {
	i, ok := r.props[x.Name.Name]
	if !ok {
		r.rep.Report(unknownName, x.Span, "the section Evaluation declares no proposition `%s`", x.Name.Name).
			Suggest(diag.DidYouMean(x.Name.Name, keys(r.props)))
		return ltol.TrueState()
	}
	r.usedProps[i] = true
	return ltol.StateProp(i)
}

// star resolves a state formula of CTL*, in which G, F, X and U stand under A or E only.
func (r *resolver) star(x *Expr) *ltol.StateFormula {
	switch x.Op {
	case OpAll:
		return r.onPaths(ltol.AllPaths, x.Args[0], false)
	case OpExists:
		return r.onPaths(ltol.ExistsPath, x.Args[0], false)
	case OpNext, OpFinally, OpGlobally, OpUntil:
		r.rep.Report(misplaced, x.Span, "`%s` speaks about a path, and no path is given", opTexts[x.Op]).
			Suggest("write `A` or `E` before it, or begin the formula with `LTL` instead of `CTL*`")
		return ltol.TrueState()
	}
	return r.formula(x)
}

// onPaths resolves a path formula under a quantifier. In LTL the formula of K and the like is one about paths, too, which holds on
// all of them.
func (r *resolver) onPaths(quantify func(*ltol.Formula, ...*ltol.StateFormula) *ltol.StateFormula, x *Expr, linear bool) *ltol.StateFormula {
	p := pathResolver{resolver: r, linear: linear}
	f := p.path(x)
	return quantify(f, p.parts...)
}

type pathResolver struct {
	*resolver
	linear bool
	parts  []*ltol.StateFormula
}

func (p *pathResolver) path(x *Expr) *ltol.Formula {
	args := func() []*ltol.Formula {
		out := make([]*ltol.Formula, len(x.Args))
		for i, a := range x.Args {
			out[i] = p.path(a)
		}
		return out
	}
	switch x.Op {
	case OpParen:
		return p.path(x.Args[0])
	case OpNot:
		return ltol.Not(p.path(x.Args[0]))
	case OpAnd:
		return ltol.And(args()...)
	case OpOr:
		return ltol.Or(args()...)
	case OpImplies:
		return ltol.Implies(p.path(x.Args[0]), p.path(x.Args[1]))
	case OpNext:
		return ltol.Next(p.path(x.Args[0]))
	case OpFinally:
		return ltol.Finally(p.path(x.Args[0]))
	case OpGlobally:
		return ltol.Globally(p.path(x.Args[0]))
	case OpUntil:
		return ltol.Until(p.path(x.Args[0]), p.path(x.Args[1]))
	}
	part := p.part(x)
	for i, known := range p.parts {
		if known.Equal(part) {
			return ltol.Prop(ltol.Atom{ID: i})
		}
	}
	p.parts = append(p.parts, part)
	return ltol.Prop(ltol.Atom{ID: len(p.parts) - 1})
}

// part resolves a state formula within a path formula.
func (p *pathResolver) part(x *Expr) *ltol.StateFormula {
	if !p.linear {
		return p.star(x)
	}
	inner := func() *ltol.StateFormula { return p.onPaths(ltol.AllPaths, x.Args[0], true) }
	switch x.Op {
	case OpKnows:
		i, _ := p.agentNamed(x.Name)
		return ltol.Knows(i, inner())
	case OpEveryone:
		return ltol.EveryoneKnows(p.group(x.Name), inner())
	case OpCommon:
		return ltol.CommonKnows(p.group(x.Name), inner())
	case OpDistributed:
		return ltol.DistributedKnows(p.group(x.Name), inner())
	}
	return p.formula(x)
}
