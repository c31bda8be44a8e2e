package ltoltest

import (
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// knowledge computes K, GK, DK and GCK.
func (e *Evaluator) knowledge(f *ltol.StateFormula, a set) set {
	switch f.Op() {
	case ltol.StateKnows, ltol.StateDistributed:
		return e.known(f.Agents(), a)
	case ltol.StateEveryone:
		return e.everyone(f.Agents(), a)
	}
	// GCK: the greatest solution of Z = a ∩ GK(Z).
	return fixpoint(a, func(z set) set { return and(a, e.everyone(f.Agents(), z)) })
}

// known is the set of states in which a holds of all states that the agents together cannot tell
// from it.
func (e *Evaluator) known(agents []int, a set) set {
	views := make([]string, len(a))
	doubted := map[string]bool{}
	for s := range a {
		for _, k := range agents {
			view := e.graph.View(k, s)
			views[s] += strconv.Itoa(len(view)) + ":" + view
		}
		if e.live[s] && !a[s] {
			doubted[views[s]] = true
		}
	}
	return e.where(func(s int) bool { return !doubted[views[s]] })
}

func (e *Evaluator) everyone(agents []int, a set) set {
	out := e.all()
	for _, k := range agents {
		out = and(out, e.known([]int{k}, a))
	}
	return out
}

// obliged is everything if a holds wherever the agent violates no norm, and else nothing.
func (e *Evaluator) obliged(agent int, a set) set {
	ok := true
	for s := range a {
		ok = ok && (a[s] || !e.live[s] || e.graph.Red(agent, s))
	}
	return e.where(func(int) bool { return ok })
}
