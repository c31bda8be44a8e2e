package branch

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A Strategy says what the members of a coalition that have a choice do in the
// states that they come through. It depends on nothing but the state.
type Strategy struct{ Rules []Rule }

// A Rule has an agent perform an action where a condition holds, and no earlier
// rule of the agent applies. The condition is a disjunction of conjunctions;
// without any conjunction it is true. It is left out, with More set, if it takes
// more conjunctions than [Options.MaxConditions].
type Rule struct {
	Agent, Action int
	When          [][]Condition
	More          bool
}

// A Condition is that a variable has one of the values with the given codes.
type Condition struct {
	Var   bdd.VarID
	Codes []int
}

// plan makes a strategy that reaches the goal of an ability from a state, and
// checks it: nil where strategies are not shown, as under fairness, for which they
// may need memory.
func (l *Labelling) plan(ctx context.Context, f *ltol.StateFormula, at space.State) (*Strategy, error) {
	arena, ok := l.sp.(space.Arena)
	if !ok || !l.fair.Trivial() {
		return nil, nil
	}
	args := make([]bdd.Node, len(f.Args()))
	for i, a := range f.Args() {
		var err error
		if args[i], err = l.States(ctx, a); err != nil {
			return nil, err
		}
	}
	c := l.sp.Manager().Calculator(ctx)
	defer c.Close()
	t := l.contest(c, f.Agents(), arena)
	if err := t.aim(c, f.Path(), args); err != nil {
		return nil, err
	}
	p := &planner{contest: t, arena: arena, labels: l}
	p.settle(c, p.choices(c))
	if err := p.follow(c, c.Take(l.sp.StateSet(c.Scope(), at))); err != nil || c.Err() != nil {
		return nil, first(c.Err(), err)
	}
	out := p.rules(c)
	return out, c.Err()
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// A planner makes a strategy.
type planner struct {
	*contest
	arena  space.Arena
	labels *Labelling
	// strategy is the set of states with the actions that are chosen there, one for
	// each member that has a choice; visited are the states that it leads through
	// where something has to be chosen.
	strategy, visited bdd.Node
}

// choices are all actions, by state, that lead towards the goal: into the ring of
// the fixpoint before, or, for G and X, to where the goal is kept or reached.
func (p *planner) choices(c *bdd.Calculator) bdd.Node {
	choose := func(set bdd.Node) bdd.Node {
		return c.And(p.moving, c.Take(p.arena.Choose(c.Scope(), p.coalition, set)))
	}
	switch p.op {
	case ltol.OpNext:
		return choose(p.g)
	case ltol.OpGlobally:
		kept := p.win(c)
		return c.And(kept, choose(kept))
	}
	out := bdd.False
	for y := p.g; ; {
		fresh := c.Diff(c.And(p.f, choose(y)), y)
		if fresh == bdd.False || c.Err() != nil {
			return out
		}
		out = c.Or(out, fresh)
		y = c.Or(y, c.Exists(p.own(), fresh))
		c.Reset(out, y, p.g, p.f, p.moving, p.reached)
	}
}

// members lists the members of the coalition that have a choice.
func (p *planner) members() (agents []int, vars []bdd.VarID) {
	for _, a := range p.coalition {
		if v, ok := p.arena.Action(a); ok {
			agents, vars = append(agents, a), append(vars, v)
		}
	}
	return agents, vars
}

// own are the variables of their choices.
func (p *planner) own() *bdd.VarSet {
	_, vars := p.members()
	return p.labels.sp.Manager().VarSet(bdd.Current, vars...)
}

// settle leaves one choice of each: the action with the least number.
func (p *planner) settle(c *bdd.Calculator, choices bdd.Node) {
	_, vars := p.members()
	for _, v := range vars {
		done, settled := bdd.False, bdd.False
		for action := range p.labels.sp.Manager().Layout().Size(v) {
			with := c.Diff(c.And(choices, c.Eq(v, bdd.Current, action)), done)
			done = c.Or(done, c.Exists(p.own(), with))
			settled = c.Or(settled, with)
		}
		choices = settled
	}
	p.strategy = choices
}

// follow finds the states through which the strategy leads from a state, and
// checks by these steps alone that it does what it should.
func (p *planner) follow(c *bdd.Calculator, start bdd.Node) error {
	covered := c.Exists(p.own(), p.strategy)
	stop := bdd.False // where nothing is chosen any more
	if p.op == ltol.OpFinally || p.op == ltol.OpUntil {
		stop = p.g
	}
	step := func(set bdd.Node) bdd.Node { return c.Take(p.arena.After(c.Scope(), p.strategy, c.Diff(set, stop))) }
	if p.op == ltol.OpNext {
		p.visited = start
		return p.require(c, c.Diff(c.Or(step(start), c.Diff(start, covered)), p.g))
	}
	reach := start
	for frontier := start; frontier != bdd.False && c.Err() == nil; {
		frontier = c.Diff(step(frontier), reach)
		reach = c.Or(reach, frontier)
	}
	p.visited = c.And(c.Diff(reach, stop), p.moving)
	_, dead, _ := p.labels.sys.Reached()
	if p.op == ltol.OpGlobally {
		p.visited = c.Diff(p.visited, dead)
		return p.require(c, c.OrAll(c.Diff(reach, p.f), c.Diff(p.visited, covered), c.Diff(c.And(reach, dead), p.moving)))
	}
	// No way round without the goal, and no end before it.
	p.strategy = c.And(p.strategy, p.visited)
	around := fixpoint(c, p.visited, func(c *bdd.Calculator, z bdd.Node) bdd.Node {
		return c.And(z, c.Take(p.arena.Before(c.Scope(), p.strategy, z)))
	})
	return p.require(c, c.OrAll(around, c.Diff(c.Diff(reach, p.g), p.f), c.Diff(c.Diff(reach, p.g), c.Diff(covered, dead))))
}

// require returns an error if there is a bad state.
func (p *planner) require(c *bdd.Calculator, bad bdd.Node) error {
	if s, ok := p.labels.sp.Pick(bad); ok && c.Err() == nil {
		return fmt.Errorf("%w: a strategy fails in %s", ErrWitness, p.labels.sp.StateString(s))
	}
	return nil
}

// rules writes the strategy down, agent by agent.
func (p *planner) rules(c *bdd.Calculator) *Strategy {
	out := &Strategy{}
	agents, vars := p.members()
	for i, agent := range agents {
		left := p.visited
		for action := range p.labels.sp.Manager().Layout().Size(vars[i]) {
			where := c.And(left, c.Exists(p.own(), c.And(p.strategy, c.Eq(vars[i], bdd.Current, action))))
			if where == bdd.False || c.Err() != nil {
				continue
			}
			r := Rule{Agent: agent, Action: action}
			left = c.Diff(left, where)
			simple := p.simplified(c, agent, where, left)
			r.When, r.More = p.conjunctions(c, simple, nil, nil, p.labels.opts.MaxConditions)
			out.Rules = append(out.Rules, r)
		}
	}
	return out
}

// simplified is a set that holds all of one set and nothing of another, by
// variables as few as dropping them one by one leaves, those that the agent does
// not see first.
func (p *planner) simplified(c *bdd.Calculator, agent int, set, other bdd.Node) bdd.Node {
	sp := p.labels.sp
	vars := slices.Clone(sp.Variables())
	seen := p.labels.opts.Sees(agent)
	slices.SortStableFunc(vars, func(a, b bdd.VarID) int {
		return compareBool(slices.Contains(seen, a), slices.Contains(seen, b))
	})
	for _, v := range vars {
		without := c.Exists(sp.Manager().VarSet(bdd.Current, v), set)
		if free, err := c.Disjoint(without, other); err == nil && free {
			set = without
		}
	}
	return set
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// conjunctions writes a set as a disjunction of conditions that exclude each
// other, each what is given and more; more tells that there are too many.
func (p *planner) conjunctions(c *bdd.Calculator, set bdd.Node, given []Condition, out [][]Condition, limit int) (_ [][]Condition, more bool) {
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
	man := p.labels.sp.Manager()
	v := man.Support(set)[0].Var
	parts := map[bdd.Node][]int{}
	var order []bdd.Node
	for code := range man.Layout().Size(v) {
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
		if len(parts[n]) < man.Layout().Size(v) {
			condition = append(slices.Clone(given), Condition{v, parts[n]})
		}
		if out, more = p.conjunctions(c, n, condition, out, limit); more {
			return nil, true
		}
	}
	return out, false
}
