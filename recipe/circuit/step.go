package circuit

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// executes is where the interaction executes one of the commands: of its receives as said.
func (it *Interaction) executes(g *Graph, commands []int, take func(*Take) Lit) Lit {
	if slices.Contains(commands, it.Command) || slices.Contains(commands, it.Supply) {
		return True
	}
	var out []Lit
	for _, t := range it.Takes {
		if slices.Contains(commands, t.Command.ID) {
			out = append(out, take(t))
		}
	}
	return g.Any(out...)
}

// interact adds all interactions, and what they assign.
func (m *Model) interact(ctx context.Context) {
	for id := range m.System.Commands {
		c := &m.System.Commands[id]
		if !m.fires[id] || !m.goesOn(ctx) {
			continue
		}
		switch c.Kind {
		case recipe.Send:
			m.send(ctx, c)
		case recipe.Get:
			for k := range m.System.Commands {
				if s := &m.System.Commands[k]; s.Kind == recipe.Supply && s.Agent != c.Agent && m.fires[k] {
					m.exchange(c, s)
				}
			}
		}
	}
}

// send adds the interactions of a send, one for each channel that it may use.
func (m *Model) send(ctx context.Context, c *recipe.Command) {
	channel := m.e.Term(c.Channel, &setting{})
	values := channel.Value.values
	if values == nil {
		values = m.System.Channel.Values
	}
	for _, v := range values {
		if !m.System.Channel.Contains(v) || !m.goesOn(ctx) {
			continue
		}
		in := &setting{Channel: v, HasChannel: true}
		in.Data = m.e.Assigned(c, in)
		own := &setting{Channel: v, HasChannel: true}
		when := m.All(m.e.At(c.Agent, c.From), m.e.On(c, v), m.e.Holds(c.Guard, own), m.e.Fits(c, in.Data), m.e.FitsUpdates(c, own),
			m.e.Vacant(c))
		if when == False {
			continue
		}
		it := &Interaction{Kind: recipe.SendOn(v), Command: c.ID, Supply: -1, Channel: v, decided: True}
		it.setting = evaluate.SettingOfSend(c, in, it.executed(m.Graph))
		all := []Lit{when}
		for a := range m.System.Agents {
			if a != c.Agent {
				all = append(all, m.receive(it, a, c, in))
			}
		}
		m.checkSpawns(it)
		m.join(it, m.All(all...), m.updates(c, own))
	}
}

// checkSpawns gives up where two agents may spawn a common one in a step: whether such a step is
// possible is no matter of each of them alone.
func (m *Model) checkSpawns(it *Interaction) {
	by := map[int]int{}
	commands := []*recipe.Command{&m.System.Commands[it.Command]}
	for _, t := range it.Takes {
		commands = append(commands, t.Command)
	}
	for _, c := range commands {
		for _, a := range c.Spawns {
			if other, met := by[a]; met && other != c.Agent {
				m.fail(fmt.Errorf("%w: %s and %s may both spawn %s in one step", ErrTooLarge, m.System.Agents[other].Name,
					m.System.Agents[c.Agent].Name, m.System.Agents[a].Name))
			}
			by[a] = c.Agent
		}
	}
}

// executed answers propositions that ask for commands that a step executes.
func (it *Interaction) executed(g *Graph) func([]int) Lit {
	return func(commands []int) Lit {
		return it.executes(g, commands, func(t *Take) Lit { return t.Executed })
	}
}

