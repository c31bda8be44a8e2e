package shortest

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// A product is the part that was explored of the states with the automaton of a goal. Its nodes are
// numbered in breadth-first order from the initial ones.
type product struct {
	*goal
	s     *states
	heads []*page // by state its first node
	nodes []node
	arcs  [][]arc // of the nodes that are expanded, which are the first ones
	size  int     // how many arcs there are
	end   int     // of the layer that is explored: its nodes are those before
	// without, if it is not nil, tells of which commands no step is taken.
	without *ban

	// What was visited in the search for a loop: the round in which a node was, by node and marks, or
	// the same as a map where there are many marks.
	visited []int32
	round   int32
	sparse  map[uint64]bool
	queue   []visit
}

// A pair is a state with one of the automaton.
type pair struct{ state, at int32 }

type node struct {
	pair
	distance int32
	before   int32 // the node from which it was met, -1 if it is initial
	by       int32
	next     link // the next node of the same state
}

// An arc is a step of the product, by a move of the state with this index, with its marks.
type arc struct {
	to, by int32
	marks  uint64
}

// newProduct begins a product in some states.
func newProduct(s *states, g *goal, starts []int32) *product {
	p := &product{goal: g, s: s}
	for _, state := range starts {
		for _, q := range g.aut.Initial {
			p.meet(pair{state, int32(q)}, node{before: -1})
		}
	}
	return p
}

// meet is the number of a node, which is added if it is new.
func (p *product) meet(at pair, n node) int32 {
	head := p.head(at.state)
	for *head != 0 {
		known := &p.nodes[*head-1]
		if known.at == at.at {
			return int32(*head - 1)
		}
		head = &known.next
	}
	i := int32(len(p.nodes))
	*head, n.pair = link(i+1), at
	p.nodes = append(p.nodes, n)
	p.s.meter.node()
	return i
}

// A link is the number of a node, counted from 1; 0 is none. A page has those of consecutive
// states.
type (
	link int32
	page [256]link
)

// head is the first node of a state.
func (p *product) head(state int32) *link {
	at := int(state) / len(page{})
	for at >= len(p.heads) {
		p.heads = append(p.heads, nil)
	}
	if p.heads[at] == nil {
		p.heads[at] = new(page)
	}
	return &p.heads[at][int(state)%len(page{})]
}

// layer expands the nodes of the next layer, or goes on with it after an error. It reports whether
// there are any, and, for a goal of prefixes, lists the arcs into states in which all is decided,
// each with its source.
func (p *product) layer(ctx context.Context) (more bool, hits []hit, err error) {
	if len(p.arcs) == p.end {
		p.end = len(p.nodes)
	}
	for len(p.arcs) < p.end {
		more = true
		out, found, err := p.expand(ctx, int32(len(p.arcs)))
		if err != nil {
			return more, hits, err
		}
		hits = append(hits, found...)
		p.arcs = append(p.arcs, out)
		p.size += len(out)
	}
	return more, hits, nil
}

// A hit is a step from a node after which all is decided.
type hit struct{ from, by int32 }

func (p *product) expand(ctx context.Context, i int32) (out []arc, hits []hit, err error) {
	at := p.nodes[i]
	moves, err := p.s.expand(ctx, at.state)
	if err != nil {
		return nil, nil, err
	}
	for k, m := range moves {
		by := int32(k)
		if m.barred(p.without) {
			if p.decided != nil && p.decides(p.s, m.letter, at.at) {
				hits = append(hits, hit{i, by})
			}
			continue
		}
		for _, e := range p.reads(p.s, m.letter, at.at) {
			p.s.meter.arc()
			if p.decided != nil && p.decided[e.to] {
				hits = append(hits, hit{i, by})
				continue
			}
			to := p.meet(pair{m.to, e.to}, node{distance: at.distance + 1, before: i, by: by})
			out = append(out, arc{to, by, e.marks})
		}
	}
	p.s.meter.bytes += len(out) * arcBytes
	return out, hits, nil
}

// A hop is a move from a state, by its index.
type hop struct{ from, by int32 }

// way is how a node was met.
func (p *product) way(i int32) (out []hop) {
	for p.nodes[i].before >= 0 {
		by := p.nodes[i].by
		i = p.nodes[i].before
		out = append(out, hop{p.nodes[i].state, by})
	}
	slices.Reverse(out)
	return out
}

