package parser

import (
	"cmp"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// agentDecl parses an agent type. A section that fails is a Bad; the others are parsed all the
// same.
func (p *parser) agentDecl() ast.Decl {
	d := &ast.AgentDecl{DeclHead: p.declHead(), Name: p.ident("the name of the agent type")}
	end := p.limit
	pieces := p.sections(p.pos, end)
	first := end
	if len(pieces) > 0 {
		first = pieces[0].start
	}
	if p.pos < first {
		p.report(unexpectedToken, p.foundSpan(), p.sectionHint(p.pos),
			"expected a section of the agent (%s), found %s",
			sectionNames, p.found().Describe())
		d.Sections = append(d.Sections, p.bad(p.pos, first))
	}
	latest := map[sectionKind]ast.Keyword{}
	for _, piece := range pieces {
		section := p.section(piece)
		d.Sections = append(d.Sections, section)
		if s, ok := section.(interface{ Word() ast.Keyword }); ok {
			if before, twice := latest[piece.kind]; twice {
				hint := "write one section"
				if _, condition := section.(*ast.CondSection); condition {
					hint += ", and join the conditions by `&`"
				}
				w := p.Report(repeatedSection, ast.Span(s.Word()),
					"this section of agent `%s` replaces an earlier one, "+
						"which has no effect", d.Name.Name).Suggest(hint)
				p.Relate(w, ast.Span(before), "the earlier section")
			}
			latest[piece.kind] = s.Word()
		}
		install(d, piece.kind, section)
	}
	p.pos = end
	return d
}

const sectionNames = "`local:`, `init:`, `relabel:`, `receive-guard:`, `observe:`, `red:`, `picture:` or `repeat:`"

// install makes a section the one that counts. A file of the current dialect may repeat a section;
// the last one counts.
func install(d *ast.AgentDecl, kind sectionKind, s ast.Section) {
	switch s := s.(type) {
	case *ast.LocalSection:
		d.Local = s
	case *ast.CondSection:
		switch kind {
		case initSection:
			d.Init = s
		case redSection:
			d.Red = s
		default:
			d.ReceiveGuard = s
		}
	case *ast.RelabelSection:
		d.Relabel = s
	case *ast.ObserveSection:
		d.Observe = s
	case *ast.PictureSection:
		d.Picture = s
	case *ast.RepeatSection:
		d.Repeat = s
	}
}

func (p *parser) section(piece piece[sectionKind]) ast.Section {
	return parsed(&p.mistakes, piece, p.sectionOf, p.failAfterSection, p.bad)
}

func (p *parser) sectionOf(kind sectionKind) ast.Section {
	if kind == receiveGuardSection {
		return &ast.CondSection{SectionHead: ast.SectionHead{Keyword: p.hyphenatedKeyword()}, Cond: p.commandExpr(p.limit, afterSection)}
	}
	head := ast.SectionHead{Keyword: p.keyword()}
	if head.Text == "locals" {
		p.Report(unexpectedToken, ast.Span(head.Keyword),
			"expected a section of the agent (%s), found name `locals`", sectionNames).
			Suggest("did you mean `local:`?")
	}
	p.advance()
	switch kind {
	case localSection:
		s := &ast.LocalSection{SectionHead: head}
		if p.pos < p.limit {
			s.Fields = p.fields(p.limit, localName)
		}
		return s
	case observeSection:
		s := &ast.ObserveSection{SectionHead: head}
		for more := true; more; more = p.accept(token.Comma) {
			s.Names = append(s.Names, p.stateName(localName))
		}
		return s
	case pictureSection:
		s := &ast.PictureSection{SectionHead: head}
		s.Exprs = append(s.Exprs, p.commandExpr(p.pictureComma(), "`,` and the row"))
		if _, bad := s.Exprs[0].(*ast.Bad); bad {
			return s
		}
		p.expect(token.Comma, "`,` and the row of the agent")
		s.Exprs = append(s.Exprs, p.commandExpr(p.pictureComma(), "`,` and the label, or the next section"))
		if p.accept(token.Comma) {
			s.Exprs = append(s.Exprs, p.commandExpr(p.limit, "the next section"))
		}
		return s
	case redSection, initSection:
		return &ast.CondSection{SectionHead: head, Cond: p.commandExpr(p.limit, afterSection)}
	case relabelSection:
		s := &ast.RelabelSection{SectionHead: head}
		for p.pos < p.limit {
			s.Entries = append(s.Entries, p.relabelEntry())
		}
		return s
	}
	return &ast.RepeatSection{SectionHead: head, Body: p.process()}
}

// pictureComma is the place of the next comma that stands in no call.
func (p *parser) pictureComma() int {
	return p.limitOutside(p.pos, p.Is(token.Comma))
}

const afterSection = "the end of the condition"

func (p *parser) failAfterSection(kind sectionKind) {
	what := "the next section of the agent or the next declaration"
	switch kind {
	case localSection, pictureSection:
		what = "`,` or the next section"
	case repeatSection:
		what = "`;`, `+` or the next declaration"
	}
	hint := cmp.Or(p.hint(), p.sectionHint(p.pos), p.declarationHint(p.pos))
	if kind == repeatSection {
		hint = cmp.Or(p.betweenCommands(), hint)
	}
	p.failInstead(hint, what)
}

// relabelEntry parses `pv <- e`. The expression ends where the next entry begins.
func (p *parser) relabelEntry() *ast.Assign {
	e := &ast.Assign{Name: p.ident("a property identifier")}
	if !p.accept(token.LArrow) {
		if p.kind() != token.Lt || p.kindAt(p.pos+1) != token.Minus || !p.adjacent(p.pos) {
			hint := p.hint()
			if p.kind() == token.Define || p.kind() == token.Eq {
				end := max(p.limitOutside(p.pos+2, p.beginsLine), p.pos+2)
				hint = "write `" + e.Name.Name + " <- " +
					p.textBetween(p.At(p.pos).End(), p.At(end-1).End()) + "`"
			}
			p.failInstead(hint, "`<-` and the value of the property identifier")
		}
		p.pos += 2
	}
	next := p.limitOutside(p.pos, func(i int) bool {
		return i > p.pos && (p.arrowAt(i+1) || p.kindAt(i+1) == token.Define) &&
			p.At(i).Kind == token.Word && endsOperand(p.At(i-1).Kind)
	})
	e.Value = p.commandExpr(next, "the next property identifier")
	return e
}

// endsOperand reports whether an expression can end with a token of the kind.
func endsOperand(k token.Kind) bool {
	switch k {
	case token.Word, token.Int, token.RParen, token.RBrack, token.Star:
		return true
	}
	return false
}
