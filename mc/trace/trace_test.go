package trace_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// turnstile is a broadcast, a multicast and an exchange in a row, after which
// nothing can happen; the visitor then waits forever.
func turnstile(t testing.TB) *recipe.System {
	b := recipe.NewBuilder()
	colour := b.Enum("colour", "red", "green")
	light, fee := b.Data("LIGHT", colour), b.Data("FEE", recipe.IntType(-2, 5))
	near := b.Property("near", recipe.BoolType)
	gate := b.Channel("gate")

	visitor := b.Agent("visitor", "Visitor")
	paid := visitor.Local("paid", recipe.BoolType)
	visitor.Init(recipe.Not(paid))
	visitor.Send(0, 1, b.Broadcast()).Label("ring").To(recipe.Iff(near, recipe.Not(paid))).With(light, b.Value(colour, "red"))
	visitor.Get(1, 2).Label("pay").At(b.Location("booth")).Set(paid, recipe.Ge(fee, recipe.IntExpr(0)))
	visitor.Send(2, 3, gate).With(light, b.Value(colour, "green"))

	booth := b.Agent("booth", "Booth")
	seen := booth.Local("seen", colour)
	price := booth.Local("price", recipe.IntType(-2, 5))
	booth.Init(recipe.And(recipe.Eq(seen, b.Value(colour, "green")), recipe.Eq(price, recipe.IntExpr(-1))))
	booth.Relabel(near, recipe.TrueExpr)
	booth.ReceiveGuard(recipe.Eq(b.MessageChannel(), gate))
	booth.Receive(0, 0, b.Broadcast()).Label("hear").Set(seen, light)
	booth.Supply(0, 0).Label("serve").At(booth.Location()).With(fee, recipe.Neg(price)).Set(price, recipe.IntExpr(2))
	booth.Receive(0, 0, gate).Label("open").Set(seen, light)
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// run takes the first step from each state until one repeats.
func run(t testing.TB, in *recipe.Interpreter) *trace.Trace {
	tr := &trace.Trace{System: in.System(), Loop: -1}
	var at recipe.State
	require.NoError(t, in.InitialStates(func(s recipe.State) bool {
		at = recipe.State{Locals: append([]recipe.Value(nil), s.Locals...), Control: append([]int(nil), s.Control...)}
		return false
	}))
	for {
		for i, step := range tr.Steps {
			if step.State.Equal(at) {
				tr.Loop = i
				return tr
			}
		}
		next, err := in.Successors(at)
		require.NoError(t, err)
		tr.Steps = append(tr.Steps, trace.Step{State: at, Message: next[0].Step})
		at = next[0].Next
	}
}

const turnstileJSON = `{"steps":[
 {"state":{"visitor":{"paid":false,"automaton-state":0},"booth":{"seen":"green","price":-1,"automaton-state":0}},
  "message":{"kind":"broadcast","initiator":"visitor","label":"ring","position":"","channel":"*","data":{"LIGHT":"red"},"predicate":"@near",
   "participants":[{"agent":"booth","label":"hear","position":"","data":{}}]}},
 {"state":{"visitor":{"paid":false,"automaton-state":1},"booth":{"seen":"red","price":-1,"automaton-state":0}},
  "message":{"kind":"p2p","initiator":"visitor","label":"pay","position":"","channel":"","locality":"booth","data":{},"predicate":"",
   "participants":[{"agent":"booth","label":"serve","position":"","data":{"FEE":1}}]},
  "depends_on":[{"step":0,"agent":"visitor","because":"takes part"},{"step":0,"agent":"booth","because":"takes part"}]},
 {"state":{"visitor":{"paid":true,"automaton-state":2},"booth":{"seen":"red","price":2,"automaton-state":0}},
  "message":{"kind":"multicast","initiator":"visitor","label":"","position":"","channel":"gate","data":{"LIGHT":"green"},"predicate":"true",
   "participants":[{"agent":"booth","label":"open","position":"","data":{}}]},
  "depends_on":[{"step":1,"agent":"visitor","because":"takes part"},{"step":1,"agent":"booth","because":"takes part"}]},
 {"state":{"visitor":{"paid":true,"automaton-state":3},"booth":{"seen":"green","price":2,"automaton-state":0}},
  "message":{"kind":"stutter","initiator":"","label":"","position":"","channel":"","data":{},"predicate":"","participants":[]}}],
 "loop":3}`

func TestJSONHoldsEverything(t *testing.T) {
	in := recipe.NewInterpreter(turnstile(t))
	tr := run(t, in)
	text, err := json.Marshal(tr)
	require.NoError(t, err)
	require.JSONEq(t, turnstileJSON, string(text))
	require.Less(t, strings.Index(string(text), `"visitor":{`), strings.Index(string(text), `"booth":{`), "agents are in order of composition")
}

const turnstileText = `0
    visitor: automaton-state = 0, paid = false
    booth: seen = green, price = -1
  visitor-ring: sends on * to @near (LIGHT = red)
    booth-hear: receives
1
    visitor: automaton-state = 1
    booth: seen = red
  visitor-pay: gets from booth
    booth-serve: supplies (FEE = 1)
2
    visitor: automaton-state = 2, paid = true
    booth: price = 2
  visitor#3: sends on gate (LIGHT = green)
    booth-open: receives
-- from here on the steps repeat for ever --
3
    visitor: automaton-state = 3
    booth: seen = green
  no step is possible: deadlock
-- back to 3 --
`

func textOf(t *testing.T, tr *trace.Trace, o trace.TextOptions) string {
	var b strings.Builder
	require.NoError(t, tr.WriteText(context.Background(), &b, o))
	return b.String()
}

func TestTextShowsWhatChanged(t *testing.T) {
	tr := run(t, recipe.NewInterpreter(turnstile(t)))
	require.Equal(t, turnstileText, tr.String())
	full := textOf(t, tr, trace.TextOptions{Full: true})
	require.Equal(t, 4, strings.Count(full, "paid = "))
	require.Equal(t, 4, strings.Count(full, "booth: automaton-state = 0, seen = "))
}

func TestPaintCoversEveryPart(t *testing.T) {
	tr := run(t, recipe.NewInterpreter(turnstile(t)))
	seen := map[trace.Part]bool{}
	painted := textOf(t, tr, trace.TextOptions{Paint: func(p trace.Part, s string) string {
		seen[p] = true
		return s
	}})
	require.Equal(t, turnstileText, painted)
	for _, p := range []trace.Part{trace.PartNumber, trace.PartAgent, trace.PartChange, trace.PartMessage, trace.PartLoop} {
		require.True(t, seen[p], "part %d", p)
	}
}

func TestDecodeReadsWhatMarshalWrites(t *testing.T) {
	in := recipe.NewInterpreter(turnstile(t))
	tr := run(t, in)
	back, err := trace.Decode(context.Background(), in, []byte(turnstileJSON))
	require.NoError(t, err)
	require.Equal(t, tr, back)
}

// Traces of generated systems survive the way to JSON and back, finite or not.
func TestDecodeReadsGeneratedTraces(t *testing.T) {
	for seed := range uint64(200) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		in := recipe.NewInterpreter(sys)
		for _, tr := range []*trace.Trace{run(t, in), prefix(run(t, in))} {
			text, err := json.Marshal(tr)
			require.NoError(t, err)
			back, err := trace.Decode(context.Background(), in, text)
			require.NoError(t, err, "seed %d: %s", seed, text)
			again, err := json.Marshal(back)
			require.NoError(t, err)
			require.Equal(t, string(text), string(again), "seed %d", seed)
		}
	}
}

