package mc

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An explicit part of a check is what the interpreter was asked about a system,
// for all properties and for all checkers that decide them at the same time.
type explicit struct {
	prices prices
	plain  *recipe.Interpreter

	mu       sync.Mutex
	compared bool // the system has been compared; err is what came of that
	err      error
	done     Certificate
	walks    []*walk
	ready    int // the walks made when the system was compared
	kept     int // states on walks
	// executed and visited are the commands, and the control states by agent,
	// that the interpreter has met.
	executed []bool
	visited  [][]bool
}

func newExplicit(sys *recipe.System) *explicit {
	e := &explicit{
		prices: newPrices(sys), plain: recipe.NewInterpreter(sys),
		executed: make([]bool, len(sys.Commands)), visited: make([][]bool, len(sys.Agents)),
	}
	for a := range sys.Agents {
		e.visited[a] = make([]bool, sys.Agents[a].States)
	}
	return e
}

// meet notes a step that a reachable state has.
func (e *explicit) meet(s recipe.State, step recipe.Step) {
	for a, q := range s.Control {
		e.visited[a][q] = true
	}
	if step.Kind == recipe.Stutter {
		return
	}
	e.executed[step.Command] = true
	for _, p := range step.Participants {
		e.executed[p.Command] = true
	}
}

// A walk is a run of the interpreter in which each step is chosen at random.
type walk struct {
	// steps are the states of the run with the steps that leave them.
	steps []trace.Step
	// initial tells that the first state is an initial one; else it is a
	// reachable one.
	initial bool
	lassos  []closing
	// price is what making the walk cost, in steps of diagrams.
	price int
	atoms atoms
}

// atoms remembers what atoms say of the steps of a walk, for all properties and
// lassos, by proposition and position. A proposition is about a state or about
// a step, so that its number alone tells which.
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

// A closing is a step that leads from position end of a walk back to position
// loop: it makes a lasso of the walk.
type closing struct {
	end, loop int
	step      recipe.Step
}

// walk returns the walk with number k, which does not depend on who asks for
// it first; nil if it would be one too many. The caller holds the lock.
func (c *Checker) walk(ctx context.Context, k int) (*walk, error) {
	e := c.explicit
	for len(e.walks) <= k {
		if e.kept >= c.set.sampling.Kept {
			return nil, nil
		}
		w, err := c.newWalk(ctx, len(e.walks))
		if err != nil {
			return nil, err
		}
		e.walks = append(e.walks, w)
		e.kept += len(w.steps)
		e.done.Walks++
		e.done.Steps += len(w.steps)
	}
	return e.walks[k], nil
}

// newWalk makes a walk. Every other one begins in any reachable state, as far
// as those are known.
func (c *Checker) newWalk(ctx context.Context, number int) (*walk, error) {
	random := rand.New(rand.NewPCG(uint64(number), 1))
	w := &walk{}
	s, ok := recipe.State{}, false
	if number%2 == 1 {
		s, ok = c.sampleReachable(random)
	}
	if !ok {
		w.initial = true
		s, ok = c.model.Sample(c.model.Init, flip(random))
	}
	if !ok {
		return nil, internal("there is no state to begin a walk in")
	}
	if w.initial && !c.in.IsInitial(s) {
		return nil, c.differ(s, "is an initial one for the encoding only")
	}
	positions := map[string]int{}
	for len(w.steps) < c.set.sampling.Length {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i, key := len(w.steps), c.in.Key(s)
		if _, met := positions[key]; !met || random.IntN(2) == 0 {
			positions[key] = i
		}
		var next recipe.Transition
		var back closing
		choices, ways := 0, 0
		err := c.compareState(s, func(t recipe.Transition) {
			if choices++; random.IntN(choices) == 0 {
				next = t.Clone()
			}
			if loop, met := positions[c.in.Key(t.Next)]; met {
				if ways++; random.IntN(ways) == 0 {
					back = closing{i, loop, t.Step.Clone()}
				}
			}
		})
		if err != nil {
			return nil, err
		}
		w.steps = append(w.steps, trace.Step{State: s, Message: next.Step})
		w.price += c.explicit.prices.state + choices*c.explicit.prices.successor
		if ways > 0 {
			w.close(back, c.set.sampling.Lassos, random)
		}
		if next.Step.Kind == recipe.Stutter {
			break
		}
		s = next.Next
	}
	return w, nil
}

// sampleReachable draws a reachable state; ok is false if none is known.
func (c *Checker) sampleReachable(random *rand.Rand) (s recipe.State, ok bool) {
	reached, _, haveReached := c.search.Reached()
	switch {
	case haveReached:
		return c.model.Sample(reached, flip(random))
	case c.finder != nil:
		s, ok = c.finder.Sample(random.IntN)
	}
	return s, ok
}

// close adds a lasso to those of the walk, of which it keeps so many.
func (w *walk) close(l closing, most int, random *rand.Rand) {
	switch {
	case len(w.lassos) < most:
		w.lassos = append(w.lassos, l)
	case most > 0:
		w.lassos[random.IntN(most)] = l
	}
}

// trace is the run that a closing makes of the walk.
func (w *walk) trace(sys *recipe.System, l closing) *trace.Trace {
	t := &trace.Trace{System: sys, Steps: append([]trace.Step(nil), w.steps[:l.end+1]...), Loop: l.loop}
	t.Steps[l.end].Message = l.step
	return t
}

func flip(random *rand.Rand) func() bool { return func() bool { return random.IntN(2) == 0 } }
