package report

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// A Joint reports on an interpreted system under check. Errors are those of
// [subject.Subject.Fault].
type Joint struct {
	s        *subject.Subject
	sys      *interpreted.System
	in       *interpreted.Interpreter
	model    *symbolic.Model
	pathsEnd bool
	states   *big.Int // the number of reachable states, once it was asked for
}

// InspectJoint begins to report on a subject, which must be an interpreted system.
func InspectJoint(s *subject.Subject) *Joint {
	kind, sp := s.Kind.(*formalism.Interpreted), s.Space.(*space.Interpreted)
	return &Joint{s: s, sys: kind.System, in: sp.Interpreter, model: sp.Model, pathsEnd: kind.PathsEnd}
}

// begin begins a phase that needs the reachable states.
func (n *Joint) begin(ctx context.Context) error {
	if err := n.s.Reach(ctx); err != nil {
		return err
	}
	n.s.Enter(fault.PhaseReport)
	return nil
}

// count is the number of states of a set. Many formulas hold in all reachable states, which are
// counted once.
func (n *Joint) count(set bdd.Node) *big.Int {
	reached, _, ok := n.s.Search.Reached()
	if !ok || set != reached {
		return n.model.Count(set)
	}
	if n.states == nil {
		n.states = n.model.Count(set)
	}
	return n.states
}

// Found are reachable states: how many, and a shortest run from an initial state to one of them,
// nil if there is none.
type Found struct {
	States *big.Int
	Run    *branch.Run
}

// Where finds the reachable states in which a condition without actions holds.
func (n *Joint) Where(ctx context.Context, when *interpreted.Expr) (*Found, error) {
	return n.find(ctx, func(k *bdd.Calculator, reached bdd.Node) bdd.Node {
		return k.And(reached, k.Take(n.model.Condition(k.Scope(), when)))
	})
}

// Deadlocks finds the reachable states without a successor.
func (n *Joint) Deadlocks(ctx context.Context) (*Found, error) {
	return n.find(ctx, func(*bdd.Calculator, bdd.Node) bdd.Node {
		_, dead, _ := n.s.Search.Reached()
		return dead
	})
}

// Overflows finds the reachable states in which a joint action that the protocols allow has no
// successor, because every choice of the evolutions leaves the range of a variable.
func (n *Joint) Overflows(ctx context.Context) (*Found, error) {
	return n.find(ctx, func(k *bdd.Calculator, reached bdd.Node) bdd.Node {
		return k.Take(n.model.Overflow(k.Scope(), reached))
	})
}

func (n *Joint) find(ctx context.Context, among func(k *bdd.Calculator, reached bdd.Node) bdd.Node) (*Found, error) {
	if err := n.begin(ctx); err != nil {
		return nil, err
	}
	k := n.model.Manager().Calculator(ctx)
	defer k.Close()
	reached, _, _ := n.s.Search.Reached()
	set, err := k.Result(among(k, reached))
	if err != nil {
		return nil, n.s.Fault(err)
	}
	out := &Found{States: n.count(set)}
	if set == bdd.False {
		return out, nil
	}
	run, err := n.s.Search.RunTo(ctx, set)
	if err != nil {
		return nil, n.s.Fault(err)
	}
	out.Run = (*branch.Run)(run)
	return out, nil
}

// Taken lists, for each variable of the system, the values that it takes in reachable states.
func (n *Joint) Taken(ctx context.Context) ([][]recipe.Value, error) {
	if err := n.begin(ctx); err != nil {
		return nil, err
	}
	k := n.model.Manager().Calculator(ctx)
	defer k.Close()
	reached, _, _ := n.s.Search.Reached()
	out := make([][]recipe.Value, len(n.sys.Vars))
	for v, x := range n.model.Vars {
		others := slices.DeleteFunc(slices.Clone(n.model.Vars), func(o bdd.VarID) bool { return o == x })
		alone := n.model.Manager().VarSet(bdd.Current, others...).Exists(k, reached)
		for code := range n.sys.Vars[v].Type.Size() {
			if k.Cofactor(alone, x, bdd.Current, code) != bdd.False {
				out[v] = append(out[v], n.sys.Vars[v].Type.Value(code))
			}
		}
		k.Reset()
	}
	return out, n.s.Fault(k.Err())
}

// shownSteps is how many joint actions of a run a warning names.
const shownSteps = 8

// example writes the state at the end of a run, and the joint actions that lead there.
func (n *Joint) example(f *Found) string {
	in := n.in
	text := in.Format(f.Run.States[len(f.Run.States)-1].(interpreted.State))
	var parts []string
	for i, s := range f.Run.Steps {
		if i == shownSteps {
			parts = append(parts, fmt.Sprintf("and %d more", len(f.Run.Steps)-i))
			break
		}
		parts = append(parts, in.FormatJoint(s.(interpreted.Joint)))
	}
	if len(parts) > 0 {
		text += " (after " + strings.Join(parts, "; ") + ")"
	}
	return text
}
