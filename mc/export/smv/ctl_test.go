package smv_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

const relay = `enum channel { task }
agent Boss
  local: left : 0..2
  init: left = 0
  repeat: give: { left < 2 } task ! true () [left := left + 1]
agent Worker
  local: done : bool
  init: !done
  receive-guard: chan = task
  repeat: take: { true } task ? [done := true]
system = Boss(boss, true) || Worker(ann, true)
`

// What CTL can say is written as CTLSPEC, what it cannot is refused with the reason.
func TestFormulasOfCTL(t *testing.T) {
	for _, c := range []struct{ formula, want string }{
		{"AG EF (boss-left = 2)", "AG EF (boss-left = 2)"},
		{"E F G ann-done", "EF EG ann-done"},
		{"A X X ann-done", "AX AX ann-done"},
		{"A (ann-done U boss-left = 1) | E (ann-done W boss-left = 1)",
			"(A[ann-done U (boss-left = 1)] | (E[ann-done U (boss-left = 1)] | EG ann-done))"},
		{"A (ann-done W boss-left = 1)", "!E[!(boss-left = 1) U (!ann-done & !(boss-left = 1))]"},
		{"AG (boss-give -> AX ann-done)", "AG (AX ann-done | AX !observed-boss-give)"},
		{"E X ann-take", "EX observed-ann-take"},
		{"E boss-give", "EX observed-boss-give"},
		{"A F G ann-done", "CTL cannot say this: `F G …` needs a quantifier of its own before each operator"},
		{"E ((F ann-done) & (F (boss-left = 1)))", "CTL cannot say this: `(F …) & F …` combines formulas about paths"},
		{"A ((G F ann-done) -> F ann-done)", "combines"},
		{"AG K(ann, boss-left > 0)", "CTL cannot say this: it asks what agents know or must"},
		{"can({boss}, F ann-done)", "CTL cannot say this: it asks what a coalition can bring about"},
	} {
		program, problems := rcheck.Parse("relay.rcp", []byte(relay), rcheck.Options{})
		require.NotNil(t, program, "%v", problems)
		program, _, problems = program.WithProperty("p", c.formula)
		require.False(t, problems.HasErrors(), "%s: %v", c.formula, problems)
		m, err := smv.Translate(context.Background(), program.System, rcp.Specification(program), smv.Options{})
		if err != nil {
			require.ErrorIs(t, err, smv.ErrNotCTL)
			require.ErrorContains(t, err, c.want, c.formula)
			continue
		}
		require.True(t, m.Specifications[0].CTL)
		_, text, _ := strings.Cut(m.String(), "CTLSPEC NAME p := ")
		require.Equal(t, c.want+";\n", text, c.formula)
	}
}

// branching draws formulas about states that CTL can say, most of them.
type branching struct {
	recipetest.Source
	states, steps []int
}

func (d branching) formula(depth int) *ltol.StateFormula {
	if depth == 0 {
		return ltol.StateProp(d.states[d.Intn(len(d.states))])
	}
	sub := func() *ltol.StateFormula { return d.formula(depth - 1) }
	switch d.Intn(7) {
	case 0:
		return ltol.NotState(sub())
	case 1:
		return ltol.ImpliesState(sub(), sub())
	case 2:
		return ltol.IffState(sub(), sub())
	case 3, 4:
		return ltol.AllPaths(d.path(), sub(), sub())
	}
	return ltol.ExistsPath(d.path(), sub(), sub())
}

func (d branching) path() *ltol.Formula {
	p, q := ltol.Prop(ltol.Atom{Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})
	step := d.steps[d.Intn(len(d.steps))]
	leaves := ltol.Prop(ltol.Atom{ID: step, Kind: ltol.Step})
	return []*ltol.Formula{
		ltol.Next(p), ltol.Finally(p), ltol.Globally(p), ltol.Until(p, q), ltol.WeakUntil(p, q), ltol.Release(p, q), ltol.StrongRelease(p, q),
		ltol.Possible(step, p), ltol.Necessary(step, ltol.Finally(p)), ltol.Globally(ltol.Implies(leaves, p)), ltol.Finally(ltol.And(leaves, p)),
		ltol.Iff(leaves, p), ltol.And(p, ltol.Globally(q)), ltol.Not(ltol.Or(ltol.Not(p), ltol.Next(q))),
	}[d.Intn(14)]
}

// On generated systems and formulas about states, NuSMV and nuXmv agree with mc; without them the
// formulas are translated all the same.
func TestPeersAgreeOnBranchingTime(t *testing.T) {
	tools := peers(t)
	count := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "SMV_BRANCHING", 25)) {
		source := recipetest.Seeded(900 + seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 5})
		d := branching{Source: source}
		for id, p := range sys.Propositions {
			if p.Kind == recipe.StateProposition {
				d.states = append(d.states, id)
			} else if p.Kind == recipe.StepProposition {
				d.steps = append(d.steps, id)
			}
		}
		if len(d.states) == 0 || len(d.steps) == 0 {
			continue
		}
		var spec mc.Specification
		for range 12 {
			one := mc.Specification{Properties: []mc.Property{{Index: len(spec.Properties) + 1, State: d.formula(1 + d.Intn(3))}}}
			count["drawn"]++
			if _, err := smv.Translate(context.Background(), sys, one, smv.Options{}); err != nil {
				require.ErrorIs(t, err, smv.ErrNotCTL)
				continue
			}
			count["CTL"]++
			spec.Properties = append(spec.Properties, one.Properties...)
		}
		if len(tools) == 0 {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		report, err := mc.Check(ctx, sys, spec)
		cancel()
		require.NoError(t, err, "seed %d", seed)
		for _, r := range report.Results {
			count[r.Verdict.String()]++
		}
		for _, p := range tools {
			p.compareVerdicts(t, sys, spec, report.Results, smv.Relation(seed%2))
		}
	}
	t.Log(count)
	require.Greater(t, 3*count["CTL"], 2*count["drawn"])
}
