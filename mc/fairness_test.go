package mc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// switches are n agents, each of which is on or off and changes when it likes: their states, that
// they are on, and their steps.
func switches(t *testing.T, n int) (sys *recipe.System, on, acts []*ltol.Formula) {
	b := recipe.NewBuilder()
	var commands []*recipe.Expr
	var locals []*recipe.Expr
	for range n {
		a := b.Agent("a"+string(rune('A'+len(locals)%26))+string(rune('a'+len(locals)/26)), "Switch")
		x := a.Local("on", recipe.BoolType)
		a.Init(recipe.Not(x))
		commands = append(commands, recipe.Executed(a.Send(0, 0, b.Broadcast()).Set(x, recipe.Not(x))))
		locals = append(locals, x)
	}
	for i := range n {
		on = append(on, ltol.Prop(ltol.Atom{ID: b.StateProposition("on", locals[i]), Kind: ltol.State}))
		acts = append(acts, ltol.Prop(ltol.Atom{ID: b.StepProposition("acts", commands[i]), Kind: ltol.Step}))
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys, on, acts
}

// Conditions of fairness in properties, on either side of implications and in disjunctions, decide
// as those of a specification do, however many they are.
func TestFairAntecedents(t *testing.T) {
	const n = 24
	sys, on, acts := switches(t, n)
	again := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }
	all := func(fs []*ltol.Formula, skip int, of func(*ltol.Formula) *ltol.Formula) *ltol.Formula {
		var out []*ltol.Formula
		for i, f := range fs {
			if i != skip {
				out = append(out, of(f))
			}
		}
		return ltol.And(out...)
	}
	compassionate := func(skip int) *ltol.Formula {
		var out []*ltol.Formula
		for i := range n {
			if i != skip {
				out = append(out, ltol.Implies(again(on[i]), again(ltol.Not(on[i]))))
			}
		}
		return ltol.And(out...)
	}
	goesOff := ltol.Globally(ltol.Implies(on[3], ltol.Finally(ltol.Not(on[3]))))
	rests := ltol.Finally(ltol.Globally(ltol.Not(on[3])))
	for name, test := range map[string]struct {
		formula *ltol.Formula
		want    mc.Verdict
	}{
		"all act":                        {ltol.Implies(all(acts, -1, again), goesOff), mc.Holds},
		"all others act":                 {ltol.Implies(all(acts, 3, again), goesOff), mc.Violated},
		"all act and one rests":          {ltol.Implies(all(acts, -1, again), rests), mc.Violated},
		"all are compassionate":          {ltol.Implies(compassionate(-1), goesOff), mc.Holds},
		"all others are":                 {ltol.Implies(compassionate(3), goesOff), mc.Violated},
		"on the right":                   {ltol.Implies(again(acts[3]), all(on, -1, again)), mc.Violated},
		"under G":                        {ltol.Globally(ltol.Implies(on[5], ltol.Implies(all(acts, -1, again), goesOff))), mc.Holds},
		"one of two, both hold":          {ltol.And(ltol.Implies(all(acts, -1, again), goesOff), ltol.Implies(all(acts, -1, again), again(on[3]))), mc.Holds},
		"one of two, the second doesn't": {ltol.Not(ltol.Or(ltol.And(all(acts, -1, again), ltol.Not(goesOff)), ltol.And(all(on, -1, again), on[3]), ltol.And(all(on, 3, again), ltol.Not(goesOff)))), mc.Violated},
	} {
		t.Run(name, func(t *testing.T) {
			spec := mc.Specification{Properties: []mc.Property{{Index: 1, Formula: test.formula}}}
			c, err := mc.NewChecker(context.Background(), sys, spec, mc.WithCertificates(3))
			require.NoError(t, err)
			defer c.Close()
			r := c.CheckProperty(context.Background(), spec.Properties[0])
			require.NoError(t, r.Err)
			require.Equal(t, test.want, r.Verdict)
			if test.want == mc.Holds {
				warnings, err := c.Vacuity(t.Context(), r.Property)
				require.NoError(t, err)
				if name == "all are compassionate" { // which is all that is needed
					require.Len(t, warnings, 1)
					require.Equal(t, mc.CodeValid, warnings[0].Code)
				} else {
					require.Empty(t, warnings)
				}
			}
			if test.want == mc.Violated {
				checkTrace(t, c.Interpreter(), r.Trace, test.formula, nil)
			}
			w, _, err := c.Witness(context.Background(), ltol.Not(test.formula))
			require.NoError(t, err)
			require.Equal(t, test.want == mc.Violated, w != nil)
		})
	}
}
