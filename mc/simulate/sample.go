package simulate

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A sampler takes random runs.
type sampler struct {
	*sampling
	in      *recipe.Interpreter
	instant *recipe.Instant
}

// How random initial states are looked for; see [Initial.Random].
const (
	samplePerAgent = 1000
	sampleTries    = 10000
)

// RandomRuns takes random runs from random initial states. Equal arguments give equal samples. The
// error is that of the context, or the interpreter's; the sample has the runs that ended before.
func RandomRuns(ctx context.Context, in *recipe.Interpreter, o SampleOptions) (*Sample, error) {
	if ctx == nil || in.System() == nil {
		return nil, misuse("there is no context, or no interpreter")
	}
	if err := o.usable(func(f *ltol.Formula) error { return trace.CheckFormula(in.System(), f) }); err != nil {
		return nil, err
	}
	s := &sampler{newSampling(ctx, o, len(in.System().Commands)), in, recipe.NewInstant(in)}
	initial := NewInitial(in, nil)
	return s.repeat(func(seed uint64) error {
		state, ok, err := initial.Random(ctx, seed, samplePerAgent, sampleTries)
		if err == nil && !ok {
			err = errNoInitial
		}
		if err != nil {
			return err
		}
		return s.run(state, seed)
	})
}

// run takes a run and compares it with the properties.
func (s *sampler) run(initial recipe.State, seed uint64) error {
	session, err := NewSession(s.in, initial, seed)
	if err != nil {
		return err
	}
	if _, _, err := session.Random(s.ctx, s.o.Length, nil); err != nil {
		return err
	}
	run := session.Trace()
	s.out.Steps += session.Taken()
	if session.Deadlocked() {
		s.out.Deadlocks++
	}
	if err := s.count(session.steps, run); err != nil {
		return err
	}
	r := &runReading{sampler: s, run: run}
	if err := r.closings(session); err != nil {
		return err
	}
	return s.compare(r)
}

// hash is a number for texts: equal for equal ones, and nearly always different for others.
func hash(texts ...string) uint64 {
	h := fnv.New64a()
	for _, text := range texts {
		fmt.Fprintf(h, "%d %s", len(text), text)
	}
	return h.Sum64()
}

// count counts states, steps, commands and guards of a run.
func (s *sampler) count(steps *stepper, run *trace.Trace) error {
	sys := s.in.System()
	for i, step := range run.Steps {
		key := s.in.Key(steps.plain(step.State))
		s.states[hash(key)] = true
		if run.Next(i) < 0 {
			break
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
		m := step.Message
		s.transitions[hash(key, sys.StepString(m), s.in.Key(steps.plain(run.Steps[i+1].State)))] = true
		s.out.Commands[m.Command].Executed++
		for _, p := range m.Participants {
			s.out.Commands[p.Command].Executed++
		}
		if err := s.guards(step); err != nil {
			return err
		}
	}
	return nil
}

// guards asks the guards of the commands that leave the control states of their agents.
func (s *sampler) guards(step trace.Step) error {
	if err := s.instant.Enter(step.State); err != nil {
		return err
	}
	if err := s.instant.Leave(step.Message); err != nil {
		return err
	}
	for id := range s.out.Commands {
		c := &s.in.System().Commands[id]
		if step.State.Control[c.Agent] != c.From || c.Kind == recipe.Receive && c.Agent == step.Message.Initiator {
			continue
		}
		switch holds, ok, err := s.instant.GuardHolds(id); {
		case err != nil:
			return err
		case ok && holds:
			s.out.Commands[id].True++
		case ok:
			s.out.Commands[id].False++
		}
	}
	return nil
}

// A runReading evaluates formulas on a run.
type runReading struct {
	*sampler
	run    *trace.Trace
	memo   trace.Memo
	lassos []*trace.Trace // fair ones, which repeat the end of the run
}

// closings finds ways to repeat the end of a run for ever: where it can stop, by doing nothing, and
// where it visits a state again. Only fair ones count.
func (r *runReading) closings(session *Session) error {
	var all []*trace.Trace
	run, choices := r.run, session.Choices()
	if stop := choices[len(choices)-1]; stop.Step.Kind == recipe.Stutter {
		steps := slices.Clone(run.Steps)
		steps[len(steps)-1] = trace.Step{State: stop.From, Message: stop.Step}
		all = append(all, &trace.Trace{System: run.System, Steps: steps, Loop: len(steps) - 1})
	}
	if !session.Deadlocked() {
		first := map[string]int{}
		for i, step := range run.Steps {
			key := r.in.Key(session.steps.plain(step.State))
			if from, met := first[key]; met {
				all = append(all, &trace.Trace{System: run.System, Steps: run.Steps[:i:i], Loop: from})
			} else {
				first[key] = i
			}
		}
	}
	for _, lasso := range spread(all, r.o.Lassos) { // from short ones to long ones
		ok, err := r.read(lasso).SatisfiesAll(r.o.Fairness)
		if err != nil {
			return err
		}
		if ok {
			r.lassos = append(r.lassos, lasso)
		}
	}
	return nil
}

// read reads the run, or a lasso made of it. The last state of a lasso may be another one: then
// values at it are not those of the run.
func (r *runReading) read(t *trace.Trace) *trace.Reading {
	last := len(t.Steps) - 1
	if !t.Steps[last].State.Equal(r.run.Steps[last].State) {
		return trace.Read(r.ctx, r.in, t)
	}
	return trace.Read(r.ctx, r.in, t).On(&r.memo, len(r.run.Steps))
}

func (r *runReading) standing(f *ltol.Formula) (ltol.Truth, int, error) {
	return r.read(r.run).Standing(f)
}

func (r *runReading) violating(f *ltol.Formula) (int, error) {
	for i, lasso := range r.lassos {
		if ok, err := r.read(lasso).Satisfies(f); err != nil || !ok {
			return i, err
		}
	}
	return -1, nil
}

func (r *runReading) keep(use *PropertyUse, state, lasso int) {
	if lasso >= 0 {
		use.Trace = r.lassos[lasso]
		return
	}
	run := r.run
	use.Trace = &trace.Trace{System: run.System, Steps: slices.Clone(run.Steps[:state+1]), Loop: -1}
}
