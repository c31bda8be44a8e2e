// Package shell is the conversation with the simulator: commands on lines, and what they print. It
// knows nothing of where the lines come from.
package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/constraint"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ErrQuit is returned by [Shell.Execute] when the conversation is over.
var ErrQuit = errors.New("quit")

// Options are what a shell needs to know.
type Options struct {
	Out   io.Writer
	Style terminal.Style
	// Text are the options of texts about states and steps.
	Text trace.TextOptions
	// Seed determines random choices.
	Seed uint64
	// Save writes a run to a file: what [run.Saved] returns.
	Save func(path string, run any) error
}

// A view shows the run of a conversation, and steps back in it.
type view struct {
	talk
	program *rcheck.Program
	in      *recipe.Interpreter
	session *simulate.Session
}

// A Shell is one conversation about one model.
type Shell struct {
	view
	system     *recipe.System // that of the run, whose propositions grow with the constraints
	initial    *simulate.Initial
	recorded   *trace.Trace // what `next` follows; may be nil
	conditions map[string]*simulate.Condition
	stated     []*rcheck.Spec     // the properties of the model
	known      map[int]ltol.Truth // what the user knows that the run decides of them, by number
}

// commands are those of one conversation, in the order of their help. One of them is `take`.
type commands []command

// A run is what a conversation is about, in one formalism, with conditions as users write them.
type run interface {
	taken() int
	// random takes up to n steps, until a condition is met if there is one; stuck tells that no other
	// state can follow.
	random(ctx context.Context, n int, until string) (met, stuck bool, err error)
	seek(ctx context.Context, condition string) (found bool, err error)
	undo(n int) (undone int, err error)
	// follow takes the next step of the run that is replayed, and returns an error if there is none.
	follow() error
	// Saved is the run so far as files have it.
	Saved(ctx context.Context) (any, error)
	showState()
	// showSince shows the steps taken from the given one on, and what each changed, until ctx ends.
	showSince(ctx context.Context, step int) error
	ShowSteps(ctx context.Context) error
}

// A talk is what conversations about models of any formalism have in common.
type talk struct {
	Options
	run      run
	about    string // how large the model is
	commands commands
	moved    bool

	// Of conditions: an example, what the help says of them, the sign that joins names in them, and
	// what a word may become behind a part of one.
	example, conditionHelp, sign string
	conditionWords               func(word, before string) []string
}

// Start begins a run in the first initial state that satisfies the constraint, or in a random one.
func (s *Shell) Start(ctx context.Context, constraint string, random bool) error {
	initial, err := s.initialWhere(constraint)
	if err != nil {
		return err
	}
	state, ok, err := s.pick(ctx, initial, random)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("no initial state satisfies %s", constraint)
	}
	s.initial = initial
	return s.begin(state)
}

// initialWhere are the initial states that satisfy a constraint, if there is one.
func (s *Shell) initialWhere(constraint string) (*simulate.Initial, error) {
	if constraint == "" {
		return simulate.NewInitial(s.in, nil), nil
	}
	c, err := s.condition(constraint)
	return simulate.NewInitial(s.in, c), err
}

// How random initial states are looked for; see [simulate.Initial.Random].
const (
	initialPerAgent = 1000
	initialTries    = 10000
)

func (s *Shell) pick(ctx context.Context, initial *simulate.Initial, random bool) (recipe.State, bool, error) {
	if random {
		return initial.Random(ctx, s.Seed, initialPerAgent, initialTries)
	}
	states, _, err := initial.First(ctx, 1)
	if err != nil || len(states) == 0 {
		return recipe.State{}, false, err
	}
	return states[0], true, nil
}

func (s *Shell) begin(state recipe.State) error {
	session, err := simulate.NewSession(s.in, state, s.Seed)
	if err == nil {
		s.session, s.moved = session, true
	}
	return err
}

// Resume begins with the run of a trace up to a step, counted from 0. The command `next` follows
// the rest of it.
func (s *Shell) Resume(ctx context.Context, t *trace.Trace, step int) error {
	session, err := simulate.Resume(ctx, s.in, t, step, s.Seed)
	if err == nil {
		s.session, s.recorded = session, t
	}
	return err
}

// takenTogether is how many random steps are taken before they are shown.
const takenTogether = 256

// A RunWriter writes a run state by state.
type RunWriter interface {
	Left(step trace.Step) error
	Last(s recipe.State) error
}

// Random takes up to n random steps, and shows the run as it grows, until its end or that of ctx.
// Other writers get the run as well.
func (s *Shell) Random(ctx context.Context, n int, others ...RunWriter) error {
	writers := append([]RunWriter{trace.NewTextWriter(s.Out, s.system, s.Text)}, others...)
	var end error
	for end == nil && n > 0 {
		before := s.session.Taken()
		var taken int
		taken, _, end = s.session.Random(ctx, min(n, takenTogether), nil)
		for step := range s.session.Since(before) {
			for _, w := range writers {
				if err := w.Left(step); err != nil {
					return errors.Join(end, err)
				}
			}
		}
		if n -= taken; taken == 0 {
			break
		}
	}
	for _, w := range writers {
		end = errors.Join(end, w.Last(s.session.State()))
	}
	return end
}

// Trace is the run made so far.
func (s *view) Trace() *trace.Trace { return s.session.Trace() }

// condition reads a constraint.
func (s *Shell) condition(text string) (*simulate.Condition, error) {
	if c, ok := s.conditions[text]; ok {
		return c, nil
	}
	formula, err := constraint.Formula(text)
	if err != nil {
		return nil, err
	}
	program, spec, list := s.program.WithProperty("", formula)
	if spec == nil {
		return nil, conditionError(list)
	}
	f, err := spec.Path()
	if err != nil {
		return nil, err
	}
	c, err := simulate.NewCondition(f)
	if err != nil {
		return nil, err
	}
	s.program, s.system.Propositions = program, program.System.Propositions
	s.conditions[text] = c
	return c, nil
}

// conditionError makes one line of the errors of a constraint, whose only line the user still sees.
func conditionError(list diag.List) error {
	var texts []string
	for _, d := range list.Errors() {
		texts = append(texts, fmt.Sprintf("column %d: [%s] %s", d.Start.Column, d.Code, d.Message()))
	}
	return errors.New(strings.Join(texts, "; "))
}

// A command is a word that begins a line of a conversation.
type command struct {
	name      string
	arguments string
	help      string
	run       func(ctx context.Context, rest string) error
}
