package mc_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// crowd has a message on which several agents may spawn from one pool, while others only listen.
const crowd = `
enum channel { c }
message-structure: N : 0..1
property-variables:
agent Boss
    local: n : 0..1
    init: n = 0
    repeat: call: {true} *! (true)(N := n)[n := 1 - n] + hire: {true} c! (true)(N := n)[spawn Worker(any, k = n)]
        + train: {true} *! (true)(N := n)[spawn Worker(any, k = n)]
agent Helper
    local: last : location, free : bool
    init: last = boss
    receive-guard: chan = c
    repeat: one: {free} *? [spawn Worker(last, k = N)] + two: {N = 1} *? [] + hear: {true} c? []
        + both: {N = 1} *? [spawn Worker(any, k = 0), spawn Worker(last)]
agent Worker
    local: k : 0..1
    receive-guard: chan = c & k = 1
    repeat: work: {k = 1} *? [k := 0] + listen: {N = 0} c? [] + quit: {k = 0} *! (false)(N := k)[stop]
        + split: {k = 1} *? [spawn Worker(any, k = 0)]
system = Boss(boss, true) || Helper(helper[i : 1..2], free <-> i = 1) || absent Worker(w[1..2], true)
SPEC G (forall k : Worker . k-k <= 1);
`

// The encoding has the initial states and, for each command from each reachable state, the same
// successors as the interpreter, in models whose agents come and go.
func TestSpawningIsEncoded(t *testing.T) {
	texts := []rchecktest.Model{{Text: crowd}}
	for seed := range recipetest.Number(t, "MC_SOURCES", 40) {
		texts = append(texts, rchecktest.Growing(recipetest.Seeded(uint64(seed))))
	}
	models, births, joint := 0, 0, 0
	for i, m := range texts {
		p, _ := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
		if p == nil || !slices.ContainsFunc(p.System.Commands, func(c recipe.Command) bool { return len(c.Spawns) > 0 }) {
			continue
		}
		in := recipe.NewInterpreter(p.System)
		g, err := recipe.Explore(t.Context(), in, 3000)
		if err != nil {
			continue
		}
		models++
		model, err := symbolic.Encode(t.Context(), p.System, symbolic.Options{NoTrials: true})
		require.NoError(t, err)
		for s := range g.Len() {
			want := map[string]bool{}
			for _, e := range g.Edges(s) {
				if e.Step.Kind == recipe.Stutter {
					continue
				}
				want[fmt.Sprint(e.Step.Command, " ", p.System.StateString(g.State(e.To)))] = true
				if n := len(e.Step.Spawned(p.System)); n > 0 {
					births++
					if n > len(p.System.Commands[e.Step.Command].Spawns) {
						joint++
					}
				}
			}
			got := successors(t, model, g.State(s))
			require.Equal(t, want, got, "model %d in state %s\n%s", i, p.System.StateString(g.State(s)), m.Text)
		}
		model.Close()
	}
	require.Greater(t, models, len(texts)/50)
	require.Greater(t, births, 200)
	require.Greater(t, joint, 50)
}

// successors lists the commands with the states to which they lead from a state.
func successors(t *testing.T, m *symbolic.Model, s recipe.State) map[string]bool {
	sc := m.Manager.NewScope(t.Context())
	defer sc.Close()
	from, err := m.StateSet(sc, s)
	require.NoError(t, err)
	require.NotEqual(t, bdd.False, from)
	out := map[string]bool{}
	for _, it := range m.Interactions {
		image := it.Relation.Image(sc.Calculator(), from)
		m.Each(image, func(next recipe.State) bool {
			out[fmt.Sprint(it.Command, " ", m.System.StateString(next))] = true
			return true
		})
	}
	return out
}

// Verdicts about generated models whose agents come and go are those of an explicit decision by the
// syntax tree, in all ways of checking.
func TestGrowingEndToEnd(t *testing.T) {
	n := map[string]int{}
	for seed := range recipetest.Number(t, "MC_SOURCES", 24) {
		m := rchecktest.Growing(recipetest.Seeded(uint64(seed) + 3_000_000))
		w := drawnWay(recipetest.Seeded(uint64(seed)))
		if i := seed % (2 * len(ways)); i < len(ways) {
			w = ways[i]
		}
		requireSource(t, fmt.Sprintf("growing-%d", seed), m, w, n)
	}
	t.Log(n)
	require.Greater(t, n["compared"], n["sources"]/2)
	require.Greater(t, n["steps that spawn"], n["compared"])
	require.Greater(t, n["states with held names"], n["compared"])
	require.Greater(t, min(n["holds"], n["violated"]), n["compared"]/5)
}

