package mc

import (
	"cmp"
	"errors"
	"math/big"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Property is a formula that every fair computation of a system from every initial state should
// satisfy. The atoms of the formula are indices into the system's Propositions: State atoms of
// state propositions, Step and PastStep atoms of step propositions.
type Property struct {
	// Index is the property's number as users count, from 1. It is only reported, and so are Name,
	// which may be empty, and Text, the formula as users wrote it.
	Index      int
	Name, Text string
	Formula    *ltol.Formula
	// State is the property instead if it is a formula about states: all initial
	// states are to satisfy it, under fairness those on fair paths. Atoms are as in
	// Formula, agents indices into the system's Agents; in coalitions the scheduler
	// is the agent after the last. Formula is nil then.
	State *ltol.StateFormula
	// Assumed is the left side of Formula, an implication, if the property is only about the runs that
	// satisfy it; nil if there is nothing to assume. It matters for [Checker.Vacuity] alone.
	Assumed *ltol.Formula
	Pos     recipe.Position
}

func (p *Property) label() string { return cmp.Or(p.Name, strconv.Itoa(p.Index)) }

// A View is what an agent sees of itself.
type View = recipe.View

// A Specification is what a system should satisfy, and the fairness under which it should. A
// computation is fair if each formula of Justice holds infinitely often and, for each pair of
// Compassion, the second infinitely often if the first does.
type Specification struct {
	Properties []Property
	Justice    []*ltol.Formula
	Compassion [][2]*ltol.Formula
	// Sees is what agents see of themselves, by agent: nil, as for agents beyond its
	// end, is everything. Red holds, by agent, the state proposition that the agent
	// violates its norms; negative, as beyond its end, if it never does.
	Sees []*View
	Red  []int
}

// Conditions are the fairness conditions as formulas: a fair computation satisfies all of them.
func (spec Specification) Conditions() []*ltol.Formula {
	return search.FairnessFormulas(spec.Justice, spec.Compassion)
}

// A Verdict is the answer to the question whether a property holds.
type Verdict uint8

const (
	// Unknown means that the search was given up.
	Unknown Verdict = iota
	// Holds means that every fair computation satisfies the property.
	Holds
	// Violated means that the confirmed trace of the result does not.
	Violated
)

// String is "unknown", "holds" or "violated".
func (v Verdict) String() string {
	if v > Violated {
		return "no verdict"
	}
	return [...]string{"unknown", "holds", "violated"}[v]
}

// A Result is what became of one property.
type Result struct {
	Property Property
	Verdict  Verdict
	// Reason says in a sentence why the verdict is unknown; it is empty otherwise.
	Reason string
	// Err is the error behind an unknown verdict: a [*LimitError], or one that wraps [ErrInternal].
	Err error
	// Seconds is the time the property took, without what it shares with others.
	Seconds float64
	// Trace is a fair computation that violates the property; nil unless it is Violated.
	Trace *trace.Trace
	// Further are more violations of the property; nil unless [WithCounterexamples] asks for some.
	Further *branch.Further
	// States is the number of reachable states that satisfy a property about states; nil if only
	// initial ones were looked at. Witness shows why an initial state does not satisfy it; nil unless
	// the property is Violated.
	States  *big.Int
	Witness *branch.Witness
	// Warnings are about this property.
	Warnings []Warning
	Stats    PropertyStats
	// Certificate says what the property was tested on if it holds.
	Certificate PropertyCertificate
}

// PropertyStats counts the work that a property took.
type PropertyStats struct {
	// AutomatonStates, AutomatonEdges and AcceptanceSets are those of the automaton of the
	// negation; of all of them, if the property was checked conjunct by conjunct.
	AutomatonStates, AutomatonEdges, AcceptanceSets int
	// Obligations is the number of variables for what the formula still asks for, the largest of all
	// conjuncts; 0 if there is an automaton for each.
	Obligations int
	// Strength is how hard the automaton is to search, of the hardest conjunct.
	Strength ltol.Strength
	// Conjuncts is the number of conjuncts checked, Orbits that of the orbits explored, the largest
	// of all conjuncts; 0 if diagrams were used.
	Conjuncts, Orbits int
	// Clauses is the number of clauses of the inductive invariant from which the property follows, or
	// InvariantNodes that of the nodes of its diagram; 0 if it was decided otherwise.
	Clauses, InvariantNodes int
	// Interactions is the number of symbolic interactions after those were divided that differ in a
	// receive which the property speaks of.
	Interactions int
	// Images counts images and preimages, Rounds the rounds of the searches for fair hulls.
	Images, Rounds int
	// ProductNodes is the largest number of diagram nodes of reachable product states of a conjunct.
	ProductNodes int
}

// SystemStats are figures about the system that do not depend on properties.
type SystemStats struct {
	// Interactions and Variables are those of the encoding.
	Interactions, Variables int
	// Reached tells whether the reachable states are complete; the figures below are meaningless
	// otherwise.
	Reached bool
	// States and Deadlocks are the numbers of reachable states, and of those without a step, as
	// valuations of all declared locals and control states.
	States, Deadlocks *big.Int
	// Orbits is the number of orbits that States was added up from; 0 if it was not.
	Orbits int
	// ReachableNodes is the number of diagram nodes of the reachable states.
	ReachableNodes int
	Steps          int // the work of all engines, in steps of diagrams
	// Layers is the number of breadth-first layers, the initial one included; 0 if they were not
	// counted, see [Checker.Layers].
	Layers int
	// Images counts images, Passes the passes over the interactions.
	Images, Passes int
	// Seconds is the time for the reachable states, EncodeSeconds that for the encoding.
	Seconds, EncodeSeconds float64
	// Engine are the figures of the diagrams' engine.
	Engine bdd.Stats
}

// A Warning is something a user should know about a result or a system.
type Warning struct {
	// Code is stable and made for scripts.
	Code    string
	Pos     recipe.Position
	Message string
}

// Codes of warnings about properties that hold.
const (
	// CodeNoFairComputation: no computation is fair, so that everything holds.
	CodeNoFairComputation = report.CodeNoFairComputation
	// CodeAssumption: no fair computation satisfies what the property assumes.
	CodeAssumption = report.CodeAssumption
	// CodeValid: the formula is true of all computations of any system.
	CodeValid = report.CodeValid
	// CodeAntecedent: the left side of an implication is true in no fair computation.
	CodeAntecedent = report.CodeAntecedent
	// CodeObservation: no step that a necessity [O] speaks of occurs in a fair computation.
	CodeObservation = report.CodeObservation
)

// Codes of warnings about systems; see also those of [Checker.Vacuity].
const (
	CodeDeadlock       = report.CodeDeadlock       // a reachable state has no step
	CodeUnfairDeadlock = report.CodeUnfairDeadlock // fairness discards a reachable deadlock
	CodeRangeFault     = report.CodeRangeFault     // a range or a zero divisor alone keeps a command from a step
	CodeStaleName      = report.CodeStaleName      // a local that is read has the name of an absent agent
	CodeIdleCommand    = report.CodeIdleCommand    // no reachable step executes a command
	CodeIdleState      = report.CodeIdleState      // a control state is not reached
	CodeUnfairStrategy = report.CodeUnfairStrategy // a coalition could win by leaving no path fair
)

// A Report is what a check found.
type Report struct {
	// Results has one entry per property, in their order.
	Results []Result
	// Warnings are about the system.
	Warnings []Warning
	Stats    SystemStats
	// Certificate says what was compared with the explicit interpreter.
	Certificate Certificate
	// Order lists the encoded variables from the top of the diagrams.
	Order []string
	// Limit is what kept the check from saying everything about the system, whatever the properties;
	// nil if nothing did.
	Limit error
}

// A Certificate says what of a system was compared with the explicit interpreter. What differs is
// an internal error instead.
type Certificate struct {
	// Initial is the number of states of which it was compared whether they are initial.
	Initial int
	// States is the number of states whose steps were compared: all the successors that the
	// interpreter gives, Successors of them, are among the reachable states, and the states without
	// a step are the deadlocks.
	States, Successors int
	// Walks is the number of runs of the interpreter that properties were tested on, Steps that of
	// their steps.
	Walks, Steps int
	// Closed tells that one image of all reachable states, computed in another way, leads nowhere
	// else; see [WithCertificates].
	Closed bool
	// Answers is in how many states a formula about an interpreted system, or a part of it, was
	// decided once more, as certificates ask.
	Answers int
	// Reason says in a sentence why less was compared than there should be; it is empty if nothing
	// is missing.
	Reason string
}

// A PropertyCertificate says what a property that holds was tested on, besides the search that
// decided it.
type PropertyCertificate struct {
	// Walks is the number of walks of the interpreter that the property was tested on: Lassos
	// infinite runs made of them, Unfair of which do not count because they are not fair, and
	// Prefixes finite ones.
	Walks, Lassos, Unfair, Prefixes int
	// Answers is in how many states a property about states, or a part of it, was decided once more
	// by the explicit interpreter, as [WithCertificates] asks.
	Answers int
	// Repeated tells that the search was repeated in another way.
	Repeated bool
	// Reason says in a sentence why less was tested than there should be.
	Reason string
}

// faults joins the internal errors of results to an error.
func (r *Report) faults(err error) (*Report, error) {
	if r != nil {
		for i := range r.Results {
			if fault := r.Results[i].Err; errors.Is(fault, ErrInternal) && !errors.Is(err, fault) {
				err = errors.Join(err, fault)
			}
		}
	}
	return r, err
}
