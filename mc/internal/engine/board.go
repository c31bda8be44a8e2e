package engine

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Board holds what the engines of one check know of its properties, and what they have cost.
type Board struct {
	System *recipe.System
	// Justice and Compassion are the fairness conditions, Fair the same as formulas.
	Justice    []*ltol.Formula
	Compassion [][2]*ltol.Formula
	Fair       []*ltol.Formula
	// Targets are the properties; [Board.Add] adds one.
	Targets []*Target
	// MaxLength is the most steps of a run that is of use.
	MaxLength int
	// Sought is a target that diagrams know to be violated while they look for a run; else nil.
	Sought *Target
	// Repeat tells that what holds by an inductive invariant is to be searched all the same.
	Repeat bool
	// Brief tells that shorter violations are of no use.
	Brief bool
	// Explored tells that diagrams know the reachable states.
	Explored bool
	// Changes counts what was noted about violations.
	Changes int
	// Work is what all engines have cost; nil if nothing counts it.
	Work func() int
	// Diagrams is the work done on diagrams, Walks what random walks have cost, in steps of diagrams.
	Diagrams, Walks int

	settled   int // so many of the first targets are known to be settled
	byFormula map[*ltol.Formula]*Target
	byState   map[*ltol.StateFormula]*Target
}

// A Target is a property that the engines try to decide.
type Target struct {
	// Index is the place of the property in the specification, from 0.
	Index int
	// Formula is about runs. A property about states has State as well, and Formula is what it says on
	// paths: see [ltol.StateFormula.OnPaths].
	Formula *ltol.Formula
	State   *ltol.StateFormula
	// Safety is that of the formula; [Board.Add] sets it.
	Safety bool
	// Parts are the formula's conjuncts.
	Parts []*ltol.Formula
	// Trace is a confirmed violation; nil until there is one. Shortest tells that none is shorter.
	Trace    *trace.Trace
	Shortest bool
	// Path is a confirmed violation by a system that is no ReCiPe system; nil until there is one.
	Path *branch.Run
	// Proved tells that the property follows from a checked inductive invariant. Clauses is the number
	// of its clauses, or Nodes that of its diagram.
	Proved         bool
	Clauses, Nodes int
	// Since is the effort when the first of these was found, or when a search for a shorter trace
	// began.
	Since int
	// Decided tells that engines need not look at the property any more.
	Decided bool
	// Why are reasons why engines have given the property up.
	Why []string
}

// Violation is the number of steps of the violation that is known; known is false if none is.
func (t *Target) Violation() (steps int, known bool) {
	switch {
	case t.Trace != nil:
		return len(t.Trace.Steps), true
	case t.Path != nil:
		return len(t.Path.Steps), true
	}
	return 0, false
}

// About is the target about a formula on states, nil if there is none.
func (b *Board) About(f *ltol.StateFormula) *Target {
	if b == nil || f == nil {
		return nil
	}
	return b.byState[f]
}

// Target is the one with a formula, nil if there is none.
func (b *Board) Target(f *ltol.Formula) *Target {
	if b == nil {
		return nil
	}
	return b.byFormula[f]
}

// Add adds a target. Of several with one formula, the first is the one that [Board.Target] finds.
func (b *Board) Add(t *Target) {
	b.Targets, t.Safety = append(b.Targets, t), t.Formula.Safety()
	if b.byFormula == nil {
		b.byFormula, b.byState = map[*ltol.Formula]*Target{}, map[*ltol.StateFormula]*Target{}
	}
	b.byState[t.State] = t
	if b.byFormula[t.Formula] == nil {
		b.byFormula[t.Formula] = t
	}
}

// Trace is a confirmed violation of a property, nil if none is known.
func (b *Board) Trace(f *ltol.Formula) *trace.Trace {
	if t := b.Target(f); t != nil {
		return t.Trace
	}
	return nil
}

// Proved reports whether a property follows from a checked inductive invariant.
func (b *Board) Proved(f *ltol.Formula) bool {
	t := b.Target(f)
	return t != nil && t.Proved
}

// Effort is the work on diagrams and on walks.
func (b *Board) Effort() int { return b.Diagrams + b.Walks }

// Settled reports whether a property is known to be violated, or to hold by an inductive invariant.
func (b *Board) Settled(t *Target) bool {
	_, violated := t.Violation()
	return violated || t.Proved && !b.Repeat
}

// AllSettled reports whether there are properties and all are settled. A settled target stays
// settled, so that all calls together go through the targets once.
func (b *Board) AllSettled() bool {
	if b == nil || len(b.Targets) == 0 {
		return false
	}
	for b.settled < len(b.Targets) && b.Settled(b.Targets[b.settled]) {
		b.settled++
	}
	return b.settled == len(b.Targets)
}

