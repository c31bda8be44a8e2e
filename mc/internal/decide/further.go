package decide

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/falsifier"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/shortest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// further looks for more violations of a formula than one that uses the given commands, as many as the
// settings want; see [shortest.FindFurther]. They depend on nothing but the system, its fairness, the
// formula and these commands. A limit leaves what was found until then. The error is a fault.
func (r *Runs) further(ctx context.Context, f *ltol.Formula, used []int) (branch.Further, error) {
	return further(ctx, r.s, r.question(engine.Parts(f, r.s.Recipe.System)), used, func(a shortest.Answer) (v branch.Variant, used []int, err error) {
		a.Run.Decisive = a.Lost
		if v.Trace, err = r.confirmed(ctx, f, a.Run); err == nil {
			used, err = shortest.Used(ctx, r.s.Recipe.Interpreter, f, v.Trace)
		}
		return v, used, err
	})
}

func further(
	ctx context.Context, s *subject.Subject, q shortest.Question, used []int,
	confirm func(shortest.Answer) (branch.Variant, []int, error),
) (branch.Further, error) {
	if len(q.Conjuncts) > s.Set.Thresholds.ShortestParts {
		return branch.Further{}, nil
	}
	if s.Set.Shortest {
		q.Budget, q.Bytes = -1, 0
	}
	out, err := shortest.FindFurther(ctx, q, used, s.Set.Counterexamples-1, confirm)
	if fault.IsLimit(err) {
		err = nil
	}
	return out, s.Fault(err)
}

// question is what breadth-first search is asked.
func (r *Runs) question(parts []*ltol.Formula) shortest.Question {
	return question(r.s, shortest.Question{
		Interpreter: recipe.NewQuickInterpreter(r.s.Recipe.System).Trusting(), Conjuncts: parts,
		Fair: r.s.Recipe.Conditions(), Prices: r.s.Engines.Prices,
	})
}

// question adds the limits of a subject.
func question(s *subject.Subject, q shortest.Question) shortest.Question {
	q.Translation = s.Set.Translation
	q.Budget, q.Bytes = max(s.Set.Thresholds.ShortestBudget, 0), int64(max(s.Set.Thresholds.ShortestBytes, 1))
	if most := s.Set.Encoding.BDD.MaxBytes / 4; most > 0 {
		q.Bytes = min(q.Bytes, most)
	}
	return q
}

// confirmed is a run that was confirmed, without detours. One of which the first steps are decisive has
// none there, and what follows does not matter.
func (r *Runs) confirmed(ctx context.Context, f *ltol.Formula, run *trace.Trace) (out *trace.Trace, err error) {
	if out = run; run.Decisive > 0 {
		err = certify.Violates(ctx, r.s, run, f)
	} else {
		out, err = certify.Confirm(ctx, r.s, run, f, false)
	}
	if err != nil {
		return nil, err
	}
	return r.decisive(ctx, f, out)
}

// decisive is a run with the number of steps after which the property is lost.
func (r *Runs) decisive(ctx context.Context, f *ltol.Formula, run *trace.Trace) (*trace.Trace, error) {
	least, err := trace.Read(ctx, r.s.Recipe.Interpreter, run).Decisive(f)
	if err != nil && !errors.Is(err, ctx.Err()) {
		return nil, r.s.Fault(err)
	}
	out := *run
	out.Decisive = least
	return &out, nil
}

// Further looks for more runs that violate a formula about states than those of a witness, as many as
// the settings want. They violate what the formula says of all runs ([ltol.StateFormula.OnPaths]). There
// are none, and Further is nil, if that is nothing, or if fairness is about more than single states. The
// search is complete only for a linear formula whose violations are infinite. A limit leaves what was
// found until then. The error is a fault.
func (t *States) Further(
	ctx context.Context, f *ltol.StateFormula, w *branch.Witness,
) (*branch.Further, error) {
	path := f.OnPaths()
	if path.Op() == ltol.OpTrue {
		return nil, nil
	}
	t.s.Enter(fault.PhaseShorten)
	var out branch.Further
	var err error
	if kind, joint := t.s.Kind.(*formalism.Interpreted); !joint {
		out, err = t.furtherTraces(ctx, f, path, w)
	} else if slices.ContainsFunc(kind.Just, func(g *ltol.StateFormula) bool { return !g.Propositional() }) {
		return nil, nil
	} else {
		out, err = t.furtherPaths(ctx, kind, f, path, w)
		out.Complete = out.Complete && !kind.PathsEnd
	}
	out.Complete = out.Complete && f.Linear()
	return &out, err
}

