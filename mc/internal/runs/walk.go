package runs

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"

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
	atoms atoms
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

// atoms remembers the values of atoms at the steps of a walk, for all properties and lassos, by
// proposition and position. A proposition is about a state or about a step, so that its number
// alone tells which.
type atoms struct {
	mu      sync.Mutex
	columns map[int][]atomic.Uint32 // 0 not asked yet, 1 false, 2 true
}

func (a *atoms) column(id, length int) []atomic.Uint32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	column := a.columns[id]
	if column == nil {
		column = make([]atomic.Uint32, length)
		if a.columns == nil {
			a.columns = map[int][]atomic.Uint32{}
		}
		a.columns[id] = column
	}
	return column
}
