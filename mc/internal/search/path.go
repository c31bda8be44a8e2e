package search

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A position is a node of a product.
type position struct {
	automaton int
	state     space.State
}

// A positionKey tells positions apart.
type positionKey struct {
	automaton int
	state     string
}

func (p *product) key(at position) positionKey {
	return positionKey{at.automaton, p.space().Key(at.state)}
}

// A hop is an edge of a product: where it starts, the explicit step, the labels it has, and which
// first parts of compassion conditions it satisfies.
type hop struct {
	at     position
	step   space.Step
	labels []bool
	first  []bool
}

// has reports whether the hop is an edge with the label. Edges of one arc that are taken on the
// same letter count as one: a run that repeats the step forever can take each of them infinitely
// often.
func (h hop) has(l labels) bool { return l == allEdges || h.labels[l] }

// A goal is an edge to take: one into the region, or one with the label if that is nil.
type goal struct {
	label labels
	into  *region
}

// A pathFinder extracts explicit runs from a product. Everything it returns is made of steps of the
// interpreter; what the interpreter does not confirm is an internal error.
type pathFinder struct {
	*product
	// layers, if it is not nil, gives the breadth-first layers of the system. waits marks initial
	// automaton states that stay as they are, until a run is accepted. So, before there is one, what
	// is paired with them in a run of n steps is at most n steps away from an initial state.
	layers func(t *task, n int) bdd.Node
	waits  []bool
	// direct says that rings have become large, so that cycles are closed by greedy search.
	direct bool
	// A ring is what breadth-first search reaches in one more step. A search inside a hull ends
	// with errTooLarge when a ring has more than MaxRing nodes, or all rings more than MaxRings.
	Thresholds
}

// errTooLarge says that the rings of a search became too large.
var errTooLarge = errors.New("mc: large rings")

// shortest returns a run in g from a node of the region from, inside bound (no bound if nil), and
// the node it ends in. The last edge of the run meets one of the goals. The run is empty if there
// is none. It is a shortest one, unless rings have become so large that the search leaps, or has
// met another one from an end; see [leaps] and [ending].
func (f *pathFinder) shortest(t *task, g *graph, from, bound *region, goals []goal) ([]hop, position) {
	rings := []*region{from.clone()}
	seen, far, end := from.clone(), newLeaps(g, f.space().Variables()), &ending{}
	defer func() {
		end.release()
		far.release()
		seen.release()
		for _, r := range rings {
			r.release()
		}
	}()
	advance, all := f.advance(g, from, bound), 0
	for !t.failed() {
		ring := rings[len(rings)-1]
		for _, target := range goals {
			if target.into != nil {
				continue
			}
			if last, ok := f.meet(t, g, ring, bound, target.label); ok {
				return append(f.back(t, far, rings[:len(rings)-1], last.from), f.concretise(t, last)), last.to
			}
		}
		if bound == nil && all > f.NodesBeforeLeaps && far.possible(len(rings)) {
			advance, far.first = far.advance, min(far.first, len(rings)-1)
		}
		next := advance(t, ring, len(rings))
		rings = append(rings, next)
		size := next.nodes()
		if all += size; bound != nil && (size > f.MaxRing || all > f.MaxRings) {
			t.fail(errTooLarge)
		}
		if at, ok := f.arrive(t, next, goals); ok {
			return f.back(t, far, rings[:len(rings)-1], at), at
		}
		if seen.absorb(t, next); next.empty() {
			break
		}
		if bound == nil && all > f.NodesBeforeEnding {
			if run, at := join(t, f, far, rings, seen, end, goals[0].into, all); run != nil {
				return run, at
			}
		}
	}
	return nil, position{}
}

// An ending is a breadth-first search backwards from one node of a target. Where few agents have
// acted in this node, its rings are small, while those from the initial states have all agents act.
// For example, two of ten processes that join are enough to violate a property.
type ending struct {
	rings []*region
	seen  *region
	size  int // of all rings
}

func (e *ending) release() {
	for _, r := range append(e.rings, e.seen) {
		r.release()
	}
}

