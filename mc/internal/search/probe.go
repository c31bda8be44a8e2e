package search

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// probe explores, explicitly and breadth first, a few nodes of g and looks for a fair cycle among
// them: from a node of z that is nearest to the initial ones on, so that a counterexample found is
// not much longer than necessary, and from some node of each part of z. Where there are fair cycles
// this often finds one long before a hull is complete, in particular where sets of states are no
// smaller as diagrams than as lists. It returns a hull that holds one component, or nil.
func (s *emptiness) probe(t *task, g *graph, z *region, fair conditions) *hull {
	f := s.paths()
	starts := s.nearest(t, f, z)
	for q, n := range z.part {
		if n != bdd.False {
			starts = append(starts, f.pick(t, q, n))
		}
	}
	for _, start := range starts {
		if h := f.probeFrom(t, g, start, fair); h != nil {
			return h
		}
	}
	return nil
}

// nearest are nodes of a region with one state of the system, as near to the initial ones as that
// of any. Where cycles can be entered anywhere, not all nodes of it are reachable, so that the
// nearest state is looked for without the automaton.
func (s *emptiness) nearest(t *task, f *pathFinder, z *region) []position {
	if !s.isAnywhere(z) {
		_, at := f.enter(t, s.product.graph, s.product.init, z)
		return []position{at}
	}
	c := t.open()
	defer t.close(c)
	target, waiting := newRegion(t.man, len(z.part)), slices.Index(s.waits, true)
	defer target.release()
	for _, n := range z.part {
		target.include(c, waiting, n)
	}
	alone := make([]bool, len(z.part))
	alone[waiting] = true
	_, at := f.enter(t, s.product.graph.within(alone), s.product.init, target)
	var out []position
	for q := range z.part {
		if at.automaton = q; !t.failed() && f.inside(t, z, at) {
			out = append(out, at)
		}
	}
	return out
}

// probeFrom is probe from one node.
func (f *pathFinder) probeFrom(t *task, g *graph, start position, fair conditions) *hull {
	if t.failed() {
		return nil
	}
	p := &probing{pathFinder: f, g: g, index: map[positionKey]int{}}
	p.add(start)
	for i := 0; i < len(p.nodes) && len(p.nodes) < p.MaxProbed && !t.failed(); i++ {
		t.fail(t.ctx.Err())
		p.expand(t, i)
	}
	for _, component := range ltol.Components(p.targets) {
		if !t.failed() && p.isFair(component, fair) {
			return p.hullOf(t, component, fair)
		}
	}
	return nil
}

// probing is an explicit part of a product.
type probing struct {
	*pathFinder
	g       *graph
	nodes   []position
	index   map[positionKey]int
	targets [][]int // by node
	hops    [][]hop // those that lead there
}

func (p *probing) add(at position) int {
	key := p.key(at)
	i, ok := p.index[key]
	if !ok {
		i = len(p.nodes)
		p.index[key] = i
		p.nodes = append(p.nodes, at)
		p.targets = append(p.targets, nil)
		p.hops = append(p.hops, nil)
	}
	return i
}

func (p *probing) expand(t *task, i int) {
	at := p.nodes[i]
	for tr, err := range p.space().Into(t.ctx, at.state, bdd.True) {
		if t.fail(err); t.failed() || len(p.nodes) >= met*p.MaxProbed {
			return
		}
		for _, a := range p.g.leave[forward][at.automaton] {
			if h, ok := p.taken(t, at, tr.Step, a.to); ok {
				to := p.add(position{a.to, tr.Next})
				p.targets[i] = append(p.targets[i], to)
				p.hops[i] = append(p.hops[i], h)
			}
		}
	}
}

// isFair reports whether a run that takes all edges of the component again and again is fair. Where
// only a part of the component has fair runs it answers no: the hull will find that part.
func (p *probing) isFair(component []int, fair conditions) bool {
	member := map[int]bool{}
	for _, i := range component {
		member[i] = true
	}
	var inside []hop
	for _, i := range component {
		for k, to := range p.targets[i] {
			if member[to] {
				inside = append(inside, p.hops[i][k])
			}
		}
	}
	return len(inside) > 0 && fair.metBy(inside)
}

func (p *probing) hullOf(t *task, component []int, fair conditions) *hull {
	c := t.open()
	defer t.close(c)
	h := &hull{region: newRegion(p.g.man, p.g.states()), graph: p.g, fair: fair}
	for _, i := range component {
		h.region.include(c, p.nodes[i].automaton, p.set(c, p.nodes[i]))
		c.Reset()
	}
	if c.Err() != nil {
		h.release()
		return nil
	}
	return h
}
