package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// births are the agents that may be spawned by a message. The relations of the agents that take
// part are joined one after the other. In the relation so far, an absent agent stays absent. A
// relation that spawns it replaces its next values. So no agent is spawned twice in a step. The
// sender is present, so no receiver spawns it.
type births struct {
	agents    []int
	stay      bdd.Node // the agents stay as they are, as far as they do nothing else
	variables []*variable
	absent    map[int]bdd.Node // by agent
}

// born finds the agents that may be spawned by a message.
func born(b *builder, msg *message) *births {
	out := &births{stay: bdd.True, absent: map[int]bdd.Node{}}
	for _, p := range msg.parts {
		for _, r := range p.takes {
			out.agents = append(out.agents, b.m.System.Commands[r.command].Spawns...)
		}
	}
	slices.Sort(out.agents)
	isSender := func(a int) bool { return a == msg.command.Agent }
	out.agents = slices.DeleteFunc(slices.Compact(out.agents), isSender)
	for _, a := range out.agents {
		absent := b.Not(b.Holds(b.m.System.Agents[a].Present, &setting{}))
		out.absent[a] = absent
		all := b.m.variablesOf([]int{a})
		out.variables = append(out.variables, all...)
		i := slices.IndexFunc(msg.parts, func(p part) bool { return p.agent == a })
		moves := msg.parts[i].changed
		others := slices.DeleteFunc(slices.Clone(all), func(x *variable) bool { return slices.Contains(moves, x) })
		out.stay = b.And(out.stay, b.If(absent, b.same(all), b.same(others)))
	}
	return out
}

// staysIn is where an agent does nothing in a message. If it is absent, births.stay says so.
func (s *births) staysIn(b *builder, p part) bdd.Node {
	if absent, ok := s.absent[p.agent]; ok {
		return b.Or(absent, p.stays)
	}
	return p.stays
}

// free makes room in steps for agents that are spawned: those of the steps in which they are absent
// and stay absent, with any next values of their locals.
func (s *births) free(b *builder, agents []int, steps bdd.Node) bdd.Node {
	for _, a := range agents {
		absent, may := s.absent[a]
		if !may {
			return bdd.False // it is the sender
		}
		var ids []bdd.VarID
		for _, x := range b.m.variablesOf([]int{a}) {
			if x.local >= 0 {
				ids = append(ids, x.id)
			}
		}
		present := b.m.locals[b.m.System.Agents[a].Present.Index]
		if present == nil {
			return bdd.False // it never changes
		}
		code, _ := present.code(recipe.False)
		steps = b.And(steps, b.And(absent, b.Eq(present.id, bdd.Next, code)))
		steps = b.m.Manager.VarSet(bdd.Next, ids...).Exists(b.Calculator, steps)
	}
	return steps
}

// NamesAbsent is the set of the given states in which a local has the name of an absent agent, and
// its owner is present. The explicit twin is [recipe.AbsentIn].
func NamesAbsent(m *Model, sc *bdd.Scope, local int, in bdd.Node) (bdd.Node, error) {
	if err := m.usable(); err != nil {
		return bdd.False, err
	}
	if local < 0 || local >= len(m.System.Vars) || m.System.Vars[local].Type != m.System.Location {
		return bdd.False, misuse("NamesAbsent: local %d has no names of agents", local)
	}
	b, at := m.builder(sc), &setting{}
	there := func(a *recipe.Agent) bdd.Node {
		if a.Present == nil {
			return bdd.True
		}
		return b.Holds(a.Present, at)
	}
	kept := recipe.Expr{Op: recipe.OpLocal, Type: m.System.Location, Index: local}
	out := bdd.False
	for i := range m.System.Agents {
		a := &m.System.Agents[i]
		named := b.Holds(recipe.Fold(recipe.OpEq, recipe.BoolType, &kept, recipe.Const(m.System.Location, a.Location)), at)
		out = b.Or(out, b.Diff(named, there(a)))
	}
	return b.Result(b.All(in, out, there(&m.System.Agents[m.System.Vars[local].Agent])))
}
