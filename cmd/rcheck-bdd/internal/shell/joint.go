package shell

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Joint is a conversation about a model in ISPL, as [Shell] is one about a model of R-CHECK. The commands that both have bear the same
// names.
type Joint struct {
	talk
	walk      *simulate.JointWalk
	in        *interpreted.Interpreter
	condition func(text string) (*interpreted.Expr, error)
}

// NewJoint returns a conversation about a walk, in which conditions are read by the given function.
func NewJoint(walk *simulate.JointWalk, sys *interpreted.System, condition func(string) (*interpreted.Expr, error), o Options) *Joint {
	s := &Joint{walk: walk, in: interpreted.NewInterpreter(sys), condition: condition}
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
	fmt.Fprintf(s.Out, "%s\n    %s\n", s.stateHead(s.walk.Taken()), s.values(nil, s.walk.State()))
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
		fmt.Fprintf(s.Out, "%4d  %s%s\n", i+1, s.acts(c.Joint), s.change(s.walk.State(), c.Next, "  -> "))
	}
	return nil
}

// change is what a step changes, after a separator; nothing if it changes nothing.
func (s *Joint) change(from, to interpreted.State, separator string) string {
	if s.Text.Full {
		from = nil
	}
	text := s.values(from, to)
	if text == "" {
		return ""
	}
	return separator + text
}

// inView reports whether an agent is to be seen.
func (s *Joint) inView(agent int) bool {
	return s.Text.Agents == nil || s.Text.Agents(s.in.System().Agents[agent].Name)
}

// values are the values of a state, or those that differ from another one, of the agents in view.
func (s *Joint) values(from, to interpreted.State) string {
	before := slices.Clone(to) // what is equal is not written
	for v := range to {
		switch {
		case !s.inView(s.in.System().Vars[v].Agent):
		case from == nil:
			before[v]++
		default:
			before[v] = from[v]
		}
	}
	return s.in.FormatChange(before, to)
}

// acts is what the agents in view do.
func (s *Joint) acts(j interpreted.Joint) string {
	j = slices.Clone(j)
	for a := range j {
		if !s.inView(a) {
			j[a] = -1
		}
	}
	return s.in.FormatJoint(j)
}

// Random takes up to n random steps, and shows the run as it grows, until its end or that of ctx.
func (s *Joint) Random(ctx context.Context, n int) error {
	s.showState()
	var end error
	for end == nil && n > 0 {
		before := s.walk.Taken()
		var taken int
		taken, _, end = s.walk.Random(ctx, min(n, takenTogether), nil)
		if err := s.showSince(context.WithoutCancel(ctx), before); err != nil {
			return errors.Join(end, err)
		}
		if n -= taken; taken == 0 {
			break
		}
	}
	return end
}

func (s *Joint) showSince(ctx context.Context, since int) error {
	states, actions := s.walk.Run()
	for i := since; i < len(actions); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "  %s\n%s%s\n", s.acts(actions[i]), s.stateHead(i+1),
			s.change(states[i], states[i+1], "\n    "))
	}
	return nil
}

// vocabulary lists the commands in the order of their help.
func (s *Joint) vocabulary() commands {
	return commands{
		{"list", "", "list the possible steps with their numbers", s.list},
		{"take", "N", "take step N (a number alone does too)", s.take},
		{"random", "[N]", "take N random steps (1)", s.randomly},
		{"until", "[N] COND", "take random steps until a condition is true, at most N (1000)", s.until},
		{"goto", "COND", "take a shortest run to a state where a condition is true", s.goTo},
		{"back", "[N]", "undo N steps (1)", s.back},
		{"reset", "", "undo all steps", s.reset},
		{"state", "", "show all variables of the current state", s.state},
		{"test", "COND", "say whether a condition is true", s.test},
		{"trace", "", "show the run so far", s.trace},
		{"help", "", "show this", s.help},
		{"quit", "", "leave", s.quit},
	}
}

func (s *Joint) trace(ctx context.Context, _ string) error {
	states, _ := s.walk.Run()
	fmt.Fprintf(s.Out, "%s\n    %s\n", s.stateHead(0), s.values(nil, states[0]))
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