// join goes on with an ending while its rings have at most so many diagram nodes, until it meets
// the rings of a search forwards. Then it returns the run from the first of these, and where it
// ends. The region seen is the union of the rings.
func join(
	t *task, f *pathFinder, far *leaps, rings []*region, seen *region, e *ending, target *region, most int,
) ([]hop, position) {
	c := t.open()
	defer t.close(c)
	if e.seen == nil {
		q := slices.IndexFunc(target.part, func(n bdd.Node) bool { return n != bdd.False })
		e.seen = f.single(t, f.pick(t, q, target.part[q]))
		e.rings = []*region{e.seen.clone()}
	}
	for e.size <= most && !t.failed() {
		last := e.rings[len(e.rings)-1]
		goals := []goal{{allEdges, last}}
		_, met := f.arrive(t, seen, goals)
		for i := 0; met && i < len(rings); i++ {
			at, ok := f.arrive(t, rings[i], goals)
			if !ok {
				continue
			}
			run := f.back(t, far, rings[:i], at)
			for k := len(e.rings) - 2; k >= 0 && ok; k-- {
				var h hop
				h, at, ok = f.first(t, far.graph, e.rings[k], e.rings[k].states(c), at)
				run = append(run, h)
			}
			return run, at
		}
		next := far.graph.neighbours(t, backward, allEdges, last, nil)
		e.rings, e.size = append(e.rings, next), e.size+next.nodes()
		if e.seen.absorb(t, next); next.empty() {
			break
		}
	}
	return nil, position{}
}

// single is the region of one node.
func (f *pathFinder) single(t *task, p position) *region {
	r := newRegion(t.man, f.graph.states())
	if t.failed() {
		return r
	}
	c := t.open()
	defer t.close(c)
	r.set(p.automaton, f.set(c, p))
	return r
}

// first is the first hop from a node into bound, whose states are within, and where it leads to.
func (f *pathFinder) first(t *task, g *graph, bound *region, within bdd.Node, at position) (h hop, to position, ok bool) {
	for tr, err := range f.space().Into(t.ctx, at.state, within) {
		if t.fail(err); t.failed() {
			break
		}
		for _, a := range g.leave[forward][at.automaton] {
			if h, ok = f.taken(t, at, tr.Step, a.to); ok && f.inside(t, bound, position{a.to, tr.Next}) {
				return h, position{a.to, tr.Next}, true
			}
		}
	}
	return hop{}, at, false
}

// inside reports whether a node belongs to the region, as all do if that is nil.
func (f *pathFinder) inside(t *task, r *region, at position) bool {
	if r == nil {
		return true
	}
	c := t.open()
	defer t.close(c)
	is, _ := c.Leq(f.set(c, at), r.part[at.automaton])
	return is
}

// advance returns the function from a ring to its successors, the n-th ring.
func (f *pathFinder) advance(g *graph, from, bound *region) func(t *task, ring *region, n int) *region {
	if f.layers == nil || from != f.init || bound != nil {
		return func(t *task, ring *region, _ int) *region {
			return g.neighbours(t, forward, allEdges, ring, bound)
		}
	}
	moving := g.only(slices.DeleteFunc(slices.Clone(g.arcs), func(a *arc) bool { return a.from == a.to && f.waits[a.from] }))
	return func(t *task, ring *region, n int) *region {
		next := moving.neighbours(t, forward, allEdges, ring, nil)
		layer := f.layers(t, n)
		c := t.open()
		defer t.close(c)
		for q, waits := range f.waits {
			if waits {
				next.include(c, q, layer)
			}
		}
		return next
	}
}

// arrive picks a node of a ring that lies in the region of a goal which any edge meets.
func (f *pathFinder) arrive(t *task, ring *region, goals []goal) (position, bool) {
	c := t.open()
	defer t.close(c)
	for _, target := range goals {
		if target.into == nil {
			continue
		}
		for q, n := range ring.part {
			if both := c.And(n, target.into.part[q]); both != bdd.False {
				at := f.pick(t, q, both)
				return at, !t.failed()
			}
		}
	}
	return position{}, false
}

// absorb joins fresh to r and takes away from fresh what r held already.
func (r *region) absorb(t *task, fresh *region) {
	c := t.open()
	defer t.close(c)
	for q, n := range fresh.part {
		fresh.set(q, r.add(c, q, n))
	}
}

// An explicitEdge is an edge of the product between two explicit nodes.
type explicitEdge struct {
	from, to position
	move     int
	label    labels
}

