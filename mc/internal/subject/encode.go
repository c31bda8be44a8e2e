package subject

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/localize"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/orbits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// New encodes a model, while engines look for answers to the targets, which it completes: each has a
// formula about runs or one about states. limited makes the error of a limit, from what the engines know. Errors
// are faults of the model, [ErrSaved], those of limited, or wrap [fault.ErrInternal]. The caller
// closes the subject. With an error of limited comes a subject that has engines, but no encoding, and
// needs not be closed.
func New(
	ctx context.Context, kind formalism.System, targets []*engine.Target, set settings.Settings,
	limited func(fault.Limit, *engine.Board) error,
) (*Subject, error) {
	s := &Subject{Set: set, Kind: kind}
	o := opening{s, targets}
	if s.Set.VerdictsAlone {
		s.Set.Thresholds.ExtraMost = -1
	} else {
		s.Set.Thresholds.InductiveFirst = -1 // small systems are explored anyway
	}
	s.Set.Thresholds.SetDefaults()
	if r, ok := kind.(*formalism.Recipe); ok {
		s.Recipe = r
		s.Fair = search.NewFairness(r.Justice, r.Compassion)
	}
	saved, err := readSaved(s.Set.Reachable, kind)
	if err != nil {
		return nil, err
	}
	if saved != nil {
		s.Set.Encoding.Order, s.Set.Encoding.NoTrials = saved.head.Order, true
	}
	o.makeEngines()
	s.Limited = func(l fault.Limit) error { return limited(l, s.Engines.Board()) }
	end := s.Engines.During(ctx, nil, true)
	defer end()
	s.Enter(fault.PhaseEncode)
	start := time.Now()
	if s.Recipe != nil {
		if err := o.prepare(ctx); err != nil {
			s.Engines.close()
			return s, err
		}
	}
	s.Enter(fault.PhaseEncode)
	if err := o.encode(ctx); err != nil {
		if outOfRoom(err) {
			err = cmp.Or(s.Engines.Scheduler.Stopped(), err)
		}
		s.Engines.close()
		if fault.IsLimit(err) {
			err = s.Limited(fault.Limit{Phase: s.phase, Err: err})
		}
		return s, err
	}
	end()
	if m := s.Engines.Meter; s.Recipe != nil {
		if m.Trials = max(s.Engines.Board().Diagrams-m.Diagrams(), 0); m.Budget > 0 {
			m.Budget = max(1, m.Budget-m.Trials)
		}
	}
	s.Stats.EncodeSeconds = time.Since(start).Seconds()
	if saved != nil {
		if err := adopt(ctx, s, saved); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// An opening makes a subject: its engines, and its encoding while they work.
type opening struct {
	*Subject
	targets []*engine.Target
}

// makeEngines makes the engines that the settings ask for, their scheduler, and the meter.
func (s opening) makeEngines() {
	limits := &s.Set.Thresholds
	board := &engine.Board{MaxLength: limits.WalkLength, Repeat: s.Set.Certify, Brief: s.Set.VerdictsAlone}
	e := &Engines{}
	s.Engines = e
	if s.Recipe != nil {
		board.System, board.Fair = s.Recipe.System, s.Recipe.Conditions()
		board.Justice, board.Compassion = s.Recipe.Justice, s.Recipe.Compassion
		e.Prices = runs.NewPrices(s.Recipe.System)
	}
	if kind, ok := s.Kind.(*formalism.Interpreted); ok {
		e.addJoint(board, kind, s.targets, &s.Set)
	} else {
		divide := func(ctx context.Context, f *ltol.Formula) ([]*ltol.Formula, error) {
			return s.Conjuncts(ctx, f, false)
		}
		e.add(board, s.Recipe.Interpreter, s.targets, &s.Set, s.apart, divide)
		if found := s.Set.Found; found != nil {
			e.Scheduler.Announce = func(t *engine.Target, violation *trace.Trace) { found(t.Index, violation) }
		}
	}
	e.Scheduler.Figures = s.Set.Figures
	newMeter(s.Subject, s.Set.Budget)
}

// apart encodes the system once more, for an engine that has diagrams of its own. They have the
// order of those of the subject, if there are any.
func (s opening) apart(ctx context.Context, poll func(*bdd.Manager) error) (localize.Encoding, error) {
	o := s.Set.Encoding
	o.BDD = ownDiagrams(&s.Set)
	if s.Space != nil {
		o.Order, o.NoTrials = s.Order(), true
	}
	o.Poll = poll
	return s.Kind.Encode(ctx, o)
}

// prepare finds the values that there are and the agents that are interchangeable, which engines
// want to know before there are diagrams. Walks need not wait for that.
func (s opening) prepare(ctx context.Context) error {
	err := s.Engines.Scheduler.Poll(stepsPerLook)
	if err == nil {
		s.Set.Encoding.Values, err = symbolic.Analyse(ctx, s.Recipe.System, s.Set.Encoding.Flow)
	}
	if fault.IsLimit(err) {
		return s.Limited(fault.Limit{Phase: fault.PhaseEncode, Err: err})
	}
	s.Engines.know(s.Set.Encoding.Values)
	if err != nil {
		return err
	}
	return s.useSymmetry(ctx)
}

// useSymmetry prepares what the settings ask for.
func (s opening) useSymmetry(ctx context.Context) (err error) {
	if s.Set.Symmetry == settings.Off {
		return nil
	}
	s.Enter(fault.PhaseSymmetry)
	s.Renaming, err = quotient.NewRenaming(ctx, s.Recipe.System, s.Recipe.Conditions())
	if fault.IsLimit(err) {
		return s.Limited(fault.Limit{Phase: s.phase, Err: err})
	}
	if err != nil {
		return err
	}
	aboutRuns := len(s.targets) > 0 && !slices.ContainsFunc(s.targets, func(t *engine.Target) bool {
		return t.State != nil // which orbits do not decide
	})
	switch {
	case s.Set.Symmetry == settings.Orbits:
		s.Finder = s.NewFinder(2, 0)
	case s.Set.Symmetry == settings.Auto && s.Set.Uses(settings.EngineOrbits) && s.Set.Reachable == nil &&
		len(s.Renaming.Classes()) > 0 && aboutRuns:
		s.startOrbits()
	}
	return nil
}

// encode encodes the system while the other engines work. Where orbits answer everything first, the
// order of variables at hand will do for what is left.
func (s opening) encode(ctx context.Context) error {
	encoding, work := s.Set.Encoding, encoder{}
	encoding.Poll = func(m *bdd.Manager) error {
		if b := s.Engines.Meter.Budget; b > 0 && s.Engines.Board().Diagrams > b {
			return fault.ErrShare
		}
		steps := work.since(m)
		s.Engines.Scheduler.Large = len(work) > 1
		return s.Engines.Scheduler.Poll(steps)
	}
	var encoded formalism.Encoding
	var err error
	joint := s.Engines.joint
	if joint == nil {
		err = s.withoutDiagrams(ctx)
	}
	if err == nil {
		encoded, err = s.Kind.Encode(ctx, encoding)
	}
	if errors.Is(err, schedule.ErrAnswered) {
		s.takeOrbits()
		encoding.NoTrials = true
		encoded, err = s.Kind.Encode(ctx, encoding)
	}
	if err != nil {
		return err
	}
	s.take(encoded)
	if joint != nil { // which walks from the encoded initial states
		joint.Begin(encoded.(*space.Interpreted))
		if err = s.withoutDiagrams(ctx); err != nil {
			work := s.Engines.Meter.Diagrams()
			s.Engines.Meter.Diagrams = func() int { return work }
			encoded.Close()
		}
	}
	return err
}

// withoutDiagrams lets the engines work alone if diagrams are to decide nothing. Orbits that are
// what a check begins with need the encoding for figures.
func (s opening) withoutDiagrams(ctx context.Context) error {
	if s.Set.Uses(settings.EngineDiagrams) || s.Finder != nil {
		return nil
	}
	s.Enter(fault.PhaseEngines)
	err := s.Engines.Scheduler.Alone(ctx, s.Engines.Meter.Budget)
	if errors.Is(err, fault.ErrUndecided) {
		err = s.undecided()
	}
	return err
}

// take takes an encoding as the subject's, and begins to search it.
func (s *Subject) take(encoded formalism.Encoding) {
	s.Space = encoded
	if r, ok := encoded.(*space.Recipe); ok {
		s.Model = r.Model
	}
	s.Engines.Meter.Diagrams = func() int { return int(s.Space.Manager().Work()) }
	encoded.Manager().SetPoll(s.Engines.Meter.Poll)
	s.NewSearch()
	s.Stats.Interactions, s.Stats.Variables = len(encoded.Moves()), len(encoded.Variables())
}

// startOrbits has orbits explored while diagrams work.
func (s opening) startOrbits() {
	e := s.Engines
	var formulas []*ltol.Formula
	for _, t := range s.targets {
		formulas = append(formulas, t.Formula)
	}
	settled := func(i int) bool { return s.Set.VerdictsAlone && e.Board().Settled(s.targets[i]) }
	e.Scheduler.Pools = slices.ContainsFunc(s.Recipe.System.Commands, func(c recipe.Command) bool { return len(c.Spawns) > 0 })
	e.Scheduler.Orbits = orbits.New(s.NewFinder(4, max(1, s.Set.Thresholds.OrbitsEdges)), s.Renaming, formulas, s.Recipe.Conditions(), e.Prices, settled)
}

// Clone is a subject like s whose diagrams have the same order, with a copy of the reachable states,
// which [Subject.Dump] gave. It reports no progress, and no engine but diagrams works.
func (s *Subject) Clone(ctx context.Context, dump []byte) (*Subject, error) {
	d := &Subject{
		Set: s.Set, Kind: s.Kind, Recipe: s.Recipe, Renaming: s.Renaming, Stats: s.Stats,
		Limited: s.Limited, Fair: s.Fair, phase: s.phase,
		Engines: &Engines{
			Scheduler: s.Engines.Scheduler.Idle(), Frozen: true,
			Answers: s.Engines.Answers, Prices: s.Engines.Prices,
		},
	}
	if s.Recipe == nil {
		d.Fair = search.Fairness{} // which it labels itself
	}
	newMeter(d, 0)
	d.Set.Progress, d.Set.Jobs = nil, 0
	encoding := s.Set.Encoding
	encoding.Order, encoding.NoTrials = s.Order(), true
	encoded, err := s.Kind.Encode(ctx, encoding)
	if err != nil {
		return nil, err
	}
	stats := d.Stats
	d.take(encoded)
	d.Stats = stats
	if err := load(ctx, d, dump); err != nil {
		d.Space.Close()
		return nil, err
	}
	d.Engines.Meter.Budget = s.Engines.Meter.Left(d.Engines.Meter.Work())
	return d, nil
}
