// Package cores says what a verdict rests on: which guards, initial conditions and updates of a
// system are needed for a property to hold.
//
// Its one idea is to free parts of the system, and to check again. A guard that is freed is true,
// an initial condition that is freed is left out, and an update that is freed gives its variable
// any value. What is left when nothing more can be freed is a minimal core.
package cores

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
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
	// Channel is a constant channel of a send or receive, which is not freed.
	Channel
)

// String is "initial condition", "guard", "update" or "channel".
func (k Kind) String() string {
	if k > Channel {
		return "no element"
	}
	return [...]string{"initial condition", "guard", "update", "channel"}[k]
}

// An Element is a part of the system that can be freed. Agents of one type share it, if their
// commands are at the same place of the source.
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

// A place is where a system has an element: a conjunct of an agent or a command by its index, or
// the variable of an update.
type place struct{ agent, command, index int }

// mostCopies is how many commands may take the place of one whose updates are freed: one for each
// combination of values.
const mostCopies = 64

// Elements lists what can be freed of a system: initial conditions by agent, then guards and
// updates by command. Constant conditions are left out, and so are updates that would need more
// than 64 commands in the place of one. The system must pass [recipe.System.Check].
func Elements(sys *recipe.System) []Element {
	if sys == nil {
		panic("cores: misuse: Elements of no system")
	}
	l := &list{sys: sys, index: map[string]int{}}
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		for i, e := range recipe.Conjuncts(agent.Init) {
			if e.Op != recipe.OpConst {
				text := l.text(e, a)
				l.add(fmt.Sprint("init ", agent.TypeName, " ", text), Element{Initial, agent.Pos, agent.TypeName, "", text, nil}, place{a, -1, i})
			}
		}
	}
	for id := range sys.Commands {
		if l.outside(id) {
			continue
		}
		l.guards(id)
		copies := 1
		for _, u := range sys.Commands[id].Updates {
			if size := sys.Vars[u.Var].Type.Size(); size <= mostCopies/copies {
				copies *= size
				l.update(id, u)
			}
		}
	}
	return l.elements
}

// A list collects elements; those with one key are one.
type list struct {
	sys      *recipe.System
	elements []Element
	index    map[string]int // by key
}

// outside reports whether a command is in no text, as those of agents outside of an open system.
func (l *list) outside(id int) bool { return l.sys.Agents[l.sys.Commands[id].Agent].Outside }

func (l *list) add(key string, e Element, at place) {
	i, known := memo.Number(l.index, key)
	if !known {
		l.elements = append(l.elements, e)
	}
	l.elements[i].places = append(l.elements[i].places, at)
}

// part adds a part of a command.
func (l *list) part(id int, kind Kind, pos recipe.Position, index int, text string) {
	c := &l.sys.Commands[id]
	agent := &l.sys.Agents[c.Agent]
	number := id - agent.Commands.Start
	key := fmt.Sprint(kind, agent.TypeName, c.Pos, number, " ", index)
	switch {
	case c.Pos.Line == 0:
		key = fmt.Sprint(kind, id, " ", index)
	case kind == Update:
		key = fmt.Sprint(kind, agent.TypeName, c.Pos, number, l.sys.Vars[index].Name)
	}
	name := cmp.Or(c.Label, fmt.Sprintf("#%d", number+1))
	l.add(key, Element{kind, pos, agent.TypeName, name, text, nil}, place{c.Agent, id, index})
}

func (l *list) guards(id int) {
	c := &l.sys.Commands[id]
	for i, e := range recipe.Conjuncts(c.Guard) {
		if e.Op != recipe.OpConst {
			l.part(id, Guard, c.Pos, i, l.text(e, c.Agent))
		}
	}
}

func (l *list) update(id int, u recipe.Assignment) {
	c := &l.sys.Commands[id]
	l.part(id, Update, cmp.Or(u.Pos, c.Pos), u.Var, l.sys.Vars[u.Var].Name+" := "+l.text(u.Expr, c.Agent))
}

// text is an expression of an agent as all agents of its type may have it: the agent calls itself
// `myself`.
func (l *list) text(e *recipe.Expr, agent int) string {
	own := *l.sys
	if at := l.sys.Agents[agent].Location; at >= 0 && int(at) < len(own.Symbols) && own.Location != nil {
		own.Symbols = slices.Clone(own.Symbols)
		own.Symbols[at] = "myself"
	}
	return own.ExprString(e, agent)
}
