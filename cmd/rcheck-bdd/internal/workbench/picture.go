package workbench

import (
	"context"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Views are an explanation as data for drawings, with the system that it is about.
type Views struct {
	System  System   `json:"system"`
	Picture *Picture `json:"picture"`
}

// A Picture shows a part of an explanation: a run from an initial state, what agents cannot tell
// from one of its states, and what a strategy does.
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
	Run   Run `json:"run"`
	Trace any `json:"trace"`
}

// A Jump leads to a state that agents cannot tell from the one before, or to an ideal one: the last
// of a run.
type Jump struct {
	Agents []int `json:"agents"`
	Ideal  bool  `json:"ideal,omitempty"`
	Shown  Way   `json:"shown"`
}

// A Rule has a player take an option where a condition holds, if the option is possible and no
// earlier rule on the same occasion fits. See [branch.Rule].
type Rule struct {
	Player int    `json:"player"` // an agent; the number of agents is the scheduler
	Kind   string `json:"kind"`   // initiate, receive, supply, act, or, of the scheduler, initiator and supplier
	// To is the command of the message that is answered, by its agent and edge; -1 where none is.
	ToAgent int `json:"toAgent"`
	ToEdge  int `json:"toEdge"`
	// Option is an edge of the player's automaton, or the agent that the scheduler chooses.
	Option int `json:"option"`
	// When is a disjunction of conjunctions; true if there is none. More tells that it is too long
	// to be there.
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

// A scene is a system whose runs can be shown.
type scene interface {
	shape() *System
	formula(f *ltol.StateFormula) string
	same(a, b space.State) bool
	way(ctx context.Context, r *branch.Run) (Way, error)
	rule(r branch.Rule) Rule
}

// alone is the run that is nothing but a state.
func alone(s space.State) *branch.Run { return &branch.Run{States: []space.State{s}, Loop: -1} }

// views is a witness about an initial state. The error is that of ctx.
func views(ctx context.Context, p scene, w *branch.Witness) (*Views, error) {
	shown, err := picture(ctx, p, w, alone(w.State))
	if err != nil {
		return nil, err
	}
	return &Views{*p.shape(), shown}, nil
}

// picture is a witness about the last state of a run.
func picture(ctx context.Context, p scene, w *branch.Witness, before *branch.Run) (*Picture, error) {
	out := &Picture{Formula: p.formula(w.Formula), Holds: w.Holds, At: len(before.States) - 1, Jumps: []Jump{}, Parts: []*Picture{}}
	whole := before
	if w.Run != nil {
		whole = extended(before, w.Run)
	}
	var err error
	if out.Shown, err = p.way(ctx, whole); err != nil {
		return nil, err
	}
	last := before
	for _, j := range w.Jumps {
		last = j.Run
		way, err := p.way(ctx, last)
		if err != nil {
			return nil, err
		}
		out.Jumps = append(out.Jumps, Jump{j.Agents, j.Ideal, way})
	}
	if w.Strategy != nil {
		out.Answer = !w.Holds
		for _, r := range w.Strategy.Rules {
			out.Rules = append(out.Rules, p.rule(r))
		}
	}
	for _, part := range w.Parts {
		if part.Formula.Propositional() {
			continue // the last state of a jump shows it
		}
		shown, err := picture(ctx, p, part, upTo(p, part.State, before, last, whole))
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, shown)
	}
	return out, nil
}

// upTo is the first of some runs as far as a state, which is one of theirs: the last of the first
// two, or one of the third.
func upTo(p scene, s space.State, here, jumped, whole *branch.Run) *branch.Run {
	is := func(t space.State) bool { return p.same(t, s) }
	for _, run := range []*branch.Run{here, jumped} {
		if is(run.States[len(run.States)-1]) {
			return run
		}
	}
	n := len(here.States)
	if i := slices.IndexFunc(whole.States[n-1:], is); i >= 0 {
		return &branch.Run{States: whole.States[:n+i], Steps: whole.Steps[:n+i-1], Loop: -1}
	}
	return alone(s)
}

// extended is a run without a loop and what follows its last state, with the loop of that.
func extended(before, r *branch.Run) *branch.Run {
	last := len(before.States) - 1
	out := &branch.Run{States: slices.Concat(before.States[:last], r.States), Steps: slices.Concat(before.Steps, r.Steps), Loop: r.Loop}
	if r.Loop >= 0 {
		out.Loop += last
	}
	return out
}

func (v *view) shape() *System { return &v.system }

func (v *view) formula(f *ltol.StateFormula) string {
	return witness.OfRecipe(v.program.System).Text(f)
}

func (v *view) same(a, b space.State) bool { return a.(recipe.State).Equal(b.(recipe.State)) }

func (v *view) way(ctx context.Context, r *branch.Run) (Way, error) {
	t := trace.Of(v.program.System, r.States, r.Steps, r.Loop)
	run, err := v.run(ctx, t)
	return Way{run, t}, err
}

func (v *view) rule(r branch.Rule) Rule {
	out := Rule{Player: r.Player, Kind: occasions[r.Kind], ToAgent: -1, ToEdge: -1, Option: r.Option}
	if r.Of >= 0 {
		out.ToAgent, out.ToEdge = v.program.System.Commands[r.Of].Agent, v.edge(r.Of)
	}
	if r.Kind != space.ChoosingInitiator && r.Kind != space.ChoosingSupplier {
		out.Option = v.edge(r.Option)
	}
	out.conditions(&v.system, &r, "-")
	return out
}

// conditions adds the conditions of a rule, whose variables have the name of their agent and a sign
// before their own.
func (out *Rule) conditions(system *System, r *branch.Rule, sign string) {
	out.When, out.More = [][]Test{}, r.More
	for _, all := range r.When {
		tests := []Test{}
		for _, x := range all {
			test := Test{-1, -1, x.Values}
			for a, agent := range system.Agents {
				if local, ok := strings.CutPrefix(x.Name, agent.Name+sign); ok {
					test = Test{a, slices.Index(agent.Locals, local), x.Values}
					break
				}
			}
			tests = append(tests, test)
		}
		out.When = append(out.When, tests)
	}
}
