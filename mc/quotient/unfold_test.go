package quotient

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// A quotient that is unfolded has the orbits that the interpreter explores, and so do its edges. Each
// edge is a step of the interpreter, to the state that its permutation makes of a representative.
// What permutations that keep a representative make of the steps of its edges are all its steps.
func TestUnfoldedIsExplored(t *testing.T) {
	pool := `enum channel { c }
agent Boss
    local: last : location
    init: last = boss
    repeat: ( hire: {last = boss} *! (false)()[spawn Worker(last)] + forget: {true} *! (true)()[last := boss] )
agent Worker
    local: k : 0..2
    init: k = 0
    repeat: ( work: {k < 2} *! (false)()[k := k + 1] + leave: {k = 2} *? [stop] )
system = Boss(boss, true) || absent Worker(w[1..4], true)
`
	// Three friends in a circle are kept by permutations that are not their own inverse.
	friends := `enum channel { c }
agent Node
    local: friend : location, on : bool
    init: !on
    repeat: ( start: {!on} *! (false)()[on := true] + stop: {on} *! (false)()[on := false] )
system = Node(n[1..4], true)
`
	smaller := 0
	for model, set := range map[string]map[string]int{
		"allocation": {"N": 3, "M": 3}, "allocation-release": {"N": 3, "M": 2}, "manufacturing": {"R": 2}, "stable": {"N": 3}, "mobiles": {"N": 4},
		"keys": {"N": 4}, "commit": {"N": 4}, "gossip": {"N": 4}, "voting": {"N": 4}, pool: {}, friends: {},
	} {
		src := []byte(model)
		if !strings.Contains(model, "\n") {
			var err error
			src, err = os.ReadFile("../../bench/models/" + model + ".rcp")
			require.NoError(t, err)
		}
		p, problems := rcheck.Parse(model, src, rcheck.Options{Set: set})
		require.NotNil(t, p, "%v", problems)
		in := recipe.NewInterpreter(p.System)
		all, err := symmetry.Detect(t.Context(), p.System, nil)
		require.NoError(t, err)
		g, err := explore(t.Context(), in, all, 1<<20, 0, new(meter))
		require.NoError(t, err)
		var told [][]int // agents that keep their places
		for i, class := range all.Classes() {
			told = append(told, class[:1], class[1:], class[len(class)-1:])
			if i > 0 {
				told = append(told, append(class[:1:1], all.Classes()[0][0]))
			}
		}
		for _, agents := range told {
			group, err := all.Keeping(t.Context(), func(p *symmetry.Permutation) bool {
				for _, a := range agents {
					if p.Agents[a] != a {
						return false
					}
				}
				return true
			})
			require.NoError(t, err)
			none, err := g.unfold(t.Context(), group, len(g.states), 1<<20, new(meter))
			require.NoError(t, err)
			h, err := g.unfold(t.Context(), group, 1<<20, 1<<20, new(meter))
			require.NoError(t, err)
			if len(agents) == 1 && len(group.Classes()) == len(all.Classes()) {
				require.Nil(t, none)
				smaller++
			}
			want, err := explore(t.Context(), in, group, 1<<20, 0, new(meter))
			require.NoError(t, err)
			orbit := func(s recipe.State) int {
				rep, _ := group.Canonical(s)
				return want.index[in.Key(rep)]
			}
			met := map[int]bool{}
			for i, s := range h.states {
				met[orbit(s)] = true
				compareSteps(t, in, h, i)
				got, explored := map[int]bool{}, map[int]bool{}
				for _, e := range h.out(i, new(meter)) {
					got[orbit(h.states[e.to])] = true
				}
				for _, e := range want.edges[orbit(s)] {
					explored[int(e.to)] = true
				}
				require.Equal(t, explored, got, "%s: %s", model, p.System.StateString(s))
			}
			require.Len(t, met, len(want.states), model)
			require.LessOrEqual(t, len(h.states), len(want.states)*11/10, model)
			first, firstWanted := map[int]bool{}, setOf(want.initial)
			for _, i := range h.initial {
				first[orbit(h.states[i])] = true
			}
			require.Equal(t, firstWanted, first)
		}
	}
	require.Greater(t, smaller, 10)
}

// compareSteps compares the edges of a state with the steps of the interpreter.
func compareSteps(t *testing.T, in *recipe.Interpreter, h *graph, i int) {
	key := func(s recipe.Step) string { return string(appendKey(nil, s)) }
	steps := map[string][]string{} // the keys of the next states, by step
	require.NoError(t, in.EachSuccessor(h.states[i], func(x recipe.Transition) bool {
		steps[key(x.Step)] = append(steps[key(x.Step)], in.Key(x.Next))
		return true
	}))
	for _, k := range h.keeping(i) {
		require.True(t, k.State(h.states[i]).Equal(h.states[i]))
	}
	found := map[string]bool{}
	var spread func(s recipe.Step)
	spread = func(s recipe.Step) {
		if found[key(s)] {
			return
		}
		found[key(s)] = true
		for _, k := range h.keeping(i) {
			spread(k.Step(s))
		}
	}
	for _, e := range h.out(i, new(meter)) {
		by := h.by(i, e)
		require.Contains(t, steps[key(h.step(e))], in.Key(by.State(h.states[e.to])))
		for a, b := range by.Agents { // it is of the group
			require.True(t, a == b || h.group.ClassOf(a) >= 0 && h.group.ClassOf(a) == h.group.ClassOf(b))
		}
		spread(h.step(e))
	}
	for s := range steps {
		require.True(t, found[s], "%s", strings.ToValidUTF8(s, "?"))
	}
	require.Len(t, found, len(steps))
}
