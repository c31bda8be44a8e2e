// Package shortest finds a shortest run that violates a property, by breadth-first search on
// explicit states.
//
// Its one idea is a search in layers, for all conjuncts of a property side by side. After layer d,
// all violations are known that the first d+1 states show: prefixes after which the property is
// lost, and lassos of so many states. The run depends on the system, its fairness and the property
// alone, as does the budget: what else is checked, and what is known of the property already, have
// no part in it.
package shortest

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A Question is what to find a violation of.
type Question struct {
	Interpreter *recipe.Interpreter
	// Joint is there in place of the interpreter if the system is an interpreted one.
	Joint *Joint
	// Conjuncts are formulas that together are the property.
	Conjuncts []*ltol.Formula
	// Fair are the conditions that the run has to satisfy.
	Fair        []*ltol.Formula
	Translation ltol.Options
	Prices      runs.Prices
	// Budget is the most that the search may cost, in steps of diagrams.
	Budget int
	// Bytes is the most memory that the search may take, about; no bound if it is not positive.
	Bytes int64
}

// An Answer is what was found.
type Answer struct {
	// Run violates the property; nil if none was found. Path is there in its place if the system is an
	// interpreted one.
	Run  *trace.Trace
	Path *branch.Run
	// Lost is after how many steps of the run the property is lost; 0 if all of the run matters.
	Lost int
	// Ended tells that the search came to its end: no run shows a violation in fewer states, or no run
	// of use does if Run is nil.
	Ended bool
}

// Found reports whether there is a violation.
func (a Answer) Found() bool { return a.Run != nil || a.Path != nil }

// A Search looks for violations of one property. It goes on where it has stopped.
type Search struct {
	Question
	s     *states
	meter *meter
	goals []*goal
	top   exploration
	fair  []*goal // for what follows a lost property
	// without, if it is not nil, tells of which commands no step shows the violation.
	without *ban
}

// A pending hit has still to be followed by a fair loop.
type pending struct {
	front *front
	hit   hit
}

// A front is a goal with what was explored for it.
type front struct {
	*product
	// whole tells that all of it is expanded, over that nothing is left to do.
	whole, over bool
	// layers is how many layers are done with, expanded how many are expanded.
	layers, expanded int
	// looked is how many nodes were expanded when a lasso was looked for last.
	looked int
}

// An exploration is a search from some states, layer by layer, for what fewer states than below
// show; 0 for no bound.
type exploration struct {
	fronts []*front
	best   *candidate
	below  int
	costs  []int // by layer
	// pending are hits that are still to be followed.
	pending []pending
}

// A candidate is a violation: a lasso, and after how many of its steps the property is lost, if
// that is not 0.
type candidate struct {
	lasso
	lost int
}

// unbounded is more states than any run has.
const unbounded = 1 << 30

// bound is how many states show the violation, or the bound if there is none; 0 stands for no
// bound.
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

func (e *exploration) bound() int { return e.best.bound(e.below) }

// Begin begins a search in the initial states. The error is the context's or one of the
// translation, such as [ltol.ErrTooLarge].
func Begin(ctx context.Context, q Question) (*Search, error) {
	f := &Search{Question: q, meter: &meter{prices: q.Prices, most: q.Bytes}}
	atoms, err := f.look(ctx)
	if err != nil {
		return nil, err
	}
	f.s = newStates(&f.Question, atoms, f.meter)
	return f, nil
}

// Prefixes reports whether a part of what is looked for is a prefix after which the property is
// lost.
func (f *Search) Prefixes() bool {
	return slices.ContainsFunc(f.goals, func(g *goal) bool { return g.decided != nil })
}

// Explore goes on with the search, for violations that fewer states than below show; no bound if it
// is
// 0. It may spend few steps in any case. It goes on beyond these as long as the rest promises to fit
// into the budget of the question, by the growth of the layers. Where the budget
// is used up, it answers with what it has; with few negative there is none. The error is the
// context's or the interpreter's.
func (f *Search) Explore(ctx context.Context, few, below int) (Answer, error) {
	f.top.below = below
	f.meter.allow(few)
	if few < 0 {
		f.meter.most = 0
	}
	err := f.search(ctx, few)
	answer, best := Answer{Ended: err == nil}, f.top.best
	if err != nil && !errors.Is(err, errBudget) {
		return Answer{}, err
	}
	if best == nil || below > 0 && best.bound(0) >= below {
		return answer, nil
	}
	answer.Lost = best.lost
	answer.Path, err = f.path(ctx, best.lasso)
	if err == nil && f.Joint == nil {
		answer.Run, answer.Path = traceOf(f.Interpreter.System(), answer.Path), nil
	}
	return answer, err
}

