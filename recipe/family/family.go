package family

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Family is a system with what tells its agents apart at every size.
type Family struct {
	System *recipe.System
	// Classes lists the agents of each class, ascending, Singles all others.
	Classes [][]int
	Singles []int

	classOf []int            // by agent, -1 for singles
	private [][]recipe.Value // by agent: the symbols that are its own, its location first
	owner   []int            // by symbol: the agent that it is private to, or -1
	slot    []int            // by symbol: its place among those of the owner
}

// An Unlike error says in what the systems of two sizes differ besides the number of agents.
type Unlike struct {
	Pos  recipe.Position // of what differs, if it has a place
	What string          // a clause without a full stop
}

// Error is the clause.
func (e *Unlike) Error() string { return e.What }

func unlike(pos recipe.Position, format string, args ...any) error {
	return &Unlike{pos, fmt.Sprintf(format, args...)}
}

// ownSymbols finds the singles and whose each symbol is. That of a single is one which only its
// text mentions.
func (f *Family) ownSymbols() {
	sys := f.System
	f.classOf, f.owner, f.slot = make([]int, len(sys.Agents)), make([]int, len(sys.Symbols)), make([]int, len(sys.Symbols))
	users := make([][]int, len(sys.Symbols))
	for a := range sys.Agents {
		f.classOf[a] = slices.IndexFunc(f.Classes, func(c []int) bool { return slices.Contains(c, a) })
		for _, v := range mentioned(sys, a) {
			users[v] = append(users[v], a)
		}
		if f.classOf[a] < 0 {
			f.Singles, f.private[a] = append(f.Singles, a), []recipe.Value{sys.Agents[a].Location}
		}
	}
	for v, of := range users {
		single := len(of) == 1 && f.classOf[of[0]] < 0
		if single && recipe.Value(v) != recipe.Broadcast && recipe.Value(v) != sys.Agents[of[0]].Location {
			f.private[of[0]] = append(f.private[of[0]], recipe.Value(v))
		}
	}
	for v := range f.owner {
		f.owner[v] = -1
	}
	for a, own := range f.private {
		for i, v := range own {
			f.owner[v], f.slot[v] = a, i
		}
	}
}

// mentioned lists the symbols that an agent's text names, each once, its location among them.
func mentioned(sys *recipe.System, a int) []recipe.Value {
	out := []recipe.Value{sys.Agents[a].Location}
	for _, e := range textOf(sys, a) {
		for e := range e.All() {
			if e.Op == recipe.OpConst && e.Type.Kind == recipe.Enum && e.Value >= 0 {
				out = append(out, e.Value)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// textOf lists all expressions of an agent.
func textOf(sys *recipe.System, a int) []*recipe.Expr {
	agent := &sys.Agents[a]
	out := append([]*recipe.Expr{agent.Init, agent.ReceiveGuard}, agent.Relabel...)
	for id := range agent.Commands.All() {
		out = append(out, sys.Commands[id].Exprs()...)
	}
	return out
}

// ClassOf is the number of an agent's class, -1 for a single.
func (f *Family) ClassOf(agent int) int { return f.classOf[agent] }

// Members lists the agents of classes that expressions are about, ascending: those whose locals,
// control state, commands or private symbols they mention.
func (f *Family) Members(es ...*recipe.Expr) []int {
	sys := f.System
	found := map[int]bool{}
	for _, e := range es {
		for e := range e.All() {
			switch e.Op {
			case recipe.OpLocal:
				found[sys.Vars[e.Index].Agent] = true
			case recipe.OpControl:
				found[e.Index] = true
			case recipe.OpExecuted, recipe.OpEnabled:
				for _, id := range e.Commands {
					found[sys.Commands[id].Agent] = true
				}
			case recipe.OpConst:
				if e.Type.Kind == recipe.Enum && e.Value >= 0 && f.owner[e.Value] >= 0 {
					found[f.owner[e.Value]] = true
				}
			}
		}
	}
	var out []int
	for a := range sys.Agents {
		if found[a] && f.classOf[a] >= 0 {
			out = append(out, a)
		}
	}
	return out
}

// Private lists the symbols that are private to an agent, its location first, in the same order for
// all agents of a class.
func (f *Family) Private(agent int) []recipe.Value { return slices.Clone(f.private[agent]) }
