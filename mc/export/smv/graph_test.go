package smv_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// The states of the text that can be reached, and the steps between them, are
// those of the explicit interpreter, each with the values that the
// observations have of the step that led there.
func TestTextHasTheStepsOfTheInterpreter(t *testing.T) {
	var systems, states, observed, inputs int
	for seed := range uint64(400) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Agents: 3, Locals: 2, Commands: 4, States: 2, Propositions: 2, Free: seed%3 == 0})
		in := recipe.NewInterpreter(sys)
		if _, err := recipe.Explore(context.Background(), in, 60); err != nil {
			continue
		}
		spec := watching(sys)
		m, err := smv.Translate(context.Background(), sys, spec, smv.Options{Relation: smv.Relation(seed % 2), Thresholds: extremes(source)})
		require.NoError(t, err)
		text := readText(t, m.String())
		if size(text.vars)*size(text.inputs) > 3000 {
			continue
		}
		systems++
		inputs += len(text.inputs) - int(seed%2)
		want, _ := interpreted(t, in, text, m, math.MaxInt)
		got := map[string][]string{}
		queue := text.initial()
		for len(queue) > 0 {
			s := queue[0]
			queue = queue[1:]
			if _, seen := got[s]; !seen {
				got[s] = text.successors(s)
				slices.Sort(got[s])
				queue = append(queue, got[s]...)
			}
		}
		require.Equal(t, want, got, "seed %d\n%s\n%s", seed, sys, m)
		states += len(got)
		for s := range got {
			if strings.Contains(s, "TRUE") {
				observed++
			}
		}
	}
	t.Logf("%d systems, %d states, %d with something true, %d choices of receives", systems, states, observed, inputs)
	require.Greater(t, systems, 100)
	require.Greater(t, states, 1000)
	require.Greater(t, observed, 300)
	require.Greater(t, inputs, 3)
}

// watching is a specification whose formulas read all locals and control
// states, so that the cone is everything, and all step propositions.
func watching(sys *recipe.System) mc.Specification {
	var spec mc.Specification
	add := func(kind ltol.AtomKind, id int) {
		spec.Properties = append(spec.Properties, mc.Property{
			Index: len(spec.Properties) + 1, Formula: ltol.Globally(ltol.Prop(ltol.Atom{ID: id, Kind: kind})),
		})
	}
	for i := range sys.Propositions {
		if sys.Propositions[i].Kind == recipe.StepProposition {
			add(ltol.Step, i)
		}
	}
	watch := func(e *recipe.Expr) {
		sys.Propositions = append(sys.Propositions, recipe.Proposition{Name: "watch", Expr: e})
		add(ltol.State, len(sys.Propositions)-1)
	}
	for i := range sys.Vars {
		typ := sys.Vars[i].Type
		watch(recipe.Eq(&recipe.Expr{Op: recipe.OpLocal, Type: typ, Index: i}, recipe.Const(typ, typ.Value(0))))
		watch(recipe.Eq(&recipe.Expr{Op: recipe.OpLocal, Type: typ, Index: i}, recipe.Const(typ, typ.Value(typ.Size()-1))))
	}
	for i := range sys.Agents {
		watch(recipe.Eq(&recipe.Expr{Op: recipe.OpControl, Type: recipe.IntType(0, sys.Agents[i].States-1), Index: i}, recipe.IntExpr(0)))
	}
	return spec
}

// interpreted is the graph that the text should have, by the interpreter, and its initial states.
// Of a graph with more states, only so many are there.
func interpreted(t *testing.T, in *recipe.Interpreter, x *text, m *smv.Module, most int) (out map[string][]string, initial []string) {
	sys := in.System()
	out = map[string][]string{}
	type node struct {
		state recipe.State
		bits  string
	}
	key := func(n node) string { return x.stateKey(sys, n.state) + n.bits }
	none := strings.Repeat("FALSE ", len(m.Observed()))
	var queue []node
	require.NoError(t, in.InitialStates(func(s recipe.State) bool {
		queue = append(queue, node{s.Clone(), none})
		initial = append(initial, key(queue[len(queue)-1]))
		return true
	}))
	slices.Sort(initial)
	for len(queue) > 0 && len(out) < most {
		n := queue[0]
		queue = queue[1:]
		if _, seen := out[key(n)]; seen {
			continue
		}
		successors, err := in.Successors(n.state)
		require.NoError(t, err)
		next := []string{}
		for _, tr := range successors {
			bits := none
			if tr.Step.Kind != recipe.Stutter {
				bits = ""
				for _, p := range m.Observed() {
					holds, err := in.StepHolds(p, n.state, tr.Step)
					require.NoError(t, err)
					bits += word(holds) + " "
				}
			}
			to := node{tr.Next, bits}
			queue = append(queue, to)
			next = append(next, key(to))
		}
		slices.Sort(next)
		out[key(n)] = slices.Compact(next)
	}
	return out, slices.Compact(initial)
}

// stateKey is the valuation that a state of the system gives the variables of
// the text that are no observations.
func (x *text) stateKey(sys *recipe.System, s recipe.State) string {
	var b strings.Builder
	for _, d := range x.vars {
		if d.name == "nothing" {
			return "0 "
		}
		for a := range sys.Agents {
			if d.name == sys.Agents[a].Name+"-automaton-state" {
				b.WriteString(strconv.Itoa(s.Control[a]) + " ")
			}
			for v := sys.Agents[a].Vars.Start; v < sys.Agents[a].Vars.End; v++ {
				if d.name == sys.Agents[a].Name+"-"+sys.Vars[v].Name {
					b.WriteString(valueText(sys, v, s.Locals[v]) + " ")
				}
			}
		}
	}
	return b.String()
}

func valueText(sys *recipe.System, local int, v recipe.Value) string {
	switch typ := sys.Vars[local].Type; {
	case typ.Kind == recipe.Bool:
		return word(v == recipe.True)
	case typ.Kind == recipe.Enum && v == recipe.Broadcast:
		return "broadcast"
	default:
		return sys.ValueString(typ, v)
	}
}
