package rchecktest

import "slices"

// comeAndGo decides which agents are absent at first, and which types have agents that stop.
func (g *generator) comeAndGo() {
	if !g.growing && !g.chance(25) {
		return
	}
	last := len(g.components) - 1
	for i, c := range g.components {
		c.absent = i > 0 && (g.chance(60) || g.growing && i == last)
		c.typ.pooled = c.typ.pooled || c.absent
	}
	for _, t := range g.types {
		if g.chance(30) {
			t.stops, t.pooled = true, true
		}
	}
}

// updates are those of a command: assignments, agents that it spawns, or `stop`.
func (g *generator) updates(t *agentType, s *scope) term {
	if t.stops && g.chance(35) {
		if x, ok := g.spawn(t, s, nil); ok && g.chance(30) {
			return listed(", ", x, atom("stop"))
		}
		return atom("stop")
	}
	var spawns []term
	var names []leaf // of new agents
	for _, l := range t.locals {
		if l.typ.text == "location" && g.chance(40) {
			if x, ok := g.spawn(t, s, &l); ok {
				spawns, names = append(spawns, x), append(names, l)
			}
		}
	}
	if x, ok := g.spawn(t, s, nil); ok && g.chance(40) {
		spawns = append(spawns, x)
	}
	rest := slices.DeleteFunc(slices.Clone(t.locals), func(l leaf) bool { return slices.ContainsFunc(names, func(n leaf) bool { return n.name == l.name }) })
	assignments := g.assignments(s, rest, 50)
	if assignments.min != "" {
		spawns = append(spawns, assignments)
	}
	return listed(", ", spawns...)
}

// spawn spawns an agent of some type whose agents can be absent, and keeps its name in a local, if
// one is given.
func (g *generator) spawn(t *agentType, s *scope, name *leaf) (term, bool) {
	var pools []*agentType
	for _, c := range g.components {
		other := c.typ != t || c.count > 1
		if (c.absent || c.typ.stops) && other && !slices.Contains(pools, c.typ) {
			pools = append(pools, c.typ)
		}
	}
	if len(pools) == 0 {
		return term{}, false
	}
	of, to := pick(g, pools), "any"
	if name != nil {
		to = name.name
	} else if slices.ContainsFunc(t.locals, func(l leaf) bool { return l.name == "any" }) {
		return term{}, false
	}
	if g.chance(30) {
		return line("spawn %s(%s)", of.name, to), true
	}
	inner := &scope{myself: true}
	g.addLocals(inner, of)
	for _, l := range s.leaves {
		if l.class == classLocal || l.class == classData || l.class == classChannel {
			inner.add(l)
		}
	}
	return line("spawn %s(%s, %s)", of.name, to, g.start(inner, of).enclosed()), true
}
