package ispl

import (
	"cmp"
	"strings"

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
			r.Report(misplaced, f.Span, "the section `InitStates` has a second condition").Suggest("join them by `and`")
		}
		r.sys.Init = r.condition(f.Expr, all)
	}
	r.declareGroups()
	for _, f := range r.file.Fairness.List() {
		r.program.Fairness = append(r.program.Fairness, r.formula(f.Expr))
	}
	r.needed(r.file.Formulae.Span, "Formulae", len(r.file.Formulae.Items))
	for _, f := range r.file.Formulae.Items {
		r.program.Formulas = append(r.program.Formulas,
			Property{Text: Print(f.Expr), Pos: r.Files.Position(f.Span.Start), Formula: r.formula(f.Expr)})
	}
}

func (r *resolver) declareGroups() {
	seen := map[string]token.Span{}
	for _, g := range r.file.Groups.List() {
		var agents []int
		members := map[string]token.Span{}
		if len(g.Members) == 0 {
			r.Report(emptySection, g.Span, "the group `%s` has no members", g.Name.Name).Suggest("name at least one agent")
		}
		for _, n := range g.Members {
			if i, ok := r.agentNamed(n); ok && r.first(members, n, "the member") {
				agents = append(agents, i)
			}
		}
		if r.first(seen, g.Name, "the group") {
			r.groups[g.Name.Name] = agents
		}
	}
}

// redProposition is the number of the proposition that an agent violates its norms.
func (r *resolver) redProposition(agent int) int {
	return len(r.props) + agent
}

func (r *resolver) group(n Ident) []int {
	agents, ok := r.groups[n.Name]
	if !ok {
		d := r.Report(unknownName, n.Span, "there is no group `%s`", n.Name)
		if _, agent := r.agents[n.Name]; agent {
			d.Suggest(groupOfAgentHint(n.Name))
		} else {
			d.Suggest(cmp.Or(diag.DidYouMean(n.Name, keys(r.groups)), r.groupHint(n.Name)))
		}
		return nil
	}
	r.usedGroups[n.Name] = true
	return agents
}

// groupHint declares a group of the agents but the environment.
func (r *resolver) groupHint(name string) string {
	var names []string
	for _, a := range r.file.Agents {
		if !a.IsEnvironment() {
			names = append(names, a.Name.Name)
		}
	}
	return "declare it in the section Groups, as in `" + name + " = {" + strings.Join(names, ", ") +
		"};`"
}

// Operators of formulas as package ltol has them: those of paths, also where `A`, `E` or a group
// stands before them in one word, and those of states.
var (
	pathOps = map[Op]ltol.Op{
		OpNot: ltol.OpNot, OpAnd: ltol.OpAnd, OpOr: ltol.OpOr, OpImplies: ltol.OpImplies,
		OpNext: ltol.OpNext, OpFinally: ltol.OpFinally, OpGlobally: ltol.OpGlobally, OpUntil: ltol.OpUntil,
		OpAX: ltol.OpNext, OpAF: ltol.OpFinally, OpAG: ltol.OpGlobally, OpAllUntil: ltol.OpUntil,
		OpEX: ltol.OpNext, OpEF: ltol.OpFinally, OpEG: ltol.OpGlobally, OpExistsUntil: ltol.OpUntil,
		OpCanNext: ltol.OpNext, OpCanFinally: ltol.OpFinally, OpCanGlobally: ltol.OpGlobally, OpCanUntil: ltol.OpUntil,
	}
	stateOps = map[Op]ltol.StateOp{
		OpAX: ltol.StateAll, OpAF: ltol.StateAll, OpAG: ltol.StateAll, OpAllUntil: ltol.StateAll, OpAll: ltol.StateAll, OpLTL: ltol.StateAll,
		OpEX: ltol.StateExists, OpEF: ltol.StateExists, OpEG: ltol.StateExists, OpExistsUntil: ltol.StateExists, OpExists: ltol.StateExists,
		OpCanNext: ltol.StateCan, OpCanFinally: ltol.StateCan, OpCanGlobally: ltol.StateCan, OpCanUntil: ltol.StateCan,
		OpKnows: ltol.StateKnows, OpObliged: ltol.StateObliged,
		OpEveryone: ltol.StateEveryone, OpCommon: ltol.StateCommon, OpDistributed: ltol.StateDistributed,
	}
)

