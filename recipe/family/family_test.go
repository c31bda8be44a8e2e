package family_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// model is a family in which INIT, GUARD and DATA are parts of the agents' text, and SYSTEM is more of the
// system.
const model = `
const N = 2;
enum channel { c, link[1..N] }
message-structure: WHO : location, LNK : channel
property-variables: who : location
agent Worker
    local: own : channel, got : channel, partner : location, level : 0..2
    init: got = c & partner = nobody & INIT
    relabel: who <- partner
    receive-guard: chan = own | chan = got
    repeat: (
        tell: {GUARD} *! (@who = partner)(WHO := myself, LNK := own)[level := 1]
        + hear: {WHO = partner} got? [partner := WHO, got := LNK]
        + read: {partner != nobody} GET@(partner)(WHO := myself)[level := 2]
        + show: {WHO != myself} SUPPLY@(myself)(WHO := partner)[]
    )
agent Idle receive-guard: false repeat: {false} *! (false)()[]
system = Worker(worker[i : 1..N], own = link[i] & MORE) || Idle(nobody, true)
SPEC forall k : Worker . G (k-level = 0 | k-partner != k);
`

func read(t *testing.T, text string, n int) *recipe.System {
	p, list := rcheck.Parse("m.rcp", []byte(text), rcheck.Options{Set: map[string]int{"N": n}})
	require.NoError(t, list.Err(), text)
	return p.System
}

func textOf(init, guard, more string) string {
	return strings.NewReplacer("INIT", init, "GUARD", guard, "MORE", more).Replace(model)
}

// Agents that can be exchanged are one class; those that the text singles out are singles at each size.
func TestClassesAndSingles(t *testing.T) {
	for _, c := range []struct {
		init, more       string
		classes, singles []string // the first agents of each class; the singles
	}{
		{"level = 0", "true", []string{"worker1"}, []string{"nobody"}},
		{"true", "level = (i = 1 ? 1 : 0)", []string{"worker2"}, []string{"worker1", "nobody"}},
		{"true", "level = (i = N ? 1 : 0)", []string{"worker1"}, []string{"worker12", "nobody"}},
		{"true", "level = i % 3", []string{"worker1", "worker2", "worker3"}, []string{"nobody"}},
		{"level = 0", "partner = (i = 2 ? worker1 : nobody)", []string{"worker3"}, []string{"worker1", "worker2", "nobody"}},
	} {
		text := textOf(c.init, "true", c.more)
		if strings.Contains(c.more, "partner =") {
			text = strings.Replace(text, "partner = nobody & ", "", 1)
		}
		_, f, err := family.Of(context.Background(), read(t, text, 9), read(t, text, 12))
		require.NoError(t, err, c.more)
		var classes, singles []string
		for _, class := range f.Classes {
			classes = append(classes, f.System.Agents[class[0]].Name)
		}
		for _, a := range f.Singles {
			singles = append(singles, f.System.Agents[a].Name)
		}
		require.Equal(t, c.classes, classes, c.more)
		require.Equal(t, c.singles, singles, c.more)
	}
}

