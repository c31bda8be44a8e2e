package rchecktest

import (
	"fmt"
	"slices"
	"strings"
)

// properties writes fairness conditions and specifications.
func (g *generator) properties() []term {
	var out []term
	p := &properties{generator: g}
	if g.chance(25) {
		g.fair = true
		out = append(out, line("FAIRNESS %s;", p.fairness()))
	}
	if g.chance(15) {
		g.fair = true
		out = append(out, line("COMPASSION (%s, %s);", p.fairness().enclosed(), p.fairness().enclosed()))
	}
	for i := range 4 {
		x := p.specification()
		if i == 3 {
			x = p.states(p.between(1, 2))
		}
		words := []string{"SPEC"}
		if g.classic {
			words = append(words, "LTLSPEC", "LTL", "LTOL")
		}
		if words = append(words, "ATLSPEC"); i == 3 {
			words = append(words, "CTLSPEC", "CTLSPEC")
		}
		name := ""
		if g.chance(30) {
			name = fmt.Sprintf("NAME s%d := ", i)
		}
		out = append(out, line("%s %s%s;", pick(g, words), name, x))
	}
	return out
}

// properties makes formulas.
type properties struct {
	*generator
	bound []quantified
}

// quantified is a variable that ranges over the instances of some types.
type quantified struct {
	name  string
	types []*agentType
}

// agents lists how instances and quantified variables can be named, with their types.
func (p *properties) agents() (texts []string, of [][]*agentType) {
	for _, q := range p.bound {
		if len(q.types) > 0 {
			texts, of = append(texts, q.name), append(of, q.types)
		}
	}
	for _, c := range p.components {
		for i, name := range c.names() {
			if slices.ContainsFunc(p.bound, func(q quantified) bool { return q.name == name || q.name == c.name }) {
				continue
			}
			if c.count > 0 && p.chance(40) {
				name = fmt.Sprintf("%s[%s]", c.name, p.indexOf(p.numbers(), family{c.name, 1, c.count}, i+1))
			}
			texts, of = append(texts, name), append(of, []*agentType{c.typ})
		}
	}
	return texts, of
}

// numbers are the quantified numbers and the constants.
func (p *properties) numbers() *scope {
	s := &scope{}
	for _, q := range p.bound {
		if len(q.types) == 0 {
			s.add(p.boundLeaf(q))
		}
	}
	p.addConstants(s)
	return s
}

// boundLeaf is a quantified variable as a value: a number, or the name of an instance.
func (p *properties) boundLeaf(q quantified) leaf {
	if len(q.types) == 0 {
		return leaf{name: q.name, text: q.name, typ: typ{kind: number, lo: 1, hi: 2}, index: true}
	}
	return leaf{name: q.name, text: q.name, typ: p.locationType()}
}

// scope is what a condition on a state can read.
func (p *properties) scope() *scope {
	s := &scope{angles: true}
	for _, q := range p.bound {
		s.add(p.boundLeaf(q))
	}
	texts, of := p.agents()
	for i, text := range texts {
		if p.chance(15) {
			own := p.oneOf("name", "myself")
			s.add(leaf{name: text + "-" + own, text: text + "-" + own, typ: p.locationType()})
		}
		for _, l := range of[i][0].locals {
			if common(of[i], l) {
				s.add(leaf{name: text + "-" + l.name, text: text + "-" + l.name, typ: l.typ})
			}
		}
		if len(of[i]) == 1 && of[i][0].red {
			for _, norm := range []string{"red", "green"} { // a local of that name hides it
				s.add(leaf{name: text + "-" + norm, text: text + "-" + norm, typ: typ{kind: boolean}})
			}
		}
		if of[i][0].states > 1 && p.chance(40) {
			s.add(leaf{name: text + "-automaton-state", text: text + "-automaton-state", typ: typ{kind: number, hi: of[i][0].states - 1}})
		}
	}
	p.addConstants(s)
	s.guards = p.guards
	return s
}

// common reports whether all types have a local of that name and type.
func common(types []*agentType, l leaf) bool {
	return !slices.ContainsFunc(types, func(t *agentType) bool {
		return !slices.ContainsFunc(t.locals, func(k leaf) bool { return k.name == l.name && k.typ.text == l.typ.text })
	})
}