// look lists what to look for, for all conjuncts, what has prefixes first, with the atoms that it
// depends on.
func (f *Search) look(ctx context.Context) (atoms []ltol.Atom, err error) {
	if f.fair, err = lassos(ctx, ltol.And(f.Fair...), f.Translation); err != nil {
		return nil, err
	}
	for _, part := range f.Conjuncts {
		goals, err := goalsOf(ctx, ltol.Not(part), f.Fair, f.Translation)
		if err != nil {
			return nil, err
		}
		f.goals = append(f.goals, goals...)
	}
	slices.SortStableFunc(f.goals, func(a, b *goal) int { return cmp.Compare(min(1, len(b.decided)), min(1, len(a.decided))) })
	return atomsOf(slices.Concat(f.goals, f.fair)), nil
}

// search goes on with the search from the initial states.
func (f *Search) search(ctx context.Context, few int) error {
	err := f.begin(ctx)
	if err == nil {
		err = f.waiting(ctx, &f.top)
	}
	floor := f.meter.budget
	if err == nil {
		err = f.explore(ctx, &f.top, func(last, layers int) {
			if f.meter.budget = floor; few >= 0 && promises(last, layers, f.Budget-f.meter.spent) {
				f.meter.budget = max(floor, f.Budget)
			}
		})
	}
	if errors.Is(err, errBudget) {
		f.meter.allow(few / lastShare)
		err = f.last(ctx, &f.top)
	}
	if err != nil {
		return err
	}
	if err = f.small(ctx, &f.top); errors.Is(err, errBudget) {
		return nil // a shorter lasso is rare
	}
	return err
}

// begin begins in the initial states, unless that is done.
func (f *Search) begin(ctx context.Context) error {
	if f.top.fronts != nil {
		return nil
	}
	if err := f.s.begin(ctx); err != nil {
		return err
	}
	f.top.fronts = f.fronts(f.goals, f.s.initial)
	for _, x := range f.top.fronts {
		x.without = f.without
	}
	return nil
}

func (f *Search) fronts(goals []*goal, starts []int32) (out []*front) {
	for _, g := range goals {
		out = append(out, &front{product: newProduct(f.s, g, starts)})
	}
	return out
}

// promises reports whether so many more layers cost at most so much, if each costs as much as the
// last one.
func promises(last, layers, most int) bool { return layers <= 0 || last <= most/layers }

// explore goes on with a search until it comes to its end. After each layer it tells what this
// layer has cost, and how many more there may be.
func (f *Search) explore(ctx context.Context, e *exploration, tell func(last, layers int)) error {
	for d := 0; ; d++ {
		spent := f.meter.spent
		active, err := f.layer(ctx, e, d)
		if len(e.costs) == d {
			e.costs = append(e.costs, 0)
		}
		e.costs[d] += f.meter.spent - spent
		if err != nil || !active {
			return err
		}
		if tell != nil && d > 0 && f.meter.spent > spent {
			tell(e.costs[d], e.bound()-2-d)
		}
	}
}

// layer explores layer d of all fronts, as far as it is not explored. It reports whether there was
// one that could hold a violation of use.
func (f *Search) layer(ctx context.Context, e *exploration, d int) (active bool, err error) {
	for _, x := range e.fronts {
		if x.over && x.layers <= d || e.bound() <= d+1 {
			continue
		}
		active = true
		if x.layers > d {
			continue
		}
		if err := f.advance(ctx, e, x); err != nil {
			return active, err
		}
	}
	return active, nil
}

// advance explores the next layer of a front.
func (f *Search) advance(ctx context.Context, e *exploration, x *front) error {
	d := x.layers
	if x.expanded == d {
		more, hits, err := x.layer(ctx)
		for _, h := range hits {
			e.pending = append(e.pending, pending{x, h})
		}
		if x.whole = !more; err != nil {
			return err
		}
		x.expanded++
	}
	if err := f.waiting(ctx, e); err != nil {
		return err
	}
	// A lasso is looked for in the end: in the last layer that can hold a shorter one than is known,
	// or the last one that there is. Before one is known, it is also looked for when the explored part
	// has doubled.
	bound := e.bound()
	if x.lassos && (x.whole || bound == d+2 || bound == unbounded && len(x.arcs) >= 2*x.looked) {
		if err := f.closed(ctx, e, x); err != nil {
			return err
		}
		x.looked = len(x.arcs)
	}
	x.layers, x.over = x.layers+1, x.whole
	return nil
}

