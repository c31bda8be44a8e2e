package simulate

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Choice is a step that can follow, and the state that it leads to. From is the state at the end
// of the run. In an open system, agents outside choose at each step what they do. Their free locals
// in From are those with which the step is possible. Those in Next are the first values.
type Choice struct {
	From recipe.State
	recipe.Transition
}

// A stepper lists what can follow a state.
type stepper struct {
	in      *recipe.Interpreter
	keeping *recipe.Interpreter // steps keep the values of free locals
	free    []int
	// blocking are the free locals that readiness for messages depends on, and supplying those that
	// supplies of an agent depend on, by agent.
	blocking  []int
	supplying [][]int
}

func newStepper(in *recipe.Interpreter) *stepper {
	sys := in.System()
	s := &stepper{in: in, free: sys.FreeVars()}
	if len(s.free) == 0 {
		return s
	}
	s.keeping = in.Keeping()
	s.supplying = make([][]int, len(sys.Agents))
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		s.blocking = s.reads(s.blocking, agent.ReceiveGuard)
		s.blocking = s.reads(s.blocking, agent.Relabel...)
		s.supplying[a] = s.reads(nil, agent.Relabel...)
	}
	for id := range sys.Commands {
		switch k := &sys.Commands[id]; k.Kind {
		case recipe.Receive:
			s.blocking = s.reads(s.blocking, k.Exprs()...)
		case recipe.Supply:
			s.supplying[k.Agent] = s.reads(s.supplying[k.Agent], k.Exprs()...)
		}
	}
	return s
}

// reads adds the free locals that expressions read to a list.
func (s *stepper) reads(list []int, es ...*recipe.Expr) []int {
	return united(list, slices.DeleteFunc(recipe.Leaves(recipe.OpLocal, es...), func(v int) bool {
		return !slices.Contains(s.free, v)
	}))
}

// plain is a state with the first values of free locals: what is left of it after a step.
func (s *stepper) plain(at recipe.State) recipe.State {
	if len(s.free) == 0 {
		return at
	}
	at = at.Clone()
	for _, v := range s.free {
		at.Locals[v] = s.in.System().Vars[v].Type.Value(0)
	}
	return at
}

// choices are the steps that can follow a state, whatever its free locals are. With fixed, they
// stay as they are. Those that look alike follow each other, and the stutter is the last.
func (s *stepper) choices(at recipe.State, fixed bool) ([]Choice, error) {
	var out []Choice
	if len(s.free) == 0 || fixed {
		list, err := s.in.Successors(at)
		for _, t := range list {
			out = append(out, Choice{at, t})
		}
		return out, err
	}
	l := &listing{stepper: s, seen: map[string]bool{}}
	sys := s.in.System()
	for id := range sys.Commands {
		k := &sys.Commands[id]
		if k.From != at.Control[k.Agent] {
			continue
		}
		own := s.reads(nil, k.Exprs()...)
		switch k.Kind {
		case recipe.Send:
			l.try(id, at, united(own, s.blocking), -1)
		case recipe.Get:
			for a := range sys.Agents {
				l.try(id, at, united(own, s.supplying[a]), a)
			}
		}
	}
	l.stop(at)
	slices.SortStableFunc(l.found, func(a, b Choice) int { return l.order[s.kind(a)] - l.order[s.kind(b)] })
	return l.found, l.err
}

// united is the union of two lists.
func united(a, b []int) []int {
	out := slices.Clone(a)
	for _, v := range b {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// A listing gathers choices, each once.
type listing struct {
	*stepper
	found []Choice
	seen  map[string]bool
	order map[string]int // when a kind was met first
	err   error
}

// try adds the steps of a command, for all values of the given free locals. Of a get, it adds those
// with one supplier.
func (l *listing) try(id int, at recipe.State, free []int, supplier int) {
	l.each(at, free, func(from recipe.State) {
		err := l.keeping.EachSuccessorOf(slices.Values([]int{id}), from, func(t recipe.Transition) bool {
			step := &t.Step
			if step.Kind == recipe.Stutter || supplier >= 0 && step.Participants[0].Agent != supplier {
				return true
			}
			l.add(Choice{from, recipe.Transition{Step: step.Clone(), Next: l.plain(t.Next)}})
			return true
		})
		if l.err == nil {
			l.err = err
		}
	})
}

// add adds a choice, unless there is one with the same step, predicate and state after it.
func (l *listing) add(c Choice) {
	sys := l.in.System()
	p, err := sys.Predicate(c.From, c.Step)
	if err != nil {
		l.err = err
		return
	}
	key := sys.StepString(c.Step) + "\n" + sys.ExprString(p, -1) + "\n" + l.in.Key(c.Next)
	if l.seen[key] {
		return
	}
	l.seen[key] = true
	if l.order == nil {
		l.order = map[string]int{}
	}
	if kind := l.kind(c); l.order[kind] == 0 {
		l.order[kind] = len(l.order) + 1
	}
	l.found = append(l.found, c)
}

// fewValues bounds the values of free locals that are tried for a state without steps; beyond it,
// only the first and the last values of all of them are.
const fewValues = 1024

// stop adds the stutter if no step is possible with some values of the free locals.
func (l *listing) stop(at recipe.State) {
	sys, count := l.in.System(), 1
	for _, v := range l.free {
		count = min(count*sys.Vars[v].Type.Size(), fewValues+1)
	}
	found := false
	try := func(from recipe.State) {
		if !found && l.in.Deadlock(from) {
			list, err := l.in.Successors(from)
			if found = true; err != nil {
				l.err = err
				return
			}
			l.add(Choice{from, list[0]})
		}
	}
	if count <= fewValues {
		l.each(at, l.free, try)
		return
	}
	last := at.Clone()
	for _, v := range l.free {
		t := sys.Vars[v].Type
		last.Locals[v] = t.Value(t.Size() - 1)
	}
	try(l.plain(at))
	try(last)
}

// each visits a state with all values of some free locals, those that it has first.
func (l *listing) each(at recipe.State, free []int, visit func(recipe.State)) {
	if len(free) == 0 {
		visit(at.Clone())
		return
	}
	t := l.in.System().Vars[free[0]].Type
	now, _ := t.Code(at.Locals[free[0]])
	at = at.Clone()
	for i := range t.Size() {
		at.Locals[free[0]] = t.Value((now + i) % t.Size())
		l.each(at, free[1:], visit)
	}
}

// kind is what the agents that are not outside do in a step of an open system.
func (s *stepper) kind(c Choice) string {
	sys := s.in.System()
	text := fmt.Sprint(c.Step.Kind)
	if c.Step.Kind == recipe.Stutter {
		return text
	}
	list := append([]recipe.Participant{{Agent: c.Step.Initiator, Command: c.Step.Command}}, c.Step.Participants...)
	for _, p := range list {
		if !sys.Agents[p.Agent].Outside {
			text += fmt.Sprint(" ", p.Command)
		}
	}
	return text
}