// atom is a formula without temporal operators and observations.
func (p *properties) atom() term {
	texts, of := p.agents()
	i := p.Intn(len(texts))
	labels := of[i][0].labels
	if len(labels) > 0 && len(of[i]) == 1 && p.chance(40) {
		text := texts[i] + "-" + pick(p.generator, labels)
		if p.chance(20) {
			text = "enabled(" + text + ")"
		}
		return atom(text)
	}
	if p.chance(6) {
		return atom(p.oneOf("deadlock", "PROGRESS"))
	}
	return p.boolTerm(p.scope(), 1)
}

// label is a label of some agent, if one of those drawn has any.
func (p *properties) label() term {
	texts, of := p.agents()
	for range 2 * len(texts) {
		if i := p.Intn(len(texts)); len(of[i]) == 1 && len(of[i][0].labels) > 0 {
			return atom(texts[i] + "-" + pick(p.generator, of[i][0].labels))
		}
	}
	return p.atom()
}

// someStepAtom is a label, sometimes under a condition on the state or together with another one.
func (p *properties) someStepAtom() term {
	switch p.Intn(4) {
	case 2:
		return bracketed(infix(p.label(), "&", p.label()))
	case 3:
		return bracketed(infix(p.boolTerm(p.scope(), 1), "&", p.label()))
	}
	return p.label()
}

// stepAtoms asks whether one of several agents does something.
func (p *properties) stepAtoms() term {
	out := p.someStepAtom()
	for range p.between(1, 3) {
		next := p.someStepAtom()
		if p.chance(30) {
			next = p.quantify(p.someStepAtom)
		}
		if out = infix(out, "|", next); p.chance(30) {
			out = bracketed(out)
		}
	}
	return bracketed(out)
}

// specification is a formula of a shape that people write, or any.
func (p *properties) specification() term {
	x := func() term { return p.formula(1) }
	recurs := func() term { return p.temporal("G", p.temporal("F", p.atom())) }
	switch p.Intn(12) {
	case 6: // of agents that are alike
		return p.quantify(recurs)
	case 7: // whose parts may help to show one another
		return infix(infix(recurs(), "&", recurs()), "&", p.quantify(recurs))
	case 8:
		return infix(x(), "->", p.quantify(func() term { return p.temporal(p.oneOf("G", "F"), x()) }))
	case 0:
		return p.temporal("G", x())
	case 1:
		return p.temporal("F", x())
	case 2:
		return p.temporal("G", bracketed(infix(x(), "->", p.temporal("F", x()))))
	case 3:
		return p.temporal("G", p.temporal("F", x()))
	case 4:
		return p.temporal("F", p.temporal("G", x()))
	case 5:
		return p.temporal("G", p.observe(x()))
	case 9:
		return p.temporal("G", bracketed(infix(p.stepAtoms(), p.oneOf("->", "&", "|"), p.temporal(p.oneOf("F", "X"), x()))))
	}
	return p.formula(3)
}

// temporal puts F, G, X, a path quantifier, or both in one word before a formula. After a word that
// may be a name a formula must not begin as what follows a name.
func (p *properties) temporal(op string, x term) term {
	if strings.ContainsAny(op[:1], "AE") && strings.ContainsAny(x.min[:1], "-<[") {
		x = bracketed(x)
	}
	return p.before(atom(op+" "), x)
}

// before puts a temporal operator or an observation before a formula.
func (p *properties) before(op, x term) term {
	if p.wide {
		return reaching(op, x)
	}
	return applied(op, x, levelNot)
}

// formula is any formula.
func (p *properties) formula(depth int) term {
	if depth == 0 {
		return p.atom()
	}
	sub := func() term { return p.formula(depth - 1) }
	switch n := p.Intn(16); n {
	case 0, 1:
		return p.temporal(p.oneOf("F", "G"), sub())
	case 2:
		return p.temporal("X", sub())
	case 3, 4:
		return infix(sub(), p.oneOf("U", "W", "R"), sub())
	case 5:
		return prefix("!", sub())
	case 6:
		return infix(sub(), p.oneOf("&", "&&"), sub())
	case 7, 8, 9:
		return infix(sub(), [...]string{"|", "->", "<->"}[n-7], sub())
	case 10, 11, 12:
		return p.observe(sub())
	case 13, 14:
		return p.quantify(sub)
	}
	return p.stepAtoms()
}

