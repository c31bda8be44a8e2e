package counters

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/abstract"
)

// sums lists the counters after steps of concrete numbers of agents: of each local state, some
// agents are taken out as movers, and each of the others goes one of its ways, all of which it
// tries.
func sums(numbers []int, ways [][]int, from, to []int) map[[3]int]bool {
	left := slices.Clone(numbers)
	for _, p := range from {
		if left[p]--; left[p] < 0 {
			return nil
		}
	}
	var start [3]int
	for _, p := range to {
		start[p] = min(start[p]+1, 2)
	}
	out := map[[3]int]bool{start: true}
	for p, agents := range left {
		for range agents {
			next := map[[3]int]bool{}
			for counters := range out {
				for _, w := range ways[p] {
					more := counters
					more[w] = min(more[w]+1, 2)
					next[more] = true
				}
			}
			out = next
		}
	}
	return out
}

// Counters after a step are those of all numbers of agents that the counters before it stand for,
// and no others.
func TestSumsOfAgents(t *testing.T) {
	const n = 3
	var l bdd.Layout
	x := &class{}
	for i := range n {
		x.locals = append(x.locals, &local{some: l.Add(fmt.Sprint("some", i), 2), many: l.Add(fmt.Sprint("many", i), 2)})
	}
	m, err := bdd.New(&l, bdd.Options{})
	require.NoError(t, err)
	defer m.Close()
	ctx, random, possible := context.Background(), rand.New(rand.NewPCG(1, 2)), 0
	for range 40 {
		c := m.Calculator(ctx)
		r := &reactions{Space: &Space{Space: &abstract.Space{Diagrams: m}, classes: []*class{x}, known: bdd.True}, c: c, base: bdd.True, ways: map[*local][]way{}}
		ways := make([][]int, n)
		for p := range n {
			for q := range n {
				if random.IntN(3) == 0 {
					ways[p] = append(ways[p], q)
				}
			}
			list := []way{}
			for _, q := range ways[p] {
				list = append(list, way{x.locals[q], bdd.True})
			}
			if r.ways[x.locals[p]] = list; random.IntN(3) == 0 { // agents stay
				delete(r.ways, x.locals[p])
				ways[p] = []int{p}
			}
		}
		var from, to []int
		var leave, enter []*local
		for range random.IntN(3) {
			from, to = append(from, random.IntN(n)), append(to, random.IntN(n))
			leave, enter = append(leave, x.locals[from[len(from)-1]]), append(enter, x.locals[to[len(to)-1]])
		}
		steps, changed := r.steps(leave, enter)
		relation, err := c.NewRelation(steps, changed)
		require.NoError(t, err)
		for code := range 27 {
			counters := []int{code % 3, code / 3 % 3, code / 9}
			want := map[[3]int]bool{}
			for more := range 729 { // 2 to 10 agents where there are many
				numbers := slices.Clone(counters)
				skip := false
				for p, extra := range []int{more % 9, more / 9 % 9, more / 81} {
					skip = skip || extra > 0 && counters[p] < 2
					numbers[p] += extra
				}
				if !skip {
					maps.Copy(want, sums(numbers, ways, from, to))
				}
			}
			set := bdd.True
			for p, l := range x.locals {
				set = c.AndAll(set, equals(c, l.some, counters[p] > 0), equals(c, l.many, counters[p] > 1))
			}
			got := map[[3]int]bool{}
			m.Each(relation.Image(c, set), []bdd.VarID{0, 1, 2, 3, 4, 5}, func(codes []int) bool {
				got[[3]int{codes[0] + codes[1], codes[2] + codes[3], codes[4] + codes[5]}] = true
				return true
			})
			require.Equal(t, want, got, "%v of %v, ways %v, from %v to %v", counters, code, ways, from, to)
			possible += len(got)
		}
		c.Close()
	}
	require.Greater(t, possible, 1000)
}
