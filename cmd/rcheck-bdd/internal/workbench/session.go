package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// A Session is a walk through a model: a run, and the steps that can follow. It is not safe for
// concurrent use.
type Session interface {
	// Walk is where the session is.
	Walk(ctx context.Context, t Thresholds) (*Walk, error)
	// Take takes the n-th choice, from 0. Back undoes up to n steps; Random takes up to n at random.
	Take(ctx context.Context, n int) error
	Back(n int) error
	Random(ctx context.Context, n int) error
	// Goto appends a shortest way to a condition, and reports whether there is one.
	Goto(ctx context.Context, condition string, t Thresholds) (bool, error)
	// Trace is the run so far in the JSON that [Start] reads.
	Trace(ctx context.Context) (any, error)
}

// A session is a walk through a model in R-CHECK's language.
type session struct {
	view    *view
	session *simulate.Session
}

// A Walk is the run of a session and what can follow.
type Walk struct {
	Shown
	Choices []Choice `json:"choices"`
	// Deadlock tells that nothing can happen any more; the one choice is then to stay.
	Deadlock bool `json:"deadlock"`
	// Blocked says in a deadlock what each agent waits for, and elsewhere why there are no choices to
	// offer.
	Blocked string `json:"blocked,omitempty"`
	// Initials is how many initial states can be chosen; at least so many if More is set.
	Initials int  `json:"initials"`
	More     bool `json:"more,omitempty"`
	// Met tells whether a condition that was looked for is met.
	Met *bool `json:"met,omitempty"`
}

// A Choice is a step that can follow, and the state it leads to.
type Choice struct {
	Step Step  `json:"step"`
	Next State `json:"next"`
}

// Start begins a session in the n-th initial state, from 0, or, if a trace is given, at a state of
// it.
func Start(ctx context.Context, d *Document, n int, run json.RawMessage, at int, limits Thresholds) (Session, error) {
	if d.ISPL {
		return startJoint(ctx, d, n, run, at, limits)
	}
	own := NewDocument(d.URI, "", d.Version, d.Text) // the session adds its conditions to the model
	p, err := own.program(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{view: newView(d, p)}
	if len(run) > 0 && string(run) != "null" {
		t, err := trace.Decode(ctx, s.view.in, run)
		if err != nil {
			return nil, err
		}
		s.session, err = simulate.Resume(ctx, s.view.in, t, at, 1)
		return s, err
	}
	states, _, err := simulate.NewInitial(s.view.in, nil).First(ctx, n+1)
	if err != nil {
		return nil, err
	}
	if n < 0 || n >= len(states) {
		return nil, fmt.Errorf("there are %d initial states, so none has number %d; numbers begin with 0", len(states), n)
	}
	s.session, err = simulate.NewSession(s.view.in, states[n], 1)
	return s, err
}

func (s *session) Walk(ctx context.Context, t Thresholds) (*Walk, error) {
	states, more, err := simulate.NewInitial(s.view.in, nil).First(ctx, t.Initial)
	if err != nil {
		return nil, err
	}
	w := &Walk{
		Deadlock: s.session.Deadlocked(), Choices: []Choice{}, Initials: len(states), More: more,
	}
	shown, err := s.view.show(ctx, s.session.Trace(), 0, t)
	if err != nil {
		return nil, err
	}
	w.Shown = *shown
	now := s.session.State()
	for _, c := range s.session.Choices() {
		w.Choices = append(w.Choices, Choice{s.view.step(now, c.Step), s.view.state(c.Next)})
	}
	if w.Deadlock {
		if w.Blocked, err = trace.BlockedText(ctx, s.view.in, now, trace.TextOptions{}); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (s *session) Take(_ context.Context, n int) error {
	choices := s.session.Choices()
	if n < 0 || n >= len(choices) {
		return fmt.Errorf("there are %d choices, so none has number %d; numbers begin with 0", len(choices), n)
	}
	return s.session.Take(choices[n])
}

func (s *session) Back(n int) error {
	_, err := s.session.Back(n)
	return err
}

func (s *session) Random(ctx context.Context, n int) error {
	_, _, err := s.session.Random(ctx, n, nil)
	return err
}

func (s *session) Goto(ctx context.Context, formula string, t Thresholds) (bool, error) {
	program, spec, list, err := s.view.program.WithPropertyContext(ctx, "", formula)
	if err != nil {
		return false, err
	}
	if spec == nil {
		return false, fmt.Errorf("the condition cannot be read: %w", list.Err())
	}
	s.view.program.System.Propositions = program.System.Propositions // in the system that the run is of
	program.System = s.view.program.System
	s.view.program = program
	f, err := spec.Path()
	if err != nil {
		return false, err
	}
	condition, err := simulate.NewCondition(f)
	if err != nil {
		return false, err
	}
	found, err := s.session.Seek(ctx, condition, t.Search)
	if errors.Is(err, simulate.ErrSearchLimit) {
		err = fmt.Errorf("%w: check a property such as `G !(%s)` instead", err, formula)
	}
	return found, err
}

func (s *session) Trace(context.Context) (any, error) { return s.session.Trace(), nil }
