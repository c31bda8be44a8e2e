package mc

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/inductive"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A hunt looks for violations on walks of the interpreter. It takes turns with the work on
// diagrams, whose steps pay for it; see [turns]. What it does depends on that work alone, so that
// it is the same in every run.
type hunt struct {
	sys     *recipe.System
	in      *recipe.Interpreter
	prices  runs.Prices
	limits  *Thresholds
	fair    []*ltol.Formula
	targets []*target
	starts  []recipe.State
	// first is what walks may cost whatever else is done.
	first int
	// executed counts how often walks have executed each command.
	executed []int
	number   int // of walks
	// work is what was done on diagrams, spent what walks cost, both in steps of diagrams.
	work, spent int
	induced     int // what inductive invariants cost
	// repeat tells that what holds by an inductive invariant is to be searched all the same.
	repeat bool
	// figures tells that the system is to be encoded and explored all the same, as WithFigures says.
	figures bool
	still   bool // nobody walks any more: several checkers share what is known
	ladder  ladder
	fault   error
	tell    func(Result) // who wants to be told of violations early; nil if nobody does
}

// A target is a property that the hunt wants to see violated.
type target struct {
	property Property
	formula  *ltol.Formula
	// letter is the price of asking for its atoms at a position, nodes that of its connectives
	// there.
	letter, nodes int
	trace         *trace.Trace // a confirmed one; nil until there is one
	// since is the effort when that was found, or when a search for a shorter one began; decided
	// tells that there will be none.
	since   int
	decided bool
	told    bool         // the violation was announced, or has had its turn
	last    *trace.Trace // the one that is given, as patience has come to its end; nil before
	// parts are the formula's conjuncts.
	parts []*ltol.Formula
	// shortest tells that bounded checking knows of no shorter trace.
	shortest  bool
	climb     climb
	induction induction
}

// A ladder looks for the shortest violations of a hunt's targets by bounded checking, in its turns.
// It begins when the work on diagrams has gone on for a while.
type ladder struct {
	spec  Specification
	flow  *circuit.Flow  // nil until it is known
	model *circuit.Model // nil until it is built
	// translator serves the searches for inductive invariants as well.
	translator ltol.Translator
	// next is the credit at which building is tried, again and with more room.
	next  int
	spent int // in steps of diagrams
	off   bool
}

// A climb is what bounded checking knows of a target.
type climb struct {
	search *bounded.Search
	spent  int
	// slice is the room with which the search goes on: where the last piece of work came to nothing,
	// one twice as large is tried, since each begins with what is known already.
	slice int
	// over tells that nothing more is looked for.
	over bool
}

// An induction looks for an inductive invariant from which a target follows, in its turns, and then
// checks it. Fairness is left out: what holds on all runs holds on fair ones.
type induction struct {
	machine *bounded.Machine
	goal    bounded.Goal
	search  *inductive.Search
	check   *inductive.Certificate // nil until there is an invariant
	// spent is what it cost, slice the room with which it goes on; see [climb].
	spent, slice int
	// over tells that nothing more is looked for, clauses how many there are in the invariant that
	// was found and checked; 0 if there is none.
	over    bool
	clauses int
}

func newHunt(sys *recipe.System, spec Specification, limits *Thresholds) *hunt {
	h := &hunt{
		sys: sys, in: recipe.NewQuickInterpreter(sys).Trusting(), prices: runs.NewPrices(sys).Trusting(), limits: limits,
		fair: spec.formulas(), executed: make([]int, len(sys.Commands)), ladder: ladder{spec: spec, next: limits.CircuitFirst},
	}
	for _, p := range spec.Properties {
		t := &target{property: p, formula: p.Formula}
		if p.State != nil {
			t.formula, t.decided = ltol.True(), true // not by walks, nor by bounded checking
		}
		t.parts = t.formula.Conjuncts()
		t.letter, t.nodes = h.prices.Formula(ltol.And(append([]*ltol.Formula{t.formula}, h.fair...)...))
		h.targets = append(h.targets, t)
	}
	pairs := 1
	for i := range sys.Commands {
		if sys.Commands[i].Kind == recipe.Send {
			pairs += len(sys.Agents)
		}
	}
	if limits.HuntFirst > 0 {
		h.first = max(limits.HuntFirst, min(limits.HuntPairs, runs.MaxPrice/pairs)*pairs)
	}
	return h
}

// target is the one with a formula, nil if there is none.
func (h *hunt) target(f *ltol.Formula) *target {
	if h != nil {
		for _, t := range h.targets {
			if t.formula == f {
				return t
			}
		}
	}
	return nil
}

// trace is a confirmed violation of a property of the specification, nil if none is known.
func (h *hunt) trace(f *ltol.Formula) *trace.Trace {
	if t := h.target(f); t != nil {
		return t.trace
	}
	return nil
}

