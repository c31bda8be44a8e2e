package ispl

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// ParseFile parses a model, which is added to the file set under the given name. The tree is
// complete if the list has no errors; it is never nil. The watch can end the parse, and may be nil;
// the caller defers [interrupt.Catch].
func ParseFile(watch *interrupt.Watch, files *token.FileSet, name string, src []byte) (*File, diag.List) {
	p := &parser{}
	p.watch = watch
	p.source, p.Reporter = files.Add(name, src), &diag.Reporter{Files: files, MaxErrors: MaxErrors}
	p.propositions = map[string]string{}
	items, comments := scan(watch, p.source, p.Reporter)
	p.items = items
	f := &File{Source: p.source}
	if !p.misnamed() {
		f = p.file()
	}
	f.Comments = comments
	return f, p.Finish(p.source, tooManyErrors)
}

// misnamed reports the agents that are called by a word of the language. What mentions them cannot be
// read.
func (p *reader) misnamed() (any bool) {
	for i, t := range p.items {
		declared := i > 0 && p.items[i-1].text == "Agent" && (i == 1 || p.items[i-2].text != "end")
		if declared && t.kind == word && t.text != EnvironmentName && !slices.Contains(agentSections, t.text) {
			p.Report(unexpectedText, t.span(), "an agent cannot be called `%s`, which is a word of the language", t.text).
				Suggest("choose another name here and wherever the agent is mentioned")
			any = true
		}
	}
	return any
}

func (p *parser) file() *File {
	f := &File{Source: p.source}
	last, seen := 0, map[string]token.Span{}
	for p.peek().kind != endOfFile {
		t := p.peek()
		rank := slices.Index(fileSections, t.text)
		if t.kind != word || rank < 0 {
			p.Report(unexpectedText, t.span(), "expected %s, found %s", oneOf(fileSections[last:]), t.describe()).
				Suggest(diag.DidYouMean(t.text, fileSections))
			p.advance()
			p.skipToFileSection()
			continue
		}
		p.order(t, &last, rank, fileSections, seen, t.text == "Agent")
		if !p.try(func() { p.fileSection(f, t.text) }) {
			p.skipToFileSection()
		}
	}
	p.missing(f)
	return f
}

// missing reports the sections that every file has.
func (p *reader) missing(f *File) {
	end := p.peek().span()
	report := func(absent bool, what string) {
		if absent && !p.List.HasErrors() {
			p.Report(missingSection, end, "the model has no section `%s`", what).Suggest("every model needs one")
		}
	}
	report(!slices.ContainsFunc(f.Agents, func(a *Agent) bool { return !a.IsEnvironment() }), "Agent")
	report(f.Evaluation == nil, "Evaluation")
	report(f.InitStates == nil, "InitStates")
	report(f.Formulae == nil, "Formulae")
}

// skipToFileSection goes on where a part of a file begins, if anywhere.
func (p *reader) skipToFileSection() {
	for p.peek().kind != endOfFile && !p.atFileSection() {
		p.pos++
	}
}

func (p *parser) fileSection(f *File, what string) {
	switch what {
	case "Semantics":
		f.Semantics = p.semantics()
	case "Agent":
		f.Agents = append(f.Agents, p.agent())
	case "Evaluation":
		f.Evaluation = section(&p.reader, what, "", func() *Proposition {
			start := p.peek().pos
			n := p.ident("a name of a proposition")
			p.expect("if")
			when := p.condition()
			p.propositions[Print(when)] = n.Name
			return &Proposition{p.ended(start), n, when}
		})
	case "InitStates":
		f.InitStates = section(&p.reader, what, "", func() *Formula { return p.formulaItem(p.condition) })
	case "Groups":
		f.Groups = section(&p.reader, what, "", func() *Group {
			start := p.peek().pos
			n := p.ident("a name of a group")
			p.expect("=")
			members := p.list(p.agentName)
			return &Group{p.ended(start), n, members}
		})
	case "Fairness":
		f.Fairness = section(&p.reader, what, "", func() *Formula { return p.formulaItem(p.stateFormula) })
	case "Formulae":
		f.Formulae = section(&p.reader, what, "", func() *Formula { return p.formulaItem(p.property) })
	}
}

func (p *parser) semantics() *Semantics {
	start := p.advance().pos
	p.expect("=")
	t := p.peek()
	s := &Semantics{Single: t.text == "SA" || t.text == "SingleAssignment"}
	if !s.Single && t.text != "MA" && t.text != "MultiAssignment" {
		p.failExpected("`MultiAssignment` or `SingleAssignment`")
	}
	p.advance()
	s.Span = p.ended(start)
	return s
}
