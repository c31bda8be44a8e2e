package trace

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Dependence says that a step of a run must stay behind an earlier one, because of one agent. Two
// steps in a row without a dependence commute: taken in the other order, they lead to the same
// state (A. Mazurkiewicz, Trace theory, 1987). P000 Section 7 names such an order of the steps as
// future work.
type Dependence struct {
	// Step is the index of the earlier step.
	Step int
	// Agent acts in both steps. Or it acts in one of them and has no part in the other, and would have
	// one, or block it, if the two steps were exchanged. Or it has a part in neither, and would spawn
	// an agent if they were exchanged.
	Agent int
	// Because is [TakesPart], or why the agent has no part in one of the two: "not connected", "not
	// targeted" or "not ready".
	Because string
}

// TakesPart is why steps depend on each other in which the same agent acts.
const TakesPart = "takes part"

// Dependencies lists for each step the earlier ones on which it depends directly, ascending by step
// and agent: of those in which one agent acts, the last. A stutter comes after all steps before it,
// and has no list. A loop is read once, from its first step to its last. The error is that of the
// context, wraps [recipe.ErrMisuse] or [recipe.ErrState], or says that the run is too long for so
// much work.
func (t *Trace) Dependencies(ctx context.Context) ([][]Dependence, error) {
	if err := t.exists(); err != nil {
		return nil, err
	}
	if ctx == nil {
		return nil, fmt.Errorf("trace: %w: there is no context", recipe.ErrMisuse)
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	return newHistory(t).read(ctx)
}

// errLong says that too many questions would have to be asked about a run.
var errLong = errors.New("trace: the run is too long to find out which steps depend on which")

// read reads the run in both directions.
func (h *history) read(ctx context.Context) ([][]Dependence, error) {
	for i := range h.out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := h.step(i, before); err != nil {
			return nil, err
		}
	}
	h.forget()
	for i := len(h.out) - 1; i >= 0; i-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := h.step(i, behind); err != nil {
			return nil, err
		}
	}
	for _, list := range h.out {
		slices.SortFunc(list, func(x, y Dependence) int { return cmp.Or(cmp.Compare(x.Step, y.Step), cmp.Compare(x.Agent, y.Agent)) })
	}
	return h.out, nil
}

// A history is read twice: from the first step to the last, it tells which acts of an agent must
// come before a step in which the agent has no part; from the last to the first, which must come
// behind it.
type history struct {
	t   *Trace
	in  *recipe.Interpreter
	out [][]Dependence
	// agents have their states so far, and the last step in which they acted, -1 if there is none.
	agents []life
	mixed  recipe.State
	// questions is how many more times the interpreter may be asked about an agent in another state.
	questions int
}

// A life is what the steps so far have done to an agent. Its states are in the order in which steps
// have led away from them last; states in which it receives the same messages count as one.
type life struct {
	// reads are the locals on which it depends what the agent receives. Those of other agents say
	// whether an agent is there that it would spawn; spawners are the agents that read so of this one.
	reads, spawners []int

	acted  int
	states []*lifeState
	known  map[string]*lifeState
}

// A lifeState is a state of one agent: some state of the run that it is in, and the last step that
// has led away from it, in the direction of reading; or it is one that the agent has left again
// since.
type lifeState struct {
	in    recipe.State
	left  int
	again bool
}

type direction bool

const (
	before direction = false // steps before the one that is looked at
	behind direction = true
)

func newHistory(t *Trace) *history {
	steps := len(t.Steps)
	if !t.Lasso() {
		steps--
	}
	h := &history{t: t, in: recipe.NewInterpreter(t.System), out: make([][]Dependence, steps), agents: make([]life, len(t.System.Agents))}
	h.questions = max(leastQuestions, questionsPerStep*steps*len(h.agents))
	for a := range h.agents {
		h.agents[a].reads = receivesBy(t.System, a)
		for _, v := range h.agents[a].reads {
			if other := t.System.Vars[v].Agent; other != a {
				h.agents[other].spawners = append(h.agents[other].spawners, a)
			}
		}
	}
	h.forget()
	return h
}

// Of each agent, so many questions may be asked for each step, and so many in any case.
const questionsPerStep, leastQuestions = 8, 1 << 20

