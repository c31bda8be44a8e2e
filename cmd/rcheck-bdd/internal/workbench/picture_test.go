package workbench

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// guess is a game in which both players have a choice, so that one that cannot win is shown what
// the other does.
const guess = `enum channel { call }
enum side { heads, tails }
message-structure: SIDE : side
agent Dealer
  local: coin : side, won : bool
  init: !won
  receive-guard: chan = call
  repeat: ( hear: { true } call ? [won := won | SIDE = coin] + idle: { true } * ! (false) () [] )
agent Guesser
  local: turn : 0..2
  init: turn = 0
  repeat: ( heads: { turn < 2 } call ! true (SIDE := heads) [turn := turn + 1]
    + tails: { turn < 2 } call ! true (SIDE := tails) [turn := turn + 1] )
system = Dealer(dealer, true) || Guesser(guesser, true)
SPEC NAME never := can({dealer}, G !dealer-won);
SPEC NAME twice := can({guesser}, F dealer-won);
`

// Pictures of explanations: their runs are runs of the model, about the states that they say,
// agents see the same on both sides of a jump, and the tests of strategies are about variables.
func TestPictures(t *testing.T) {
	jumps, rules, answers, parts := 0, 0, 0, 0
	texts := map[string]string{"guess": guess}
	for _, name := range []string{"allocation", "manufacturing"} {
		model, err := os.ReadFile("../../../../bench/models/" + name + ".rcp")
		require.NoError(t, err)
		properties, err := os.ReadFile("../../../../bench/models/states/" + name + ".ltol")
		require.NoError(t, err)
		texts[name] = string(model) + "\n" + string(properties)
	}
	for name, text := range texts {
		d := NewDocument("file:///"+name+".rcp", "", 1, text)
		p, err := d.program(t.Context())
		require.NoError(t, err)
		in := recipe.NewInterpreter(p.System)
		var visit func(v *Views, x *Picture)
		visit = func(v *Views, x *Picture) {
			require.NoError(t, x.Shown.Trace.(*trace.Trace).Replay(in), x.Formula)
			here := x.Shown.Run.States[x.At]
			for _, j := range x.Jumps {
				jumps++
				require.NoError(t, j.Shown.Trace.(*trace.Trace).Replay(in), x.Formula)
				there := j.Shown.Run.States[len(j.Shown.Run.States)-1]
				for _, a := range j.Agents {
					require.Equal(t, here.Control[a], there.Control[a], x.Formula)
					require.Equal(t, here.Values[a], there.Values[a], x.Formula)
				}
				here = there
			}
			for _, r := range x.Rules {
				rules++
				for _, test := range slices.Concat(r.When...) {
					require.Less(t, test.Local, len(v.System.Agents[test.Agent].Locals))
					require.NotEmpty(t, test.Values)
				}
				if r.Player < len(v.System.Agents) {
					require.Less(t, r.Option, len(v.System.Types[v.System.Agents[r.Player].Type].Edges))
				}
			}
			if x.Answer {
				answers++
			}
			for _, y := range x.Parts {
				parts++
				visit(v, y)
			}
		}
		for _, witness := range []bool{false, true} {
			_, err = Check(t.Context(), d, Question{Witness: witness}, DefaultThresholds(), Listener{Progress: func(Progress) {}, Verdict: func(x Verdict) {
				require.Equal(t, x.Explanation != nil, x.Views != nil, x.Name)
				if x.Views != nil {
					visit(x.Views, x.Views.Picture)
				}
			}})
			require.NoError(t, err)
		}
	}
	require.Greater(t, jumps, 1)
	require.Greater(t, rules, 1)
	require.Greater(t, answers, 0)
	require.Greater(t, parts, 3)
}
