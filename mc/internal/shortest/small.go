package shortest

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// smallShare is which part of the budget lists small lassos: one smallShare-th.
const smallShare = 96

// small looks for a lasso with fewer states than the best violation. The search can miss one: a
// lasso may violate the property although an automaton has to go round it more than once to tell.
// For example, `G X p` is lost in the second state of a run, which may be the first one again. So
// all lassos with fewer states are listed, in the order of their length. The error is the
// context's, or that the part of the budget was used up.
func (f *Search) small(ctx context.Context, e *exploration) error {
	if e.bound() == unbounded {
		return nil
	}
	f.meter.allow(f.Budget / smallShare)
	for n := 1; n < e.bound(); n++ {
		for _, start := range f.s.initial {
			l, err := f.smallFrom(ctx, nil, start, n)
			if err != nil {
				return err
			}
			if l != nil {
				e.best = &candidate{lasso: *l}
				return nil
			}
		}
	}
	return nil
}

// smallFrom is a lasso that violates the property, with n states after a path; nil if there is
// none.
func (f *Search) smallFrom(ctx context.Context, path []hop, at int32, n int) (*lasso, error) {
	if err := f.meter.check(ctx); err != nil {
		return nil, err
	}
	moves, err := f.s.expand(ctx, at)
	if err != nil {
		return nil, err
	}
	for by, m := range moves {
		if f.meter.arc(); m.barred(f.without) {
			continue
		}
		longer := append(slices.Clip(path), hop{at, int32(by)})
		if n > 1 {
			if l, err := f.smallFrom(ctx, longer, m.to, n-1); l != nil || err != nil {
				return l, err
			}
			continue
		}
		if k := slices.IndexFunc(longer, func(h hop) bool { return h.from == m.to }); k >= 0 {
			if l := cutAt(longer, k); f.violates(l) {
				return &l, nil
			}
		}
	}
	return nil, nil
}

// violates reports whether a lasso meets a goal, and is fair.
func (f *Search) violates(l lasso) bool {
	meets := func(g *goal) bool { return f.meets(l, g) }
	return slices.ContainsFunc(f.goals, meets) && (len(f.Fair) == 0 || slices.ContainsFunc(f.fair, meets))
}

// meets reports whether a lasso meets a goal. The nodes of its product with the automaton are
// numbered by hop and then by state. All cycles go through all of the loop, so that the marks of
// the goal's conditions are those of a whole component.
func (f *Search) meets(l lasso, g *goal) bool {
	hops, states := slices.Concat(l.prefix, l.loop), len(g.aut.States)
	f.meter.spent += len(hops) * states
	next, marks := make([][]int, len(hops)*states), make([][]uint64, len(hops)*states)
	reached := make([]bool, len(next))
	var queue []int
	meet := func(i int) {
		if !reached[i] {
			reached[i] = true
			queue = append(queue, i)
		}
	}
	for _, q := range g.aut.Initial {
		meet(q)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		h, after := hops[i/states], i/states+1
		if after == len(hops) {
			after = len(l.prefix)
		}
		for _, e := range g.reads(f.s, f.s.moves[h.from][h.by].letter, int32(i%states)) {
			f.meter.arc()
			to := after*states + int(e.to)
			next[i], marks[i] = append(next[i], to), append(marks[i], e.marks)
			meet(to)
		}
	}
	for _, members := range ltol.Components(next) {
		var all uint64
		cycle := false
		for _, i := range members {
			for k, to := range next[i] {
				if slices.Contains(members, to) {
					all, cycle = all|marks[i][k], true
				}
			}
		}
		if cycle && reached[members[0]] && g.accepts(all) {
			return true
		}
	}
	return false
}
