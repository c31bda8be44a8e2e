package simulate

import (
	"context"
	"errors"
	"slices"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A JointCommand is what agents of an interpreted system do: an action, or a line of an evolution.
type JointCommand struct {
	Agent  int
	Action int // -1 for a line
	Line   int // -1 for an action
}

// JointCommands lists the actions of each agent, and then the lines of its evolution. A [Sample]
// has their counts. The guard of an action is the protocol, which allows it or not. A line is
// executed when its condition is true, and the next state has the values that it assigns.
func JointCommands(sys *interpreted.System) (out []JointCommand) {
	if sys == nil {
		return nil
	}
	for a := range sys.Agents {
		for i := range sys.Agents[a].Actions {
			out = append(out, JointCommand{a, i, -1})
		}
		for i := range sys.Agents[a].Evolution {
			out = append(out, JointCommand{a, -1, i})
		}
	}
	return out
}

// A jointSampler takes random runs of an interpreted system.
type jointSampler struct {
	*sampling
	in       *interpreted.Interpreter
	commands []JointCommand
}

// JointRuns is [RandomRuns] of an interpreted system. Its formulas are about the propositions of
// the system, as [ltol.StateFormula.OnPaths] makes them. The function draws an initial state by a
// seed, and reports whether there is one.
func JointRuns(
	ctx context.Context, in *interpreted.Interpreter, initial func(seed uint64) (interpreted.State, bool), o SampleOptions,
) (*Sample, error) {
	if ctx == nil || in == nil || in.System() == nil || initial == nil {
		return nil, misuse("there is no context, no interpreter, or no way to draw initial states")
	}
	if err := o.usable(func(f *ltol.Formula) error {
		for _, a := range f.Atoms() {
			if a.Kind != ltol.State || a.ID < 0 || a.ID >= len(in.System().Propositions) {
				return errors.New("is not about the propositions of the system")
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	commands := JointCommands(in.System())
	s := &jointSampler{newSampling(ctx, o, len(commands)), in, commands}
	return s.repeat(func(seed uint64) error {
		state, ok := initial(seed)
		if !ok {
			return errNoInitial
		}
		return s.run(state, seed)
	})
}

// run takes a run and compares it with the properties.
func (s *jointSampler) run(initial interpreted.State, seed uint64) error {
	w, err := NewJointWalk(s.in, initial, seed)
	if err != nil {
		return err
	}
	taken, _, err := w.Random(s.ctx, s.o.Length, nil)
	if err != nil {
		return err
	}
	var states []interpreted.State
	var actions []interpreted.Joint
	for i := range taken {
		states, actions = append(states, w.Before(i)), append(actions, w.Action(i))
	}
	states = append(states, w.State())
	s.out.Steps += taken
	stuck := false
	if taken < s.o.Length {
		if stuck, err = s.in.Stuck(s.ctx, w.State()); err != nil {
			return err
		}
	}
	if stuck {
		s.out.Deadlocks++
	}
	for i, state := range states {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		s.states[hash(state.Key())] = true
		if i < len(actions) {
			s.transitions[hash(state.Key(), s.in.FormatJoint(actions[i]), states[i+1].Key())] = true
			s.count(state, actions[i], states[i+1])
		}
	}
	r := &jointReading{jointSampler: s, visited: states, actions: actions, known: map[[2]int]bool{}}
	if err := r.closings(stuck); err != nil {
		return err
	}
	return s.compare(r)
}

// count says what a step did.
func (s *jointSampler) count(now interpreted.State, j interpreted.Joint, next interpreted.State) {
	allowed := map[int][]int{}
	for id, c := range s.commands {
		agent, use := &s.in.System().Agents[c.Agent], &s.out.Commands[id]
		var guard, executed bool
		if c.Line < 0 {
			list, known := allowed[c.Agent]
			if !known {
				list = s.in.Allowed(c.Agent, now)
				allowed[c.Agent] = list
			}
			guard, executed = slices.Contains(list, c.Action), j[c.Agent] == c.Action
		} else {
			line := &agent.Evolution[c.Line]
			v, defined := line.When.Eval(now, j)
			guard = defined && v != 0
			executed = guard && !slices.ContainsFunc(line.Assign, func(a interpreted.Assignment) bool {
				v, defined := a.Value.Eval(now, j)
				return !defined || next[a.Var] != v
			})
		}
		if executed {
			use.Executed++
		}
		if guard {
			use.True++
		} else {
			use.False++
		}
	}
}

// A jointReading evaluates formulas on a run.
type jointReading struct {
	*jointSampler
	visited []interpreted.State
	actions []interpreted.Joint
	known   map[[2]int]bool // the values of propositions, by position and number
	lassos  []ltol.Lasso    // fair ones, which repeat the end of the run
	fault   error
}

// state is the value of a proposition at a position.
func (r *jointReading) state(i, id int) bool {
	holds, known := r.known[[2]int{i, id}]
	if known || r.fault != nil {
		return holds
	}
	p := &r.in.System().Propositions[id]
	if p.Deadlock {
		holds, r.fault = r.in.Stuck(r.ctx, r.visited[i])
	} else {
		holds = r.in.Holds(p.When, r.visited[i])
	}
	r.known[[2]int{i, id}] = holds
	return holds
}

// closings finds the fair lassos: a state without a successor repeats, and so does the way from a
// state back to it.
func (r *jointReading) closings(stuck bool) error {
	var all []ltol.Lasso
	if n := len(r.visited); stuck {
		all = append(all, ltol.Lasso{Length: n, Loop: n - 1, State: r.state})
	} else {
		first := map[string]int{}
		for i, s := range r.visited {
			if from, met := first[s.Key()]; met {
				all = append(all, ltol.Lasso{Length: i, Loop: from, State: r.state})
			} else {
				first[s.Key()] = i
			}
		}
	}
	for _, l := range spread(all, r.o.Lassos) {
		fair := true
		for _, f := range r.o.Fairness {
			holds, err := ltol.Eval(f, l)
			if err != nil {
				return err
			}
			fair = fair && holds
		}
		if fair {
			r.lassos = append(r.lassos, l)
		}
	}
	return r.fault
}

func (r *jointReading) standing(f *ltol.Formula) (ltol.Truth, int, error) {
	truth := func(state int) ltol.Truth {
		return ltol.Prefix{Length: state, Entered: true, State: r.state}.Truth(f)
	}
	last := len(r.visited) - 1
	if truth(last) == ltol.Unknown || r.fault != nil {
		return ltol.Unknown, 0, r.fault
	}
	at := sort.Search(last, func(state int) bool { return truth(state) != ltol.Unknown })
	return truth(at), at, r.fault
}

func (r *jointReading) violating(f *ltol.Formula) (lasso int, err error) {
	for i, l := range r.lassos {
		holds, err := ltol.Eval(f, l)
		if err != nil || !holds {
			return i, errors.Join(err, r.fault)
		}
	}
	return -1, r.fault
}

func (r *jointReading) keep(use *PropertyUse, state, lasso int) {
	run := &branch.Run{Loop: -1}
	steps := state
	if lasso >= 0 {
		l := r.lassos[lasso]
		run.Loop, state, steps = l.Loop, l.Length-1, l.Length
	}
	for _, s := range r.visited[:state+1] {
		run.States = append(run.States, s)
	}
	for i := range steps {
		var j interpreted.Joint // nil, where a state without a successor repeats
		if i < len(r.actions) {
			j = r.actions[i]
		}
		run.Steps = append(run.Steps, space.Step(j))
	}
	use.Joint = run
}
