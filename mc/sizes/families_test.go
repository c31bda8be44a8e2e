package sizes

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// Each of these families has its first violation at size 3, so that only views speak against the
// claim that the property holds at all sizes: systems of sizes 1 and 2 are checked one by one
// before.
var violatedAtThree = map[string]string{
	// A third worker hears a second one name the first, who is the partner of both. In a view of the
	// third one, both partners are outside.
	"outside": `
const N = 2;
enum channel { c }
enum acts { call, name }
message-structure: ACT : acts, WHO : location
property-variables:
agent Worker
    local: partner : location, bad : bool, called : bool
    init: partner = nobody & !bad & !called
    receive-guard: chan = c
    repeat: ( call: {!called & partner = nobody} *! (true)(ACT := call, WHO := myself)[called := true]
            + hear: {ACT = call & partner = nobody} *? [partner := WHO]
            + name: {partner != nobody} c! (true)(ACT := name, WHO := partner)[]
            + know: {ACT = name & WHO = partner & partner != nobody} c? [bad := true]
            + pass: {ACT = name & (WHO != partner | partner = nobody)} c? [] )
agent Idle receive-guard: false repeat: {false} *! (false)()[]
system = Worker(worker[1..N], true) || Idle(nobody, true)
SPEC forall k : Worker . G (!k-bad | k-partner = nobody);
`,
	// Each worker greets the server once. The third greeting is told to everybody.
	"single": `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: greeted : bool, bad : bool
    init: !greeted & !bad
    receive-guard: false
    repeat: ( greet: {!greeted} GET@(server)()[greeted := true]
            + alarm: {ON} *? [bad := true] )
agent Server
    local: count : 0..3
    init: count = 0
    receive-guard: false
    repeat: ( greeted: {count < 3} SUPPLY@(myself)()[count := count + 1]
            + alarm: {count = 3} *! (true)(ON := true)[count := 0] )
system = Worker(worker[1..N], true) || Server(server, true)
SPEC forall k : Worker . G !k-bad;
`,
	// Two workers exchange something while a third one looks on, who would be raised if it took part.
	"lookers-on": `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables: up : bool
agent Worker
    local: raised : bool
    init: !raised
    relabel: up <- raised
    receive-guard: false
    repeat: ( raise: {!raised} *! (false)()[raised := true]
            + get: {raised & ON} GET@(@up)()[]
            + give: {raised} SUPPLY@(any)(ON := true)[] )
system = Worker(worker[1..N], true)
SPEC forall k : Worker . G [[p2p]] k-raised;
`,
	// After three greetings the server answers nobody any more.
	"stuck": `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: greeted : bool
    init: !greeted
    receive-guard: false
    repeat: ( greet: {!greeted & ON} GET@(server)()[greeted := true]
            + wait: {greeted & !ON} GET@(server)()[] )
agent Server
    local: count : 0..3
    init: count = 0
    receive-guard: false
    repeat: ( greeted: {count < 3} SUPPLY@(myself)(ON := true)[count := count + 1]
            + waited: {count < 3} SUPPLY@(myself)(ON := false)[] )
system = Worker(worker[1..N], true) || Server(server, true)
SPEC G !deadlock;
`,
	// The third worker sends on another channel than the others. Each side waits for the other one.
	"blocked": `
const N = 2;
enum channel { none, a, b }
message-structure: TO : channel
property-variables:
agent Worker
    local: on : channel
    init: on = none
    receive-guard: chan = * | on != none
    repeat: ( greet: {on = none} GET@(server)()[on := TO]
            + ping: {on != none} on! (true)()[]
            + hear: {on != none} on? [] )
agent Server
    local: count : 0..3
    init: count = 0
    receive-guard: false
    repeat: ( first: {count < 2} SUPPLY@(myself)(TO := a)[count := count + 1]
            + third: {count = 2} SUPPLY@(myself)(TO := b)[count := 3]
            + late: {count = 3} SUPPLY@(myself)(TO := none)[] )
system = Worker(worker[1..N], true) || Server(server, true)
SPEC G !deadlock;
`,
	// The first of two things that the property says is wrong with three workers, the second never.
	"conjuncts": `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: greeted : bool, bad : bool, worse : bool
    init: !greeted & !bad & !worse
    receive-guard: false
    repeat: ( greet: {!greeted} GET@(server)()[greeted := true]
            + alarm: {ON} *? [bad := true] )
agent Server
    local: count : 0..3
    init: count = 0
    receive-guard: false
    repeat: ( greeted: {count < 3} SUPPLY@(myself)()[count := count + 1]
            + alarm: {count = 3} *! (true)(ON := true)[] )
system = Worker(worker[1..N], true) || Server(server, true)
SPEC forall k : Worker . (G !k-bad) & (G !k-worse);
`,
	// After three greetings all workers are as in the beginning, so that greetings never end.
	"again": `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: greeted : bool
    init: !greeted
    receive-guard: false
    repeat: ( greet: {!greeted} GET@(server)()[greeted := true]
            + again: {ON} *? [greeted := false] )
agent Server
    local: count : 0..3
    init: count = 0
    receive-guard: false
    repeat: ( greeted: {count < 3} SUPPLY@(myself)()[count := count + 1]
            + again: {count = 3} *! (true)(ON := true)[count := 0] )
system = Worker(worker[1..N], true) || Server(server, true)
SPEC F G (exists k : Worker . k-greeted);
`,
	// Three workers have to be on, and stay so, that the server flashes for ever.
	"bystanders": `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: on : bool
    init: !on
    receive-guard: false
    repeat: ( start: {!on} GET@(server)()[on := true] )
agent Server
    local: count : 0..3, light : bool
    init: count = 0 & !light
    receive-guard: false
    repeat: ( started: {count < 3} SUPPLY@(myself)()[count := count + 1]
            + flash: {count = 3} *! (false)()[light := !light] )
system = Worker(worker[1..N], true) || Server(server, true)
SPEC F G !server-light;
`,
	// After the third worker has started, nothing happens any more.
	"ends": `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables:
agent Worker
    local: on : bool
    init: !on
    receive-guard: false
    repeat: ( start: {!on} GET@(server)()[on := true] )
agent Server
    local: count : 0..3
    init: count = 0
    receive-guard: false
    repeat: ( started: {count < 3} SUPPLY@(myself)()[count := count + 1] )
system = Worker(worker[1..N], true) || Server(server, true)
SPEC G F (server-count < 3);
`,
	// Three different workers are partners of one another.
	"doubt": `
const N = 2;
enum channel { c }
message-structure: WHO : location
property-variables:
agent Worker
    local: partner : location, called : bool
    init: partner = nobody & !called
    receive-guard: false
    repeat: ( call: {!called} *! (true)(WHO := myself)[called := true]
            + hear: {partner = nobody} *? [partner := WHO] )
agent Idle receive-guard: false repeat: {false} *! (false)()[]
system = Worker(worker[1..N], true) || Idle(nobody, true)
SPEC forall k : Worker . forall j : Worker . k != j -> (G (k-partner = j-partner -> k-partner = nobody));
`,
}

