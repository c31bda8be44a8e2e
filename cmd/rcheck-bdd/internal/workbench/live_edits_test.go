package workbench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
)

// A typedText is a model as pieces, for each of which edits choose one text, and properties that
// they bring in.
type typedText struct {
	name       string
	pieces     [][]string
	properties func(r *rand.Rand) string
	end        string
}

// counters is a model without partners.
var counters = typedText{"counter.rcp", [][]string{
	{"const N = 2;", "const N = 3;", "const N = 1 + 1;", "// two\nconst N = 2;"},
	{
		"agent Counter\n    local: at : 0..4\n    init: at = 0",
		"agent Counter\n    local: at : 0..4\n    init: at <= 1",
		"agent Counter\n    local: at : 0..3\n    init: at = 0",
	},
	{"    repeat: ( up: {at < N} *! (true)()[at := at + 1] + down: {at = N} *! (true)()[at := 0] )",
		"    repeat: ( up: {at < N} *! (true)()[at := at + 1] )", "    repeat: ( up: {at < N} *! (true)()[at := at + "},
	{
		"system = Counter(a, true)",
		"system = Counter(a, true) || Counter(b, true)",
		"FAIRNESS a-at = 0;\nsystem = Counter(a, true)",
	},
}, formulaOf([]string{"a-at = 0", "a-at < N", "a-at = 1", "b-at < 2", "a-up", "!a-down", "deadlock", "a-at = "}), ""}

// talkers is a model of two types of agents that talk on a channel and broadcast, and see a part of
// themselves.
var talkers = typedText{"talk.rcp", [][]string{
	{
		"enum channel { c }\nmessage-structure: m : bool",
		"enum channel { c, d }\nmessage-structure: m : bool",
	},
	{
		"agent Asker\n    local: x : 0..2, ok : bool\n    init: x = 0 & ok = false\n    receive-guard: chan = c",
		"agent Asker\n    local: x : 0..2, ok : bool\n    init: ok = false\n    receive-guard: chan = c",
	},
	{"    repeat: ( ask: {x < 2} c! (true)(m := x = 0)[x := x + 1] + got: {m} *? [ok := true] )",
		"    repeat: ( ask: {x < 2 & !ok} c! (true)(m := true)[x := x + 1] + got: {m} *? [ok := true, x := 0] )",
		"    repeat: ( ask: {x < 2} c! (true)(m := x = 0)[x := x + 1] ; got: {m} *? [x := 0] )"},
	{"agent Teller\n    local: y : 0..2\n    init: y = 0\n    receive-guard: chan = c",
		"agent Teller\n    local: y : 0..1\n    init: y = 0\n    receive-guard: chan = c"},
	{"    repeat: ( hear: {m} c? [y := 1] ; tell: {true} *! (true)(m := true)[y := 0] )",
		"    repeat: ( hear: {true} c? [y := 1] + tell: {y = 1} *! (true)(m := y = 1)[y := 0] )"},
	{
		"system = Asker(a, true) || Teller(t, true)",
		"system = Asker(a, true) || Asker(b, true) || Teller(t, true)",
		"FAIRNESS a-ok | t-y = 1;\nsystem = Asker(a, true) || Teller(t, true)",
		"system = Teller(t, true) || Asker(a, true)",
	},
}, formulaOf([]string{"a-ok", "a-x = 2", "t-y = 1", "a-ask", "t-tell", "t-hear", "b-ok", "deadlock", "a-x < t-y", "true"}), ""}

// formulaOf draws properties of the atoms, about runs, or about states.
func formulaOf(atoms []string) func(r *rand.Rand) string {
	return func(r *rand.Rand) string {
		name := ""
		if r.IntN(4) == 0 {
			name = []string{"NAME p := ", "NAME q := "}[r.IntN(2)]
		}
		var draw func(depth int) string
		draw = func(depth int) string {
			if depth == 0 || r.IntN(4) == 0 {
				return atoms[r.IntN(len(atoms))]
			}
			one := func() string { return "(" + draw(depth-1) + ")" }
			switch r.IntN(12) {
			case 0:
				return "!" + one()
			case 1, 2:
				return "F " + one()
			case 3, 4:
				return "G " + one()
			case 5:
				return "X " + one()
			case 6:
				return one() + " U " + one()
			case 7:
				return one() + " -> " + one()
			case 8:
				return one() + " | " + one()
			}
			return one() + " & " + one()
		}
		switch r.IntN(8) {
		case 0:
			return "SPEC " + name + "AG EF (" + atoms[r.IntN(3)] + ")"
		case 1:
			return "SPEC " + name + "AG K(a, " + atoms[r.IntN(3)] + ");"
		case 2:
			return "SPEC " + name + "can({a}, F " + atoms[r.IntN(3)] + ");"
		}
		return "SPEC " + name + draw(3) + ";"
	}
}

