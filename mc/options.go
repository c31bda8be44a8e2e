package mc

import (
	"slices"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// An Option changes how a checker works. Options never change a verdict other than to or from
// Unknown, but for [WithAbility], which changes what some properties mean.
type Option func(*settings.Settings)

// WithEncoding sets the options of the encoding, with those of the diagrams and their limits.
func WithEncoding(o symbolic.Options) Option { return func(s *settings.Settings) { s.Encoding = o } }

// WithTranslation bounds the automata of properties.
func WithTranslation(o ltol.Options) Option { return func(s *settings.Settings) { s.Translation = o } }

// WithPropertyTimeout gives each property at most d of time; the context bounds the whole check.
func WithPropertyTimeout(d time.Duration) Option {
	return func(s *settings.Settings) { s.PropertyTimeout = d }
}

// WithBudget ends all work of a checker with [ErrShare] when it has taken so many steps of diagrams
// (see [Checker.Work]). It is a limit like that on time, but strikes at the same place in every run. A
// budget of 0 is none. With [WithJobs], what is left of it holds for each job.
func WithBudget(steps int) Option { return func(s *settings.Settings) { s.Budget = steps } }

// WithCertificates repeats the decisive part of each Holds in another way, of properties about states
// part by part in a sixteenth of as many states as samples says, and compares at least that many states
// with the explicit interpreter, however long that takes; see [Checker.Compare].
func WithCertificates(samples int) Option {
	return func(s *settings.Settings) {
		s.Certify, s.Samples = true, samples
		s.Sampling.AskFor(samples)
	}
}

// WithVacuity has [Check] look for trivial reasons behind each Holds, and warn about the system; see
// [Checker.Vacuity] and [Checker.Warnings]. Other sessions say so by [Session.Warnings].
func WithVacuity() Option { return func(s *settings.Settings) { s.Vacuity = true } }

// WithJobs has [Checker.CheckProperties] decide up to n properties at the same time. Each job has
// an encoding of its own and a copy of the reachable states; limits on nodes and memory hold for
// each. Verdicts, traces and their order do not depend on n. The figures of a result are those of its
// job, and a function of the input and of n: the job that has taken the fewest steps of diagrams
// decides the next property.
func WithJobs(n int) Option { return func(s *settings.Settings) { s.Jobs = n } }

// WithAbility says what abilities, the operator can of properties about states, ask for; it is the
// one option that changes what a property means. A search for a strategy by what agents see takes at
// most that many steps of games, see [branch.Options]; 0 is the default.
func WithAbility(ability branch.Ability, steps int) Option {
	return func(s *settings.Settings) { s.Ability, s.AbilitySteps = ability, steps }
}

// Symmetry says what use a checker makes of interchangeable agents (package recipe/symmetry). It
// never changes a verdict.
type Symmetry uint8

const (
	// SymmetryAuto is the default. It is SymmetryConjuncts, and explores orbits while the reachable
	// states take long to compute as a set, for a part of the work, or at once where little is left
	// to do. Once they have answered all properties of the specification it is
	// SymmetryOrbits; what they have answered before the set is complete stays answered.
	SymmetryAuto Symmetry = iota
	// SymmetryConjuncts checks one of several conjuncts of a property that differ by exchanging
	// agents. It costs next to nothing.
	SymmetryConjuncts
	// SymmetryOff makes no use of them.
	SymmetryOff
	// SymmetryOrbits explores orbits of states one by one instead of sets of states (package
	// quotient), and turns to diagrams where there are too many. The figures of the system are
	// those of the orbits added up, and so are those of warnings.
	SymmetryOrbits
)

// WithSymmetry sets the use of interchangeable agents.
func WithSymmetry(use Symmetry) Option {
	return func(s *settings.Settings) { s.Symmetry = settings.Symmetry(use) }
}

// WithEngines has only the engines of these names decide properties; without names, all do. What they
// do not decide is Unknown, with a [*LimitError] that wraps [ErrUndecided]. [EngineNames] are:
//
//   - "diagrams", sets of states, which decide all properties. The others look for answers meanwhile,
//     for a part of the work, in general to properties about runs only:
//   - "walks" of the interpreter and "bounded" checking, for violations. Of interpreted systems, walks
//     find those of what a property says of all paths.
//   - "induction", for invariants, by which properties hold without reachable states. Those below need R-CHECK.
//   - "localization", for properties G p of a p without temporal operators: it merges values of
//     variables, until an abstraction satisfies the property.
//   - "views" of a few of many agents that are alike: what holds of such views, holds.
//   - "orbits", where agents are interchangeable; see [SymmetryAuto]. Alone they are SymmetryOrbits.
//
// Once these have decided all properties, and exploring goes on for long all the same, it is given up
// with a [*LimitError]. It wraps [ErrAllViolated] if every property is violated, else [ErrAllDecided].
func WithEngines(names ...string) Option {
	return func(s *settings.Settings) { s.Engines = slices.Clone(names) }
}

// EngineNames lists what [WithEngines] accepts.
func EngineNames() []string { return settings.EngineNames() }

// WithFound calls f, in the goroutine of the check, as soon as a property of the specification, given
// by its place from 0, is known to be violated, with a confirmed trace. It does so if the work is
// still at something else and has gone on for some time. [Checker.CheckProperties] gives the same
// verdicts again in their order, perhaps with shorter traces. f must not use the checker.
func WithFound(f func(property int, violation *trace.Trace)) Option {
	return func(s *settings.Settings) { s.Found = f }
}

// WithFigures explores much further for figures of the system, although every property is decided.
func WithFigures() Option { return func(s *settings.Settings) { s.Figures = true } }

// WithVerdictsAlone ends the work as soon as every property is decided: nothing else is wanted.
func WithVerdictsAlone() Option { return func(s *settings.Settings) { s.VerdictsAlone = true } }

// WithoutReasons leaves out why a property about states is violated: the reason can take longer.
func WithoutReasons() Option { return func(s *settings.Settings) { s.Unexplained = true } }

// WithShortestRuns has [Checker.Shorten] search for a shortest run to the end, however long that takes.
func WithShortestRuns() Option { return func(s *settings.Settings) { s.Shortest = true } }

// WithCounterexamples has [Checker.Shorten] look for n violations of a property; 0 is one.
func WithCounterexamples(n int) Option { return func(s *settings.Settings) { s.Counterexamples = n } }

// WithProgress has f called now and then, in the goroutine of the check. It should return soon.
func WithProgress(f func(Progress)) Option {
	return func(s *settings.Settings) {
		if s.Progress = nil; f != nil {
			s.Progress = func(p settings.Progress) { f(Progress(p)) }
		}
	}
}

// Progress tells how far a check has come.
type Progress struct {
	Phase string // what is done, in words
	// Property is the index of the property at work, 0 if it is none.
	Property int
	// Images and Rounds count the work of the phase, Nodes the diagram nodes.
	Images, Rounds, Nodes int
}

// WithReachable takes the reachable states, and the order of the diagrams, from what
// [Checker.SaveReachable] has written, instead of exploring the system. [NewChecker] fails with
// [ErrSaved] unless they are of the same system: the digests of the system and of the states must be
// right. The states must hold the initial ones, be closed under all interactions of this encoding, and
// be as many as were saved.
func WithReachable(saved []byte) Option { return func(s *settings.Settings) { s.Reachable = saved } }

// ErrSaved is wrapped by errors about saved reachable states that are damaged, or of another system.
var ErrSaved = subject.ErrSaved

// newSettings applies options, and says which of them make no sense.
func newSettings(opts []Option) (settings.Settings, error) {
	s := settings.Settings{Sampling: settings.DefaultSampling()}
	if slices.ContainsFunc(opts, func(o Option) bool { return o == nil }) {
		return s, misuse("an option is nil")
	}
	for _, o := range opts {
		o(&s)
	}
	switch {
	case s.Jobs < 0:
		return s, misuse("WithJobs: %d jobs are fewer than none", s.Jobs)
	case s.Counterexamples < 0:
		return s, misuse("WithCounterexamples: %d runs are fewer than none", s.Counterexamples)
	case s.Budget < 0:
		return s, misuse("WithBudget: %d steps are fewer than none", s.Budget)
	case s.PropertyTimeout < 0:
		return s, misuse("WithPropertyTimeout: %v is negative", s.PropertyTimeout)
	case s.Symmetry > settings.Orbits:
		return s, misuse("WithSymmetry: there is no use number %d of symmetry", s.Symmetry)
	case s.Ability < branch.PerfectInformation || s.Ability > branch.UniformObjective:
		return s, misuse("WithAbility: there is no ability number %d", s.Ability)
	case s.Samples < 0 || s.Samples > settings.MaxSampling/2:
		return s, misuse("WithCertificates: the number of samples is %d, not from 0 to %d",
			s.Samples, settings.MaxSampling/2)
	}
	if err := s.Translation.Check(); err != nil {
		return s, misuse("WithTranslation: %v", err)
	}
	if err := s.Choose(); err != nil {
		return s, misuse("%v", err)
	}
	return s, nil
}