func prefix(tr *trace.Trace) *trace.Trace {
	tr.Loop = -1
	tr.Steps[len(tr.Steps)-1].Message = recipe.Step{}
	return tr
}

func TestReplayRejects(t *testing.T) {
	in := recipe.NewInterpreter(turnstile(t))
	for name, spoil := range map[string]func(*trace.Trace){
		"no states":            func(tr *trace.Trace) { tr.Steps = nil },
		"a loop beyond":        func(tr *trace.Trace) { tr.Loop = 4 },
		"a loop elsewhere":     func(tr *trace.Trace) { tr.Loop = 1 },
		"a start elsewhere":    func(tr *trace.Trace) { tr.Steps, tr.Loop = tr.Steps[1:], 2 },
		"another local":        func(tr *trace.Trace) { tr.Steps[2].State.Locals[0] = recipe.False },
		"another control":      func(tr *trace.Trace) { tr.Steps[1].State.Control[0] = 2 },
		"a state left out":     func(tr *trace.Trace) { tr.Steps, tr.Loop = append(tr.Steps[:1:1], tr.Steps[2:]...), 2 },
		"a stutter too early":  func(tr *trace.Trace) { tr.Steps[1].Message = recipe.Step{} },
		"another channel":      func(tr *trace.Trace) { tr.Steps[0].Message.Channel = 1 },
		"other data":           func(tr *trace.Trace) { tr.Steps[0].Message.Data[0].Value++ },
		"no participant":       func(tr *trace.Trace) { tr.Steps[0].Message.Participants = nil },
		"another participant":  func(tr *trace.Trace) { tr.Steps[0].Message.Participants[0].Command++ },
		"other supplied data":  func(tr *trace.Trace) { tr.Steps[1].Message.Participants[0].Data[0].Value++ },
		"another locality":     func(tr *trace.Trace) { tr.Steps[1].Message.Locality = recipe.AnyLocality },
		"a step of someone":    func(tr *trace.Trace) { tr.Steps[0].Message.Initiator = 1 },
		"another kind of step": func(tr *trace.Trace) { tr.Steps[0].Message.Kind = recipe.MulticastStep },
	} {
		t.Run(name, func(t *testing.T) {
			tr := run(t, in)
			require.NoError(t, tr.Replay(in))
			spoil(tr)
			var fault *trace.ReplayError
			require.ErrorAs(t, tr.Replay(in), &fault)
		})
	}
}

