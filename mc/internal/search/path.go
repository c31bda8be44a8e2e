package search

import (
	"cmp"
	"context"
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
// same letter count as one: a run that repeats the step for ever can take each of them infinitely
// often.
func (h hop) has(l labels) bool { return l == allEdges || h.labels[l] }

// A goal is an edge to take: one with the given label, into the region (any node of the graph if
// nil).
type goal struct {
	label labels
	into  *region
}

// A pathFinder extracts explicit runs from a product. Everything it returns is made of steps of the
// interpreter; what the interpreter does not confirm is an internal error.
type pathFinder struct {
	*product
	// layers, if it is not nil, gives the breadth-first layers of the system; waits marks initial
	// automaton states that can stay as they are on every step, so that what is paired with them in
	// a run of n steps from the start is at most n steps away from an initial state.
	layers func(ctx context.Context, n int) (bdd.Node, error)
	waits  []bool
	// A ring of a search inside a hull that is larger than MaxRing ends it with errImpatient.
	Thresholds
}

// errImpatient says that the rings of a search became large.
var errImpatient = errors.New("mc: large rings")

// shortest returns a shortest run in g from a node of the region from, inside bound (no bound if
// nil), whose last edge meets one of the goals, and the node it ends in; an empty run if there is
// none.
func (f *pathFinder) shortest(ctx context.Context, g *graph, from, bound *region, goals []goal) ([]hop, position, error) {
	rings := []*region{from.clone()}
	seen := from.clone()
	defer func() {
		seen.release()
		for _, r := range rings {
			r.release()
		}
	}()
	advance := f.advance(g, from, bound)
	for {
		ring := rings[len(rings)-1]
		for _, target := range goals {
			if target.label == allEdges && target.into != nil {
				continue
			}
			last, ok, err := f.meet(ctx, g, ring, bound, target)
			if err != nil {
				return nil, position{}, err
			}
			if ok {
				run, err := f.trace(ctx, g, rings, last)
				return run, last.to, err
			}
		}
		next, err := advance(ctx, ring, len(rings))
		if err != nil {
			return nil, position{}, err
		}
		rings = append(rings, next)
		if bound != nil && next.nodes() > f.MaxRing {
			return nil, position{}, errImpatient
		}
		at, ok, err := f.arrive(ctx, next, goals)
		if err != nil {
			return nil, position{}, err
		}
		if ok {
			run, err := f.back(ctx, g, rings[:len(rings)-1], at)
			return run, at, err
		}
		if err := seen.absorb(ctx, next); err != nil {
			return nil, position{}, err
		}
		if next.empty() {
			return nil, position{}, nil
		}
	}
}

// advance returns the function from a ring to its successors, the n-th ring.
func (f *pathFinder) advance(g *graph, from, bound *region) func(ctx context.Context, ring *region, n int) (*region, error) {
	if f.layers == nil || from != f.init || bound != nil {
		return func(ctx context.Context, ring *region, _ int) (*region, error) {
			return g.neighbours(ctx, forward, allEdges, ring, bound)
		}
	}
	moving := g.only(slices.DeleteFunc(slices.Clone(g.arcs), func(a *arc) bool { return a.from == a.to && f.waits[a.from] }))
	return func(ctx context.Context, ring *region, n int) (*region, error) {
		next, err := moving.neighbours(ctx, forward, allEdges, ring, nil)
		if err != nil {
			return nil, err
		}
		layer, err := f.layers(ctx, n)
		if err == nil {
			err = next.join(ctx, f.waits, layer)
		}
		if err != nil {
			next.release()
			return nil, err
		}
		return next, nil
	}
}

// join adds n to the parts that are marked.
func (r *region) join(ctx context.Context, marked []bool, n bdd.Node) error {
	c := r.man.Calculator(ctx)
	defer c.Close()
	for q, in := range marked {
		if in {
			r.include(c, q, n)
		}
	}
	return c.Err()
}

// arrive picks a node of a ring that lies in the region of a goal which any edge meets.
func (f *pathFinder) arrive(ctx context.Context, ring *region, goals []goal) (position, bool, error) {
	c := ring.man.Calculator(ctx)
	defer c.Close()
	for _, target := range goals {
		if target.label != allEdges || target.into == nil {
			continue
		}
		for q, n := range ring.part {
			if both := c.And(n, target.into.part[q]); both != bdd.False {
				at, err := f.pick(q, both)
				return at, err == nil, err
			}
		}
	}
	return position{}, false, c.Err()
}

// absorb joins fresh to r and takes away from fresh what r held already.
func (r *region) absorb(ctx context.Context, fresh *region) error {
	c := r.man.Calculator(ctx)
	defer c.Close()
	for q, n := range fresh.part {
		fresh.set(q, r.add(c, q, n))
	}
	return c.Err()
}

// An explicitEdge is an edge of the product between two explicit nodes.
type explicitEdge struct {
	from, to position
	move     int
	label    labels
}

// meet finds an edge from the ring that meets the goal.
func (f *pathFinder) meet(ctx context.Context, g *graph, ring, bound *region, target goal) (explicitEdge, bool, error) {
	c := g.man.Calculator(ctx)
	defer c.Close()
	for _, a := range g.arcs {
		on := a.labelled(target.label)
		if on == nil || ring.part[a.from] == bdd.False || target.into != nil && target.into.part[a.to] == bdd.False {
			continue
		}
		for mv := range g.moves {
			found := g.step(c, forward, mv, on[mv], ring.part[a.from])
			for _, r := range []*region{bound, target.into} {
				if r != nil {
					found = c.And(found, r.part[a.to])
				}
			}
			if found == bdd.False {
				c.Reset()
				continue
			}
			to, err := f.pick(a.to, found)
			if err != nil {
				return explicitEdge{}, false, err
			}
			from, err := f.source(c, g, a, to, mv, on[mv], ring.part[a.from])
			return explicitEdge{from: from, to: to, move: mv, label: target.label}, err == nil, err
		}
	}
	return explicitEdge{}, false, c.Err()
}

func (f *pathFinder) pick(q int, set bdd.Node) (position, error) {
	s, ok := f.space().Pick(set)
	if !ok {
		return position{}, fmt.Errorf("no state in a set that is not empty")
	}
	return position{q, s}, nil
}

// source picks a node of the set from which the move leads to the given one.
func (f *pathFinder) source(c *bdd.Calculator, g *graph, a *arc, to position, mv int, on, set bdd.Node) (position, error) {
	target := c.Take(f.space().StateSet(c.Scope(), to.state))
	sources, err := c.Result(c.And(g.step(c, backward, mv, on, target), set))
	if err != nil {
		return position{}, err
	}
	return f.pick(a.from, sources)
}

// trace returns the run from the first ring that ends with an edge from the last one.
func (f *pathFinder) trace(ctx context.Context, g *graph, rings []*region, last explicitEdge) ([]hop, error) {
	run, err := f.back(ctx, g, rings[:len(rings)-1], last.from)
	if err != nil {
		return nil, err
	}
	h, err := f.concretise(ctx, last)
	return append(run, h), err
}

// back walks from a node, which the last ring leads to, back to the first ring and returns the run
// forwards.
func (f *pathFinder) back(ctx context.Context, g *graph, rings []*region, to position) ([]hop, error) {
	run := make([]hop, len(rings))
	for i := len(rings) - 1; i >= 0; i-- {
		e, err := f.predecessor(ctx, g, rings[i], to)
		if err != nil {
			return nil, err
		}
		if run[i], err = f.concretise(ctx, e); err != nil {
			return nil, err
		}
		to = e.from
	}
	return run, nil
}

func (f *pathFinder) predecessor(ctx context.Context, g *graph, ring *region, to position) (explicitEdge, error) {
	c := g.man.Calculator(ctx)
	defer c.Close()
	target := c.Take(f.space().StateSet(c.Scope(), to.state))
	for _, a := range g.leave[backward][to.automaton] {
		if ring.part[a.from] == bdd.False {
			continue
		}
		for mv := range g.moves {
			sources := c.And(g.step(c, backward, mv, a.any[mv], target), ring.part[a.from])
			if sources != bdd.False {
				from, err := f.pick(a.from, sources)
				return explicitEdge{from: from, to: to, move: mv, label: allEdges}, err
			}
		}
	}
	if err := c.Err(); err != nil {
		return explicitEdge{}, err
	}
	return explicitEdge{}, fmt.Errorf("a node of a ring has no predecessor in the ring before")
}

// concretise finds the interpreter's step for an edge.
func (f *pathFinder) concretise(ctx context.Context, e explicitEdge) (hop, error) {
	to := f.space().Key(e.to.state)
	successors, err := f.space().Successors(e.from.state)
	if err != nil {
		return hop{}, err
	}
	for _, tr := range successors {
		if f.space().Key(tr.Next) != to || !f.belongs(tr.Step, e.move) {
			continue
		}
		h, ok, err := f.taken(ctx, e.from, tr.Step, e.to.automaton)
		if err != nil {
			return hop{}, err
		}
		if ok && h.has(e.label) {
			return h, nil
		}
	}
	return hop{}, fmt.Errorf("the interpreter has no step for a symbolic one from %s", f.space().StateString(e.from.state))
}

// belongs reports whether the step is one of the move's.
func (f *pathFinder) belongs(step space.Step, mv int) bool {
	class := f.graph.moves[mv].class
	if class == nil || f.space().IsStutter(step) {
		return class == nil && f.space().IsStutter(step)
	}
	return class.Has(step)
}

// taken returns the hop by the given step to an automaton state; ok is false if no edge of the
// automaton leads there on the step's letter.
func (f *pathFinder) taken(ctx context.Context, from position, step space.Step, to int) (h hop, ok bool, err error) {
	h = hop{at: from, step: step, labels: make([]bool, f.sets)}
	l := letter{ctx: ctx, sys: f.sys, state: from.state, step: step}
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
	return h, ok, l.err
}

// A letter is a state with a step that leaves it, as the interpreter sees them. The first error of
// an evaluation stays in err.
type letter struct {
	ctx   context.Context
	sys   *System
	state space.State
	step  space.Step
	err   error
}

func (l *letter) holds(a ltol.Atom) bool {
	var b bool
	var err error
	if a.Kind == ltol.State {
		b, err = l.sys.stateHolds(l.ctx, a.ID, l.state)
	} else {
		b, err = l.sys.space.StepHolds(l.ctx, a.ID, l.state, l.step)
	}
	if l.err == nil && err != nil {
		l.err = err
	}
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
	l.err = cmp.Or(l.err, err)
	return b
}
