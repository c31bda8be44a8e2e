package search

import "slices"

// home is a run inside the hull, of at least one hop, from one node to another: a shortest one, as
// long as rings of states are small.
func (f *pathFinder) home(t *task, h *hull, from, to position) []hop {
	if f.direct && len(h.fair.compassion) == 0 { // of which an edge may be one too many
		if run := f.towards(t, h.region, from, to); run != nil || t.failed() {
			return run
		}
	}
	target := f.single(t, to)
	defer target.release()
	run, _ := f.leg(t, h, from, []goal{{allEdges, target}})
	return run
}

// met is how many states an explicit search may meet for each one that it may go on from.
const met = 16

// towards looks explicitly for a run inside the region from one node to another, and goes on from
// the nodes that fewest agents tell from it. The run is nil if none is found before it has gone on
// from so many nodes, or met sixteen times as many.
// Agents that mostly go about on their own are brought home one after the other, while the states
// that so many steps lead to are more than diagrams can hold.
func (f *pathFinder) towards(t *task, within *region, from, to position) []hop {
	type node struct {
		position
		hop    hop // that led there
		before int
	}
	nodes, seen := []node{{position: from}}, map[positionKey]bool{f.key(from): true}
	open := make([][]int, f.space().Agents()+2) // by the number of agents that tell them from the end
	away := f.agentsBetween(to)
	c := t.open()
	defer t.close(c)
	states := within.states(c)
	open[away(from)] = []int{0}
	for gone := 0; gone < f.MaxExplicitStates && len(nodes) < met*f.MaxExplicitStates; gone++ {
		if t.fail(t.ctx.Err()); t.failed() {
			return nil
		}
		nearest := slices.IndexFunc(open, func(list []int) bool { return len(list) > 0 })
		if nearest < 0 {
			return nil
		}
		i := open[nearest][0]
		open[nearest] = open[nearest][1:]
		at := nodes[i].position
		for tr, err := range f.space().Into(t.ctx, at.state, states) {
			if t.fail(err); t.failed() {
				return nil
			}
			if len(nodes) >= met*f.MaxExplicitStates {
				break
			}
			for _, a := range f.graph.leave[forward][at.automaton] {
				next := node{position: position{a.to, tr.Next}, before: i}
				key, ok := f.key(next.position), false
				if seen[key] && key != f.key(to) {
					continue
				}
				if next.hop, ok = f.taken(t, at, tr.Step, a.to); !ok || !f.inside(t, within, next.position) {
					continue
				}
				if key == f.key(to) {
					run := []hop{next.hop}
					for ; i > 0; i = nodes[i].before {
						run = append(run, nodes[i].hop)
					}
					slices.Reverse(run)
					return run
				}
				seen[key] = true
				distance := away(next.position)
				open[distance] = append(open[distance], len(nodes))
				nodes = append(nodes, next)
			}
		}
	}
	return nil
}

// agentsBetween counts the agents whose local states are others in a node than in the given one,
// and the automaton likewise.
func (f *pathFinder) agentsBetween(to position) func(position) int {
	local := make([]string, f.space().Agents())
	for a := range local {
		local[a] = f.space().Local(a, to.state)
	}
	return func(at position) int {
		n := 0
		if at.automaton != to.automaton {
			n++
		}
		for a, there := range local {
			if f.space().Local(a, at.state) != there {
				n++
			}
		}
		return n
	}
}
