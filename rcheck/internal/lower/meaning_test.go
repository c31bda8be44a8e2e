package lower

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// drawn draws typed formulas over the labels and the locals of a system.
type drawn struct {
	*rand.Rand
	sys *recipe.System
}

func (d drawn) kind() ltol.AtomKind { return []ltol.AtomKind{ltol.Step, ltol.PastStep}[d.IntN(2)] }

// label is a label of commands of all agents, or of one, if that is not negative.
func (d drawn) label(kind ltol.AtomKind, agent int) *types.Formula {
	x := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType}
	from := recipe.Range{End: len(d.sys.Commands)}
	if agent >= 0 && d.sys.Agents[agent].Commands.Len() > 0 {
		from = d.sys.Agents[agent].Commands
	}
	for range 1 + d.IntN(3) {
		x.Commands = append(x.Commands, from.Start+d.IntN(from.Len()))
	}
	slices.Sort(x.Commands)
	x.Commands = slices.Compact(x.Commands)
	return &types.Formula{Op: ltol.OpAtom, Kind: kind, Expr: x}
}

// condition is a condition on one state, about a local or a control state of some agent, or about a
// local of one, if that is not negative.
func (d drawn) condition(of int) *types.Formula {
	agent := d.IntN(len(d.sys.Agents))
	x := &recipe.Expr{Op: recipe.OpControl, Type: recipe.IntType(0, 9), Index: agent}
	other := recipe.IntExpr(d.IntN(2))
	if of >= 0 && d.sys.Agents[of].Vars.Len() > 0 {
		own := d.sys.Agents[of].Vars
		v := own.Start + d.IntN(own.Len())
		x = &recipe.Expr{Op: recipe.OpLocal, Type: d.sys.Vars[v].Type, Index: v}
		other = recipe.Const(x.Type, x.Type.Value(d.IntN(x.Type.Size())))
	} else if vars := len(d.sys.Vars); vars > 0 && d.IntN(4) > 0 {
		v := d.IntN(vars)
		if updates := d.sys.Commands[d.IntN(len(d.sys.Commands))].Updates; len(updates) > 0 {
			v = updates[d.IntN(len(updates))].Var
		}
		t := d.sys.Vars[v].Type
		x = &recipe.Expr{Op: recipe.OpLocal, Type: t, Index: v}
		other = recipe.Const(t, t.Value(d.IntN(t.Size())))
	}
	out := recipe.Eq(x, other)
	if d.IntN(3) == 0 {
		out = recipe.Not(out)
	}
	return &types.Formula{Op: ltol.OpAtom, Expr: out}
}

// stepAtoms is a disjunction of labels with conditions, some of which are disjunctions themselves.
// It is about one agent, if that is not negative: its commands say what its locals are after a
// step.
func (d drawn) stepAtoms(kind ltol.AtomKind, agent, depth int) *types.Formula {
	out := &types.Formula{Op: ltol.OpOr}
	for range 2 + d.IntN(2) {
		if agent < 0 && d.IntN(5) == 0 {
			kind = d.kind()
		}
		x := d.label(kind, agent)
		if depth > 0 && d.IntN(3) == 0 {
			x = d.stepAtoms(kind, agent, depth-1)
		}
		if d.IntN(4) > 0 {
			args := []*types.Formula{x, d.condition(agent)}
			if d.IntN(3) == 0 {
				args = append(args, d.condition(agent))
			}
			x = &types.Formula{Op: ltol.OpAnd, Args: args}
		}
		out.Args = append(out.Args, x)
	}
	return out
}

func (d drawn) formula(depth int) *types.Formula {
	if depth == 0 {
		switch d.IntN(6) {
		case 0:
			return d.condition(-1)
		case 1:
			return d.label(d.kind(), -1)
		}
		return d.stepAtoms(d.kind(), d.IntN(len(d.sys.Agents)+3)-3, 1)
	}
	args := []*types.Formula{d.formula(depth - 1)}
	op := []ltol.Op{ltol.OpNot, ltol.OpNext, ltol.OpFinally, ltol.OpGlobally, ltol.OpAnd, ltol.OpOr, ltol.OpOr,
		ltol.OpImplies, ltol.OpUntil}[d.IntN(9)]
	switch op {
	case ltol.OpAnd, ltol.OpOr, ltol.OpImplies, ltol.OpUntil:
		args = append(args, d.formula(depth-1))
	}
	return &types.Formula{Op: op, Args: args}
}

// plain lowers a formula without thinking: each atom is a proposition of its own.
func plain(sys *recipe.System, f *types.Formula) *ltol.Formula {
	if f.Op == ltol.OpAtom {
		kind := recipe.StateProposition
		if f.Kind != ltol.State {
			kind = recipe.StepProposition
		}
		sys.Propositions = append(sys.Propositions, recipe.Proposition{Kind: kind, Name: "plain", Expr: f.Expr})
		return ltol.Prop(ltol.Atom{ID: len(sys.Propositions) - 1, Kind: f.Kind})
	}
	args := make([]*ltol.Formula, len(f.Args))
	for i, a := range f.Args {
		args[i] = plain(sys, a)
	}
	return ltol.Apply(f.Op, args...)
}

// An explicitRun is a run of the interpreter that ends in one of its states.
type explicitRun struct {
	states []recipe.State
	steps  []recipe.Step
	loop   int
}