func TestDecodeRejects(t *testing.T) {
	in := recipe.NewInterpreter(turnstile(t))
	replace := func(old, by string) string {
		require.Contains(t, turnstileJSON, old)
		return strings.Replace(turnstileJSON, old, by, 1)
	}
	format := map[string]string{
		"no JSON":             `{"steps":`,
		"no steps":            `{"steps":[],"loop":0}`,
		"a loop beyond":       replace(`"loop":3`, `"loop":4`),
		"a negative loop":     replace(`"loop":3`, `"loop":-1`),
		"an unknown agent":    replace(`"visitor":{`, `"stranger":{`),
		"a missing local":     replace(`"paid":false,`, ``),
		"an unknown local":    replace(`"paid":false,`, `"paid":false,"owes":true,`),
		"a value of no type":  replace(`"price":-1`, `"price":6`),
		"a symbol elsewhere":  replace(`"seen":"green"`, `"seen":"gate"`),
		"a number for a bool": replace(`"paid":false`, `"paid":0`),
		"half a number":       replace(`"price":-1`, `"price":1.5`),
		"no control state":    replace(`"automaton-state":0`, `"automaton-state":9`),
		"no message":          replace(`"message":{"kind":"stutter",`, `"note":{`),
	}
	for name, text := range format {
		t.Run(name, func(t *testing.T) {
			_, err := trace.Decode(context.Background(), in, []byte(text))
			require.ErrorIs(t, err, trace.ErrFormat)
		})
	}
	replay := map[string]string{
		"another kind":   replace(`"broadcast"`, `"multicast"`),
		"another label":  replace(`"ring"`, `"rang"`),
		"other data":     replace(`"data":{"LIGHT":"red"}`, `"data":{"LIGHT":"green"}`),
		"fewer data":     replace(`"data":{"LIGHT":"red"}`, `"data":{}`),
		"other answer":   replace(`"FEE":1`, `"FEE":2`),
		"fewer answers":  replace(`"data":{"FEE":1}`, `"data":{}`),
		"nobody":         replace(`[{"agent":"booth","label":"hear","position":"","data":{}}]`, `[]`),
		"another state":  replace(`"seen":"red"`, `"seen":"green"`),
		"a wrong start":  replace(`"paid":false`, `"paid":true`),
		"another loop":   replace(`"loop":3`, `"loop":0`),
		"no stuttering":  replace(`"stutter"`, `"p2p"`),
		"other locality": replace(`"locality":"booth"`, `"locality":"any"`),
	}
	for name, text := range replay {
		t.Run(name, func(t *testing.T) {
			_, err := trace.Decode(context.Background(), in, []byte(text))
			var fault *trace.ReplayError
			require.ErrorAs(t, err, &fault)
			require.NotErrorIs(t, err, trace.ErrFormat)
		})
	}
}

// Whatever the bytes, decoding ends in a trace that replays or an error.
func FuzzDecode(f *testing.F) {
	in := recipe.NewInterpreter(turnstile(f))
	f.Add([]byte(turnstileJSON))
	f.Add([]byte(`{"steps":[{"state":{}}],"loop":0}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		tr, err := trace.Decode(context.Background(), in, text)
		if err == nil {
			require.NoError(t, tr.Replay(in))
			require.NotEmpty(t, tr.String())
		}
	})
}

func TestExplorationPathsReplay(t *testing.T) {
	in := recipe.NewInterpreter(turnstile(t))
	g, err := recipe.Explore(context.Background(), in, 0)
	require.NoError(t, err)
	for i := range g.Len() {
		start, steps := recipetest.Path(g, i)
		tr := &trace.Trace{System: in.System(), Loop: -1}
		for _, s := range steps {
			tr.Steps = append(tr.Steps, trace.Step{State: start, Message: s.Step})
			start = s.Next
		}
		tr.Steps = append(tr.Steps, trace.Step{State: start})
		require.NoError(t, tr.Replay(in))
	}
}
