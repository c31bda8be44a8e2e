package jointtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
)

// properties are the formulas of a program.
func properties(p *ispl.Program) (out []mc.Property) {
	for i, f := range p.Formulas {
		out = append(out, mc.Property{Index: i + 1, Text: f.Text, State: f.Formula})
	}
	return out
}

// A session gives the verdicts of the checker, shows why, and tells its progress before each
// result. What is not about states is refused.
func TestSession(t *testing.T) {
	p := parse(t, meeting)
	c := newChecker(t, p)
	told, progress := 0, 0
	s := &mc.Session{
		Model:      mc.JointModelOf(p.System, rcp.OfISPL(p), mc.WithCertificates(32)),
		Properties: append(properties(p), mc.Property{Index: 99, Formula: ltol.True()}),
		Warnings:   mc.Everything, Layers: mc.Everything, Show: true,
		Tell: func(e mc.Event) {
			switch e.(type) {
			case mc.Progress:
				progress++
			case mc.Decided:
				require.Positive(t, progress)
				told++
			}
		},
	}
	r, err := s.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, len(s.Properties), told)
	for i, f := range p.Formulas {
		a, err := c.Check(t.Context(), f.Formula)
		require.NoError(t, err)
		result := r.Results[i]
		require.Equal(t, a.Holds, result.Verdict == mc.Holds, f.Text)
		require.Equal(t, a.States, result.States)
		require.Equal(t, a.Example != nil, result.Witness != nil)
	}
	require.ErrorIs(t, r.Results[len(p.Formulas)].Err, mc.ErrMisuse)
	require.Positive(t, r.Certificate.Answers)
	require.Positive(t, r.Stats.Layers)
	want, err := c.Warnings(t.Context())
	require.NoError(t, err)
	require.Len(t, r.Warnings, len(want))
	for i, w := range want {
		require.Equal(t, mc.Warning(w), r.Warnings[i])
	}
}

// A budget ends a session at the same place in every run, and leaves what was decided right.
func TestBudget(t *testing.T) {
	p := parse(t, meeting)
	run := func(budget int) *mc.Report {
		s := &mc.Session{
			Model: mc.JointModelOf(p.System, rcp.OfISPL(p), mc.WithBudget(budget)), Properties: properties(p),
		}
		r, err := s.Run(t.Context())
		require.NoError(t, err)
		return r
	}
	whole, open, decided := run(0), 0, 0
	for budget := 1; decided < len(p.Formulas); budget += 1 + budget/2 {
		r, again := run(budget), run(budget)
		decided = 0
		for i, result := range r.Results {
			require.Equal(t, result.Reason, again.Results[i].Reason)
			if result.Verdict == mc.Unknown {
				require.ErrorIs(t, result.Err, mc.ErrShare)
				open++
				continue
			}
			require.Equal(t, whole.Results[i].Verdict, result.Verdict)
			decided++
		}
	}
	require.Positive(t, open)
}
