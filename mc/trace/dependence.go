package trace

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Dependence says that a step of a run must stay behind an earlier one, because of one agent. Two steps in a
// row without a dependence commute: taken in the other order, they lead to the same state (A. Mazurkiewicz,
// Trace theory, 1987). P000 Section 7 names such an order of the steps as future work.
type Dependence struct {
	// Step is the index of the earlier step.
	Step int
	// Agent acts in both steps. Or it acts in one of them and has no part in the other, and would have one, or
	// block it, if the two steps were exchanged.
	Agent int
	// Because is [TakesPart], or why the agent has no part in one of the two: "not connected", "not
	// targeted" or "not ready".
	Because string
}

// TakesPart is why steps depend on each other in which the same agent acts.
const TakesPart = "takes part"

// Dependencies lists for each step the earlier ones on which it depends directly, ascending by step and agent: of
// those in which one agent acts, the last. A stutter comes after all steps before it, and has no list. A
// loop is read once, from its first step to its last. The error is that of the context, or wraps
// [recipe.ErrMisuse] or [recipe.ErrState].
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
	h := newHistory(t)
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

// A history is read twice: from the first step to the last, it tells which acts of an agent must come before a step in
// which the agent has no part; from the last to the first, which must come behind it.
type history struct {
	t   *Trace
	in  *recipe.Interpreter
	out [][]Dependence
	// agents have their states so far, and the last step in which they acted, -1 if there is none.
	agents []life
	mixed  recipe.State
}

// A life is what the steps so far have done to an agent.
type life struct {
	acted  int
	states []lifeState
	known  map[string]int
}

// A lifeState is a state of one agent: some state of the run that it is in, and the last step that has led away
// from it, in the direction of reading.
type lifeState struct {
	in   recipe.State
	left int
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
	h.forget()
	return h
}

// forget begins to read.
func (h *history) forget() {
	for a := range h.agents {
		h.agents[a] = life{acted: -1, known: map[string]int{}}
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
			if err := h.absent(i, a, d); err != nil {
				return err
			}
		}
	}
	for _, a := range acting {
		left := step.State
		if d == behind {
			left = h.t.Steps[h.t.Next(i)].State
		}
		h.agents[a].leave(left, h.t.System.Agents[a].Vars, a, i)
	}
	return nil
}

// leave notes that a step leads away from a state.
func (l *life) leave(s recipe.State, vars recipe.Range, agent, step int) {
	key := binary.AppendVarint(nil, int64(s.Control[agent]))
	for _, v := range s.Locals[vars.Start:vars.End] {
		key = binary.AppendVarint(key, int64(v))
	}
	l.acted = step
	if k, ok := l.known[string(key)]; ok {
		l.states[k].left = step
		return
	}
	l.known[string(key)] = len(l.states)
	l.states = append(l.states, lifeState{s, step})
}

// absent finds the nearest act of an agent without which it would not have stayed out of step i.
func (h *history) absent(i, agent int, d direction) error {
	step := h.t.Steps[i]
	nearest := -1
	for _, s := range h.agents[agent].states {
		if nearest >= 0 && (s.left < nearest) == (d == before) {
			continue
		}
		_, out, err := h.in.StaysOut(h.with(step.State, agent, s.in), step.Message, agent)
		if err != nil {
			return err
		}
		if !out {
			nearest = s.left
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

// with is a state with one agent as it is in another state. It is valid until the next call.
func (h *history) with(s recipe.State, agent int, as recipe.State) recipe.State {
	h.mixed.Locals = append(h.mixed.Locals[:0], s.Locals...)
	h.mixed.Control = append(h.mixed.Control[:0], s.Control...)
	h.mixed.Control[agent] = as.Control[agent]
	vars := h.t.System.Agents[agent].Vars
	copy(h.mixed.Locals[vars.Start:vars.End], as.Locals[vars.Start:vars.End])
	return h.mixed
}

// actors are the agents that act in a step, the initiator first, and those that it spawns; none in a stutter.
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
