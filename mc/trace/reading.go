package trace

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Reading evaluates formulas on a run. The interpreter decides the values of atoms. It does not
// ask whether the run is one of the system; see [Trace.Replay]. It is not safe for concurrent use.
//
// The atoms of formulas are indices into the system's Propositions. Errors of the methods wrap
// [recipe.ErrMisuse], or are the context's or the interpreter's; after one, values mean nothing.
type Reading struct {
	ctx   context.Context
	sys   *recipe.System
	run   *Trace
	fault error // the first

	instant *recipe.Instant
	entered int  // the position whose state the instant is at, -1 before the first
	left    bool // the instant knows the step as well

	// memo, if there is one, is of a walk that begins with the states and the steps of the run; the
	// last step of a lasso may differ, unless origins lists where on the walk each step of the run
	// stands.
	memo    *Memo
	length  int // of the walk
	origins []int
	id      int // of the proposition that column is about
	column  []atomic.Uint32
}

// Read makes a reading of a run. Its work ends with ctx.
func Read(ctx context.Context, in *recipe.Interpreter, run *Trace) *Reading {
	r := &Reading{ctx: ctx, run: run, entered: -1}
	switch {
	case ctx == nil:
		r.fault = fmt.Errorf("trace: %w: there is no context", recipe.ErrMisuse)
	case in.System() == nil:
		r.fault = interprets(in)
	case run == nil || len(run.Steps) == 0:
		r.fault = fmt.Errorf("trace: %w: there is no trace, or it has no state", recipe.ErrMisuse)
	default:
		r.sys, r.instant = in.System(), recipe.NewInstant(in)
	}
	return r
}

// CheckFormula tests that all atoms of a formula are propositions of the system, of their kinds.
// The error says which is not.
func CheckFormula(sys *recipe.System, f *ltol.Formula) error {
	if f == nil {
		return errors.New("has no formula")
	}
	for _, a := range f.Atoms() {
		if a.ID < 0 || a.ID >= len(sys.Propositions) {
			return fmt.Errorf("refers to proposition %d of %d", a.ID, len(sys.Propositions))
		}
		isState := sys.Propositions[a.ID].Kind == recipe.StateProposition
		if isState != (a.Kind == ltol.State) {
			return fmt.Errorf("uses %s as a %s atom, which it is not", sys.Propositions[a.ID].Name, a.Kind)
		}
	}
	return nil
}

// usable says what keeps the reading from evaluating a formula.
func (r *Reading) usable(f *ltol.Formula) error {
	if r == nil {
		return fmt.Errorf("trace: %w: there is no reading", recipe.ErrMisuse)
	}
	if r.fault == nil && r.sys == nil {
		return fmt.Errorf("trace: %w: the reading was not made by Read", recipe.ErrMisuse)
	}
	if r.fault != nil {
		return r.fault
	}
	if err := CheckFormula(r.sys, f); err != nil {
		return fmt.Errorf("trace: %w: the formula %w", recipe.ErrMisuse, err)
	}
	return nil
}

// Satisfies reports whether the computation that the run repeats, which must be a lasso, satisfies
// the formula, by the semantics of formulas on lassos (ltol.Eval).
func (r *Reading) Satisfies(f *ltol.Formula) (bool, error) {
	if err := r.usable(f); err != nil {
		return false, err
	}
	got, err := ltol.Eval(f, r.lasso())
	return got, errors.Join(err, r.fault)
}

