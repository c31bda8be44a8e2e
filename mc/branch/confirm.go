package branch

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// errWitness is wrapped by the error that a witness is not what it should be,
// which means a mistake in this module.
var errWitness = errors.New("a witness is wrong")

// confirm replays the runs of a witness, evaluates the formulas about paths that they
// are for, and compares what agents see before and after its jumps, all by the
// explicit semantics; only what holds in single states is known from their labels.
func (l *explanation) confirm(ctx context.Context, w *Witness) error {
	if w.Run != nil {
		if err := errors.Join(l.replay(ctx, w.Run, w.State), l.evaluate(ctx, w)); err != nil {
			return err
		}
	}
	at := w.State
	for _, j := range w.Jumps {
		if err := l.replay(ctx, j.Run, j.Run.States[0]); err != nil {
			return err
		}
		switch {
		case !l.sp.Initial(j.Run.States[0]):
			return fmt.Errorf("%w: a run to a state begins in %s", errWitness, l.sp.StateString(j.Run.States[0]))
		case l.sp.Key(j.Run.States[len(j.Run.States)-1]) != l.sp.Key(j.To):
			return fmt.Errorf("%w: a run does not lead to %s", errWitness, l.sp.StateString(j.To))
		}
		for _, a := range j.Agents {
			if !j.Ideal && l.opts.Looks(a, at) != l.opts.Looks(a, j.To) {
				return fmt.Errorf("%w: an agent can tell %s from %s", errWitness, l.sp.StateString(at), l.sp.StateString(j.To))
			}
		}
		at = j.To
	}
	for _, p := range w.Parts {
		if err := l.confirm(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// evaluate checks that the run of a witness satisfies the path formula of E, or
// violates that of A or of an ability; where the run ends, whatever follows.
func (l *explanation) evaluate(ctx context.Context, w *Witness) error {
	truth, err := l.onRun(ctx, w.Formula, w.Run, func(part *ltol.StateFormula, at space.State) (bool, error) { return l.holds(ctx, part, at) })
	if err == nil && truth != ltol.TruthOf(w.Holds) {
		return fmt.Errorf("%w: a run does not show what %s is in %s", errWitness, w.Formula, l.sp.StateString(w.State))
	}
	return err
}

// onRun is the truth of the path formula of f on a run, of whose states holds tells which parts of
// f they satisfy.
func (l *Labelling) onRun(
	ctx context.Context, f *ltol.StateFormula, r *Run, holds func(*ltol.StateFormula, space.State) (bool, error),
) (truth ltol.Truth, fault error) {
	note := func(b bool, err error) bool {
		fault = errors.Join(fault, err)
		return b
	}
	state := func(i, id int) bool { return note(holds(f.Args()[id], r.States[i])) }
	step := func(i, id int) bool { return note(l.sp.StepHolds(ctx, id, r.States[i], r.Steps[i])) }
	if r.Loop < 0 {
		truth = ltol.Prefix{Length: len(r.Steps), Entered: true, State: state, Step: step}.Truth(f.Path())
		return truth, fault
	}
	satisfied, err := ltol.Eval(f.Path(), ltol.Lasso{Length: len(r.Steps), Loop: r.Loop, State: state, Step: step})
	return ltol.TruthOf(satisfied), errors.Join(fault, err)
}

// replay checks that a run begins in a state and makes only steps that there are.
func (l *explanation) replay(ctx context.Context, r *Run, from space.State) error {
	if l.sp.Key(r.States[0]) != l.sp.Key(from) {
		return fmt.Errorf("%w: a run begins in %s", errWitness, l.sp.StateString(r.States[0]))
	}
	for i, step := range r.Steps {
		next := i + 1
		if next == len(r.States) {
			next = r.Loop
		}
		leads, err := l.sp.Leads(ctx, r.States[i], step, r.States[next])
		if err != nil {
			return err
		}
		if !leads {
			return fmt.Errorf("%w: no step leads from %s to %s", errWitness, l.sp.StateString(r.States[i]), l.sp.StateString(r.States[next]))
		}
	}
	return nil
}
