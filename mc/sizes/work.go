package sizes

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/alike"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Model is a family of systems by the values of constants that count agents.
type Model struct {
	// Constants are the names of the constants.
	Constants []string
	// Least is a size from which on nothing but the number of agents changes, apart from the period: in
	// Period consecutive agents there is one of each kind that the model tells apart by an index.
	Least, Period int
	// Refused is why the sizes differ in more than the number of agents where a property, given by its
	// index, is checked, a clause; empty if they do not. Then only single sizes are checked. Nil is never.
	Refused func(property int) string
	// At is the system at a size, with one value for each constant from 1 on. Properties have the same
	// indices at all sizes. The error says why the model has no meaning at a size.
	At func(ctx context.Context, size []int) (*recipe.System, mc.Specification, error)
}

// Options say how much is tried.
type Options struct {
	// Beside is the largest number of agents of each class that views have beside the tracked ones, or
	// beside one if fewer are tracked; 2.
	Beside int
	// Singly is the largest size up to which systems are checked one by one where views do not decide; 5.
	// If the model compares indices with larger numbers, the sizes up to Model.Least follow.
	Singly int
	// Work is how many steps of diagrams one set of views may take, or a single size beyond Singly;
	// 20 000 000.
	Work uint64
	// Proof is how much work a SAT solver may do for each question when it confirms a set of views;
	// 5 000 000.
	Proof int
	// Locals is the largest number of local states of a class in which agents are counted; 24. If it is
	// negative, agents are not counted.
	Locals int
	// Encoding is how views are encoded, Check are options of the checker of single sizes.
	Encoding symbolic.Options
	Check    []mc.Option
}

func (o *Options) setDefaults() {
	if o.Beside == 0 {
		o.Beside = 2
	}
	if o.Singly == 0 {
		o.Singly = 5
	}
	if o.Work == 0 {
		o.Work = 20_000_000
	}
	if o.Proof == 0 {
		o.Proof = 5_000_000
	}
	if o.Locals == 0 {
		o.Locals = 24
	}
	o.Encoding.NoTrials = true
}

// An Answer is what is known of a property at all sizes.
type Answer struct {
	Index   int
	Verdict mc.Verdict
	// Violation is the result at Size, the smallest size that violates the property, if Verdict is
	// Violated: it has the run. System is the system there.
	Violation mc.Result
	Size      []int
	System    *recipe.System
	// Held lists the sizes at which the property was seen to hold by checking them one by one.
	Held [][]int
	// From has the least value of each constant for which the property holds, if Verdict is Holds. Below
	// is why the model has no meaning at smaller values; nil if From is 1 for each constant.
	From  []int
	Below error
	// Views are the largest number of views that were needed, and Kept the largest number of agents of
	// one class in them.
	Views *big.Int
	Kept  int
	// Counted is the largest number of local states of a class in which agents were counted, 0 if no
	// part of the verdict Holds rests on counters.
	Counted int
	// Confirmed tells that all views and counters which the verdict Holds rests on are confirmed. A
	// SAT solver confirms sets of views. A graph of explicit counters confirms counters; a SAT
	// solver lists its steps.
	Confirmed bool
	// Reason says in a sentence why the verdict is Unknown.
	Reason string
}

// work is the check of one property.
type work struct {
	*Model
	options  Options
	property int
	prover   *alike.Prover
	doubts   bool                 // some proof is not confirmed
	singly   map[string]mc.Result // by size
	read     map[string]*reading
}

// A reading is the model at a size.
type reading struct {
	system *recipe.System
	spec   mc.Specification
	err    error
}

// at reads the model at a size, once.
func (w *work) at(ctx context.Context, size []int) *reading {
	key := fmt.Sprint(size)
	r := w.read[key]
	if r == nil {
		r = &reading{}
		r.system, r.spec, r.err = w.At(ctx, size)
		if r.err == nil && r.propertyOf(w.property) == nil {
			r.err = errors.New("the property has no meaning at this size")
		}
		w.read[key] = r
	}
	return r
}

func (r *reading) propertyOf(index int) *mc.Property {
	i := slices.IndexFunc(r.spec.Properties, func(p mc.Property) bool { return p.Index == index })
	if i < 0 {
		return nil
	}
	return &r.spec.Properties[i]
}

// sizeString writes a size, as "N = 2, M = 3".
func (w *work) sizeString(size []int) string {
	var out []string
	for i, n := range size {
		out = append(out, fmt.Sprintf("%s = %d", w.Constants[i], n))
	}
	return strings.Join(out, ", ")
}
