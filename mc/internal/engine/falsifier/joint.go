package falsifier

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A Joint is the engine of random walks through an interpreted system. It looks for paths that
// violate what properties about states say of all paths.
type Joint struct {
	board *engine.Board
	// pathsEnd tells that paths end in states without a successor. What is said of these paths depends
	// on the operator, so that only infinite paths count here.
	pathsEnd bool
	alone    int
	space    space.Joints
	start    func(*rand.Rand) space.State // nil until the system is encoded
	price    int                          // of a step
	number   int                          // of walks
}

// NewJoint makes the engine for the targets of a board, whose fairness conditions are about states.
// alone bounds all walks where no other engine pays for them.
func NewJoint(board *engine.Board, sys *interpreted.System, pathsEnd bool, alone int) *Joint {
	nodes := len(sys.Vars)
	size := func(*interpreted.Expr) { nodes++ }
	for _, a := range sys.Agents {
		for _, l := range a.Protocol {
			l.When.Inspect(size)
		}
		for _, l := range a.Evolution {
			l.When.Inspect(size)
		}
	}
	return &Joint{
		board: board, pathsEnd: pathsEnd, alone: alone, price: 1 + nodes/nodesPerStep,
		space: space.Joints{Interpreter: interpreted.NewInterpreter(sys)},
	}
}

// Begin lets the engine walk through an encoded system. The diagrams only give initial states, of
// which there may be too many to list.
func (e *Joint) Begin(s *space.Interpreted) {
	e.start = func(random *rand.Rand) space.State {
		at, _ := s.Sample(s.Init(), func() bool { return random.IntN(2) == 0 })
		return at
	}
}

// Space is the explicit semantics of the system, Prices what it costs to ask it.
func (e *Joint) Space() space.Joints { return e.space }
func (e *Joint) Prices() runs.Prices { return runs.Prices{State: e.price, Successor: e.price} }

// nodesPerStep is the number of nodes of expressions that take the interpreter as long as a step of
// diagrams takes.
const nodesPerStep = 4

// Spent is what walks have cost.
func (e *Joint) Spent() int { return e.board.Walks }

// Over reports whether no violation is of use any more, or walks alone have cost what they may.
func (e *Joint) Over() bool { return e.board.Wanted() == 0 || e.board.Walks >= e.alone }

// Advance makes one walk and tests the targets on it, if a violation is of use to one of them. Most
// walks are short, few are long: their lengths are those of the ruler sequence. A walk may cost
// more than the budget, and the next one waits.
func (e *Joint) Advance(ctx context.Context, _ int) (bool, error) {
	most := e.board.Wanted()
	if e.start == nil || most == 0 {
		return false, nil
	}
	e.number++
	length := min(shortWalk<<bits.TrailingZeros(uint(e.number)), most)
	p := e.walk(ctx, length, rand.New(rand.NewPCG(uint64(e.number), 5)))
	e.board.Walks += 1 + len(p.states)*e.price
	for _, t := range e.board.Targets {
		if e.board.Wants(t) < 1 || ctx.Err() != nil {
			continue
		}
		e.board.Walks += (1 + len(p.closings)) * len(p.states) * (1 + t.Formula.Size()/nodesPerStep)
		run, err := e.test(p, t)
		if err == nil && run != nil {
			if err = e.confirm(ctx, run, t.Formula); err == nil {
				err = e.board.Refuted(t, run)
			}
		}
		if err != nil && !fault.IsLimit(err) {
			return false, err
		}
	}
	return true, nil
}

// A path is a walk: a step leads from each state to the next one. A last step without a state after
// it is the stutter of a state without a successor.
type path struct {
	states   []space.State
	steps    []space.Step
	closings []closing
	known    map[[2]int]bool // the values of propositions, by position and number
}

// A closing tells that the step from position end leads back to the state at position loop.
type closing struct{ end, loop int }

// walk draws a path of at most so many steps from an initial state.
func (e *Joint) walk(ctx context.Context, length int, random *rand.Rand) *path {
	p := &path{known: map[[2]int]bool{}}
	s, some := e.start(random).(interpreted.State)
	if !some {
		return p
	}
	met := map[string]int{s.Key(): 0}
	for p.states = append(p.states, s); len(p.steps) < length && ctx.Err() == nil; {
		j := e.space.Interpreter.DrawJoint(s, random.IntN)
		if j == nil {
			p.closings = append(p.closings, closing{len(p.steps), len(p.steps)})
			p.steps = append(p.steps, j)
			break
		}
		next, fits := interpreted.State(nil), false
		for try := 0; try < maxBranches && !fits; try++ {
			if next, fits = e.space.Interpreter.Draw(s, j, random.IntN); !fits {
				j = e.space.Interpreter.DrawJoint(s, random.IntN)
			}
		}
		if !fits {
			break // most joint actions leave the range of a variable
		}
		key := next.Key()
		if loop, before := met[key]; before && len(p.closings) < mostLassos {
			p.closings = append(p.closings, closing{len(p.steps), loop})
		}
		met[key] = len(p.states)
		p.steps, p.states, s = append(p.steps, j), append(p.states, next), next
	}
	return p
}

