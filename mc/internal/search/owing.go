package search

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// An owing is the space of a system whose states also have the obligations of a tableau, as bits.
// The stutter of a deadlocked state is a move like the others, as obligations may change in it.
//
// Sets of states that are reached are closed upwards: with a state they have those with more
// obligations. So a bit that the diagrams do not mention costs nothing.
//
// No rule sets a bit to 0: after a step, an obligation may be in the set though no obligation before
// the step asks for it. This is sound, as one more obligation only demands more. A run with it
// satisfies the formula, and what satisfies the formula also has a run without it. A rule that
// forbids such obligations is not built: reached sets would no longer be closed upwards.
//
// Methods without a comment of their own are those of [space.Space]. Those that no search calls are
// the system's, and know nothing of bits.
type owing struct {
	space.Space // the system's
	bits        *bits
	init        bdd.Node // kept
	moves       []space.Move
	staying     []space.Move // the steps of the moves that keep all bits
}

// newOwing makes the space. It begins in the given states of the system. It is nil if the task
// fails.
func newOwing(t *task, s *System, tableau *ltol.Tableau, starts bdd.Node) *owing {
	b := &bits{sys: s, tableau: tableau, dead: s.stuttering(t)}
	b.findSteps()
	parts := b.refined(t, nil)
	if b.place(t, parts); t.failed() {
		s.space.Discard(parts)
		return nil
	}
	o := &owing{Space: s.space, bits: b, moves: b.grouped(t, parts, b.steps)}
	o.staying = staying(t, o.moves)
	c := t.open()
	defer c.Close()
	if o.init = c.Keep(c.And(starts, b.atFirst(c))); c.Err() != nil {
		t.fail(c.Err())
		o.release()
		return nil
	}
	return o
}

func (o *owing) release() {
	for _, m := range o.staying {
		m.Relation().Release()
		o.Manager().Release(m.Enabled())
	}
	o.bits.discard(o.moves)
	o.Manager().Release(o.init)
}

func (o *owing) Init() bdd.Node { return o.init }

func (o *owing) Variables() []bdd.VarID { return slices.Concat(o.Space.Variables(), o.bits.all) }

// VariablesOf are those of an agent of the system; the bits are those of one more.
func (o *owing) VariablesOf(agent int) []bdd.VarID {
	if agent == o.Space.Agents() {
		return o.bits.all
	}
	return o.Space.VariablesOf(agent)
}

func (o *owing) Agents() int { return o.Space.Agents() + 1 }

func (o *owing) Moves() []space.Move { return o.moves }

func (o *owing) Refine(ctx context.Context, propositions []int) ([]space.Move, error) {
	b := o.bits
	if !slices.ContainsFunc(propositions, func(p int) bool { return !slices.Contains(b.steps, p) }) {
		return o.moves, nil
	}
	t := &task{ctx: ctx, man: o.Manager()}
	out := b.grouped(t, b.refined(t, propositions), slices.Concat(b.steps, propositions))
	return out, t.err
}

func (o *owing) Discard(refined []space.Move) {
	if len(refined) > 0 && (len(o.moves) == 0 || refined[0] != o.moves[0]) {
		o.bits.discard(refined)
	}
}

func (o *owing) StateProposition(sc *bdd.Scope, proposition int) (bdd.Node, error) {
	return o.bits.sys.stateSet(sc, proposition, o.bits.dead)
}

// AsksForDeadlock reports false: no move is missing, and StateProposition knows the states that
// stutter.
func (o *owing) AsksForDeadlock(int) bool { return false }

func (o *owing) Deadlock(context.Context) (bdd.Node, error) { return bdd.False, nil }

// StepProposition asks the first part where a finer refinement has the move as well: then all parts
// agree.
func (o *owing) StepProposition(sc *bdd.Scope, proposition int, m space.Move) (bdd.Node, error) {
	x := m.(*owingMove)
	if i := slices.Index(x.asked, proposition); i >= 0 {
		return x.holds[i], nil
	}
	if len(x.parts) == 0 {
		return bdd.False, nil
	}
	return o.Space.StepProposition(sc, proposition, x.parts[0])
}

// Pick is pick without limits.
func (o *owing) Pick(set bdd.Node) (space.State, bool) {
	c := o.Manager().Calculator(context.Background())
	defer c.Close()
	return o.pick(c, set)
}

