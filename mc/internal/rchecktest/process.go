package rchecktest

import (
	"fmt"
	"slices"
	"strings"
)

// plan is a command to be: commands are planned in groups that are meant to interact, because
// commands drawn one by one rarely find partners.
type plan struct {
	kind    commandKind
	channel string
	named   string // of a get or supply, the instance it names; empty for any
}

type commandKind uint8

const (
	send commandKind = iota
	receive
	get
	supply
)

const mostCommands = 5

func (g *generator) interactions() {
	for range g.between(2, 2*len(g.types)+2) {
		from := pick(g, g.types)
		if g.chance(25) {
			g.exchange(from)
			continue
		}
		channel := "*"
		if g.chance(50) {
			channel = pick(g, g.channels)
		}
		from.plan(plan{kind: send, channel: channel})
		for _, to := range g.types {
			if g.chance(60) {
				to.plan(plan{kind: receive, channel: channel})
			}
			if g.chance(12) {
				to.plan(plan{kind: receive, channel: channel})
			}
		}
	}
}

func (g *generator) exchange(from *agentType) {
	c := pick(g, g.components)
	named := ""
	if (c.typ != from || c.count > 1) && g.chance(50) {
		named = pick(g, c.names()) // a get from itself would be an error
	}
	from.plan(plan{kind: get, named: named})
	c.typ.plan(plan{kind: supply, named: named})
}

func (t *agentType) plan(p plan) {
	if len(t.plans) < mostCommands {
		t.plans = append(t.plans, p)
	}
}

// agent writes an agent type, its sections in some order.
func (g *generator) agent(t *agentType) term {
	var sections []term
	if len(t.locals) > 0 {
		sections = append(sections, section("local:", t.locals))
	}
	s := &scope{myself: true}
	g.addLocals(s, t)
	if init, ok := g.init(s, t); ok {
		sections = append(sections, line("init: %s", init.enclosed()))
	}
	if len(t.locals) > 0 && g.chance(30) {
		seen := g.some([]string{"automaton-state", t.locals[0].name, t.locals[len(t.locals)-1].name}, g.between(1, 2))
		sections = append(sections, line("observe: %s", strings.Join(seen, ", ")))
	}
	if g.chance(30) {
		t.red = true
		sections = append(sections, line("%s: %s", g.oneOf("red", "violation"), g.boolTerm(s, 1).enclosed()))
	}
	if r := g.relabelling(s); r.min != "" {
		sections = append(sections, r)
	}
	if guard, ok := g.receiveGuard(t); ok {
		sections = append(sections, line("receive-guard: %s", guard.enclosed()))
	}
	if g.chance(8) {
		sections = append(sections, line("picture: %s, %s", g.number(s, 1).enclosed(), g.number(s, 1).enclosed()))
	}
	var commands []term
	for _, p := range t.plans {
		commands = append(commands, g.command(t, p))
	}
	t.states = 1
	if len(commands) > 0 {
		sections = append(sections, line("repeat: %s", g.process(t, commands)))
	}
	if g.chance(15) {
		i, j := g.Intn(len(sections)+1), g.Intn(len(sections)+1)
		if i < len(sections) && j < len(sections) {
			sections[i], sections[j] = sections[j], sections[i]
		}
	}
	return listed("\n  ", append([]term{line("agent %s", t.name)}, sections...)...)
}

// init constrains most locals, so that there are few initial states.
func (g *generator) init(s *scope, t *agentType) (term, bool) {
	var out []term
	for _, l := range t.locals {
		if !l.typ.open && !l.typ.spacious() && g.chance(30) {
			t.free = append(t.free, l)
			continue
		}
		x := s.leaf(l)
		switch l.typ.kind {
		case boolean:
			if g.chance(50) {
				x = prefix("!", x)
			}
		case number:
			x = infix(x, g.oneOf("=", "=="), numeral(g.between(l.typ.lo, l.typ.hi)))
			if l.typ.open && g.chance(30) {
				low := infix(s.leaf(l), ">=", atom("0"))
				x = infix(low, "&", infix(s.leaf(l), "<", atom("2")))
			}
		default:
			v, ok := g.symbol(s, l.typ)
			if !ok {
				continue
			}
			x = infix(x, "=", v)
		}
		out = append(out, x)
	}
	if g.chance(6) {
		out = append(out, infix(g.boolTerm(s, 1), "|", g.boolTerm(s, 1)))
	}
	if len(out) == 0 {
		return term{}, false
	}
	all := out[0]
	for _, x := range out[1:] {
		all = infix(all, g.oneOf("&", "&&"), x)
	}
	return all, true
}

