package witness_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// scouts is a base that sends to scouts that may not listen.
const scouts = `
const N = 3;
enum channel { radio }
agent Base
  local: sent : bool
  init: !sent
  receive-guard: false
  repeat: send: { !sent } radio ! true () [sent := true] + idle: { true } * ! false () []
agent Scout
  local: on : bool, told : bool
  init: on & !told
  observe: told
  receive-guard: on & chan = radio
  repeat: hear: { true } radio ? [told := true] + switch: { !told } * ! false () [on := !on]
system = Base(base, true) || Scout(scout[1..N], true)
SPEC AG (scout[1]-told -> K(scout[1], scout[2]-told));
SPEC AG (base-sent -> DK({scout[1], scout[2]}, scout[3]-told));
SPEC EF (base-sent & EG !scout[1]-told);
SPEC can({base}, G !scout[1]-told);
SPEC A F base-sent;
SPEC AG !base-sent -> K(scout[2], base-sent);
`

// explained are the properties that have evidence, as explanations, with the names of the model.
func explained(t *testing.T, text string) ([]*witness.Explanation, *rcheck.Program) {
	t.Helper()
	p, list := rcheck.Parse("scouts.rcp", []byte(text), rcheck.Options{})
	require.NoError(t, list.Err())
	c, err := mc.NewChecker(context.Background(), p.System, rcp.Specification(p))
	require.NoError(t, err)
	defer c.Close()
	var out []*witness.Explanation
	for _, s := range p.Specs {
		r := c.CheckProperty(context.Background(), rcp.Property(s))
		require.NoError(t, c.Show(context.Background(), &r))
		require.NotNil(t, r.Witness, s.Text)
		w, err := witness.Of(context.Background(), witness.OfRecipe(p.System, p.Sees...), r.Witness)
		require.NoError(t, err)
		out = append(out, w)
	}
	return out, p
}

// What is written as JSON is read again: as data, as text, and in the order of the model.
func TestExplanationsAreReadAgain(t *testing.T) {
	list, _ := explained(t, scouts)
	for _, w := range list {
		text, err := json.Marshal(w)
		require.NoError(t, err)
		var again witness.Explanation
		require.NoError(t, json.Unmarshal(text, &again))
		require.Equal(t, w.String(), again.String())
		text2, err := json.Marshal(&again)
		require.NoError(t, err)
		require.Equal(t, string(text), string(text2))
	}
}

// Of a jump, the text has what the agents see, which is the same in both states, and exactly what
// differs.
func TestJumpsShowWhatDiffersAndWhatIsSeen(t *testing.T) {
	list, _ := explained(t, scouts)
	jumps := 0
	var visit func(w *witness.Explanation, text string)
	visit = func(w *witness.Explanation, text string) {
		for _, j := range w.Jumps {
			jumps++
			for _, a := range j.Sees {
				require.Contains(t, j.Agents, a.Agent)
				require.Len(t, a.Locals, 1, "the section observe has one variable")
				for _, x := range a.Locals {
					from, _ := j.From.Value(a.Agent, x.Name)
					to, _ := j.To.Value(a.Agent, x.Name)
					require.Equal(t, []string{x.Value, x.Value}, []string{from, to})
				}
			}
			require.Len(t, j.Sees, len(j.Agents))
			_, difference, found := strings.Cut(text, "  all that differs in state ")
			require.True(t, found)
			for _, a := range j.To {
				for _, x := range a.Locals {
					before, _ := j.From.Value(a.Agent, x.Name)
					if before != x.Value && x.Name != trace.ControlName {
						require.Contains(t, difference, x.Name+" = "+x.Value)
					}
				}
			}
		}
		if n := len(w.Jumps); n > 0 {
			require.Len(t, w.Parts, 1, "the operand")
			require.False(t, w.Parts[0].Holds)
			require.Equal(t, w.Jumps[n-1].To, w.Parts[0].State)
			require.Contains(t, text, "\n"+w.Parts[0].Short()+" does not hold in state ")
		}
		for _, p := range w.Parts {
			visit(p, text)
		}
	}
	for _, w := range list {
		visit(w, w.String())
	}
	require.Equal(t, 2, jumps)
}

