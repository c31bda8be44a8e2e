package simulate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A JointWalk is a run of an interpreted system under construction, step by step in the explicit
// semantics. It is not safe for concurrent use.
type JointWalk struct {
	in      *interpreted.Interpreter
	states  blocks[interpreted.State] // the last one has not been left
	actions blocks[interpreted.Joint]
	random  *rand.Rand
}

// A JointChoice is a joint action and a state that it leads to.
type JointChoice struct {
	Joint interpreted.Joint
	Next  interpreted.State
}

// NewJointWalk returns a walk that begins in an initial state. Random choices are determined by the
// seed. A missing interpreter is an error that wraps [recipe.ErrMisuse].
func NewJointWalk(in *interpreted.Interpreter, initial interpreted.State, seed uint64) (*JointWalk, error) {
	if in == nil || in.System() == nil {
		return nil, misuse("there is no interpreter")
	}
	if len(initial) != len(in.System().Vars) || !in.Holds(in.System().Init, initial) {
		return nil, fmt.Errorf("simulate: the state is not initial")
	}
	w := &JointWalk{in: in, random: rand.New(rand.NewPCG(seed, 0))}
	w.states.add(initial)
	return w, nil
}

// State is the state at the end of the walk.
func (w *JointWalk) State() interpreted.State { return *w.states.last() }

// Taken is the number of steps taken.
func (w *JointWalk) Taken() int { return w.actions.size() }

// Before is the state that a step left. Steps have numbers from 0 on. The number of steps taken is
// that of a step not taken yet, which leaves the state at the end of the walk.
func (w *JointWalk) Before(step int) interpreted.State { return *w.states.at(step) }

// Action is the joint action of a step.
func (w *JointWalk) Action(step int) interpreted.Joint { return *w.actions.at(step) }

// Run is the walk as a run without a loop.
func (w *JointWalk) Run() *branch.Run {
	run := &branch.Run{States: []space.State{w.Before(0)}, Loop: -1}
	for i := range w.Taken() {
		run.States = append(run.States, w.Before(i+1))
		run.Steps = append(run.Steps, w.Action(i))
	}
	return run
}

// Choices lists what is possible now, in lexical order of the joint actions. The error wraps
// [interpreted.ErrStepLimit] if there is more than the limit, or is the context's; it comes with
// what was found so far.
func (w *JointWalk) Choices(ctx context.Context, limit int) ([]JointChoice, error) {
	var out []JointChoice
	more := false
	err := w.in.Steps(ctx, w.State(), func(j interpreted.Joint, next interpreted.State) bool {
		if more = len(out) == limit; !more {
			out = append(out, JointChoice{j, next})
		}
		return !more
	})
	if more {
		err = fmt.Errorf("%w: more than %d steps are possible here", interpreted.ErrStepLimit, limit)
	}
	return out, err
}

// Take takes a step, one of those that [JointWalk.Choices] lists.
func (w *JointWalk) Take(c JointChoice) {
	w.states.add(c.Next)
	w.actions.add(c.Joint)
}

// Back undoes up to n steps and returns how many it undid.
func (w *JointWalk) Back(n int) int {
	n = max(min(n, w.Taken()), 0)
	w.states.cut(w.states.size() - n)
	w.actions.cut(w.actions.size() - n)
	return n
}

// What a random step looks at: so many joint actions are drawn before all steps are looked at, of
// which there may be so many.
const (
	draws    = 100
	lookedAt = 1 << 20
)

// Random takes up to n random steps and returns how many it took: it stops at a state that
// satisfies the condition, if there is one, which it reports, and at one without successors. Of
// each agent every allowed action is as likely as the others.
func (w *JointWalk) Random(ctx context.Context, n int, until *interpreted.Expr) (taken int, met bool, err error) {
	for taken < n {
		if err := ctx.Err(); err != nil {
			return taken, false, err
		}
		c, ok, err := w.draw(ctx)
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

// draw draws a step. Where many joint actions leave the range of a variable, it chooses among those
// that do not: it counts them first.
func (w *JointWalk) draw(ctx context.Context) (c JointChoice, ok bool, err error) {
	for range draws {
		if c.Joint = w.in.DrawJoint(w.State(), w.random.IntN); c.Joint == nil {
			return c, false, nil
		}
		if c.Next, ok = w.in.Draw(w.State(), c.Joint, w.random.IntN); ok {
			return c, true, nil
		}
	}
	count := 0
	err = w.in.Steps(ctx, w.State(), func(interpreted.Joint, interpreted.State) bool {
		count++
		return count < lookedAt
	})
	if count == 0 || err != nil {
		return c, false, err
	}
	left := w.random.IntN(count)
	err = w.in.Steps(ctx, w.State(), func(j interpreted.Joint, next interpreted.State) bool {
		c = JointChoice{j, next}
		left--
		return left >= 0
	})
	return c, err == nil, err
}

// A sought is a state that a search met, by the step that led there from another one.
type sought struct {
	step   JointChoice
	parent int
}

// Seek appends a shortest continuation, of at least one step, to a state that satisfies the
// condition, and reports whether there is one. It looks at up to limit states, and at up to sixteen
// times as many steps; the error wraps [interpreted.ErrStateLimit], [interpreted.ErrStepLimit] or
// the context's.
func (w *JointWalk) Seek(ctx context.Context, until *interpreted.Expr, limit int) (bool, error) {
	nodes, found, looked := []sought{{step: JointChoice{Next: w.State()}, parent: -1}}, false, 0
	seen := map[string]bool{w.State().Key(): true}
	for i := 0; i < len(nodes) && !found; i++ {
		var limited error
		err := w.in.Steps(ctx, nodes[i].step.Next, func(j interpreted.Joint, next interpreted.State) bool {
			looked++
			key := next.Key()
			switch found = w.in.Holds(until, next); {
			case found || !seen[key] && len(nodes) < limit:
				seen[key] = true
				nodes = append(nodes, sought{JointChoice{j, next}, i})
			case !seen[key]:
				limited = fmt.Errorf("%w: more than %d states", interpreted.ErrStateLimit, limit)
			case looked > 16*limit:
				limited = fmt.Errorf("%w: more than %d steps", interpreted.ErrStepLimit, 16*limit)
			}
			return !found && limited == nil
		})
		if err != nil {
			return false, fmt.Errorf("search stopped after %d states: %w", len(nodes), err)
		}
		if limited != nil {
			return false, limited
		}
	}
	if !found {
		return false, nil
	}
	var path []JointChoice
	for at := len(nodes) - 1; at > 0; at = nodes[at].parent {
		path = append(path, nodes[at].step)
	}
	for _, c := range slices.Backward(path) {
		w.Take(c)
	}
	return true, nil
}
