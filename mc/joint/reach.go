package joint

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Found are reachable states: how many, and a shortest run from an initial state to one of them, nil if there is none.
type Found struct {
	States *big.Int
	Run    *branch.Run
}

// Where finds the reachable states in which a condition without actions holds.
func (c *Checker) Where(ctx context.Context, when *interpreted.Expr) (*Found, error) {
	return c.find(ctx, func(k *bdd.Calculator, reached bdd.Node) bdd.Node {
		return k.And(reached, k.Take(c.model.Condition(k.Scope(), when)))
	})
}

// Deadlocks finds the reachable states without a successor.
func (c *Checker) Deadlocks(ctx context.Context) (*Found, error) {
	return c.find(ctx, func(*bdd.Calculator, bdd.Node) bdd.Node {
		_, dead, _ := c.search.Reached()
		return dead
	})
}

// Overflows finds the reachable states in which a joint action that the protocols allow has no successor, because every choice of the
// evolutions leaves the range of a variable.
func (c *Checker) Overflows(ctx context.Context) (*Found, error) {
	return c.find(ctx, func(k *bdd.Calculator, reached bdd.Node) bdd.Node {
		return k.Take(c.model.Overflow(k.Scope(), reached))
	})
}

func (c *Checker) find(ctx context.Context, among func(k *bdd.Calculator, reached bdd.Node) bdd.Node) (*Found, error) {
	if err := c.enter(ctx, fault.PhaseReport); err != nil {
		return nil, err
	}
	k := c.model.Manager().Calculator(ctx)
	defer k.Close()
	reached, _, _ := c.search.Reached()
	set, err := k.Result(among(k, reached))
	if err != nil {
		return nil, c.fault(err)
	}
	out := &Found{States: c.count(set)}
	if set == bdd.False {
		return out, nil
	}
	run, err := c.search.RunTo(ctx, set)
	if err != nil {
		return nil, c.fault(err)
	}
	out.Run = (*branch.Run)(run)
	return out, nil
}

// Taken lists, for each variable of the system, the values that it takes in reachable states.
func (c *Checker) Taken(ctx context.Context) ([][]recipe.Value, error) {
	if err := c.enter(ctx, fault.PhaseReport); err != nil {
		return nil, err
	}
	k := c.model.Manager().Calculator(ctx)
	defer k.Close()
	reached, _, _ := c.search.Reached()
	out := make([][]recipe.Value, len(c.sys.Vars))
	for v, x := range c.model.Vars {
		others := slices.DeleteFunc(slices.Clone(c.model.Vars), func(o bdd.VarID) bool { return o == x })
		alone := k.Exists(c.model.Manager().VarSet(bdd.Current, others...), reached)
		for code := range c.sys.Vars[v].Type.Size() {
			if k.Cofactor(alone, x, bdd.Current, code) != bdd.False {
				out[v] = append(out[v], c.sys.Vars[v].Type.Value(code))
			}
		}
		k.Reset()
	}
	return out, c.fault(k.Err())
}

// shownSteps is how many joint actions of a run a warning names.
const shownSteps = 8

// example writes the state at the end of a run, and the joint actions that lead there.
func (c *Checker) example(f *Found) string {
	in := c.space.Interpreter
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
