package simulate_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// sampled is a model with properties, of which random runs violate some.
const sampled = `enum channel { c }
message-structure: N : 0..3
agent Sender
  local: n : 0..3
  init: true
  receive-guard: false
  repeat: up: { n < 3 } c ! true (N := n) [n := n + 1] + never: { n = 3 & n = 2 } c ! true (N := n) [] + rest: { n = 3 } * ! false (N := n) []
agent Taker
  local: got : 0..3
  init: got = 0
  receive-guard: chan = c
  repeat: even: { N = 0 | N = 2 } c ? [got := N] + odd: { N = 1 | N = 3 } c ? [got := N]
system = Sender(sender, true) || Taker(taker, true)
SPEC NAME low := G (sender-n < 3);
SPEC NAME ends := F (sender-n = 3);
SPEC NAME moves := G F (sender-n < 3);
SPEC NAME always := G (sender-n <= 3);
SPEC NAME known := AG (sender-n <= 3);
`

func sample(t *testing.T, p *rcheck.Program, o simulate.SampleOptions) *simulate.Sample {
	t.Helper()
	for _, s := range p.Specs {
		o.Properties = append(o.Properties, s.Formula)
	}
	got, err := simulate.RandomRuns(t.Context(), recipe.NewInterpreter(p.System), o)
	require.NoError(t, err)
	return got
}

func parsed(t *testing.T, source string) *rcheck.Program {
	t.Helper()
	p, list := rcheck.Parse("m.rcp", []byte(source), rcheck.Options{})
	require.NoError(t, list.Err())
	return p
}

// TestCountsOfRandomRuns counts runs that decide properties, and what commands and guards did.
func TestCountsOfRandomRuns(t *testing.T) {
	p := parsed(t, sampled)
	o := simulate.SampleOptions{Runs: 40, Length: 6, Seed: 1, Lassos: 4}
	got := sample(t, p, o)
	require.Equal(t, got, sample(t, p, o), "equal seeds give equal samples")
	require.Equal(t, 40, got.Runs)
	require.Equal(t, 240, got.Steps)
	low, ends, moves, always, known := got.Properties[0], got.Properties[1], got.Properties[2], got.Properties[3], got.Properties[4]
	require.Equal(t, 40, low.Violated)
	require.Equal(t, 1, low.First)
	require.Equal(t, 40, ends.Satisfied)
	require.Equal(t, 40, moves.Violated, "the runs repeat their ends")
	require.True(t, moves.Trace.Lasso())
	require.Equal(t, simulate.PropertyUse{Open: 40}, always)
	require.Equal(t, simulate.PropertyUse{}, known, "no single run decides it")

	use := map[string]simulate.CommandUse{}
	for id, c := range got.Commands {
		use[p.System.CommandString(id)] = c
	}
	require.Zero(t, use["sender-never"].Executed)
	require.Zero(t, use["sender-never"].True)
	require.Equal(t, 240, use["sender-never"].False)
	require.Equal(t, use["sender-rest"].Executed, use["sender-rest"].True)
	require.Equal(t, use["taker-even"].Executed, use["taker-even"].True)
	require.Equal(t, 240, use["taker-even"].True+use["taker-even"].False)
	require.Equal(t, use["sender-up"].Executed, use["taker-even"].Executed+use["taker-odd"].Executed)

	o.Lassos = 0
	require.Zero(t, sample(t, p, o).Properties[2].Violated, "without lassos, finite runs decide")
}

// TestRandomRunsAgainstTheChecker takes runs of models: each violation replays and is one, and the
// checker knows it. States and transitions are those of the explicit graph, or fewer.
func TestRandomRunsAgainstTheChecker(t *testing.T) {
	violated := 0
	for name, source := range map[string]string{"sampled": sampled, "fair": fmt.Sprintf("%s\nFAIRNESS sender-n < 3;\n", sampled)} {
		p := parsed(t, source)
		in := recipe.NewInterpreter(p.System)
		spec := rcp.Specification(p)
		report, err := mc.Check(t.Context(), p.System, spec)
		require.NoError(t, err)
		for seed := range uint64(10) {
			got := sample(t, p, simulate.SampleOptions{Runs: 5, Length: 1 + int(seed), Seed: seed, Lassos: 3, Fairness: spec.Conditions()})
			g, err := recipe.Explore(t.Context(), in, 0)
			require.NoError(t, err)
			require.LessOrEqual(t, got.States, g.Len())
			require.LessOrEqual(t, got.Transitions, g.Steps)
			for i, use := range got.Properties {
				if use.Trace == nil {
					require.Zero(t, use.Violated)
					continue
				}
				violated++
				require.NoError(t, use.Trace.Replay(in))
				reading := trace.Read(t.Context(), in, use.Trace)
				if use.Trace.Lasso() {
					holds, err := reading.Satisfies(p.Specs[i].Formula)
					require.NoError(t, err)
					require.False(t, holds)
					fair, err := reading.SatisfiesAll(spec.Conditions())
					require.NoError(t, err)
					require.True(t, fair)
				} else {
					truth, at, err := reading.Standing(p.Specs[i].Formula)
					require.NoError(t, err)
					require.Equal(t, ltol.No, truth)
					require.Equal(t, len(use.Trace.Steps)-1, at)
				}
				if name == "sampled" {
					require.Equal(t, mc.Violated, report.Results[i].Verdict)
				}
			}
		}
	}
	require.Greater(t, violated, 10)
}

// TestRandomRunsEnd stops with the context, and keeps the runs that ended before.
func TestRandomRunsEnd(t *testing.T) {
	p := parsed(t, sampled)
	in := recipe.NewInterpreter(p.System)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := simulate.RandomRuns(ctx, in, simulate.SampleOptions{Runs: 3, Length: 3})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, got.Runs)
	for _, o := range []simulate.SampleOptions{
		{Runs: 0, Length: 1}, {Runs: 1}, {Runs: 1, Length: 1, Lassos: -1},
		{Runs: 1, Length: 1, Properties: []*ltol.Formula{ltol.Prop(ltol.Atom{ID: 99})}},
	} {
		_, err := simulate.RandomRuns(t.Context(), in, o)
		require.ErrorIs(t, err, recipe.ErrMisuse)
	}
	_, err = simulate.RandomRuns(t.Context(), nil, simulate.SampleOptions{Runs: 1, Length: 1})
	require.ErrorIs(t, err, recipe.ErrMisuse)
}

// A run that violates a property violates nothing if no fair run begins so.
func TestRandomRunsUnderFairness(t *testing.T) {
	p := parsed(t, `enum channel { c }
message-structure: N : 0..1
agent A
  local: x : bool
  init: !x
  receive-guard: false
  repeat: leave: {!x} *! (false)()[x := true] + stay: {!x} *! (false)()[] + rest: {x} *! (false)()[]
system = A(one, true)
SPEC NAME never := G !one-x;
SPEC NAME soon := F one-x;
FAIRNESS one-stay;
`)
	fair := rcp.Fairness(p).Conditions()
	got := sample(t, p, simulate.SampleOptions{Runs: 40, Length: 6, Seed: 1, Lassos: 4, Fairness: fair})
	require.Zero(t, got.Properties[0].Violated)
	require.Equal(t, 40, got.Properties[0].Open)
	require.Positive(t, got.Properties[1].Satisfied)
}