// An agent that is absent at first has no control state in state 0. If it has only one control state
// later, the text leaves it out, as that of every other agent.
func TestControlStatesOfSpawnedAgents(t *testing.T) {
	list, _ := explained(t, `
agent Parent
  repeat: start: { true } * ! false () [spawn Child(any), spawn Walker(any)]
agent Child
  local: old : bool
  init: !old
  repeat: age: { !old } * ! false () [old := true]
agent Walker
  repeat: first: { true } * ! false () [] ; second: { true } * ! false () []
system = Parent(parent) || absent Child(child) || absent Walker(walker)
SPEC EF (child-old & walker-automaton-state = 1);
`)
	require.Equal(t, map[string]bool{"parent": false, "child": false, "walker": true}, list[0].Moving())
	require.Contains(t, list[0].String(), "\n    child: old = false, present = true\n    walker: automaton-state = 0, present = true\n")
}

// Some formulas fail in state 0 because of their parts there, without a run or a jump. Then the text
// says which parts these are.
func TestPartsThatFailInTheFirstState(t *testing.T) {
	text, _, _ := strings.Cut(scouts, "SPEC")
	for formula, want := range map[string]string{
		"AG EF (base-sent & !base-sent)":      "EF (base-sent & !base-sent) does not hold in state 0\n",
		"AG K(scout[1], base-sent)":           "K(scout1, base-sent) does not hold in state 0\nbase-sent does not hold in state 0\n",
		"K(scout[1], base-sent)":              "base-sent does not hold in state 0\n",
		"GCK(Scout, base-sent)":               "base-sent does not hold in state 0\n",
		"(AG base-sent) | K(base, base-sent)": "AG base-sent does not hold in state 0, and the state itself shows why.\nK(base, base-sent) does not hold in state 0\nbase-sent does not hold in state 0\n",
		"AG !(EF !base-sent)":                 "EF !base-sent holds in state 0, and the state itself shows why.\n",
		"AG base-sent":                        "It does not hold in state 0, and the state itself shows why.\n",
		"EF (base-sent & !base-sent)":         "It does not hold in state 0. No single run or state shows why.\n",
	} {
		list, _ := explained(t, text+"SPEC "+formula+";")
		_, claims, _ := strings.Cut(list[0].String(), "\n    scout1..scout3: on = true, told = false\n")
		require.Equal(t, want, claims, formula)
	}
}

// Each kind of evidence has one text.
func TestTexts(t *testing.T) {
	list, _ := explained(t, scouts)
	require.Equal(t, `EF (base-sent & EG !scout1-told)
It holds in state 0 because of this run:
0
    base: sent = false
    scout1..scout3: on = true, told = false
  scout1-switch: sends on * to nobody  scouts.rcp:14:51
1
    scout1: on = false
  base-send: sends on radio  scouts.rcp:8:11
    scout2-hear, scout3-hear: receive  scouts.rcp:14:11
2
    base: sent = true
    scout2, scout3: told = true
EG !scout1-told holds in state 2 because of this run:
-- from here on the steps repeat for ever --
2  shown above
  base-idle: sends on * to nobody  scouts.rcp:8:60
-- back to 2 --
`, list[2].String())
	require.Equal(t, `can({base}, G !scout1-told)
0
    base: sent = false
    scout1..scout3: on = true, told = false
It holds in state 0 by this strategy; the first rule that applies counts:
    base: send if !base-sent & !scout1-on
    base: idle otherwise
`, list[3].String())
	var few strings.Builder
	shown := func(agent string) bool { return agent == "scout1" }
	require.NoError(t, list[2].WriteText(context.Background(), &few, trace.TextOptions{Agents: shown}))
	require.NotContains(t, few.String(), "scout2:")
	require.Contains(t, few.String(), "(a step of others)")
	var full strings.Builder
	require.NoError(t, list[2].WriteText(context.Background(), &full, trace.TextOptions{Full: true}))
	require.NotContains(t, full.String(), "..")
	require.Equal(t, 3, strings.Count(full.String(), "    scout3: automaton-state = 0, on = "))
}