// Systems that differ in more than the number of agents in classes are refused, with a reason.
func TestUnlike(t *testing.T) {
	plain := textOf("level = 0", "true", "true")
	for _, c := range []struct{ text, reason string }{
		{strings.Replace(plain, "level : 0..2", "level : 0..N", 1), "worker1-level are not the same at all sizes"},
		{strings.Replace(plain, "level := 1", "level := N > 7 ? 0 : 1", 1), "not the same agent at all sizes"},
		{strings.Replace(plain, "link[1..N] }", "link[1..N], spare[1..N] }", 1), "type channel are not the same"},
		{textOf("true", "true", "level = (i % 2 = 0 & i > N / 2 ? 1 : 0)"), "can be exchanged"},
		{strings.NewReplacer("level : 0..2", "level : int", "level := 1", "level := level + 1").Replace(plain), "worker1-level has integers without a range"},
		{strings.NewReplacer("level : 0..2", "level : 0..20", "level := 1", "level := level", "level := 2", "level := 0").Replace(
			textOf("true", "true", "level = i")), "worker7 cannot be exchanged with another agent of its type"},
		{strings.NewReplacer("who <- partner", "who <- nobody", "Idle(nobody, true)", "Idle(nobody, true) || open").Replace(plain), "is open"},
	} {
		_, _, err := family.Of(context.Background(), read(t, c.text, 6), read(t, c.text, 8))
		var unlike *family.Unlike
		require.ErrorAs(t, err, &unlike, c.text)
		require.ErrorContains(t, err, c.reason)
	}

	// A get from all others is a choice of gets that name them, another one for each agent.
	all := strings.Replace(plain, "GET@(partner)", "GET@(!myself)", 1)
	_, _, err := family.Of(context.Background(), read(t, all, 6), read(t, all, 8))
	var unlike *family.Unlike
	require.ErrorAs(t, err, &unlike)
	require.ErrorContains(t, err, "worker7 cannot be exchanged with another agent of its type, and names worker1 here")
	require.Equal(t, 14, unlike.Pos.Line)
}

// An abstraction is a system that passes its checks. What it is about is there, with everything that
// symbols of the outside make uncertain.
func TestAbstract(t *testing.T) {
	text := textOf("level = 0", "partner = partner", "true")
	_, f, err := family.Of(context.Background(), read(t, text, 9), read(t, text, 12))
	require.NoError(t, err)
	a, err := f.Abstract(family.Selection{Tracked: []int{2}, Kept: []int{3}, Added: []int{1}, Propositions: []int{0}})
	require.NoError(t, err)
	require.Len(t, a.System.Agents, 6) // three kept, added, outside, nobody
	require.Len(t, a.Glances([]int{a.Added[0][0]}), 4)
	require.Contains(t, a.Kept[0], 0) // worker3, which is tracked
	// Of each agent that is there: the guard of the first command, both sides of the receive guard, the
	// data and the channel of the receive, the data of the supply; and who is targeted.
	perAgent := 0
	for _, v := range a.Unknown {
		if a.System.Vars[v].Agent == a.Kept[0][0] {
			perAgent++
		}
	}
	require.Equal(t, 5, perAgent)
	require.Less(t, a.Present[a.Kept[0][0]], 0)
	require.GreaterOrEqual(t, a.Present[a.Added[0][0]], 0)
	for _, agent := range a.System.Agents {
		if agent.Location == f.System.Agents[f.Classes[0][4]].Location { // the outside has no commands
			require.Zero(t, agent.Commands.Len())
		}
	}
	_, err = f.Abstract(family.Selection{Kept: []int{11}, Added: []int{1}})
	require.ErrorContains(t, err, "fewer than 13")
}

// One system has the classes and singles that two sizes show, but for small classes. Systems in which
// an agent names all of a class are refused.
func TestAlone(t *testing.T) {
	text := textOf("level = 0", "true", "true")
	f, err := family.Alone(t.Context(), read(t, text, 4), 4)
	require.NoError(t, err)
	require.Equal(t, [][]int{{0, 1, 2, 3}}, f.Classes)
	require.Equal(t, []int{4}, f.Singles)
	f, err = family.Alone(t.Context(), read(t, text, 4), 5)
	require.NoError(t, err)
	require.Empty(t, f.Classes)
	require.Len(t, f.Singles, 5)
	chief := strings.Replace(text, "agent Idle receive-guard: false repeat: {false}", `agent Idle local: of : location init: of = nobody
    receive-guard: false repeat: {of = worker[1] | of = worker[2] | of = worker[3] | of = worker[4]}`, 1)
	sys := read(t, chief, 4)
	_, err = family.Alone(t.Context(), sys, 4)
	require.ErrorContains(t, err, "nobody names worker")
	f, err = family.Alone(t.Context(), sys, 5)
	require.NoError(t, err)
	require.Empty(t, f.Classes)
}
