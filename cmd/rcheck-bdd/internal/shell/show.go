package shell

import (
	"context"
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Greet says what the model is and where the run is.
func (s *Shell) Greet(name string) {
	sys := s.program.System
	fmt.Fprintf(s.Out, "%s: %d agents, %d commands. `help` lists what you can do.\n", name, len(sys.Agents), len(sys.Commands))
	s.showState()
	s.ShowSteps()
}

func (s *Shell) showState() {
	number := fmt.Sprintf("state %d", s.session.Taken())
	fmt.Fprintf(s.Out, "%s\n%s", s.Style.Strong(number), trace.StateText(s.program.System, s.session.State(), nil, s.Text))
}

// showLast shows the last step and what it changed.
func (s *Shell) showLast() { s.showRun(s.session.Taken() - 1) }

// showLimit is how many steps are shown after a command that took many.
const showLimit = 100

// showRun shows the steps taken since there were so many, and what each changed; of many, the last ones.
func (s *Shell) showRun(since int) {
	run := s.session.Trace().Steps
	s.moved = s.moved || len(run) > since+1
	if hidden := len(run) - 1 - showLimit - since; hidden > 0 {
		fmt.Fprintf(s.Out, "(%s before these; `trace` shows all)\n", steps(hidden))
		since += hidden
	}
	for i := since; i+1 < len(run); i++ {
		fmt.Fprint(s.Out, trace.StepText(s.program.System, run[i], s.Text))
		fmt.Fprintf(s.Out, "%s\n", s.Style.Strong(fmt.Sprintf("state %d", i+1)))
		fmt.Fprint(s.Out, s.changeText(run[i].State, run[i+1].State))
	}
}

func (s *Shell) changeText(from, to recipe.State) string {
	text := trace.StateText(s.program.System, to, &from, s.Text)
	if text == "" {
		return "    (nothing changed)\n"
	}
	return text
}

// ShowSteps lists the steps possible now with their numbers.
func (s *Shell) ShowSteps() { s.showSteps(func(recipe.Transition) bool { return true }) }

func (s *Shell) showSteps(shown func(recipe.Transition) bool) {
	sys := s.program.System
	for i, t := range s.session.Choices() {
		if !shown(t) {
			continue
		}
		text := trace.StepText(sys, trace.Step{State: s.session.State(), Message: t.Step}, s.Text)
		head := s.Style.Strong(fmt.Sprintf("%3d", i+1))
		fmt.Fprintf(s.Out, "%s%s\n", head, strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n   "))
	}
}

func (s *Shell) showInitial(i int, state, first recipe.State) {
	fmt.Fprintf(s.Out, "%s\n", s.Style.Strong(fmt.Sprintf("initial state %d", i+1)))
	if i == 0 {
		fmt.Fprint(s.Out, trace.StateText(s.program.System, state, nil, s.Text))
		return
	}
	fmt.Fprint(s.Out, trace.StateText(s.program.System, state, &first, s.Text))
}

func (s *Shell) list(context.Context, string) error {
	s.ShowSteps()
	return nil
}

func (s *Shell) state(context.Context, string) error {
	s.showState()
	return nil
}

func (s *Shell) changes(context.Context, string) error {
	if last, ok := s.session.Last(); ok {
		fmt.Fprint(s.Out, s.changeText(last.State, s.session.State()))
		return nil
	}
	return fmt.Errorf("no step has been taken")
}

func (s *Shell) trace(_ context.Context, rest string) error {
	options := s.Text
	switch rest {
	case "":
	case "full":
		options.Full = true
	default:
		return fmt.Errorf("`trace` or `trace full`, not `trace %s`", rest)
	}
	fmt.Fprint(s.Out, s.session.Trace().Text(options))
	return nil
}

func (s *Shell) blocked(context.Context, string) error {
	text := trace.BlockedText(s.in, s.session.State(), s.Text)
	if text == "" {
		text = "    every command at hand takes part in some step\n"
	}
	fmt.Fprint(s.Out, text)
	return nil
}