// The smallest size that violates a property is found, although small views are the same as with
// fewer agents.
func TestViolatedAtThree(t *testing.T) {
	for name, text := range violatedAtThree {
		t.Run(name, func(t *testing.T) {
			m, _ := modelOf(t, text, "N")
			a, err := Check(context.Background(), m, 1, Options{})
			require.NoError(t, err)
			require.Equal(t, mc.Violated, a.Verdict, "%s held at %v", a.Reason, a.Held)
			require.Equal(t, []int{3}, a.Size)
			require.Equal(t, [][]int{{1}, {2}}, a.Held)
			require.NotNil(t, a.Violation.Trace)
			require.Len(t, a.Violation.Trace.System.Agents, len(a.System.Agents))
		})
	}
}

// Views of four workers show that the server does not stay at 3: one of the four can start then. That
// says nothing of three workers, with whom the server does.
func TestViolatedWithTooFewForViews(t *testing.T) {
	ctx := context.Background()
	m, _ := modelOf(t, replaced(violatedAtThree["ends"], "0..3", "0..4", "{count < 3}", "{count < 4}",
		"server-count < 3", "server-count != 3"), "N")
	a, err := Check(ctx, m, 1, Options{Beside: 3})
	require.NoError(t, err)
	require.Equal(t, mc.Violated, a.Verdict, a.Reason)
	require.Equal(t, []int{3}, a.Size)
	w := newWork(m, 1, Options{Beside: 3})
	bounds, reason, err := w.byViews(ctx, []int{0})
	require.NoError(t, err)
	require.Empty(t, reason)
	require.Equal(t, []int{4}, bounds)
	require.Equal(t, []int{0, 3}, smallestViolations(t, m, 1, 5))
}