// components numbers the components of the expanded nodes that may hold a lasso of the goal; -1 for
// nodes of others.
func (p *product) components() (of []int32, some bool) {
	next, all := make([][]int, len(p.arcs)), make([]int, 0, p.size)
	p.s.meter.spent += stepsPerArc * arcsPerComponent * p.size
	for i, arcs := range p.arcs {
		from := len(all)
		for _, a := range arcs {
			if int(a.to) < len(p.arcs) {
				all = append(all, int(a.to))
			}
		}
		next[i] = all[from:]
	}
	of = make([]int32, len(p.arcs))
	found := ltol.Components(next)
	for k, members := range found {
		for _, i := range members {
			of[i] = int32(k)
		}
	}
	fair := make([]bool, len(found))
	for k, members := range found {
		var marks uint64
		steps := false
		for _, i := range members {
			for _, a := range p.arcs[i] {
				if int(a.to) < len(p.arcs) && of[a.to] == int32(k) {
					marks, steps = marks|a.marks, true
				}
			}
		}
		fair[k] = steps && p.candidate(marks)
		some = some || fair[k]
	}
	for i := range of {
		if !fair[of[i]] {
			of[i] = -1
		}
	}
	return of, some
}

// lasso is a shortest lasso of the goal in the expanded nodes, with less than so many steps; ok is
// false if there is none. Of the nodes in which loops begin, the first
// that has a shortest one is taken.
func (p *product) lasso(ctx context.Context, below int) (l lasso, ok bool, err error) {
	if !p.s.meter.fits(stepsPerArc * arcsPerComponent * p.size) {
		return l, false, errBudget
	}
	of, some := p.components()
	if !some {
		return l, false, nil
	}
	ways := p.marked(of)
	for _, e := range p.entries(of) {
		distance := int(p.nodes[e.from].distance)
		if distance+1 >= below {
			break
		}
		if distance+ways.least(e.at, e.at, 0) >= below {
			continue
		}
		loop, err := p.loop(ctx, of, ways, e, below-distance)
		if err != nil {
			return l, ok, err
		}
		if loop != nil {
			l, ok = lasso{p.way(e.from), loop}, true
			below = distance + len(loop)
		}
	}
	return l, ok, nil
}

// ways are, by mark of a condition and by node, how many steps a way inside the component takes
// that ends with such a mark, and one that begins behind it.
type ways struct{ to, from [][]int32 }

// noWay is more steps than any way takes.
const noWay = 1 << 20

// marked finds the shortest ways to all marks that every loop needs, and from them.
func (p *product) marked(of []int32) (w ways) {
	before := make([][]int32, len(of))
	inside := func(i int, a arc) bool { return int(a.to) < len(of) && of[i] >= 0 && of[a.to] == of[i] }
	for i, arcs := range p.arcs {
		for _, a := range arcs {
			if inside(i, a) {
				before[a.to] = append(before[a.to], int32(i))
			}
		}
	}
	for b := range p.sets() {
		to, from := distances{}, distances{}
		to.begin(len(of))
		from.begin(len(of))
		for i, arcs := range p.arcs {
			for _, a := range arcs {
				if p.s.meter.arc(); inside(i, a) && a.marks>>b&1 == 1 {
					to.meet(int32(i), 1)
					from.meet(a.to, 0)
				}
			}
		}
		for ; len(to.queue) > 0; to.queue = to.queue[1:] {
			for _, i := range before[to.queue[0]] {
				p.s.meter.arc()
				to.meet(i, to.steps[to.queue[0]]+1)
			}
		}
		for ; len(from.queue) > 0; from.queue = from.queue[1:] {
			at := from.queue[0]
			for _, a := range p.arcs[at] {
				if p.s.meter.arc(); inside(int(at), a) {
					from.meet(a.to, from.steps[at]+1)
				}
			}
		}
		w.to, w.from = append(w.to, to.steps), append(w.from, from.steps)
	}
	return w
}

// distances are what a breadth-first search from several nodes has met.
type distances struct{ steps, queue []int32 }

func (d *distances) begin(nodes int) {
	d.steps = make([]int32, nodes)
	for i := range d.steps {
		d.steps[i] = noWay
	}
}