// closed looks for a lasso of the explored part of a front with fewer states than the bound.
func (f *Search) closed(ctx context.Context, e *exploration, x *front) error {
	l, ok, err := x.lasso(ctx, e.bound())
	if ok {
		e.best = &candidate{lasso: l}
	}
	return err
}

// waiting follows the hits that are still to be followed.
func (f *Search) waiting(ctx context.Context, e *exploration) error {
	for ; len(e.pending) > 0; e.pending = e.pending[1:] {
		next := e.pending[0]
		if int(next.front.nodes[next.hit.from].distance)+1 >= e.bound() {
			continue
		}
		found, err := f.after(ctx, next.front, next.hit)
		if err != nil {
			return err
		}
		if found != nil {
			e.best = found
		}
	}
	return nil
}

// after is a violation whose property is lost with a hit: it goes on to a fair loop; nil if there
// is none.
func (f *Search) after(ctx context.Context, x *front, h hit) (*candidate, error) {
	prefix := append(x.way(h.from), hop{x.nodes[h.from].state, h.by})
	to := f.s.moves[x.nodes[h.from].state][h.by].to
	l, err := f.onward(ctx, prefix, to)
	if l == nil {
		return nil, err
	}
	return &candidate{*l, len(prefix)}, err
}

// onward is a fair lasso that goes on from a prefix, which ends before a state; nil if there is
// none.
func (f *Search) onward(ctx context.Context, prefix []hop, state int32) (*lasso, error) {
	if len(f.Fair) == 0 {
		l, err := f.closing(ctx, prefix, state)
		if err != nil {
			return nil, err
		}
		return &l, nil
	}
	e := &exploration{fronts: f.fronts(f.fair, []int32{state})}
	err := f.explore(ctx, e, nil)
	if e.best == nil {
		return nil, err
	}
	return &lasso{append(prefix, e.best.prefix...), e.best.loop}, nil
}

// closing goes on from a prefix, which ends before a state, until a state of the run comes back. It
// looks breadth first while that is cheap, then takes the first step from each state.
func (f *Search) closing(ctx context.Context, prefix []hop, state int32) (lasso, error) {
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
			before, known := memo.Number(seen, m.to)
			if !known {
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

// walk takes the first step from each state until a state of the run comes back; at has the places
// of the states so far.
func (f *Search) walk(ctx context.Context, run []hop, at map[int32]int, state int32) (lasso, error) {
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

// lastShare is which part of what the search may cost in any case goes to what was explored when
// the budget is used up: one lastShare-th, on top of it.
const lastShare = 4

// last looks for violations in what was explored when the budget was used up. The error is
// errBudget, but where no layer is left that could hold a violation of fewer states.
func (f *Search) last(ctx context.Context, e *exploration) error {
	if err := f.waiting(ctx, e); err != nil {
		return err
	}
	for _, x := range e.fronts {
		if x.lassos && len(x.arcs) > x.looked {
			if err := f.closed(ctx, e, x); err != nil {
				return err
			}
			x.looked = len(x.arcs)
		}
	}
	left := func(x *front) bool { return !x.over && e.bound() > x.layers+1 }
	if e.fronts == nil || slices.ContainsFunc(e.fronts, left) {
		return errBudget
	}
	return nil
}

// path makes a run of explicit steps of a lasso.
func (f *Search) path(ctx context.Context, l lasso) (*branch.Run, error) {
	run := &branch.Run{Loop: len(l.prefix)}
	for _, h := range slices.Concat(l.prefix, l.loop) {
		step, err := f.s.stepOf(ctx, h.from, f.s.moves[h.from][h.by])
		if err != nil {
			return nil, err
		}
		run.States, run.Steps = append(run.States, f.s.state(f.s.keys[h.from])), append(run.Steps, step)
	}
	return run, nil
}

// traceOf is a lasso of a ReCiPe system as a trace.
func traceOf(sys *recipe.System, run *branch.Run) *trace.Trace {
	t := &trace.Trace{System: sys, Loop: run.Loop}
	for i, state := range run.States {
		t.Steps = append(t.Steps, trace.Step{State: state.(recipe.State), Message: run.Steps[i].(recipe.Step)})
	}
	return t
}
