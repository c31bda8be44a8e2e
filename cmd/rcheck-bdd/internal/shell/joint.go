package shell

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Joint is a conversation about a model in ISPL, as [Shell] is one about a model of R-CHECK. The
// commands that both have bear the same names.
type Joint struct {
	talk
	walk      *simulate.JointWalk
	in        *interpreted.Interpreter
	names     witness.Names
	condition func(text string) (*interpreted.Expr, error)
	recorded  *branch.Run // what `next` follows; may be nil
}

// NewJoint returns a conversation about a walk, in which conditions are read by the given function.
func NewJoint(walk *simulate.JointWalk, sys *interpreted.System, condition func(string) (*interpreted.Expr, error), o Options) *Joint {
	s := &Joint{walk: walk, in: interpreted.NewInterpreter(sys), names: witness.OfInterpreted(sys), condition: condition}
	s.talk = talk{
		Options: o, run: s, about: fmt.Sprintf("%d agents", len(sys.Agents)), commands: s.vocabulary(), example: "`Agent.x = 1`",
		conditionHelp: "A condition is about a state, as in the section Evaluation; a proposition of the model is one too.",
		sign:          ".", conditionWords: s.words,
	}
	return s
}

// What a conversation lists and looks at.
const (
	listedSteps = 1000
	soughtState = 100000
)

func (s *Joint) taken() int { return s.walk.Taken() }

// Resume takes the steps of a run up to a state, counted from 0. The walk is still in the first
// state of that run. The command `next` follows the rest of it.
func (s *Joint) Resume(ctx context.Context, r *branch.Run, step int) error {
	s.recorded = r
	for i := range step {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.follow(); err != nil {
			return fmt.Errorf("there is no state %d: the trace ends at state %d", step, i)
		}
	}
	return nil
}

// follow compares the walk with the recorded run from the beginning on: a walk can be undone.
func (s *Joint) follow() error {
	if s.recorded == nil {
		return errNoRecord
	}
	at, taken := 0, s.walk.Taken()
	for i := range taken + 1 {
		if at < 0 || s.walk.Before(i).Compare(s.recorded.States[at].(interpreted.State)) != 0 {
			return errOffRecord
		}
		next := at + 1
		if next == len(s.recorded.States) {
			next = s.recorded.Loop
		}
		switch {
		case i < taken && (next < 0 || !slices.Equal(s.walk.Action(i), s.recorded.Steps[at].(interpreted.Joint))):
			return errOffRecord
		case i == taken && next < 0:
			return errEndOfRecord
		case i == taken:
			s.walk.Take(simulate.JointChoice{
				Joint: s.recorded.Steps[at].(interpreted.Joint), Next: s.recorded.States[next].(interpreted.State),
			})
		}
		at = next
	}
	return nil
}

// Saved is the run as files have it. The error is that of ctx.
func (s *Joint) Saved(ctx context.Context) (any, error) {
	return witness.RunOf(ctx, s.names, s.walk.Run())
}

func (s *Joint) undo(n int) (int, error) { return s.walk.Back(n), nil }

func (s *Joint) random(ctx context.Context, n int, until string) (met, stuck bool, err error) {
	x, err := s.condition(until) // nil if there is none
	if err != nil {
		return false, false, err
	}
	taken, met, err := s.walk.Random(ctx, n, x)
	return met, taken < n && !met && err == nil, err
}

func (s *Joint) seek(ctx context.Context, condition string) (bool, error) {
	x, err := s.condition(condition)
	if err != nil {
		return false, err
	}
	return s.walk.Seek(ctx, x, soughtState)
}

func (s *Joint) showState() {
	fmt.Fprintf(s.Out, "%s\n%s", s.stateHead(s.walk.Taken()), s.stateText(nil, s.walk.State()))
}

// ShowSteps lists the steps possible now with their numbers.
func (s *Joint) ShowSteps(ctx context.Context) error {
	choices, err := s.walk.Choices(ctx, listedSteps)
	switch {
	case errors.Is(err, interpreted.ErrStepLimit):
		fmt.Fprintf(s.Out, "%s; take random ones, or give a condition to `until` or `goto`\n", terminal.Message(err))
		return nil
	case err != nil:
		return err
	case len(choices) == 0:
		fmt.Fprintln(s.Out, "no step is possible: the state has no successor")
	}
	for i, c := range choices {
		l, now := trace.NewLines(s.Text), s.walk.State()
		s.writeActs(l, now, c.Joint)
		s.writeState(l, now, c.Next)
		fmt.Fprint(s.Out, s.numbered(i, l.String()))
	}
	return nil
}

