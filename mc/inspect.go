package mc

import (
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/faults"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An inspection is done on the checker's own copy of the system, to whose
// propositions it adds those it needs:

// addPropositions appends to the propositions of a system the conditions of
// range faults and the control states, and tells where they begin.
func addPropositions(sys *recipe.System) (extended *recipe.System, candidates []faults.Candidate, firstFault, firstControl int) {
	out := *sys
	out.Propositions = append([]recipe.Proposition(nil), sys.Propositions...)
	add := func(e *recipe.Expr) {
		out.Propositions = append(out.Propositions, recipe.Proposition{Kind: recipe.StateProposition, Expr: e})
	}
	firstFault = len(out.Propositions)
	candidates = faults.Candidates(sys)
	for _, c := range candidates {
		add(c.Condition)
	}
	firstControl = len(out.Propositions)
	for a := range sys.Agents {
		states := sys.Agents[a].States
		control := &recipe.Expr{Op: recipe.OpControl, Type: recipe.IntType(0, states-1), Index: a}
		for s := range states {
			add(recipe.Eq(control, recipe.IntExpr(s)))
		}
	}
	return &out, candidates, firstFault, firstControl
}

// inReach is the part of the reachable states that satisfies a state
// proposition. It belongs to the scope.
func (c *Checker) inReach(sc *bdd.Scope, proposition int) (bdd.Node, error) {
	n, err := c.model.StateProposition(sc, proposition)
	if err != nil {
		return bdd.False, err
	}
	return sc.And(n, c.reached)
}

// runTo returns a shortest run from an initial state to a state of the set,
// which must be reachable: its last state is in the set.
func (c *Checker) runTo(ctx context.Context, target bdd.Node) (*trace.Trace, error) {
	aut, err := ltol.Translate(ctx, ltol.True(), c.set.translation)
	if err != nil {
		return nil, err
	}
	if len(aut.States) != 1 {
		return nil, internal("the automaton of true has %d states", len(aut.States))
	}
	p, err := newProduct(ctx, c.model, c.dead, aut, fairness{}, &c.effort)
	if err != nil {
		return nil, err
	}
	defer p.release()
	into := newRegion(c.model.Manager, 1)
	defer into.release()
	into.set(0, target)
	f := &pathFinder{product: p, in: c.in}
	run, at, err := f.enter(ctx, p.graph, p.init, into)
	if err != nil {
		return nil, err
	}
	t := &trace.Trace{System: c.model.System, Loop: -1}
	for _, h := range run {
		t.Steps = append(t.Steps, trace.Step{State: h.at.state, Message: h.step})
	}
	t.Steps = append(t.Steps, trace.Step{State: at.state})
	if err := t.Replay(c.in); err != nil {
		return nil, internal("%w", err)
	}
	return t, nil
}

// A DeadlockReport is about the reachable states without any step.
type DeadlockReport struct {
	// States is their number.
	States *big.Int
	// Trace is a shortest run to one of them, where it stutters for ever.
	Trace *trace.Trace
	// Agents tells what each agent waits for there.
	Agents []recipe.AgentReport
}

// Deadlocks reports on reachable deadlocks; nil if there are none. Errors are
// [*LimitError] or wrap [ErrInternal].
func (c *Checker) Deadlocks(ctx context.Context) (*DeadlockReport, error) {
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	if c.dead == bdd.False {
		return nil, nil
	}
	return c.deadlockReport(ctx, c.dead)
}

// deadlockReport is about a set of reachable deadlocks that is not empty.
func (c *Checker) deadlockReport(ctx context.Context, set bdd.Node) (*DeadlockReport, error) {
	c.enter(PhaseReport)
	t, err := c.runTo(ctx, set)
	if err != nil {
		return nil, c.fault(err)
	}
	last := len(t.Steps) - 1
	t.Loop = last
	t.Steps[last].Message = recipe.Step{Kind: recipe.Stutter, Initiator: -1, Command: -1}
	if err := t.Replay(c.in); err != nil {
		return nil, internal("%w", err)
	}
	return &DeadlockReport{States: c.model.Count(set), Trace: t, Agents: c.in.Blocked(t.Steps[last].State)}, nil
}

// UnfairDeadlocks reports on reachable deadlocks in which stuttering for ever
// is not fair, so that no property sees them; nil if there are none. Errors
// are [*LimitError] or wrap [ErrInternal].
func (c *Checker) UnfairDeadlocks(ctx context.Context) (*DeadlockReport, error) {
	if c.fair.trivial() {
		return nil, nil
	}
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	c.enter(PhaseReport)
	sc := c.model.Manager.NewScope(ctx)
	defer sc.Close()
	fair := c.dead
	for _, f := range c.spec.formulas() {
		n, err := c.stutteringSatisfies(sc, f)
		if err == nil {
			fair, err = sc.And(fair, n)
		}
		if err != nil {
			return nil, c.fault(err)
		}
	}
	unfair, err := sc.Diff(c.dead, fair)
	if err != nil || unfair == bdd.False {
		return nil, c.fault(err)
	}
	return c.deadlockReport(ctx, unfair)
}

// stutteringSatisfies is the set of states s for which the computation
// s, stutter, s, stutter, … satisfies f after its first step: on a word with
// one letter, temporal connectives are Boolean ones, and no step atom holds.
func (c *Checker) stutteringSatisfies(sc *bdd.Scope, f *ltol.Formula) (bdd.Node, error) {
	var args []bdd.Node
	for _, arg := range f.Args() {
		n, err := c.stutteringSatisfies(sc, arg)
		if err != nil {
			return bdd.False, err
		}
		args = append(args, n)
	}
	switch f.Op() {
	case ltol.OpAtom:
		if f.Atom().Kind == ltol.State {
			return c.model.StateProposition(sc, f.Atom().ID)
		}
		return bdd.False, nil
	case ltol.OpPossible:
		return bdd.False, nil
	case ltol.OpNecessary:
		return bdd.True, nil
	case ltol.OpNext, ltol.OpFinally, ltol.OpGlobally:
		return args[0], nil
	case ltol.OpUntil, ltol.OpRelease:
		return args[1], nil
	case ltol.OpWeakUntil:
		return sc.Or(args[0], args[1])
	case ltol.OpStrongRelease:
		return sc.And(args[0], args[1])
	}
	return connect(sc, f.Op(), args)
}

// A RangeReport is about a command that a range or a zero divisor alone keeps
// from a step in some reachable states (LANGUAGE: range and division).
type RangeReport struct {
	// States is the number of these states.
	States *big.Int
	// Fault is what is wrong in the last state of Trace, a shortest run to one
	// of them.
	Fault recipe.RangeFault
	Trace *trace.Trace
}

// RangeFaults reports on commands that are kept from taking part by a range or
// a zero divisor, one entry for each send, send with receive, or get with
// supply. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) RangeFaults(ctx context.Context) ([]RangeReport, error) {
	if len(c.candidates) == 0 {
		return nil, nil
	}
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	c.enter(PhaseReport)
	var out []RangeReport
	for i, candidate := range c.candidates {
		r, err := c.rangeFault(ctx, candidate, c.firstFault+i)
		if err != nil {
			return nil, c.fault(err)
		}
		if r != nil {
			out = append(out, *r)
		}
	}
	return out, nil
}

