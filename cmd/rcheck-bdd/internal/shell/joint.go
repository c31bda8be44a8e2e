package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/joint"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// JointOptions are where a conversation about a model in ISPL writes, and how.
type JointOptions struct {
	Out        io.Writer
	Style      terminal.Style
	FullStates bool // show all of every state
}

// Joint is a conversation about a model in ISPL, as [Shell] is one about a model of R-CHECK. The commands that both have bear the same
// names.
type Joint struct {
	JointOptions
	walk      *joint.Walk
	in        *interpreted.Interpreter
	condition func(text string) (*interpreted.Expr, error)
	moved     bool
}

// NewJoint returns a conversation about a walk, in which conditions are read by the given function.
func NewJoint(walk *joint.Walk, sys *interpreted.System, condition func(string) (*interpreted.Expr, error), o JointOptions) *Joint {
	return &Joint{JointOptions: o, walk: walk, in: interpreted.NewInterpreter(sys), condition: condition}
}

// What a conversation lists and looks at.
const (
	listedSteps = 1000
	soughtState = 100000
)

// Greet says what the model is and where the run is.
func (s *Joint) Greet(name string) {
	fmt.Fprintf(s.Out, "%s: %d agents. `help` lists what you can do.\n", name, len(s.in.System().Agents))
	s.showState()
	s.ShowSteps()
}

// Moved reports whether the run has changed since it was asked last.
func (s *Joint) Moved() bool {
	moved := s.moved
	s.moved = false
	return moved
}

func (s *Joint) showState() {
	fmt.Fprintf(s.Out, "%s\n    %s\n", s.Style.Strong(fmt.Sprintf("state %d", s.walk.Taken())), s.in.Format(s.walk.State()))
}

// ShowSteps lists the steps possible now with their numbers.
func (s *Joint) ShowSteps() {
	choices, err := s.walk.Choices(listedSteps)
	switch {
	case err != nil:
		fmt.Fprintf(s.Out, "%s; take random ones, or give a condition to `until` or `goto`\n", terminal.Message(err))
	case len(choices) == 0:
		fmt.Fprintln(s.Out, "no step is possible: the state has no successor")
	}
	for i, c := range choices {
		fmt.Fprintf(s.Out, "%4d  %s%s\n", i+1, s.in.FormatJoint(c.Joint), s.change(s.walk.State(), c.Next, "  -> "))
	}
}

// change is what a step changes, after a separator; nothing if it changes nothing.
func (s *Joint) change(from, to interpreted.State, separator string) string {
	text := s.in.FormatChange(from, to)
	if s.FullStates {
		text = s.in.Format(to)
	}
	if text == "" {
		return ""
	}
	return separator + text
}

// ShowRun shows the run.
func (s *Joint) ShowRun() {
	states, _ := s.walk.Run()
	fmt.Fprintf(s.Out, "%s\n    %s\n", s.Style.Strong("state 0"), s.in.Format(states[0]))
	s.showSince(0)
}

// showMoves shows the steps after the given number of them; of many, the last ones.
func (s *Joint) showMoves(since int) {
	s.moved = true
	if hidden := s.walk.Taken() - showLimit - since; hidden > 0 {
		fmt.Fprintf(s.Out, "(%s before these; `trace` shows all)\n", steps(hidden))
		since += hidden
	}
	s.showSince(since)
}

func (s *Joint) showSince(since int) {
	states, actions := s.walk.Run()
	for i := since; i < len(actions); i++ {
		fmt.Fprintf(s.Out, "  %s\n%s%s\n", s.in.FormatJoint(actions[i]), s.Style.Strong(fmt.Sprintf("state %d", i+1)),
			s.change(states[i], states[i+1], "\n    "))
	}
}

// jointCommand is a command of a conversation.
type jointCommand struct {
	name, arguments, about string
	run                    func(s *Joint, ctx context.Context, rest string) error
}

var jointCommands []jointCommand

func init() {
	jointCommands = []jointCommand{
		{"list", "", "show the steps possible now, with their numbers", func(s *Joint, _ context.Context, _ string) error { s.ShowSteps(); return nil }},
		{"take", "N", "take step N (a number alone does too)", (*Joint).take},
		{"random", "[N]", "take N random steps (1)", (*Joint).randomly},
		{"until", "COND", "take random steps, at most 1000, until a condition is met", (*Joint).until},
		{"goto", "COND", "take the shortest way to where a condition is met", (*Joint).seek},
		{"back", "[N]", "undo N steps (1)", (*Joint).back},
		{"state", "", "show all of the present state", func(s *Joint, _ context.Context, _ string) error { s.showState(); return nil }},
		{"test", "COND", "say whether a condition is met", (*Joint).test},
		{"trace", "", "show the run so far", func(s *Joint, _ context.Context, _ string) error { s.ShowRun(); return nil }},
		{"help", "", "show this", (*Joint).help},
		{"quit", "", "leave", func(*Joint, context.Context, string) error { return ErrQuit }},
	}
}