// Wants is the most steps of a violation that is of use to a target. Once a violation is known, only
// one of half its length is. While a run of one target is sought, those of others are of no use.
func (b *Board) Wants(t *Target) int {
	steps, violated := t.Violation()
	switch {
	case t.Decided || t.Shortest || b.Sought != nil && b.Sought != t:
		return 0
	case !violated:
		return b.MaxLength
	}
	return min(steps/2, b.MaxLength)
}

// Wanted is the most steps of a violation that is of use to some target.
func (b *Board) Wanted() int {
	most := 0
	for _, t := range b.Targets {
		most = max(most, b.Wants(t))
	}
	return most
}

// Violated notes a confirmed violation; one that is not shorter than what is known is forgotten, and
// so is nil. The error is a fault: the property was found to hold.
func (b *Board) Violated(t *Target, run *trace.Trace) error {
	if run == nil || t.Trace != nil && len(t.Trace.Steps) <= len(run.Steps) {
		return nil
	}
	b.noted(t)
	if t.Trace = run; t.Proved {
		return Contradicted
	}
	return nil
}

// Refuted is Violated by a path of a system that is no ReCiPe system.
func (b *Board) Refuted(t *Target, path *branch.Run) error {
	if path == nil || t.Path != nil && len(t.Path.Steps) <= len(path.Steps) {
		return nil
	}
	b.noted(t)
	if t.Path = path; t.Proved {
		return Contradicted
	}
	return nil
}

// noted counts a violation that is about to be noted.
func (b *Board) noted(t *Target) {
	if _, violated := t.Violation(); !violated {
		t.Since = b.Effort()
	}
	t.Decided = t.Decided || b.Brief
	b.Changes++
}

// NoneShorter notes that no violation of a target is shorter than the one that is known.
func (b *Board) NoneShorter(t *Target) {
	t.Shortest = true
	b.Changes++
}

// Contradicted is the fault where a run violates what holds by an inductive invariant.
var Contradicted = fault.Internal("an inductive invariant says that the property holds, but a run does not satisfy it")

// Holds notes that a property follows from a checked inductive invariant with so many clauses, or
// with so many nodes of a diagram.
func (b *Board) Holds(t *Target, clauses, nodes int) {
	t.Decided, t.Since, t.Proved, t.Clauses, t.Nodes = true, b.Effort(), true, clauses, nodes
}

// Decide notes that the search with diagrams says that a property holds, which no run may
// contradict.
func (b *Board) Decide(f *ltol.Formula) error {
	t := b.Target(f)
	if t == nil {
		return nil
	}
	if t.Decided = true; t.Trace != nil {
		return fault.Internal("the search says that the property holds, but a run of the interpreter, %d steps from the state %s and back by %d, does not satisfy it",
			len(t.Trace.Steps), b.System.StateString(t.Trace.Steps[0].State), len(t.Trace.Steps)-t.Trace.Loop)
	}
	return nil
}

// DecideStates notes what labels say of a property about states, which no engine may contradict.
func (b *Board) DecideStates(f *ltol.StateFormula, violated bool) error {
	t := b.About(f)
	switch {
	case t == nil:
		return nil
	case violated && t.Proved:
		return fault.Internal("an inductive invariant says that the property holds, but labels do not")
	case violated:
		return nil
	}
	if t.Decided = true; t.Path != nil {
		return fault.Internal("labels say that the property holds, but a path of %d steps does not satisfy it", len(t.Path.Steps))
	}
	return nil
}

// Divide divides a formula into those of its parts that are to be proved. The others differ from
// these by exchanging agents.
type Divide func(context.Context, *ltol.Formula) ([]*ltol.Formula, error)

// Parts are formulas whose automata are small. They hold together on the runs of a system if and
// only if f does. Without a system, this is so on all runs.
func Parts(f *ltol.Formula, sys *recipe.System) []*ltol.Formula {
	var out []*ltol.Formula
	parts := f.Conjuncts()
	if sys != nil && slices.ContainsFunc(sys.Agents, func(a recipe.Agent) bool { return a.Present != nil }) {
		for i, c := range parts {
			parts[i] = ltol.AmongLasting(c, func(a ltol.Atom) bool { return a.Kind == ltol.State && recipe.Lasting(sys, a.ID) })
		}
		parts = ltol.And(parts...).Conjuncts()
	}
	for _, part := range parts {
		out = append(out, part.Cases()...)
	}
	return out
}