func (c *Checker) rangeFault(ctx context.Context, candidate faults.Candidate, proposition int) (*RangeReport, error) {
	sc := c.model.Manager.NewScope(ctx)
	defer sc.Close()
	set, err := c.inReach(sc, proposition)
	if err != nil || set == bdd.False {
		return nil, err
	}
	t, err := c.runTo(ctx, set)
	if err != nil {
		return nil, err
	}
	for _, f := range c.in.RangeFaults(t.Steps[len(t.Steps)-1].State) {
		if isAbout(f, candidate) {
			return &RangeReport{States: c.model.Count(set), Fault: f, Trace: t}, nil
		}
	}
	return nil, internal("the interpreter sees no range fault of %s where the encoding does", c.sys.CommandString(candidate.Initiator))
}

func isAbout(f recipe.RangeFault, candidate faults.Candidate) bool {
	partner := -1
	switch {
	case f.Message.Kind == recipe.PointToPointStep:
		partner = f.Message.Participants[0].Command
	case f.Command != f.Message.Command:
		partner = f.Command
	}
	return f.Message.Command == candidate.Initiator && partner == candidate.Partner
}

// An IdleReport lists what a system never does.
type IdleReport struct {
	// Commands are the IDs of the commands that no reachable step executes,
	// ascending.
	Commands []int
	// States are the control states that are never reached.
	States []ControlState
}

// A ControlState is a state of an agent's structure automaton.
type ControlState struct{ Agent, State int }

// Idle finds the commands that are never executed and the control states that
// are never reached. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) Idle(ctx context.Context) (*IdleReport, error) {
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	c.enter(PhaseReport)
	out := &IdleReport{}
	for a := range c.sys.Agents {
		if err := c.idleAgent(ctx, a, out); err != nil {
			return nil, c.fault(err)
		}
	}
	return out, nil
}

func (c *Checker) idleAgent(ctx context.Context, agent int, out *IdleReport) error {
	sc := c.model.Manager.NewScope(ctx)
	defer sc.Close()
	a := &c.sys.Agents[agent]
	var receives []int
	for id := a.Commands.Start; id < a.Commands.End; id++ {
		if c.sys.Commands[id].Kind == recipe.Receive {
			receives = append(receives, id)
		}
	}
	list, err := c.model.Refine(ctx, receives)
	if err != nil {
		return err
	}
	defer c.model.Discard(list)
	executed := make([]bool, len(c.sys.Commands))
	for _, it := range list {
		never, err := sc.Disjoint(it.Enabled, c.reached)
		if err != nil {
			return err
		}
		for _, id := range it.Executes {
			executed[id] = executed[id] || !never
		}
	}
	for id := a.Commands.Start; id < a.Commands.End; id++ {
		if !executed[id] {
			out.Commands = append(out.Commands, id)
		}
	}
	for s := range a.States {
		set, err := c.inReach(sc, c.firstControl+s+c.controlOffset(agent))
		if err != nil {
			return err
		}
		if set == bdd.False {
			out.States = append(out.States, ControlState{agent, s})
		}
	}
	return nil
}

// controlOffset is the number of control states of the agents before one.
func (c *Checker) controlOffset(agent int) int {
	n := 0
	for i := range agent {
		n += c.sys.Agents[i].States
	}
	return n
}