func (g *generator) relabelling(s *scope) term {
	var entries []term
	for _, p := range g.props {
		if g.chance(15) {
			continue
		}
		x := g.value(s, p.typ)
		if p.typ.kind == number && !g.chance(10) {
			// Within the type, so that it is no error.
			x = called("max", numeral(p.typ.lo), called("min", x, numeral(p.typ.hi)))
		}
		entries = append(entries, line("\n    %s <- %s", p.name, x.enclosed()))
	}
	if len(entries) == 0 {
		return line("")
	}
	return line("relabel:%s", listed("", entries...))
}

// receiveGuard connects the agent to most channels it receives from.
func (g *generator) receiveGuard(t *agentType) (term, bool) {
	if g.chance(35) {
		return term{}, false
	}
	s := &scope{myself: true}
	channel := g.chan_()
	s.addOuter(channel)
	g.addLocals(s, t)
	var parts []term
	for _, p := range t.plans {
		if p.kind == receive && p.channel != "*" && !s.hidden[p.channel] && g.chance(90) {
			parts = append(parts, infix(s.leaf(channel), g.oneOf("=", "=="), atom(p.channel)))
		}
	}
	for _, l := range s.like(channel.typ) {
		if l.class == classLocal && g.chance(60) {
			parts = append(parts, infix(s.leaf(channel), "=", s.leaf(l)))
		}
	}
	if g.chance(25) || len(parts) == 0 {
		parts = append(parts, g.boolTerm(s, 1))
	}
	return chain("|", parts), true
}

// command writes a planned command.
func (g *generator) command(t *agentType, p plan) term {
	label := ""
	if g.chance(65) {
		name := fmt.Sprintf("l%d", g.Intn(3))
		if !slices.Contains(t.labels, name) {
			t.labels = append(t.labels, name)
		}
		label = name + ": "
	}
	s := &scope{myself: true}
	var body func() term
	switch p.kind {
	case send:
		body = g.sendBody(t, p, s)
	case receive:
		s.addOuter(t.locals...)
		s.addOuter(g.carried()...)
		s.hide(g.data...)
		s.addOuter(g.chan_())
		body = func() term { return line("%s ?", g.channel(t, p)) }
	default:
		s.addOuter(t.locals...)
		s.addOuter(g.carried()...)
		s.hide(g.data...)
		body = g.exchangeBody(t, p)
	}
	g.addLocals(s, t)
	guard := atom(g.truth(true))
	if g.chance(45) {
		guard = g.boolTerm(s, 2)
	}
	open, closing := "<", "> "
	if g.classic && g.chance(10) {
		open, closing = "⟨", "⟩ "
	}
	if !g.classic {
		open, closing = "{", "} "
	}
	b := body()
	return line("%s%s%s%s%s [%s]", label, open, guard.enclosed(), closing, b, g.updates(t, s))
}

// carried are the data variables that a command chooses to mention.
func (g *generator) carried() []leaf {
	var out []leaf
	for _, d := range g.data {
		if g.chance(60) {
			out = append(out, d)
		}
	}
	return out
}

// channel is mostly the planned one, else a local that holds one.
func (g *generator) channel(t *agentType, p plan) string {
	hidden := false
	for _, l := range t.locals {
		hidden = hidden || l.name == p.channel
		if l.typ.text == "channel" && g.chance(35) {
			return l.name
		}
	}
	if text, ok := g.asMember(&scope{}, p.channel); ok && (hidden || g.chance(50)) {
		return text
	}
	if hidden {
		return "*"
	}
	return p.channel
}

// assignments gives values to most of some variables.
func (g *generator) assignments(s *scope, of []leaf, percent int) term {
	var out []term
	for _, l := range of {
		if !g.chance(percent) {
			continue
		}
		x := g.value(s, l.typ)
		if l.class == classLocal && l.typ.spacious() && g.chance(60) {
			x = infix(s.leaf(l), g.oneOf("+", "+", "-"), line("%d", g.between(1, 3)))
		}
		out = append(out, line("%s := %s", l.name, x.enclosed()))
	}
	return listed(", ", out...)
}

