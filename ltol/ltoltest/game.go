package ltoltest

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Strategies are ones of perfect information. In a state the coalition fixes actions of its members
// that are part of some move; the others, and what chance decides, then complete them in any way
// that is a move. All agents act, and a state without moves is lost for the player that has to make
// a step.
//
// Under fairness, which strategies may need memory for, a strategy wins if every fair outcome
// satisfies the path formula and there is a fair outcome at all.

// goal says what has become of a path formula X f, F g, G f or f U g on a path.
type goal struct {
	op   ltol.Op
	f, g set // of F: everything and its operand; of X and G: their operand and nothing
}

// The statuses of a goal.
const (
	pending = iota
	done    // what follows does not matter any more
	lost    // violated
	statuses
)

func (e *Evaluator) can(f *ltol.StateFormula, args []set) (set, error) {
	path := f.Path()
	var operands []set
	for _, a := range path.Args() {
		states, ok := e.local(a, args)
		if !ok {
			return nil, errStrategy(f)
		}
		operands = append(operands, states)
	}
	w := goal{op: path.Op()}
	switch path.Op() {
	case ltol.OpNext, ltol.OpGlobally:
		w.f, w.g = operands[0], make(set, len(e.next))
	case ltol.OpFinally:
		w.f, w.g = e.all(), operands[0]
	case ltol.OpUntil:
		w.f, w.g = operands[0], operands[1]
	default:
		return nil, errStrategy(f)
	}
	switch {
	case w.op != ltol.OpNext && w.op != ltol.OpGlobally && e.graph.Choices != nil && !slices.Contains(w.g, true):
		return w.g, nil // no choice wins a goal that no state has
	case len(e.fair) == 0 && e.Uniform && len(f.Agents()) > 0:
		return e.uniform(f.Agents(), w)
	case len(e.fair) == 0:
		return e.force(f.Agents(), w), nil
	}
	return e.forceFairly(f.Agents(), w), nil
}

func errStrategy(f *ltol.StateFormula) error {
	return fmt.Errorf("ltoltest: %s asks for a strategy for something other than X, F, G or U of state formulas", f)
}

// force decides a goal without fairness, by the fixpoints of alternating-time logic (Alur,
// Henzinger, Kupferman, "Alternating-time temporal logic", JACM 49(5), 2002).
func (e *Evaluator) force(coalition []int, w goal) set {
	return w.solve(func(x set) set {
		good := func(t int) bool { return x[t] }
		return e.where(func(s int) bool { return e.forced(s, coalition, good) })
	})
}

// forced says whether the coalition can see to it that the next state is good.
func (e *Evaluator) forced(s int, coalition []int, good func(t int) bool) bool {
	if e.graph.Force != nil {
		return e.graph.Force(s, coalition, good)
	}
	return forced(e.choices(s), coalition, good)
}

// choices are the moves of a state that abilities are about.
func (e *Evaluator) choices(s int) []Move {
	if e.graph.Choices != nil {
		return e.graph.Choices[s]
	}
	return e.graph.Moves[s]
}

// solve is the fixpoint of a goal, from what can be brought about in one step.
func (w goal) solve(pre func(x set) set) set {
	switch w.op {
	case ltol.OpNext:
		return pre(w.f)
	case ltol.OpGlobally:
		return fixpoint(w.f, func(z set) set { return and(w.f, pre(z)) })
	}
	return fixpoint(w.g, func(y set) set { return or(y, and(w.f, pre(y))) })
}

// forced says whether the coalition has actions with which every move leads only to states that are
// good.
func forced(moves []Move, coalition []int, good func(t int) bool) bool {
	return slices.ContainsFunc(moves, func(chosen Move) bool { return safe(moves, coalition, chosen, good) })
}

// safe says whether all moves in which the coalition acts as in the chosen one lead only to states
// that are good.
func safe(moves []Move, coalition []int, chosen Move, good func(t int) bool) bool {
	for _, m := range moves {
		same := !slices.ContainsFunc(coalition, func(k int) bool { return m.Actions[k] != chosen.Actions[k] })
		if same && slices.ContainsFunc(m.To, func(t int) bool { return !good(t) }) {
			return false
		}
	}
	return true
}

