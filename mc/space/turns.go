package space

import (
	"context"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

var (
	_ Game       = (*Recipe)(nil)
	_ SwiftTable = (*turns)(nil)
)

// Players are the agents and, after them, the scheduler.
func (r *Recipe) Players() int { return r.Agents() + 1 }

// Table divides a step into the choices of a game. A player that can act must act.
//
//   - The scheduler picks an agent that can initiate a message, and for a get the supplier.
//   - The agent picks one of its possible commands.
//   - Each participant picks what it does with the message, the coalition first. None of them sees
//     what the others do at the same time.
func (r *Recipe) Table(ctx context.Context, coalition []int, within, stuck bdd.Node) (Table, error) {
	t := &turns{recipe: r, coalition: coalition, within: within, stuck: stuck, keep: r.Manager().Calculator(ctx), several: map[*chooser]bool{}}
	var err error
	if t.list, err = r.Model.Refine(ctx, ReceivesOf(r.System, coalition...)); err != nil {
		t.keep.Close()
		return nil, err
	}
	byAgent, agents := grouped(t.list, func(it *symbolic.Interaction) int { return it.Initiator })
	t.root = t.chooses(r.Agents(), ChoosingInitiator, -1, agents, func(i int) *chooser { return t.initiator(agents[i], byAgent[i]) })
	if err := t.keep.Err(); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// ReceivesOf lists the receive commands of agents, each as a set, for [symbolic.Model.Refine] to
// tell them apart.
func ReceivesOf(sys *recipe.System, agents ...int) []symbolic.Watch {
	var out []symbolic.Watch
	for id, cmd := range sys.Commands {
		if cmd.Kind == recipe.Receive && slices.Contains(agents, cmd.Agent) {
			out = append(out, symbolic.Watch{Receives: []int{id}, Proposition: -1})
		}
	}
	return out
}

func (r *Recipe) ConditionString(v bdd.VarID, codes []int) string {
	name, values := r.Spelling(v, codes)
	switch {
	case len(values) > 1:
		return name + " in {" + strings.Join(values, ", ") + "}"
	case values[0] == "true":
		return name
	case values[0] == "false":
		return "!" + name
	}
	return name + " = " + values[0]
}

// chooses makes a chooser of one player, with a decision if it has to make one.
func (t *turns) chooses(player int, kind Occasion, of int, options []int, next func(i int) *chooser) *chooser {
	ch := &chooser{ours: slices.Contains(t.coalition, player)}
	if kind == ChoosingInitiator {
		ch.able = t.keep.Diff(t.within, t.stuck) // the union over all agents is large where the states around it are not looked at
	}
	for i := range options {
		b := branch{next: next(i)}
		if ch.ours && len(options) > 1 {
			b.picks = []pick{t.option(player, kind, of, options[i])}
		}
		ch.branches = append(ch.branches, b)
	}
	return t.finished(ch)
}

// option is an option of a decision; both are made if there are none yet.
func (t *turns) option(player int, kind Occasion, of, option int) pick {
	d := slices.IndexFunc(t.decisions, func(d Decision) bool { return d.Player == player && d.Kind == kind && d.Of == of })
	if d < 0 {
		d = len(t.decisions)
		t.decisions = append(t.decisions, Decision{Player: player, Kind: kind, Of: of})
		t.possible, t.choosers, t.cells = append(t.possible, nil), append(t.choosers, nil), append(t.cells, nil)
	}
	o := slices.Index(t.decisions[d].Options, option)
	if o < 0 {
		o = len(t.decisions[d].Options)
		t.decisions[d].Options = append(t.decisions[d].Options, option)
		t.possible[d] = append(t.possible[d], bdd.False)
	}
	return pick{d, o}
}

// finished computes where there is something to choose, and which options are possible.
func (t *turns) finished(ch *chooser) *chooser {
	c, able := t.keep, ch.able
	for _, b := range ch.branches {
		if able == bdd.False {
			ch.able = c.Or(ch.able, b.next.able)
		}
		for _, p := range b.picks {
			t.possible[p.decision][p.option] = c.Or(t.possible[p.decision][p.option], b.next.able)
			t.choosers[p.decision] = ch
		}
	}
	return ch
}

// Cells are computed when they are first asked for: there can be as many as sets of options.
func (t *turns) Cells(asked *bdd.Calculator, d int) []bdd.Node {
	if t.cells[d] != nil {
		return t.cells[d]
	}
	c, ch := t.keep, t.choosers[d]
	cells := []bdd.Node{ch.able}
	for _, able := range t.possible[d] {
		var finer []bdd.Node
		for _, cell := range cells {
			for _, part := range []bdd.Node{c.And(cell, able), c.Diff(cell, able)} {
				if part != bdd.False {
					finer = append(finer, part)
				}
			}
		}
		cells = finer
	}
	if err := c.Err(); err != nil {
		asked.Fail(err) // who asks has met no limit
		return nil
	}
	t.cells[d] = cells
	return t.cells[d]
}

// initiator is where an agent picks one of its commands.
func (t *turns) initiator(agent int, list []*symbolic.Interaction) *chooser {
	commands, command := grouped(list, func(it *symbolic.Interaction) int { return it.Command })
	return t.chooses(agent, Acting, -1, command, func(i int) *chooser {
		if commands[i][0].Supply < 0 {
			return t.message(commands[i])
		}
		suppliers, supplier := grouped(commands[i], func(it *symbolic.Interaction) int { return t.recipe.System.Commands[it.Supply].Agent })
		return t.chooses(t.recipe.Agents(), ChoosingSupplier, command[i], supplier, func(k int) *chooser {
			supplies, supply := grouped(suppliers[k], func(it *symbolic.Interaction) int { return it.Supply })
			return t.chooses(supplier[k], Supplying, command[i], supply, func(j int) *chooser { return t.message(supplies[j]) })
		})
	})
}

// message is where the coalition's participants pick what they do with a message, each one of its
// receives.
func (t *turns) message(list []*symbolic.Interaction) *chooser {
	receives := map[int]map[int]bool{} // of the message, by agent
	for _, it := range list {
		for _, id := range it.Executes {
			if cmd := &t.recipe.System.Commands[id]; cmd.Kind == recipe.Receive {
				if receives[cmd.Agent] == nil {
					receives[cmd.Agent] = map[int]bool{}
				}
				receives[cmd.Agent][id] = true
			}
		}
	}
	ch := &chooser{ours: true}
	for _, it := range list {
		b := branch{next: &chooser{able: it.Enabled, end: it}}
		for _, id := range it.Executes {
			if agent := t.recipe.System.Commands[id].Agent; len(receives[agent]) > 1 && receives[agent][id] {
				b.picks = append(b.picks, t.option(agent, Receiving, it.Command, id))
			}
		}
		ch.branches = append(ch.branches, b)
	}
	return t.finished(ch)
}

// grouped divides a list by a key, in order of appearance.
func grouped(list []*symbolic.Interaction, key func(*symbolic.Interaction) int) (groups [][]*symbolic.Interaction, keys []int) {
	for _, it := range list {
		k := key(it)
		i := slices.Index(keys, k)
		if i < 0 {
			i = len(keys)
			groups, keys = append(groups, nil), append(keys, k)
		}
		groups[i] = append(groups[i], it)
	}
	return groups, keys
}

func (t *turns) Decisions() []Decision { return t.decisions }

func (t *turns) Possible(_ *bdd.Calculator, decision, option int) bdd.Node {
	return t.possible[decision][option]
}

func (t *turns) Close() {
	for _, a := range t.alone {
		a.closure.Release()
	}
	t.keep.Close()
	t.recipe.Model.Discard(t.list)
}

// A round asks a table where one side can lead into a set.
type round struct {
	*turns
	c            *bdd.Calculator
	others       bool // the side is that of the others, who see what the coalition chooses
	plan         Plan
	set, outside bdd.Node
	closing      Closing
	skip         map[*chooser]bool       // ends that are left out
	good         map[*chooser][]bdd.Node // of ours: by branch, where it can be chosen with success
}

// value is where the side can lead into the set by the choices that are left: a part of where there
// are any.
func (g *round) value(ch *chooser) bdd.Node {
	c, out := g.c, bdd.False
	switch {
	case g.skip[ch]:
		return bdd.False
	case ch.end != nil:
		out = ch.end.Relation.PreImage(c, g.set)
		if !g.others && g.ambiguous(c, ch) {
			out = c.Diff(out, ch.end.Relation.PreImage(c, g.outside))
		}
		return out
	}
	values := make([]bdd.Node, len(ch.branches))
	for i, b := range ch.branches {
		good := g.value(b.next)
		if ch.ours {
			good = c.And(good, g.allowed(b.picks))
			if g.closing != nil && len(b.picks) > 0 {
				good = g.closed(ch, b.picks, good)
			}
			g.good[ch] = append(g.good[ch], good)
		}
		values[i], out = good, c.Or(out, good)
	}
	for i, b := range ch.branches {
		if ch.ours == g.others && out != bdd.False {
			out = c.Diff(out, c.Diff(c.And(out, b.next.able), values[i]))
		}
	}
	return out
}

// closed asks the closing about a branch. One player tells states apart by what is possible; of
// several it is not known what they have in common.
func (g *round) closed(ch *chooser, picks []pick, good bdd.Node) bdd.Node {
	cells := []bdd.Node{ch.able}
	if len(picks) == 1 {
		cells = g.Cells(g.c, picks[0].decision)
	}
	var players []int
	for _, p := range picks {
		players = append(players, g.decisions[p.decision].Player)
	}
	out := bdd.False
	for _, cell := range cells {
		out = g.c.Or(out, g.closing(g.c, players, g.c.And(good, cell), g.c.Diff(g.c.And(ch.able, cell), good)))
	}
	return out
}

// allowed is where a plan allows what is picked.
func (g *round) allowed(picks []pick) bdd.Node {
	out := bdd.True
	for _, p := range picks {
		if g.plan != nil {
			out = g.c.And(out, g.plan[p.decision][p.option])
		}
	}
	return out
}

func (t *turns) round(c *bdd.Calculator, p Plan, set bdd.Node, closing Closing) *round {
	return &round{turns: t, c: c, plan: p, set: set, outside: c.Diff(t.within, set), closing: closing, good: map[*chooser][]bdd.Node{}}
}

// Force looks at what leads into the set where the coalition chooses who begins and the set is
// smaller than what the game has outside of it, else at what leads there.
func (t *turns) Force(c *bdd.Calculator, p Plan, set bdd.Node, closing Closing) bdd.Node {
	inner := c.Scope().NewScope().Calculator()
	defer inner.Close()
	r := t.round(inner, p, set, closing)
	man, good := t.recipe.Manager(), bdd.False
	if p != nil || closing != nil || t.root.ours && man.NodeCount(set) < man.NodeCount(r.outside) {
		good = r.value(t.root)
	} else {
		a := t.upTo(inner, false)
		r.others, r.set, r.skip = true, r.outside, a.ends
		good = inner.Diff(inner.Diff(t.root.able, a.closure.PreImage(inner, r.outside)), r.value(t.root))
	}
	return c.Take(inner.Return(inner.Or(good, inner.And(set, t.stuck))))
}

// Attract asks one agent after the other for what the side can do where that one begins, each until
// it adds nothing to the set.
func (t *turns) Attract(c *bdd.Calculator, set, within bdd.Node) bdd.Node {
	inner := c.Scope().NewScope().Calculator()
	defer inner.Close()
	a := t.upTo(inner, t.root.ours)
	set = a.closure.Backward(inner, set, within)
	agents := t.root.branches
	for i, idle := 0, 0; idle < len(agents) && inner.Err() == nil; {
		r := t.round(inner, nil, set, nil)
		r.others, r.skip = !t.root.ours, a.ends
		more := inner.Or(set, inner.And(within, r.value(agents[i].next)))
		if idle++; more == set {
			i = (i + 1) % len(agents)
		} else {
			set, idle = a.closure.Backward(inner, more, within), 0
		}
		inner.Reset(set)
	}
	return c.Take(inner.Return(set))
}

func (t *turns) Begins() bool { return t.root.ours }

// Lead goes through the tree of choices with two answers: where all that can follow is within the
// one set, and where besides some of it is in the other.
func (t *turns) Lead(c *bdd.Calculator, within, set bdd.Node) bdd.Node {
	inner := c.Scope().NewScope().Calculator()
	defer inner.Close()
	outside := inner.Diff(t.within, within)
	var walk func(ch *chooser) (safe, leads bdd.Node)
	walk = func(ch *chooser) (safe, leads bdd.Node) {
		if ch.end != nil {
			safe = inner.Diff(ch.able, ch.end.Relation.PreImage(inner, outside))
			return safe, inner.And(safe, ch.end.Relation.PreImage(inner, set))
		}
		if !ch.ours {
			safe = ch.able
		}
		for _, b := range ch.branches {
			s, l := walk(b.next)
			leads = inner.Or(leads, l)
			if ch.ours {
				safe = inner.Or(safe, s)
			} else {
				safe = inner.Diff(safe, inner.Diff(b.next.able, s))
			}
		}
		return safe, inner.And(safe, leads)
	}
	_, leads := walk(t.root)
	return c.Take(inner.Return(inner.Or(leads, inner.AndAll(within, set, t.stuck))))
}

// Choose takes the first option that is good.
func (t *turns) Choose(c *bdd.Calculator, p Plan, set, where bdd.Node, closing Closing) Plan {
	out := make(Plan, len(t.decisions))
	for d := range out {
		out[d] = make([]bdd.Node, len(t.decisions[d].Options))
	}
	r := t.round(c, p, set, closing)
	r.value(t.root)
	var choose func(ch *chooser, at bdd.Node)
	choose = func(ch *chooser, at bdd.Node) {
		takes := make([]bdd.Node, len(ch.branches))
		for i, b := range ch.branches {
			if !ch.ours {
				takes[i] = c.And(at, b.next.able)
			} else {
				takes[i] = c.And(at, r.good[ch][i])
				at = c.Diff(at, takes[i])
			}
		}
		for i, b := range ch.branches {
			for _, p := range b.picks {
				out[p.decision][p.option] = c.Or(out[p.decision][p.option], takes[i])
			}
			choose(b.next, takes[i])
		}
	}
	choose(t.root, where)
	return out
}

// steps is the union of what by makes of the interactions that can happen under a plan, and where.
func (t *turns) steps(c *bdd.Calculator, p Plan, by func(c *bdd.Calculator, steps *bdd.Relation, where bdd.Node) bdd.Node) bdd.Node {
	inner, out := c.Scope().NewScope().Calculator(), bdd.False
	defer inner.Close()
	r := &round{turns: t, c: inner, plan: p}
	var walk func(ch *chooser, where bdd.Node)
	walk = func(ch *chooser, where bdd.Node) {
		if ch.end != nil {
			out = inner.Or(out, by(inner, ch.end.Relation, where))
			return
		}
		for _, b := range ch.branches {
			walk(b.next, inner.And(where, r.allowed(b.picks)))
		}
	}
	walk(t.root, bdd.True)
	return c.Take(inner.Return(out))
}

func (t *turns) Image(c *bdd.Calculator, p Plan, set bdd.Node) bdd.Node {
	return t.steps(c, p, func(c *bdd.Calculator, steps *bdd.Relation, where bdd.Node) bdd.Node {
		return steps.Image(c, c.And(set, where))
	})
}

func (t *turns) PreImage(c *bdd.Calculator, p Plan, set bdd.Node) bdd.Node {
	return t.steps(c, p, func(c *bdd.Calculator, steps *bdd.Relation, where bdd.Node) bdd.Node {
		return c.And(where, steps.PreImage(c, set))
	})
}