// pick returns the state with the fewest obligations of those that the system's choice leaves.
func (o *owing) pick(c *bdd.Calculator, set bdd.Node) (space.State, bool) {
	s, ok := o.Space.Pick(o.bits.without(c, set))
	if !ok || c.Err() != nil {
		return nil, false
	}
	bits, ok := o.pickBits(c.And(set, c.Take(o.Space.StateSet(c.Scope(), s))))
	return owingState{s, bits}, ok && c.Err() == nil
}

// pickBits are the least bits in a set.
func (o *owing) pickBits(set bdd.Node) (string, bool) {
	codes, ok := o.Manager().Pick(set, o.bits.all)
	bits := make([]byte, len(codes))
	for i, code := range codes {
		bits[i] = byte(code)
	}
	return string(bits), ok
}

func (o *owing) StateSet(sc *bdd.Scope, s space.State) (bdd.Node, error) {
	c, at := sc.Calculator(), s.(owingState)
	out := c.Take(o.Space.StateSet(sc, at.state))
	for i, v := range o.bits.all {
		out = c.And(out, c.Eq(v, bdd.Current, int(at.bits[i])))
	}
	return c.Result(out)
}

func (o *owing) Key(s space.State) string {
	at := s.(owingState)
	return at.bits + o.Space.Key(at.state)
}

// Into are the steps of the system into the states of the set, each with the fewest obligations
// that the rules and the set allow.
func (o *owing) Into(ctx context.Context, s space.State, set bdd.Node) iter.Seq2[space.Transition, error] {
	at := s.(owingState)
	return func(yield func(space.Transition, error) bool) {
		t := &task{ctx: ctx, man: o.Manager()}
		c := t.open()
		defer c.Close()
		for tr, err := range o.Space.Into(ctx, at.state, o.bits.without(c, set)) {
			if c.Fail(err); c.Err() != nil {
				break
			}
			l := letter{task: t, sys: o.bits.sys, state: at.state, step: tr.Step}
			next := c.And(o.allowed(c, at, &l), c.And(set, c.Take(o.Space.StateSet(c.Scope(), tr.Next))))
			if c.Fail(t.err); next == bdd.False || c.Err() != nil {
				continue
			}
			if bits, ok := o.pickBits(next); ok && !yield(space.Transition{Step: tr.Step, Next: owingState{tr.Next, bits}}, nil) {
				return
			}
		}
		if c.Err() != nil {
			yield(space.Transition{}, c.Err())
		}
	}
}

// allowed is the set of bits after a step from a state, as current copies, by the rules and the
// explicit semantics of the system.
func (o *owing) allowed(c *bdd.Calculator, at owingState, l *letter) bdd.Node {
	b, out := o.bits, bdd.True
	for q, x := range b.tableau.Obligations {
		if at.bits[q] == 0 || out == bdd.False {
			continue
		}
		out = c.And(out, Sets(c).Value(x.Rule, func(f *ltol.Formula) bdd.Node {
			if f.Op() == ltol.OpNext {
				return c.Eq(b.owed[f.Args()[0].Atom().ID], bdd.Current, 1)
			}
			if v, ok := b.variable(f.Atom()); ok {
				return bdd.Constant(at.bits[slices.Index(b.all, v)] == 1)
			}
			return bdd.Constant(l.holds(f.Atom()))
		}))
	}
	for i, id := range b.tableau.Pasts {
		is := bdd.Constant(l.holds(ltol.Atom{ID: id, Kind: ltol.Step}))
		out = c.And(out, c.Equiv(is, c.Eq(b.past[i], bdd.Current, 1)))
	}
	return out
}

// IsStutter reports false, as stutters belong to a move.
func (o *owing) IsStutter(space.Step) bool { return false }

func (o *owing) StateHolds(proposition int, s space.State) (bool, error) {
	return o.Space.StateHolds(proposition, s.(owingState).state)
}

func (o *owing) StepHolds(ctx context.Context, proposition int, s space.State, step space.Step) (bool, error) {
	return o.Space.StepHolds(ctx, proposition, s.(owingState).state, step)
}

func (o *owing) Local(agent int, s space.State) string {
	at := s.(owingState)
	if agent == o.Space.Agents() {
		return at.bits
	}
	return o.Space.Local(agent, at.state)
}

func (o *owing) StateString(s space.State) string {
	at := s.(owingState)
	var owed []*ltol.Formula
	for q, x := range o.bits.tableau.Obligations {
		if at.bits[q] == 1 {
			owed = append(owed, x.Formula)
		}
	}
	return fmt.Sprintf("%s, which owes %v", o.Space.StateString(at.state), owed)
}