// lights is a model in ISPL.
var lights = typedText{"lights.ispl", [][]string{
	{
		"Agent Environment\n  Vars: on : boolean; end Vars",
		"Agent Environment\n  Obsvars: on : boolean; end Obsvars\n  Vars: off : boolean; end Vars",
	},
	{
		"  Actions = {wait, flip};\n  Protocol: Other : {wait, flip}; end Protocol",
		"  Actions = {wait, flip};\n  Protocol: on = true : {flip}; Other : {wait, flip}; end Protocol",
	},
	{
		"  Evolution: on = true if Action = flip and on = false; on = false if Action = flip and on = true; end Evolution\nend Agent",
		"  Evolution: on = true if Action = flip; end Evolution\nend Agent",
	},
	{
		"Agent Lamp\n  Vars: n : 0..2; end Vars\n  Actions = {go, stay};\n  Protocol: Other : {go, stay}; end Protocol",
		"Agent Lamp\n  Lobsvars = {on};\n  Vars: n : 0..2; end Vars\n  Actions = {go, stay};\n  Protocol: n = 2 : {stay}; Other : {go, stay}; end Protocol",
	},
	{"  Evolution: n = n + 1 if Action = go and n < 2; end Evolution\nend Agent",
		"  Evolution: n = n + 1 if Action = go and n < 2 and Environment.Action = flip; end Evolution\nend Agent"},
	{
		"Evaluation lit if Environment.on = true; top if Lamp.n = 2; low if Lamp.n = 0; end Evaluation",
		"Evaluation low if Lamp.n < 2; lit if Environment.on = true; top if Lamp.n = 2; end Evaluation",
	},
	{
		"InitStates Lamp.n = 0 and Environment.on = false; end InitStates",
		"InitStates Lamp.n = 0; end InitStates",
	},
	{"Groups g = {Lamp, Environment}; end Groups", "Groups g = {Lamp}; end Groups"},
	{"", "Fairness lit; end Fairness"},
	{"Formulae"},
}, func(r *rand.Rand) string {
	atom := func() string { return []string{"lit", "top", "low", "!lit", "!top", "K(Lamp, low)"}[r.IntN(6)] }
	switch r.IntN(7) {
	case 0:
		return "AG " + atom() + ";"
	case 1:
		return "AF " + atom() + ";"
	case 2:
		return "EF (" + atom() + " and " + atom() + ");"
	case 3:
		return "AG (" + atom() + " -> EF " + atom() + ");"
	case 4:
		return "<g>F " + atom() + ";"
	case 5:
		return "GCK(g, " + atom() + ");"
	}
	return "A(" + atom() + " U " + atom() + ");"
}, "end Formulae"}

// typed is a text while it is edited.
type typed struct {
	pieces []int
	specs  []string
}

func (x typed) text(of *typedText) string {
	var out []string
	for p, choice := range x.pieces {
		out = append(out, of.pieces[p][choice])
	}
	return strings.Join(append(append(out, x.specs...), of.end), "\n") + "\n"
}

// edited is the text after an edit, and whether that is one of properties alone.
func (x typed) edited(of *typedText, r *rand.Rand) (next typed, alone bool) {
	next = typed{slices.Clone(x.pieces), slices.Clone(x.specs)}
	switch i := r.IntN(len(x.specs) + 1); {
	case r.IntN(4) == 0:
		p := r.IntN(len(x.pieces))
		next.pieces[p] = r.IntN(len(of.pieces[p]))
		return next, false
	case i == len(x.specs):
		next.specs = append(next.specs, of.properties(r))
	case len(x.specs) > 4 || r.IntN(3) == 0:
		next.specs = slices.Delete(next.specs, i, i+1)
	case r.IntN(4) == 0:
		specs := next.specs
		r.Shuffle(len(specs), func(a, b int) { specs[a], specs[b] = specs[b], specs[a] })
	default:
		next.specs[i] = of.properties(r)
	}
	return next, true
}

