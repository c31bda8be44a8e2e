package recipetest

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/open"
)

// A Part is the first agents of a system, closed by agents outside that have the places and the
// names of the others.
type Part struct {
	Whole, Closed *recipe.System
	// Agents is how many agents the part has.
	Agents int
	// Asked are the propositions that are about the part alone. All others are false in Closed.
	Asked []int
}

// Apart takes the first agents of a generated system as a part; nil if agents outside would tell
// too much apart. It changes relabellings of the system that the language does not allow.
func Apart(whole *recipe.System, part int, receptive bool) *Part {
	for a := range whole.Agents {
		for i, e := range whole.Agents[a].Relabel {
			t := whole.Properties[i].Type
			if e != nil && !(e.IsConst(e.Value) && t.Contains(e.Value) || e.Op == recipe.OpLocal && e.Type == t || t == recipe.BoolType && e.SurelyDefined()) {
				whole.Agents[a].Relabel[i] = recipe.Const(t, t.Value(0)) // the language has no others
			}
		}
	}
	vars, commands := whole.Agents[part].Vars.Start, whole.Agents[part].Commands.Start
	closed := &recipe.System{
		Symbols: whole.Symbols, Channel: whole.Channel, Location: whole.Location, Data: whole.Data, Properties: whole.Properties,
		Vars: slices.Clone(whole.Vars[:vars]), Agents: slices.Clone(whole.Agents[:part]), Commands: slices.Clone(whole.Commands[:commands]),
	}
	var names []recipe.Value
	for _, a := range whole.Agents[part:] {
		names = append(names, a.Location)
	}
	p := &Part{Whole: whole, Closed: closed, Agents: part}
	o := open.Options{Receptive: receptive, MaxCommands: 300, MaxKinds: 4}
	for id, x := range whole.Propositions {
		if p.about(x.Expr) {
			p.Asked = append(p.Asked, id)
			for e := range x.Expr.All() {
				if e.Op == recipe.OpData && !slices.Contains(o.Observed, e.Index) {
					o.Observed = append(o.Observed, e.Index)
				}
				o.Assignments = o.Assignments || e.Op == recipe.OpExists || e.Op == recipe.OpForall
			}
		}
	}
	slices.Sort(o.Observed)
	if err := open.Close(closed, names, o); err != nil {
		return nil
	}
	for id, x := range whole.Propositions {
		x.Expr = p.without(x.Expr)
		if !slices.Contains(p.Asked, id) {
			x.Expr = recipe.FalseExpr
		}
		closed.Propositions = append(closed.Propositions, x)
	}
	if err := closed.Check(); err != nil {
		panic("recipetest: a part was closed wrongly: " + err.Error())
	}
	return p
}

// about reports whether a proposition can be asked of a part: it names nothing outside, and does
// not ask what agents outside decide.
func (p *Part) about(e *recipe.Expr) bool {
	vars, commands := p.Whole.Agents[p.Agents].Vars.Start, p.Whole.Agents[p.Agents].Commands.Start
	return !e.Any(func(e *recipe.Expr) bool {
		switch e.Op {
		case recipe.OpLocal:
			return e.Index >= vars
		case recipe.OpControl:
			return e.Index >= p.Agents
		case recipe.OpExecuted:
			return slices.ContainsFunc(e.Commands, func(c int) bool { return c >= commands })
		case recipe.OpEnabled:
			return slices.ContainsFunc(e.Commands, func(c int) bool {
				k := &p.Whole.Commands[c]
				return c >= commands || k.Kind != recipe.Send || !k.Channel.IsConst(recipe.Broadcast)
			})
		case recipe.OpSupplierProperty:
			return true
		case recipe.OpConst:
			return e.Type.Kind == recipe.Enum && slices.ContainsFunc(p.Whole.Agents[p.Agents:], func(a recipe.Agent) bool { return a.Location == e.Value })
		}
		return false
	})
}

// without makes quantifiers range over assignments of agents that are not outside.
func (p *Part) without(e *recipe.Expr) *recipe.Expr {
	outside := &recipe.Expr{Op: recipe.OpProperty, Type: recipe.BoolType, Index: len(p.Whole.Properties)}
	out := *e
	switch e.Op {
	case recipe.OpExists:
		out.Args = []*recipe.Expr{recipe.And(recipe.Not(outside), e.Args[0])}
		return &out
	case recipe.OpForall:
		out.Args = []*recipe.Expr{recipe.Or(outside, e.Args[0])}
		return &out
	}
	out.Args = nil
	for _, a := range e.Args {
		out.Args = append(out.Args, p.without(a))
	}
	return &out
}
