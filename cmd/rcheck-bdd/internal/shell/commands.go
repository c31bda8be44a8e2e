package shell

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// vocabulary lists the commands in the order of their help.
func (s *Shell) vocabulary() commands {
	return slices.Concat(commands{
		{"list", "", "list the possible steps with their numbers", s.list},
		{"take", "N | COND", "take step N (or type only the number), or the first step that satisfies a condition", s.take},
		{"where", "COND", "show the steps that satisfy a condition", s.where},
	}, s.moves(), commands{
		{"start", "[COND]", "show the initial states (that satisfy a condition); then `begin N`", s.start},
		{"begin", "N", "begin again in initial state N of the list of `start`", s.beginAt},
		{"state", "", "show all variables of the current state", s.state},
		{"changes", "", "show what the last step changed", s.changes},
		{"test", "COND", "say whether a condition is true", s.test},
		{"blocked", "", "explain why the other commands are not possible now", s.blocked},
		{"properties", "", "show which properties this run already decides", s.properties},
		{"trace", "[full]", "show the run so far", s.trace},
	}, s.ends())
}

const conditionHelp = `A condition is a formula about one step: k-x = v and control states are about the present state,
next(k-x) = v about the state after the step; send, get and supply labels k-l about the step,
receive labels about the step before (next(k-l): about the step). Observations work as in
properties: <<sender = k & MSG = m>> true.`

func (s *Shell) needCondition(text string) (*simulate.Condition, error) {
	if err := s.present(text); err != nil {
		return nil, err
	}
	return s.condition(text)
}

// choose takes the step with a number.
func (s *Shell) choose(ctx context.Context, word string) error {
	choices := s.session.Choices()
	n, err := chosen(word, len(choices))
	if err != nil {
		return err
	}
	return s.move(ctx, choices[n])
}

// move takes a step and shows what it was and what it changed.
func (s *Shell) move(ctx context.Context, t simulate.Choice) error {
	if err := s.session.Take(t); err != nil {
		return err
	}
	return s.showRun(ctx, s.session.Taken()-1)
}

func (s *Shell) take(ctx context.Context, rest string) error {
	if isNumber(rest) {
		return s.choose(ctx, rest)
	}
	found, err := s.matching(rest)
	if err != nil {
		return err
	}
	if n := len(found); n > 1 {
		fmt.Fprintf(s.Out, "%d steps satisfy it; this is the first:\n", n)
	}
	return s.move(ctx, found[0])
}

// matching are the steps that satisfy a condition; that there are none is an error.
func (s *Shell) matching(condition string) ([]simulate.Choice, error) {
	c, err := s.needCondition(condition)
	if err != nil {
		return nil, err
	}
	found, err := s.session.Matching(c)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("no step satisfies %s%s", condition, aheadHint(c))
	}
	return found, err
}

// aheadHint explains a condition that could not select a step.
func aheadHint(c *simulate.Condition) string {
	if c.Ahead() {
		return ""
	}
	return " (the condition is about the current state; use next(…) for the state after the step)"
}

func (s *Shell) where(ctx context.Context, rest string) error {
	found, err := s.matching(rest)
	if err != nil {
		return err
	}
	return s.showSteps(ctx, func(t simulate.Choice) bool {
		return slices.ContainsFunc(found, func(f simulate.Choice) bool {
			return f.Step.Equal(t.Step) && f.From.Equal(t.From) && f.Next.Equal(t.Next)
		})
	})
}

func (s *Shell) follow() error {
	if s.recorded == nil {
		return errNoRecord
	}
	at, ok := s.onRecord()
	if !ok {
		return errOffRecord
	}
	to := s.recorded.Next(at)
	if to < 0 {
		return errEndOfRecord
	}
	step := recipe.Transition{Step: s.recorded.Steps[at].Message, Next: s.recorded.Steps[to].State}
	return s.session.Take(simulate.Choice{From: s.recorded.Steps[at].State, Transition: step})
}

// onRecord returns the index of the recorded step that comes next, if the run is one of the
// recorded trace so far.
func (s *Shell) onRecord() (at int, ok bool) {
	for step := range s.session.Since(0) {
		recorded := s.recorded.Steps[at]
		if !step.State.Equal(recorded.State) || !step.Message.Equal(recorded.Message) {
			return 0, false
		}
		if at = s.recorded.Next(at); at < 0 {
			return 0, false
		}
	}
	return at, s.session.State().Equal(s.recorded.Steps[at].State)
}

// startLimit is how many initial states are shown.
const startLimit = 20

func (s *Shell) start(ctx context.Context, rest string) error {
	initial, err := s.initialWhere(rest)
	if err != nil {
		return err
	}
	states, more, err := initial.First(ctx, startLimit)
	if err != nil {
		return err
	}
	if len(states) == 0 {
		return fmt.Errorf("no initial state satisfies %s", rest)
	}
	s.initial = initial
	for i, state := range states {
		s.showInitial(i, state, states[0])
	}
	if more {
		fmt.Fprintf(s.Out, "there are more; `start COND` selects\n")
	}
	return nil
}

func (s *Shell) beginAt(ctx context.Context, rest string) error {
	n, err := number(rest)
	if err != nil {
		return err
	}
	states, _, err := s.initial.First(ctx, n)
	if err != nil {
		return err
	}
	if len(states) < n {
		return fmt.Errorf("there is no initial state %d", n)
	}
	if err := s.begin(states[n-1]); err != nil {
		return err
	}
	return s.state(context.Background(), "")
}

func (s *Shell) test(_ context.Context, rest string) error {
	c, err := s.needCondition(rest)
	if err != nil {
		return err
	}
	if c.Ahead() {
		found, err := s.session.Matching(c)
		if err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "%d of %s satisfy it\n", len(found), steps(len(s.session.Choices())))
		return nil
	}
	met, err := s.session.Met(c)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.Out, map[bool]string{true: "yes", false: "no"}[met])
	return nil
}

// Saved is the run as files have it.
func (s *Shell) Saved(context.Context) (any, error) { return s.session.Trace(), nil }

// New returns a shell about a program, without a run: see [Shell.Start] and [Shell.Resume].
func New(program *rcheck.Program, o Options) *Shell {
	system := *program.System
	in := recipe.NewQuickInterpreter(&system)
	s := &Shell{
		view: view{program: program, in: in}, system: &system,
		initial:    simulate.NewInitial(in, nil),
		conditions: map[string]*simulate.Condition{},
		stated:     program.Specs, known: map[int]ltol.Truth{},
	}
	agents, commands := 0, 0
	for i := range system.Agents {
		if a := &system.Agents[i]; !a.Outside {
			agents, commands = agents+1, a.Commands.End
		}
	}
	about := fmt.Sprintf("%d agents, %d commands", agents, commands)
	if system.IsOpen() {
		about += ", and the outside"
	}
	s.talk = talk{
		Options: o, run: s, about: about, commands: s.vocabulary(),
		example: "next(k-x) = v or a label k-l", conditionHelp: conditionHelp, sign: "-", conditionWords: s.words,
	}
	return s
}