// Confirm confirms that a run violates a target, and returns it: a lasso, or the least beginning of
// a run with a bad step that no path can begin with if it satisfies the formula. It is nil if
// evaluating the formula on the states of the run alone does not show that.
func (e *Joint) Confirm(ctx context.Context, t *engine.Target, run *branch.Run) (*branch.Run, error) {
	if run.Loop < 0 {
		r, last := &reading{space: e.space, states: run.States}, len(run.States)-1
		if !r.refutes(t.Formula, last) || r.err != nil {
			return nil, r.err
		}
		end := sort.Search(last, func(end int) bool { return r.refutes(t.Formula, end) })
		run = (&path{states: run.States, steps: run.Steps}).run(end, -1)
	}
	return run, e.confirm(ctx, run, t.Formula)
}

// test looks for a violation on a path; nil if there is none.
func (e *Joint) test(p *path, t *engine.Target) (*branch.Run, error) {
	most, r := e.board.Wants(t), &reading{space: e.space, states: p.states, known: p.known}
	if len(e.board.Fair) == 0 && !e.pathsEnd {
		refuted := func(end int) bool { return r.refutes(t.Formula, end) }
		if last := min(most, len(p.states)-1); last >= 0 && refuted(last) {
			end := sort.Search(last, refuted)
			return p.run(end, -1), r.err
		}
	}
	for _, c := range p.closings {
		if c.end >= most || e.pathsEnd && e.space.IsStutter(p.steps[c.end]) {
			continue
		}
		if violated := r.violates(t.Formula, e.board.Fair, c); violated || r.err != nil {
			return p.run(c.end, c.loop), r.err
		}
	}
	return nil, r.err
}

// A reading evaluates formulas on a path. After an error its answers mean nothing.
type reading struct {
	space  space.Joints
	states []space.State
	known  map[[2]int]bool // the values of propositions, by position and number; nil to remember none
	err    error
}

func (r *reading) state(i, id int) bool {
	holds, known := r.known[[2]int{i, id}]
	if !known && r.err == nil {
		if holds, r.err = r.space.StateHolds(id, r.states[i]); r.known != nil {
			r.known[[2]int{i, id}] = holds
		}
	}
	return holds
}

// refutes reports whether no path that begins with the states up to one satisfies a formula.
func (r *reading) refutes(f *ltol.Formula, end int) bool {
	return ltol.Prefix{Length: end, Entered: true, State: r.state}.Truth(f) == ltol.No
}

// violates reports whether a lasso is fair and does not satisfy a formula.
func (r *reading) violates(f *ltol.Formula, fair []*ltol.Formula, c closing) bool {
	holds := func(f *ltol.Formula) bool {
		is, err := ltol.Eval(f, ltol.Lasso{Length: c.end + 1, Loop: c.loop, State: r.state})
		r.err = cmp.Or(r.err, err)
		return is
	}
	return !slices.ContainsFunc(fair, func(f *ltol.Formula) bool { return !holds(f) }) && !holds(f)
}

// run is the path up to a state, or the lasso whose last step leaves this state.
func (p *path) run(end, loop int) *branch.Run {
	steps := end
	if loop >= 0 {
		steps++
	}
	return &branch.Run{States: slices.Clone(p.states[:end+1]), Steps: slices.Clone(p.steps[:steps]), Loop: loop}
}

// confirm replays a violation and evaluates it anew. The error says that it is none.
func (e *Joint) confirm(ctx context.Context, run *branch.Run, f *ltol.Formula) error {
	if !e.space.Initial(run.States[0]) {
		return fault.Internal("a walk begins in a state that is not initial")
	}
	for i, step := range run.Steps {
		next := i + 1
		if next == len(run.States) {
			next = run.Loop
		}
		if leads, err := e.space.Leads(ctx, run.States[i], step, run.States[next]); err != nil {
			return err
		} else if !leads {
			return fault.Internal("a walk has a step that the system does not have")
		}
	}
	r, end := &reading{space: e.space, states: run.States}, len(run.States)-1
	violated := run.Loop < 0 && r.refutes(f, end) || run.Loop >= 0 && r.violates(f, e.board.Fair, closing{end, run.Loop})
	if r.err == nil && !violated {
		return fault.Internal("a walk refutes a property that it satisfies")
	}
	return r.err
}
