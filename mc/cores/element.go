// Package cores says what a verdict rests on: which guards, initial conditions and updates of a system
// are needed for a property to hold.
//
// Its one idea is to free parts of the system, and to check again. A guard that is freed is true, an
// initial condition that is freed is left out, and an update that is freed gives its variable any
// value. What is left when nothing more can be freed is a minimal core.
package cores

import (
	"cmp"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Kind says what an element is.
type Kind uint8

const (
	// Initial is a conjunct of the initial condition of an agent.
	Initial Kind = iota
	// Guard is a conjunct of the guard of a command.
	Guard
	// Update is the assignment of a command to a local.
	Update
)

// String is "initial condition", "guard" or "update".
func (k Kind) String() string {
	if k > Update {
		return "no element"
	}
	return [...]string{"initial condition", "guard", "update"}[k]
}

// An Element is a part of the system that can be freed. Agents of one type share it, if their commands
// are at the same place of the source.
type Element struct {
	Kind Kind
	Pos  recipe.Position
	// Agent is the type of the agents that have it, Command the label of the command, or its number
	// among those of the agent, such as `#2`; empty for initial conditions.
	Agent, Command string
	// Text is the condition or assignment, as the first of the agents has it.
	Text string

	places []place
}

// A place is where a system has an element: a conjunct of an agent or a command by its index, or the
// variable of an update.
type place struct{ agent, command, index int }

// mostCopies is how many commands may take the place of one whose updates are freed: one for each
// combination of values.
const mostCopies = 64

// Elements lists what can be freed of a system: initial conditions by agent, then guards and updates by
// command. Constant conditions are left out, and so are updates that would need more than 64 commands
// in the place of one. The system must pass [recipe.System.Check].
func Elements(sys *recipe.System) (out []Element) {
	if sys == nil {
		panic("cores: misuse: Elements of no system")
	}
	index := map[string]int{}
	add := func(key string, e Element, at place) {
		i, known := index[key]
		if !known {
			i = len(out)
			index[key] = i
			out = append(out, e)
		}
		out[i].places = append(out[i].places, at)
	}
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		for i, e := range recipe.Conjuncts(agent.Init) {
			if e.Op != recipe.OpConst {
				text := sys.ExprString(e, a)
				add(fmt.Sprint("init ", agent.TypeName, " ", text), Element{Initial, agent.Pos, agent.TypeName, "", text, nil}, place{a, -1, i})
			}
		}
	}
	for id := range sys.Commands {
		c := &sys.Commands[id]
		agent := &sys.Agents[c.Agent]
		name := cmp.Or(c.Label, fmt.Sprintf("#%d", id-agent.Commands.Start+1))
		key := fmt.Sprint(agent.TypeName, " ", c.Pos, " ", name)
		if c.Pos.Line == 0 {
			key = fmt.Sprint(id)
		}
		for i, e := range recipe.Conjuncts(c.Guard) {
			if e.Op != recipe.OpConst {
				add(fmt.Sprint("guard ", key, " ", i), Element{Guard, c.Pos, agent.TypeName, name, sys.ExprString(e, c.Agent), nil}, place{c.Agent, id, i})
			}
		}
		copies := 1
		for _, u := range c.Updates {
			size := sys.Vars[u.Var].Type.Size()
			if size > mostCopies/copies {
				continue
			}
			copies *= size
			text := sys.Vars[u.Var].Name + " := " + sys.ExprString(u.Expr, c.Agent)
			add(fmt.Sprint("update ", key, " ", sys.Vars[u.Var].Name), Element{Update, cmp.Or(u.Pos, c.Pos), agent.TypeName, name, text, nil}, place{c.Agent, id, u.Var})
		}
	}
	return out
}