// SatisfiesAll reports whether the computation satisfies all the formulas, such as the conditions
// of fairness.
func (r *Reading) SatisfiesAll(fs []*ltol.Formula) (bool, error) {
	for _, f := range fs {
		if ok, err := r.Satisfies(f); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Refutes reports whether the first steps of the run, so many, show that no computation which
// begins with them satisfies the formula; see [ltol.Prefix.Truth].
//
// [ltol.Prefix.Truth]: https://pkg.go.dev/github.com/rcheck-bdd/rcheck-bdd/ltol#Prefix.Truth
func (r *Reading) Refutes(steps int, f *ltol.Formula) (bool, error) {
	if err := r.usable(f); err != nil {
		return false, err
	}
	if steps < 1 || steps > len(r.run.Steps) {
		return false, nil
	}
	truth := ltol.Prefix{Length: steps, State: r.state, Step: r.step}.Truth(f)
	return truth == ltol.No && r.fault == nil, r.fault
}

// Decisive is the least number of steps of the run that [Reading.Refutes] the formula; 0 if the
// whole run, taken once, does not.
func (r *Reading) Decisive(f *ltol.Formula) (int, error) {
	if err := r.usable(f); err != nil {
		return 0, err
	}
	most := len(r.run.Steps)
	if !r.run.Lasso() {
		most--
	}
	refuted := func(steps int) bool {
		return ltol.Prefix{Length: steps, State: r.state, Step: r.step}.Truth(f) == ltol.No
	}
	least := 1 + sort.Search(most, func(i int) bool { return refuted(i + 1) })
	if least > most || r.fault != nil {
		return 0, r.fault
	}
	return least, nil
}

// Standing is what the finite run decides about a formula: [ltol.No] if the run itself shows that
// no computation which begins with it satisfies the formula, [ltol.Yes] if it shows that every one
// does, and [ltol.Unknown] while that depends on what follows. The state, counted from 0, is the
// first at which it was so, with what holds there.
func (r *Reading) Standing(f *ltol.Formula) (v ltol.Truth, state int, err error) {
	if err := r.usable(f); err != nil {
		return ltol.Unknown, 0, err
	}
	truth := func(state int) ltol.Truth {
		return ltol.Prefix{Length: state, Entered: true, State: r.state, Step: r.step}.Truth(f)
	}
	at := sort.Search(len(r.run.Steps), func(state int) bool { return truth(state) != ltol.Unknown })
	v = ltol.Unknown
	if at < len(r.run.Steps) {
		v = truth(at)
	}
	if v == ltol.Unknown || r.fault != nil {
		return ltol.Unknown, 0, r.fault
	}
	return v, at, nil
}

// Explain says where on the computation that the run repeats, which must be a lasso, the formula
// goes wrong; the result is nil if it is true.
func (r *Reading) Explain(f *ltol.Formula) (*ltol.Blame, error) {
	if err := r.usable(f); err != nil {
		return nil, err
	}
	blame, err := ltol.Explain(f, r.lasso())
	return blame, errors.Join(err, r.fault)
}

// Owed says for each state of the run what is still owed there of the formula: see
// [ltol.Prefix.Owed], whose errors about size and limits it has. Where the run is a lasso there is
// one more formula, for coming back to the loop.
func (r *Reading) Owed(f *ltol.Formula, o ltol.Options) ([]*ltol.Formula, error) {
	if err := r.usable(f); err != nil {
		return nil, err
	}
	prefix := ltol.Prefix{Length: len(r.run.Steps), State: r.state, Step: r.step}
	if !r.run.Lasso() {
		prefix.Length--
		prefix.Entered = true
	}
	owed, err := prefix.Owed(r.ctx, f, o)
	return owed, errors.Join(err, r.fault)
}

// Along is the truth of the formula in each state of the run. On a lasso it is [ltol.Yes] or
// [ltol.No]. In a run that just ends it is [ltol.Unknown] where it depends on what follows.
func (r *Reading) Along(f *ltol.Formula) ([]ltol.Truth, error) {
	if err := r.usable(f); err != nil {
		return nil, err
	}
	if r.run.Lasso() {
		truth, err := r.lasso().Along(f)
		return truth, errors.Join(err, r.fault)
	}
	end := len(r.run.Steps) - 1
	return ltol.Prefix{Length: end, Entered: true, State: r.state, Step: r.step}.Along(f), r.fault
}

// StateHolds is the value of a state proposition at a position of the run, StepHolds that of a step
// proposition at the step that leaves it. Both must be there.
func (r *Reading) StateHolds(i, id int) (bool, error) {
	if err := r.reads(i, id, ltol.State); err != nil {
		return false, err
	}
	return r.state(i, id), r.fault
}

// StepHolds is the value of a step proposition at the step that leaves a position.
func (r *Reading) StepHolds(i, id int) (bool, error) {
	if err := r.reads(i, id, ltol.Step); err != nil {
		return false, err
	}
	return r.step(i, id), r.fault
}

// reads says what keeps an atom from having a value at a position.
func (r *Reading) reads(i, id int, kind ltol.AtomKind) error {
	if err := r.usable(ltol.Prop(ltol.Atom{ID: id, Kind: kind})); err != nil {
		return err
	}
	if i < 0 || i >= len(r.run.Steps) || kind == ltol.Step && r.run.Next(i) < 0 {
		return fmt.Errorf("trace: %w: the run has no such position as %d", recipe.ErrMisuse, i)
	}
	return nil
}

func (r *Reading) lasso() ltol.Lasso {
	return ltol.Lasso{Length: len(r.run.Steps), Loop: r.run.Loop, State: r.state, Step: r.step}
}

// A Memo remembers the values of atoms at the steps of a walk, for all formulas and for all runs
// that follow the walk. Its zero value remembers nothing. It is safe for concurrent use.
type Memo struct {
	mu      sync.Mutex
	columns map[int][]atomic.Uint32 // by proposition: 0 not asked yet, 1 false, 2 true
}

// column has the values of a proposition. A proposition is about a state or about a step, so that
// its number alone tells which.
func (m *Memo) column(id, length int) []atomic.Uint32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	column := m.columns[id]
	if column == nil {
		column = make([]atomic.Uint32, length)
		if m.columns == nil {
			m.columns = map[int][]atomic.Uint32{}
		}
		m.columns[id] = column
	}
	return column
}

// On remembers values in the memo of a walk of so many steps, which the run follows; the last step
// of a lasso may differ.
func (r *Reading) On(m *Memo, length int) *Reading {
	if r != nil {
		r.memo, r.length = m, length
	}
	return r
}

// At is On where step i of the run is step origins[i] of the walk.
func (r *Reading) At(m *Memo, length int, origins []int) *Reading {
	if r != nil {
		r.origins = origins
	}
	return r.On(m, length)
}

// state is the value of a state proposition at a position.
func (r *Reading) state(i, id int) bool { return r.remember(i, id, false) }

// step is the value of a step proposition at the step that leaves a position.
func (r *Reading) step(i, id int) bool {
	if r.run.Lasso() && i == len(r.run.Steps)-1 && r.origins == nil {
		return r.judge(i, id, true) // this step is the lasso's own
	}
	return r.remember(i, id, true)
}

// judge asks the interpreter for a proposition, about the step that leaves a position or its state.
func (r *Reading) judge(i, id int, step bool) (holds bool) {
	if r.fault != nil {
		return false
	}
	at := &r.run.Steps[i]
	if r.entered != i {
		r.fault = r.instant.Enter(at.State)
		r.entered, r.left = i, false
	}
	if step && !r.left && r.fault == nil {
		r.fault = r.instant.Leave(at.Message)
		r.left = true
	}
	switch {
	case r.fault != nil:
	case step:
		holds, r.fault = r.instant.StepHolds(r.ctx, id)
	default:
		holds, r.fault = r.instant.StateHolds(id)
	}
	return holds
}

// remember is judge, but looks in the memo first.
func (r *Reading) remember(i, id int, step bool) bool {
	if r.memo == nil {
		return r.judge(i, id, step)
	}
	at := i
	if r.origins != nil {
		at = r.origins[i]
	}
	if r.column == nil || r.id != id {
		r.id, r.column = id, r.memo.column(id, r.length)
	}
	if known := r.column[at].Load(); known > 0 {
		return known == 2
	}
	b := r.judge(i, id, step)
	switch {
	case r.fault != nil:
	case b:
		r.column[at].Store(2)
	default:
		r.column[at].Store(1)
	}
	return b
}
