// Package shortest finds a shortest run that violates a property, by breadth-first search on
// explicit states.
//
// Its one idea is a search in layers, for all conjuncts of a property side by side. After layer d,
// all violations are known that the first d+1 states show: prefixes after which the property is
// lost, and lassos of so many states. The run depends on the system, its fairness and the property
// alone, as does the budget: what else is checked, and what is known of the property already, have no
// part in it.
package shortest

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Question is what to find a violation of.
type Question struct {
	Interpreter *recipe.Interpreter
	// Conjuncts are formulas that together are the property.
	Conjuncts []*ltol.Formula
	// Fair are the conditions that the run has to satisfy.
	Fair        []*ltol.Formula
	Translation ltol.Options
	Prices      runs.Prices
	// Budget is the most that the search may cost, in steps of diagrams; no bound if it is negative.
	Budget int
	// Below bounds the states that show the violation: only runs in which fewer do are of use; no bound
	// if it is 0.
	Below int
	// Bytes is the most memory that the search may take, about; no bound if it is not positive.
	Bytes int64
}

// An Answer is what was found.
type Answer struct {
	// Run violates the property; nil if none was found.
	Run *trace.Trace
	// Lost is after how many steps of the run the property is lost; 0 if all of the run matters.
	Lost int
	// Ended tells that the search came to its end: no run shows a violation in fewer states, or no run
	// of use does if Run is nil.
	Ended bool
	// Spent is what it cost, in steps of diagrams.
	Spent int
}

// A finder looks for violations of one property.
type finder struct {
	Question
	s     *states
	meter *meter
	fair  []*goal // for what follows a lost property
	// pending are hits that were met when the budget was used up.
	pending []pending
}

// A pending hit has still to be followed by a fair loop.
type pending struct {
	front *front
	hit   hit
}

// A front is a goal with what was explored for it.
type front struct {
	*product
	over bool
	// looked is how many nodes were expanded when a lasso was looked for last.
	looked int
}

// A candidate is a violation: a lasso, and after how many of its steps the property is lost, if that is
// not 0.
type candidate struct {
	lasso
	lost int
}

// unbounded is more states than any run has.
const unbounded = 1 << 30

// bound is how many states show the violation, or the bound if there is none; 0 stands for no bound.
func (c *candidate) bound(below int) int {
	switch {
	case c == nil && below > 0:
		return below
	case c == nil:
		return unbounded
	case c.lost > 0:
		return c.lost
	}
	return c.steps()
}

// Find looks for a shortest violation. Where its budget is used up, it answers with what it has. The
// error is the context's, one of the translation, such as [ltol.ErrTooLarge], or the interpreter's.
func Find(ctx context.Context, q Question) (Answer, error) {
	m := &meter{prices: q.Prices, budget: q.Budget, most: q.Bytes}
	f := &finder{Question: q, meter: m}
	goals, atoms, err := f.goals(ctx)
	if err != nil {
		return Answer{}, err
	}
	f.s = newStates(q.Interpreter, atoms, m)
	best, err := f.search(ctx, goals)
	ended := err == nil
	if err != nil && !errors.Is(err, errBudget) {
		return Answer{}, err
	}
	answer := Answer{Ended: ended, Spent: m.spent}
	if best != nil {
		answer.Lost = best.lost
		answer.Run, err = f.trace(ctx, best.lasso)
		answer.Spent = m.spent
		return answer, err
	}
	return answer, nil
}

