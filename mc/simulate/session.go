package simulate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Session is a run of a system under construction. It is not safe for concurrent use.
type Session struct {
	in    *recipe.Interpreter
	steps *stepper
	// run are the states met with the steps that left them; the last one has not been left.
	run     blocks[trace.Step]
	choices []Choice
	random  *rand.Rand
}

// NewSession returns a session whose run consists of the given initial state. Random choices are
// determined by the seed. The error says that the state is not an initial one.
func NewSession(in *recipe.Interpreter, initial recipe.State, seed uint64) (*Session, error) {
	if in.System() == nil {
		return nil, misuse("there is no interpreter")
	}
	s := &Session{in: in, steps: newStepper(in), random: rand.New(rand.NewPCG(seed, 0))}
	if !in.IsInitial(initial) {
		return nil, fmt.Errorf("simulate: the state is not initial: %s", in.System().StateString(initial))
	}
	return s, s.enter(initial)
}

// Resume returns a session whose run is the trace up to the state of the given step, counted from
// 0. Steps beyond the last one go round the loop; a trace without a loop has none. The trace must
// be one that replays in the interpreter. It ends with the context.
func Resume(ctx context.Context, in *recipe.Interpreter, t *trace.Trace, step int, seed uint64) (*Session, error) {
	switch {
	case ctx == nil:
		return nil, misuse("there is no context")
	case t == nil || len(t.Steps) == 0 || t.Loop >= len(t.Steps):
		return nil, misuse("there is no trace, or none with a state and a loop among its steps")
	case step < 0:
		return nil, misuse("the trace has no step %d", step)
	}
	s, err := NewSession(in, t.Steps[0].State, seed)
	if err != nil {
		return nil, err
	}
	at := 0
	for range step {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := t.Next(at)
		if next < 0 {
			return nil, fmt.Errorf("simulate: the trace ends at step %d", at)
		}
		c := Choice{t.Steps[at].State, recipe.Transition{Step: t.Steps[at].Message, Next: t.Steps[next].State}}
		if err := s.Take(c); err != nil {
			return nil, err
		}
		at = next
	}
	return s, nil
}

// enter adds a state to the run.
func (s *Session) enter(state recipe.State) error {
	stopped := s.run.size() > 0 && s.run.last().Message.Kind == recipe.Stutter
	choices, err := s.steps.choices(state, stopped)
	if err != nil {
		return err
	}
	s.run.add(trace.Step{State: state.Clone()})
	s.choices = choices
	return nil
}

// State is the state at the end of the run. It must not be changed.
func (s *Session) State() recipe.State {
	s.mustUse()
	return s.run.last().State
}

// Taken is the number of steps taken.
func (s *Session) Taken() int {
	s.mustUse()
	return s.run.size() - 1
}

// Last is the state before the last step and that step; nil before the first step. It must not be
// changed.
func (s *Session) Last() *trace.Step {
	if s.Taken() < 1 {
		return nil
	}
	return s.run.at(s.run.size() - 2)
}

// Choices are the steps possible now, at least one. If the state is a deadlock, that is the empty
// stutter. In an open system, the stutter is the last one wherever agents outside may stop.
func (s *Session) Choices() []Choice {
	s.mustUse()
	return s.choices
}

// Alike returns how many choices from the i-th one on look alike: in all of them, the agents that
// are not outside of an open system execute the same commands. In other systems, no two choices
// look alike.
func (s *Session) Alike(i int) int {
	s.mustUse()
	n := 1
	if !s.in.System().IsOpen() {
		return n
	}
	for i+n < len(s.choices) && s.steps.kind(s.choices[i+n]) == s.steps.kind(s.choices[i]) {
		n++
	}
	return n
}

// draw picks a choice at random: first what it looks like, then one of those that look alike. It
// does not pick the stutter if there is something else.
func (s *Session) draw() Choice {
	var starts []int
	for i := 0; i < len(s.choices); i += s.Alike(i) {
		if i == 0 || s.choices[i].Step.Kind != recipe.Stutter {
			starts = append(starts, i)
		}
	}
	i := starts[s.random.IntN(len(starts))]
	if n := s.Alike(i); n > 1 {
		i += s.random.IntN(n)
	}
	return s.choices[i]
}

// Deadlocked reports whether only the empty stutter is possible.
func (s *Session) Deadlocked() bool { return s.Choices()[0].Step.Kind == recipe.Stutter }

