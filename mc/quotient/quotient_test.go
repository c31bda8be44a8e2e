package quotient_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/searchtest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// market is a system of n buyers and m sellers in which nothing ever ends, with propositions about
// single agents and about all of them: state propositions first, then step propositions.
func market(t testing.TB, n, m int) (sys *recipe.System, states, steps []int) {
	b := recipe.NewBuilder()
	none := b.Channel("none")
	link := b.Data("LINK", b.ChannelType())
	var held, busy []*recipe.Expr
	var sends, receives []*recipe.CommandBuilder
	for i := range n {
		a := b.Agent(fmt.Sprint("buyer", i), "Buyer")
		x := a.Local("held", b.ChannelType())
		held = append(held, recipe.Not(recipe.Eq(x, none)))
		a.Init(recipe.Eq(x, none)).ReceiveGuard(recipe.FalseExpr)
		receives = append(receives, a.Receive(0, 1, b.Broadcast()).When(recipe.Eq(link, link)).Set(x, link))
		sends = append(sends, a.Send(1, 0, x).Set(x, none))
	}
	for i := range m {
		a := b.Agent(fmt.Sprint("seller", i), "Seller")
		x := a.Local("busy", recipe.BoolType)
		busy = append(busy, x)
		own := b.Channel(fmt.Sprint("link", i))
		a.Init(recipe.Not(x)).ReceiveGuard(recipe.Eq(b.MessageChannel(), own))
		sends = append(sends, a.Send(0, 0, b.Broadcast()).When(recipe.Not(x)).With(link, own).Set(x, recipe.TrueExpr))
		receives = append(receives, a.Receive(0, 0, own).Set(x, recipe.FalseExpr))
	}
	add := func(into *[]int, index int) { *into = append(*into, index) }
	for i, e := range append(held, busy...) {
		add(&states, b.StateProposition(fmt.Sprint("s", i), e))
	}
	add(&states, b.StateProposition("someHeld", recipe.Or(held...)))
	add(&states, b.StateProposition("allBusy", recipe.And(busy...)))
	for i := range sends {
		add(&steps, b.StepProposition(fmt.Sprint("send", i), recipe.Executed(sends[i])))
		add(&steps, b.StepProposition(fmt.Sprint("receive", i), recipe.Executed(receives[i])))
	}
	add(&steps, b.StepProposition("anyBuys", recipe.Executed(sends[:n]...)))
	sys, err := b.System()
	require.NoError(t, err)
	return sys, states, steps
}

// TestAgainstSymbolic compares the search on the quotient with the symbolic engine on generated
// formulas; what is found replays and satisfies the formula.
func TestAgainstSymbolic(t *testing.T) {
	ctx := context.Background()
	found, none, smaller := 0, 0, 0
	for k, size := range [][2]int{{2, 2}, {3, 1}, {3, 2}} {
		sys, states, steps := market(t, size[0], size[1])
		in := recipe.NewInterpreter(sys)
		finder := quotient.NewFinder(in, quotient.Options{Repeat: true, Thresholds: quotient.Thresholds{MaxUnfolded: -(k % 2)}})
		checker := searchtest.New(t, sys, nil, nil)
		g := mctest.Formulas{Source: recipetest.Seeded(uint64(10*size[0] + size[1])), States: states, Steps: steps}
		for range 150 {
			f := g.Formula(3)
			tr, stats, err := finder.Find(ctx, f)
			require.NoError(t, err)
			require.Equal(t, checker.Violated(ltol.Not(f)), tr != nil, "formula %s", f)
			if len(stats.Classes) > 0 {
				smaller++
			}
			if tr == nil {
				none++
				continue
			}
			found++
			require.NoError(t, tr.Replay(in), "formula %s", f)
			ok, err := trace.Read(context.Background(), in, tr).Satisfies(f)
			require.NoError(t, err)
			require.True(t, ok, "formula %s", f)
		}
	}
	t.Logf("%d formulas satisfied, %d not, %d on a proper quotient", found, none, smaller)
	require.Greater(t, found, 100)
	require.Greater(t, none, 50)
	require.Greater(t, smaller, 100)
}

