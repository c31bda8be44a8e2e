package draw_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// scouts is a base and so many scouts, which hear it while their radio is on.
const scouts = `const N = %d;
enum channel { radio }
agent Base
  local: sent : bool
  init: !sent
  receive-guard: false
  repeat: send: { !sent } radio ! true () [sent := true]
agent Scout
  local: on : bool, told : bool
  init: on & !told
  receive-guard: on & chan = radio
  repeat: hear: { true } radio ? [told := true] + switch: { !told } * ! false () [on := !on]
system = Base(base, true) || Scout(scout[1..N], true)
`

// walk is a run of random steps.
func walk(t *testing.T, source string, seed uint64, steps int) *trace.Trace {
	t.Helper()
	p, list := rcheck.Parse("m.rcp", []byte(source), rcheck.Options{})
	require.NoError(t, list.Err())
	in := recipe.NewInterpreter(p.System)
	states, _, err := simulate.NewInitial(in, nil).First(t.Context(), 1)
	require.NoError(t, err)
	s, err := simulate.NewSession(in, states[0], seed)
	require.NoError(t, err)
	_, _, err = s.Random(t.Context(), steps, nil)
	require.NoError(t, err)
	return s.Trace()
}

func sequence(t *testing.T, run *trace.Trace) draw.Sequence {
	t.Helper()
	q, err := draw.NewSequence(t.Context(), run)
	require.NoError(t, err)
	return q
}

func fold(t *testing.T, selects func(string) bool, runs ...draw.Sequence) []draw.Sequence {
	t.Helper()
	out, err := draw.Fold(selects, runs...)
	require.NoError(t, err)
	return out
}

// TestFold folds runs with 3, 11 and 30 agents: the picture does not grow.
func TestFold(t *testing.T) {
	for _, n := range []int{2, 10, 29} {
		q := sequence(t, walk(t, fmt.Sprintf(scouts, n), 2, 0))
		q.Steps = append(q.Steps, draw.SequenceStep{Label: "0 on radio", Kind: recipe.MulticastStep, From: 0,
			Doing: make([]string, n+1), Changes: make([][]string, n+1)})
		send := &q.Steps[0]
		send.Doing[0], send.Changes[0] = "send", []string{"sent = true"}
		for a := 2; a <= n; a++ {
			send.To, send.Doing[a], send.Changes[a] = append(send.To, a), "hear", []string{"told = true"}
		}
		folded := fold(t, nil, q)[0]
		together := map[int]string{2: "scout2", 10: "scout2..scout10", 29: "scout2..scout29"}[n]
		require.Equal(t, []string{"base", together}, folded.Agents)
		require.Equal(t, []int{1}, folded.Steps[0].To)
		require.Equal(t, []string{"1 more agent does not change:", "  scout1: on = true, told = false"}, folded.Notes)
		check(t, laidOut(t)(folded.Scene(t.Context())))
		require.True(t, strings.HasSuffix(textOf(t, folded.WriteText), "on = true, told = false\n"))

		one := fold(t, func(a string) bool { return a == "scout1" || a == "scout2" }, q)[0]
		require.Equal(t, []string{"scout1", "scout2", "others"}, one.Agents)
		require.Equal(t, 2, one.Steps[0].From)
		others := "base-send"
		if n > 2 {
			others += ", " + strings.ReplaceAll(strings.Replace(together, "scout2", "scout3", 1), "..", "-hear..") + "-hear"
		}
		require.Equal(t, []string{"", "hear", others}, one.Steps[0].Doing)
		check(t, laidOut(t)(one.Scene(t.Context())))

		none := fold(t, func(a string) bool { return a == "scout1" }, q)[0]
		require.Equal(t, []string{"scout1"}, none.Agents)
		require.Equal(t, "0 (a step of others)", none.Steps[0].Label)
	}
}

// TestFoldedRunsSayTheSame unfolds random runs by the names of their lanes: each agent has the lane
// that it had, and those without a lane do nothing.
func TestFoldedRunsSayTheSame(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 1))
		n := 1 + random.IntN(6)
		q := sequence(t, walk(t, fmt.Sprintf(scouts, n), seed, random.IntN(8)))
		folded := fold(t, nil, q)[0]
		lane := map[string]int{}
		for i, name := range folded.Agents {
			for _, part := range strings.Split(name, ", ") {
				first, last, ranged := strings.Cut(part, "..")
				if lane[first] = i; !ranged {
					continue
				}
				var from, to int
				_, err := fmt.Sscanf(first+" "+last, "scout%d scout%d", &from, &to)
				require.NoError(t, err)
				for k := from; k <= to; k++ {
					lane[fmt.Sprint("scout", k)] = i
				}
			}
		}
		for a, name := range q.Agents {
			i, has := lane[name]
			for k, st := range q.Steps {
				if !has {
					require.Empty(t, st.Doing[a])
					require.Empty(t, st.Changes[a])
					continue
				}
				got := folded.Steps[k]
				require.Equal(t, st.Doing[a], got.Doing[i])
				require.Equal(t, st.Changes[a], got.Changes[i])
				require.Equal(t, st.From == a, got.From == i)
				require.Equal(t, slices.Contains(st.To, a), slices.Contains(got.To, i))
			}
			if has {
				require.Equal(t, q.First[a], folded.First[i])
			}
		}
		check(t, laidOut(t)(folded.Scene(t.Context())))
	}
}

