package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// One mistake has one message. A character that is no token makes the rest of its line
// unreadable, so that the parser reports nothing there. A declaration that cannot be read may
// have declared the names in it, so that uses of these names are not reported.

// noteIllegal notes where the scanner has found characters that are no tokens.
func (p *parser) noteIllegal() {
	p.illegal = map[int]int{}
	for _, d := range p.rep.List {
		if first, ok := p.illegal[d.Start.Line]; !ok || d.Start.Offset < first {
			p.illegal[d.Start.Line] = d.Start.Offset
		}
	}
}

// report adds an error, unless it is the consequence of a character that is no token.
func (p *parser) report(code diag.Code, at token.Span, hint, format string, args ...any) {
	start := p.source.Position(at.Start)
	if first, ok := p.illegal[start.Line]; ok && first <= start.Offset {
		p.hidden++
		return
	}
	p.rep.Report(code, at, format, args...).Suggest(hint)
}

// errors is the number of mistakes found so far, those that are not reported included.
func (p *parser) errors() int { return p.rep.Errors() + p.hidden }

// lose notes the names among the tokens from start up to but not including end, which cannot be
// read.
func (p *parser) lose(start, end int) {
	if p.lost == nil {
		p.lost = map[string]bool{}
	}
	for _, t := range p.toks[start:end] {
		p.watch.Step()
		if t.Kind == token.Word {
			p.lost[t.Text] = true
		}
	}
}

// lostDeclaration is a Bad for tokens that cannot be read and may declare names.
func (p *parser) lostDeclaration(start, end int) *ast.Bad {
	p.lose(start, end)
	return p.bad(start, end)
}
