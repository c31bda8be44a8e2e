package search

import "github.com/rcheck-bdd/rcheck-bdd/ltol"

// components returns the strongly connected components of a graph given by its edges, each
// ascending and after those it can reach.
func components(edges [][]int) [][]int {
	return ltol.Components(len(edges),
		func(v int) int { return len(edges[v]) },
		func(v, i int) int { return edges[v][i] })
}
