package branch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A Strategy says what the members of a coalition that have a choice do in the
// states that they come through. It depends on nothing but the state.
type Strategy struct{ Rules []Rule }

// A Rule has a player take an option of a decision where a condition holds, and no
// earlier rule about the decision applies whose option is possible. The condition is
// a disjunction of conjunctions; without any conjunction it is true. It is left out,
// with More set, if it takes more conjunctions than [Options.MaxConditions].
type Rule struct {
	space.Decision
	Option int // the option to take, one of the decision's Options
	When   [][]Condition
	More   bool
}

// Condition writes the condition, its conjunctions with a word between conditions: nothing if it is
// true, `...` if it was left out.
func (r *Rule) Condition(and string) string {
	if r.More {
		return "..."
	}
	var alternatives []string
	for _, all := range r.When {
		var parts []string
		for _, x := range all {
			parts = append(parts, x.Text)
		}
		alternatives = append(alternatives, strings.Join(parts, and))
	}
	return strings.Join(alternatives, " or ")
}

// A Condition is that a variable has one of the values with the given codes; Text says so in words.
// Name is the variable's, with that of its agent before it, and Values are how the values are
// written.
type Condition struct {
	variable bdd.VarID
	codes    []int
	Text     string
	Name     string
	Values   []string
}

// showAbility shows a strategy for an ability, checked, or what opponents who see everything do
// against the goal, if they can: a strategy, without rules if they have no choice, or a run if the
// coalition has none. Under fairness, where strategies may need memory, none is shown. Where none
// is, the witness says why.
func (l *explanation) showAbility(ctx context.Context, w *Witness) error {
	f, others := w.Formula, !w.Holds
	game, ok := l.sp.(space.Game)
	switch {
	case !ok:
		return nil
	case !l.fair.Trivial():
		w.Unshown = "no strategy is shown, because under fairness it can need memory"
		return nil
	case others && l.opts.PathsEnd:
		w.Unshown = "the opponents' actions are not shown where paths end"
		return nil
	}
	if others && l.unchosen[f] {
		return l.showRun(ctx, w)
	}
	args, err := l.parts(ctx, f, l.States)
	if err != nil {
		return err
	}
	coalition := f.Agents()
	if others {
		coalition = nil
		for k := range game.Players() {
			if !slices.Contains(f.Agents(), k) {
				coalition = append(coalition, k)
			}
		}
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	t, err := l.contest(c, coalition)
	if err != nil {
		return err
	}
	defer t.table.Close()
	if err := t.aim(c, f.Path(), args); err != nil {
		return err
	}
	if others {
		t.oppose(c)
	}
	w.Strategy, err = t.shown(c, c.Take(l.sp.StateSet(c.Scope(), w.State)), others)
	switch {
	case w.Strategy != nil || err != nil:
	case !others:
		w.Unshown = "no strategy is shown, because the search takes too many steps"
	default:
		w.Unshown = "the opponents have no strategy against it either"
	}
	return err
}

// shown is a strategy that wins from a state.
func (t *contest) shown(c *bdd.Calculator, start bdd.Node, others bool) (*Strategy, error) {
	var p space.Plan
	uniform := false
	if !others && t.labels.opts.Ability != PerfectInformation && len(t.coalition) > 0 {
		start = t.class(c, start)
		uniform, p = true, t.find(c, start)
	} else {
		if wins, err := c.Leq(start, t.win(c)); err != nil || !wins && others {
			return nil, err
		}
		p = t.settle(c, start, nil)
	}
	if err := c.Err(); errors.Is(err, ErrStrategy) {
		return nil, nil // the search for one that can be shown takes too long
	} else if err != nil {
		return nil, err // where there may be no plan
	}
	layers, bad := t.follow(c, p, start)
	if uniform {
		_, _, cell := t.conflict(c, p, layers)
		bad = c.Or(bad, cell)
	}
	if s, ok := t.labels.sp.Pick(bad); ok && c.Err() == nil {
		return nil, fmt.Errorf("%w: a strategy fails in %s", errWitness, t.labels.sp.StateString(s))
	}
	out := t.rules(c, p, c.Diff(c.OrAll(layers...), t.dead))
	return out, c.Err()
}

// oppose turns the goal into its negation.
func (t *contest) oppose(c *bdd.Calculator) {
	switch t.op {
	case ltol.OpNext:
		t.g = c.Diff(t.reached, t.g)
	case ltol.OpGlobally:
		t.op, t.f, t.g = ltol.OpUntil, t.reached, c.Diff(t.reached, t.f)
	default:
		t.op, t.f, t.g = ltol.OpGlobally, c.Diff(t.reached, t.g), c.Diff(c.Diff(t.reached, t.f), t.g)
	}
}

// settle is what the coalition does where it wins, as far as that matters to win from
// some states: one option of each decision, which leads into the ring of the fixpoint
// before, or, for G and X, to where the goal is kept or reached. If prefer is not nil,
// options that it keeps come first.
func (t *contest) settle(c *bdd.Calculator, start bdd.Node, prefer space.Closing) space.Plan {
	out := make(space.Plan, len(t.table.Decisions()))
	for d, decision := range t.table.Decisions() {
		out[d] = make([]bdd.Node, len(decision.Options))
	}
	switch t.op {
	case ltol.OpNext:
		t.choose(c, out, t.g, t.moving, prefer)
		return out
	case ltol.OpGlobally:
		kept := t.win(c)
		t.choose(c, out, kept, c.Diff(kept, t.g), prefer)
		return out
	}
	inner := c.Scope().NewScope().Calculator()
	defer inner.Close()
	for y := t.g; ; {
		if inside, err := inner.Leq(start, y); inside || err != nil {
			break
		}
		fresh := inner.Diff(inner.And(t.f, t.force(inner, y)), y)
		if fresh == bdd.False || inner.Err() != nil {
			break
		}
		t.choose(inner, out, y, fresh, prefer)
		y = inner.Or(y, fresh)
		inner.Reset(append(out.Flat(), y)...)
	}
	return mapped(out, func(_ int, n bdd.Node) bdd.Node { return c.Take(inner.Return(n)) })
}

// mapped replaces what a plan has a coalition choose, decision by decision.
func mapped(p space.Plan, by func(decision int, chosen bdd.Node) bdd.Node) space.Plan {
	for d := range p {
		for o, n := range p[d] {
			p[d][o] = by(d, n)
		}
	}
	return p
}

// choose adds to a plan what leads from the states of where into a set, without
// changing what it has. What a closing keeps is chosen wherever it leads there.
func (t *contest) choose(c *bdd.Calculator, p space.Plan, set, where bdd.Node, prefer space.Closing) {
	add := func(more space.Plan) {
		for d := range p {
			decided := c.OrAll(p[d]...)
			for o := range p[d] {
				p[d][o] = c.Or(p[d][o], c.Diff(more[d][o], decided))
			}
		}
	}
	if prefer != nil {
		add(t.table.Choose(c, t.plan, set, t.live, prefer))
	}
	if t.closing == nil {
		add(t.table.Choose(c, t.plan, set, where, nil))
	}
}

// follow finds the states through which a plan leads from others, layer by layer, as
// far as something is to be chosen there, and by these steps alone where it does not
// do what it should.
func (t *contest) follow(c *bdd.Calculator, p space.Plan, start bdd.Node) (layers []bdd.Node, bad bdd.Node) {
	uncovered := func(set bdd.Node) bdd.Node { return c.Diff(set, t.table.Force(c, p, t.reached, nil)) }
	if t.op == ltol.OpNext {
		next := c.Or(t.table.Image(c, p, start), c.And(start, t.dead))
		return []bdd.Node{start}, c.OrAll(uncovered(start), c.Diff(start, t.moving), c.Diff(next, t.g))
	}
	reach := start
	for frontier := start; frontier != bdd.False && c.Err() == nil; {
		layer := c.Diff(frontier, t.g)
		layers = append(layers, layer)
		frontier = c.Diff(t.table.Image(c, p, layer), reach)
		reach = c.Or(reach, frontier)
	}
	visited := c.Diff(reach, t.g)
	bad = c.OrAll(c.Diff(visited, t.f), uncovered(visited), c.Diff(visited, t.moving))
	if t.op == ltol.OpGlobally {
		return layers, bad
	}
	// No way round without the goal, and no end before it.
	around := fixpoint(c, visited, func(c *bdd.Calculator, z bdd.Node) bdd.Node { return c.And(z, t.table.PreImage(c, p, z)) })
	return layers, c.OrAll(bad, around, c.And(visited, t.dead))
}

// rules writes down what a plan has the coalition do in some states, decision by
// decision.
func (t *contest) rules(c *bdd.Calculator, p space.Plan, visited bdd.Node) *Strategy {
	out := &Strategy{}
	for d, decision := range t.table.Decisions() {
		left := c.And(visited, c.OrAll(p[d]...))
		for o, option := range decision.Options {
			where := c.And(left, p[d][o])
			if where == bdd.False || c.Err() != nil {
				continue
			}
			r := Rule{Decision: decision, Option: option}
			left = c.Diff(left, where)
			simple := t.labels.simplified(c, decision.Player, where, left)
			r.When, r.More = t.labels.conjunctions(c, simple, nil, nil, t.labels.opts.MaxConditions)
			out.Rules = append(out.Rules, r)
		}
	}
	return out
}

// simplified is a set that holds all of one set and nothing of another, by
// variables as few as dropping them one by one leaves, those that the agent does
// not see first.
func (l *views) simplified(c *bdd.Calculator, player int, set, other bdd.Node) bdd.Node {
	seen := l.sees(player)
	unseen := l.others(seen)
	for _, v := range append(unseen, l.others(unseen)...) {
		without := l.man.VarSet(bdd.Current, v).Exists(c, set)
		if free, err := c.Disjoint(without, other); err == nil && free {
			set = without
		}
	}
	return set
}

// conjunctions writes a set as a disjunction of conditions that exclude each
// other, each what is given and more; more tells that there are too many.
func (l *views) conjunctions(c *bdd.Calculator, set bdd.Node, given []Condition, out [][]Condition, limit int) (_ [][]Condition, more bool) {
	switch {
	case set == bdd.False:
		return out, false
	case set == bdd.True:
		if len(given) == 0 {
			return nil, false
		}
		if len(out) >= limit {
			return nil, true
		}
		return append(out, slices.Clone(given)), false
	}
	v := l.man.Support(set)[0].Var
	parts := map[bdd.Node][]int{}
	var order []bdd.Node
	for code := range l.man.Layout().Size(v) {
		n := c.Cofactor(set, v, bdd.Current, code)
		if parts[n] == nil {
			order = append(order, n)
		}
		parts[n] = append(parts[n], code)
	}
	for _, n := range order {
		if c.Err() != nil {
			return nil, true
		}
		condition := given
		if len(parts[n]) < l.man.Layout().Size(v) {
			game := l.sp.(space.Game)
			name, values := game.Spelling(v, parts[n])
			condition = append(slices.Clone(given), Condition{v, parts[n], game.ConditionString(v, parts[n]), name, values})
		}
		if out, more = l.conjunctions(c, n, condition, out, limit); more {
			return nil, true
		}
	}
	return out, false
}
