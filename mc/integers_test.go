package mc_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// An integerModel makes the text of a random model. The types of its integers are given by name, so
// that the same model is made with and without ranges.
type integerModel struct {
	*rand.Rand
	commands int
}

var integerNames = []string{"x", "y", "V", "W", "p", "q"}

func (g *integerModel) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *integerModel) constant() string { return fmt.Sprint(g.IntN(12) - 4) }

// number is a number over leaves.
func (g *integerModel) number(depth int, leaves ...string) string {
	if depth == 0 || g.IntN(4) == 0 {
		if g.IntN(4) == 0 {
			return g.constant()
		}
		return g.pick(leaves...)
	}
	a, b := g.number(depth-1, leaves...), g.number(depth-1, leaves...)
	switch g.IntN(9) {
	case 0, 1:
		return "(" + a + " + " + b + ")"
	case 2, 3:
		return "(" + a + " - " + b + ")"
	case 4:
		return "min(" + a + ", " + b + ")"
	case 5:
		return "max(" + a + ", " + g.constant() + ")"
	case 6:
		return "(" + a + " % 5)"
	case 7:
		return "(-" + a + ")"
	}
	return "((" + a + " < " + b + ") ? " + a + " : " + g.constant() + ")"
}

func (g *integerModel) condition(leaves ...string) string {
	out := g.number(1, leaves...) + " " + g.pick("<", "<=", "=", "!=", ">", ">=") + " " + g.number(1, leaves...)
	if g.IntN(3) == 0 {
		out = "(" + out + ") " + g.pick("&", "|") + " (" + g.condition(leaves...) + ")"
	}
	return out
}

// guard bounds what the updates change, most of the time.
func (g *integerModel) guard(leaves ...string) string {
	if g.IntN(8) == 0 {
		return "true"
	}
	bounds := fmt.Sprintf("x + y < %d & x - y < %d & x > %d & y > %d", 3+g.IntN(6), 2+g.IntN(6), -1-g.IntN(4), -1-g.IntN(4))
	if g.IntN(3) == 0 {
		bounds = g.pick("x - y < 4 & y < 5", "x * x < 20 & y * x < 20")
	}
	return bounds + " & (" + g.condition(leaves...) + ")"
}

