package conform

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// An explicitTrack follows an automaton along all steps of a graph, edge by edge.
type explicitTrack struct {
	t     *testing.T
	in    *recipe.Interpreter
	graph *recipe.Graph
	aut   *ltol.Automaton
}

// step is where steps lead that satisfy a proposition, from sets of states by automaton state.
func (e explicitTrack) step(set [][]bool, proposition int) [][]bool {
	out := e.none()
	for from := range e.graph.Len() {
		for _, edge := range e.graph.Edges(from) {
			if edge.Step.Kind == recipe.Stutter {
				continue
			}
			at := recipe.NewInstant(e.in)
			require.NoError(e.t, at.Enter(e.graph.State(from)))
			require.NoError(e.t, at.Leave(edge.Step))
			holds := func(a ltol.Atom) bool {
				value, err := false, error(nil)
				if a.Kind == ltol.State {
					value, err = at.StateHolds(a.ID)
				} else {
					value, err = at.StepHolds(e.t.Context(), a.ID)
				}
				require.NoError(e.t, err)
				return value
			}
			if proposition >= 0 && !holds(ltol.Atom{Kind: ltol.Step, ID: proposition}) {
				continue
			}
			for q, edges := range e.aut.States {
				for _, a := range edges {
					if set[q][from] && a.Guard.Eval(holds) {
						out[a.To][edge.To] = true
					}
				}
			}
		}
	}
	return out
}

func (e explicitTrack) none() [][]bool {
	out := make([][]bool, len(e.aut.States))
	for q := range out {
		out[q] = make([]bool, e.graph.Len())
	}
	return out
}

// Tracks take the steps that the explicit product of the system with their automaton takes: steps
// that satisfy a proposition, all of them, and hidden ones, as many as there may be.
func TestTracksAgainstTheExplicitProduct(t *testing.T) {
	moved, closed, states := 0, 0, 0
	for seed := range uint64(100) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Agents: 3, Locals: 2, Propositions: 3})
		g, err := recipe.Explore(t.Context(), recipe.NewInterpreter(sys), 60)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
			continue
		}
		random := rand.New(rand.NewPCG(seed, 41))
		hidden := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType}
		for id := range sys.Commands {
			if random.IntN(3) > 0 {
				hidden.Commands = append(hidden.Commands, id)
			}
		}
		if len(hidden.Commands) == 0 {
			hidden = nil
		}
		m, err := New(t.Context(), sys, Options{Hidden: hidden, Properties: []*ltol.Formula{mctest.NewFormulas(source, sys).Formula(3)}})
		require.NoError(t, err)
		c := m.enc.Manager.Calculator(t.Context())
		one := make([]bdd.Node, g.Len())
		for i := range one {
			one[i] = c.Take(m.space.StateSet(c.Scope(), g.State(i)))
		}
		diagrams := func(set [][]bool) []bdd.Node {
			out := make([]bdd.Node, len(set))
			for q := range set {
				for i, in := range set[q] {
					if in {
						out[q] = c.Or(out[q], one[i])
					}
				}
			}
			return out
		}
		for _, track := range m.tracks {
			e := explicitTrack{t, recipe.NewInterpreter(m.sys), g, track.aut}
			set, rare := e.none(), 4<<random.IntN(5) // a few states have more hidden steps before them
			for q := range set {
				for i := range set[q] {
					set[q][i] = random.IntN(rare) == 0
				}
			}
			for id, p := range m.sys.Propositions {
				if p.Kind == recipe.StepProposition {
					o := Observation{Key: p.Name, Conditions: []Condition{{When: During, Expr: p.Expr}}}
					require.Equal(t, diagrams(e.step(set, id)), track.step(c, diagrams(set), o), "seed %d", seed)
					moved++
				}
			}
			require.Equal(t, diagrams(e.step(set, -1)), track.step(c, diagrams(set), Observation{}), "seed %d", seed)
			start := diagrams(set)
			for grew := m.hidden >= 0; grew; {
				grew = false
				for q, next := range e.step(set, m.hidden) {
					for i, in := range next {
						if in && !set[q][i] {
							set[q][i], grew = true, true
							closed++
						}
					}
				}
			}
			require.Equal(t, diagrams(set), track.close(c, start), "seed %d", seed)
			states += len(set)
		}
		require.NoError(t, c.Err())
		c.Close()
		m.Close()
	}
	require.Greater(t, min(moved, closed, states), 500)
}
