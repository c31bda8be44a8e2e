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

	"github.com/stretchr/testify/require"
)

// typedModel is a model as pieces that edits exchange, and properties that they bring in.
var typedModel = [][]string{
	{"const N = 2;", "const N = 3;", "const N = 1 + 1;", "// two\nconst N = 2;"},
	{"agent Counter\n    local: at : 0..4\n    init: at = 0", "agent Counter\n    local: at : 0..4\n    init: at <= 1"},
	{"    repeat: ( up: {at < N} *! (true)()[at := at + 1] + down: {at = N} *! (true)()[at := 0] )",
		"    repeat: ( up: {at < N} *! (true)()[at := at + 1] )", "    repeat: ( up: {at < N} *! (true)()[at := at + "},
	{"system = Counter(a, true)", "system = Counter(a, true) || Counter(b, true)", "FAIRNESS a-at = 0;\nsystem = Counter(a, true)"},
}

var typedProperties = []string{
	"SPEC G a-at < N;", "SPEC G a-at <= N;", "SPEC NAME p := F a-at = 1;", "SPEC NAME p := G F a-at = 0;", "SPEC AG EF a-at = 0;", "SPEC K(a, a-at = 0)",
	"SPEC G b-at < 2;", "SPEC NAME q := G (a-at = ", "SPEC F deadlock;",
}

// verdictsOf are the verdicts of a fresh check, by number; nil if the text is no model. A property with a mistake has none.
func verdictsOf(t *testing.T, d *Document) map[int]string {
	out := map[int]string{}
	_, err := d.Check(t.Context(), Question{Bare: true}, DefaultThresholds(), Listener{
		Progress: func(Progress) {}, Verdict: func(v Verdict) { out[v.Index] = v.Verdict },
	})
	if err != nil {
		return nil
	}
	return out
}

// After any edits the verdicts of a Live are those of a fresh check, and none of them is stale. LIVE_EDITS is how many edits there are.
func TestLiveVerdictsEqualFreshOnes(t *testing.T) {
	total := 150
	if n, err := strconv.Atoi(os.Getenv("LIVE_EDITS")); err == nil {
		total = n
	}
	r := rand.New(rand.NewPCG(34, 6))
	pieces := make([]int, len(typedModel))
	specs := []string{typedProperties[0]}
	live := NewLive(DefaultThresholds())
	models, verdicts := 0, 0
	for n := range total {
		switch i := r.IntN(len(specs) + 1); {
		case r.IntN(3) == 0:
			p := r.IntN(len(pieces))
			pieces[p] = r.IntN(len(typedModel[p]))
		case i == len(specs) || len(specs) == 0:
			specs = append(specs, typedProperties[r.IntN(len(typedProperties))])
		case len(specs) > 4 || r.IntN(3) == 0:
			specs = slices.Delete(specs, i, i+1)
		case r.IntN(4) == 0:
			r.Shuffle(len(specs), func(a, b int) { specs[a], specs[b] = specs[b], specs[a] })
		default:
			specs[i] = typedProperties[r.IntN(len(typedProperties))]
		}
		var text []string
		for p, choice := range pieces {
			text = append(text, typedModel[p][choice])
		}
		d := NewDocument("file:///typed.rcp", "", n, strings.Join(append(text, specs...), "\n")+"\n")
		fresh := verdictsOf(t, d)
		err := live.Check(t.Context(), d, Question{}, DefaultThresholds())
		if fresh == nil {
			continue
		}
		require.NoError(t, err)
		models++
		got := live.Verdicts(d)
		require.LessOrEqual(t, len(fresh), len(got), d.Text)
		for i, v := range got {
			if fresh[i+1] == "" {
				require.True(t, v.Stale || v.Verdict == "", d.Text)
				continue
			}
			require.Equal(t, LiveVerdict{Verdict: fresh[i+1], Reason: v.Reason}, v, d.Text)
			verdicts++
		}
	}
	t.Logf("%d edits, %d models, %d verdicts", total, models, verdicts)
	require.Positive(t, verdicts)
}

