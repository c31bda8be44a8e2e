package ispl

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// fileSections are the words that begin a part of a file, in the order in which the parts stand.
var fileSections = strings.Fields(`
	Semantics Agent Evaluation InitStates Groups Fairness Formulae`)

// agentSections are those of an agent.
var agentSections = strings.Fields("Obsvars Lobsvars Vars RedStates Actions Protocol Evolution")

func oneOf(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "`" + w + "`"
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " or " + quoted[len(quoted)-1]
}

// order reports a section that is out of place or there twice.
func (p *reader) order(t item, last *int, rank int, sections []string, seen map[string]token.Span, repeats bool) {
	if before, twice := seen[t.text]; twice && !repeats {
		d := p.Report(misplacedSection, t.span(), "there is a section `%s` already", t.text)
		p.Relate(d, before, "the first one")
		return
	}
	seen[t.text] = t.span()
	if rank < *last {
		p.Report(misplacedSection, t.span(), "the section `%s` comes after `%s`", t.text, sections[*last]).
			Suggest("move it before `" + sections[*last] + "`; the order is " + strings.Join(sections, ", "))
	}
	*last = max(*last, rank)
}

// section reads `What … end What`, where colon is what follows the first word. A mistake in one
// declaration is reported, and reading goes on after its semicolon.
func section[T any](p *reader, what, colon string, parse func() T) *Section[T] {
	start := p.expect(what).pos
	s := &Section[T]{}
	if colon != "" {
		p.try(func() { p.expect(colon) })
	}
	for !p.at("end") && p.peek().kind != endOfFile && !p.atSection() {
		before := p.pos
		if !p.try(func() { s.Items = append(s.Items, parse()) }) {
			p.recover(before)
		}
	}
	if !p.accept("end") {
		p.failExpected("`end " + what + "`")
	}
	if !p.accept(what) {
		t := p.peek()
		between := p.source.Source()[p.source.Offset(p.items[p.pos-1].pos):p.source.Offset(t.pos)]
		if (t.kind == word || t.kind == name) && !bytes.ContainsRune(between, '\n') {
			p.pos++
			p.Report(unexpectedText, t.span(), "the section `%s` is ended by `end %s`", what, t.text).
				Suggest("write `end " + what + "`")
		} else {
			p.Report(unexpectedText, t.span(), "expected `%s` after `end`, found %s", what, t.describe()).
				Suggest("write `end " + what + "`")
		}
	}
	s.Span = p.spanFrom(start)
	return s
}

// atSection reports whether a section begins here: the one before it lacks its end.
func (p *reader) atSection() bool {
	t := p.peek()
	if t.kind != word || p.pos > 0 && (p.items[p.pos-1].text == "." || p.items[p.pos-1].text == "end") {
		return false
	}
	return slices.Contains(fileSections, t.text) || slices.Contains(agentSections, t.text)
}

func (p *reader) atFileSection() bool {
	return p.atSection() && slices.Contains(fileSections, p.peek().text)
}

// recover skips to behind the semicolon of the declaration that began at item before, or to what
// ends the section.
func (p *reader) recover(before int) {
	for !p.at(";") && !p.at("end") && p.peek().kind != endOfFile && !p.atSection() {
		p.pos++
	}
	if !p.accept(";") && p.pos == before && p.peek().kind != endOfFile && !p.at("end") {
		p.pos++
	}
}

func (p *reader) formulaItem(parse func() *Expr) *Formula {
	start := p.peek().pos
	x := parse()
	return &Formula{p.ended(start), x}
}

// ended reads the semicolon of what began at start, and gives the span of all that.
func (p *reader) ended(start token.Pos) token.Span {
	p.expect(";")
	return p.spanFrom(start)
}
