package mc_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ringSource draws a model of n nodes, each of which sends to the next one on a link, with
// properties for each node. In some, all nodes begin alike, in others one begins with the token. In
// some of these, the token goes round.
func ringSource(draw *rand.Rand, n int) string {
	pick := func(texts ...string) string { return texts[draw.IntN(len(texts))] }
	text := fmt.Sprintf(`const N = %d;
enum channel { link[1..N] }
message-structure: V : 0..2
property-variables:
agent Node
    local: in : channel, out : channel, x : 0..2, token : bool
    init: x = 0
    receive-guard: %s
    repeat: (
        pass: {%s} out! (true)(V := %s)[token := %s, x := %s]
        + take: {%s} in? [token := %s, x := %s]
        + step: {%s} *! (false)()[x := %s]
    )
agent Witness
    local: at : channel
    init: at = link[1]
    receive-guard: chan = at
    repeat: hear: {true} at? []
system = Node(node[i : 1..N], in = link[i] & out = link[i %% N + 1] & %s)%s
`, n,
		pick("chan = in", "chan = in", "chan = * | chan = in"),
		pick("token", "token", "token & x > 0", "x > 0"), pick("x", "0", "(x + 1) % 3"), pick("false", "false", "token"), pick("0", "x", "(x + 1) % 3"),
		pick("!token", "true", "V > x"), pick("true", "true", "V = 0"), pick("V", "x", "(V + 1) % 3"),
		pick("x < 2", "token & x < 2", "false"), pick("x + 1", "2 - x"),
		pick("(token <-> i = 1)", "(token <-> i = 1)", "(token <-> i > 1)", "!token", "token", "(i = 1 -> token)"), pick("", "", " || Witness(witness, true)"))
	if draw.IntN(3) == 0 {
		text += pick("FAIRNESS node[1]-step;\n", "FAIRNESS exists k : Node . k-pass;\n", "COMPASSION (node[2]-pass, node[2]-take);\n")
	}
	for range 4 {
		state := fmt.Sprintf(pick("node[%s]-token", "node[%s]-x = 0", "node[%s]-x = 1", "node[%s]-x = 2", "node[%s]-pass", "node[%s]-take"),
			pick("i", "i", "i % N + 1", "(i + 1) % N + 1"))
		text += fmt.Sprintf("SPEC forall i : 1..N . "+
			pick("G !(%s)", "G F (%s)", "F (%s)", "!(%s)", "F G !(%s)", "G (%s -> F !(%[1]s))",
				"G (%s -> X (node[i %% N + 1]-x != 1))", "G !([[chan != *]] (%s))")+";\n", state)
	}
	return text
}

// In rings, one conjunct stands for those of the other nodes where moving all on makes them of it.
// The verdicts are those of the explicit decision, whatever the nodes begin with.
func TestRings(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 7))
	n, saved := map[string]int{}, 0
	for k := range 40 {
		source := ringSource(draw, 2+k%2)
		options := []mc.Option{mc.WithEngines("diagrams"), mc.WithCertificates(2)}
		err := compareSource(rchecktest.Model{Text: source}, way{"rings", options}, n)
		if errors.Is(err, recipe.ErrStateLimit) {
			n["too large"]++
			continue
		}
		require.NoError(t, err, source)
		saved += conjunctsOf(t, source, append(options, mc.WithSymmetry(mc.SymmetryOff))) - conjunctsOf(t, source, options)
	}
	t.Logf("%v, %d conjuncts left out", n, saved)
	require.Less(t, n["too large"], 10)
	require.Greater(t, min(n["holds"], n["violated"], n["fair holds"], n["fair violated"]), 5, "%v", n)
	require.Greater(t, saved, 20)
}

// conjunctsOf is the number of conjuncts that were searched for, those of properties that hold.
func conjunctsOf(t *testing.T, source string, options []mc.Option) int {
	p, list := rcheck.Parse("model.rcp", []byte(source), rcheck.Options{})
	require.False(t, list.HasErrors(), "%v", list)
	report, err := mc.Check(context.Background(), p.System, rcp.Specification(p), options...)
	require.NoError(t, err)
	sum := 0
	for _, r := range report.Results {
		if r.Verdict == mc.Holds {
			sum += r.Stats.Conjuncts
		}
	}
	return sum
}

// A node that begins with the token, and keeps it, is not like the others. Where it passes the
// token on, they are alike in what holds from any moment on, but not in what holds at the
// beginning, and not in what a step before did. Nothing is known of them if no initial state may be
// looked at.
func TestWhatTellsNodesApart(t *testing.T) {
	model := func(guard string) string {
		return fmt.Sprintf(`const N = 4;
enum channel { link[1..N] }
message-structure: V : 0..1
property-variables:
agent Node
    local: in : channel, out : channel, token : bool
    init: true
    receive-guard: chan = in
    repeat: ( pass: {%s} out! (true)(V := 0)[token := false] + take: {true} in? [token := true] )
system = Node(node[i : 1..N], in = link[i] & out = link[i %% N + 1] & (token <-> i = 1))
SPEC forall i : 1..N . G !node[i %% N + 1]-token;
SPEC forall i : 1..N . !node[i %% N + 1]-token;
SPEC forall i : 1..N . G !(node[i]-token & node[i %% N + 1]-token);
SPEC forall i : 1..N . ((!node[i %% N + 1]-token) W node[i]-pass);
SPEC forall i : 1..N . G (node[i %% N + 1]-token -> node[i %% N + 1]-take);
`, guard)
	}
	for _, c := range []struct {
		guard     string
		initial   int
		conjuncts int // of the third property, the only one that holds
	}{
		{"token", 0, 1}, {"token", -1, 4}, {"false", 0, 4},
	} {
		p, list := rcheck.Parse("model.rcp", []byte(model(c.guard)), rcheck.Options{})
		require.False(t, list.HasErrors(), "%v", list)
		limits := settings.Thresholds{MaxInitialSamples: c.initial}
		report, err := mc.Check(context.Background(), p.System, rcp.Specification(p), mc.WithEngines("diagrams"), settingstest.WithThresholds(limits))
		require.NoError(t, err)
		for i, r := range report.Results {
			want := mc.Violated
			if i == 2 {
				want = mc.Holds
			}
			require.Equal(t, want, r.Verdict, "%v: %s", c, r.Property.Text)
		}
		require.Equal(t, c.conjuncts, report.Results[2].Stats.Conjuncts, "%v", c)
	}
}
