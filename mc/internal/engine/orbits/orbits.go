// Package orbits holds the engine that explores orbits of states under exchanges of interchangeable
// agents (package quotient), one by one. Once it has counted them it answers all properties that are
// not too large for it.
package orbits

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// Orbits is the engine. It is a coroutine that pauses where its budget ends (see [Orbits.Poll]), so
// that a budget may end in the midst of a search.
type Orbits struct {
	*engine.Coroutine
	finder   *quotient.Finder
	renaming *quotient.Renaming
	formulas []*ltol.Formula
	fair     []*ltol.Formula
	prices   runs.Prices
	// settled reports whether a property, by its place, needs no answer.
	settled func(property int) bool

	// prospects are the prices of the questions, by property; nil until they are known.
	prospects [][]int
	// order is that in which the properties are gone through that are not too large: those on few
	// orbits first.
	order []int

	figures Figures
	answers map[*ltol.Formula]*Answer
}

// Figures are those of the reachable states.
type Figures struct {
	States, Deadlocks *big.Int
	Orbits            int
}

// An Answer is what the engine has found out about a property: a run that violates it, not confirmed
// yet, or nil if it holds.
type Answer struct {
	Trace *trace.Trace
	// Conjuncts is the number of conjuncts asked about, Orbits the most orbits of one of them,
	// AutomatonStates the number of states of all their automata.
	Conjuncts, Orbits, AutomatonStates int
}

var _ engine.Engine = (*Orbits)(nil)

// New makes the engine for properties, given as formulas, under fairness. The finder must have
// [Orbits.Poll] as its poll while the engine works. settled reports whether the engine may leave a
// property, by its place, without an answer: it is asked anew whenever that matters. The caller
// closes the engine.
func New(
	finder *quotient.Finder, renaming *quotient.Renaming, formulas, fair []*ltol.Formula, prices runs.Prices,
	settled func(property int) bool,
) *Orbits {
	o := &Orbits{
		finder: finder, renaming: renaming, formulas: formulas, fair: fair, prices: prices, settled: settled,
		answers: map[*ltol.Formula]*Answer{},
	}
	o.Coroutine = engine.NewCoroutine(o.Spent, func() error {
		err := o.run()
		if err == nil || fault.IsLimit(err) || errors.Is(err, quotient.ErrTooLarge) {
			return nil
		}
		return fault.Internal("orbits: %w", err)
	})
	return o
}

// Finder is the finder of the engine.
func (o *Orbits) Finder() *quotient.Finder { return o.finder }

// Won reports whether all properties are answered that need an answer.
func (o *Orbits) Won() bool {
	for i, f := range o.formulas {
		if o.answers[f] == nil && !o.settled(i) {
			return false
		}
	}
	return o.figures.States != nil
}

// Figures are meaningful once the engine has won. Answers are those found so far, by formula.
func (o *Orbits) Figures() Figures                   { return o.figures }
func (o *Orbits) Answers() map[*ltol.Formula]*Answer { return o.answers }

// Spent is what exploring orbits has cost.
func (o *Orbits) Spent() int { return o.prices.Orbits(o.finder.Effort()) }

// Narrow reports whether orbits are being counted and those met but not explored, times frontier,
// are no more than those explored, so that all may soon be known.
func (o *Orbits) Narrow(frontier int) bool {
	e := o.finder.Effort()
	return o.prospects == nil && (e.Met-e.States)*frontier <= e.States
}

// Near reports whether the orbits are counted, or Narrow, so that all answers may soon be known.
func (o *Orbits) Near(frontier int) bool { return o.prospects != nil || o.Narrow(frontier) }

// Foreseen is what the properties that come next are foreseen to cost together, as many of them as
// cost at most so much; 0 before the orbits are counted.
func (o *Orbits) Foreseen(most int) int {
	sum := 0
	for _, i := range o.order {
		if o.settled(i) {
			continue
		}
		rest := sum
		for _, price := range o.prospects[i] {
			rest += price
		}
		if rest > most {
			break
		}
		sum = rest
	}
	return sum
}

// run counts the orbits and goes through the properties. It leaves out what is too large for orbits.
func (o *Orbits) run() error {
	questions := make([][]*ltol.Formula, len(o.formulas)) // by property
	err := o.Whole(func(ctx context.Context) (err error) {
		o.figures.States, o.figures.Deadlocks, o.figures.Orbits, err = o.finder.Count(ctx)
		for i, f := range o.formulas {
			if err == nil && !o.settled(i) {
				questions[i], err = o.questions(ctx, f)
			}
		}
		if err == nil {
			err = o.foresee(ctx, questions)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, i := range o.order {
		if o.settled(i) {
			continue
		}
		err := o.Whole(func(ctx context.Context) error { return o.answer(ctx, i, questions[i]) })
		if err != nil && !errors.Is(err, quotient.ErrTooLarge) {
			return err
		}
		clear(o.prospects[i])
	}
	return nil
}

// foresee estimates the prices of the questions and puts the properties in order. Those that are too
// large are left to diagrams.
func (o *Orbits) foresee(ctx context.Context, questions [][]*ltol.Formula) error {
	efforts, orbits, err := o.finder.Estimate(ctx, slices.Concat(questions...))
	if err != nil {
		return err
	}
	most := make([]int, len(questions))
	for i, list := range questions {
		var prices []int
		for range list {
			prices, most[i] = append(prices, o.prices.Orbits(efforts[0])), max(most[i], orbits[0])
			efforts, orbits = efforts[1:], orbits[1:]
		}
		o.prospects = append(o.prospects, prices)
		if most[i] <= o.finder.MaxOrbits() {
			o.order = append(o.order, i)
		}
	}
	slices.SortStableFunc(o.order, func(i, k int) int { return most[i] - most[k] })
	return nil
}

// questions are the conjuncts of a property that differ by more than exchanging agents, negated and
// under fairness. Those about single positions are one question, if that tells no agents apart.
func (o *Orbits) questions(ctx context.Context, f *ltol.Formula) ([]*ltol.Formula, error) {
	merged, rest, err := o.renaming.Merged(ctx, engine.Parts(f, o.finder.System()))
	if err != nil {
		return nil, err
	}
	parts, err := o.renaming.Conjuncts(ctx, rest, false)
	if merged != nil {
		parts = append(parts, merged)
	}
	for i, part := range parts {
		parts[i] = ltol.And(append([]*ltol.Formula{ltol.Not(part)}, o.fair...)...)
	}
	return parts, err
}

// answer asks the questions of a property until one is answered by a run, and strikes off their
// prices.
func (o *Orbits) answer(ctx context.Context, property int, questions []*ltol.Formula) error {
	a := &Answer{}
	for i, q := range questions {
		t, found, err := o.finder.Find(ctx, q)
		if err != nil {
			return err
		}
		a.Conjuncts++
		a.Orbits = max(a.Orbits, found.Orbits)
		a.AutomatonStates += found.Automaton
		o.prospects[property][i] = 0
		if a.Trace = t; t != nil {
			break
		}
	}
	o.answers[o.formulas[property]] = a
	return nil
}