// enter is the status of a goal at state t, when it was pending before.
func (w goal) enter(t int) int {
	switch {
	case w.op == ltol.OpNext && w.f[t], w.g[t]:
		return done
	case !w.f[t]:
		return lost
	}
	return pending
}

// forceFairly decides a goal under fairness on pairs of a state and a status. The opponents win
// where they can make the path fair and the goal not reached: by staying where it is not, visiting
// every fair set again and again. A game in which the coalition commits itself first is one of
// turns, hence determined, so that the coalition wins everywhere else. Of that region it keeps what
// admits a fair outcome that reaches the goal: a path that leaves the outcome stays in the region,
// where the coalition wins by other means.
func (e *Evaluator) forceFairly(coalition []int, w goal) set {
	a := arena{e: e, coalition: coalition, w: w}
	notReached := a.where(func(_, status int) bool {
		return status == lost || status == pending && (w.op == ltol.OpFinally || w.op == ltol.OpUntil)
	})
	pursuit := a.where(func(_, status int) bool { return status != done })
	opponents := fixpoint(a.spoil(notReached), func(y set) set { return or(y, and(pursuit, a.resist(y))) })
	region := a.where(func(s, status int) bool { return !opponents[s*statuses+status] })
	next := a.keeping(region)
	fairSets := a.fairSets()
	good := and(region, a.where(func(_, status int) bool { return status != lost }))
	outcome := fairPath(next, good, fairSets)
	if w.op != ltol.OpGlobally {
		reached := and(outcome, a.where(func(_, status int) bool { return status == done }))
		outcome = until(next, good, reached)
	}
	return e.where(func(s int) bool { return outcome[s*statuses+a.start(s)] })
}

// arena is the game on pairs of a state s and a status, numbered s*statuses+status.
type arena struct {
	e         *Evaluator
	coalition []int
	w         goal
}

func (a *arena) where(holds func(s, status int) bool) set {
	out := make(set, len(a.e.next)*statuses)
	for v := range out {
		out[v] = holds(v/statuses, v%statuses)
	}
	return out
}

// start is the status of a goal in the first state of a path.
func (a *arena) start(s int) int {
	if a.w.op == ltol.OpNext {
		return pending
	}
	return a.w.enter(s)
}

// successor is the pair to which a step to t leads.
func (a *arena) successor(status, t int) int {
	if status == pending {
		status = a.w.enter(t)
	}
	return t*statuses + status
}

func (a *arena) fairSets() []set {
	var out []set
	for _, k := range a.e.fair {
		out = append(out, a.where(func(s, _ int) bool { return k[s] }))
	}
	return out
}

// resist is the set of pairs from which the opponents can enter y, whatever the coalition does.
func (a *arena) resist(y set) set {
	return a.where(func(s, status int) bool {
		return !a.e.forced(s, a.coalition, func(t int) bool { return !y[a.successor(status, t)] })
	})
}

// spoil is the set of pairs from which the opponents can stay within and visit every fair set again
// and again: the greatest solution of Z = ⋂_k μY. within ∩ ((fair_k ∩ resist Z) ∪ resist Y).
func (a *arena) spoil(within set) set {
	return fixpoint(within, func(z set) set {
		smaller := z
		for _, k := range a.fairSets() {
			good := and(within, k, a.resist(z))
			smaller = and(smaller, fixpoint(good, func(y set) set { return or(good, and(within, a.resist(y))) }))
		}
		return smaller
	})
}

// keeping gives the steps within a region that the coalition can take without risk of leaving it.
func (a *arena) keeping(region set) [][]int {
	next := make([][]int, len(region))
	for v := range next {
		s, status := v/statuses, v%statuses
		moves := a.e.graph.Moves[s]
		stays := func(t int) bool { return region[a.successor(status, t)] }
		for _, m := range moves {
			lead := a.e.graph.Lead
			for _, t := range m.To {
				if region[v] && (lead != nil && lead(s, a.coalition, stays, t) || lead == nil && safe(moves, a.coalition, m, stays)) {
					next[v] = append(next[v], a.successor(status, t))
				}
			}
		}
	}
	return next
}
