package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// An owingMove is the steps of several moves of the system that agree on the step propositions, as
// functions of the state that they leave; or the stutters. First the bits change, then the system
// does. Bits have no frame: a step gives them any values that the rules allow.
//
// Methods without a comment of their own are those of [space.Move].
type owingMove struct {
	*bits
	parts   []space.Move // moves of the system; none for the stutters
	all     *bdd.Closure // of them, where each has its relation in one piece
	rules   *rules
	enabled bdd.Node // kept
	asked   []int    // step propositions that were asked for
	holds   []bdd.Node
}

// refined divides the moves of the system by step propositions and those of the tableau.
func (b *bits) refined(t *task, propositions []int) []space.Move {
	if t.failed() {
		return nil
	}
	list, err := b.base().Refine(t.ctx, slices.Concat(b.steps, propositions))
	t.fail(err)
	return list
}

// grouped joins moves that agree on propositions, those of the tableau among them. It gives the
// moves back if the task fails.
func (b *bits) grouped(t *task, parts []space.Move, propositions []int) (out []space.Move) {
	c := t.open()
	defer t.close(c)
	groups, order := map[string]*owingMove{}, []*owingMove{}
	for _, m := range parts {
		var holds []bdd.Node
		for _, p := range propositions {
			holds = append(holds, c.Take(b.base().StepProposition(c.Scope(), p, m)))
		}
		key := fmt.Sprint(holds)
		g := groups[key]
		if g == nil {
			g = &owingMove{bits: b, asked: propositions, holds: holds}
			groups[key] = g
			order = append(order, g)
		}
		g.parts = append(g.parts, m)
	}
	if b.dead != bdd.False {
		order = append(order, &owingMove{bits: b, asked: propositions, holds: make([]bdd.Node, len(propositions))})
	}
	for _, g := range order {
		g.prepare(c)
		out = append(out, g)
	}
	if c.Err() != nil {
		b.discard(out)
		return nil
	}
	return out
}

// prepare makes the relation of the bits, and what the move takes from the manager.
func (m *owingMove) prepare(c *bdd.Calculator) {
	for i, n := range m.holds {
		m.holds[i] = c.Keep(n)
	}
	before, relations := bdd.False, []*bdd.Relation(nil)
	if len(m.parts) == 0 {
		before = m.dead
	}
	for _, p := range m.parts {
		before = c.Or(before, p.Enabled())
		if r := p.Relation(); r != nil {
			relations = append(relations, r)
		}
	}
	m.rules = newRules(c, m.manager(), m.bits.all, m.allRules(c, m.bits.all), m.sys.opts.Thresholds.MaxRules)
	m.enabled = c.Keep(c.And(before, m.rules.preImage(c, bdd.True)))
	if len(relations) == len(m.parts) && len(m.parts) > 1 {
		m.all = m.manager().NewClosure(relations...)
	}
}

// allRules are the rules of steps of the move: one for each obligation, the last one first, as
// rules name later obligations, and one for each step proposition that is remembered. The step may
// change some bits, and keeps the others.
func (m *owingMove) allRules(c *bdd.Calculator, changed []bdd.VarID) (out []bdd.Node) {
	after := func(v bdd.VarID) bdd.Copy {
		if slices.Contains(changed, v) {
			return bdd.Next
		}
		return bdd.Current
	}
	kept := func(q int) bdd.Node { return c.Eq(m.owed[q], after(m.owed[q]), 1) }
	for q := len(m.owed) - 1; q >= 0; q-- {
		out = append(out, c.Implies(c.Eq(m.owed[q], bdd.Current, 1), m.rule(c, q, kept)))
	}
	for i, h := range m.past {
		out = append(out, c.Equiv(c.Eq(h, after(h), 1), m.atom(c, ltol.Atom{ID: m.tableau.Pasts[i], Kind: ltol.Step})))
	}
	return out
}

// rule is the set of states, with their bits, in which the rule of an obligation is true, for sets
// in which obligations are kept after the step.
func (m *owingMove) rule(c *bdd.Calculator, q int, kept func(q int) bdd.Node) bdd.Node {
	return Sets(c).Value(m.tableau.Obligations[q].Rule, func(f *ltol.Formula) bdd.Node {
		if f.Op() == ltol.OpNext {
			return kept(f.Args()[0].Atom().ID)
		}
		return m.atom(c, f.Atom())
	})
}

// atom is the set of states, with their bits, in which an atom holds for steps of the move.
func (m *owingMove) atom(c *bdd.Calculator, a ltol.Atom) bdd.Node {
	if v, ok := m.variable(a); ok {
		return c.Eq(v, bdd.Current, 1)
	}
	if a.Kind == ltol.State {
		return c.Take(m.sys.stateSet(c.Scope(), a.ID, m.dead))
	}
	return m.holds[slices.Index(m.asked, a.ID)]
}

