package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ErrSearchLimit is wrapped by errors of searches that met more states than they may.
var ErrSearchLimit = errors.New("limit on states reached")

// Seek looks for a shortest continuation of the run that meets the condition (see [Session.Met])
// and appends it to the run. It takes at least one step. Not finding any, though every continuation
// was considered, it returns false and leaves the run as it is. The search is breadth first over at
// most limit states, told apart by what the condition wants to know of the step that entered them;
// the error wraps [ErrSearchLimit] or the context's error.
func (s *Session) Seek(ctx context.Context, c *Condition, limit int) (bool, error) {
	if err := s.goesOn(ctx, limit, c, false); err != nil {
		return false, err
	}
	q := search{in: s.in, steps: s.steps, condition: c, limit: limit, seen: map[string]bool{}}
	if _, err := q.add(node{s.State(), s.Last(), -1}); err != nil {
		return false, err
	}
	found, err := q.run(ctx)
	if err != nil || found == nil {
		return false, err
	}
	for _, t := range found {
		if err := s.Take(t); err != nil {
			return false, err
		}
	}
	return true, nil
}

// node is a state met by a search.
type node struct {
	state  recipe.State
	before *trace.Step // the state before and the step that entered this one
	parent int
}

type search struct {
	in        *recipe.Interpreter
	steps     *stepper
	condition *Condition
	limit     int
	nodes     []node
	seen      map[string]bool
}

// run returns the steps of a shortest way, or nil.
func (q *search) run(ctx context.Context) ([]Choice, error) {
	for i := 0; i < len(q.nodes); i++ {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("simulate: search stopped after %d states: %w", len(q.nodes), ctx.Err())
		}
		n := q.nodes[i]
		stopped := n.before != nil && n.before.Message.Kind == recipe.Stutter
		successors, err := q.steps.choices(n.state, stopped)
		if err != nil {
			return nil, err
		}
		for _, t := range successors {
			met, err := q.met(n, t)
			if err != nil {
				return nil, err
			}
			if met {
				return q.path(i, t), nil
			}
			next := node{t.Next, &trace.Step{State: t.From, Message: t.Step}, i}
			if fresh, err := q.add(next); err != nil {
				return nil, err
			} else if fresh && len(q.nodes) > q.limit {
				return nil, fmt.Errorf("simulate: %w: %d", ErrSearchLimit, q.limit)
			}
		}
	}
	return nil, nil
}

// add adds a node if it is new, which it reports.
func (q *search) add(n node) (bool, error) {
	key := []byte(q.in.Key(n.state))
	if q.condition.ahead {
		w := &window{in: q.in, before: n.before}
		for _, a := range q.condition.past {
			entered, err := w.atom(a, 0)
			if err != nil {
				return false, err
			}
			key = append(key, byte(recipe.BoolValue(entered)))
		}
	}
	if q.seen[string(key)] {
		return false, nil
	}
	q.seen[string(key)] = true
	q.nodes = append(q.nodes, n)
	return true, nil
}

// met is [Session.Met] after taking t from n.
func (q *search) met(n node, t Choice) (bool, error) {
	w := &window{in: q.in, before: n.before, state: t.From, step: &t.Step, after: t.Next}
	if !q.condition.ahead {
		w = &window{in: q.in, before: &trace.Step{State: t.From, Message: t.Step}, state: t.Next}
	}
	return w.eval(q.condition.formula, 0)
}

// path returns the steps that lead to node i, and t after them.
func (q *search) path(i int, t Choice) []Choice {
	out := []Choice{t}
	for ; q.nodes[i].parent >= 0; i = q.nodes[i].parent {
		n := &q.nodes[i]
		out = append(out, Choice{n.before.State, recipe.Transition{Step: n.before.Message, Next: n.state}})
	}
	slices.Reverse(out)
	return out
}
