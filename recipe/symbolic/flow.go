package symbolic

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// A Flow says which values each local can ever hold, which control states can
// be reached and which commands can fire, see package flow.
//
// It only shrinks the encoding. What it excludes never happens in a reachable
// state; counts, traces and the ranges of quantifiers are those of the declared
// types.
type Flow struct {
	// Locals lists the possible values of each entry of System.Vars, in the
	// order of its type.
	Locals [][]recipe.Value
	// Control tells for each agent which control states may be reached.
	Control [][]bool
	// Fires tells which commands may fire.
	Fires []bool
}

// Analyse computes the flow of a system that passes its own checks. The error
// is that of the context, or a [recipe.NoInitialStateError].
func Analyse(ctx context.Context, sys *recipe.System, thresholds *flow.Thresholds) (*Flow, error) {
	if err := encodable(ctx, sys); err != nil {
		return nil, err
	}
	r, err := flow.Analyse(ctx, sys, flow.Options{Thresholds: thresholds})
	if err != nil {
		return nil, fmt.Errorf("symbolic: analysing the flow of values: %w", err)
	}
	f := &Flow{Locals: make([][]recipe.Value, len(sys.Vars)), Control: r.Control, Fires: r.Fires}
	for v := range sys.Vars {
		if f.Locals[v] = r.Vars[v].In(sys.Vars[v].Type); len(f.Locals[v]) == 0 {
			a := sys.Vars[v].Agent
			return nil, &recipe.NoInitialStateError{Agent: a, Name: sys.Agents[a].Name}
		}
	}
	return f, nil
}

// eachCombination sets chosen to every element of the product of the domains
// in lexicographic order and calls visit for each.
func eachCombination(domains [][]recipe.Value, chosen []recipe.Value, visit func()) {
	var choose func(int)
	choose = func(i int) {
		if i == len(domains) {
			visit()
			return
		}
		for _, v := range domains[i] {
			chosen[i] = v
			choose(i + 1)
		}
	}
	choose(0)
}

// localsOf appends to out the locals that occur in the expressions, ascending
// and once each.
func localsOf(out []int, es ...*recipe.Expr) []int { return leavesOf(recipe.OpLocal, out, es) }

// leavesOf appends to out the indices of the leaves with the given operator, ascending and once each.
func leavesOf(op recipe.Op, out []int, es []*recipe.Expr) []int {
	for _, e := range es {
		e.Walk(func(e *recipe.Expr) bool {
			if e.Op == op {
				out = append(out, e.Index)
			}
			return true
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}