// An interrupt ends a text, and is its error.
func TestTextsEndWithTheContext(t *testing.T) {
	list, _ := explained(t, scouts)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, list[0].WriteText(ctx, new(strings.Builder), trace.TextOptions{}), context.Canceled)
	require.ErrorIs(t, list[0].Run.WriteText(ctx, new(strings.Builder), trace.TextOptions{}), context.Canceled)
}

// A valuation is an object of objects of strings, and nothing else.
func TestValuationsRejectOtherJSON(t *testing.T) {
	for _, text := range []string{`[]`, `7`, `"x"`, `{"a":7}`, `{"a":{"x":7}}`, `{"a":{"x":{}}}`, `{"a":[]}`, `{"a":{"x":null}, "a":"b"}`} {
		var v witness.Valuation
		require.Error(t, json.Unmarshal([]byte(text), &v), text)
	}
	var v witness.Valuation
	require.NoError(t, json.Unmarshal([]byte(`{"b":{"y":"2","x":"1"},"a":{}}`), &v))
	text, err := json.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, `{"b":{"y":"2","x":"1"},"a":{}}`, string(text))
	require.NoError(t, json.Unmarshal([]byte("null"), &v))
	require.Empty(t, v)
}

// A formula in a sentence names groups by ranges. If it is long, its middle is left out between
// words.
func TestFormulasInSentences(t *testing.T) {
	long := strings.Repeat("lamp", 30)
	for formula, want := range map[string]string{
		"GCK({s1, s2, s3, s4, s6}, base-sent)":    "GCK({s1..s4, s6}, base-sent)",
		"GK({s1, s2}, DK({s7, s8, s9}, s1-told))": "GK({s1, s2}, DK({s7..s9}, s1-told))",
		"{ is no group":              "{ is no group",
		long:                         long,
		long + " & door":             long + " & door",
		"door & " + long + " & gate": "door & … & gate",
		strings.Repeat("door & ", 20) + "gate-that-is-last": strings.Repeat("door & ", 9) + "… door & gate-that-is-last",
	} {
		w := &witness.Explanation{Parts: []*witness.Explanation{{Formula: formula, Reason: "there is none"}}}
		require.Contains(t, w.String(), "\n"+want+" does not hold in state ", formula)
	}
}

// TestStrings writes rules and steps in one line.
func TestStrings(t *testing.T) {
	for want, rule := range map[string]witness.Rule{
		"send always":                 {Command: "send"},
		"send if !a-x":                {Command: "send", When: "!a-x"},
		"on b-ask: answer if a-y = 1": {Of: "b-ask", Command: "answer", When: "a-y = 1"},
	} {
		require.Equal(t, want, rule.String())
	}
	act := func(agent, label string) trace.Act { return trace.Act{Agent: agent, Label: label, Text: "acts"} }
	require.Equal(t, "a-go: acts", act("a", "-go").String())
	for want, m := range map[string]*witness.Message{
		"":                             nil,
		"a-go, b1-see..b3-see, c-look": {Kind: "broadcast", Acts: []trace.Act{act("a", "-go"), act("b1", "-see"), act("c", "-look"), act("b2", "-see"), act("b3", "-see")}},
		"a, b: wait, c: go":            {Kind: "joint", Data: map[string]string{"a": "wait", "b": "wait", "c": "go"}},
		"a#3":                          {Kind: "broadcast", Data: map[string]string{"a": "#3"}},
	} {
		require.Equal(t, want, m.String())
	}
}
