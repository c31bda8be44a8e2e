package ispl

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// agent reads `Agent … end Agent`.
func (p *parser) agent() *Agent {
	start := p.expect("Agent").pos
	a := &Agent{Name: p.agentName()}
	if !a.IsEnvironment() {
		p.agents = append(p.agents, a.Name.Name)
	}
	last, seen := 0, map[string]token.Span{}
	for !p.at("end") {
		t := p.peek()
		rank := slices.Index(agentSections, t.text)
		if p.atFileSection() || t.kind == endOfFile {
			p.failExpected("`end Agent`")
		}
		if t.kind != word || rank < 0 {
			p.Report(unexpectedText, t.span(), "expected %s or `end`, found %s", oneOf(agentSections[last:]), t.describe()).
				Suggest(diag.DidYouMean(t.text, agentSections))
			if meant := diag.Closest(t.text, agentSections); meant != "" {
				seen[meant] = t.span()
			}
			p.recoverSection()
			continue
		}
		p.order(t, &last, rank, agentSections, seen, false)
		if !p.try(func() { p.agentSection(a, t.text) }) {
			p.recoverSection()
		}
	}
	p.expect("end")
	p.expect("Agent")
	a.Span = p.spanFrom(start)
	p.incomplete(a, seen)
	return a
}

// recoverSection goes on behind the end of what could not be read, or where another section begins.
func (p *parser) recoverSection() {
	for p.peek().kind != endOfFile && !p.at("end") && !p.atSection() {
		p.pos++
	}
	if p.at("end") && p.peekAt(1).text != "Agent" {
		p.advance()
		if p.peek().kind == word {
			p.advance()
		}
	}
}

func (p *parser) agentSection(a *Agent, what string) {
	switch what {
	case "Obsvars":
		a.Obsvars = section(&p.reader, what, ":", p.variable)
	case "Vars":
		a.Vars = section(&p.reader, what, ":", p.variable)
	case "Lobsvars":
		a.Lobsvars = p.nameList(what, "a name of a variable of the environment")
	case "Actions":
		a.Actions = p.nameList(what, "a name of an action")
	case "RedStates":
		a.RedStates = section(&p.reader, what, ":", func() *Formula { return p.formulaItem(p.condition) })
	case "Protocol":
		a.Protocol = section(&p.reader, what, ":", p.protocolLine)
	case "Evolution":
		a.Evolution = section(&p.reader, what, ":", p.evolutionLine)
	}
}

// nameList reads `What = { a, b };`.
func (p *parser) nameList(what, of string) *Section[Ident] {
	start := p.expect(what).pos
	p.expect("=")
	names := p.list(func() Ident { return p.ident(of) })
	return &Section[Ident]{p.ended(start), names}
}

// incomplete reports what the language asks of an agent. Sections that were seen are not missing,
// even if they could not be read.
func (p *parser) incomplete(a *Agent, seen map[string]token.Span) {
	missing := func(absent bool, what string) {
		if _, begun := seen[what]; absent && !begun {
			p.Report(missingSection, a.Name.Span, "the agent `%s` has no section `%s`", a.Name.Name, what).
				Suggest("every agent needs one, even if there is nothing in it")
		}
	}
	missing(a.Actions == nil, "Actions")
	missing(a.Protocol == nil, "Protocol")
	missing(a.Evolution == nil, "Evolution")
	if a.IsEnvironment() {
		if a.Lobsvars != nil {
			p.Report(misplacedSection, a.Lobsvars.Span, "the environment has a section `Lobsvars`").
				Suggest("it sees all of its own variables; agents list the variables of the environment that they see")
		}
		return
	}
	missing(a.Vars == nil, "Vars")
	if a.Obsvars != nil {
		p.Report(misplacedSection, a.Obsvars.Span, "the agent `%s` has a section `Obsvars`", a.Name.Name).
			Suggest("only the environment has variables that every agent sees")
	}
}

func (p *parser) variable() *Variable {
	start := p.peek().pos
	v := &Variable{Name: p.ident("a name of a variable")}
	p.expect(":")
	t := p.peek()
	switch {
	case t.text == "boolean":
		p.advance()
	case t.text == "{":
		v.Kind = Enumeration
		v.Values = p.list(func() Ident { return p.ident("a name of a value") })
	case t.kind == number || t.text == "-":
		v.Kind = Range
		v.Lo = p.integer()
		p.expect("..")
		v.Hi = p.integer()
	default:
		hint := diag.DidYouMean(t.text, []string{"boolean"})
		if t.text == "bool" {
			hint = "did you mean `boolean`?"
		}
		p.failInstead(hint, "`boolean`, a range such as `0..3` or values in braces")
	}
	v.Type = p.spanFrom(t.pos)
	v.Span = p.ended(start)
	return v
}

func (p *parser) protocolLine() *ProtocolLine {
	start := p.peek().pos
	l := &ProtocolLine{}
	if !p.accept("Other") {
		l.When = p.condition()
	}
	p.expect(":")
	if t := p.peek(); t.kind == name {
		p.failInstead("a line allows a set of actions: write `{"+t.text+"}`", "`{`")
	}
	l.Actions = p.list(func() Ident { return p.ident("a name of an action") })
	l.Span = p.ended(start)
	return l
}

func (p *parser) evolutionLine() *EvolutionLine {
	start := p.peek().pos
	l := &EvolutionLine{}
	p.assignments(l)
	p.expect("if")
	l.When = p.condition()
	l.Span = p.ended(start)
	return l
}

// assignments reads what stands before `if`: assignments joined by `and`, each or several of them
// in parentheses.
func (p *parser) assignments(l *EvolutionLine) {
	for {
		if p.at("(") {
			p.enter()
			p.advance()
			p.assignments(l)
			p.expect(")")
			p.leave()
		} else {
			v := p.ident("an assignment to a variable, with the name of the variable")
			if t := p.peek(); t.text == ":" && p.peekAt(1).text == "=" {
				p.fail(unexpectedText, t.span(), "write `"+v.Name+" = "+p.peekAt(2).text+"`",
					"expected `=`, found `:=`")
			}
			p.expect("=")
			l.Assign = append(l.Assign, Assignment{v, p.value()})
		}
		if !p.accept("and") {
			return
		}
	}
}

// A parser reads agents, the other sections, and files.
type parser struct{ expressions }