// An edit of a property leaves the others' verdicts, and marks that of the property until it is checked. An edit of the model marks all.
// What is cut off leaves nothing.
func TestStaleVerdicts(t *testing.T) {
	const head = "agent C\n    local: at : 0..4\n    init: at = 0\n    repeat: ( up: {at < 2} *! (true)()[at := at + 1] )\nsystem = C(a, true)\n"
	text := func(property string) *Document {
		return NewDocument("file:///typed.rcp", "", 1, head+"SPEC NAME p := "+property+";\nSPEC G a-at < 3;\n")
	}
	live := NewLive(DefaultThresholds())
	first := text("G a-at < 2")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, live.Check(ended, first, Question{}, DefaultThresholds()), context.Canceled)
	require.Equal(t, []LiveVerdict{{}, {}}, live.Verdicts(first))
	require.NoError(t, live.Check(t.Context(), first, Question{}, DefaultThresholds()))
	require.Equal(t, []LiveVerdict{{Verdict: "violated"}, {Verdict: "holds"}}, live.Verdicts(first))
	second := text("F a-at = 2")
	require.Equal(t, []LiveVerdict{{Verdict: "violated", Stale: true}, {Verdict: "holds"}}, live.Verdicts(second))
	require.NoError(t, live.Check(t.Context(), second, Question{}, DefaultThresholds()))
	require.Equal(t, []LiveVerdict{{Verdict: "holds"}, {Verdict: "holds"}}, live.Verdicts(second))
	changed := second.Apply(2, []Change{{Text: strings.Replace(second.Text, "at < 2", "at < 4", 1)}})
	require.Equal(t, []LiveVerdict{{Verdict: "holds", Stale: true}, {Verdict: "holds", Stale: true}}, live.Verdicts(changed))

	hints, err := changed.Hints(t.Context(), Range{End: Position{Line: 99}}, live)
	require.NoError(t, err)
	require.Equal(t, "✓ holds (before the last change)", hints[0].Label)
	require.Equal(t, Position{Line: 5, Character: len("SPEC NAME p := F a-at = 2;")}, hints[0].Position)

	joint := NewDocument("file:///a.ispl", "", 1, strings.ReplaceAll(strings.ReplaceAll(jointPlacesModel, "‹evaluation›", ""), "‹init›", "Environment.state = good"))
	for _, place := range []string{"protocol", "evolution", "groups", "formulae"} {
		joint = joint.Apply(1, []Change{{Text: strings.ReplaceAll(joint.Text, "‹"+place+"›", "")}})
	}
	require.NoError(t, live.Check(t.Context(), joint, Question{}, DefaultThresholds()))
	require.Equal(t, []LiveVerdict{{Verdict: "violated"}}, live.Verdicts(joint))
}

// Constants have their values where they are used, and where they are declared by more than a number.
func TestHintsOfConstants(t *testing.T) {
	d := NewDocument("file:///c.rcp", "", 1, "const N = 3;\nconst M = N * 2;\nagent A\n    local: x : 0..M\n    repeat: ( {x < N} *! (true)()[] )\nsystem = A(a, true)\n")
	hints, err := d.Hints(t.Context(), Range{End: Position{Line: 99}}, nil)
	require.NoError(t, err)
	var got []string
	for _, h := range hints {
		got = append(got, fmt.Sprintf("%d:%d %s", h.Position.Line, h.Position.Character, h.Label))
	}
	require.Equal(t, []string{"1:15 = 6", "1:11 = 3", "3:19 = 6", "4:20 = 3"}, got)
	hints, err = d.Hints(t.Context(), Range{Start: Position{Line: 3}, End: Position{Line: 4}}, nil)
	require.NoError(t, err)
	require.Len(t, hints, 1)
}

// Calls of operators and guards tell what they take.
func TestSignatures(t *testing.T) {
	for _, c := range []struct {
		at, typed, label string
		parameter        int
	}{
		{"spec", "SPEC AG K(", "K(agent, formula)", 0}, {"spec", "SPEC K(client1, F (", "K(agent, formula)", 1},
		{"spec", "SPEC can({client1, server}, F ", "can(group, formula)", 1}, {"spec", "SPEC K(a, true) & ", "", 0},
		{"command", "x: {near(", "near(x : kinds)", 0}, {"ispl formulae", "GK(both, ", "GK(group, formula)", 1}, {"ispl formulae", "AG (", "", 0},
	} {
		d, at := placed(t, c.at, c.typed)
		got := d.Signature(at)
		if c.label == "" {
			require.Nil(t, got, c.typed)
			continue
		}
		require.NotNil(t, got, c.typed)
		require.Equal(t, c.label, got.Signatures[0].Label)
		require.Equal(t, c.parameter, got.ActiveParameter, c.typed)
	}
}

// Declarations are found by letters of their names.
func TestFind(t *testing.T) {
	d, _ := placed(t, "spec", "")
	names := func(query string) (out []string) {
		for _, s := range d.Find(query) {
			out = append(out, s.ContainerName+"/"+s.Name)
		}
		return out
	}
	require.Equal(t, []string{"Client/sAsk"}, names("sas"))
	require.Contains(t, names("CL"), "p.rcp/Client")
	require.Empty(t, names("zz"))
	require.Greater(t, len(names("")), 15)
}