// quantify puts a quantifier over agents or numbers before a formula, which is made under it.
func (p *properties) quantify(body func() term) term {
	name := p.oneOf("j", "k", "h")
	if slices.ContainsFunc(p.bound, func(q quantified) bool { return q.name == name }) {
		return p.atom()
	}
	words := []string{"forall", "exists", "∀", "∃"}
	if p.classic {
		words = []string{`/\`, `\/`, "forall", "exists"}
	}
	var over []string
	var types []*agentType
	for _, t := range p.types {
		if p.chance(50) {
			over, types = append(over, t.name), append(types, t)
		}
	}
	domain := strings.Join(over, " | ")
	switch {
	case len(types) == 0 && p.chance(50):
		domain = fmt.Sprintf("1..%d", p.between(0, 2))
	case len(types) == 0:
		domain, types = "Agent", p.types
	}
	outer := p.bound
	p.bound = append(p.bound[:len(p.bound):len(p.bound)], quantified{name, types})
	names := name
	for _, other := range []string{"j", "k", "h"} {
		if p.chance(12) && !slices.ContainsFunc(p.bound, func(q quantified) bool { return q.name == other }) {
			p.bound = append(p.bound, quantified{other, types})
			names += ", " + other
		}
	}
	x := body()
	p.bound = outer
	return reaching(line("%s %s : %s . ", pick(p.generator, words), names, domain), x)
}

// observe puts an observation before a formula.
func (p *properties) observe(x term) term {
	o := p.observation(2)
	open, closing := "<", "> "
	if p.chance(50) {
		open, closing = "[", "] "
	}
	if !p.classic {
		open, closing = open+open, closing[:1]+closing
	}
	return p.before(line("%s%s%s", open, o, closing), x)
}

// fairness is a condition on a state or a step.
func (p *properties) fairness() term {
	if !p.chance(30) {
		return p.atom()
	}
	format := "<<%s>> true"
	if p.classic {
		format = "<%s> true"
	}
	out := line(format, p.observation(1))
	out.level = levelNot
	return out
}

// observation is a condition on a step.
func (p *properties) observation(depth int) term {
	if depth == 0 {
		return p.observed()
	}
	sub := func() term { return p.observation(depth - 1) }
	switch n := p.Intn(9); n {
	case 0:
		return prefix("!", sub())
	case 1, 2, 3, 4:
		return infix(sub(), [...]string{"&", "|", "->", "<->"}[n-1], sub())
	case 5, 6:
		s := p.stepScope(true)
		x := p.boolTerm(s, 2)
		if p.chance(30) {
			x = p.junction(x, p.observed())
		}
		if p.chance(15) {
			x = p.junction(called(p.oneOf("exists", "forall"), p.boolTerm(s, 1)), x) // the inner one changes nothing
		}
		return called(p.oneOf("exists", "forall"), x)
	}
	return p.observed()
}

// junction is a conjunction or a disjunction.
func (p *properties) junction(x, y term) term {
	if p.chance(50) {
		return infix(x, "&", y)
	}
	return infix(x, "|", y)
}

// stepScope is what a step is asked: its data, its channel, the property identifiers.
func (p *properties) stepScope(quantified bool) *scope {
	s := &scope{angles: true, bare: !quantified}
	for _, q := range p.bound {
		s.add(p.boundLeaf(q))
	}
	s.addOuter(p.data...)
	s.addOuter(p.chan_())
	if quantified {
		p.addProperties(s)
	} else {
		for _, q := range p.props {
			s.add(leaf{name: "@" + q.name, text: "@" + q.name, typ: q.typ})
			s.add(leaf{name: "supplier-" + q.name, text: "supplier-" + q.name, typ: q.typ})
		}
		s.hide(p.props...)
	}
	p.addConstants(s)
	s.guards = p.guards
	return s
}

// observed is an atom about a step.
func (p *properties) observed() term {
	role := func() string {
		return p.oneOf("sender", "getter", "supplier", "initiator", "producer", "locality")
	}
	texts, _ := p.agents()
	switch p.Intn(7) {
	case 0, 1, 2:
		return infix(atom(role()), p.oneOf("=", "=", "!="), atom(pick(p.generator, texts)))
	case 3:
		if p.chance(50) {
			return atom("p2p")
		}
		return infix(atom("locality"), p.oneOf("=", "!="), atom("any"))
	}
	return p.condition(p.stepScope(false))
}