// meet finds an edge with the label from the ring.
func (f *pathFinder) meet(t *task, g *graph, ring, bound *region, label labels) (explicitEdge, bool) {
	c := t.open()
	defer t.close(c)
	for _, a := range g.arcs {
		on := a.labelled(label)
		if on == nil || ring.part[a.from] == bdd.False {
			continue
		}
		for mv := range g.moves {
			found := g.step(c, forward, mv, on[mv], ring.part[a.from])
			if bound != nil {
				found = c.And(found, bound.part[a.to])
			}
			if found == bdd.False {
				c.Reset()
				continue
			}
			to := f.pick(t, a.to, found)
			from := f.source(t, c, g, a, to, mv, on[mv], ring.part[a.from])
			return explicitEdge{from: from, to: to, move: mv, label: label}, !t.failed()
		}
	}
	return explicitEdge{}, false
}

// A picker is a space that needs operations to pick a state, which may reach a limit.
type picker interface {
	pick(c *bdd.Calculator, set bdd.Node) (space.State, bool)
}

// set is the set of the state of a position.
func (p *product) set(c *bdd.Calculator, at position) bdd.Node {
	return c.Take(p.space().StateSet(c.Scope(), at.state))
}

func (f *pathFinder) pick(t *task, q int, set bdd.Node) position {
	c := t.open()
	defer t.close(c)
	pick := f.space().Pick
	if p, ok := f.space().(picker); ok {
		pick = func(set bdd.Node) (space.State, bool) { return p.pick(c, set) }
	}
	s, ok := pick(set)
	if !ok && c.Err() == nil {
		c.Fail(errors.New("no state in a set that is not empty"))
	}
	return position{q, s}
}

// source picks a node of the set from which the move leads to the given one.
func (f *pathFinder) source(t *task, c *bdd.Calculator, g *graph, a *arc, to position, mv int, on, set bdd.Node) position {
	if t.failed() {
		return position{}
	}
	target := f.set(c, to)
	sources := c.And(g.step(c, backward, mv, on, target), set)
	t.fail(c.Err())
	return f.pick(t, a.from, sources)
}

// back walks from a node, which the last ring leads to, back to the first ring and returns the run
// forwards. Some of the last rings may be leaps.
func (f *pathFinder) back(t *task, far *leaps, rings []*region, to position) []hop {
	var legs [][]hop
	for i := len(rings) - 1; i >= 0 && !t.failed(); i-- {
		var leg []hop
		if i >= far.first {
			leg, to = f.leapBack(t, far, rings[i], to)
		} else {
			e := f.predecessor(t, far.graph, rings[i], to)
			leg, to = []hop{f.concretise(t, e)}, e.from
		}
		legs = append(legs, leg)
	}
	slices.Reverse(legs)
	return slices.Concat(legs...)
}

// leapBack returns the run to a node from the ring that leads there in one leap, and where it
// begins. One step is tried first.
func (f *pathFinder) leapBack(t *task, far *leaps, ring *region, to position) ([]hop, position) {
	e := f.predecessor(t, far.graph, ring, to)
	if !t.clear(errNoPredecessor) {
		return []hop{f.concretise(t, e)}, e.from
	}
	c := t.open()
	defer t.close(c)
	target := f.set(c, to)
	for _, loop := range far.loops {
		if loop.from != to.automaton || ring.part[loop.from] == bdd.False {
			continue
		}
		z := far.repeat(t, loop, backward, target)
		never, err := c.Disjoint(z.part[loop.from], ring.part[loop.from])
		z.release()
		if err == nil && !never {
			return repeated(t, f, far, loop, ring.part[loop.from], to)
		}
	}
	c.Fail(errNoPredecessor)
	return nil, position{}
}

// repeated is a shortest run from a state of a set to a node by the move of a loop, and where it
// begins.
func repeated(t *task, f *pathFinder, far *leaps, loop *arc, from bdd.Node, to position) ([]hop, position) {
	c := t.open()
	defer t.close(c)
	mv := 0
	for loop.any[mv] == bdd.False {
		mv++
	}
	sets := []bdd.Node{f.set(c, to)} // by the number of steps that are left
	for last := sets[0]; c.Err() == nil; last = sets[len(sets)-1] {
		if start := c.And(last, from); start != bdd.False {
			break
		}
		sets = append(sets, far.graph.step(c, backward, mv, loop.any[mv], last))
	}
	start := c.And(sets[len(sets)-1], from)
	t.fail(c.Err())
	begin := f.pick(t, loop.from, start)
	var run []hop
	e := explicitEdge{from: begin, to: to, move: mv, label: allEdges}
	for left := len(sets) - 2; left >= 0 && !t.failed(); left-- {
		var h hop
		h, e.from.state = into(t, f, e, sets[left])
		run = append(run, h)
	}
	return run, begin
}