func (g *integerModel) updates(leaves ...string) string {
	var out []string
	for _, v := range []string{"x", "y"} {
		if g.IntN(3) > 0 {
			step := v + g.pick(" + 1", " - 1", " + 2")
			if g.IntN(2) == 0 {
				step = g.number(2, leaves...)
			}
			out = append(out, v+" := "+step)
		}
	}
	if g.IntN(3) == 0 {
		out = append(out, "b := "+g.pick("b + 1", "0", "2 - b"))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// predicate compares identifiers so that all integers can be decided.
func (g *integerModel) predicate(leaves ...string) string {
	compared := g.pick("<", "<=", "=", "!=", ">", ">=") + " "
	switch g.IntN(5) {
	case 0:
		return "true"
	case 1:
		return "@p - @q " + compared + g.constant()
	case 2:
		return "@p + 1 " + compared + g.number(1, leaves...) + " & @q " + g.pick("<", ">") + " @p"
	case 3:
		return "max(@p, @q) " + compared + g.number(1, leaves...)
	}
	return g.pick("@p ", "@q ", "-@p ", leaves[0]+" - @q ") + compared + g.number(1, leaves...)
}

func (g *integerModel) command() string {
	g.commands++
	label := fmt.Sprintf("l%d: ", g.commands)
	channel := g.pick("*", "*", "c")
	switch g.IntN(7) {
	case 0, 1, 2:
		data := "V := " + g.number(1, "x", "y")
		if g.IntN(2) == 0 {
			data += ", W := " + g.number(1, "x", "y")
		}
		return label + "{" + g.guard("x", "y", "b") + "} " + channel + "! (" + g.predicate("x", "y") + ")(" + data + ")" + g.updates("x", "y")
	case 3, 4:
		return label + "{" + g.guard("x", "y", "V") + "} " + channel + "? " + g.updates("x", "y", "V")
	case 5:
		return label + "{" + g.guard("x", "y", "V") + "} GET@(" + g.predicate("x", "y") + ")()" + g.updates("x", "V")
	}
	return label + "{" + g.guard("x", "y") + "} SUPPLY@(any)(V := " + g.number(1, "x", "y") + ")" + g.updates("x", "y")
}

func (g *integerModel) agent(name string) string {
	commands := []string{g.command()}
	for range 1 + g.IntN(3) {
		commands = append(commands, g.command())
	}
	return fmt.Sprintf(`
agent %s
    local: x : <x>, y : <y>, b : 0..2
    init: %s & y = %d & b = 0
    relabel:
        p <- %s
        q <- %s
    receive-guard: %s
    repeat: (%s)
`, name, g.pick("x = 0", "x = 2", "x > -1 & x < 2"), g.IntN(3), g.number(1, "x", "y"), g.number(1, "x", "b"),
		g.pick("chan = c", "chan = c & x < 2", "chan = *"), strings.Join(commands, g.pick(" + ", " ; ")))
}

func (g *integerModel) property() string {
	state := g.pick("a-x", "a-y", "d-x") + g.pick(" < ", " <= ", " != ", " > ") + g.constant()
	body := g.predicate("V", "V", "W")
	switch g.IntN(8) {
	case 0:
		return "G (" + state + ")"
	case 1:
		return "F (" + state + ")"
	case 2:
		return "G F (" + state + ")"
	case 3:
		return "G ([exists(" + body + ")] " + state + ")"
	case 4:
		return "F (<forall(" + body + ")> " + g.pick("true", state) + ")"
	case 5:
		return "G (deadlock -> " + state + ")"
	case 6:
		return "AG EF (" + state + ")"
	}
	return "G ([[V > x0]] X (" + state + "))"
}

// text is a model in which <NAME> stands for the types of integers.
func (g *integerModel) text() string {
	out := "enum channel { c }\nmessage-structure: V : <V>, W : <W>\nproperty-variables: p : <p>, q : <q>\n"
	out += g.agent("A") + g.agent("D") + "\nsystem = A(a, true) || D(d, true)\n"
	for range 4 {
		out += "SPEC " + strings.ReplaceAll(g.property(), "x0", g.constant()) + ";\n"
	}
	return out
}

// typed is the text with types.
func typed(text string, of func(name string) string) string {
	for _, name := range integerNames {
		text = strings.ReplaceAll(text, "<"+name+">", of(name))
	}
	return text
}

// exploredIntegers are the least ranges of the integers of a system, by a search through its states
// over all integers. The search is closed if these are all.
func exploredIntegers(t *testing.T, sys *recipe.System, most int) (least map[string]recipe.Interval, closed bool) {
	in := recipe.NewInterpreter(sys)
	least = map[string]recipe.Interval{}
	see := func(name string, v recipe.Value) {
		r, met := least[name]
		if !met {
			r = recipe.Interval{Lo: int(v), Hi: int(v)}
		}
		least[name] = recipe.Interval{Lo: min(r.Lo, int(v)), Hi: max(r.Hi, int(v))}
	}
	met := map[string]bool{}
	var queue []recipe.State
	enter := func(s recipe.State) bool {
		if key := fmt.Sprint(s); !met[key] {
			met[key] = true
			queue = append(queue, s.Clone())
		}
		return len(queue) <= most
	}
	require.NoError(t, in.InitialStates(enter))
	for i := 0; i < len(queue) && len(queue) <= most; i++ {
		for v := range sys.Vars {
			see(sys.Vars[v].Name, queue[i].Locals[v])
		}
		next, err := in.Successors(queue[i])
		require.NoError(t, err)
		for _, tr := range next {
			data := tr.Step.Data
			for _, p := range tr.Step.Participants {
				data = append(data, p.Data...)
			}
			for _, d := range data {
				see(sys.Data[d.Var].Name, d.Value)
			}
			enter(tr.Next)
		}
	}
	closed = len(queue) <= most
	for _, r := range least { // no step may be missing because the interpreter does not represent a number
		closed = closed && max(r.Hi, -r.Lo) < 10_000
	}
	return least, closed
}

// TestIntegersWithoutRange compares models whose integers have no range with the same models in
// which they have the least range that is enough. Property identifiers have a range there that is
// far larger than all numbers in the models. Models whose integers grow without a bound are never
// said to satisfy a property, and their violations are runs over all integers.
func TestIntegersWithoutRange(t *testing.T) {
	ctx := context.Background()
	met := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "MC_INTEGERS", 32)) {
		g := &integerModel{Rand: rand.New(rand.NewPCG(seed, 9))}
		text := g.text()
		open, list := rcheck.Parse("open.rcp", []byte(typed(text, func(string) string { return "int" })), rcheck.Options{})
		require.False(t, list.HasErrors(), "%s\n%v", text, list.Err())
		limits := settings.Thresholds{IntegersMost: 127, IntegersWork: 300_000, IntegersFirst: 1 + int(seed%3)*20}
		switch seed % 8 { // the extremes
		case 1:
			limits.IntegersMost = 1
		case 2:
			limits.IntegersWork = 1
		case 3:
			limits.IntegersMost, limits.IntegersFirst = 1<<20, 1<<8
		}
		report, err := mc.Check(ctx, open.System, rcp.Specification(open), settingstest.WithThresholds(limits))
		require.NoError(t, err, "%s", text)
		least, closed := exploredIntegers(t, open.System, 2000)
		for _, r := range report.Results {
			met[fmt.Sprint(closed, " ", r.Verdict)]++
		}
		if !closed {
			for _, r := range report.Results {
				require.NotEqual(t, mc.Holds, r.Verdict, "%s\n%s", r.Property.Text, text)
				if r.Verdict == mc.Violated {
					requireViolates(t, open, &r)
				}
			}
			continue
		}
		ranged := rangedModel(t, text, least)
		want, err := mc.Check(ctx, ranged.System, rcp.Specification(ranged))
		require.NoError(t, err)
		for i, r := range report.Results {
			if r.Verdict == mc.Unknown && errors.Is(r.Err, mc.ErrGrows) { // a range that is known to be enough is beyond the limits
				met["beyond limits"]++
				continue
			}
			require.Equal(t, want.Results[i].Verdict, r.Verdict, "%s: %s\n%s", r.Property.Text, r.Reason, text)
			if r.Trace != nil {
				requireViolates(t, open, &r)
			}
		}
	}
	t.Log(met)
}

