package mc_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
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

// The encoding has the initial states and, for each command from each reachable state, the same successors as the
// interpreter, in models whose agents come and go. RCHECK_SPAWNING sets the number of generated models.
func TestSpawningIsEncoded(t *testing.T) {
	texts := []rchecktest.Model{{Text: crowd}}
	for seed := range recipetest.Number(t, "RCHECK_SPAWNING", 150) {
		texts = append(texts, rchecktest.New(recipetest.Seeded(uint64(seed))))
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
		image := sc.Calculator().Image(it.Relation, from)
		m.Each(image, func(next recipe.State) bool {
			out[fmt.Sprint(it.Command, " ", m.System.StateString(next))] = true
			return true
		})
	}
	return out
}

// An exhausted pool is reported by the interpreter exactly where it keeps a command, and by the encoding in the same
// states.
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
