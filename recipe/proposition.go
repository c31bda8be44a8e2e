package recipe

import (
	"context"
	"fmt"
	"slices"
)

// A subject is what a proposition is about: a state, and for step propositions a step that leaves
// it.
type subject struct {
	in    *Interpreter
	state State
	step  *Step // nil in state propositions

	ctx      context.Context // of step propositions
	assigned int             // how many assignments quantifiers have looked at
	stopped  error           // the context's, once it has been found to be done
}

// assignmentsBetweenLooks is the number of assignments of property identifiers between two looks at
// the context.
const assignmentsBetweenLooks = 1024

// An Instant is a state and, after Leave, a step that leaves the state. Propositions are evaluated
// on it. The state and the step are verified once, and not again for each proposition. It is not
// safe for concurrent use.
type Instant struct {
	in            *Interpreter
	state, step   subject
	atState       scope
	atStep        scope
	taken         Step // if left
	entered, left bool
}

// NewInstant returns an instant of the interpreter's system, without a state.
func NewInstant(in *Interpreter) *Instant {
	i := &Instant{in: in, state: subject{in: in}}
	if in.usable() != nil {
		return i // Enter will tell
	}
	i.step = subject{in: in, step: &i.taken}
	i.atState = scope{sys: in.sys, receiver: noAgent, proposition: true, about: &i.state}
	i.atStep = i.atState
	i.atStep.about, i.atStep.data = &i.step, newDataset(len(in.sys.Data))
	return i
}

// Enter sets the state, without a step. The state must not change while it is set. The error wraps
// [ErrState] if s is no state of the system.
func (i *Instant) Enter(s State) error {
	if i == nil || i.in == nil {
		return misuse("the instant is nil, or was not made by NewInstant")
	}
	if err := i.in.checkState(s); err != nil {
		return err
	}
	i.entered, i.left = true, false
	i.state.state, i.step.state = s, s
	i.atState.locals, i.atStep.locals = s.Locals, s.Locals
	return nil
}

// Leave sets the step for step propositions, and replaces an earlier one. It does not verify that
// the step is possible in the state. Data is that of the initiator; in a point-to-point step, it is
// that of the supplier. The error wraps [ErrState] if step is no step of the system.
func (i *Instant) Leave(step Step) error {
	if err := i.usable(); err != nil {
		return err
	}
	if err := i.in.sys.CheckStep(step); err != nil {
		return err
	}
	i.left, i.taken = true, step
	if step.Kind == Stutter {
		return nil
	}
	sc := &i.atStep
	sc.data.clear()
	data := step.Data
	if sc.hasChannel = step.Kind != PointToPointStep; sc.hasChannel {
		sc.channel = step.Channel
	} else {
		data = step.Participants[0].Data
	}
	for _, d := range data {
		sc.data.set(d.Var, d.Value)
	}
	return nil
}

func (i *Instant) usable() error {
	if i == nil || !i.entered {
		return misuse("the instant has no state yet")
	}
	return nil
}

// StateHolds reports whether the state proposition with index prop holds. It is an error if prop is
// no state proposition.
func (i *Instant) StateHolds(prop int) (bool, error) {
	if err := i.usable(); err != nil {
		return false, err
	}
	e, err := i.in.proposition(prop, StateProposition)
	if err != nil {
		return false, err
	}
	return i.atState.holds(e), nil
}

// Value is the value of an expression that a state proposition of the system could have as a part.
// It is not ok if the expression divides by zero. It is an error if there is no expression or no
// state.
func (i *Instant) Value(e *Expr) (v Value, ok bool, err error) {
	if err := i.usable(); err != nil {
		return 0, false, err
	}
	if e == nil || e.Type == nil {
		return 0, false, misuse("Value: there is no expression, or it has no type")
	}
	if e.Type.Kind == Bool {
		holds, status := i.atState.truth(e)
		return BoolValue(holds), status == defined, nil
	}
	v, status := i.atState.value(e)
	return v, status == defined, nil
}

// StepHolds reports whether the step proposition with index prop holds for the step. It is an error
// if prop is no step proposition, or if there is no step. If the context ends first, the error is
// that of the context: a quantifier over property identifiers may have to try as many assignments
// as their types have values.
func (i *Instant) StepHolds(ctx context.Context, prop int) (bool, error) {
	if err := i.usable(); err != nil {
		return false, err
	}
	if ctx == nil {
		return false, misuse("StepHolds: there is no context")
	}
	if !i.left {
		return false, misuse("StepHolds: there is no step yet that leaves the state")
	}
	e, err := i.in.proposition(prop, StepProposition)
	if err != nil || i.taken.Kind == Stutter {
		return false, err
	}
	i.step.ctx, i.step.assigned, i.step.stopped = ctx, 0, nil
	holds := i.atStep.holds(e)
	return holds && i.step.stopped == nil, i.step.stopped
}

// StateHolds reports whether the state proposition with index prop holds in s; see
// [Instant.StateHolds].
func (in *Interpreter) StateHolds(prop int, s State) (bool, error) {
	i := NewInstant(in)
	if err := i.Enter(s); err != nil {
		return false, err
	}
	return i.StateHolds(prop)
}

// StepHolds reports whether the step proposition with index prop holds of a step that leaves s; see
// [Instant.Leave] and [Instant.StepHolds].
func (in *Interpreter) StepHolds(prop int, s State, step Step) (bool, error) {
	return in.StepHoldsContext(context.Background(), prop, s, step)
}

// StepHoldsContext is [Interpreter.StepHolds] with a context, as in [Instant.StepHolds].
func (in *Interpreter) StepHoldsContext(ctx context.Context, prop int, s State, step Step) (bool, error) {
	i := NewInstant(in)
	if err := i.Enter(s); err != nil {
		return false, err
	}
	if err := i.Leave(step); err != nil {
		return false, err
	}
	return i.StepHolds(ctx, prop)
}