// TestCompare marks each cell that differs, and nothing else.
func TestCompare(t *testing.T) {
	source := fmt.Sprintf(scouts, 3)
	marked := 0
	for seed := range uint64(30) {
		a, b := sequence(t, walk(t, source, seed, 5)), sequence(t, walk(t, source, seed+100, 4))
		two := fold(t, nil, a, b)
		require.Equal(t, two[0].Agents, two[1].Agents)
		draw.Compare(&two[0], &two[1])
		for i := range max(len(two[0].Steps), len(two[1].Steps)) {
			for k, q := range two {
				if i >= len(q.Steps) {
					continue
				}
				st, other := q.Steps[i], two[1-k].Steps
				differs := i >= len(other) || st.Label != other[i].Label
				for lane := range q.Agents {
					cell := i >= len(other) || st.Doing[lane] != other[i].Doing[lane] ||
						strings.Join(st.Changes[lane], ";") != strings.Join(other[i].Changes[lane], ";")
					require.Equal(t, cell, st.Differs[lane])
					differs = differs || cell
				}
				require.Equal(t, differs, st.Other)
				if differs {
					require.Contains(t, textOf(t, q.WriteText), "(differs)")
					marked++
				}
			}
		}
		check(t, laidOut(t)(draw.Scenes(t.Context(), two...)))
	}
	require.Greater(t, marked, 20)
	_, err := draw.Fold(nil, draw.Sequence{Agents: []string{"a"}}, draw.Sequence{Agents: []string{"b"}})
	require.ErrorContains(t, err, "the runs are of different agents, a and b")
}

// TestStates draws the states of a small system: each with what differs from the first, and each
// step.
func TestStates(t *testing.T) {
	p, list := rcheck.Parse("m.rcp", []byte(fmt.Sprintf(scouts, 1)), rcheck.Options{})
	require.NoError(t, list.Err())
	in := recipe.NewInterpreter(p.System)
	g, err := recipe.Explore(t.Context(), in, 0)
	require.NoError(t, err)
	d, err := draw.States(t.Context(), in, g, trace.TextOptions{})
	require.NoError(t, err)
	require.Equal(t, `reachable states
> (0: base: sent = false; scout1: on = true, told = false)
     --> (1)  base-send
     --> (2)  scout1-switch
  (1: base: sent = true; scout1: told = true; no step is possible)
  (2: scout1: on = false)
     --> (3)  base-send
     --> (0)  scout1-switch
  (3: base: sent = true; scout1: on = false)
     --> (4)  scout1-switch
  (4: base: sent = true)
     --> (3)  scout1-switch
`, textOf(t, d[0].WriteText))
	s := laidOut(t)(d[0].Scene(t.Context()))
	for _, l := range s.Lines { // an arrow ends at the border of a box, not below it
		end := l.Points[len(l.Points)-1]
		for _, b := range s.Boxes {
			if l.Arrow && (b.Style == draw.Node || b.Style == draw.Start) && end[0] > b.X && end[0] < b.X+b.W {
				require.False(t, end[1] > b.Y+5 && end[1] < b.Y+b.H-5 && end[0] < b.X+b.W-5, "%v ends in %+v", end, b)
			}
		}
	}
	few, err := draw.States(t.Context(), in, g, trace.TextOptions{Agents: func(a string) bool { return a == "base" }})
	require.NoError(t, err)
	require.NotContains(t, textOf(t, few[0].WriteText), "told")
	require.Contains(t, dotOf(t, d...), `label="2\nscout1: on = false"`)
}

// TestTalkOfMany gives agents that are exchangeable one row and one column, from three on.
func TestTalkOfMany(t *testing.T) {
	talk := draw.Talk{Agents: []string{"a1", "a2", "a3", "b"}, On: make([][][]string, 4)}
	for i := range talk.On {
		talk.On[i] = make([][]string, 4)
		for j := range talk.On[i] {
			if i != j && i < 3 && j < 3 {
				talk.On[i][j] = []string{"x"}
			}
		}
	}
	talk.On[3][0], talk.On[3][1], talk.On[3][2] = []string{"y"}, []string{"y"}, []string{"y"}
	text := textOf(t, talk.WriteText)
	require.Contains(t, text, "from \\ to  a1..a3\na1..a3     x\nb          y\n")
	require.Contains(t, text, "about each of them")
	talk.On[3][2] = []string{"z"} // now two are exchangeable, which is no range
	require.Contains(t, textOf(t, talk.WriteText), "from \\ to  a1  a2  a3\na1             x   x\n")
}
