package aiger_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/aiger"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// In the file of a generated interpreted system, a bad state can be reached if and only if the
// explicit checker says that the property is violated.
func TestJointFilesAgreeWithVerdicts(t *testing.T) {
	count := map[bool]int{}
	for seed := range recipetest.Number(t, "JOINT_MODELS", 60) {
		rng := rand.New(rand.NewSource(int64(500 + seed)))
		p, list := ispl.Parse("m.ispl", ispl.PrintFile(ispltest.Generate(rng, ispltest.Options{NoFairness: true})), ispl.Options{})
		require.NoError(t, list.Err())
		n := len(p.System.Propositions)
		if n == 0 {
			continue
		}
		var spec mc.JointSpecification
		p.Formulas = nil
		for i := range 3 {
			path := ltol.Globally(ltol.Prop(ltol.Atom{Kind: ltol.State}))
			f := ltol.AllPaths(path, ltol.OrState(ltol.StateProp(rng.Intn(n)), ltol.NotState(ltol.StateProp(rng.Intn(n)))))
			p.Formulas = append(p.Formulas, ispl.Property{Formula: f})
			spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, State: f})
		}
		report, err := ispltest.Check(p, 60, false)
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		file, err := aiger.TranslateJoint(context.Background(), p.System, spec, aiger.Options{})
		require.NoError(t, err)
		m := read(t, file.ASCII())
		if m.inputs > 10 {
			continue
		}
		bad := m.reached()
		for k, b := range file.Bad {
			require.Equal(t, !report.Verdicts[b.Property], bad[k], "seed %d, property %d", seed, b.Property)
			count[bad[k]]++
		}
	}
	t.Log(count)
	require.Greater(t, min(count[true], count[false]), 10)
}

// reached explores the file: which bad states it can reach.
func (m *machine) reached() []bool {
	state := make([]bool, m.latches)
	for i, l := range m.reset {
		state[i] = l == 1
	}
	out, seen := make([]bool, len(m.bad)), map[string]bool{}
	for queue := [][]bool{state}; len(queue) > 0; {
		state, queue = queue[0], queue[1:]
		if key := fmt.Sprint(state); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		for code := range 1 << m.inputs {
			inputs := make([]bool, m.inputs)
			for i := range inputs {
				inputs[i] = code>>i&1 == 1
			}
			values, next := m.step(state, inputs)
			for i, l := range m.bad {
				out[i] = out[i] || values[l/2] != (l%2 == 1)
			}
			if !next[m.names["awry"]/2-m.inputs-1] {
				queue = append(queue, next)
			}
		}
	}
	return out
}

// Formulas that say more than that all paths satisfy a formula are refused.
func TestJointFilesAreAboutRuns(t *testing.T) {
	p, list := ispl.Parse("m.ispl", ispl.PrintFile(ispltest.Generate(rand.New(rand.NewSource(1)), ispltest.Options{})), ispl.Options{})
	require.NoError(t, list.Err())
	f := ltol.ExistsPath(ltol.Finally(ltol.Prop(ltol.Atom{Kind: ltol.State})), ltol.TrueState())
	spec := mc.JointSpecification{Properties: []mc.Property{{Index: 4, State: f}}}
	_, err := aiger.TranslateJoint(context.Background(), p.System, spec, aiger.Options{})
	require.ErrorContains(t, err, "property 4: it says more than that all paths satisfy a formula")
}
