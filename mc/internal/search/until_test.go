package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A drawnWalker is a walker whose places are known as diagrams; only those that it reaches count.
type drawnWalker struct {
	*System
	next    [][]int // by place; a place without a way stays
	reached []bool
	place   []bdd.Node
}

func drawWalker(t *testing.T, random *rand.Rand) *drawnWalker {
	places := 2 + random.IntN(6)
	var ways [][2]int
	for range 1 + random.IntN(2*places) {
		ways = append(ways, [2]int{random.IntN(places), random.IntN(places)})
	}
	s, _, _ := walker(t, places, ways...)
	w := &drawnWalker{System: s, next: make([][]int, places), reached: make([]bool, places)}
	for _, way := range ways {
		w.next[way[0]] = append(w.next[way[0]], way[1])
	}
	w.reached[0] = true
	for range places {
		for from, list := range w.next {
			for _, to := range list {
				w.reached[to] = w.reached[to] || w.reached[from]
			}
		}
	}
	c := s.space.Manager().Calculator(context.Background())
	t.Cleanup(c.Close)
	for n := range places {
		at := recipe.State{Locals: []recipe.Value{recipe.Value(n)}, Control: []int{0}}
		w.place = append(w.place, c.And(s.reached, c.Take(s.space.StateSet(c.Scope(), at))))
	}
	require.NoError(t, c.Err())
	return w
}

// set is some places as a diagram, kept until the test ends.
func (w *drawnWalker) set(t *testing.T, has []bool) bdd.Node {
	c := w.space.Manager().Calculator(context.Background())
	t.Cleanup(c.Close)
	out := bdd.False
	for n, in := range has {
		if in {
			out = c.Or(out, w.place[n])
		}
	}
	return out
}

func (w *drawnWalker) draw(random *rand.Rand, least int) []bool {
	out := make([]bool, len(w.next))
	for n := range out {
		out[n] = w.reached[n] && random.IntN(4) >= least
	}
	return out
}

// shortest is the number of steps of a shortest way from one of some places through others to a
// goal; -1 if there is none.
func (w *drawnWalker) shortest(starts, stay, goals []bool, moving bool) int {
	at := make([]bool, len(w.next))
	copy(at, starts)
	for steps := range len(w.next) + 2 {
		next := make([]bool, len(w.next))
		for n, here := range at {
			switch {
			case !here:
			case goals[n] && (steps > 0 || !moving):
				return steps
			case steps > 0 && !stay[n]:
			default:
				next[n] = next[n] || len(w.next[n]) == 0
				for _, to := range w.next[n] {
					next[to] = true
				}
			}
		}
		at = next
	}
	return -1
}

// Searches between sets of states find what explicit searches find: whether a path stays in one set
// until it is in another, what has a step into a set, and a shortest run, perhaps of a step at
// least.
func TestPathsBetweenSets(t *testing.T) {
	ctx := context.Background()
	runs, moved, none := 0, 0, 0
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 29))
		w := drawWalker(t, random)
		all := w.draw(random, 0)
		for range 6 {
			stay, goals := w.draw(random, random.IntN(3)), w.draw(random, 2)
			until, err := w.Until(ctx, w.set(t, stay), w.set(t, goals))
			require.NoError(t, err)
			before, err := w.Before(ctx, w.set(t, goals))
			require.NoError(t, err)
			wantUntil, wantBefore := make([]bool, len(all)), make([]bool, len(all))
			for n := range all {
				if !w.reached[n] {
					continue
				}
				start := make([]bool, len(all))
				start[n] = true
				wantUntil[n] = goals[n] || stay[n] && w.shortest(start, stay, goals, false) >= 0
				wantBefore[n] = len(w.next[n]) == 0 && goals[n]
				for _, to := range w.next[n] {
					wantBefore[n] = wantBefore[n] || goals[to]
				}
			}
			require.Equal(t, w.set(t, wantUntil), until, "seed %d", seed)
			require.Equal(t, w.set(t, wantBefore), before, "seed %d", seed)
			w.space.Manager().Release(until)
			w.space.Manager().Release(before)

			starts, moving := w.draw(random, 2), random.IntN(2) == 0
			if random.IntN(2) == 0 {
				clear(starts)
				starts[0] = true
			}
			if random.IntN(2) == 0 {
				stay = all
			}
			want := w.shortest(starts, stay, goals, moving)
			run, err := w.RunUntil(ctx, w.set(t, starts), w.set(t, stay), w.set(t, goals), moving)
			require.NoError(t, err)
			if run == nil {
				require.Negative(t, want, "seed %d", seed)
				none++
				continue
			}
			require.Len(t, run.States, want+1, "seed %d", seed)
			place := func(i int) int { return int(run.States[i].(recipe.State).Locals[0]) }
			require.True(t, starts[place(0)])
			require.True(t, goals[place(want)])
			for i := range want {
				if len(w.next[place(i)]) > 0 {
					require.Contains(t, w.next[place(i)], place(i+1))
				} else {
					require.Equal(t, place(i), place(i+1))
				}
				require.True(t, i == 0 || stay[place(i)])
			}
			if runs++; moving && starts[place(0)] && goals[place(0)] {
				moved++
			}
		}
	}
	require.Greater(t, min(runs, none), 100)
	require.Greater(t, moved, 20)
}