// freshVerdicts are the verdicts of a check from scratch, by number; nil if the text is no model. A
// property with a mistake has none.
func freshVerdicts(t *testing.T, d *Document) map[int]string {
	ctx, out := context.Background(), map[int]string{}
	if d.ISPL {
		p, err := d.jointProgram(ctx)
		if err != nil {
			return nil
		}
		spec := rcp.OfISPL(p)
		c, err := mc.NewJointChecker(ctx, p.System, spec)
		require.NoError(t, err)
		defer c.Close()
		for i, p := range spec.Properties {
			r := c.CheckProperty(ctx, p)
			require.NoError(t, r.Err)
			out[i+1] = r.Verdict.String()
		}
		return out
	}
	p, err := d.program(ctx)
	if err != nil {
		return nil
	}
	spec := rcp.Specification(p)
	c, err := mc.NewChecker(ctx, p.System, spec)
	require.NoError(t, err)
	defer c.Close()
	c.CheckProperties(ctx, spec.Properties, func(r mc.Result) {
		out[r.Property.Index] = r.Verdict.String()
	})
	return out
}

// After any edits, of properties, of agents, and undone ones, the verdicts of a Live are those of a
// check from scratch, and none of them is stale. LIVE_EDITS is how many edits there are, LIVE_SEED
// where they begin.
func TestLiveVerdictsEqualFreshOnes(t *testing.T) {
	total, seed := 300, uint64(34)
	if n, err := strconv.Atoi(os.Getenv("LIVE_EDITS")); err == nil {
		total = n
	}
	if n, err := strconv.ParseUint(os.Getenv("LIVE_SEED"), 10, 64); err == nil {
		seed = n
	}
	counts := map[string]int{}
	for k, of := range []*typedText{&counters, &talkers, &lights} {
		r := rand.New(rand.NewPCG(seed, uint64(k)))
		history := []typed{{make([]int, len(of.pieces)), []string{of.properties(r)}}}
		live := NewLive(DefaultThresholds())
		defer live.Rest()
		for n := range total / 3 {
			if len(history) > 1 && r.IntN(6) == 0 {
				history = history[:len(history)-1-r.IntN(min(3, len(history)-1))]
				counts["undone"]++
			} else {
				next, alone := history[len(history)-1].edited(of, r)
				history = append(history, next)
				counts[map[bool]string{true: "edits of properties", false: "edits of the model"}[alone]]++
			}
			d := NewDocument("file:///"+of.name, "", n, history[len(history)-1].text(of))
			live.thresholds.Share = []time.Duration{DefaultThresholds().Share, 1, 0}[n%3]
			before := live.model
			err := live.Check(t.Context(), d, Question{})
			if live.model != nil && live.model == before {
				counts["models kept"]++
			}
			counts["verdicts"] += compareLive(t, live, d, err)
		}
	}
	t.Log(fmt.Sprint(total), " edits: ", counts)
	for _, what := range []string{"undone", "edits of properties", "edits of the model", "models kept", "verdicts"} {
		require.Positive(t, counts[what], what)
	}
}

// compareLive compares what is known of a document, after a check with such an error, with what a
// check from scratch says. It counts the verdicts.
func compareLive(t *testing.T, live *Live, d *Document, err error) (n int) {
	fresh := freshVerdicts(t, d)
	if fresh == nil {
		return 0
	}
	require.NoError(t, err, d.Text)
	got := known(live, d)
	require.LessOrEqual(t, len(fresh), len(got), d.Text)
	for i, v := range got {
		if fresh[i+1] == "" {
			require.True(t, v.Stale || v.Verdict == "", d.Text)
			continue
		}
		want := LiveVerdict{Verdict: fresh[i+1], Reason: v.Reason}
		require.Equal(t, want, v, "property %d of\n%s", i+1, d.Text)
		n++
	}
	return n
}
