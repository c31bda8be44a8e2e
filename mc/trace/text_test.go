package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// What follows the states that decide is one line, in every run, for every number of such states;
// the rest of the text is that of the whole run, up to there.
func TestWhatDoesNotMatterIsOneLine(t *testing.T) {
	tr := run(t, recipe.NewInterpreter(turnstile(t)))
	whole := tr.String()
	for tr.Decisive = 1; tr.Decisive <= len(tr.Steps)+1; tr.Decisive++ {
		text, left := tr.String(), len(tr.Steps)-tr.Decisive
		if left <= 0 { // nothing follows but the loop
			require.Equal(t, whole, text)
			continue
		}
		before, after, found := strings.Cut(text, fmt.Sprintf("-- %d more state", left))
		require.True(t, found, text)
		require.True(t, strings.HasPrefix(whole, before), text)
		require.Equal(t, tr.Decisive, tr.Needed(trace.TextOptions{}))
		require.Equal(t, map[bool]string{true: " does not matter --\n", false: "s do not matter --\n"}[left == 1], after)
		require.Equal(t, textOf(t, tr, trace.TextOptions{Full: true}), textOf(t, &trace.Trace{System: tr.System, Steps: tr.Steps, Loop: tr.Loop}, trace.TextOptions{Full: true}))

		// The step that leaves the last of them is left out if the state alone decides.
		tr.Marks = []trace.Mark{{Step: tr.Decisive - 1, Lost: true, Leaving: true, Text: "because"}}
		leaving := tr.String()
		tr.Marks[0].Leaving = false
		staying := tr.String()
		require.Greater(t, strings.Count(leaving, "\n  "), strings.Count(staying, "\n  "))
		require.Contains(t, staying, "    ^ from here on, the property cannot become true: because\n-- ")
		tr.Marks = nil
	}
	require.Zero(t, (*trace.Trace)(nil).Needed(trace.TextOptions{}))
}

// Agents share a line where it says the same of them; names that count up are a range.
func TestAgentsShareLines(t *testing.T) {
	local := func(agent, value string) trace.Values {
		return trace.Values{Agent: agent, Locals: []trace.Local{{Name: "x", Value: value}}}
	}
	for want, list := range map[string][]trace.Values{
		"    a1..a3: x = 0\n":               {local("a1", "0"), local("a2", "0"), local("a3", "0")},
		"    a1, a2: x = 0\n":               {local("a1", "0"), local("a2", "0")},
		"    a1, a3..a5: x = 0\n":           {local("a1", "0"), local("a3", "0"), local("a4", "0"), local("a5", "0")},
		"    a8..a11, b12: x = 0\n":         {local("a8", "0"), local("a9", "0"), local("a10", "0"), local("a11", "0"), local("b12", "0")},
		"    a1: x = 0\n    a2: x = 1\n":    {local("a1", "0"), local("a2", "1")},
		"    a1, a3: x = 0\n    b: x = 1\n": {local("a1", "0"), local("b", "1"), local("a3", "0")},
		"    ann, bob, carl: x = 0\n":       {local("ann", "0"), local("bob", "0"), local("carl", "0")},
		"    a01, a02, a03: x = 0\n":        {local("a01", "0"), local("a02", "0"), local("a03", "0")},
	} {
		lines := trace.NewLines(trace.TextOptions{})
		lines.Values(list)
		require.Equal(t, want, lines.String())
		lines = trace.NewLines(trace.TextOptions{Full: true})
		lines.Values(list)
		require.Equal(t, len(list), strings.Count(lines.String(), "\n"))
	}
	act := func(agent, label, place string) trace.Act {
		return trace.Act{Agent: agent, Label: label, Text: "receives", Place: place}
	}
	lines := trace.NewLines(trace.TextOptions{})
	lines.Acts([]trace.Act{
		{Agent: "s", Label: "-go", Text: "sends on c"}, act("a1", "-hear", "m:1:2"), act("a2", "-hear", "m:1:2"), act("a3", "-hear", "m:1:2"),
		act("a4", "-skip", "m:1:9"), act("a5", "#2", "m:1:2"),
	})
	require.Equal(t, "  s-go: sends on c\n    a1-hear..a3-hear: receive  m:1:2\n    a4-skip: receives  m:1:9\n    a5#2: receives  m:1:2\n", lines.String())
	lines = trace.NewLines(trace.TextOptions{})
	supplies := func(agent string) trace.Act { return trace.Act{Agent: agent, Text: "supplies (N = 1)"} }
	lines.Acts([]trace.Act{{Agent: "s", Text: "gets from any"}, supplies("a"), supplies("b")})
	require.Equal(t, "  s: gets from any\n    a, b: supply (N = 1)\n", lines.String())
}