func (f *pathFinder) predecessor(t *task, g *graph, ring *region, to position) explicitEdge {
	if t.failed() {
		return explicitEdge{}
	}
	c := t.open()
	defer t.close(c)
	target := f.set(c, to)
	for _, a := range g.leave[backward][to.automaton] {
		if ring.part[a.from] == bdd.False {
			continue
		}
		for mv := range g.moves {
			sources := c.And(g.step(c, backward, mv, a.any[mv], target), ring.part[a.from])
			if sources != bdd.False {
				return explicitEdge{from: f.pick(t, a.from, sources), to: to, move: mv, label: allEdges}
			}
		}
	}
	c.Fail(errNoPredecessor)
	return explicitEdge{}
}

var errNoPredecessor = errors.New("a node of a ring has no predecessor in the ring before")

// concretise finds the interpreter's step for an edge.
func (f *pathFinder) concretise(t *task, e explicitEdge) hop {
	if t.failed() {
		return hop{}
	}
	c := t.open()
	defer t.close(c)
	target := f.set(c, e.to)
	t.fail(c.Err())
	h, _ := into(t, f, e, target)
	return h
}

// into finds a step of the interpreter for an edge that ends in any state of a set, and this state.
func into(t *task, f *pathFinder, e explicitEdge, set bdd.Node) (hop, space.State) {
	c := t.open()
	defer t.close(c)
	for tr, err := range f.space().Into(t.ctx, e.from.state, set) {
		if t.fail(err); t.failed() {
			return hop{}, nil
		}
		if !f.belongs(t, e.from.state, tr.Step, e.move) {
			continue
		}
		outside, err := c.Disjoint(f.set(c, position{state: tr.Next}), set)
		if t.fail(err); t.failed() || outside {
			continue
		}
		if h, ok := f.taken(t, e.from, tr.Step, e.to.automaton); ok && h.has(e.label) {
			return h, tr.Next
		}
	}
	t.fail(c.Err()) // a limit may be why no step leads into the set
	t.fail(fmt.Errorf("the interpreter has no step for a symbolic one from %s", f.space().StateString(e.from.state)))
	return hop{}, nil
}

// belongs reports whether the step from a state is one of the move's.
func (f *pathFinder) belongs(t *task, from space.State, step space.Step, mv int) bool {
	class := f.graph.moves[mv].class
	if class == nil || f.space().IsStutter(step) {
		return class == nil && f.space().IsStutter(step)
	}
	has, err := class.Has(t.ctx, from, step)
	t.fail(err)
	return has
}

// taken returns the hop by the given step to an automaton state; ok is false if no edge of the
// automaton leads there on the step's letter.
func (f *pathFinder) taken(t *task, from position, step space.Step, to int) (h hop, ok bool) {
	h = hop{at: from, step: step, labels: make([]bool, f.sets)}
	l := letter{task: t, sys: f.sys, state: from.state, step: step}
	for _, e := range f.aut.States[from.automaton] {
		if e.To != to || !e.Guard.Eval(l.holds) {
			continue
		}
		ok = true
		for i := range f.aut.Acceptance {
			h.labels[i] = h.labels[i] || e.Acc>>i&1 == 1
		}
	}
	for i, condition := range f.fair.marked() {
		h.labels[f.aut.Acceptance+i] = l.satisfies(condition)
	}
	for _, pair := range f.fair.compassion {
		h.first = append(h.first, l.satisfies(pair[0]))
	}
	return h, ok && !t.failed()
}

// A letter is a state with a step that leaves it, as the interpreter sees them.
type letter struct {
	*task
	sys   *System
	state space.State
	step  space.Step
}

func (l *letter) holds(a ltol.Atom) bool {
	if a.Kind == ltol.State {
		return l.sys.stateHolds(l.task, a.ID, l.state)
	}
	b, err := l.sys.space.StepHolds(l.ctx, a.ID, l.state, l.step)
	l.fail(err)
	return b
}

// satisfies evaluates a letter formula.
func (l *letter) satisfies(f *ltol.Formula) bool {
	b, err := ltol.Holds(f, func(f *ltol.Formula) (bool, error) {
		if f.Op() != ltol.OpAtom {
			return false, fmt.Errorf("the condition %s has a temporal operator", f)
		}
		return l.holds(f.Atom()), l.err
	})
	l.fail(err)
	return b
}