// stepsOf are the steps of the runs that a witness is made of. Those to other states that agents cannot
// tell apart are not among them.
func stepsOf(w *branch.Witness) (out []space.Step) {
	if w.Run != nil {
		out = w.Run.Steps
	}
	for _, part := range w.Parts {
		out = slices.Concat(out, stepsOf(part))
	}
	return out
}

// furtherTraces is Further of a ReCiPe system.
func (t *States) furtherTraces(
	ctx context.Context, f *ltol.StateFormula, path *ltol.Formula, w *branch.Witness,
) (out branch.Further, err error) {
	var known []trace.Step
	for _, step := range stepsOf(w) {
		known = append(known, trace.Step{Message: step.(recipe.Step)})
	}
	out, err = NewRuns(t.s, nil).further(ctx, path, shortest.Commands(t.s.Recipe.System, known))
	for i := range out.Runs {
		v := &out.Runs[i]
		run, lost := &branch.Run{Loop: v.Trace.Loop}, -1
		for _, step := range v.Trace.Steps {
			run.States, run.Steps = append(run.States, step.State), append(run.Steps, step.Message)
		}
		if len(t.s.Recipe.Conditions()) == 0 {
			truth, state, fault := trace.Read(ctx, t.s.Recipe.Interpreter, v.Trace).Standing(path)
			if fault != nil {
				return out, t.s.Fault(fault)
			}
			if lost = state; truth != ltol.No {
				lost = cmp.Or(v.Trace.Decisive, -1)
			}
		}
		v.Trace, v.Witness = nil, shows(f, shownBy(run, lost))
	}
	return out, err
}

// shows is a run as a witness that a formula does not hold.
func shows(f *ltol.StateFormula, run *branch.Run) *branch.Witness {
	return &branch.Witness{Formula: f, State: run.States[0], Run: run}
}

// shownBy is the beginning of a lasso with so many steps and the state after them; the lasso if their
// number is negative.
func shownBy(run *branch.Run, steps int) *branch.Run {
	if steps < 0 {
		return run
	}
	after := append(slices.Clip(run.States), run.States[run.Loop])
	return &branch.Run{States: after[:steps+1], Steps: run.Steps[:steps], Loop: -1}
}

// furtherPaths is Further of an interpreted system.
func (t *States) furtherPaths(
	ctx context.Context, kind *formalism.Interpreted, f *ltol.StateFormula, path *ltol.Formula, w *branch.Witness,
) (branch.Further, error) {
	board := t.s.Engines.Board()
	walks := falsifier.NewJoint(board, kind.System, kind.PathsEnd, 0)
	q := question(t.s, shortest.Question{
		Joint: &shortest.Joint{Joints: walks.Space(), PathsEnd: kind.PathsEnd}, Prices: walks.Prices(),
		Conjuncts: engine.Parts(path, nil), Fair: board.Fair,
	})
	if kind.PathsEnd { // only what goes on for ever is a run
		q.Fair = append(slices.Clip(q.Fair), ltol.True())
	}
	target := &engine.Target{Formula: path, State: f}
	return further(ctx, t.s, q, shortest.ActionsOf(kind.System, stepsOf(w)), func(a shortest.Answer) (v branch.Variant, used []int, err error) {
		lost := -1
		if len(q.Fair) == 0 {
			lost = cmp.Or(a.Lost, -1)
		}
		run, err := walks.Confirm(ctx, target, shownBy(a.Path, lost))
		if run == nil && err == nil { // evaluation does not show that all is lost
			run, err = walks.Confirm(ctx, target, a.Path)
		}
		if err != nil {
			return v, nil, err
		}
		v.Witness = shows(f, run)
		return v, shortest.ActionsOf(kind.System, run.Steps), nil
	})
}
