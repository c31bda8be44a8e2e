// Package runs holds runs that the explicit interpreter makes, and says what explicit work costs.
// It knows neither engines nor their scheduler.
package runs

import (
	"context"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Walk is a run of the interpreter in which each step is chosen at random.
type Walk struct {
	// Steps are the states of the run with the steps that leave them.
	Steps []trace.Step
	// Initial tells that the first state is an initial one; else it is a reachable one.
	Initial bool
	Lassos  []Closing
	// Price is what making the walk cost, in steps of diagrams.
	Price int
	// Memo remembers the values of atoms at the steps.
	Memo trace.Memo
}

// A Closing is a step that leads from position End of a walk back to position Loop: it makes a
// lasso of the walk.
type Closing struct {
	End, Loop int
	Step      recipe.Step
}

// Lengths is the number of positions of the walk's lassos.
func (w *Walk) Lengths() int {
	n := 0
	for _, l := range w.Lassos {
		n += l.End + 1
	}
	return n
}

// Close adds a lasso to those of the walk; at most so many stay, drawn at random.
func (w *Walk) Close(l Closing, most int, random *rand.Rand) {
	switch {
	case len(w.Lassos) < most:
		w.Lassos = append(w.Lassos, l)
	case most > 0:
		w.Lassos[random.IntN(most)] = l
	}
}

// Trace is the run that a closing makes of the walk.
func (w *Walk) Trace(sys *recipe.System, l Closing) *trace.Trace {
	t := &trace.Trace{System: sys, Steps: append([]trace.Step(nil), w.Steps[:l.End+1]...), Loop: l.Loop}
	t.Steps[l.End].Message = l.Step
	return t
}

// Read evaluates formulas on a run that follows the walk, if there is one; the last step of a lasso
// may differ.
func (w *Walk) Read(ctx context.Context, in *recipe.Interpreter, run *trace.Trace) *trace.Reading {
	if w == nil {
		return trace.Read(ctx, in, run)
	}
	return trace.Read(ctx, in, run).On(&w.Memo, len(w.Steps))
}