// rangedModel is the model whose integers have the given ranges. Constants that a command assigns
// must be in them.
func rangedModel(t *testing.T, text string, least map[string]recipe.Interval) *rcheck.Program {
	for _, more := range []int{0, 40, 100} {
		p, list := rcheck.Parse("ranged.rcp", []byte(typed(text, func(name string) string {
			r := least[name]
			if name == "p" || name == "q" {
				return fmt.Sprintf("%d..%d", -60-more, 60+more)
			}
			return fmt.Sprintf("%d..%d", min(r.Lo, -more), max(r.Hi, more))
		})), rcheck.Options{})
		if !list.HasErrors() {
			return p
		}
		require.Less(t, more, 100, "%v", list.Err())
	}
	return nil
}

// requireViolates checks that the run of a violation is one over all integers.
func requireViolates(t *testing.T, p *rcheck.Program, r *mc.Result) {
	if r.Property.Formula == nil {
		return
	}
	in := recipe.NewInterpreter(p.System)
	run := *r.Trace
	run.System = p.System
	require.NoError(t, run.Replay(in))
	if !run.Lasso() {
		refutes, err := trace.Read(context.Background(), in, &run).Refutes(len(run.Steps)-1, r.Property.Formula)
		require.NoError(t, err)
		require.True(t, refutes)
		return
	}
	satisfied, err := trace.Read(context.Background(), in, &run).Satisfies(r.Property.Formula)
	require.NoError(t, err)
	require.False(t, satisfied)
}

// growing is a counter that grows without a bound, what it tells a receiver, and a number that
// stays small.
const growing = `
enum channel { c }
message-structure: V : int

agent Counter
    local: n : int, m : int
    init: n = 0 & m = 0
    receive-guard: chan = c
    repeat: (
        up: {true} *! (true)(V := n)[n := n + 3, m := n - n / 4 * 4]
        + down: {n < 0} *! (true)()[]
    )

agent Receiver
    local: got : int
    init: got = 0
    receive-guard: chan = c
    repeat: hear: {V >= 0} *? [got := got + 4]

system = Counter(a, true) || Receiver(r, true)
`

// checkedText checks a model with the default thresholds.
func checkedText(t *testing.T, text string, o ...mc.Option) []mc.Result {
	p, list := rcheck.Parse("growing.rcp", []byte(text), rcheck.Options{})
	require.NoError(t, list.Err())
	report, err := mc.Check(context.Background(), p.System, rcp.Specification(p), o...)
	require.NoError(t, err)
	for i := range report.Results {
		if report.Results[i].Verdict == mc.Violated {
			requireViolates(t, p, &report.Results[i])
		}
	}
	return report.Results
}

