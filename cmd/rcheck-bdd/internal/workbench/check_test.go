package workbench

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

const fleet = `const N = 2;
const V = 1;
enum channel { c }
message-structure: UP : bool
property-variables:
agent Ship
    local: at : 0..V, asked : bool
    init: at = 0 & !asked
    receive-guard: chan = *
    repeat: ( go: {at = 0} *! (true)(UP := true)[at := 1] + see: {UP} *? [asked := true] )
system = Ship(ship[1..N], true)
SPEC NAME seen := forall k : Ship . forall j : Ship . k != j -> (G (k-at = 1 -> k-asked | j-at = 0 | j-asked));
SPEC NAME all_go := F (forall k : Ship . k-at = 1);
SPEC NAME alone := forall k : Ship . G !k-asked;
SPEC NAME some_goes := exists k : Ship . F k-at = 1;
SPEC NAME odd := exists k : Ship . ((G !k-asked) | (F (k-at = 1 & !k-asked)));
`

// checkAll is what a check of all sizes tells of each property, by name.
func checkAll(t *testing.T, text string, q Question) (map[string]Verdict, *Summary) {
	d := NewDocument("file:///fleet.rcp", "", 1, text)
	out := map[string]Verdict{}
	summary, err := Check(t.Context(), d, q, DefaultThresholds(), Listener{
		Progress: func(Progress) {}, Verdict: func(v Verdict) { out[v.Name] = v },
	})
	require.NoError(t, err)
	return out, summary
}

// A document can be checked for all values of a constant that counts agents. Its summary says which
// ones do.
func TestAllSizes(t *testing.T) {
	_, summary := checkAll(t, fleet, Question{Properties: []int{3}})
	require.Equal(t, []string{"N"}, summary.Counts)
	found, summary := checkAll(t, fleet, Question{All: []string{"N"}})
	require.Equal(t, []string{"N"}, summary.Counts)
	require.Equal(t, "holds", found["seen"].Verdict)
	require.Equal(t, "for all N >= 1", found["seen"].Reason)
	require.Positive(t, found["seen"].Sizes.Kept)
	require.Equal(t, "holds", found["all_go"].Verdict)
	require.Positive(t, found["all_go"].Sizes.Counters)
	require.Equal(t, "holds", found["some_goes"].Verdict)
	require.Equal(t, "unknown", found["odd"].Verdict)
	require.Contains(t, found["odd"].Reason, "holds at N = 1..5; for larger values: what the property says of some agent")
	require.Equal(t, "violated", found["alone"].Verdict)
	require.Equal(t, []int{2}, found["alone"].Sizes.Violated)
	require.NotNil(t, found["alone"].Trace, "the text has this value")
	require.Equal(t, "at N = 2 (holds at N = 1)", found["alone"].Reason)

	found, _ = checkAll(t, "const N = 3;"+fleet[len("const N = 2;"):], Question{All: []string{"N"}, Properties: []int{3}})
	require.Len(t, found, 1)
	require.Nil(t, found["alone"].Trace)
	require.Equal(t, "at N = 2 (holds at N = 1); write this value in the model to see a run", found["alone"].Reason)

	found, _ = checkAll(t, fleet, Question{All: []string{"V"}, Properties: []int{1}})
	require.Equal(t, "unknown", found["seen"].Verdict, "V does more than to count agents")

	d := NewDocument("file:///fleet.rcp", "", 1, fleet)
	_, err := Check(t.Context(), d, Question{All: []string{"M"}}, DefaultThresholds(), Listener{})
	require.ErrorContains(t, err, "no constant `M`")
}

// Further runs that violate a property are asked for by their number, the first one counted.
func TestFurtherRuns(t *testing.T) {
	text, err := os.ReadFile("../../../../bench/models/commit.rcp")
	require.NoError(t, err)
	d := NewDocument("file:///c.rcp", "", 1, string(text))
	violated := 0
	for _, asked := range []int{0, 1, 3, -1} {
		_, err := Check(t.Context(), d, Question{Properties: []int{9}, Counterexamples: asked}, DefaultThresholds(), Listener{
			Progress: func(Progress) {},
			Verdict: func(v Verdict) {
				if v.Verdict != "violated" {
					return
				}
				violated++
				if asked < 2 {
					require.Nil(t, v.Further)
					return
				}
				require.Len(t, v.Further.Runs, asked-1)
				for _, r := range v.Further.Runs {
					run, err := json.Marshal(r.Trace)
					require.NoError(t, err)
					shown, err := Show(t.Context(), d, run, v.Index, DefaultThresholds())
					require.NoError(t, err)
					require.False(t, *shown.Statuses[0].Holds)
				}
			},
		})
		require.NoError(t, err)
	}
	require.Equal(t, 4, violated)
}

// A formula of ISPL has further runs, each with the explanation and the drawings that show it.
func TestFurtherRunsInISPL(t *testing.T) {
	text, err := os.ReadFile("../../../../bench/models/ispl/robot.ispl")
	require.NoError(t, err)
	d := NewDocument("file:///robot.ispl", "", 1, string(text))
	var all, none Verdict
	_, err = Check(t.Context(), d, Question{Properties: []int{3, 7}, Counterexamples: 5}, DefaultThresholds(), Listener{
		Progress: func(Progress) {},
		Verdict: func(v Verdict) {
			require.Equal(t, "violated", v.Verdict)
			if v.Index == 3 {
				all = v
			} else {
				none = v
			}
		},
	})
	require.NoError(t, err)
	require.Len(t, all.Further.Runs, 4)
	require.Len(t, all.More, 4)
	for i, r := range all.Further.Runs {
		require.Equal(t, all.Formula, r.Explanation.Formula)
		require.NotEqual(t, all.Views.Picture.Shown, all.More[i].Picture.Shown)
		for _, step := range all.More[i].Picture.Shown.Run.Steps {
			for _, without := range r.Without {
				for _, p := range step.Participants {
					agent := all.More[i].System.Agents[p.Agent].Name
					require.False(t, agent == without.Agent && p.Label == without.Label)
				}
			}
		}
	}
	require.Contains(t, none.Further.Reason, "if a single run can violate the formula")
	require.Empty(t, none.More)
}
