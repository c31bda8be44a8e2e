// Package settings holds what the options of package mc set. Tests set [Thresholds] and [Sampling],
// which are no options: they change what a check costs, and never what it says.
package settings

import (
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	interpreted "github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Settings are those of one checker. The options of package mc say what each of them means.
type Settings struct {
	Encoding        symbolic.Options
	Translation     ltol.Options
	PropertyTimeout time.Duration
	Budget          int // steps of diagrams; 0 is no bound
	Certify         bool
	Samples         int // that certificates ask for
	Sampling        Sampling
	Vacuity         bool
	Engines         []string // those that decide; all if there are none
	Figures         bool
	VerdictsAlone   bool
	Unexplained     bool
	Shortest        bool
	Counterexamples int // of each property about runs; 0 is one
	Symmetry        Symmetry
	Jobs            int
	Thresholds      Thresholds
	Reachable       []byte // saved, or nil
	Ability         branch.Ability
	AbilitySteps    int
	// JointOrder and JointThresholds say how interpreted systems are encoded.
	JointOrder      interpreted.Order
	JointThresholds interpreted.Thresholds
	// Found, if it is not nil, is called with the violation of the property at a place, from 0.
	Found func(property int, violation *trace.Trace)
	// Progress, if it is not nil, is called now and then.
	Progress func(Progress)
}

// Progress tells how far a check has come.
type Progress struct {
	Phase                           string
	Property, Images, Rounds, Nodes int
}

// Symmetry says what use a check makes of interchangeable agents.
type Symmetry uint8

// The uses of interchangeable agents; see the constants of package mc.
const (
	Auto Symmetry = iota
	Conjuncts
	Off
	Orbits
)

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

// DefaultSampling is the sampling of a check.
func DefaultSampling() Sampling {
	return Sampling{States: 256, Dearest: 1000, Share: 25, Length: 32, Lassos: 4, Kept: 10_000, Branches: 256}
}

// MaxSampling bounds numbers of a Sampling, so that products fit.
const MaxSampling = 1 << 30

// AskFor has at least so many states compared, however long that takes.
func (z *Sampling) AskFor(samples int) {
	*z = DefaultSampling()
	states := 2 * min(samples, MaxSampling/2) // more are refused
	z.States = max(states, z.States)
	z.Kept = max(states, z.Kept)
	z.Dearest = runs.MaxPrice / z.States
}