func (in *Interpreter) proposition(prop int, kind PropositionKind) (*Expr, error) {
	if err := in.usable(); err != nil {
		return nil, err
	}
	if prop < 0 || prop >= len(in.sys.Propositions) {
		return nil, fmt.Errorf("recipe: no proposition %d", prop)
	}
	p := &in.sys.Propositions[prop]
	if p.Kind != kind {
		return nil, fmt.Errorf("recipe: proposition %s is a %s proposition", p.Name, p.Kind)
	}
	return p.Expr, nil
}

// CheckStep returns an error that says why p is no step of the system, or nil: an index is out of
// range, or the participants do not fit the kind of the step. It does not check whether p can
// happen in a state. The error wraps [ErrState].
func (sys *System) CheckStep(p Step) error {
	if sys == nil {
		return errNoSystem
	}
	command := func(agent, id int, kind CommandKind, data []Datum) error {
		if agent < 0 || agent >= len(sys.Agents) || !sys.Agents[agent].Commands.Contains(id) || sys.Commands[id].Kind != kind {
			return fmt.Errorf("%w: command %d is no %s of agent %d", ErrState, id, kind, agent)
		}
		for _, d := range data {
			if d.Var < 0 || d.Var >= len(sys.Data) {
				return fmt.Errorf("%w: no data variable %d", ErrState, d.Var)
			}
		}
		return nil
	}
	initiator, partner := Send, Receive
	switch p.Kind {
	case Stutter:
		return nil
	case BroadcastStep, MulticastStep:
	case PointToPointStep:
		initiator, partner = Get, Supply
		if len(p.Participants) != 1 {
			return fmt.Errorf("%w: a point-to-point step with %d suppliers", ErrState, len(p.Participants))
		}
	default:
		return fmt.Errorf("%w: no kind of step %d", ErrState, p.Kind)
	}
	if err := command(p.Initiator, p.Command, initiator, p.Data); err != nil {
		return err
	}
	for _, q := range p.Participants {
		if err := command(q.Agent, q.Command, partner, q.Data); err != nil {
			return err
		}
	}
	return nil
}

// leaf evaluates the leaves that only propositions have.
func (b *subject) leaf(sc *scope, e *Expr) (Value, status) {
	switch e.Op {
	case OpControl:
		return Value(b.state.Control[e.Index]), defined
	case OpDeadlock:
		return BoolValue(b.in.deadlock(b.state)), defined
	case OpEnabled:
		return BoolValue(b.in.enables(b.state, e.Commands)), defined
	case OpExecuted:
		return BoolValue(b.step.Executes(e.Commands...)), defined
	case OpPointToPoint:
		return BoolValue(b.step.Kind == PointToPointStep), defined
	case OpLocality:
		if b.step.Kind != PointToPointStep {
			return 0, absent
		}
		return b.step.Locality, defined
	case OpSupplierProperty:
		if b.step.Kind != PointToPointStep {
			return 0, absent
		}
		return sc.relabelled(b.step.Participants[0].Agent, e.Index)
	}
	if agent := b.role(e.Op); agent != noAgent {
		return sc.sys.Agents[agent].Location, defined
	}
	return 0, absent
}

// role returns the agent that plays the role op in the step, or noAgent.
func (b *subject) role(op Op) int {
	if b.step.Kind == PointToPointStep {
		switch op {
		case OpGetter, OpInitiator:
			return b.step.Initiator
		case OpSupplier, OpProducer:
			return b.step.Participants[0].Agent
		}
		return noAgent
	}
	switch op {
	case OpSender, OpInitiator, OpProducer:
		return b.step.Initiator
	}
	return noAgent
}

// Executes reports whether the step executes one of the commands, by its initiator or by a
// participant.
func (p Step) Executes(commands ...int) bool {
	for _, id := range commands {
		if p.Kind != Stutter && p.Command == id {
			return true
		}
		for i := range p.Participants {
			if p.Participants[i].Command == id {
				return true
			}
		}
	}
	return false
}

// enables reports whether some step from s executes one of the commands. Commands that others
// initiate are looked for in all steps.
func (in *Interpreter) enables(s State, commands []int) (found bool) {
	visit := func(t Transition) bool {
		found = t.Step.Executes(commands...)
		return !found
	}
	if slices.ContainsFunc(commands, func(id int) bool { k := in.sys.Commands[id].Kind; return k == Receive || k == Supply }) {
		in.each(s)(visit)
	} else {
		_ = in.EachSuccessorOf(slices.Values(commands), s, visit) // of a state that was checked
	}
	return found
}

// GuardHolds reports whether the guard of a command holds: for a receive, with the message of the
// step, and else in the state. It is not known, and then not ok, if the guard needs data or a
// channel that is not there. It is an error if there is no such command, or no state yet.
func (i *Instant) GuardHolds(command int) (holds, ok bool, err error) {
	if err := i.usable(); err != nil {
		return false, false, err
	}
	if command < 0 || command >= len(i.in.sys.Commands) {
		return false, false, misuse("GuardHolds: there is no command %d", command)
	}
	c, sc := &i.in.sys.Commands[command], &i.atState
	if c.Kind == Receive {
		if !i.left || i.taken.Kind == Stutter || i.taken.Kind == PointToPointStep || !i.atStep.data.carriesAll(c.Mentions) {
			return false, false, nil
		}
		sc = &i.atStep
	} else if c.Guard.Any(func(e *Expr) bool { return e.Op == OpData || e.Op == OpChannel }) {
		return false, false, nil
	}
	holds, status := sc.truth(c.Guard)
	return holds, status == defined, nil
}
