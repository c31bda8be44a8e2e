package smv_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	joints "github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// The text of a generated interpreted system has the states and steps that the explicit interpreter
// has, whatever the thresholds are.
func TestJointTextHasTheStepsOfTheInterpreter(t *testing.T) {
	count := map[string]int{}
	for seed := range recipetest.Number(t, "JOINT_MODELS", 80) {
		rng := rand.New(rand.NewSource(int64(seed)))
		p, list := ispl.Parse("m.ispl", ispl.PrintFile(ispltest.Generate(rng, ispltest.Options{})), ispl.Options{})
		require.NoError(t, list.Err())
		in := joints.NewInterpreter(p.System)
		graph, err := joints.Explore(context.Background(), in, joints.Limits{States: 60})
		if err != nil {
			continue
		}
		spec := rcp.OfISPL(p)
		spec.Properties = nil
		m, err := smv.TranslateJoint(context.Background(), p.System, spec, smv.Options{Thresholds: extremes(recipetest.Seeded(uint64(seed)))})
		if err != nil {
			require.ErrorIs(t, err, smv.ErrTooLarge)
			count["too large"]++
			continue
		}
		text := readText(t, m.String())
		if size(text.vars)*size(text.inputs) > 3000 {
			continue
		}
		key := func(s joints.State) string {
			var b strings.Builder
			for v, x := range s {
				value := p.System.Format(p.System.Vars[v].Type, x)
				if value == "true" || value == "false" {
					value = strings.ToUpper(value)
				}
				b.WriteString(value + " ")
			}
			return b.String()
		}
		want, got, initial := map[string][]string{}, map[string][]string{}, []string{}
		for s, edges := range graph.Moves {
			next := []string{}
			for _, e := range edges {
				for _, to := range e.To {
					next = append(next, key(graph.States[to]))
				}
			}
			if len(next) == 0 {
				next = append(next, key(graph.States[s]))
				count["stuck"]++
			}
			slices.Sort(next)
			want[key(graph.States[s])] = slices.Compact(next)
		}
		for s := range graph.Initial {
			initial = append(initial, key(graph.States[s]))
		}
		queue := text.initial()
		require.ElementsMatch(t, initial, queue, "seed %d\n%s", seed, m)
		for len(queue) > 0 {
			s := queue[0]
			if queue = queue[1:]; got[s] == nil {
				got[s] = text.successors(s)
				slices.Sort(got[s])
				got[s] = slices.Compact(got[s])
				queue = append(queue, got[s]...)
			}
		}
		require.Equal(t, want, got, "seed %d\n%s", seed, m)
		count["systems"]++
		count["states"] += len(got)
	}
	t.Log(count)
	require.Greater(t, min(count["systems"], count["stuck"]), 20)
	require.Greater(t, count["states"], 300)
}

// What CTL can say of an interpreted system is a CTLSPEC. Other formulas about all paths, and those
// under fairness, are an LTLSPEC. The rest is refused with the reason.
func TestJointFormulas(t *testing.T) {
	model := `Agent P
  Vars: x : 0..2; end Vars
  Actions = {go, rest};
  Protocol: x < 2 : {go, rest}; end Protocol
  Evolution: x = x + 1 if Action = go; end Evolution
end Agent
Evaluation low if P.x < 2; end Evaluation
InitStates P.x = 0; end InitStates
%s
Formulae %s; end Formulae
`
	for _, c := range []struct{ fairness, formula, want string }{
		{"", "AG EF low", "CTLSPEC NAME property-1 := AG EF (P_x < 2)"},
		{"", "AG !low", "CTLSPEC NAME property-1 := AG !(P_x < 2)"},
		{"", "AG (low -> AX low)", "CTLSPEC NAME property-1 := AG (!(P_x < 2) | AX (P_x < 2))"},
		{"Fairness low; end Fairness", "AF low", "LTLSPEC NAME property-1 := G F (P_x < 2) -> F (P_x < 2)"},
		{"", "AG K(P, low)", "CTL cannot say this: it asks what agents know or must"},
		{"Fairness low; end Fairness", "EF low", "CTL cannot say this: it is about fair paths"},
		{"Fairness AG low; end Fairness", "AF low", "fairness condition 1 is not about single states"},
	} {
		p, list := ispl.Parse("m.ispl", fmt.Appendf(nil, model, c.fairness, c.formula), ispl.Options{})
		require.NoError(t, list.Err())
		m, err := smv.TranslateJoint(context.Background(), p.System, rcp.OfISPL(p), smv.Options{})
		if err != nil {
			require.ErrorContains(t, err, c.want)
			require.True(t, errors.Is(err, smv.ErrNotCTL) || strings.Contains(c.want, "fairness"))
			continue
		}
		require.Contains(t, m.String(), c.want+";\n")
		require.Equal(t, 0, m.Specifications[0].Property)
		require.Equal(t, strings.HasPrefix(c.want, "CTL"), m.Specifications[0].CTL)
	}
}

// A translation ends with its context.
func TestJointTranslationEnds(t *testing.T) {
	p, list := ispl.Parse("m.ispl", ispl.PrintFile(ispltest.Generate(rand.New(rand.NewSource(3)), ispltest.Options{})), ispl.Options{})
	require.NoError(t, list.Err())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := smv.TranslateJoint(ctx, p.System, rcp.OfISPL(p), smv.Options{})
	require.ErrorIs(t, err, context.Canceled)
}