// stateText is a state, or what differs from another one.
func (s *Joint) stateText(from, to interpreted.State) string {
	l := trace.NewLines(s.Text)
	s.writeState(l, from, to)
	return l.String()
}

// writeState writes a state, or what differs from another one.
func (s *Joint) writeState(l *trace.Lines, from, to interpreted.State) {
	var before witness.Valuation
	if from != nil {
		before = s.names.Values(from)
	}
	now := witness.Valuation(s.names.Values(to))
	now.Write(l, before)
	l.Own(now, before)
}

// writeActs writes a step that leaves a state.
func (s *Joint) writeActs(l *trace.Lines, from interpreted.State, j interpreted.Joint) {
	s.step(from, j).WriteMessage(l)
}

// step is a step that leaves a state.
func (s *Joint) step(from interpreted.State, j interpreted.Joint) witness.Step {
	return witness.Step{State: s.names.Values(from), Message: s.names.Message(from, j)}
}

// A JointWriter writes a run step by step. The last one has no message.
type JointWriter interface {
	Step(step witness.Step) error
	End() error
}

// Random takes up to n random steps, and shows the run as it grows, until its end or that of ctx.
// Other writers get the run as well.
func (s *Joint) Random(ctx context.Context, n int, others ...JointWriter) error {
	l := trace.NewLines(s.Text)
	var end error
	for shown := 0; ; {
		for ; shown <= s.walk.Taken(); shown++ {
			var before interpreted.State
			if shown > 0 {
				before = s.walk.Before(shown - 1)
				action := s.walk.Action(shown - 1)
				s.writeActs(l, before, action)
				for _, w := range others {
					if err := w.Step(s.step(before, action)); err != nil {
						return errors.Join(end, err)
					}
				}
			}
			l.State(strconv.Itoa(shown), "")
			s.writeState(l, before, s.walk.Before(shown))
			fmt.Fprint(s.Out, l)
			l.Reset()
		}
		if end != nil || n == 0 {
			break
		}
		var taken int
		if taken, _, end = s.walk.Random(ctx, min(n, takenTogether), nil); taken == 0 {
			break
		}
		n -= taken
	}
	for _, w := range others {
		end = errors.Join(end, w.Step(witness.Step{State: s.names.Values(s.walk.State())}), w.End())
	}
	return end
}

func (s *Joint) showSince(ctx context.Context, since int) error {
	for i := since; i < s.walk.Taken(); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := trace.NewLines(s.Text)
		before := s.walk.Before(i)
		s.writeActs(l, before, s.walk.Action(i))
		fmt.Fprintf(s.Out, "%s%s\n%s", l, s.stateHead(i+1), changed(s.stateText(before, s.walk.Before(i+1))))
	}
	return nil
}

// vocabulary lists the commands in the order of their help.
func (s *Joint) vocabulary() commands {
	return slices.Concat(commands{
		{"list", "", "list the possible steps with their numbers", s.list},
		{"take", "N", "take step N (a number alone does too)", s.take},
	}, s.moves(), commands{
		{"state", "", "show all variables of the current state", s.state},
		{"test", "COND", "say whether a condition is true", s.test},
		{"trace", "", "show the run so far", s.trace},
	}, s.ends())
}

func (s *Joint) trace(ctx context.Context, _ string) error {
	fmt.Fprintf(s.Out, "%s\n%s", s.stateHead(0), s.stateText(nil, s.walk.Before(0)))
	return s.showSince(ctx, 0)
}

// words are the names of propositions and of variables, which can stand anywhere in a condition.
func (s *Joint) words(string, string) (names []string) {
	sys := s.in.System()
	for v := range sys.Vars {
		names = append(names, sys.VarName(v))
	}
	for _, p := range sys.Propositions {
		names = append(names, p.Name)
	}
	return names
}

func (s *Joint) take(ctx context.Context, rest string) error {
	choices, err := s.walk.Choices(ctx, listedSteps)
	if err != nil {
		return err
	}
	n, err := chosen(rest, len(choices))
	if err != nil {
		return err
	}
	s.walk.Take(choices[n])
	return s.showRun(ctx, s.walk.Taken()-1)
}

func (s *Joint) test(_ context.Context, rest string) error {
	if err := s.present(rest); err != nil {
		return err
	}
	x, err := s.condition(rest)
	if err == nil {
		fmt.Fprintln(s.Out, map[bool]string{true: "yes", false: "no"}[s.in.Holds(x, s.walk.State())])
	}
	return err
}