// What is violated by the first steps of a run is violated, although the run goes on without a
// bound. Everything else is unknown, with the variable that grows, and with what holds where it
// does not.
func TestIntegersThatGrow(t *testing.T) {
	const grows = "integers grow without a bound: `r-got` grows beyond 255 (`r-hear`, 64 steps)"
	within := "; the property holds on all runs in which `a-n` is in 0..255, `a-m` is in 0..15 and `r-got` is in 0..255"
	small := settingstest.WithThresholds(settings.Thresholds{IntegersMost: 255})
	text := growing
	cases := []struct {
		formula string
		verdict mc.Verdict
		reason  string
	}{
		{"G (a-n <= 40)", mc.Violated, ""},
		{"G (a-n <= 4000)", mc.Unknown, grows + within},
		{"G (a-n >= 0)", mc.Unknown, grows + within},
		{"G F (a-m = 1)", mc.Unknown, grows},              // in the range, the counter stops
		{"G (a-up -> X r-hear)", mc.Unknown, grows},       // in the range, the receiver misses the last message
		{"G !deadlock", mc.Unknown, grows},                // in the range, there is one
		{"G F (deadlock | a-n < 255)", mc.Unknown, grows}, // which must not be said of all runs in the range
		{"F (a-n = 10)", mc.Unknown, grows},
		{"AG (a-n >= 0)", mc.Unknown, grows + "; a property about states is decided only in a range that is large enough"},
		{"F (r-got = 1)", mc.Unknown, grows},
	}
	for _, tt := range cases {
		text += "SPEC " + tt.formula + ";\n"
	}
	results := checkedText(t, text, small)
	for i, tt := range cases {
		require.Equal(t, tt.verdict, results[i].Verdict, tt.formula)
		require.Equal(t, tt.reason, results[i].Reason, tt.formula)
	}
	require.False(t, results[0].Trace.Lasso())
	require.Len(t, results[0].Trace.Steps, 16)
	r := checkedText(t, growing+"SPEC G (a-n <= 40); FAIRNESS deadlock", small)[0]
	require.Equal(t, mc.Unknown, r.Verdict, "no run is known to be fair, and none is")
}

// A property about states is decided also if all others are violated before a range is large
// enough.
func TestStatesAmongViolations(t *testing.T) {
	text := strings.ReplaceAll(growing, "{true} *! (true)(V := n)", "{n < 50} *! (true)(V := n)")
	for _, tt := range []struct {
		formula string
		verdict mc.Verdict
	}{{"AG (a-n >= 0)", mc.Holds}, {"EF (a-n = 51 & r-got = 68)", mc.Holds}, {"AG (a-n < 51)", mc.Violated}} {
		results := checkedText(t, text+"SPEC G (r-got < 1); SPEC "+tt.formula+"; SPEC G (a-m < 1);\n")
		require.Equal(t, mc.Violated, results[0].Verdict)
		require.Equal(t, tt.verdict, results[1].Verdict, "%s: %s", tt.formula, results[1].Reason)
		require.Equal(t, mc.Violated, results[2].Verdict)
	}
}

// A system is returned as it is if its integers have ranges, and with the least ranges of those
// that grow otherwise.
func TestBounded(t *testing.T) {
	ctx := context.Background()
	p, list := rcheck.Parse("closed.rcp", []byte(strings.ReplaceAll(growing, "{true} *! (true)(V := n)", "{n * n < 200} *! (true)(V := n)")), rcheck.Options{})
	require.NoError(t, list.Err())
	sys, err := mc.Bounded(ctx, p.System)
	require.NoError(t, err)
	_, any := sys.Unbounded()
	require.False(t, any)
	again, err := mc.Bounded(ctx, sys)
	require.NoError(t, err)
	require.Same(t, sys, again)
	in, over := recipe.NewInterpreter(sys), recipe.NewInterpreter(p.System)
	g, err := recipe.Explore(ctx, in, 100)
	require.NoError(t, err)
	require.Equal(t, 6, g.Len())
	for i := range g.Len() {
		narrow, err := in.Successors(g.State(i))
		require.NoError(t, err)
		all, err := over.Successors(g.State(i))
		require.NoError(t, err)
		require.Equal(t, all, narrow)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	p, list = rcheck.Parse("growing.rcp", []byte(growing), rcheck.Options{})
	require.NoError(t, list.Err())
	_, err = mc.Bounded(ended, p.System)
	require.ErrorIs(t, err, context.Canceled)
	_, err = mc.Bounded(ctx, p.System, settingstest.WithThresholds(settings.Thresholds{IntegersMost: 63}))
	require.ErrorIs(t, err, mc.ErrGrows)
	require.True(t, mc.IsLimit(err))
}
