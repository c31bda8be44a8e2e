package quotient

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// A hop is a step of the product from a node.
type hop struct {
	from int
	arc  arc
}

// lasso finds a shortest way from an initial node into a fair component and a short loop there that
// takes an edge of every acceptance set.
func (p *product) lasso(ctx context.Context, member map[int]bool) (prefix, loop []hop, err error) {
	inside := func(n int) bool { return member[n] }
	starts, anchor := p.initial(), -1
	if i := slices.IndexFunc(starts, inside); i >= 0 {
		anchor = starts[i]
	} else {
		anywhere, goal := func(int) bool { return true }, func(h hop) bool { return member[h.arc.to] }
		prefix, err = p.search(ctx, starts, anywhere, goal, "no way to a component that was reached")
		if err != nil {
			return nil, nil, err
		}
		anchor = prefix[len(prefix)-1].arc.to
	}
	at, missing := anchor, p.full()
	for missing != 0 || at != anchor || len(loop) == 0 {
		goal := func(h hop) bool { return h.arc.acc&missing != 0 }
		if missing == 0 {
			goal = func(h hop) bool { return h.arc.to == anchor }
		}
		leg, err := p.search(ctx, []int{at}, inside, goal, "a fair component has no way to itself")
		if err != nil {
			return nil, nil, err
		}
		for _, h := range leg {
			missing &^= h.arc.acc
		}
		loop, at = append(loop, leg...), leg[len(leg)-1].arc.to
	}
	return prefix, loop, nil
}

// search finds a shortest sequence of hops through the given nodes whose last one is a goal, from
// one of the starts. Without a goal, it goes everywhere. Else the error says that there is no such
// sequence, by the fault given. It may also be the context's.
func (p *product) search(ctx context.Context, starts []int, within func(int) bool, goal func(hop) bool, fault string) ([]hop, error) {
	parent := map[int]*hop{}
	queue := slices.Clone(starts)
	for _, s := range starts {
		parent[s] = nil
	}
	for i := 0; i < len(queue); i++ {
		if i%64 == 0 {
			if err := p.effort.look(ctx); err != nil {
				return nil, err
			}
		}
		var out []hop
		p.arcs(queue[i], func(a arc) bool {
			if !within(a.to) {
				return true
			}
			h := hop{queue[i], a}
			if goal != nil && goal(h) {
				out = []hop{h}
				return false
			}
			if _, seen := parent[a.to]; !seen {
				parent[a.to] = &h
				queue = append(queue, a.to)
			}
			return true
		})
		if out != nil {
			for h := parent[queue[i]]; h != nil; h = parent[h.from] {
				out = append(out, *h)
			}
			slices.Reverse(out)
			return out, ctx.Err()
		}
	}
	if goal == nil || p.fault != nil {
		return nil, p.fault
	}
	return nil, fmt.Errorf("quotient: %s", fault)
}

// A lifter walks a run of the system along a run of the quotient: to maps the state reached to the
// representative reached.
type lifter struct {
	g     *graph
	state recipe.State
	to    *symmetry.Permutation
	trace *trace.Trace
}

// newLifter begins a run at a representative.
func newLifter(g *graph, first int) *lifter {
	id := g.permutations.list[0]
	return &lifter{g, g.states[first], id, &trace.Trace{System: id.System(), Loop: -1}}
}

// lift turns a lasso of the product into one of the system, of not many more than the given number
// of steps. Its loop is in a fair component.
func (p *product) lift(ctx context.Context, in *recipe.Interpreter, member map[int]bool, maxLength int) (*trace.Trace, error) {
	prefix, loop, err := p.lasso(ctx, member)
	if err != nil {
		return nil, err
	}
	l := newLifter(p.g, slices.Concat(prefix, loop)[0].from/len(p.aut.States))
	l.walk(p, prefix)
	for rounds := map[string]int{}; len(l.trace.Steps) <= maxLength && ctx.Err() == nil; l.walk(p, loop) {
		if start, seen := rounds[in.Key(l.state)]; seen {
			l.trace.Loop = start
			return l.trace, nil
		}
		rounds[in.Key(l.state)] = len(l.trace.Steps)
	}
	return nil, cmp.Or(ctx.Err(), fmt.Errorf("%w: the loop found closes only after more than %d steps", ErrTooLarge, maxLength))
}

// walk goes along the edges of the quotient that hops stand for.
func (l *lifter) walk(p *product, hops []hop) {
	for _, h := range hops {
		rep := h.from / len(p.aut.States)
		l.along(rep, p.g.edges[rep][p.moves[rep][h.arc.move].edge])
	}
}

// along takes the step of the system that an edge of the representative reached stands for.
func (l *lifter) along(from int, e edge) {
	back := l.to.Inverse()
	l.trace.Steps = append(l.trace.Steps, trace.Step{State: l.state, Message: back.Step(l.g.step(e))})
	back = l.g.by(from, e).Then(back)
	l.to, l.state = back.Inverse(), back.State(l.g.states[e.to])
}
