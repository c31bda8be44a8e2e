package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An Initial is the set of initial states of a system that satisfy a condition. It is never stored:
// systems can have more initial states than fit anywhere.
type Initial struct {
	original  *recipe.Interpreter
	narrowed  *recipe.Interpreter // of the system with the condition in the agents' Init, as far as it fits there
	condition *Condition          // may be nil
}

// NewInitial returns the initial states that satisfy the condition, which may be nil. A condition
// that speaks of the step ahead is satisfied by a state if one of its transitions satisfies it.
//
// The conjuncts of the condition that read the locals of one agent only are joined to the agent's
// Init, so that constraints on single locals cost nothing; the rest filters. It panics if there is
// no interpreter.
func NewInitial(in *recipe.Interpreter, condition *Condition) *Initial {
	if in.System() == nil {
		panic(misuse("NewInitial: there is no interpreter"))
	}
	if condition == nil {
		return &Initial{original: in, narrowed: in}
	}
	if err := condition.usable(); err != nil {
		panic(err)
	}
	sys := *in.System()
	sys.Agents = slices.Clone(sys.Agents)
	for _, conjunct := range condition.formula.Conjuncts() {
		for _, e := range recipe.Conjuncts(stateExpr(&sys, conjunct)) {
			if a := onlyAgent(&sys, e); a >= 0 {
				sys.Agents[a].Init = recipe.And(sys.Agents[a].Init, e)
			}
		}
	}
	return &Initial{original: in, narrowed: recipe.NewInterpreter(&sys), condition: condition}
}

// stateExpr is the expression of a formula that is one state proposition or its negation, and true
// otherwise.
func stateExpr(sys *recipe.System, f *ltol.Formula) *recipe.Expr {
	if f.Op() == ltol.OpNot {
		if e := proposition(sys, f.Args()[0]); e != nil {
			return recipe.Not(e)
		}
	} else if e := proposition(sys, f); e != nil {
		return e
	}
	return recipe.TrueExpr
}

// proposition is the expression of a formula that is a state proposition of the system, and nil
// otherwise.
func proposition(sys *recipe.System, f *ltol.Formula) *recipe.Expr {
	if id := f.Atom().ID; f.Op() == ltol.OpAtom && f.Atom().Kind == ltol.State && id >= 0 && id < len(sys.Propositions) {
		return sys.Propositions[id].Expr
	}
	return nil
}

// onlyAgent returns the agent whose locals e reads, or -1 if e reads those of none or several,
// reads anything else, or could be undefined (in Init that counts as false for the whole conjunct,
// in propositions for the comparison only).
func onlyAgent(sys *recipe.System, e *recipe.Expr) int {
	agent, fits := -1, true
	e.Walk(func(e *recipe.Expr) bool {
		switch {
		case e.Op == recipe.OpConst:
		case e.Op == recipe.OpLocal:
			owner := sys.Vars[e.Index].Agent
			fits = fits && (agent < 0 || agent == owner)
			agent = owner
		case len(e.Args) == 0 || e.Op.Facts().Divides || e.Op >= recipe.OpExists:
			fits = false
		}
		return fits
	})
	if !fits {
		return -1
	}
	return agent
}

// Each calls yield for the states, in the order of [recipe.Interpreter.InitialStates], until it
// returns false. Of states that differ only in free locals, it yields one. The state is only valid
// during the call. The error may be a
// [recipe.NoInitialStateError], if the system has no initial state at all, or the context's.
func (i *Initial) Each(ctx context.Context, yield func(recipe.State) bool) error {
	if err := i.usable(); err != nil {
		return err
	}
	switch {
	case ctx == nil:
		return misuse("Each: there is no context")
	case yield == nil:
		return misuse("Each: there is no function to give states to")
	}
	var fault error
	met, steps, last := 0, newStepper(i.narrowed), ""
	err := i.narrowed.InitialStates(func(s recipe.State) bool {
		if met++; met%256 == 1 && ctx.Err() != nil {
			fault = fmt.Errorf("simulate: looking for initial states stopped after %d: %w", met-1, ctx.Err())
			return false
		}
		ok, err := i.allows(s)
		if err != nil {
			fault = err
			return false
		}
		if ok && len(steps.free) > 0 {
			key := i.narrowed.Key(steps.plain(s))
			ok, last = key != last, key
		}
		return !ok || yield(s)
	})
	if fault != nil {
		return fault
	}
	if errors.As(err, new(*recipe.NoInitialStateError)) {
		return i.original.InitialStates(func(recipe.State) bool { return false })
	}
	return err
}

