package shell

import (
	"cmp"
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func (s *view) taken() int { return s.session.Taken() }

func (s *view) undo(n int) (int, error) { return s.session.Back(n) }

func (s *Shell) random(ctx context.Context, n int, until string) (met, stuck bool, err error) {
	var c *simulate.Condition
	if until != "" {
		if c, err = s.condition(until); err != nil {
			return false, false, err
		}
	}
	_, met, err = s.session.Random(ctx, n, c)
	return met, s.session.Deadlocked(), err
}

// seekLimit is how many states `goto` looks at.
const seekLimit = 200_000

func (s *Shell) seek(ctx context.Context, condition string) (bool, error) {
	c, err := s.condition(condition)
	if err != nil {
		return false, err
	}
	return s.session.Seek(ctx, c, seekLimit)
}

func (s *view) showState() {
	fmt.Fprintf(s.Out, "%s\n%s", s.stateHead(s.taken()), trace.StateText(s.program.System, s.session.State(), nil, s.Text))
}

func (s *view) showSince(ctx context.Context, step int) error {
	for left, next := range s.session.Since(step) {
		if err := ctx.Err(); err != nil {
			return err
		}
		fmt.Fprint(s.Out, trace.StepText(s.program.System, left, s.Text))
		fmt.Fprintf(s.Out, "%s\n", s.stateHead(step+1))
		fmt.Fprint(s.Out, s.changeText(left.State, next))
		step++
	}
	return nil
}

func (s *view) changeText(from, to recipe.State) string {
	return changed(trace.StateText(s.program.System, to, &from, s.Text))
}

// ShowSteps lists the steps possible now with their numbers.
func (s *view) ShowSteps(ctx context.Context) error {
	return s.showSteps(ctx, func(simulate.Choice) bool { return true })
}

// showSteps lists steps with their numbers; of those that look alike, it lists one.
func (s *view) showSteps(ctx context.Context, shown func(simulate.Choice) bool) error {
	sys := s.program.System
	list := s.session.Choices()
	for i := 0; i < len(list); {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := s.session.Alike(i)
		first, more := -1, 0
		for k := i; k < i+n; k++ {
			switch {
			case !shown(list[k]):
			case first < 0:
				first = k
			default:
				more++
			}
		}
		if i += n; first < 0 {
			continue
		}
		text := trace.StepText(sys, trace.Step{State: list[first].From, Message: list[first].Step}, s.Text)
		if len(list) > 1 && list[first].Step.Kind == recipe.Stutter {
			text = "  agents outside stop: nothing happens any more\n"
		}
		if more > 0 {
			text += fmt.Sprintf("    %d more look like it, up to step %d\n", more, i)
		}
		fmt.Fprint(s.Out, s.numbered(first, text))
	}
	return nil
}

func (s *view) showInitial(i int, state, first recipe.State) {
	fmt.Fprintf(s.Out, "%s\n", s.Style.Strong(fmt.Sprintf("initial state %d", i+1)))
	before := &first
	if i == 0 {
		before = nil
	}
	fmt.Fprint(s.Out, trace.StateText(s.program.System, state, before, s.Text))
}

func (s *view) changes(context.Context, string) error {
	if last := s.session.Last(); last != nil {
		fmt.Fprint(s.Out, s.changeText(last.State, s.session.State()))
		return nil
	}
	return fmt.Errorf("no step has been taken")
}

func (s *view) trace(ctx context.Context, rest string) error {
	options := s.Text
	switch rest {
	case "":
	case "full":
		options.Full = true
	default:
		return fmt.Errorf("`trace` or `trace full`, not `trace %s`", rest)
	}
	return s.session.Trace().WriteText(ctx, s.Out, options)
}

func (s *view) blocked(ctx context.Context, _ string) error {
	text, err := trace.BlockedText(ctx, s.in, s.session.State(), s.Text)
	if err == nil {
		fmt.Fprint(s.Out, cmp.Or(text, "    every command at hand takes part in some step\n"))
	}
	return err
}