func (d *distances) meet(node, steps int32) {
	if d.steps[node] == noWay {
		d.steps[node] = steps
		d.queue = append(d.queue, node)
	}
}

// least is a bound from below of the steps from one node to another one, by way of all marks that
// are not yet there.
func (w ways) least(node, end int32, marks uint64) int {
	most := int32(1)
	for b := range w.to {
		if marks>>b&1 == 0 {
			most = max(most, w.to[b][node]+w.from[b][end])
		}
	}
	return int(most)
}

// An entry is where the loop of a lasso may begin: the way to it ends in the node from, and the
// loop comes back to the node at, of the same state. Both have the arcs with which the loop may
// begin, so that the automaton may be in another state before the first round than after it.
// Otherwise lassos would be longer by the steps in which the automaton makes up its mind.
type entry struct{ from, at int32 }

// entries lists where loops may begin, nearest first.
func (p *product) entries(of []int32) (out []entry) {
	for i := range p.arcs {
		for next := *p.head(p.nodes[i].state); next != 0 && int(next) <= len(p.arcs); next = p.nodes[next-1].next {
			at := int32(next - 1)
			if of[at] >= 0 && (at == int32(i) || p.nodes[at].distance > p.nodes[i].distance) {
				out = append(out, entry{int32(i), at})
			}
		}
	}
	return out
}

// has reports whether a node has an arc by the same move to the same node.
func (p *product) has(i int32, a arc) bool {
	return slices.ContainsFunc(p.arcs[i], func(b arc) bool { p.s.meter.arc(); return a.to == b.to && a.by == b.by })
}

// A lasso is a prefix and a loop.
type lasso struct{ prefix, loop []hop }

func (l lasso) steps() int { return len(l.prefix) + len(l.loop) }

// A visit is a node with the marks that were met on the way to it, and how it was met.
type visit struct {
	node   int32
	marks  uint64
	before int32 // the place of the visit before it, -1 for the first
	by     int32
	depth  int
}

// loop is a shortest way from an entry back to it, inside its component, whose marks meet the goal,
// of less than so many steps; nil if there is none.
func (p *product) loop(ctx context.Context, of []int32, w ways, e entry, below int) ([]hop, error) {
	queue := append(p.queue[:0], visit{node: e.at, before: -1})
	defer func() { p.queue = queue }()
	p.begin()
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		if at.depth+1 >= below {
			return nil, nil
		}
		if err := p.s.meter.check(ctx); err != nil {
			return nil, err
		}
		for _, a := range p.arcs[at.node] {
			p.s.meter.arc()
			if int(a.to) >= len(of) || of[a.to] != of[e.at] || i == 0 && e.from != e.at && !p.has(e.from, a) {
				continue
			}
			marks := at.marks | a.marks
			if a.to == e.at && p.accepts(marks) {
				return p.back(queue, visit{before: int32(i), by: a.by}), nil
			}
			if at.depth+1+w.least(a.to, e.at, marks) < below && p.first(a.to, marks) {
				queue = append(queue, visit{a.to, marks, int32(i), a.by, at.depth + 1})
			}
		}
	}
	return nil, nil
}

// back are the hops by which a visit was met.
func (p *product) back(queue []visit, v visit) (out []hop) {
	for v.before >= 0 {
		by := v.by
		v = queue[v.before]
		out = append(out, hop{p.nodes[v.node].state, by})
	}
	slices.Reverse(out)
	return out
}

// begin forgets what was visited.
func (p *product) begin() {
	p.round++
	if bits := p.sets() + 2*len(p.compassion); bits <= denseMarks {
		if more := len(p.arcs)<<bits - len(p.visited); more > 0 {
			p.visited = append(p.visited, make([]int32, more)...)
		}
	} else {
		p.sparse = map[uint64]bool{}
	}
}

// first reports whether a node is visited with these marks for the first time since begin.
func (p *product) first(node int32, marks uint64) bool {
	bits := p.sets() + 2*len(p.compassion)
	if bits > denseMarks {
		at := uint64(node)<<maxMarks | marks&(1<<bits-1)
		met := p.sparse[at]
		p.sparse[at] = true
		return !met
	}
	at := &p.visited[int(node)<<bits|int(marks&(1<<bits-1))]
	met := *at == p.round
	*at = p.round
	return !met
}

// denseMarks is up to how many marks a table has a place for each node with each set of them.
const denseMarks = 3
