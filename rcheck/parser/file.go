package parser

import (
	"cmp"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// file parses a whole source: first everything but the properties, then these.
func (p *parser) file() *ast.File {
	f := &ast.File{Source: p.source, Comments: p.comments}
	pieces := p.declarations()
	f.Decls = make([]ast.Decl, len(pieces))
	scanned, inProperties := p.List, 0
	parse := func(properties bool) {
		for i, piece := range pieces {
			if (piece.kind >= specDecl) == properties {
				p.behind = 0
				before := p.errors()
				p.matchBrackets(piece.start, piece.end)
				f.Decls[i] = p.declaration(piece)
				if d, ok := f.Decls[i].(*ast.SpecDecl); ok {
					first, last := p.At(piece.start).Pos, p.At(piece.end).Pos
					n := p.errors() - before - p.behind + errorsWithin(scanned, p.source.Offset(first), p.source.Offset(last))
					if n > 0 {
						d.Formula = &ast.Bad{Start: d.Formula.Pos(), Stop: d.Formula.End()}
					}
					inProperties += n
				}
			}
		}
	}
	parse(false)
	p.names.addFile(f)
	p.decideReading(f)
	parse(true)
	p.checkFile(f)
	f.Broken, f.Lost = p.errors() > inProperties, p.lost
	return f
}

// errorsWithin counts the errors that begin between two offsets.
func errorsWithin(list diag.List, from, to int) (n int) {
	for _, d := range list {
		if d.Severity == diag.Error && from <= d.Start.Offset && d.Start.Offset < to {
			n++
		}
	}
	return n
}

// decideReading sets the dialect of a file from its first command guard, or failing that from its
// first construct that has a dialect, and with it the reading of its formulas.
func (p *parser) decideReading(f *ast.File) {
	byGuard, byOther := ast.NoDialect, ast.NoDialect
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ChannelsDecl:
			byOther = cmp.Or(byOther, n.Dialect)
		case *ast.CommandGuard:
			byGuard = cmp.Or(byGuard, n.Dialect)
		}
		return byGuard == ast.NoDialect
	})
	found := cmp.Or(byGuard, byOther)
	p.dialect = cmp.Or(found, p.dialect)
	f.Dialect = p.dialect
	if !p.forced && found != ast.NoDialect {
		p.reading = found.Reading()
	}
	f.Reading = p.reading
}

// declaration parses one piece. It returns a Bad if it fails.
func (p *parser) declaration(piece piece[declKind]) ast.Decl {
	return parsed(&p.mistakes, piece, p.declarationOf, p.failAfterDeclaration, p.lostDeclaration)
}

func (p *parser) declarationOf(kind declKind) ast.Decl {
	switch kind {
	case noDecl:
		p.fail(noDeclaration, p.foundSpan(), p.declarationHint(p.pos), "expected a declaration, found %s", p.found().Describe())
	case constDecl:
		return p.constDecl()
	case channelsDecl:
		return p.channelsDecl()
	case enumDecl:
		return p.enumDecl()
	case messageDecl:
		return &ast.MessageDecl{DeclHead: ast.DeclHead{Keyword: p.hyphenatedKeyword()}, Fields: p.fields(p.limit, "the name of a data variable")}
	case propertyDecl:
		d := &ast.PropertyDecl{DeclHead: ast.DeclHead{Keyword: p.hyphenatedKeyword()}}
		if p.pos < p.limit {
			d.Fields = p.fields(p.limit, "the name of a property identifier")
		}
		return d
	case guardDecl:
		return p.guardDecl()
	case agentDecl:
		return p.agentDecl()
	case systemDecl:
		return p.systemDecl()
	case groupDecl:
		return p.groupDecl()
	case specDecl:
		return p.specDecl()
	case assumeDecl:
		return p.assumeDecl()
	case agentContract:
		return contractDecl(p)
	case fairnessDecl:
		return &ast.FairnessDecl{DeclHead: p.declHead(), Cond: p.formula("`;` or the next declaration")}
	}
	return p.compassionDecl()
}

// failAfterDeclaration reports what follows a complete declaration and begins none.
func (p *parser) failAfterDeclaration(kind declKind) {
	what, own := "the next declaration", ""
	switch kind {
	case channelsDecl, enumDecl, messageDecl, propertyDecl:
		what = "`,` or the next declaration"
	case systemDecl:
		what = "`|`, `||` or the next declaration"
		if p.isWord(p.pos-1, "open") {
			what = "`receptive` or the next declaration"
		}
		own = p.outsideHint()
	}
	hint := cmp.Or(own, p.hint(), p.declarationHint(p.pos))
	if kind == specDecl {
		p.behind++
		hint = strings.TrimSuffix("no property is checked, as this may be a fairness condition; "+hint, "; ")
	}
	p.failInstead(hint, what)
}
