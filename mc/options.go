package mc

import (
	"math"
	"slices"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// An Option changes how a checker works. Options never change a verdict other than to or from
// Unknown, but for [WithAbility], which changes what some properties mean.
type Option func(*settings)

type settings struct {
	symbolic        symbolic.Options
	translation     ltol.Options
	propertyTimeout time.Duration
	budget          int // steps of diagrams; 0 is no bound
	certify         bool
	samples         int // of WithCertificates
	sampling        Sampling
	vacuity         bool
	diagramsOnly    bool
	found           func(Result)
	figures         bool
	unexplained     bool
	symmetry        Symmetry
	jobs            int
	progress        func(Progress)
	thresholds      Thresholds
	reachable       []byte // saved, or nil
	ability         branch.Ability
	abilitySteps    int
}

// WithEncoding sets the options of the encoding, those of the diagrams with their limits among
// them.
func WithEncoding(o symbolic.Options) Option { return func(s *settings) { s.symbolic = o } }

// WithTranslation bounds the automata of properties.
func WithTranslation(o ltol.Options) Option { return func(s *settings) { s.translation = o } }

// WithPropertyTimeout gives each property at most d of time of its own; the context of a check
// bounds the whole.
func WithPropertyTimeout(d time.Duration) Option {
	return func(s *settings) { s.propertyTimeout = d }
}

// WithBudget ends all work of a checker with [ErrShare] when it has taken so many steps of diagrams
// (see [Checker.Work]). It is a limit like that on time, but strikes at the same place in every run. A
// budget of 0 is none. With [WithJobs], what is left of it holds for each job.
func WithBudget(steps int) Option { return func(s *settings) { s.budget = steps } }

// WithCertificates repeats the decisive part of each Holds in another way, of properties about states
// part by part in a sixteenth of as many states as samples says, and compares at least that many states
// with the explicit interpreter, however long that takes; see [Checker.Compare].
func WithCertificates(samples int) Option {
	return func(s *settings) {
		s.certify, s.samples = true, samples
		s.sampling = DefaultSampling()
		states := 2 * min(samples, maxSampling/2) // more are refused
		s.sampling.States = max(states, s.sampling.States)
		s.sampling.Kept = max(states, s.sampling.Kept)
		s.sampling.Dearest = runs.MaxPrice / s.sampling.States
	}
}

// WithVacuity has [Check] look for trivial reasons behind each Holds, and warn about the system; see
// [Checker.Vacuity] and [Checker.Warnings]. Other sessions say so by [Session.Warnings].
func WithVacuity() Option { return func(s *settings) { s.vacuity = true } }

// WithJobs has [Checker.CheckProperties] decide up to n properties at the same time. Each job has
// an encoding of its own and a copy of the reachable states; limits on nodes and memory hold for
// each. Verdicts, traces and their order do not depend on n. The figures of a result are those of its
// job, and a function of the input and of n: job k decides the k-th property and every n-th after it.
func WithJobs(n int) Option { return func(s *settings) { s.jobs = n } }

// WithThresholds sets thresholds.
func WithThresholds(t Thresholds) Option { return func(s *settings) { s.thresholds = t } }

// WithAbility says what abilities, the operator can of properties about states, ask for; it is the
// one option that changes what a property means. A search for a strategy by what agents see takes at
// most that many steps of games, see [branch.Options]; 0 is the default.
func WithAbility(ability branch.Ability, steps int) Option {
	return func(s *settings) { s.ability, s.abilitySteps = ability, steps }
}

// Symmetry says what use a checker makes of interchangeable agents (package recipe/symmetry). It
// never changes a verdict.
type Symmetry uint8

const (
	// SymmetryAuto is the default. It is SymmetryConjuncts, and explores orbits while the reachable
	// states take long to compute as a set, for a share of the work, or at once where little is left
	// to do (see [Thresholds]). Once they have answered all properties of the specification it is
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
func WithSymmetry(use Symmetry) Option { return func(s *settings) { s.symmetry = use } }

// A Sampling sizes the light certificate: how many states a checker compares with the explicit
// interpreter, of its own accord, while it checks. Work is counted in steps of diagrams, that is
// look-ups of results, and never in time, so that a check compares the same states in every run.
type Sampling struct {
	// States is the number of states to compare at least, one half of them sampled and one half on
	// walks, and Dearest the most steps of diagrams that comparing one of them may cost on average:
	// where states cost more, fewer are compared. If States is 0 nothing is compared.
	States, Dearest int
	// Share says that comparing may take one Share-th of the work that a check takes otherwise, if
	// that is more than States allow; 0 that it may not.
	Share int
	// Length is the number of steps of a walk, Lassos that of the lassos looked at on each, Kept
	// that of the states on all walks together, at most.
	Length, Lassos, Kept int
	// Branches is the number of successors of one state looked at, at most, and of states looked at
	// to decide in one state whether all, or some, paths from it are as a formula has it.
	Branches int
}

// DefaultSampling is the sampling of a checker without [WithSampling].
func DefaultSampling() Sampling {
	return Sampling{States: 256, Dearest: 1000, Share: 25, Length: 32, Lassos: 4, Kept: 10_000, Branches: 256}
}

// WithSampling sizes the light certificate; the zero value switches it off. It never changes a
// verdict.
func WithSampling(size Sampling) Option { return func(s *settings) { s.sampling = size } }

// maxSampling bounds numbers of a Sampling, so that products fit.
const maxSampling = 1 << 30

// WithDiagramsOnly decides the specification's properties with diagrams alone. By default other
// engines look for answers while the system is encoded and explored, as much as [Thresholds] say:
//
//   - Random walks of the interpreter and bounded checking look for violations. A property that a
//     limit would leave open is Violated if they have found a run that violates it.
//   - Induction looks for invariants, by which properties hold without the reachable states.
//   - Orbits are explored where agents are interchangeable; see [SymmetryAuto].
//
// Once these have decided all properties, and exploring goes on for long all the same, it is given up
// with a [*LimitError]. The error wraps [ErrAllViolated] if every property is violated: exploring
// could still give shorter traces. It wraps [ErrAllDecided] otherwise.
func WithDiagramsOnly() Option { return func(s *settings) { s.diagramsOnly = true } }

// WithFound calls f, in the goroutine of the check, as soon as a property is known to be violated,
// with a confirmed trace, if the work is still at something else and has taken ExtraLeast steps (see
// [Thresholds]). [Checker.CheckProperties] gives the same verdicts again in their order; the traces
// may be other ones, as shorter ones are looked for. f must not use the checker.
func WithFound(f func(Result)) Option { return func(s *settings) { s.found = f } }

// WithFigures asks for the figures of the system in addition to the answers: encoding and
// exploring are given up only after ExtraMost steps (see [Thresholds]), although every property is
// decided.
func WithFigures() Option { return func(s *settings) { s.figures = true } }

// WithoutReasons leaves out why a property about states is violated. To find the reason can take longer
// than the verdict.
func WithoutReasons() Option { return func(s *settings) { s.unexplained = true } }

// WithProgress has f called now and then, in the goroutine of the check. It should return soon.
func WithProgress(f func(Progress)) Option { return func(s *settings) { s.progress = f } }

// Progress tells how far a check has come.
type Progress struct {
	Phase Phase
	// Property is the index of the property at work, 0 if it is none.
	Property int
	// Images and Rounds count the work of the phase, Nodes the diagram nodes.
	Images, Rounds, Nodes int
}

// newSettings applies options, and says which of them make no sense.
func newSettings(opts []Option) (settings, error) {
	s := settings{sampling: DefaultSampling()}
	if slices.ContainsFunc(opts, func(o Option) bool { return o == nil }) {
		return s, misuse("an option is nil")
	}
	for _, o := range opts {
		o(&s)
	}
	switch {
	case s.jobs < 0:
		return s, misuse("WithJobs: %d jobs are fewer than none", s.jobs)
	case s.budget < 0:
		return s, misuse("WithBudget: %d steps are fewer than none", s.budget)
	case s.propertyTimeout < 0:
		return s, misuse("WithPropertyTimeout: %v is negative", s.propertyTimeout)
	case s.symmetry > SymmetryOrbits:
		return s, misuse("WithSymmetry: there is no use number %d of symmetry", s.symmetry)
	case s.ability < branch.PerfectInformation || s.ability > branch.UniformObjective:
		return s, misuse("WithAbility: there is no ability number %d", s.ability)
	case s.samples < 0 || s.samples > maxSampling/2:
		return s, misuse("WithCertificates: the number of samples is %d, not from 0 to %d", s.samples, maxSampling/2)
	}
	if err := s.translation.Check(); err != nil {
		return s, misuse("WithTranslation: %v", err)
	}
	return s, s.sampling.check()
}

// check says which number makes no sense, or makes others overflow.
func (z *Sampling) check() error {
	for _, n := range []struct {
		name     string
		is, most int
	}{
		{"States", z.States, maxSampling}, {"Dearest", z.Dearest, runs.MaxPrice / 256}, {"Share", z.Share, math.MaxInt},
		{"Length", z.Length, maxSampling}, {"Lassos", z.Lassos, maxSampling}, {"Kept", z.Kept, maxSampling},
		{"Branches", z.Branches, math.MaxInt},
	} {
		if n.is < 0 || n.is > n.most {
			return misuse("WithSampling: %s is %d, not from 0 to %d", n.name, n.is, n.most)
		}
	}
	return nil
}