// discard gives up moves and what they are made of.
func (b *bits) discard(moves []space.Move) {
	var parts []space.Move
	for _, x := range moves {
		m := x.(*owingMove)
		parts = append(parts, m.parts...)
		m.rules.release()
		m.all.Release()
		b.manager().Release(m.enabled)
		releaseAll(b.manager(), m.holds)
	}
	b.base().Discard(parts)
}

func (m *owingMove) Enabled() bdd.Node { return m.enabled }

// Relation is nil: the steps are those of the system after those of the bits.
func (m *owingMove) Relation() *bdd.Relation { return nil }

func (m *owingMove) Image(c *bdd.Calculator, set bdd.Node) bdd.Node {
	set = m.rules.image(c, set)
	if m.all != nil {
		return m.all.Image(c, set)
	}
	return m.each(c, set, func(p space.Move) bdd.Node { return p.Image(c, set) })
}

func (m *owingMove) PreImage(c *bdd.Calculator, set bdd.Node) bdd.Node {
	if m.all != nil {
		return m.rules.preImage(c, m.all.PreImage(c, set))
	}
	return m.rules.preImage(c, m.each(c, set, func(p space.Move) bdd.Node { return p.PreImage(c, set) }))
}

// each joins what the parts make of a set; the stutters lead back to where they are possible.
func (m *owingMove) each(c *bdd.Calculator, set bdd.Node, step func(space.Move) bdd.Node) bdd.Node {
	if len(m.parts) == 0 {
		return c.And(set, m.dead)
	}
	out := bdd.False
	for _, p := range m.parts {
		out = c.Or(out, step(p))
	}
	return out
}

func (m *owingMove) Changed() []int {
	out := []int{m.base().Agents()}
	for _, p := range m.parts {
		out = append(out, p.Changed()...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (m *owingMove) Is(other space.Move) bool {
	return slices.EqualFunc(m.parts, other.(*owingMove).parts, space.Move.Is)
}

func (m *owingMove) Has(ctx context.Context, s space.State, step space.Step) (bool, error) {
	if m.base().IsStutter(step) {
		return len(m.parts) == 0, nil
	}
	for _, p := range m.parts {
		if has, err := p.Has(ctx, s.(owingState).state, step); has || err != nil {
			return has, err
		}
	}
	return false, nil
}

// A stayingMove is the steps of a part of a move in which most bits keep their values.
type stayingMove struct {
	space.Move // of the system
	relation   *bdd.Relation
	enabled    bdd.Node // kept
}

// staying makes the staying moves of those moves of a list whose rules are in one part, if the
// system's moves have their relations in one piece. Bits that a move settles may change.
func staying(t *task, moves []space.Move) (out []space.Move) {
	c := t.open()
	defer t.close(c)
	for i, settled := range settledBits(c, moves) {
		m := moves[i].(*owingMove)
		if len(m.rules.parts) > 1 {
			continue
		}
		rules := c.AndAll(m.allRules(c, settled)...)
		before := m.manager().VarSet(bdd.Next, settled...).Exists(c, rules)
		for _, p := range m.parts {
			if p.Relation() == nil {
				return out
			}
			r, err := c.NewRelation(c.And(p.Relation().Trans(), rules), slices.Concat(p.Relation().Changed(), settled))
			if c.Fail(err); err != nil {
				return out
			}
			out = append(out, &stayingMove{p, r, c.Keep(c.And(p.Enabled(), before))})
		}
	}
	return out
}

// settledBits lists for each move the bits of obligations that its steps alone settle. For example,
// a step with the label `request` settles `F <MSG = request>`, and no other step does. Where a
// state fulfils an obligation, all steps from it do, and none settles it.
func settledBits(c *bdd.Calculator, moves []space.Move) [][]bdd.VarID {
	out := make([][]bdd.VarID, len(moves))
	if len(moves) == 0 {
		return nil
	}
	for q, v := range moves[0].(*owingMove).owed {
		fulfilled := bdd.True // by the state alone
		for _, m := range moves {
			nothing := func(int) bdd.Node { return bdd.False }
			fulfilled = c.And(fulfilled, m.(*owingMove).rule(c, q, nothing))
		}
		for i, m := range moves {
			others := func(p int) bdd.Node { return bdd.Constant(p != q) }
			if m.(*owingMove).rule(c, q, others) != fulfilled {
				out[i] = append(out[i], v)
			}
		}
	}
	return out
}

func (m *stayingMove) Enabled() bdd.Node { return m.enabled }

func (m *stayingMove) Relation() *bdd.Relation { return m.relation }
