package workbench

import (
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Views are an explanation as data for drawings, with the system that it is about.
type Views struct {
	System  System   `json:"system"`
	Picture *Picture `json:"picture"`
}

// A Picture shows a part of an explanation: a run from an initial state, what agents cannot tell from one of its states, and
// what a strategy does.
type Picture struct {
	Formula string `json:"formula"`
	Holds   bool   `json:"holds"`
	Shown   Way    `json:"shown"`
	// At is the index of the state that the formula is about.
	At int `json:"at"`
	// Jumps are a chain of states from there on.
	Jumps []Jump `json:"jumps"`
	// Rules are a strategy, of the opponents if Answer is set.
	Rules  []Rule     `json:"rules,omitempty"`
	Answer bool       `json:"answer,omitempty"`
	Parts  []*Picture `json:"parts"`
}

// A Way is a run, and the same as a trace, to go on from it.
type Way struct {
	Run   Run          `json:"run"`
	Trace *trace.Trace `json:"trace"`
}

// A Jump leads to a state that agents cannot tell from the one before, or to an ideal one: the last of a run.
type Jump struct {
	Agents []int `json:"agents"`
	Ideal  bool  `json:"ideal,omitempty"`
	Shown  Way   `json:"shown"`
}

// A Rule has a player take an option where a condition holds, if the option is possible and no earlier rule on the same occasion
// fits. See [branch.Rule].
type Rule struct {
	Player int    `json:"player"` // an agent; the number of agents is the scheduler
	Kind   string `json:"kind"`   // initiate, receive, supply, or, of the scheduler, initiator and supplier
	// To is the command of the message that is answered, by its agent and edge; -1 where none is.
	ToAgent int `json:"toAgent"`
	ToEdge  int `json:"toEdge"`
	// Option is an edge of the player's automaton, or the agent that the scheduler chooses.
	Option int `json:"option"`
	// When is a disjunction of conjunctions; true if there is none. More tells that it is too long to be there.
	When [][]Test `json:"when"`
	More bool     `json:"more,omitempty"`
}

// A Test is that a variable of an agent has one of some values.
type Test struct {
	Agent  int      `json:"agent"`
	Local  int      `json:"local"` // -1 is the control state
	Values []string `json:"values"`
}

var occasions = map[space.Occasion]string{
	space.Acting: "initiate", space.Receiving: "receive", space.Supplying: "supply", space.ChoosingInitiator: "initiator", space.ChoosingSupplier: "supplier",
}

// A painter makes pictures of what a checker explains.
type painter struct {
	*view
	model *symbolic.Model
}

// views is a witness about an initial state.
func (p *painter) views(w *branch.Witness) *Views {
	return &Views{p.system, p.picture(w, []trace.Step{{State: w.State.(recipe.State)}})}
}

// picture is a witness about the last state of a run.
func (p *painter) picture(w *branch.Witness, before []trace.Step) *Picture {
	out := &Picture{Formula: recipeNames{p.program.System}.Text(w.Formula), Holds: w.Holds, At: len(before) - 1, Jumps: []Jump{}, Parts: []*Picture{}}
	whole, loop := before, -1
	if w.Run != nil {
		whole, loop = extended(before, w.Run)
	}
	out.Shown = p.way(whole, loop)
	last := before
	for _, j := range w.Jumps {
		if j.Run != nil {
			last, _ = extended(nil, j.Run)
		} else {
			last = []trace.Step{{State: j.To.(recipe.State)}}
		}
		out.Jumps = append(out.Jumps, Jump{j.Agents, j.Ideal, p.way(last, -1)})
	}
	if w.Strategy != nil {
		out.Answer = !w.Holds
		for _, r := range w.Strategy.Rules {
			out.Rules = append(out.Rules, p.rule(r))
		}
	}
	for _, part := range w.Parts {
		out.Parts = append(out.Parts, p.picture(part, upTo(part.State.(recipe.State), before, last, whole)))
	}
	return out
}

// upTo is the first of some runs as far as a state, which is one of theirs: the last of the first two, or one of the third.
func upTo(s recipe.State, here, jumped, whole []trace.Step) []trace.Step {
	is := func(x trace.Step) bool {
		return slices.Equal(x.State.Locals, s.Locals) && slices.Equal(x.State.Control, s.Control)
	}
	for _, run := range [][]trace.Step{here, jumped} {
		if is(run[len(run)-1]) {
			return run
		}
	}
	if i := slices.IndexFunc(whole[len(here)-1:], is); i >= 0 {
		return whole[:len(here)+i]
	}
	return []trace.Step{{State: s}}
}

// extended is a run and what follows its last state, with the loop of that.
func extended(before []trace.Step, r *branch.Run) (steps []trace.Step, loop int) {
	steps, loop = slices.Clone(before), r.Loop
	if len(before) > 0 {
		steps = steps[:len(before)-1]
	}
	if loop >= 0 {
		loop += len(steps)
	}
	for i, s := range r.States {
		x := trace.Step{State: s.(recipe.State)}
		if i < len(r.Steps) {
			x.Message = r.Steps[i].(recipe.Step)
		}
		steps = append(steps, x)
	}
	return steps, loop
}

func (p *painter) way(steps []trace.Step, loop int) Way {
	t := &trace.Trace{System: p.program.System, Steps: steps, Loop: loop}
	return Way{p.run(t), t}
}

func (p *painter) rule(r branch.Rule) Rule {
	out := Rule{Player: r.Player, Kind: occasions[r.Kind], ToAgent: -1, ToEdge: -1, Option: r.Option, When: [][]Test{}, More: r.More}
	if r.Of >= 0 {
		out.ToAgent, out.ToEdge = p.program.System.Commands[r.Of].Agent, p.edge(r.Of)
	}
	if r.Kind != space.ChoosingInitiator && r.Kind != space.ChoosingSupplier {
		out.Option = p.edge(r.Option)
	}
	for _, all := range r.When {
		tests := []Test{}
		for _, x := range all {
			name, values := p.model.Spelling(x.Var, x.Codes)
			tests = append(tests, p.test(name, values))
		}
		out.When = append(out.When, tests)
	}
	return out
}

// test finds the variable that a condition is about by the name that the model gives it.
func (p *painter) test(name string, values []string) Test {
	for a, agent := range p.system.Agents {
		if local, ok := strings.CutPrefix(name, agent.Name+"-"); ok {
			return Test{a, slices.Index(agent.Locals, local), values}
		}
	}
	return Test{-1, -1, values}
}
