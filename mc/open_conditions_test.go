package mc_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// What agents outside can do, each by a property that would hold, or be violated, if they could not
// or could: with `open`, and with `open receptive`.
func TestWhatAgentsOutsideDo(t *testing.T) {
	const declared = `enum channel { c, d }
message-structure: N : 0..1, AT : location
property-variables: kind : 0..2
`
	const listener = `agent A
    local: heard : bool, other : 0..2
    init: !heard
    relabel: kind <- KIND
    receive-guard: chan = c
    repeat: (hear: {!heard} *? [heard := true] + take: {!heard & N = 1} c? [heard := true])
system = A(a, other = 1) || A(b, other = OTHER) || ENV
`
	same := strings.NewReplacer("KIND", "1", "OTHER", "1").Replace(listener)
	different := strings.NewReplacer("KIND", "other", "OTHER", "2").Replace(listener)
	const sender = `agent A
    local: x : bool
    init: !x
    receive-guard: false
    repeat: say: {!x} CHANNEL! (true)()[x := true]
system = A(a, true) || ENV
`
	const getter = `agent A
    local: x : 0..1, limit : 0..2
    init: x = 0 & limit = 2
    relabel: kind <- 0
    receive-guard: false
    repeat: find: {x = 0 & N = 1} GET@(PREDICATE)()[x := N]
system = A(a, true) || ENV
`
	const supplier = `agent A
    local: x : 0..1
    init: x = 0
    relabel: kind <- 0
    receive-guard: false
    repeat: give: {x = 0 & N = 1} SUPPLY@(PLACE)()[x := 1]
system = A(a, true) || ENV
`
	const pair = `agent A
    relabel: kind <- 0
    receive-guard: false
    repeat: find: {true} GET@(kind = 1)()[]
agent B
    relabel: kind <- 1
    receive-guard: false
    repeat: give: {true} SUPPLY@(any)()[]
system = A(a, true) || B(b, true) || ENV
`
	const keeper = `agent A
    local: first : location, second : location, n : 0..2
    init: n = 0 & first = myself & second = myself
    receive-guard: false
    repeat: ({n = 0} *? [first := AT, n := 1] + {n = 1} *? [second := AT, n := 2])
system = A(a, true) || ENV
`
	const needs = `agent A
    receive-guard: false
    repeat: with: {N >= 0} *? []
agent B
    receive-guard: false
    repeat: without: {true} *? []
system = A(a, true) || B(b, true) || ENV
`
	on := func(text, old, new string) string { return strings.ReplaceAll(text, old, new) }
	for _, c := range []struct {
		name, text, property string
		open, receptive      bool
	}{
		{"any message on a channel", same, "G !a-take", false, false},
		{"any broadcast", same, "G !a-hear", false, false},
		{"equal agents are targeted together", same, "G (a-hear <-> b-hear)", true, true},
		{"different agents are told apart", different, "G (a-hear <-> b-hear)", false, false},
		{"who is connected and not ready blocks", same, "G ((a-heard & !b-heard) -> G !b-take)", true, true},
		{"a step without the part", same, "G (!a-heard -> X (a-heard | b-heard | deadlock))", false, false},
		{"an exchange outside", same, "G [[p2p]] false", false, false},
		{"an exchange outside by predicate", same, "G [[locality = any]] false", false, false},
		{"senders outside", same, "G [[sender != a & sender != b]] false", false, false},
		{"data outside", same, "G [[N = 0]] false", false, false},
		{"quantifiers are about the part", same, "G [[sender = a | sender = b]] false & forall k : Agent . G (k-other = 1)", true, true},
		{"predicates of any kind", same, "G [[exists(@kind = 2)]] false", false, false},
		{"predicates of no kind", same, "G [[!exists(@kind < 3)]] false", false, false},
		{"a multicast is blocked", on(sender, "CHANNEL", "c"), "G !deadlock | F a-x", false, true},
		{"a broadcast is not", on(sender, "CHANNEL", "*"), "(F G deadlock) -> F a-x", true, true},
		{"agents outside go on", on(sender, "CHANNEL", "*"), "F a-x", false, false},
		{"deadlocks after steps of the part", on(sender, "CHANNEL", "*"), "G (a-say -> X !deadlock)", false, false},
		{"deadlocks last", on(sender, "CHANNEL", "c"), "G (deadlock -> G deadlock)", true, true},
		{"only deadlocks stutter", on(sender, "CHANNEL", "c"), "G ([[true]] false -> deadlock)", true, true},
		{"broadcasts are enabled", on(sender, "CHANNEL", "*"), "G (!a-x -> enabled(a-say))", true, true},
		{"gets are supplied", on(getter, "PREDICATE", "kind = 2"), "G a-x = 0", false, false},
		{"predicates of gets between agents outside", same, "G !(<<exists(@kind = 1) & locality = any>> true)", false, false},
		{"predicates of gets", on(getter, "PREDICATE", "kind = 2"), "G [[getter = a & exists(@kind = 1)]] false", true, true},
		{"gets may wait", on(getter, "PREDICATE", "kind = 2"), "(F G deadlock) -> F a-x = 1", false, true},
		{"nobody satisfies what is false", on(getter, "PREDICATE", "kind = 2 & limit < 2"), "G a-x = 0", true, true},
		{"agents without identifiers", on(getter, "PREDICATE", "kind != 0 & kind != 1 & kind != 2"), "G a-x = 0", false, false},
		{"gets from outside", on(supplier, "PLACE", "any"), "G a-x = 0", false, false},
		{"gets by name", on(supplier, "PLACE", "myself"), "G a-x = 0", false, false},
		{"supplies may wait", on(supplier, "PLACE", "any"), "F a-x = 1", false, false},
		{"an exchange of the part goes on", pair, "G !deadlock", true, true},
		{"two names outside", keeper, "G !(a-n = 2 & a-first != a & a-second != a & a-first != a-second)", false, false},
		{"messages lack data", needs, "G (b-without -> a-with)", false, false},
	} {
		for _, env := range []string{"open", "open receptive"} {
			want := c.open
			if env == "open receptive" {
				want = c.receptive
			}
			text := declared + on(c.text, "ENV", env) + "\nSPEC " + c.property + ";\n"
			p, list := rcheck.Parse("part.rcp", []byte(text), rcheck.Options{})
			require.False(t, list.HasErrors(), "%s: %v", c.name, list)
			r, err := mc.Check(context.Background(), p.System, rcp.Specification(p))
			require.NoError(t, err, c.name)
			require.Equal(t, want, r.Results[0].Verdict == mc.Holds, "%s, %s: %s\n%s", c.name, env, r.Results[0].Verdict, text)
		}
	}
}