// Take takes one of the choices; the error says so if it is none. Free locals in the state that it
// leads to may have other values.
func (s *Session) Take(t Choice) error {
	if err := s.usable(); err != nil {
		return err
	}
	is := func(c Choice) bool {
		return c.Step.Equal(t.Step) && c.From.Equal(t.From) && s.steps.plain(c.Next).Equal(s.steps.plain(t.Next))
	}
	i := slices.IndexFunc(s.choices, is)
	if i < 0 {
		return fmt.Errorf("simulate: after %d steps this is not possible: %s", s.Taken(), s.in.System().StepString(t.Step))
	}
	*s.run.last() = trace.Step{State: t.From, Message: s.choices[i].Step}
	if t.Step.Kind == recipe.Stutter {
		return s.enter(t.From)
	}
	return s.enter(t.Next)
}

// Back undoes up to n steps and returns how many it undid.
func (s *Session) Back(n int) (int, error) {
	if err := s.usable(); err != nil {
		return 0, err
	}
	n = max(min(n, s.Taken()), 0)
	if n == 0 {
		return 0, nil
	}
	left := s.Taken() - n
	state := s.run.at(left).State
	s.run.cut(left)
	return n, s.enter(state)
}

// Matching returns the choices that satisfy the condition: all, if it does not speak of the step
// ahead and holds now.
func (s *Session) Matching(c *Condition) ([]Choice, error) {
	if err := errors.Join(s.usable(), c.usable()); err != nil {
		return nil, err
	}
	var out []Choice
	for _, t := range s.choices {
		ok, err := s.window(t).eval(c.formula, 0)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, t)
		}
	}
	return out, nil
}

// window is what a condition sees if t is taken.
func (s *Session) window(t Choice) *window {
	return &window{in: s.in, before: s.Last(), state: t.From, step: &t.Step, after: t.Next}
}

// Met reports whether the run has met the condition at its end: if the condition speaks of the step
// ahead, whether the last step satisfies it, and else whether the state does.
func (s *Session) Met(c *Condition) (bool, error) {
	if err := errors.Join(s.usable(), c.usable()); err != nil {
		return false, err
	}
	last := s.Last()
	if !c.ahead {
		return (&window{in: s.in, before: last, state: s.State()}).eval(c.formula, 0)
	}
	if last == nil {
		return false, nil
	}
	w := &window{in: s.in, state: last.State, step: &last.Message, after: s.State()}
	if n := s.run.size(); n >= 3 {
		w.before = s.run.at(n - 3)
	}
	return w.eval(c.formula, 0)
}

// Random takes up to n steps and returns how many it took. Each is chosen among all choices with
// equal probability; in an open system, first among those that do not look alike. It stops when the
// condition is met, which it then reports, and at a deadlock. The condition may be nil; one that is
// met already does not stop the first step. The error may be the context's; the steps taken until
// then are kept.
func (s *Session) Random(ctx context.Context, n int, until *Condition) (taken int, met bool, err error) {
	if err := s.goesOn(ctx, n, until, true); err != nil {
		return 0, false, err
	}
	for taken < n && !s.Deadlocked() {
		if err := ctx.Err(); err != nil {
			return taken, false, err
		}
		if err := s.Take(s.draw()); err != nil {
			return taken, false, err
		}
		taken++
		if until == nil {
			continue
		}
		if met, err := s.Met(until); met || err != nil {
			return taken, met, err
		}
	}
	return taken, false, nil
}

// Since goes through the steps after the first n, each with the state that it led to. They must not
// be changed, and the session must not go on meanwhile.
func (s *Session) Since(n int) iter.Seq2[trace.Step, recipe.State] {
	taken := s.Taken()
	return func(yield func(trace.Step, recipe.State) bool) {
		for i := max(n, 0); i < taken && yield(*s.run.at(i), s.run.at(i+1).State); i++ {
		}
	}
}

// Trace returns the run made so far, as a finite run.
func (s *Session) Trace() *trace.Trace {
	s.mustUse()
	steps := make([]trace.Step, 0, s.run.size())
	for i := range s.run.size() {
		steps = append(steps, *s.run.at(i))
	}
	return &trace.Trace{System: s.in.System(), Steps: steps, Loop: -1}
}

// usable says what keeps the session from going on.
func (s *Session) usable() error {
	if s == nil || s.run.size() == 0 {
		return misuse("the session is nil, or was not made by NewSession")
	}
	return nil
}

// mustUse panics if there is no session.
func (s *Session) mustUse() {
	if err := s.usable(); err != nil {
		panic(err)
	}
}

// goesOn says what keeps the session from going on until the context ends, a number of states or
// steps is reached, or the condition is met, which may be nil if it is optional.
func (s *Session) goesOn(ctx context.Context, n int, c *Condition, optional bool) error {
	if err := s.usable(); err != nil {
		return err
	}
	switch {
	case ctx == nil:
		return misuse("there is no context")
	case n < 0:
		return misuse("the number of states or steps is %d", n)
	case c == nil && optional:
		return nil
	}
	return c.usable()
}
