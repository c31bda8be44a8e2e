package sizes

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// rivals are workers of which one can be first; COND says more about how they begin.
const rivals = `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: first : bool, over : bool, seen : bool
    init: !first & !over & !seen
    receive-guard: chan = *
    repeat: ( win: {!over} *! (true)(ON := true)[first := true, over := true]
            + lose: {ON & !over} *? [over := true, seen := seen]
            + late: {ON & over} *? [] )
system = Worker(worker[i : 1..N], COND)
SPEC SAYS;
`

func decide(t *testing.T, cond, says string) *Answer {
	m, _ := modelOf(t, replaced(rivals, "COND", cond, "SAYS", says), "N")
	a, err := Check(context.Background(), m, 1, Options{})
	require.NoError(t, err)
	return a
}

// A quantifier need not stand at the front, as long as it can be brought there.
func TestQuantifiersWithin(t *testing.T) {
	for says, want := range map[string]mc.Verdict{
		"G (forall k : Worker . k-first -> k-over)":                                                                            mc.Holds,
		"G (forall k : Worker . forall j : Worker . k != j -> !(k-first & j-first))":                                           mc.Holds,
		"forall j : Worker . G (j-first -> (forall k : Worker . k != j -> !k-first))":                                          mc.Holds,
		"G ((exists j : Worker . j-seen) -> (forall k : Worker . k-over))":                                                     mc.Holds,
		"G !(exists k : Worker . k-seen)":                                                                                      mc.Holds,
		"(forall k : Worker . !k-first) W (forall k : Worker . k-over)":                                                        mc.Holds,
		"G (forall k : Worker . forall j : Worker . forall i : Worker . k-first & j-first & i-first -> k = j | j = i | k = i)": mc.Holds,
		"G ((exists j : Worker . j-first) -> (forall k : Worker . k-over))":                                                    mc.Holds,
		"G (exists j : Worker . !j-seen)":                                                                                      mc.Holds,
		"exists j : Worker . G !j-seen":                                                                                        mc.Holds,
		"exists j : Worker . F j-first":                                                                                        mc.Holds,
		"exists j : Worker . X (j-first & j-over)":                                                                             mc.Holds,
		"F (forall j : Worker . G j-over)":                                                                                     mc.Holds,
		"exists j : Worker . F G j-first":                                                                                      mc.Unknown,
		"exists j : Worker . G !j-first":                                                                                       mc.Violated,
		"forall k : Worker . exists j : Worker . G !(k-seen & j-first)":                                                        mc.Holds,
		"(forall k : Worker . F k-seen) -> (G !(exists j : Worker . j-first))":                                                 mc.Holds,
		"F (exists j : Worker . j-first)":                                                                                      mc.Holds,
		"F (forall j : Worker . j-over & (j-first | !j-first))":                                                                mc.Holds,
		"F (forall j : Worker . j-over | j-first)":                                                                             mc.Holds,
		"G (exists j : Worker . !j-seen & (j-first | !j-over))":                                                                mc.Holds,
		"F (forall j : Worker . j-over)":                                                                                       mc.Holds,
		"G !((exists j : Worker . j-win) & (exists j : Worker . j-over))":                                                      mc.Holds,
		"(G F (exists j : Worker . j-win)) -> (G !(exists k : Worker . k-first))":                                              mc.Holds,
		"G (!(exists j : Worker . j-win) -> F (exists k : Worker . k-first))":                                                  mc.Holds,
		"(G F (exists j : Worker . j-lose)) -> (G !(exists k : Worker . k-first))":                                             mc.Unknown,
		"G !(exists j : Worker . j-lose)":                                                                                      mc.Violated,
		"(exists j : Worker . j-over) -> (forall j : Worker . j-seen)":                                                         mc.Holds,
	} {
		a := decide(t, "true", says)
		require.Equal(t, want, a.Verdict, "%s: %s", says, a.Reason)
	}
	a := decide(t, "true", "G (forall k : Worker . !k-first)")
	require.Equal(t, mc.Violated, a.Verdict)
	require.Equal(t, []int{1}, a.Size)
}

// Sizes up to the numbers that the model compares indices with are tried, too.
func TestViolatedAtALargeIndex(t *testing.T) {
	says := "forall k : Worker . G !k-seen"
	text := replaced(rivals, "COND", "seen = (i > 2 * 4)", "SAYS", says, "& !seen", "")
	m, _ := modelOf(t, text, "N")
	require.Equal(t, 9, m.Least)
	a, err := Check(context.Background(), m, 1, Options{})
	require.NoError(t, err)
	require.Equal(t, mc.Violated, a.Verdict, a.Reason)
	require.Equal(t, []int{9}, a.Size)
	require.Len(t, a.Held, 8)
}

// Conditions of fairness about singles, and about the agents of a property, are assumed at all sizes.
func TestFairnessOfSingles(t *testing.T) {
	const text = `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: on : bool
    init: !on
    receive-guard: false
    repeat: ( rest: {true} *! (false)()[] + start: {ON} *? [on := true] )
agent Server
    local: light : bool
    init: !light
    receive-guard: false
    repeat: ( flash: {true} *! (true)(ON := true)[light := true] )
system = Worker(worker[1..N], true) || Server(server, true)
FAIR
SPEC F server-light;
SPEC forall k : Worker . F k-on;
SPEC F (forall k : Worker . k-on);
SPEC forall k : Worker . G F k-rest;
`
	for fair, want := range map[string][]mc.Verdict{
		"":                                     {mc.Violated, mc.Violated, mc.Violated, mc.Violated},
		"FAIRNESS server-flash;":               {mc.Holds, mc.Holds, mc.Holds, mc.Violated},
		"COMPASSION (true, server-flash);":     {mc.Holds, mc.Holds, mc.Holds, mc.Violated},
		"FAIRNESS exists k : Worker . k-rest;": {mc.Violated, mc.Violated, mc.Violated, mc.Violated},
		"FAIRNESS worker[1]-rest | server-flash;":       {mc.Violated, mc.Violated, mc.Violated, mc.Violated},
		"FAIRNESS server-light; FAIRNESS server-flash;": {mc.Holds, mc.Holds, mc.Holds, mc.Violated},
	} {
		m, n := modelOf(t, replaced(text, "FAIR", fair), "N")
		for index := 1; index <= n; index++ {
			a, err := Check(context.Background(), m, index, Options{})
			require.NoError(t, err)
			require.Equal(t, want[index-1], a.Verdict, "%s %d: %s %v", fair, index, a.Reason, a.Size)
		}
	}
}

// The largest number of local states decides who counts agents, not what is said of them.
func TestNumbersOfLocalStates(t *testing.T) {
	m, _ := modelOf(t, replaced(rivals, "COND", "true", "SAYS", "F (forall j : Worker . j-over)"), "N")
	for locals, want := range map[int]mc.Verdict{-1: mc.Unknown, 1: mc.Unknown, 3: mc.Holds, 1 << 20: mc.Holds} {
		a, err := Check(context.Background(), m, 1, Options{Locals: locals})
		require.NoError(t, err)
		require.Equal(t, want, a.Verdict, a.Reason)
	}
}