// decide notes that the search says that a property holds, which no walk may contradict.
func (h *hunt) decide(f *ltol.Formula) error {
	t := h.target(f)
	if t == nil {
		return nil
	}
	if t.decided = true; t.trace != nil {
		return internal("the search says that the property holds, but a run of the interpreter, %d steps from the state %s and back by %d, does not satisfy it",
			len(t.trace.Steps), h.sys.StateString(t.trace.Steps[0].State), len(t.trace.Steps)-t.trace.Loop)
	}
	return nil
}

// settled reports whether a target is known to be violated, or to hold by an inductive invariant.
func (h *hunt) settled(t *target) bool {
	return t.trace != nil || t.induction.clauses > 0 && !h.repeat
}

// allSettled reports whether nothing is looked for but shorter traces.
func (h *hunt) allSettled() bool {
	return h != nil && len(h.targets) > 0 && !slices.ContainsFunc(h.targets, func(t *target) bool { return !h.settled(t) })
}

// enough reports whether the work on diagrams is to be given up, because it has gone on for long
// since answers were found: of one property, or of all if it is nil.
func (h *hunt) enough(only *target) bool {
	if h == nil || len(h.targets) == 0 || h.figures && only == nil && h.effort() <= h.limits.HuntPatience {
		return false
	}
	for _, t := range h.targets {
		if (only == nil || t == only) && (!h.settled(t) || h.effort()-t.since <= h.patience(t)) {
			return false
		}
	}
	return true
}

// announce tells of violations as soon as they are known, once the work has gone on for longer than
// that of small systems does, and gives up looking for shorter traces of those for which there is no
// patience any more once it has gone on for so long that users wonder.
func (h *hunt) announce() {
	if h.tell == nil || h.effort() < h.limits.HuntLeast {
		return
	}
	for _, t := range h.targets {
		if t.trace == nil || t.decided {
			continue
		}
		if !t.told {
			t.told = true
			h.tell(Result{Property: t.property, Verdict: Violated, Trace: t.trace})
		}
		if h.effort() >= h.limits.HuntPatience && h.effort()-t.since > h.patience(t) {
			t.last, t.decided = t.trace, true
		}
	}
}

// over is why work is given up when there is enough.
func (h *hunt) over() error {
	for _, t := range h.targets {
		if t.induction.clauses > 0 {
			return ErrAllDecided
		}
	}
	return ErrAllViolated
}

// effort is what was done on diagrams and on walks, in steps of diagrams.
func (h *hunt) effort() int { return h.work + h.spent }

// patience is how much may be done in order to find a shorter trace of a violated target, or in
// order to see all of a small system. Who learns that all properties hold wants the rest of what
// is said about the system more than who has a trace to look at.
func (h *hunt) patience(t *target) int {
	most := h.limits.HuntLeast
	if t.trace == nil {
		return h.limits.HuntPatience
	}
	if !t.shortest {
		most = max(most, t.since)
	}
	return min(h.limits.HuntPatience, most)
}

// credit is what walks may cost for now.
func (h *hunt) credit() int {
	credit := h.first - h.spent
	if h.limits.HuntShare > 0 {
		credit += h.work / h.limits.HuntShare
	}
	return credit
}

// wanted is the most steps of a run that is of use to some target.
func (h *hunt) wanted() int {
	most := 0
	for _, t := range h.targets {
		most = max(most, h.wants(t))
	}
	return most
}

// wants is [hunt.wanted] of one target. A violation half as long as the one that is known is of use.
func (h *hunt) wants(t *target) int {
	switch {
	case t.decided || t.shortest:
		return 0
	case t.trace == nil:
		return h.limits.HuntLength
	}
	return min(len(t.trace.Steps)/2, h.limits.HuntLength)
}

// clauses is the number of clauses of an inductive invariant from which a property follows, 0 if
// none is known.
func (h *hunt) clauses(f *ltol.Formula) int {
	if t := h.target(f); t != nil {
		return t.induction.clauses
	}
	return 0
}

func (r Result) failed(err error) Result {
	var limit *LimitError
	if errors.As(err, &limit) && limit != nil && !errors.Is(err, ErrInternal) {
		if r.Trace = limit.hunt.trace(r.Property.Formula); r.Trace != nil {
			r.Verdict = Violated
			return r
		}
		if r.Stats.Clauses = limit.hunt.clauses(r.Property.Formula); r.Stats.Clauses > 0 {
			r.Verdict, r.Certificate.Reason = Holds, err.Error()
			return r
		}
	}
	r.Verdict, r.Trace, r.Witness, r.Err, r.Reason = Unknown, nil, nil, err, err.Error()
	return r
}