// receive adds what another agent does with a message, and returns where it does not block it. An
// agent that can execute several receives chooses one by inputs of its own.
func (m *Model) receive(it *Interaction, agent int, c *recipe.Command, in *setting) Lit {
	fires := func(id int) bool { return m.fires[id] }
	does := m.e.Reception(agent, c.Predicate, in, in, fires, func(x Lit) Lit { return x })
	var executed []Lit
	var when []Lit
	for _, t := range does.Takes {
		when = append(when, t.When)
	}
	chooses := !m.exclusive(when)
	for i, t := range does.Takes {
		x := t.When
		if chooses {
			x = m.And(x, m.numbered(m.turn(&m.receives[agent], len(does.Takes)), i))
		}
		executed = append(executed, x)
		it.Takes = append(it.Takes, &Take{Command: t.Command, Executed: x, when: t.When, updates: m.updates(t.Command, in)})
	}
	if chooses {
		it.decided = m.And(it.decided, m.Or(does.Stays, m.Any(executed...)))
	}
	return does.Possible
}

// exchange adds the interaction of a get and a supply, if they can meet.
func (m *Model) exchange(get, supply *recipe.Command) {
	x, ok := m.e.Exchange(get, supply)
	if !ok {
		return
	}
	when := m.All(append(m.e.Meet(x), m.e.FitsUpdates(get, x.Getter), m.e.FitsUpdates(supply, x.Supplier))...)
	if when == False {
		return
	}
	it := &Interaction{Kind: recipe.PointToPointStep, Command: get.ID, Supply: supply.ID, decided: True}
	it.setting = x.Setting(m.System, it.executed(m.Graph))
	m.join(it, when, append(m.updates(get, x.Getter), m.updates(supply, x.Supplier)...))
}

// join adds an interaction with where it is enabled and what its initiator and supplier assign. The
// choices select the first interaction of which they say so.
func (m *Model) join(it *Interaction, enabled Lit, updates []update) {
	if enabled == False {
		return
	}
	it.Enabled = enabled
	choice := m.Input()
	m.Choices = append(m.Choices, choice)
	m.Interactions = append(m.Interactions, it)
	it.Taken = m.And(m.And(choice, m.free), it.Enabled)
	m.free = m.And(m.free, choice.Not())
	m.assign(it.Taken, updates)
	for _, t := range it.Takes {
		m.assign(m.And(it.Taken, t.Executed), t.updates)
	}
}

// updates are what a command assigns.
func (m *Model) updates(c *recipe.Command, in *setting) []update {
	out := []update{{m.controls[c.Agent], constant(recipe.Value(c.To))}}
	for _, u := range c.Updates {
		out = append(out, update{m.locals[u.Var], m.e.Term(u.Expr, in).Value})
	}
	return out
}

func (m *Model) assign(when Lit, updates []update) {
	for _, u := range updates {
		m.assigned[u.variable] = append(m.assigned[u.variable], assignment{when, u.to})
	}
}

// finish builds what depends on all interactions.
func (m *Model) finish() {
	if m.err != nil {
		return
	}
	enabled := make([]Lit, len(m.Interactions))
	possible := make([]Lit, len(m.Interactions))
	for i, it := range m.Interactions {
		enabled[i], possible[i] = it.Enabled, m.And(it.Taken, it.decided)
	}
	for _, receives := range m.receives {
		m.Choices = append(m.Choices, receives...)
	}
	m.deadlock = m.Any(enabled...).Not()
	m.Possible = m.Or(m.deadlock, m.Any(possible...))
	for _, v := range m.Variables {
		if v.Local >= 0 && m.System.Vars[v.Local].Free {
			m.release(v)
			continue
		}
		m.Next = append(m.Next, m.after(v, m.assigned[v])...)
	}
	m.assigned = nil
}

// release adds choices for the value that a free local has after the step.
func (m *Model) release(v *Variable) {
	chosen := m.newVariable(v.Agent, v.Local, v.number.values)
	m.Choices = append(m.Choices, chosen.Bits...)
	m.chosen = append(m.chosen, chosen)
	fits := m.among(number{digits: chosen.number.digits}, v.number.values)
	m.Possible = m.And(m.Possible, m.Or(m.deadlock, fits))
	for k, bit := range v.Bits {
		kept, taken := m.And(m.deadlock, bit), m.And(m.deadlock.Not(), chosen.Bits[k])
		m.Next = append(m.Next, m.Or(kept, taken))
	}
}