func (i *Initial) allows(s recipe.State) (bool, error) {
	if i.condition == nil {
		return true, nil
	}
	w := &window{in: i.narrowed, state: s}
	if !i.condition.ahead {
		return w.eval(i.condition.formula, 0)
	}
	successors, err := i.narrowed.Successors(s)
	if err != nil {
		return false, err
	}
	for _, t := range successors {
		w.step, w.after = &t.Step, t.Next
		if ok, err := w.eval(i.condition.formula, 0); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// First returns up to n of the states, and whether there are more.
func (i *Initial) First(ctx context.Context, n int) (states []recipe.State, more bool, err error) {
	if n < 0 {
		return nil, false, misuse("First: the number of states is %d", n)
	}
	err = i.Each(ctx, func(s recipe.State) bool {
		if len(states) == n {
			more = true
			return false
		}
		states = append(states, s.Clone())
		return true
	})
	return states, more, err
}

// Random returns one of the states, determined by the seed; ok is false if there is none. Agents
// start independently of each other, so each is given one of its first perAgent initial valuations;
// if the condition forbids what came out, tries are repeated, and after tries of them the first
// allowed state is taken.
func (i *Initial) Random(ctx context.Context, seed uint64, perAgent, tries int) (state recipe.State, ok bool, err error) {
	if err := i.usable(); err != nil {
		return recipe.State{}, false, err
	}
	if perAgent < 1 || tries < 0 {
		return recipe.State{}, false, misuse("Random: %d valuations for each agent and %d tries", perAgent, tries)
	}
	sys := i.narrowed.System()
	random := rand.New(rand.NewPCG(seed, 1))
	states, _, err := i.First(ctx, 1)
	if err != nil || len(states) == 0 {
		return recipe.State{}, false, err
	}
	first := states[0]
	options := make([][]recipe.State, len(sys.Agents))
	for a := range sys.Agents {
		alone := NewInitial(recipe.NewInterpreter(pinned(sys, first, a)), nil)
		if options[a], _, err = alone.First(ctx, perAgent); err != nil {
			return recipe.State{}, false, err
		}
	}
	for range tries {
		state := first.Clone()
		for a, choices := range options {
			own := sys.Agents[a].Vars
			copy(state.Locals[own.Start:own.End], choices[random.IntN(len(choices))].Locals[own.Start:own.End])
		}
		if ok, err := i.allows(state); ok || err != nil {
			return state, ok, err
		}
	}
	return first, true, nil
}

// pinned is sys with all agents but one held to the locals they have in s.
func pinned(sys *recipe.System, s recipe.State, free int) *recipe.System {
	out := *sys
	out.Agents = slices.Clone(sys.Agents)
	for a := range out.Agents {
		if a == free {
			continue
		}
		var fixed []*recipe.Expr
		for v := range out.Agents[a].Vars.All() {
			t := sys.Vars[v].Type
			fixed = append(fixed, recipe.Eq(&recipe.Expr{Op: recipe.OpLocal, Type: t, Index: v}, recipe.Const(t, s.Locals[v])))
		}
		out.Agents[a].Init = recipe.And(fixed...)
	}
	return &out
}

// usable says what keeps the set from being looked into.
func (i *Initial) usable() error {
	if i == nil || i.narrowed == nil {
		return misuse("the set of initial states is nil, or was not made by NewInitial")
	}
	return nil
}