func (g *generator) sendBody(t *agentType, p plan, s *scope) func() term {
	s.addOuter(t.locals...)
	s.addOuter(g.chan_())
	return func() term {
		own := &scope{myself: true}
		g.addLocals(own, t)
		var given []leaf
		for _, d := range g.data {
			if g.chance(80) {
				given = append(given, d)
			}
		}
		data := g.assignments(own, given, 100)
		predicate := atom(g.truth(true))
		if g.chance(60) {
			target := &scope{myself: true}
			target.addOuter(t.locals...)
			target.addOuter(given...)
			target.hide(g.data...)
			g.addProperties(target)
			target.addOuter(g.chan_())
			g.addLocals(target, t)
			predicate = g.boolTerm(target, 2)
		}
		return g.address(g.channel(t, p)+" ! ", predicate, data)
	}
}

// addProperties gives the property identifiers, with and without `@`.
func (g *generator) addProperties(s *scope) {
	for _, p := range g.props {
		s.addOuter(leaf{name: "@" + p.name, text: "@" + p.name, typ: p.typ, class: classProperty})
		if g.chance(50) {
			s.add(leaf{name: p.name, text: p.name, typ: p.typ, class: classOther})
		}
	}
	s.hide(g.props...)
}

// address writes what stands between the head of a command and its updates. Of several parentheses
// the last holds the data.
func (g *generator) address(head string, to, data term) term {
	if data.min == "" && g.chance(30) {
		return line("%s(%s)", head, to)
	}
	return line("%s%s (%s)", head, to.enclosed(), data)
}

func (g *generator) exchangeBody(t *agentType, p plan) func() term {
	return func() term {
		s := &scope{myself: true}
		g.addLocals(s, t)
		data := g.assignments(s, g.data, 80)
		locality := g.locality(t, p, s)
		if p.kind != supply && p.named != "" && g.chance(25) {
			locality = g.several(s, locality)
		}
		if p.kind == supply {
			return g.address(g.oneOf("SUPPLY", "SUPPLY", "Supply")+"@", bracketed(locality), data)
		}
		head := g.oneOf("GET", "GET", "Get")
		if p.named != "" || !g.chance(60) {
			return g.address(head+"@", bracketed(locality), data)
		}
		g.addProperties(s)
		predicate := bracketed(g.boolTerm(s, 1))
		if g.classic && g.chance(50) {
			return line("%s%s%s", head, predicate, g.address("@", bracketed(locality), data))
		}
		return g.address(head+"@", predicate, data)
	}
}

// locality is what a get asks, or a supply answers for.
func (g *generator) locality(t *agentType, p plan, s *scope) term {
	if p.named == "" {
		return atom(g.oneOf("any", "any", "TRUE", "true"))
	}
	for _, l := range t.locals {
		if l.typ.text == "location" && g.chance(60) {
			return atom(l.name)
		}
	}
	if p.kind == supply && g.chance(80) {
		return atom("myself")
	}
	if text, ok := g.asMember(s, p.named); ok && g.chance(50) {
		return atom(text)
	}
	return atom(p.named)
}

// several is a Boolean expression over a locality and others.
func (g *generator) several(s *scope, one term) term {
	other := g.locations[g.Intn(len(g.locations))]
	if s.hidden[other] || g.chance(30) {
		other = "myself"
	}
	return line(g.oneOf("(%s | %s)", "!(%s & %s)", "(!%s & !%s)", "(!%s | %s)"), one, atom(other))
}

// The levels of processes.
const (
	processChoice = iota
	processSequence
	processRepetition // commands are atoms
)

// process arranges commands to a process.
func (g *generator) process(t *agentType, commands []term) term {
	if len(commands) == 1 {
		x := commands[0]
		if g.chance(8) {
			return repeated(x)
		}
		return x
	}
	if g.chance(7) {
		return repeated(g.process(t, commands))
	}
	cut := g.between(1, len(commands)-1)
	left, right := commands[:cut], commands[cut:]
	if g.chance(55) {
		x, y := g.process(t, left), g.process(t, right)
		return joined(x, " + ", y, processChoice)
	}
	x := g.process(t, left)
	t.states++
	y := g.process(t, right)
	return joined(x, "; ", y, processSequence)
}

// repeated is `rep x`.
func repeated(x term) term {
	return term{min: "rep " + x.operand(processRepetition, false), full: "rep (" + x.full + ")", level: processRepetition}
}

// joined joins processes. Either operator associates, so that neither side needs parentheses at its
// own level.
func joined(x term, op string, y term, level int) term {
	return term{min: x.operand(level, false) + op + y.operand(level, false), full: "(" + x.full + ")" + op + "(" + y.full + ")", level: level}
}
