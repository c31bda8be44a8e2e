package kernel

import (
	"runtime"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Export implements engine.Engine.
func (k *operations) Export(roots ...Ref) (nodes []engine.Exported, places []int32) {
	defer runtime.KeepAlive(k)
	list := k.below(roots...)
	place := k.placesOf(list)
	nodes = make([]engine.Exported, 2, len(list)+2)
	constant := int32(len(k.varAt))
	nodes[0], nodes[1] = engine.Exported{Level: constant}, engine.Exported{Level: constant, Low: 1, High: 1}
	for _, r := range list {
		x := &k.nodes[r]
		nodes = append(nodes, engine.Exported{Level: int32(x.level), Low: place(x.lo), High: place(x.hi)})
	}
	for _, r := range roots {
		places = append(places, place(r))
	}
	return nodes, places
}

// placesOf numbers the nodes of a list from 2 on, the constants before them. A list that is long
// compared with all nodes is numbered in an array over all of them.
func (k *operations) placesOf(list []Ref) func(Ref) int32 {
	if len(list) > int(k.top)/64 {
		places := make([]int32, k.top)
		places[1] = 1
		for i, n := range list {
			places[n] = int32(i + 2)
		}
		return func(n Ref) int32 { return places[n] }
	}
	places := make(map[Ref]int32, len(list)+2)
	places[1] = 1
	for i, n := range list {
		places[n] = int32(i + 2)
	}
	return func(n Ref) int32 { return places[n] }
}