// mentioned has agents whose names occur only in commands that spawn.
const mentioned = `
enum channel { c }
property-variables:
agent A
    local: b : bool
    init: !b
    receive-guard: false
    repeat: (give: {true} SUPPLY@(myself)()[b := !b] + say: {true} c! (true)()[])
agent B
    receive-guard: false
    repeat: ask: {true} GET@(a2)()[spawn B(any)] + more: {true} *! (true)()[spawn B(any)] + quit: {true} *! (true)()[stop]
agent Boss
    receive-guard: false
    repeat: hire: {true} *! (true)()[spawn B(any)]
system = A(a[1..2]) || Boss(boss) || absent B(b[1..3])
SPEC true;
`

// An exchange of agents that come and go, or of others beside them, maps the steps of each state to those of its
// image.
func TestExchangesWithPools(t *testing.T) {
	texts := []rchecktest.Model{{Text: mentioned}, {Text: crowd}, {Text: stale}}
	for seed := range recipetest.Number(t, "MC_SOURCES", 100) {
		texts = append(texts, rchecktest.Growing(recipetest.Seeded(uint64(seed)+7_000_000)))
	}
	classes, compared := 0, 0
	for i, m := range texts {
		p, _ := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
		if p == nil {
			continue
		}
		in := recipe.NewInterpreter(p.System)
		g, err := recipe.Explore(t.Context(), in, 300)
		if err != nil {
			continue
		}
		group, err := symmetry.Detect(t.Context(), p.System, nil)
		require.NoError(t, err)
		for _, class := range group.Classes() {
			classes++
			for _, other := range class[1:] {
				x := group.Exchange(class[0], other)
				for s := range g.Len() {
					want, got := map[string]bool{}, map[string]bool{}
					for _, e := range g.Edges(s) {
						want[p.System.StateString(x.State(g.State(e.To)))] = true
					}
					successors, err := in.Successors(x.State(g.State(s)))
					require.NoError(t, err)
					for _, tr := range successors {
						got[p.System.StateString(tr.Next)] = true
					}
					require.Equal(t, want, got, "model %d in state %s\n%s", i, p.System.StateString(g.State(s)), m.Text)
					compared++
				}
			}
		}
	}
	require.Greater(t, classes, len(texts)/3)
	require.Greater(t, compared, 500)
}

// What is said to stay true stays true in each step of the explicit graph.
func TestLastingPropositions(t *testing.T) {
	n := map[string]int{}
	for seed := range recipetest.Number(t, "MC_SOURCES", 150) {
		m := rchecktest.Growing(recipetest.Seeded(uint64(seed) + 11_000_000))
		p, _ := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
		if p == nil {
			continue
		}
		in := recipe.NewInterpreter(p.System)
		g, err := recipe.Explore(t.Context(), in, 500)
		if err != nil {
			continue
		}
		for id, prop := range p.System.Propositions {
			if prop.Kind != recipe.StateProposition {
				continue
			}
			stays := true
			for s := range g.Len() {
				before, err := in.StateHolds(id, g.State(s))
				require.NoError(t, err)
				for _, e := range g.Edges(s) {
					after, err := in.StateHolds(id, g.State(e.To))
					require.NoError(t, err)
					stays = stays && (!before || after)
				}
			}
			if recipe.Lasting(p.System, id) {
				require.True(t, stays, "seed %d: %s\n%s", seed, prop.Name, m.Text)
				n["lasting"]++
			} else if strings.HasSuffix(prop.Name, "present") && !stays {
				n["present for a while"]++
			}
		}
	}
	t.Log(n)
	require.Greater(t, min(n["lasting"], n["present for a while"]), 10)
}

