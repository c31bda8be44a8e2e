package alike_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/alike"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/searchtest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// at is a text at a size.
func at(t *testing.T, text string, n int) *rcheck.Program {
	p, list := rcheck.Parse("alike.rcp", []byte(text), rcheck.Options{Set: map[string]int{"N": n}})
	require.NoError(t, list.Err(), text)
	return p
}

// prove has the engine work at all properties, with budgets of the given size.
func prove(t *testing.T, p *rcheck.Program, with alike.Prover, least, budget int) (*engine.Board, int) {
	board := &engine.Board{System: p.System, Fair: search.FairnessFormulas(p.Justice, p.Compassion)}
	for i, s := range p.Specs {
		board.Add(&engine.Target{Index: i, Formula: s.Claim()})
	}
	e := alike.NewEngine(board, with, least, func(_ context.Context, f *ltol.Formula) ([]*ltol.Formula, error) {
		return engine.Parts(f, p.System), nil
	})
	defer e.Close()
	rounds := 0
	for ; !e.Over(); rounds++ {
		_, err := e.Advance(t.Context(), budget)
		require.NoError(t, err)
	}
	return board, rounds
}

// What the engine proves of a system of some size, diagrams of the whole system say of it. Numbers
// that choose what is asked are turned to both extremes.
func TestProvedProperties(t *testing.T) {
	proved, open := 0, 0
	from := recipetest.Number(t, "SIZES_FROM", 0)
	for seed := from; seed < from+recipetest.Number(t, "ALIKE_FAMILIES", 12); seed++ {
		random := recipetest.Seeded(uint64(seed))
		text := rchecktest.ForAllSizes(random)
		p := at(t, text, 5+random.Intn(4))
		with := alike.Prover{Beside: random.Intn(3), Work: 400_000, Locals: []int{-1, 3, 24}[random.Intn(3)]}
		if random.Intn(8) == 0 {
			with.Work = 0
		}
		board, _ := prove(t, p, with, []int{1, 3, 6}[random.Intn(3)], 1+random.Intn(100_000))
		var checker *searchtest.Checker
		for i, target := range board.Targets {
			if !target.Proved {
				open++
				continue
			}
			proved++
			if checker == nil {
				checker = searchtest.New(t, p.System, p.Justice, p.Compassion)
			}
			require.False(t, checker.Violated(p.Specs[i].Claim()), "seed %d, property %d\n%s", seed, i+1, text)
		}
	}
	t.Log(proved, open)
	require.Positive(t, min(proved, open))
}

// The engine pauses where its budget ends, and proves nothing of agents that are too few.
func TestBudgets(t *testing.T) {
	const text = `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: asked : bool, served : bool
    init: !asked & !served
    receive-guard: chan = *
    repeat: ( ask: {!asked} GET@(server)()[asked := true]
            + serve: {ON & asked} *? [served := true]
            + look: {!ON | !asked} *? [] )
agent Server
    local: free : bool
    init: free
    receive-guard: false
    repeat: ( take: {free} SUPPLY@(myself)()[free := false]
            + give: {!free} *! (true)(ON := true)[free := true] )
system = Worker(worker[1..N], true) || Server(server, true)
SPEC forall k : Worker . G (k-served -> k-asked);
SPEC forall k : Worker . G (k-asked -> k-served);
`
	with := alike.Prover{Beside: 1, Work: math.MaxInt64, Locals: 24}
	p := at(t, text, 20)
	board, rounds := prove(t, p, with, 6, 100)
	require.True(t, board.Targets[0].Proved)
	require.Positive(t, board.Targets[0].Nodes)
	require.False(t, board.Targets[1].Proved)
	require.Greater(t, rounds, 20)
	board, rounds = prove(t, p, with, 21, 100)
	require.False(t, board.Targets[0].Proved)
	require.Equal(t, 1, rounds)
	board, _ = prove(t, at(t, text+"SPEC true;\n", 20), with, 6, 100)
	require.True(t, board.Targets[2].Proved)
	p = at(t, text, 3)
	board, _ = prove(t, p, with, 1, 100)
	require.False(t, board.Targets[0].Proved)
}

