package mc

import (
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// An Option changes how a checker works. Options never change a verdict other
// than to or from Unknown.
type Option func(*settings)

type settings struct {
	symbolic        symbolic.Options
	translation     ltol.Options
	propertyTimeout time.Duration
	layers          bool
	certify         bool
	samples         int // of WithCertificates
	sampling        Sampling
	vacuity         bool
	symmetry        Symmetry
	jobs            int
	progress        func(Progress)
	thresholds      Thresholds
}

// WithEncoding sets the options of the encoding, those of the diagrams with
// their limits among them.
func WithEncoding(o symbolic.Options) Option { return func(s *settings) { s.symbolic = o } }

// WithTranslation bounds the automata of properties.
func WithTranslation(o ltol.Options) Option { return func(s *settings) { s.translation = o } }

// WithPropertyTimeout gives each property at most d of time of its own; the
// context of a check bounds the whole.
func WithPropertyTimeout(d time.Duration) Option {
	return func(s *settings) { s.propertyTimeout = d }
}

// WithLayers computes the reachable states breadth first, to count the layers.
// That is usually slower.
func WithLayers() Option { return func(s *settings) { s.layers = true } }

// WithCertificates repeats the decisive part of each Holds in another way, and
// compares at least as many states as samples says with the explicit
// interpreter, however long that takes; see [Checker.Compare].
func WithCertificates(samples int) Option {
	return func(s *settings) {
		s.certify, s.samples = true, samples
		s.sampling = DefaultSampling()
		states := 2 * min(samples, maxSampling/2) // more are refused
		s.sampling.States = max(states, s.sampling.States)
		s.sampling.Kept = max(states, s.sampling.Kept)
		s.sampling.Dearest = maxPrice / s.sampling.States
	}
}

// WithVacuity looks for trivial reasons behind each Holds, and has Check warn
// about the system; see [Checker.Vacuity] and [Checker.Warnings].
func WithVacuity() Option { return func(s *settings) { s.vacuity = true } }

// WithProgress has f called now and then, in the goroutine of the check. It
// should return soon.
func WithProgress(f func(Progress)) Option { return func(s *settings) { s.progress = f } }

// Progress tells how far a check has come.
type Progress struct {
	Phase Phase
	// Property is the index of the property at work, 0 if it is none.
	Property int
	// Images and Rounds count the work of the phase, Nodes the diagram nodes.
	Images, Rounds, Nodes int
}