// goals are those of all conjuncts, prefixes first, with the atoms that they depend on.
func (f *finder) goals(ctx context.Context) (goals []*goal, atoms []ltol.Atom, err error) {
	if f.fair, err = lassos(ctx, ltol.And(append(slices.Clone(f.Fair), ltol.True())...), f.Translation); err != nil {
		return nil, nil, err
	}
	var rest []*goal
	for _, part := range f.Conjuncts {
		g, others, err := prefixes(ctx, ltol.Not(part), f.Translation)
		if err != nil {
			return nil, nil, err
		}
		if g != nil {
			goals = append(goals, g)
		}
		if others {
			more, err := lassos(ctx, ltol.And(append([]*ltol.Formula{ltol.Not(part)}, f.Fair...)...), f.Translation)
			if err != nil {
				return nil, nil, err
			}
			rest = append(rest, more...)
		}
	}
	goals = append(goals, rest...)
	return goals, atomsOf(slices.Concat(goals, f.fair)), nil
}

// search looks for a shortest candidate, layer by layer. With an error the best one so far is
// returned.
func (f *finder) search(ctx context.Context, goals []*goal) (best *candidate, err error) {
	if err := f.s.begin(ctx); err != nil {
		return nil, err
	}
	fronts, best, err := f.from(ctx, f.s.initial, goals, f.Below)
	if errors.Is(err, errBudget) {
		return f.last(ctx, fronts, best)
	}
	return best, err
}

// from is search from some states, for what less than so many states show; 0 for no bound.
func (f *finder) from(ctx context.Context, starts []int32, goals []*goal, below int) (fronts []*front, best *candidate, err error) {
	for _, g := range goals {
		fronts = append(fronts, &front{product: newProduct(f.s, g, starts)})
	}
	for d := 0; ; d++ {
		active := false
		for _, x := range fronts {
			if bound := best.bound(below); x.over || bound <= d+1 {
				continue
			}
			active = true
			found, err := f.advance(ctx, x, d, best.bound(below))
			if found != nil {
				best = found
			}
			if err != nil {
				return fronts, best, err
			}
		}
		if !active {
			return fronts, best, nil
		}
	}
}

// advance explores layer d of a front. It returns a candidate that less states show than the bound, or
// nil.
func (f *finder) advance(ctx context.Context, x *front, d, bound int) (*candidate, error) {
	more, hits, err := x.layer(ctx)
	x.over = !more
	for i, h := range hits {
		next, err := f.after(ctx, x, h)
		if next != nil && err == nil {
			return next, nil
		}
		if err != nil {
			for _, h := range hits[i:] {
				f.pending = append(f.pending, pending{x, h})
			}
			return nil, err
		}
	}
	if err != nil || x.decided != nil {
		return nil, err
	}
	// A lasso is looked for when the part that was explored has doubled, and in the end: in the last
	// layer that can hold a shorter one than is known, or the last one that there is.
	if more && bound != d+2 && len(x.arcs) < 2*x.looked {
		return nil, nil
	}
	x.looked = len(x.arcs)
	return f.closed(ctx, x, bound)
}

// closed is a lasso of the explored part of a front with less states than the bound.
func (f *finder) closed(ctx context.Context, x *front, bound int) (*candidate, error) {
	l, ok, err := x.lasso(ctx, bound)
	if !ok {
		return nil, err
	}
	return &candidate{lasso: l}, err
}

// after is a violation whose property is lost with a hit: it goes on to a fair loop; nil if there is
// none.
func (f *finder) after(ctx context.Context, x *front, h hit) (*candidate, error) {
	prefix := append(x.way(h.from), hop{x.nodes[h.from].state, h.by})
	to := f.s.moves[x.nodes[h.from].state][h.by].to
	l, err := f.onward(ctx, prefix, to)
	if l == nil {
		return nil, err
	}
	return &candidate{*l, len(prefix)}, err
}

// onward is a fair lasso that goes on from a prefix, which ends before a state; nil if there is none.
func (f *finder) onward(ctx context.Context, prefix []hop, state int32) (*lasso, error) {
	if len(f.Fair) == 0 {
		l, err := f.closing(ctx, prefix, state)
		if err != nil {
			return nil, err
		}
		return &l, nil
	}
	_, rest, err := f.from(ctx, []int32{state}, f.fair, 0)
	if rest == nil {
		return nil, err
	}
	return &lasso{append(prefix, rest.prefix...), rest.loop}, nil
}