// Execute carries out a line. Errors are the user's. It returns [ErrQuit] when the user wants to leave.
func (s *Joint) Execute(ctx context.Context, line string) error {
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if isNumber(word) && rest == "" {
		return s.take(ctx, word)
	}
	var names []string
	for _, c := range jointCommands {
		if strings.HasPrefix(c.name, word) {
			return c.run(s, ctx, rest)
		}
		names = append(names, c.name)
	}
	text := fmt.Sprintf("unknown command `%s`", word)
	if hint := diag.DidYouMean(word, names); hint != "" {
		text += "; " + hint
	}
	return errors.New(text + " (`help` lists the commands)")
}

// Complete offers commands, names of propositions and of variables.
func (s *Joint) Complete(before string) (word string, offers []string) {
	word = before[strings.LastIndexAny(before, " ()!")+1:]
	var all []string
	if strings.TrimSpace(before) == word {
		for _, c := range jointCommands {
			all = append(all, c.name)
		}
	} else {
		sys := s.in.System()
		for v := range sys.Vars {
			all = append(all, sys.VarName(v))
		}
		for _, p := range sys.Propositions {
			all = append(all, p.Name)
		}
	}
	for _, name := range all {
		if strings.HasPrefix(name, word) {
			offers = append(offers, name)
		}
	}
	return word, offers
}

func (s *Joint) help(context.Context, string) error {
	for _, c := range jointCommands {
		fmt.Fprintf(s.Out, "  %-14s %s\n", strings.TrimSpace(c.name+" "+c.arguments), c.about)
	}
	fmt.Fprintln(s.Out, "A condition is about a state, as in the section Evaluation; a proposition of the model is one too.")
	return nil
}

func (s *Joint) take(_ context.Context, rest string) error {
	choices, err := s.walk.Choices(listedSteps)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 || n > len(choices) {
		return fmt.Errorf("there is no step %s here; give a number from 1 to %d", rest, len(choices))
	}
	s.walk.Take(choices[n-1])
	s.showMoves(s.walk.Taken() - 1)
	return nil
}

func (s *Joint) randomly(ctx context.Context, rest string) error {
	n, err := number(rest, 1)
	if err != nil {
		return err
	}
	_, err = s.wander(ctx, n, nil)
	return err
}

// wander takes random steps and shows them.
func (s *Joint) wander(ctx context.Context, n int, until *interpreted.Expr) (met bool, err error) {
	before := s.walk.Taken()
	taken, met, err := s.walk.Random(ctx, n, until)
	if taken > 0 {
		s.showMoves(before)
	}
	if taken < n && !met && err == nil {
		fmt.Fprintln(s.Out, "no step is possible: the state has no successor")
	}
	return met, err
}

// needCondition reads a condition that must be there.
func (s *Joint) needCondition(text string) (*interpreted.Expr, error) {
	if text == "" {
		return nil, errors.New("a condition is missing, such as `Agent.x = 1`")
	}
	return s.condition(text)
}

func (s *Joint) until(ctx context.Context, rest string) error {
	x, err := s.needCondition(rest)
	if err != nil {
		return err
	}
	met, err := s.wander(ctx, 1000, x)
	if err == nil && !met {
		return errors.New("the condition was not met")
	}
	return err
}

func (s *Joint) seek(ctx context.Context, rest string) error {
	x, err := s.needCondition(rest)
	if err != nil {
		return err
	}
	before := s.walk.Taken()
	found, err := s.walk.Seek(ctx, x, soughtState)
	if err != nil {
		return err
	}
	if !found {
		return errors.New("no run from here meets the condition")
	}
	s.showMoves(before)
	return nil
}

func (s *Joint) back(_ context.Context, rest string) error {
	n, err := number(rest, 1)
	if err != nil {
		return err
	}
	s.walk.Back(n)
	s.showState()
	s.moved = true
	return nil
}

func (s *Joint) test(_ context.Context, rest string) error {
	x, err := s.needCondition(rest)
	if err == nil {
		fmt.Fprintln(s.Out, s.in.Holds(x, s.walk.State()))
	}
	return err
}
