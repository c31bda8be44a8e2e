package open_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// An explicit environment of a part: one or two agents, each with at most one command. All
// environments together are a twin of the agents that package open adds, which have free locals.
type environments struct {
	*recipetest.Part
	t     *testing.T
	at    recipe.State // of the part
	steps map[string]bool
}

// assignments are those of property identifiers, of which some may be missing.
func (e *environments) assignments() [][]*recipe.Value {
	out := [][]*recipe.Value{nil}
	for _, p := range e.Whole.Properties {
		var more [][]*recipe.Value
		for _, a := range out {
			more = append(more, append(slices.Clone(a), nil))
			for code := range p.Type.Size() {
				v := p.Type.Value(code)
				more = append(more, append(slices.Clone(a), &v))
			}
		}
		out = more
	}
	return out
}

// predicates are those that sets of assignments satisfy.
func (e *environments) predicates() []*recipe.Expr {
	all := e.assignments()
	var out []*recipe.Expr
	for set := range 1 << len(all) {
		either := recipe.FalseExpr
		for i, a := range all {
			if set>>i&1 == 0 {
				continue
			}
			is := recipe.TrueExpr
			for k, v := range a {
				t := e.Whole.Properties[k].Type
				of := &recipe.Expr{Op: recipe.OpProperty, Type: t, Index: k}
				if v != nil {
					is = recipe.And(is, recipe.Eq(of, recipe.Const(t, *v)))
					continue
				}
				for code := range t.Size() {
					is = recipe.And(is, recipe.Ne(of, recipe.Const(t, t.Value(code))))
				}
			}
			either = recipe.Or(either, is)
		}
		out = append(out, either)
	}
	return out
}

// messages are all combinations of data that a message can carry.
func (e *environments) messages() [][]recipe.Assignment {
	out := [][]recipe.Assignment{nil}
	for d, v := range e.Whole.Data {
		for _, m := range slices.Clone(out) {
			for code := range v.Type.Size() {
				out = append(out, append(slices.Clone(m), recipe.Assignment{Var: d, Expr: recipe.Const(v.Type, v.Type.Value(code))}))
			}
		}
	}
	return out
}

// An outsider is an agent of an environment.
type outsider struct {
	command *recipe.Command // nil if it does nothing
	blocks  bool
	relabel []*recipe.Value
}

// try adds what steps of the part show in an environment.
func (e *environments) try(agents ...outsider) {
	w := e.Whole
	vars, commands := w.Agents[e.Agents].Vars.Start, w.Agents[e.Agents].Commands.Start
	sys := &recipe.System{
		Symbols: w.Symbols, Channel: w.Channel, Location: w.Location, Data: w.Data, Properties: w.Properties,
		Vars: slices.Clone(w.Vars[:vars]), Agents: slices.Clone(w.Agents[:e.Agents]), Commands: slices.Clone(w.Commands[:commands]),
	}
	at := recipe.State{Locals: e.at.Locals[:vars:vars], Control: e.at.Control[:e.Agents:e.Agents]}
	for i, o := range agents {
		guard := recipe.Const(recipe.BoolType, recipe.BoolValue(o.blocks))
		a := recipe.Agent{
			Name: w.Agents[e.Agents+i].Name, TypeName: w.Agents[e.Agents+i].Name, Location: w.Agents[e.Agents+i].Location, States: 1,
			Vars: recipe.Range{Start: vars, End: vars}, Init: recipe.TrueExpr, ReceiveGuard: guard, Relabel: make([]*recipe.Expr, len(w.Properties)),
			Commands: recipe.Range{Start: len(sys.Commands), End: len(sys.Commands)},
		}
		for k, v := range o.relabel {
			if v != nil {
				a.Relabel[k] = recipe.Const(w.Properties[k].Type, *v)
			}
		}
		if o.command != nil {
			k := *o.command
			k.ID, k.Agent, k.Guard = len(sys.Commands), e.Agents+i, recipe.TrueExpr
			sys.Commands = append(sys.Commands, k)
			a.Commands.End++
		}
		sys.Agents = append(sys.Agents, a)
		at.Control = append(at.Control, 0)
	}
	for id, x := range w.Propositions {
		if !slices.Contains(e.Asked, id) {
			x.Expr = recipe.FalseExpr
		}
		sys.Propositions = append(sys.Propositions, x)
	}
	in := recipe.NewInterpreter(sys)
	require.NoError(e.t, in.EachSuccessor(at, func(tr recipe.Transition) bool {
		e.steps[e.shown(in, at, tr)] = true
		return true
	}))
}