// closing goes on from a prefix, which ends before a state, until a state of the run comes back. It
// looks breadth first while that is cheap, then takes the first step from each state.
func (f *finder) closing(ctx context.Context, prefix []hop, state int32) (lasso, error) {
	at := map[int32]int{} // the place of a state in the prefix
	for i, h := range prefix {
		at[h.from] = i
	}
	type met struct {
		state, before, by int32
	}
	queue, seen := []met{{state, -1, 0}}, map[int32]int32{state: 0}
	path := func(i int32) (out []hop) {
		for ; queue[i].before >= 0; i = queue[i].before {
			out = append(out, hop{queue[queue[i].before].state, queue[i].by})
		}
		slices.Reverse(out)
		return out
	}
	if i, back := at[state]; back {
		return lasso{prefix[:i], prefix[i:]}, nil
	}
	for i := int32(0); int(i) < len(queue) && len(queue) < mostClosing; i++ {
		moves, err := f.s.expand(ctx, queue[i].state)
		if err != nil {
			return lasso{}, err
		}
		for by, m := range moves {
			run := func() []hop { return slices.Concat(prefix, path(i), []hop{{queue[i].state, int32(by)}}) }
			if k, back := at[m.to]; back {
				return cutAt(run(), k), nil
			}
			before, known := seen[m.to]
			if !known {
				seen[m.to] = int32(len(queue))
				queue = append(queue, met{m.to, i, int32(by)})
				continue
			}
			whole := run()
			if k := slices.IndexFunc(whole[len(prefix):], func(h hop) bool { return h.from == queue[before].state }); k >= 0 {
				return cutAt(whole, len(prefix)+k), nil
			}
		}
	}
	return f.walk(ctx, prefix, at, state)
}

// mostClosing is how many states are met for a short loop after a lost property.
const mostClosing = 4096

// walk takes the first step from each state until a state of the run comes back; at has the places of
// the states so far.
func (f *finder) walk(ctx context.Context, run []hop, at map[int32]int, state int32) (lasso, error) {
	for {
		if loop, back := at[state]; back {
			return cutAt(run, loop), nil
		}
		at[state] = len(run)
		moves, err := f.s.expand(ctx, state)
		if err != nil {
			return lasso{}, err
		}
		run = append(run, hop{state, 0})
		state = moves[0].to
	}
}

func cutAt(run []hop, loop int) lasso { return lasso{run[:loop], run[loop:]} }

// lastShare is which part of the budget goes to what was explored when it is used up: one
// lastShare-th of it.
const lastShare = 4

// last looks for violations in what was explored when the budget was used up, for a part of it.
func (f *finder) last(ctx context.Context, fronts []*front, best *candidate) (*candidate, error) {
	f.meter.budget += f.Budget / lastShare
	for _, p := range f.pending {
		found, err := f.after(ctx, p.front, p.hit)
		if err == nil && found != nil && found.bound(0) < best.bound(f.Below) {
			best = found
		}
		if err != nil {
			return best, err
		}
	}
	for _, x := range fronts {
		if x.decided != nil {
			continue
		}
		found, err := f.closed(ctx, x, best.bound(f.Below))
		if found != nil {
			best = found
		}
		if err != nil {
			return best, err
		}
	}
	return best, errBudget
}

// trace makes a run of the interpreter of a lasso.
func (f *finder) trace(ctx context.Context, l lasso) (*trace.Trace, error) {
	t := &trace.Trace{System: f.Interpreter.System(), Loop: len(l.prefix)}
	for _, h := range slices.Concat(l.prefix, l.loop) {
		step, err := f.s.stepOf(ctx, h.from, f.s.moves[h.from][h.by])
		if err != nil {
			return nil, err
		}
		t.Steps = append(t.Steps, trace.Step{State: f.Interpreter.StateOf(f.s.keys[h.from]), Message: step})
	}
	return t, nil
}
