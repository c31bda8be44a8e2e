package mc_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

const assuming = `enum channel { ask, give }
message-structure: N : 0..1
agent Client
    local: state : 0..2
    init: state = 0
    receive-guard: chan = give & state = 1
    repeat: (
        ask: {state = 0} ask! (true)()[state := 1]
        + got: {state = 1 & N = 1} give? [state := 2]
        + done: {state = 2} *! (true)()[state := 0]
    )
system = Client(a, true) || Client(b, true) || open
`

// A property under assumptions holds exactly if no run of the explicit graph satisfies all of them
// and violates it. Each violation is a run that satisfies the assumptions. A warning says exactly
// where no run does.
func TestAssumptions(t *testing.T) {
	served := "G (a-state = 1 -> F <<sender != a & sender != b & chan = give & N = 1>> true)"
	quiet, often := "G [[chan = give]] false", "G F a-state = 1 & G F a-state = 2"
	pairs := [][2]string{
		{}, {served, ""}, {served, "G [[sender != a & sender != b]] (b-state != 2)"}, {"G !deadlock", often},
		{quiet, "F G deadlock"}, {"F G deadlock", "G !deadlock"}, {quiet, often}, {"", "G !(a-ask | b-ask)"},
		{"F (a-state = 2) & G [[N = 1]] false", served}, {often, ""},
	}
	properties := []string{
		"G (a-state = 1 -> F a-state = 2)", "G b-state != 2", "G (deadlock -> a-state = 1)", "F a-state = 1",
		"G (a-got -> F b-done)", "a-state = 1 W <<chan = ask>> true", "G F b-done",
	}
	ctx := context.Background()
	met := map[string]int{}
	for _, pair := range pairs {
		text := assuming
		for k, a := range pair {
			if a != "" {
				text += "assume " + []string{"one", "two"}[k] + " := " + a + ";\n"
			}
		}
		for _, p := range properties {
			text += "SPEC " + p + ";\n"
		}
		p, list := rcheck.Parse("part.rcp", []byte(text), rcheck.Options{})
		require.NoError(t, list.Err(), text)
		in := recipe.NewInterpreter(p.System)
		g, _, ok := exploreLetters(t, in, 1000)
		require.True(t, ok)
		require.Equal(t, pair == [2]string{}, p.Assumed == nil)
		assumed := ltol.True()
		if p.Assumed != nil {
			assumed = p.Assumed
		}
		some := g.satisfiable(t, assumed)
		r, err := mc.Check(ctx, p.System, rcp.Specification(p), mc.WithVacuity())
		require.NoError(t, err)
		for k, r := range r.Results {
			own := p.Specs[k].Formula
			want := !g.satisfiable(t, ltol.And(assumed, ltol.Not(own)))
			require.Equal(t, want, r.Verdict == mc.Holds, "%s\n%s", properties[k], text)
			warned := slices.ContainsFunc(r.Warnings, func(w mc.Warning) bool { return w.Code == mc.CodeAssumption })
			require.Equal(t, r.Verdict == mc.Holds && !some, warned, "%s\n%s", properties[k], text)
			met[r.Verdict.String()]++
			if warned {
				met["warned"]++
			}
			if r.Verdict != mc.Violated || !r.Trace.Lasso() {
				require.False(t, r.Verdict == mc.Violated && p.Assumed != nil && !r.Trace.Lasso())
				continue
			}
			holds, err := trace.Read(ctx, in, r.Trace).Satisfies(ltol.And(assumed, ltol.Not(own)))
			require.NoError(t, err)
			require.True(t, holds)
		}
	}
	t.Log(met)
	require.Greater(t, min(met["holds"], met["violated"], met["warned"]), 5)
}

// Antecedents that no run under the assumptions reaches deserve a warning, although others do reach
// them.
func TestAntecedentsUnderAssumptions(t *testing.T) {
	text := assuming + "assume quiet := G [[chan = give]] false;\nSPEC G (a-state = 2 -> F a-state = 0);\n"
	for _, c := range []struct{ text, code string }{
		{text, mc.CodeAntecedent}, {strings.Replace(text, "[[chan = give]] false", "[[chan = give]] true", 1), ""},
	} {
		p, list := rcheck.Parse("part.rcp", []byte(c.text), rcheck.Options{})
		require.NoError(t, list.Err())
		spec := rcp.Specification(p)
		checker, err := mc.NewChecker(context.Background(), p.System, spec)
		require.NoError(t, err)
		found, err := checker.Vacuity(context.Background(), spec.Properties[0])
		require.NoError(t, err)
		code := ""
		if len(found) > 0 {
			code = found[0].Code
		}
		require.Equal(t, c.code, code)
		checker.Close()
	}
}