// who is the agent, or the members of the group, that an operator is about; nil for one that is
// about none.
func (r *resolver) who(x *Expr) []int {
	switch x.Op {
	case OpKnows, OpObliged:
		i, _ := r.agentNamed(x.Name)
		return []int{i}
	case OpEveryone, OpCommon, OpDistributed, OpCanNext, OpCanFinally, OpCanGlobally, OpCanUntil:
		return r.group(x.Name)
	}
	return nil
}

// formula resolves a state formula; in CTL*, G, F, X and U stand under A or E only. Where there are
// mistakes, which are reported, its parts are of no use.
func (r *resolver) formula(x *Expr) *ltol.StateFormula {
	r.watch.Step()
	switch x.Op {
	case OpParen, OpCTLStar:
		return r.formula(x.Args[0])
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
	case OpLTL, OpAll, OpExists:
		return r.onPaths(stateOps[x.Op], x.Args[0], x.Op == OpLTL)
	case OpNext, OpFinally, OpGlobally, OpUntil:
		r.Report(misplaced, x.Span, "`%s` is about a path, but no path is given", opTexts[x.Op]).
			Suggest("write `A` or `E` before it, or begin the formula with `LTL` instead of `CTL*`")
		return ltol.TrueState()
	}
	agents := r.who(x)
	args, atoms := make([]*ltol.StateFormula, len(x.Args)), make([]*ltol.Formula, len(x.Args))
	for i, a := range x.Args {
		args[i], atoms[i] = r.formula(a), ltol.Prop(ltol.Atom{ID: i})
	}
	op, ofStates := stateOps[x.Op]
	path, ofPaths := pathOps[x.Op]
	switch {
	case !ofStates:
		return ltol.StateAlgebra.Connect(path, args)
	case ofPaths:
		return ltol.OverPaths(op, agents, ltol.Apply(path, atoms...), args)
	}
	return ltol.OfAgents(op, agents, args[0])
}

func (r *resolver) proposition(x *Expr) *ltol.StateFormula {
	i, ok := r.find(r.props, x.Name, "the section Evaluation declares no proposition `%s`", x.Name.Name)
	if !ok {
		return ltol.TrueState()
	}
	r.usedProps[i] = true
	return ltol.StateProp(i)
}

// onPaths resolves a path formula under a quantifier. In LTL the formula of K and the like is one
// about paths, too, which holds on all of them.
func (r *resolver) onPaths(quantifier ltol.StateOp, x *Expr, linear bool) *ltol.StateFormula {
	p := pathResolver{resolver: r, linear: linear}
	path := p.path(x)
	f := ltol.OverPaths(quantifier, nil, path, p.parts.List())
	if r.program.endless == nil {
		r.program.endless = map[*ltol.StateFormula]bool{}
	}
	r.program.endless[f] = true
	return f
}

type pathResolver struct {
	*resolver
	linear bool
	parts  ltol.StateParts
}

func (p *pathResolver) path(x *Expr) *ltol.Formula {
	switch x.Op {
	case OpParen:
		return p.path(x.Args[0])
	case OpNot, OpAnd, OpOr, OpImplies, OpNext, OpFinally, OpGlobally, OpUntil:
		args := make([]*ltol.Formula, len(x.Args))
		for i, a := range x.Args {
			args[i] = p.path(a)
		}
		return ltol.Apply(pathOps[x.Op], args...)
	}
	return ltol.Prop(p.parts.Atom(p.part(x)))
}

// part resolves a state formula within a path formula.
func (p *pathResolver) part(x *Expr) *ltol.StateFormula {
	if op, ok := stateOps[x.Op]; ok && p.linear { // K and the like: LTL has no other operators of states
		agents := p.who(x)
		return ltol.OfAgents(op, agents, p.onPaths(ltol.StateAll, x.Args[0], true))
	}
	return p.formula(x)
}