// receivesBy lists the locals of an agent on which it depends which messages it receives.
func receivesBy(sys *recipe.System, agent int) []int {
	a := &sys.Agents[agent]
	read := append([]*recipe.Expr{a.ReceiveGuard}, a.Relabel...)
	for id := range a.Commands.All() {
		if c := &sys.Commands[id]; c.Kind == recipe.Receive {
			read = append(read, c.Guard, c.Channel)
			for _, u := range c.Updates { // one that leaves its range is not possible
				read = append(read, u.Expr)
			}
			for _, spawned := range c.Spawns { // who is there cannot be spawned
				read = append(read, sys.Agents[spawned].Present)
			}
		}
	}
	out := recipe.Leaves(recipe.OpLocal, read...)
	if a.Present != nil {
		out = append(out, a.Present.Index)
	}
	return out
}

// forget begins to read.
func (h *history) forget() {
	for a := range h.agents {
		l := &h.agents[a]
		l.acted, l.states, l.known = -1, nil, map[string]*lifeState{}
	}
}

// step reads step i.
func (h *history) step(i int, d direction) error {
	step := h.t.Steps[i]
	acting := actors(h.t.System, step.Message)
	if len(acting) == 0 {
		h.out[i] = []Dependence{}
		return nil
	}
	if d == before {
		h.out[i] = []Dependence{}
		for _, a := range acting {
			if last := h.agents[a].acted; last >= 0 {
				h.out[i] = append(h.out[i], Dependence{last, a, TakesPart})
			}
		}
	}
	if step.Message.Kind != recipe.PointToPointStep {
		for a := range h.agents {
			if slices.Contains(acting, a) {
				continue
			}
			if err := h.absent(i, a, acting, d); err != nil {
				return err
			}
		}
	}
	for _, a := range acting {
		left := step.State
		if d == behind {
			left = h.t.Steps[h.t.Next(i)].State
		}
		h.agents[a].leave(left, a, i)
		h.agents[a].acted = i
		for _, s := range h.agents[a].spawners {
			if !slices.Contains(acting, s) {
				h.agents[s].leave(left, s, i)
			}
		}
	}
	return nil
}

// leave notes that a step leads away from a state of an agent, or of those that it would spawn.
func (l *life) leave(s recipe.State, agent, step int) {
	key := binary.AppendVarint(nil, int64(s.Control[agent]))
	for _, v := range l.reads {
		key = binary.AppendVarint(key, int64(s.Locals[v]))
	}
	if known := l.known[string(key)]; known != nil {
		known.again = true
	}
	now := &lifeState{in: s, left: step}
	l.known[string(key)], l.states = now, append(l.states, now)
	if len(l.states) > 2*len(l.known) {
		l.states = slices.DeleteFunc(l.states, func(s *lifeState) bool { return s.again })
	}
}

// absent finds the nearest act of an agent without which it would not have stayed out of step i, in
// which others act.
func (h *history) absent(i, agent int, acting []int, d direction) error {
	step, nearest := h.t.Steps[i], -1
	for _, s := range slices.Backward(h.agents[agent].states) {
		if s.again {
			continue
		}
		if h.questions--; h.questions < 0 {
			return errLong
		}
		_, out, err := h.in.StaysOut(h.with(step.State, agent, s.in, acting), step.Message, agent)
		if err != nil {
			return err
		}
		if !out {
			nearest = s.left
			break
		}
	}
	if nearest < 0 {
		return nil
	}
	why, _, err := h.in.StaysOut(step.State, step.Message, agent)
	if d == before {
		h.out[i] = append(h.out[i], Dependence{nearest, agent, why.String()})
	} else {
		h.out[nearest] = append(h.out[nearest], Dependence{i, agent, why.String()})
	}
	return err
}

// with is a state with one agent, and whether those are there that it would spawn, as it is in
// another state. Those that act in the step stay as they are. It is valid until the next call.
func (h *history) with(s recipe.State, agent int, as recipe.State, acting []int) recipe.State {
	h.mixed.Locals = append(h.mixed.Locals[:0], s.Locals...)
	h.mixed.Control = append(h.mixed.Control[:0], s.Control...)
	h.mixed.Control[agent] = as.Control[agent]
	vars := h.t.System.Agents[agent].Vars
	copy(h.mixed.Locals[vars.Start:vars.End], as.Locals[vars.Start:vars.End])
	for _, v := range h.agents[agent].reads {
		if !slices.Contains(acting, h.t.System.Vars[v].Agent) {
			h.mixed.Locals[v] = as.Locals[v]
		}
	}
	return h.mixed
}

// actors are the agents that act in a step, the initiator first, and those that it spawns; none in
// a stutter.
func actors(sys *recipe.System, m recipe.Step) []int {
	if m.Kind == recipe.Stutter {
		return nil
	}
	out := []int{m.Initiator}
	for _, p := range m.Participants {
		out = append(out, p.Agent)
	}
	return append(out, m.Spawned(sys)...)
}