// shown is what a step shows of the part.
func (e *environments) shown(in *recipe.Interpreter, at recipe.State, tr recipe.Transition) string {
	return inclusion{e.Part}.seen(e.t, in, at, tr)
}

// all tries all environments of up to two agents with one command each that matter.
func (e *environments) all() {
	at := func(agent int) *recipe.Expr { return recipe.Const(e.Whole.Location, e.Whole.Agents[agent].Location) }
	e.try(outsider{})
	e.try(outsider{blocks: true})
	for _, data := range e.messages() {
		for _, p := range e.predicates() {
			for _, c := range e.Whole.Channel.Values {
				e.try(outsider{command: &recipe.Command{Kind: recipe.Send, Channel: recipe.Const(e.Whole.Channel, c), Predicate: p, Data: data}})
			}
			e.try(outsider{command: &recipe.Command{Kind: recipe.Get, Predicate: p, Data: data}})
		}
		for a := range e.Agents {
			e.try(outsider{command: &recipe.Command{Kind: recipe.Get, Target: at(a), Data: data}})
		}
		for _, relabel := range e.assignments() {
			any := outsider{command: &recipe.Command{Kind: recipe.Supply, Data: data}, relabel: relabel}
			e.try(any)
			for i := range 2 {
				named := outsider{command: &recipe.Command{Kind: recipe.Supply, Target: at(e.Agents + i), Data: data}}
				e.try([]outsider{{}, named}[1-i:]...)
			}
			for _, p := range e.predicates() {
				e.try(outsider{command: &recipe.Command{Kind: recipe.Get, Predicate: p}}, any)
			}
		}
		named := outsider{command: &recipe.Command{Kind: recipe.Supply, Target: at(e.Agents + 1), Data: data}}
		e.try(outsider{command: &recipe.Command{Kind: recipe.Get, Target: at(e.Agents + 1)}}, named)
	}
}

// What a part can do in its closed system is what it can do in some explicit environment, step by
// step. It can do no more and no less, with the same truth of all propositions.
func TestClosedSystemsAreEnvironments(t *testing.T) {
	parts, states, steps := 0, 0, 0
	for seed := range uint64(recipetest.Number(t, "OPEN_TWINS", 120)) {
		whole := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 4, Locals: 2, Commands: 3, States: 2, Propositions: 3})
		if len(whole.Agents) < 3 {
			continue
		}
		p := recipetest.Apart(whole, len(whole.Agents)-2, false)
		if p == nil {
			continue
		}
		e := &environments{Part: p, t: t}
		if len(e.assignments()) > 4 || len(e.messages()) > 24 {
			continue
		}
		closed := recipe.NewInterpreter(p.Closed)
		g, err := recipe.Explore(context.Background(), recipe.NewInterpreter(whole), 30)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		parts++
		done := map[string]bool{}
		for i := 0; i < g.Len() && len(done) < 3; i++ {
			e.at, e.steps = g.State(i), map[string]bool{}
			if key := (inclusion{p}).projected(e.at); done[key] {
				continue
			} else {
				done[key] = true
			}
			e.all()
			got := map[string]bool{}
			for _, from := range (inclusion{p}).states(e.at) {
				require.NoError(t, closed.EachSuccessor(from, func(tr recipe.Transition) bool {
					got[e.shown(closed, from, tr)] = true
					return true
				}))
			}
			states, steps = states+1, steps+len(got)
			require.Equal(t, slices.Sorted(maps.Keys(e.steps)), slices.Sorted(maps.Keys(got)), "seed %d: %s\n%s\n%s",
				seed, whole.StateString(e.at), whole, fmt.Sprint(p.Closed))
		}
	}
	t.Logf("%d parts, %d states, %d kinds of steps", parts, states, steps)
	require.Greater(t, parts, 5)
}