func allocation(t testing.TB, n int) *rcheck.Program {
	return family(t, "allocation.rcp", map[string]int{"N": n, "M": n})
}

func family(t testing.TB, name string, set map[string]int) *rcheck.Program {
	file := "../../bench/models/" + name
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	p, problems := rcheck.Parse(file, src, rcheck.Options{Set: set})
	require.NotNil(t, p, "%v", problems)
	return p
}

// TestCountsOfAllocation counts the states of the allocation family without decision diagrams.
func TestCountsOfAllocation(t *testing.T) {
	for n, want := range map[int][2]string{3: {"306", "43"}, 5: {"28858", "96"}, 6: {"240338", "171"}, 8: {"34376157", "274"}, 10: {"7847251465", "509"}} {
		states, deadlocks, orbits, err := quotient.NewFinder(recipe.NewInterpreter(allocation(t, n).System), quotient.Options{}).Count(context.Background())
		require.NoError(t, err)
		require.Equal(t, want, [2]string{states.String(), fmt.Sprint(orbits)}, "n = %d", n)
		require.Equal(t, "1", deadlocks.String())
	}
}

// TestStepsOfAlikeAgents explores with the steps of all agents: the steps that a quotient keeps
// lead to the same orbits, and some are left out.
func TestStepsOfAlikeAgents(t *testing.T) {
	kept, all := 0, 0
	for model, set := range map[string]map[string]int{
		"allocation.rcp": {"N": 5, "M": 5}, "allocation-release.rcp": {"N": 3, "M": 3}, "manufacturing.rcp": {"R": 2}, "stable.rcp": {"N": 3},
	} {
		p := family(t, model, set)
		in := recipe.NewInterpreter(p.System)
		group, err := symmetry.Detect(context.Background(), p.System, nil)
		require.NoError(t, err)
		finder := quotient.NewFinder(recipe.NewQuickInterpreter(p.System), quotient.Options{})
		survey, err := finder.Survey(context.Background())
		require.NoError(t, err)
		require.NoError(t, survey.Each(context.Background(), func(_ int, s recipe.State, steps []recipe.Step) error {
			ofAll, ofKept := map[string]bool{}, map[string]bool{}
			kept += len(steps)
			err := in.EachSuccessor(s, func(tr recipe.Transition) bool {
				all++
				rep, _ := group.Canonical(tr.Next)
				orbit := in.Key(rep)
				ofAll[orbit] = true
				if slices.ContainsFunc(steps, tr.Step.Equal) {
					ofKept[orbit] = true
				}
				return true
			})
			require.Equal(t, ofAll, ofKept)
			return err
		}))
	}
	require.Less(t, kept, all*9/10)
}

// TestStepsToOneOrbit has two steps that differ in what letters say of them, and in nothing else.
func TestStepsToOneOrbit(t *testing.T) {
	b := recipe.NewBuilder()
	var again []*ltol.Formula
	for i := range 2 {
		sends := b.Agent(fmt.Sprint("a", i), "A").Send(0, 0, b.Broadcast())
		p := b.StepProposition(fmt.Sprint("send", i), recipe.Executed(sends))
		again = append(again, ltol.Globally(ltol.Finally(ltol.Prop(ltol.Atom{ID: p, Kind: ltol.Step}))))
	}
	sys, err := b.System()
	require.NoError(t, err)
	in := recipe.NewInterpreter(sys)
	finder := quotient.NewFinder(in, quotient.Options{Repeat: true})
	for _, f := range []*ltol.Formula{again[0], again[1], ltol.And(again...), ltol.And(again[0], ltol.Not(again[1]))} {
		tr, _, err := finder.Find(context.Background(), f)
		require.NoError(t, err)
		require.NotNil(t, tr, "%s", f)
		require.NoError(t, tr.Replay(in))
	}
}

