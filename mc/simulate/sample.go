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

// SampleOptions say which random runs are taken, and what they are compared with.
type SampleOptions struct {
	// Runs is the number of runs, Length the most steps of each.
	Runs, Length int
	// Seed determines all runs.
	Seed uint64
	// Properties are formulas about runs; nil stands for a property that no run can decide. Fairness are
	// the conditions that a run which repeats for ever must satisfy to count.
	Properties, Fairness []*ltol.Formula
	// Lassos is how many ways to repeat the end of a run are tried for each run.
	Lassos int
	// Tell, if there is one, is called after each run with the sample so far, which goes on to change.
	Tell func(*Sample)
}

// DefaultLassos is how many ways to repeat the end of a run are enough as a rule.
const DefaultLassos = 4

// A Sample is what random runs show.
type Sample struct {
	// Runs were taken, with so many steps; Deadlocks of them ended where no step is possible.
	Runs, Steps, Deadlocks int
	// States and Transitions are how many different ones the runs have.
	States, Transitions int
	// Commands tell for each command of the system, by ID, what happened to it.
	Commands   []CommandUse
	Properties []PropertyUse
}

// A CommandUse counts for a command in how many steps it was executed, and in how many steps that left
// its control state its guard was true and false. The guard of a receive is asked for each message.
type CommandUse struct{ Executed, True, False int }

// A PropertyUse counts the runs that decide a property. A run violates it if every continuation does,
// or if the run can repeat its end for ever, fairly, and then does. With conditions of fairness, only
// such loops violate it, as the other continuations may be unfair. The others are open.
type PropertyUse struct {
	Violated, Satisfied, Open int
	// First is the number, from 1, of the first run that violates it, and Trace that run.
	First int
	Trace *trace.Trace
}

// A sampler takes random runs.
type sampler struct {
	ctx         context.Context
	in          *recipe.Interpreter
	o           SampleOptions
	out         *Sample
	states      map[uint64]bool
	transitions map[uint64]bool
	instant     *recipe.Instant
	whole       *trace.Trace // the run
	memo        *trace.Memo  // of the run
}

// How random initial states are looked for; see [Initial.Random].
const (
	samplePerAgent = 1000
	sampleTries    = 10000
)

// RandomRuns takes random runs from random initial states. Equal arguments give equal samples. The error
// is that of the context, or the interpreter's; the sample has the runs that ended before.
func RandomRuns(ctx context.Context, in *recipe.Interpreter, o SampleOptions) (*Sample, error) {
	switch {
	case ctx == nil || in.System() == nil:
		return nil, misuse("there is no context, or no interpreter")
	case o.Runs < 1 || o.Length < 1 || o.Lassos < 0:
		return nil, misuse("the numbers of runs and steps must be positive, that of lassos not negative")
	}
	for _, f := range slices.Concat(o.Properties, o.Fairness) {
		if f == nil {
			continue
		}
		if err := trace.CheckFormula(in.System(), f); err != nil {
			return nil, misuse("a formula %v", err)
		}
	}
	out := &Sample{Commands: make([]CommandUse, len(in.System().Commands)), Properties: make([]PropertyUse, len(o.Properties))}
	s := &sampler{ctx: ctx, in: in, o: o, out: out, states: map[uint64]bool{}, transitions: map[uint64]bool{}, instant: recipe.NewInstant(in)}
	initial := NewInitial(in, nil)
	for run := range o.Runs {
		seed := o.Seed + uint64(run)*0x9e3779b97f4a7c15
		state, ok, err := initial.Random(ctx, seed, samplePerAgent, sampleTries)
		if err == nil && !ok {
			err = fmt.Errorf("simulate: no initial state was found")
		}
		if err == nil {
			err = s.run(state, seed)
		}
		out.States, out.Transitions = len(s.states), len(s.transitions)
		if err != nil {
			return out, fmt.Errorf("after %d random runs: %w", out.Runs, err)
		}
		if o.Tell != nil {
			o.Tell(out)
		}
	}
	return out, nil
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
	s.whole, s.memo = run, &trace.Memo{}
	s.out.Steps += session.Taken()
	if session.Deadlocked() {
		s.out.Deadlocks++
	}
	if err := s.count(session.steps, run); err != nil {
		return err
	}
	lassos, err := s.lassos(session, run)
	if err != nil {
		return err
	}
	for i, f := range s.o.Properties {
		if err := s.compare(&s.out.Properties[i], f, run, lassos); err != nil {
			return err
		}
	}
	s.out.Runs++
	return nil
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

// lassos are ways to repeat the end of a run for ever: where it can stop, by doing nothing, and where
// it visits a state again. Only fair ones count.
func (s *sampler) lassos(session *Session, run *trace.Trace) (fair []*trace.Trace, err error) {
	var all []*trace.Trace
	choices := session.Choices()
	if stop := choices[len(choices)-1]; stop.Step.Kind == recipe.Stutter {
		steps := slices.Clone(run.Steps)
		steps[len(steps)-1] = trace.Step{State: stop.From, Message: stop.Step}
		all = append(all, &trace.Trace{System: run.System, Steps: steps, Loop: len(steps) - 1})
	}
	if !session.Deadlocked() {
		first := map[string]int{}
		for i, step := range run.Steps {
			key := s.in.Key(session.steps.plain(step.State))
			if from, met := first[key]; met {
				all = append(all, &trace.Trace{System: run.System, Steps: run.Steps[:i:i], Loop: from})
			} else {
				first[key] = i
			}
		}
	}
	tried := min(len(all), s.o.Lassos)
	for k := range tried { // from short ones to long ones
		lasso := all[k*(len(all)-1)/max(1, tried-1)]
		ok, err := s.read(lasso).SatisfiesAll(s.o.Fairness)
		if err != nil {
			return nil, err
		}
		if ok {
			fair = append(fair, lasso)
		}
	}
	return fair, nil
}

// read reads the run, or a lasso made of it. The last state of a lasso may be another one: then values
// at it are not those of the run.
func (s *sampler) read(t *trace.Trace) *trace.Reading {
	last := len(t.Steps) - 1
	if !t.Steps[last].State.Equal(s.whole.Steps[last].State) {
		return trace.Read(s.ctx, s.in, t)
	}
	return trace.Read(s.ctx, s.in, t).On(s.memo, len(s.whole.Steps))
}

// compare says what a run shows of a property.
func (s *sampler) compare(use *PropertyUse, f *ltol.Formula, run *trace.Trace, lassos []*trace.Trace) error {
	if f == nil {
		return nil
	}
	found := func(t *trace.Trace) {
		if use.Violated++; use.First == 0 {
			use.First, use.Trace = s.out.Runs+1, t
		}
	}
	truth, at, err := s.read(run).Standing(f)
	switch {
	case err != nil:
		return err
	case truth == ltol.No && len(s.o.Fairness) > 0: // maybe no fair run begins so; a fair loop shows more
	case truth == ltol.No:
		found(&trace.Trace{System: run.System, Steps: slices.Clone(run.Steps[:at+1]), Loop: -1})
		return nil
	case truth == ltol.Yes:
		use.Satisfied++
		return nil
	}
	for _, lasso := range lassos {
		ok, err := s.read(lasso).Satisfies(f)
		if err != nil {
			return err
		}
		if !ok {
			found(lasso)
			return nil
		}
	}
	use.Open++
	return nil
}
