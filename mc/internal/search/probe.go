package search

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// probe explores, explicitly and breadth first, a few nodes of g and looks for a fair cycle among
// them: from a node of z that is nearest to the initial ones on, so that a counterexample found is
// not much longer than necessary, and from some node of each part of z. Where there are fair cycles
// this often finds one long before a hull is complete, in particular where sets of states are no
// smaller as diagrams than as lists. It returns a hull that holds one component, or nil.
func (s *emptiness) probe(ctx context.Context, g *graph, z *region, fair conditions) (*hull, error) {
	f := s.paths()
	_, nearest, err := f.enter(ctx, s.product.graph, s.product.init, z)
	if err != nil {
		return nil, err
	}
	starts := []position{nearest}
	for q, n := range z.part {
		if n != bdd.False {
			at, err := f.pick(q, n)
			if err != nil {
				return nil, err
			}
			starts = append(starts, at)
		}
	}
	for _, start := range starts {
		if h, err := f.probeFrom(ctx, g, start, fair); h != nil || err != nil {
			return h, err
		}
	}
	return nil, nil
}

// probeFrom is probe from one node.
func (f *pathFinder) probeFrom(ctx context.Context, g *graph, start position, fair conditions) (*hull, error) {
	p := &probing{pathFinder: f, g: g, index: map[positionKey]int{}}
	p.add(start)
	if err := p.explore(ctx); err != nil {
		return nil, err
	}
	for _, component := range components(p.targets) {
		if p.isFair(component, fair) {
			return p.hullOf(ctx, component, fair)
		}
	}
	return nil, nil
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

func (p *probing) explore(ctx context.Context) error {
	for i := 0; i < len(p.nodes) && len(p.nodes) < p.MaxProbed; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.expand(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

func (p *probing) expand(ctx context.Context, i int) error {
	at := p.nodes[i]
	successors, err := p.space().Successors(at.state)
	if err != nil {
		return err
	}
	for _, tr := range successors {
		for _, a := range p.g.leave[forward][at.automaton] {
			h, ok, err := p.taken(ctx, at, tr.Step, a.to)
			if err != nil {
				return err
			}
			if ok {
				to := p.add(position{a.to, tr.Next})
				p.targets[i] = append(p.targets[i], to)
				p.hops[i] = append(p.hops[i], h)
			}
		}
	}
	return nil
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
	if len(inside) == 0 {
		return false
	}
	for _, set := range fair.sets {
		if !hitBy(inside, set) {
			return false
		}
	}
	return len(p.uncompassionate(inside, fair.compassion)) == 0
}

func (p *probing) hullOf(ctx context.Context, component []int, fair conditions) (*hull, error) {
	c := p.g.man.Calculator(ctx)
	defer c.Close()
	r := newRegion(p.g.man, p.g.states())
	for _, i := range component {
		r.include(c, p.nodes[i].automaton, c.Take(p.space().StateSet(c.Scope(), p.nodes[i].state)))
		c.Reset()
	}
	if err := c.Err(); err != nil {
		r.release()
		return nil, err
	}
	return &hull{region: r, graph: p.g, fair: fair}, nil
}
