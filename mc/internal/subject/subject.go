// Package subject holds the state of a check: one model, its encoding, what is known of its
// reachable states, and the engines that work meanwhile.
//
// The rooms of a check ask a [Subject] and give back what they find:
//
//	mc (session, checker, results)
//	 └─ certify, decide, report      compare with the interpreter; answer properties; inspect
//	     └─ subject                  encode, explore, phases, limits, saved states
//	         └─ settings, formalism, schedule, engine, search
//
// None of them knows a session, or what users see. A room begins its work by [Subject.Enter], and
// hands on errors by [Subject.Fault].
package subject

import (
	"context"
	"errors"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Subject is one model under check. It is not safe for concurrent use.
type Subject struct {
	Set    settings.Settings
	Kind   formalism.System
	Recipe *formalism.Recipe // Kind, if it is a ReCiPe system; else nil, and so is Model
	Model  *symbolic.Model
	Space  formalism.Encoding
	// Search holds what is known of the reachable states as a set, Finder what is known of their
	// orbits; it is nil if these are not used. Renaming is nil if symmetry is off.
	Search   *search.System
	Finder   *quotient.Finder
	Renaming *quotient.Renaming
	Engines  *Engines
	Stats    Stats
	Fair     search.Fairness // that the search knows
	ReachErr error           // the limit that keeps the reachable states from being known; it will not go away
	// Property is the number of the property at work, 0 if it is none.
	Property int
	// Limited makes the error of a limit, which is returned as it is if it was made so before.
	Limited func(fault.Limit) error

	phase   string
	labels  *branch.Labelling // of the search's states; nil until it is needed
	assumed bool              // the fairness about states is known to the search
}

// Conjuncts are the parts of a formula, one of all that exchanges of agents make of each other.
// returns is as of [quotient.Renaming.Representatives].
func (s *Subject) Conjuncts(ctx context.Context, f *ltol.Formula, returns bool) ([]*ltol.Formula, error) {
	parts := engine.Parts(f, s.Recipe.System)
	if s.Renaming == nil {
		return parts, nil
	}
	return s.Renaming.Conjuncts(ctx, parts, returns)
}

// Stats are the figures of a system; see SystemStats of package mc.
type Stats struct {
	Interactions, Variables int
	Reached                 bool
	States, Deadlocks       *big.Int
	Orbits                  int
	ReachableNodes          int
	Steps                   int
	Layers                  int
	Images, Passes          int
	Seconds, EncodeSeconds  float64
	Engine                  bdd.Stats
}

// stages are the phases that the stages of a search belong to.
var stages = map[search.Stage]string{
	search.StageProduct: fault.PhaseProduct, search.StageExplore: fault.PhaseExplore,
	search.StageHull: fault.PhaseHull, search.StageTrace: fault.PhaseTrace,
	search.StageCertify: fault.PhaseCertify,
}

// NewSearch begins to search the encoded system.
func (s *Subject) NewSearch() {
	s.labels, s.assumed = nil, false
	how := search.Options{Thresholds: s.Set.Thresholds.Search, Tick: s.report}
	how.Enter = func(stage search.Stage) {
		if s.Enter(stages[stage]); stage == search.StageTrace {
			s.Engines.Scheduler.Seek()
		}
	}
	s.Search = search.NewSystem(s.Space, s.Fair, how)
}

// Labelling is the labelling of the reachable states, which must be known.
func (s *Subject) Labelling() *branch.Labelling {
	if s.labels == nil {
		s.labels = branch.New(s.Search, s.Space, s.Fair, labelOptions(s))
	}
	return s.labels
}

func labelOptions(s *Subject) branch.Options {
	o := s.Kind.Labels(s.Space)
	o.Translation = s.Set.Translation
	o.Ability, o.SearchSteps = s.Set.Ability, s.Set.AbilitySteps
	o.ExchangesAfter = s.Set.Thresholds.ExchangesAfter
	return o
}

// HaveReached reports whether the reachable states are known as a set.
func (s *Subject) HaveReached() bool {
	_, _, ok := s.Search.Reached()
	return ok
}

// OnOrbits reports whether orbits are what is known of the reachable states.
func (s *Subject) OnOrbits() bool { return s.Finder != nil && s.Stats.Reached && !s.HaveReached() }

// Reachable reports whether it is known which states are reachable.
func (s *Subject) Reachable() bool {
	return s.HaveReached() || s.Finder != nil && s.Stats.Reached
}

// Effort is what the searches for one answer did: images, and rounds of hulls.
func (s *Subject) Effort() (images, rounds int) {
	if s.Search == nil {
		return 0, 0
	}
	images, rounds, _ = s.Search.Effort()
	return images, rounds
}

// Enter starts a phase.
func (s *Subject) Enter(phase string) {
	s.phase = phase
	s.report()
}

func (s *Subject) report() {
	if s.Set.Progress == nil {
		return
	}
	at := settings.Progress{Phase: s.phase, Property: s.Property}
	if s.Space != nil {
		at.Images, at.Rounds = s.Effort()
		at.Nodes = s.Space.Manager().Stats().Nodes
	}
	s.Set.Progress(at)
}

// Fault gives the error of a phase its place: limits get the phase and the counts, and whatever else
// is not known to be the user's is ours.
func (s *Subject) Fault(err error) error {
	switch {
	case err == nil || errors.Is(err, fault.ErrInternal) || errors.Is(err, branch.ErrStrategy):
		return err
	case fault.IsLimit(err):
		return s.limited(err, false)
	}
	return fault.Internal("%s: %w", s.phase, err)
}

// Unconfirmed is Fault of a limit that was met after a fair cycle had been found.
func (s *Subject) Unconfirmed(err error) error {
	if !fault.IsLimit(err) || errors.Is(err, fault.ErrInternal) {
		return s.Fault(err)
	}
	return s.limited(err, true)
}

func (s *Subject) limited(err error, found bool) error {
	limit := fault.Limit{Phase: s.phase, Found: found, Err: err}
	if s.Space != nil {
		limit.Images, limit.Rounds = s.Effort()
		limit.Nodes = s.Space.Manager().Stats().Nodes
	}
	return s.Limited(limit)
}

// ForProperty is the context with the time that a property has.
func (s *Subject) ForProperty(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.Set.PropertyTimeout > 0 {
		return context.WithTimeout(ctx, s.Set.PropertyTimeout)
	}
	return ctx, func() {}
}

// Order lists the encoded variables from the top of the diagrams.
func (s *Subject) Order() []string {
	if s.Model != nil {
		return s.Model.Order()
	}
	return s.Space.Manager().Order()
}