// A quantifier is about the agents that are there where it stands, also inside another one and about temporal parts.
// Where no agent stops, automata need not remember that an agent is there. They do where that is said in other words.
func TestQuantifiersOfPools(t *testing.T) {
	each := func(f string) string {
		var parts []string
		for _, j := range []string{"w1", "w2"} {
			for _, k := range []string{"w1", "w2"} {
				there := "(<j>-present | boss-n = 0 & boss-n = 1) -> ((<k>-present | boss-n = 0 & boss-n = 1) -> ("
				parts = append(parts, strings.NewReplacer("<j>", j, "<k>", k).Replace("("+there+f+")))"))
			}
		}
		return "(" + strings.Join(parts, " & ") + ")"
	}
	count := map[mc.Verdict]int{}
	stays := strings.ReplaceAll(crowd, "[stop]", "[]")
	for _, f := range []string{
		"<j>-k = <k>-k", "<j>-k = 1 | X boss-n = 0", "X (<j>-k = 1 | <k>-k = 0 | !<j>-present)", "<j>-present & X true", "F !<j>-present",
		"X (boss-n = 0 | <k>-present) & (<j>-k = 0 | X true)", "<j>-work -> X <j>-k = 0",
		"G <j>-k = 0", "G (<j>-k <= 1 & F (<k>-k = 0 | boss-n = 0))", "F G <k>-k = 0", "(F G <j>-k = 1) -> G (<k>-k = 0 -> F <k>-k = 1)",
		"(G F <j>-work) -> (F G boss-n = 0)", "(G <j>-k = <k>-k) -> F G (<j>-k = 0 -> <k>-k = 0)", "<j>-k = 0 -> G <k>-k <= <j>-k",
	} {
		quantified := "(forall j : Worker . forall k : Worker . " + strings.NewReplacer("<j>", "j", "<k>", "k").Replace(f) + ")"
		for _, text := range []string{crowd, stays} {
			text = text[:strings.Index(text, "SPEC")]
			for _, wrap := range []string{"G %s", "F %s", "!G %s", "G X %s", "G G (boss-n = 0 -> %s)"} {
				text += "SPEC " + fmt.Sprintf(wrap, quantified) + ";\nSPEC " + fmt.Sprintf(wrap, each(f)) + ";\n"
			}
			p, list := rcheck.Parse("crowd.rcp", []byte(text), rcheck.Options{})
			require.NotNil(t, p, list.Error())
			r, err := mc.Check(t.Context(), p.System, rcp.Specification(p), mc.WithVerdictsAlone())
			require.NoError(t, err)
			for i := 0; i < len(r.Results); i += 2 {
				require.Equal(t, r.Results[i+1].Verdict, r.Results[i].Verdict, r.Results[i].Property.Text)
				count[r.Results[i].Verdict]++
			}
		}
	}
	require.Greater(t, min(count[mc.Holds], count[mc.Violated]), 20)
}

// Warnings about generated models whose agents come and go are the same with all uses of symmetry.
// Names of absent agents are found in the states where the explicit graph has them.
func TestGrowingWarnings(t *testing.T) {
	ctx := context.Background()
	texts := []rchecktest.Model{{Text: crowd}, {Text: stale}}
	for seed := range recipetest.Number(t, "MC_WARNINGS", 30) {
		texts = append(texts, rchecktest.Growing(recipetest.Seeded(uint64(seed)+5_000_000)))
	}
	n := map[string]int{}
	for i, m := range texts {
		p, _ := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
		if p == nil || len(p.System.Commands) > 60 {
			continue
		}
		graph, err := recipe.Explore(ctx, recipe.NewInterpreter(p.System), 300)
		if err != nil {
			continue
		}
		n["models"]++
		said := map[string][]string{}
		for name, options := range bySymmetry {
			c, err := mc.NewChecker(ctx, p.System, rcp.Fairness(p), options...)
			require.NoError(t, err)
			stats, err := c.Reach(ctx)
			require.NoError(t, err)
			if stats.Orbits > 0 && stats.Orbits < graph.Len() {
				n["on orbits"]++
			}
			warnings, err := c.Warnings(ctx)
			require.NoError(t, err)
			said[name] = []string{}
			for _, w := range warnings {
				text, _, _ := strings.Cut(w.Message, ": ") // agents may differ that wait
				if w.Code == mc.CodeRangeFault {
					text = "" // one entry may stand for several agents
				}
				if say := w.Code + " " + text; !slices.Contains(said[name], say) {
					said[name] = append(said[name], say)
				}
				n[w.Code]++
			}
			slices.Sort(said[name])
			requireStale(t, c, p.System, graph)
			c.Close()
		}
		for name := range said {
			require.Equal(t, said["off"], said[name], "model %d, symmetry %s\n%s", i, name, m.Text)
		}
	}
	t.Log(n)
	for _, what := range []string{mc.CodeStaleName, mc.CodeRangeFault, mc.CodeIdleCommand, "on orbits"} {
		require.GreaterOrEqual(t, n[what], n["models"]/10, what)
	}
}

