package jointtest

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// verdicts checks all formulas of a program in a session.
func verdicts(t *testing.T, p *ispl.Program, options ...mc.Option) (out []mc.Result) {
	t.Helper()
	s := &mc.Session{
		Model:      mc.JointModelOf(p.System, rcp.OfISPL(p), options...),
		Properties: properties(p), Warnings: mc.Everything,
	}
	r, err := s.Run(t.Context())
	require.NoError(t, err)
	return r.Results
}

// Several jobs, and saved states, give the results of a checker that works alone. States of another
// system are refused, and so are states that were changed.
func TestJobsAndSavedStates(t *testing.T) {
	fair, refused := 0, 0
	var other []byte
	for seed := range recipetest.Number(t, "JOINT_JOBS", 30) {
		rng := rand.New(rand.NewSource(int64(seed)))
		model := ispltest.Generate(rng, ispltest.Options{Formulas: 5, NoFairness: seed%3 == 0})
		p := parse(t, string(ispl.PrintFile(model)))
		want := verdicts(t, p)
		if len(p.Fairness) > 0 {
			fair++
		}
		c, err := mc.NewJointChecker(t.Context(), p.System, rcp.OfISPL(p))
		require.NoError(t, err)
		var saved bytes.Buffer
		require.NoError(t, c.SaveReachable(t.Context(), &saved))
		c.Close()
		for _, options := range [][]mc.Option{
			{mc.WithJobs(3)}, {mc.WithReachable(saved.Bytes())},
			{mc.WithJobs(2), mc.WithReachable(saved.Bytes())},
		} {
			for i, r := range verdicts(t, p, options...) {
				require.Equal(t, want[i].Verdict, r.Verdict, "seed %d: %s", seed, r.Property.Text)
				require.Equal(t, want[i].States, r.States, "seed %d: %s", seed, r.Property.Text)
			}
		}
		if other != nil {
			_, err := mc.NewJointChecker(t.Context(), p.System, rcp.OfISPL(p), mc.WithReachable(other))
			require.ErrorIs(t, err, mc.ErrSaved, "seed %d", seed)
			refused++
		}
		other = saved.Bytes()
	}
	require.Positive(t, fair)
	require.Positive(t, refused)
}

// What is about ReCiPe systems alone is refused.
func TestOtherQuestionsAreRefused(t *testing.T) {
	p := parse(t, meeting)
	c, err := mc.NewJointChecker(t.Context(), p.System, rcp.OfISPL(p))
	require.NoError(t, err)
	defer c.Close()
	_, err = c.Inspect().Idle(t.Context())
	require.ErrorIs(t, err, mc.ErrMisuse)
	_, err = c.Inspect().Contacts(t.Context())
	require.ErrorIs(t, err, mc.ErrMisuse)
	_, err = c.FairComputation(t.Context())
	require.ErrorIs(t, err, mc.ErrMisuse)
	_, err = c.Inspect().Where(t.Context(), 0)
	require.ErrorIs(t, err, mc.ErrMisuse)
	require.Nil(t, c.Interpreter())
	require.Nil(t, c.Model())

	// So is what speaks of more than the system has.
	agents, propositions := len(p.System.Agents), len(p.System.Propositions)
	for name, f := range map[string]*ltol.StateFormula{
		"a proposition": ltol.StateProp(propositions),
		"an agent":      ltol.Knows(agents, ltol.StateProp(0)),
		"a player":      ltol.Can([]int{agents}, ltol.True()),
		"a step":        ltol.AllPaths(ltol.Prop(ltol.Atom{Kind: ltol.Step})),
		"nothing":       nil,
	} {
		require.ErrorIs(t, c.CheckProperty(t.Context(), mc.Property{State: f}).Err, mc.ErrMisuse, name)
		spec := mc.JointSpecification{Properties: []mc.Property{{State: f}}}
		_, err := mc.NewJointChecker(t.Context(), p.System, spec)
		require.ErrorIs(t, err, mc.ErrMisuse, name)
		_, err = mc.NewJointChecker(t.Context(), p.System, mc.JointSpecification{Fairness: []*ltol.StateFormula{f}})
		require.ErrorIs(t, err, mc.ErrMisuse, name)
	}
}
