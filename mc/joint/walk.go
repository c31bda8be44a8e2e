package joint

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A Walk is a run of an interpreted system under construction, step by step in the explicit semantics. It is not safe for concurrent use.
type Walk struct {
	in      *interpreted.Interpreter
	states  []interpreted.State // the last one has not been left
	actions []interpreted.Joint
	random  *rand.Rand
}

// A Choice is a joint action and a state that it leads to.
type Choice struct {
	Joint interpreted.Joint
	Next  interpreted.State
}

// NewWalk returns a walk that begins in an initial state. Random choices are determined by the seed.
func NewWalk(in *interpreted.Interpreter, initial interpreted.State, seed uint64) (*Walk, error) {
	if len(initial) != len(in.System().Vars) || !in.Holds(in.System().Init, initial) {
		return nil, fmt.Errorf("joint: the state is not initial")
	}
	return &Walk{in: in, states: []interpreted.State{initial}, random: rand.New(rand.NewPCG(seed, 0))}, nil
}

// State is the state at the end of the walk.
func (w *Walk) State() interpreted.State { return w.states[len(w.states)-1] }

// Taken is the number of steps taken.
func (w *Walk) Taken() int { return len(w.actions) }

// Run are the states of the walk and the joint actions between them.
func (w *Walk) Run() ([]interpreted.State, []interpreted.Joint) { return w.states, w.actions }

// Choices lists what is possible now, in lexical order of the joint actions. The error says that the protocols allow more joint actions
// than the limit.
func (w *Walk) Choices(limit int) ([]Choice, error) { return w.choices(w.State(), limit) }

func (w *Walk) choices(s interpreted.State, limit int) ([]Choice, error) {
	count := 1
	for a := range w.in.System().Agents {
		if len(w.in.System().Agents[a].Actions) > 0 {
			if count *= len(w.in.Allowed(a, s)); count > limit {
				return nil, fmt.Errorf("%w: the protocols allow more than %d joint actions here", interpreted.ErrStateLimit, limit)
			}
		}
	}
	var out []Choice
	for _, m := range w.in.Moves(s) {
		for _, next := range m.Next {
			out = append(out, Choice{m.Joint, next})
		}
	}
	return out, nil
}

// Take takes a step, one of those that [Walk.Choices] lists.
func (w *Walk) Take(c Choice) {
	w.states, w.actions = append(w.states, c.Next), append(w.actions, c.Joint)
}

// Back undoes up to n steps and returns how many it undid.
func (w *Walk) Back(n int) int {
	n = max(min(n, w.Taken()), 0)
	w.states, w.actions = w.states[:len(w.states)-n], w.actions[:len(w.actions)-n]
	return n
}

// draws is how many joint actions are drawn before all are looked at.
const draws = 100

// Random takes up to n random steps and returns how many it took: it stops at a state that satisfies the condition, if there is one,
// which it reports, and at one without successors. Of each agent every allowed action is as likely as the others.
func (w *Walk) Random(ctx context.Context, n int, until *interpreted.Expr) (taken int, met bool, err error) {
	for taken < n {
		if err := ctx.Err(); err != nil {
			return taken, false, err
		}
		c, ok, err := w.draw()
		if !ok || err != nil {
			return taken, false, err
		}
		w.Take(c)
		taken++
		if until != nil && w.in.Holds(until, c.Next) {
			return taken, true, nil
		}
	}
	return taken, false, nil
}

// draw draws a step. Where many joint actions leave the range of a variable, it chooses among those that do not.
func (w *Walk) draw() (c Choice, ok bool, err error) {
	for range draws {
		if c.Joint = draw(w.in, w.State(), w.random.IntN); c.Joint == nil {
			return c, false, nil
		}
		if c.Next, ok = w.in.Draw(w.State(), c.Joint, w.random.IntN); ok {
			return c, true, nil
		}
	}
	all, err := w.Choices(1 << 20)
	if len(all) == 0 || err != nil {
		return c, false, err
	}
	return all[w.random.IntN(len(all))], true, nil
}

// draw draws a joint action that the protocols allow, by choices among so many; nil if there is none.
func draw(in *interpreted.Interpreter, s interpreted.State, choose func(int) int) interpreted.Joint {
	out := make(interpreted.Joint, len(in.System().Agents))
	for a := range out {
		out[a] = -1
		if len(in.System().Agents[a].Actions) == 0 {
			continue
		}
		allowed := in.Allowed(a, s)
		if len(allowed) == 0 {
			return nil
		}
		out[a] = allowed[choose(len(allowed))]
	}
	return out
}

// Seek appends a shortest continuation, of at least one step, to a state that satisfies the condition, and reports whether there is one.
// It looks at up to limit states, and at up to as many joint actions of each; the error wraps [interpreted.ErrStateLimit] or the context's.
func (w *Walk) Seek(ctx context.Context, until *interpreted.Expr, limit int) (bool, error) {
	type node struct {
		step   Choice
		parent int
	}
	nodes := []node{{step: Choice{Next: w.State()}, parent: -1}}
	seen := map[string]bool{w.State().Key(): true}
	for i := 0; i < len(nodes); i++ {
		if err := ctx.Err(); err != nil {
			return false, fmt.Errorf("search stopped after %d states: %w", len(nodes), err)
		}
		choices, err := w.choices(nodes[i].step.Next, limit)
		if err != nil {
			return false, err
		}
		for _, c := range choices {
			if w.in.Holds(until, c.Next) {
				path := []Choice{c}
				for at := i; nodes[at].parent >= 0; at = nodes[at].parent {
					path = append(path, nodes[at].step)
				}
				for _, c := range slices.Backward(path) {
					w.Take(c)
				}
				return true, nil
			}
			if key := c.Next.Key(); !seen[key] {
				seen[key] = true
				if nodes = append(nodes, node{c, i}); len(nodes) > limit {
					return false, fmt.Errorf("%w: more than %d states", interpreted.ErrStateLimit, limit)
				}
			}
		}
	}
	return false, nil
}
