package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// An edge of an explicit graph has labels, by their bits.
type edge struct{ from, to, labels int }

// fairCycle reports whether some nodes have a cycle over some edges that has an edge with each of
// the justice labels and, of each pair of compassion whose first label it has, an edge with the
// second. It divides into strong components again and again, and drops the edges of unanswered
// first labels.
func fairCycle(edges []edge, nodes int, justice []int, compassion [][2]int) bool {
	reach := make([][]bool, nodes)
	for i := range reach {
		reach[i] = make([]bool, nodes)
		for _, e := range edges {
			reach[i][e.to] = reach[i][e.to] || e.from == i
		}
	}
	for k := range nodes {
		for i := range nodes {
			for j := range nodes {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	for n := range nodes {
		if !reach[n][n] {
			continue
		}
		var inside []edge
		labels := 0
		for _, e := range edges {
			if reach[n][e.from] && reach[e.to][n] {
				inside = append(inside, e)
				labels |= e.labels
			}
		}
		fair := true
		for _, j := range justice {
			fair = fair && labels>>j&1 == 1
		}
		dropped := 0
		for _, c := range compassion {
			if labels>>c[0]&1 == 1 && labels>>c[1]&1 == 0 {
				dropped |= 1 << c[0]
			}
		}
		if !fair {
			continue
		}
		if dropped == 0 {
			return true
		}
		var left []edge
		for _, e := range inside {
			if e.labels&dropped == 0 {
				left = append(left, e)
			}
		}
		if fairCycle(left, nodes, justice, compassion) {
			return true
		}
	}
	return false
}

// reachable keeps the edges that runs from node 0 can take.
func reachable(edges []edge) (out []edge) {
	seen := map[int]bool{0: true}
	for range edges {
		for _, e := range edges {
			seen[e.to] = seen[e.to] || seen[e.from]
		}
	}
	for _, e := range edges {
		if seen[e.from] {
			out = append(out, e)
		}
	}
	return out
}

// On drawn graphs a run that is fair by justice and compassion is found if and only if the explicit
// graph has one. A label is a way, or a place that a way leaves; some runs are to leave one label
// alone from some time on.
func TestFairCyclesAgainstExplicitGraphs(t *testing.T) {
	count := map[bool]int{}
	for seed := range uint64(250) {
		random := rand.New(rand.NewPCG(seed, 3))
		places := 2 + random.IntN(5)
		var ways [][2]int
		for range places + random.IntN(2*places) {
			ways = append(ways, [2]int{random.IntN(places), random.IntN(places)})
		}
		s, is, goes := walker(t, places, ways...)
		labels := append(append([]*ltol.Formula{}, goes...), is...)
		var edges []edge
		left := map[int]bool{}
		for i, w := range ways {
			left[w[0]] = true
			edges = append(edges, edge{w[0], w[1], 1<<i | 1<<(len(ways)+w[0])})
		}
		for n := range places {
			if !left[n] {
				edges = append(edges, edge{n, n, 1 << (len(ways) + n)})
			}
		}
		var justice []int
		var compassion [][2]int
		var just []*ltol.Formula
		var pairs [][2]*ltol.Formula
		for range random.IntN(2) {
			justice = append(justice, random.IntN(len(labels)))
			just = append(just, labels[justice[0]])
		}
		for range 1 + random.IntN(4) {
			p := [2]int{random.IntN(len(labels)), random.IntN(len(labels))}
			compassion = append(compassion, p)
			pairs = append(pairs, [2]*ltol.Formula{labels[p[0]], labels[p[1]]})
		}
		fair := NewSystem(s.space, NewFairness(just, pairs), Options{})
		require.NoError(t, fair.Explore(context.Background()))
		never := random.IntN(len(labels))
		f, cycles := ltol.True(), reachable(edges)
		if random.IntN(2) == 0 {
			f = ltol.Finally(ltol.Globally(ltol.Not(labels[never])))
			cycles = slices.DeleteFunc(cycles, func(e edge) bool { return e.labels>>never&1 == 1 })
		}
		want := fairCycle(cycles, places, justice, compassion)
		out := find(t, fair, f)
		require.Equal(t, want, out.Found, "seed %d, %s: %v, justice %v, compassion %v", seed, f, ways, justice, compassion)
		if count[want]++; want {
			requireRun(t, fair, out.Run)
		}
	}
	t.Log(count)
	require.Greater(t, min(count[true], count[false]), 50)
}