// A message to one agent is for the slot where the slot stands for this agent, and for one outside where
// it stands for another one. Agents that are counted react to it by different interactions: one has the
// token, the others stay without. So the same agent may ask again and again.
func TestMessagesToOneOfMany(t *testing.T) {
	for name, text := range map[string]string{
		"by data": `
const N = 8;
message-structure: TO : location
agent Client
    local: got : bool, asked : bool
    init: !got & !asked
    repeat: ask: {!asked} GET@(home)(TO := myself)[asked := true] + token: {asked & TO = myself} *? [got := true, asked := false]
agent Home
    local: next : location, busy : bool
    init: next = nobody & !busy
    receive-guard: false
    repeat: serve: {!busy} SUPPLY@(myself)()[busy := true, next := TO]
        + give: {busy} *! (true)(TO := next)[busy := false, next := nobody]
agent Idle
    receive-guard: false
    repeat: {false} *! (false)()[]
system = Client(c[i : 1..N], true) || Home(home, true) || Idle(nobody, true)
SPEC forall k : Client . F k-got;
SPEC forall k : Client . G (k-got -> X k-got);
`,
		"by channel": `
const N = 8;
enum channel { link[1..N], none }
message-structure: TO : channel
agent Client
    local: own : channel, got : bool, asked : bool
    init: !got & !asked
    receive-guard: chan = own
    repeat: ask: {!asked} GET@(home)(TO := own)[asked := true] + token: {asked} own? [got := true, asked := false]
agent Home
    local: next : channel, busy : bool
    init: next = none & !busy
    receive-guard: false
    repeat: serve: {!busy} SUPPLY@(myself)()[busy := true, next := TO]
        + give: {busy} next! (true)()[busy := false, next := none]
system = Client(c[i : 1..N], own = link[i]) || Home(home, true)
SPEC forall k : Client . F k-got;
SPEC forall k : Client . G (k-got -> X k-got);
`,
	} {
		t.Run(name, func(t *testing.T) {
			p := at(t, text, 8)
			board, _ := prove(t, p, alike.Prover{Beside: 1, Work: math.MaxInt64, Locals: 24}, 8, math.MaxInt)
			require.False(t, board.Targets[0].Proved)
			require.True(t, board.Targets[1].Proved)
		})
	}
}

// What a step and the state before it are asked together about each agent is asked about those agents only
// that a view has. The others are no initiators there.
func TestStepsWithLocals(t *testing.T) {
	const text = `
const N = 6;
agent T
    local: flag : bool, at : 0..1
    init: at = 0
    repeat: go: {true} *! (false)()[flag := !flag]
system = T(t[i : 1..N], true)
SPEC G (exists k : T . k-go & k-at = 0);
SPEC G (exists k : T . k-go & k-at = 1);
SPEC G (exists k : T . k-go -> k-flag);
`
	p := at(t, text, 6)
	board, _ := prove(t, p, alike.Prover{Beside: 1, Work: math.MaxInt64, Locals: 24}, 6, math.MaxInt)
	require.True(t, board.Targets[0].Proved)
	require.False(t, board.Targets[1].Proved)
	require.False(t, board.Targets[2].Proved)
}

// One conjunct stands for all that agree in which of their agents are the same one: there are two ways for
// two agents, and five for three.
func TestConjunctsOfSeveralAgents(t *testing.T) {
	const text = `
const N = 6;
message-structure: M : bool
property-variables:
agent T
    local: a : bool, b : bool, c : bool
    init: true
    repeat: go: {true} *! (false)()[a := !a]
system = T(t[i : 1..N], true)
SPEC forall j : T . forall k : T . G (j-a -> k-b);
SPEC forall i : T . forall j : T . forall k : T . G (i-a -> X (j-b -> X k-c));
`
	p := at(t, text, 6)
	f, err := family.Alone(t.Context(), alike.WithOwnPropositions(p.System), 6)
	require.NoError(t, err)
	for i, want := range []int{2, 5} {
		list, reason := alike.Conjuncts(f, p.Specs[i].Claim(), nil)
		require.Empty(t, reason)
		require.Len(t, list, want)
	}
}
