package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Leaving is the set of the given states from which a send or get initiates a step that would give
// a local a value beyond its type, if the types of some locals were all integers. These locals are
// unlimited, by index in System.Vars. The conditions of the step are those over all integers: an
// agent that only such a type keeps from a message takes part in it. The explicit twin is
// [recipe.Interpreter.Successors] of the system before [recipe.System.Narrowed].
func (m *Model) Leaving(sc *bdd.Scope, command int, unlimited []bool, in bdd.Node) (bdd.Node, error) {
	if err := m.usable(); err != nil {
		return bdd.False, err
	}
	if command < 0 || command >= len(m.System.Commands) || len(unlimited) != len(m.System.Vars) {
		return bdd.False, misuse("Leaving: there is no command %d, or %d locals are not those of the system", command, len(unlimited))
	}
	b := m.builder(sc)
	b.Unlimited, b.Choices = unlimited, nil
	l := &leaver{b, b.And(in, b.At(m.System.Commands[command].Agent, m.System.Commands[command].From))}
	c := &m.System.Commands[command]
	switch c.Kind {
	case recipe.Send:
		return b.Result(l.send(c))
	case recipe.Get:
		return b.Result(l.get(c))
	}
	return bdd.False, misuse("Leaving: command %d initiates nothing", command)
}

// A leaver looks for steps beyond types. The evaluator applies the limits of all other locals.
type leaver struct {
	*builder
	in bdd.Node
}

// beyond is the set of states in which a command gives an unlimited local a value beyond its type.
func (l *leaver) beyond(c *recipe.Command, in *setting) bdd.Node {
	out := bdd.False
	for _, u := range c.Updates {
		if l.Unlimited[u.Var] {
			t := l.Term(u.Expr, in)
			out = l.Or(out, l.And(l.Has(t), l.Not(l.Within(t.Value, l.System.Vars[u.Var].Type))))
		}
	}
	return out
}

func (l *leaver) send(c *recipe.Command) bdd.Node {
	out := bdd.False
	every, same := func(int) bool { return true }, func(n bdd.Node) bdd.Node { return n }
	for _, on := range l.channelOf(c, &setting{}) {
		own := &setting{Channel: on.value, HasChannel: true}
		message := &setting{Channel: on.value, HasChannel: true, Data: l.Assigned(c, own)}
		sent := l.All(l.in, on.when, l.Holds(c.Guard, own), l.Fits(c, message.Data), l.FitsUpdates(c, own))
		beyond := l.beyond(c, own)
		for agent := range l.System.Agents {
			if agent == c.Agent || sent == bdd.False {
				continue
			}
			does := l.Reception(agent, c.Predicate, message, message, every, same)
			sent = l.And(sent, does.Possible)
			for _, take := range does.Takes {
				beyond = l.Or(beyond, l.And(take.When, l.beyond(take.Command, message)))
			}
		}
		out = l.Or(out, l.And(sent, beyond))
	}
	return out
}

func (l *leaver) get(c *recipe.Command) bdd.Node {
	out := bdd.False
	for id := range l.System.Commands {
		s := &l.System.Commands[id]
		if s.Kind != recipe.Supply || s.Agent == c.Agent {
			continue
		}
		x, ok := l.Exchange(c, s)
		if !ok {
			continue
		}
		meets := l.All(append(l.Meet(x), l.in, l.FitsUpdates(c, x.Getter), l.FitsUpdates(s, x.Supplier))...)
		out = l.Or(out, l.And(meets, l.Or(l.beyond(c, x.Getter), l.beyond(s, x.Supplier))))
	}
	return out
}
