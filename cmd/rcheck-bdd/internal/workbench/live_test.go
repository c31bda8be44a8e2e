package workbench

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const typedHead = "agent C\n    local: at : 0..4\n    init: at = 0\n    repeat: ( up: {at < 2} *! (true)()[at := at + 1] )\nsystem = C(a, true)\n"

// known are the verdicts of a document without their places.
func known(l *Live, d *Document) []LiveVerdict {
	out := l.Verdicts(d)
	for i := range out {
		out[i].Position = Position{}
	}
	return out
}

// An edit of a property leaves the others' verdicts, and marks that of the property until it is
// checked. An edit of the model marks all. What is cut off leaves nothing.
func TestStaleVerdicts(t *testing.T) {
	text := func(property string) *Document {
		return NewDocument("file:///typed.rcp", "", 1, typedHead+"SPEC NAME p := "+property+";\nSPEC G a-at < 3;\n")
	}
	live := NewLive(DefaultThresholds())
	first := text("G a-at < 2")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, live.Check(ended, first, Question{}), context.Canceled)
	require.Equal(t, []LiveVerdict{{}, {}}, known(live, first))
	require.NoError(t, live.Check(t.Context(), first, Question{}))
	require.Equal(t, []LiveVerdict{{Verdict: "violated"}, {Verdict: "holds"}}, known(live, first))
	second := text("F a-at = 2")
	require.Equal(t, []LiveVerdict{{Verdict: "violated", Stale: true}, {Verdict: "holds"}}, known(live, second))
	require.NoError(t, live.Check(t.Context(), second, Question{}))
	require.Equal(t, []LiveVerdict{{Verdict: "holds"}, {Verdict: "holds"}}, known(live, second))
	changed := second.Apply(2, []Change{{Text: strings.Replace(second.Text, "at < 2", "at < 4", 1)}})
	require.Equal(t, []LiveVerdict{{Verdict: "holds", Stale: true}, {Verdict: "holds", Stale: true}}, known(live, changed))

	hints, err := Hints(t.Context(), changed, Range{End: Position{Line: 99}}, live)
	require.NoError(t, err)
	require.Equal(t, "✓ holds (before the last change)", hints[0].Label)
	require.Equal(t, Position{Line: 5, Character: len("SPEC NAME p := F a-at = 2;")}, hints[0].Position)

	joint, _ := placed(t, "ispl init", "Environment.state = good")
	require.NoError(t, live.Check(t.Context(), joint, Question{}))
	require.Equal(t, []LiveVerdict{{Verdict: "violated"}}, known(live, joint))
}

// Verdicts that are forgotten are not those of the text that is checked.
func TestForgottenVerdicts(t *testing.T) {
	few := DefaultThresholds()
	few.Verdicts = 2
	live := NewLive(few)
	for n := range 4 {
		d := NewDocument("file:///c.rcp", "", 1, fmt.Sprintf("%sSPEC G a-at < 2;\nSPEC G a-at < 5;\nSPEC G a-at < %d;\n", typedHead, n))
		require.NoError(t, live.Check(t.Context(), d, Question{}))
		for _, v := range live.Verdicts(d) {
			require.False(t, v.Stale)
		}
		live.Rest()
	}
	require.LessOrEqual(t, len(live.known), 3)
}

// Constants have their values where they are used, and where they are declared by more than a
// number.
func TestHintsOfConstants(t *testing.T) {
	d := NewDocument("file:///c.rcp", "", 1, "const N = 3;\nconst M = N * 2;\nagent A\n    local: x : 0..M\n    repeat: ( {x < N} *! (true)()[] )\nsystem = A(a, true)\n")
	hints, err := Hints(t.Context(), d, Range{End: Position{Line: 99}}, nil)
	require.NoError(t, err)
	var got []string
	for _, h := range hints {
		got = append(got, fmt.Sprintf("%d:%d %s", h.Position.Line, h.Position.Character, h.Label))
	}
	require.Equal(t, []string{"1:15 = 6", "1:11 = 3", "3:19 = 6", "4:20 = 3"}, got)
	hints, err = Hints(t.Context(), d, Range{Start: Position{Line: 3}, End: Position{Line: 4}}, nil)
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
		got := At(d, at).Signature()
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
		for _, s := range Find(d, query) {
			out = append(out, s.ContainerName+"/"+s.Name)
		}
		return out
	}
	require.Equal(t, []string{"Client/sAsk"}, names("sas"))
	require.Contains(t, names("CL"), "p.rcp/Client")
	require.Empty(t, names("zz"))
	require.Greater(t, len(names("")), 15)
}
