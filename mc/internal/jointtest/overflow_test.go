package jointtest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// P leaves a range with b. In its last state it can do nothing, and where y is 1 only what
// leaves a range.
const leaving = `Agent P
  Vars: x : 0..3; y : 0..1; end Vars
  Actions = {a, b};
  Protocol: x < 3 : {a, b}; x = 3 and y = 1 : {b}; end Protocol
  Evolution: x = x + 1 if Action = a; y = y + 5 if Action = b; end Evolution
end Agent
Agent Q
  Vars: z : boolean; end Vars
  Actions = {u, v};
  Protocol: Other : {u, v}; end Protocol
  Evolution: z = z if Action = u; end Evolution
end Agent
Evaluation one if P.x = 1; zero if P.x = 0; three if P.x = 3; z if Q.z = true; y if P.y = 1; end Evaluation
InitStates P.x = 0 and Q.z = false; end InitStates
Groups g = {P}; h = {Q}; gh = {P, Q}; end Groups
Formulae
  <g> X one; <g> X !one; <g> G zero; <g> F z; <h> F z; <gh> G zero; <h> X one; <h> G !z; <h> F three; <g> X z; <gh> G !three;
  AG (three and y -> <g> X z); AG (three and y -> <h> X z); AG (three and y -> <h> G three);
  AG (three and !y -> <g> X z); AG (three and !y -> <h> X three); AG (three and !y -> <h> G three); AG (three and !y -> <h> F three);
end Formulae`

// Where paths end, abilities are those of the published tool, whose answers are the letters:
// actions that the protocols allow and that have no successor win everything, but for a goal that
// no state has, and a state without such actions wins nothing. Otherwise such actions are no moves.
func TestOverflowsWinWherePathsEnd(t *testing.T) {
	p := parse(t, leaving)
	for ends, want := range map[bool]string{true: "TTTFFTTFTTT" + "TTT" + "FFFT", false: "TFFFFFTTTFF" + "FFT" + "FTTT"} {
		c, err := New(context.Background(), p.System, nil, Options{PathsEnd: ends})
		require.NoError(t, err)
		r, err := ispltest.Check(p, 0, ends)
		require.NoError(t, err)
		got, explicit := "", ""
		letter := map[bool]string{true: "T", false: "F"}
		for i, f := range p.Formulas {
			a, err := c.Check(context.Background(), f.Formula)
			require.NoError(t, err)
			got, explicit = got+letter[a.Holds], explicit+letter[r.Verdicts[i]]
			_, err = c.Witness(context.Background(), f.Formula, a.Example)
			require.NoError(t, err)
		}
		require.Equal(t, want, got, "paths end: %t", ends)
		require.Equal(t, want, explicit, "paths end: %t, state by state", ends)
		c.Close()
	}
}

// Both kinds of games are played on one model, whichever is the first.
func TestGamesWherePathsEnd(t *testing.T) {
	p := parse(t, leaving)
	for _, first := range []bool{false, true} {
		c, err := New(context.Background(), p.System, nil, Options{})
		require.NoError(t, err)
		sc := c.Model().Manager().NewScope(context.Background())
		for _, empty := range []bool{first, !first} {
			alone := symbolic.Coalition{Members: []int{0}, EmptyMoves: empty}
			wins, err := c.Model().Force(sc, alone, bdd.False)
			require.NoError(t, err)
			require.Equal(t, empty, wins != bdd.False, "P wins the empty set by leaving a range only")
		}
		sc.Close()
		c.Close()
	}
}