func drawRun(g *recipe.Graph, random *rand.Rand) explicitRun {
	var r explicitRun
	met, at := map[int]int{}, random.IntN(g.Initial())
	for {
		if before, seen := met[at]; seen && (len(r.steps) > 12 || random.IntN(2) == 0) {
			r.loop = before
			return r
		}
		met[at] = len(r.steps)
		edges := g.Edges(at)
		e := edges[random.IntN(len(edges))]
		r.states, r.steps, at = append(r.states, g.State(at)), append(r.steps, e.Step), e.To
	}
}

// holds evaluates a formula of a system along the run, by the interpreter.
func (r explicitRun) holds(t *testing.T, sys *recipe.System, f *ltol.Formula) bool {
	in := recipe.NewInterpreter(sys)
	l := ltol.Lasso{Length: len(r.states), Loop: r.loop}
	l.State = func(i, id int) bool {
		holds, err := in.StateHolds(id, r.states[i])
		require.NoError(t, err)
		return holds
	}
	l.Step = func(i, id int) bool {
		at := recipe.NewInstant(in)
		require.NoError(t, at.Enter(r.states[i]))
		require.NoError(t, at.Leave(r.steps[i]))
		holds, err := at.StepHolds(context.Background(), id)
		require.NoError(t, err)
		return holds
	}
	got, err := ltol.Eval(f, l)
	require.NoError(t, err)
	return got
}

// What is lowered means what each atom by itself means, on runs of the interpreter: labels of
// several agents become one atom, conditions join them, and what is true after a step is asked
// before it.
func TestLoweredFormulasKeepTheirMeaning(t *testing.T) {
	count, joined, entered := map[bool]int{}, 0, 0
	for seed := range uint64(90) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 3, Commands: 8})
		g, err := recipe.Explore(context.Background(), recipe.NewInterpreter(sys), 120)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
			continue
		}
		d := drawn{rand.New(rand.NewPCG(seed, 31)), sys}
		for range 6 {
			f := d.formula(d.IntN(3))
			target := &Target{System: sys, Apart: []int{0, 1, 4}[d.IntN(3)]}
			lowered, list := target.Formulas(f)
			require.NoError(t, lowered.System.Check())
			own := *sys
			own.Propositions = own.Propositions[:len(own.Propositions):len(own.Propositions)]
			naive := plain(&own, f)
			if len(lowered.System.Propositions) < len(own.Propositions) {
				joined++
			}
			for _, p := range lowered.System.Propositions {
				if p.Kind == recipe.StepProposition && p.Expr.Op != recipe.OpExecuted {
					entered++
				}
			}
			for range 3 {
				run := drawRun(g, d.Rand)
				late, path := naive, list[0].Path
				for range 4 { // positions, the first of which has no past
					want := run.holds(t, &own, late)
					got := run.holds(t, lowered.System, path)
					require.Equal(t, want, got, "seed %d: %s and %s", seed, late, path)
					count[want]++
					late, path = ltol.Next(late), ltol.Next(path)
				}
			}
		}
	}
	require.Greater(t, min(count[true], count[false]), 300)
	require.Greater(t, min(joined, entered), 100)
}

// Conditions on a state mean the same in formulas about states, with negations and inequalities
// taken apart.
func TestLoweredConditionsKeepTheirMeaning(t *testing.T) {
	count := map[bool]int{}
	for seed := range uint64(60) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 3})
		g, err := recipe.Explore(context.Background(), recipe.NewInterpreter(sys), 60)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
			continue
		}
		d := drawn{rand.New(rand.NewPCG(seed, 59)), sys}
		for range 6 {
			x := d.condition(-1).Expr
			if x.Op == recipe.OpEq && d.IntN(2) == 0 {
				x = recipe.Ne(x.Args[0], x.Args[1])
			}
			if d.IntN(3) == 0 {
				x = recipe.Not(x)
			}
			own := *sys
			own.Propositions = append(own.Propositions[:len(own.Propositions):len(own.Propositions)],
				recipe.Proposition{Kind: recipe.StateProposition, Name: "plain", Expr: x})
			knows := &types.Formula{Modal: ltol.StateKnows, Agents: []int{0}, Args: []*types.Formula{{Op: ltol.OpAtom, Expr: x}}}
			lowered, list := (&Target{System: sys}).Formulas(knows)
			in, naive := recipe.NewInterpreter(lowered.System), recipe.NewInterpreter(&own)
			var holds func(f *ltol.StateFormula, s recipe.State) bool
			holds = func(f *ltol.StateFormula, s recipe.State) bool {
				switch f.Op() {
				case ltol.StateTrue:
					return true
				case ltol.StateNot:
					return !holds(f.Args()[0], s)
				}
				require.Equal(t, ltol.StateAtom, f.Op())
				value, err := in.StateHolds(f.ID(), s)
				require.NoError(t, err)
				return value
			}
			require.Equal(t, ltol.StateKnows, list[0].State.Op())
			for i := range g.Len() {
				want, err := naive.StateHolds(len(sys.Propositions), g.State(i))
				require.NoError(t, err)
				require.Equal(t, want, holds(list[0].State.Args()[0], g.State(i)), "seed %d: %s", seed, sys.ExprString(x, -1))
				count[want]++
			}
		}
	}
	require.Greater(t, min(count[true], count[false]), 500)
}