// TestPropertiesOfAllocation decides the papers' properties on six clients and machines, one
// conjunct for all that are alike.
func TestPropertiesOfAllocation(t *testing.T) {
	p := allocation(t, 6)
	in := recipe.NewInterpreter(p.System)
	finder := quotient.NewFinder(in, quotient.Options{Repeat: true})
	alike, err := quotient.NewRenaming(context.Background(), p.System, nil)
	require.NoError(t, err)
	for _, s := range p.Specs {
		checked, seen := 0, alike.Representatives(false)
		violated := false
		for _, part := range conjuncts(s.Formula) {
			if new, err := seen.Add(context.Background(), part); !new {
				require.NoError(t, err)
				continue
			}
			checked++
			tr, _, err := finder.Find(context.Background(), ltol.Not(part))
			require.NoError(t, err)
			if tr != nil {
				violated = true
				require.NoError(t, tr.Replay(in))
			}
		}
		require.Equal(t, s.Name == "all_machines_connect", violated, s.Name)
		require.LessOrEqual(t, checked, 2, s.Name)
	}
}

func conjuncts(f *ltol.Formula) []*ltol.Formula {
	if f.Op() != ltol.OpAnd {
		return []*ltol.Formula{f}
	}
	var out []*ltol.Formula
	for _, g := range f.Args() {
		out = append(out, conjuncts(g)...)
	}
	return out
}

// TestLimits checks that a quotient that is too large is an error, at once when asked again.
func TestLimits(t *testing.T) {
	p := allocation(t, 5)
	finder := quotient.NewFinder(recipe.NewInterpreter(p.System), quotient.Options{MaxOrbits: 50})
	for range 2 {
		_, _, err := finder.Find(context.Background(), ltol.Not(p.Specs[3].Formula))
		require.ErrorIs(t, err, quotient.ErrTooLarge)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := quotient.NewFinder(recipe.NewInterpreter(p.System), quotient.Options{}).Find(ctx, ltol.Not(p.Specs[3].Formula))
	require.ErrorIs(t, err, context.Canceled)
}

// TestRepresentatives counts what remains of conjuncts for every person and every two people. One
// person knows the rumour from the start; the others begin in one of two towns. Nodes of raft vote
// for themselves or for others, whom they know by numbers.
func TestRepresentatives(t *testing.T) {
	src, err := os.ReadFile("../../bench/models/published/raft.rcp")
	require.NoError(t, err)
	src = append(src, `
		SPEC NAME votes := forall i : 1..N . forall j : 1..N . G node[i]-vote != j;
		SPEC NAME pairs := forall i : 1..N . forall j : i + 1..N .
			(G (node[i]-tell | node[j]-got = 0)) & G (node[i]-got = 0 | node[j]-tell);`...)
	raft, list := rcheck.Parse("raft.rcp", src, rcheck.Options{Set: map[string]int{"N": 5, "T": 1}})
	require.NoError(t, list.Err())
	requireRepresentatives(t, raft, map[string]int{"one_leader": 1, "terms_grow": 1, "votes": 2, "pairs": 1})
	requireRepresentatives(t, family(t, "gossip.rcp", map[string]int{"N": 9}), map[string]int{
		"hears": 3, "hears_if_told": 3, "in_town": 1 + 2 + 2*4, "all_told": 1 + 2 + 2*4,
	})
}

func requireRepresentatives(t *testing.T, p *rcheck.Program, want map[string]int) {
	renaming, err := quotient.NewRenaming(t.Context(), p.System, nil)
	require.NoError(t, err)
	for _, s := range p.Specs {
		seen, n := renaming.Representatives(false), 0
		for _, part := range conjuncts(s.Formula) {
			new, err := seen.Add(t.Context(), part)
			require.NoError(t, err)
			if new {
				n++
			}
			new, err = seen.Add(t.Context(), part)
			require.NoError(t, err)
			require.False(t, new, "a formula represents itself")
		}
		if want[s.Name] > 0 {
			require.Equal(t, want[s.Name], n, s.Name)
		}
	}
}