// Two workers have two partners in common. Symbols of two agents outside are equal then, and no one
// agent alone is the reason.
func TestTwoDoubts(t *testing.T) {
	const text = `
const N = 2;
enum channel { c }
enum kinds { one, two }
message-structure: WHO : location, KIND : kinds
property-variables:
agent Worker
    local: first : location, second : location, called : bool
    init: first = nobody & second = nobody & !called
    receive-guard: false
    repeat: ( call: {!called} *! (true)(WHO := myself, KIND := one)[called := true]
            + again: {!called} *! (true)(WHO := myself, KIND := two)[called := true]
            + hear: {first = nobody & KIND = one} *? [first := WHO]
            + listen: {second = nobody & KIND = two} *? [second := WHO] )
agent Idle receive-guard: false repeat: {false} *! (false)()[]
system = Worker(worker[1..N], true) || Idle(nobody, true)
SPEC forall k : Worker . forall j : Worker . k != j -> (G !(k-first = j-first & k-first != nobody & k-second = j-second & k-second != nobody));
`
	m, _ := modelOf(t, text, "N")
	a, err := Check(context.Background(), m, 1, Options{})
	require.NoError(t, err)
	require.Equal(t, mc.Violated, a.Verdict, a.Reason)
	require.Equal(t, []int{4}, a.Size)
}

// Two workers exchange something after four have greeted the server. What some worker does, the one
// that supplies may do.
func TestSomeSupplier(t *testing.T) {
	const text = `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables: up : bool
agent Worker
    local: greeted : bool, ready : bool
    init: !greeted & !ready
    relabel: up <- ready
    receive-guard: false
    repeat: ( greet: {!greeted} GET@(server)()[greeted := true]
            + start: {ON} *? [ready := true]
            + get: {ready & ON} GET@(@up)()[]
            + give: {ready} SUPPLY@(any)(ON := true)[] )
agent Server
    local: count : 0..4
    init: count = 0
    receive-guard: false
    repeat: ( greeted: {count < 4} SUPPLY@(myself)()[count := count + 1]
            + start: {count = 4} *! (true)(ON := true)[] )
system = Worker(worker[1..N], true) || Server(server, true)
SPEC F G !(exists k : Worker . k-give);
SPEC F G !(exists k : Worker . k-get);
`
	m, n := modelOf(t, text, "N")
	for index := 1; index <= n; index++ {
		a, err := Check(context.Background(), m, index, Options{})
		require.NoError(t, err)
		require.Equal(t, mc.Violated, a.Verdict, a.Reason)
		require.Equal(t, []int{4}, a.Size)
	}
}

// Commands of agents outside are none of those that stay.
func TestSomeOfTwoCommands(t *testing.T) {
	m, n := modelOf(t, `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables: up : bool
agent Worker
    local: on : bool
    init: !on
    receive-guard: false
    repeat: ( up: {!on} *! (false)()[on := true] + down: {on} *! (false)()[on := false] )
system = Worker(worker[1..N], true)
SPEC G (exists k : Worker . k-up | k-down);
SPEC G F (exists k : Worker . k-down);
SPEC G F (exists k : Worker . k-down & k-on);
`, "N")
	for index := 1; index <= n; index++ {
		a, err := Check(context.Background(), m, index, Options{})
		require.NoError(t, err)
		require.Equal(t, mc.Holds, a.Verdict, a.Reason)
		require.True(t, a.Confirmed)
	}
}
