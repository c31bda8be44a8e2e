package search

import "slices"

// closeCycle returns a run inside the hull, of at least one hop, from one node to another. The run
// is a shortest one unless the breadth-first rings have become large.
func (f *pathFinder) closeCycle(t *task, h *hull, from, to position) []hop {
	if f.direct && len(h.fair.compassion) == 0 { // of which an edge may be one too many
		if run := f.greedy(t, h.region, from, to); run != nil || t.failed() {
			return run
		}
	}
	target := f.single(t, to)
	defer target.release()
	run, _ := f.leg(t, h, from, []goal{{allEdges, target}})
	return run
}

// greedy looks for a run inside the region from one node to another by greedy best-first search on
// explicit states. It expands first the nodes whose local states differ from the end's in the
// fewest agents. The run is nil if the search fails within its limits: MaxExplicitStates expanded
// nodes, and sixteen times as many that are met.
//
// Where agents mostly act on their own, the search returns one agent after the other to its state.
// Breadth-first rings of such systems are too large for diagrams.
func (f *pathFinder) greedy(t *task, within *region, from, to position) []hop {
	type node struct {
		position
		hop    hop // that led there
		before int
	}
	nodes, seen := []node{{position: from}}, map[positionKey]bool{f.key(from): true}
	open := make([][]int, f.space().Agents()+2) // by the number of agents in other local states
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

// agentsBetween returns a function that counts the agents whose local states in a node differ from
// those in the given one. The automaton counts as one more agent.
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

// loop walks from the anchor through an edge of each set and back, always to what is nearest. If
// there is no way back, closed is false and the run ends in the node at, which lies in a later
// component.
func (f *pathFinder) loop(t *task, h *hull, anchor position) (run []hop, at position, closed bool) {
	wanted := slices.Clone(h.fair.sets)
	for {
		if run, at = f.visit(t, h, anchor, wanted); t.failed() {
			return nil, at, false
		}
		if len(run) == 0 || f.key(at) != f.key(anchor) {
			back := f.closeCycle(t, h, at, anchor)
			if t.failed() {
				return nil, at, false
			}
			if len(back) == 0 {
				run, at = f.onward(t, h, run, at)
				return run, at, false
			}
			run = append(run, back...)
		}
		missing := h.fair.uncompassionate(run)
		if len(missing) == 0 {
			return run, anchor, true
		}
		wanted = append(wanted, missing...)
	}
}