// requireStale compares the reports about names of absent agents with the states of a graph.
func requireStale(t *testing.T, c *mc.Checker, sys *recipe.System, graph *recipe.Graph) {
	reports, err := mc.StaleNames(t.Context(), c)
	require.NoError(t, err)
	want := map[string]int{} // by declaration
	for i := range graph.Len() {
		found := map[string]bool{}
		for v, x := range sys.Vars {
			if recipe.AbsentIn(sys, graph.State(i), v) >= 0 {
				found[sys.Agents[x.Agent].TypeName+"-"+x.Name] = true
			}
		}
		for name := range found {
			want[name]++
		}
	}
	for _, r := range reports {
		x := sys.Vars[r.Local]
		require.EqualValues(t, want[sys.Agents[x.Agent].TypeName+"-"+x.Name], r.States.Int64())
		require.NoError(t, r.Trace.Replay(c.Interpreter()))
		last := r.Trace.Steps[len(r.Trace.Steps)-1].State
		require.Equal(t, r.Agent, recipe.AbsentIn(sys, last, r.Local))
		require.Equal(t, sys.Agents[r.Agent].Location, last.Locals[r.Local])
		require.Equal(t, recipe.False, last.Locals[sys.Agents[r.Agent].Present.Index])
	}
	for _, kept := range recipe.KeptNames(sys) {
		x := sys.Vars[kept[0]]
		name := sys.Agents[x.Agent].TypeName + "-" + x.Name
		reported := slices.ContainsFunc(reports, func(r report.StaleName) bool { return slices.Contains(kept, r.Local) })
		require.Equal(t, want[name] > 0, reported, name)
	}
}

// stale has a boss that asks the last worker also after it has stopped. Nothing reads the name that
// the other boss keeps.
const stale = `
enum channel { c }
property-variables: me : location
agent Boss
    local: last : location
    init: last = myself
    repeat: hire: {true} *! (true)()[spawn Worker(last)] ; ask: {true} c! (@me = last)()[]
agent Idle
    local: last : location
    init: last = myself
    repeat: hire: {true} *! (true)()[spawn Worker(last)]
agent Worker
    relabel: me <- myself
    receive-guard: chan = c
    repeat: work: {true} c? [] + quit: {true} *! (true)()[stop]
system = Boss(boss) || Idle(other) || absent Worker(w[1..2])
SPEC G (forall k : Worker . k-present);
`

// An agent that keeps the name of an agent that has stopped gets a warning, with a run to such a state.
func TestStaleNames(t *testing.T) {
	p, list := rcheck.Parse("stale.rcp", []byte(stale), rcheck.Options{})
	require.NotNil(t, p, list.Error())
	r, err := mc.Check(t.Context(), p.System, rcp.Specification(p), mc.WithVacuity())
	require.NoError(t, err)
	var found []string
	for _, w := range r.Warnings {
		if w.Code == mc.CodeStaleName {
			found = append(found, w.Pos.String()+" "+w.Message)
		}
	}
	require.Equal(t, []string{"stale.rcp:5:12 `last` is read, but it can have the name of an absent agent, in 10 reachable states. " +
		"A shortest run to such a state has 2 steps: there, boss-last is w1"}, found)
}

// An exhausted pool is reported by the interpreter exactly where it keeps a command, and by the
// encoding in the same states.
func TestExhaustedPools(t *testing.T) {
	p, list := rcheck.Parse("crowd.rcp", []byte(crowd), rcheck.Options{})
	require.NotNil(t, p, list.Error())
	in := recipe.NewInterpreter(p.System)
	g, err := recipe.Explore(t.Context(), in, 5000)
	require.NoError(t, err)
	m, err := symbolic.Encode(t.Context(), p.System, symbolic.Options{NoTrials: true})
	require.NoError(t, err)
	defer m.Close()
	meetings, err := symbolic.MayFault(t.Context(), p.System)
	require.NoError(t, err)
	sc := m.Manager.NewScope(t.Context())
	defer sc.Close()
	faults := make([][]recipe.RangeFault, g.Len())
	for s := range faults {
		faults[s] = in.RangeFaults(g.State(s))
	}
	exhausted := 0
	for _, at := range meetings {
		set, err := m.RangeFault(sc, at, m.Valid)
		require.NoError(t, err)
		for s := range g.Len() {
			found := slices.ContainsFunc(faults[s], func(f recipe.RangeFault) bool {
				return f.Message.Command == at.Initiator && (f.Command == at.Partner || at.Partner < 0 && f.Command == at.Initiator)
			})
			require.Equal(t, found, m.Contains(set, g.State(s)), "%v in %s", at, p.System.StateString(g.State(s)))
			if found {
				exhausted++
			}
		}
	}
	require.Positive(t, exhausted)
}
