package shell

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// properties shows what the run so far decides about the properties of the model.
func (s *Shell) properties(ctx context.Context, _ string) error {
	run := s.session.Trace()
	for _, spec := range s.stated {
		text, _, err := s.standing(ctx, run, spec)
		if err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "  %s: %s\n", heading(spec), text)
	}
	if len(s.stated) == 0 {
		fmt.Fprintln(s.Out, "    the model states no property")
	}
	return nil
}

func heading(spec *rcheck.Spec) string { return cmp.Or(spec.Name, fmt.Sprint(spec.Index)) }

// standing says how a property stands, and what the run decides about it.
func (s *Shell) standing(ctx context.Context, run *trace.Trace, spec *rcheck.Spec) (text string, v ltol.Truth, err error) {
	if spec.Formula == nil {
		return "it is about states, and no single run decides it", ltol.Unknown, nil
	}
	v, at, err := trace.Read(ctx, s.in, run).Standing(spec.Claim())
	switch v {
	case ltol.No:
		text = s.Style.Bad("violated") + fmt.Sprintf(" since state %d, on every continuation", at)
	case ltol.Yes:
		text = s.Style.Good("satisfied") + fmt.Sprintf(" since state %d, on every continuation", at)
	default:
		text = "open: it depends on what follows"
	}
	return text, v, err
}

// tell says which properties have been decided since it was called the last time.
func (s *Shell) tell(ctx context.Context) error {
	run := s.session.Trace()
	for _, spec := range s.stated {
		text, v, err := s.standing(ctx, run, spec)
		if err != nil {
			return err
		}
		if v != ltol.Unknown && s.known[spec.Index] != v {
			fmt.Fprintf(s.Out, "property %s is %s\n", heading(spec), text)
		}
		s.known[spec.Index] = v
	}
	return nil
}

// Execute carries out a line as all conversations do, and then says what a move has decided.
func (s *Shell) Execute(ctx context.Context, line string) error {
	err := s.talk.Execute(ctx, line)
	if !s.moved {
		return err
	}
	return errors.Join(err, s.tell(ctx))
}
