package parser

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// declHead consumes the word that begins a declaration.
func (p *parser) declHead() ast.DeclHead { return ast.DeclHead{Keyword: p.keyword()} }

func (p *parser) constDecl() ast.Decl {
	d := &ast.ConstDecl{DeclHead: p.declHead(), Name: p.ident("the name of the constant")}
	p.expect(token.Eq, "`=`")
	d.Value = p.commandExpr(p.limitBefore(token.Semi), "`;`")
	if _, bad := d.Value.(*ast.Bad); !bad && p.kind() != token.Semi {
		value := token.Clip(ast.Print(d.Value, ast.Style{}), longestText)
		p.report(unexpectedToken, p.At(p.pos-1).Span(), "write `const "+d.Name.Name+" = "+value+";`",
			"expected `;` after the constant, found %s", p.found().Describe())
	}
	p.accept(token.Semi)
	return d
}

func (p *parser) channelsDecl() ast.Decl {
	d := &ast.ChannelsDecl{DeclHead: p.declHead(), Dialect: ast.Classic}
	p.advance()
	if p.pos < p.limit {
		d.Names = p.declNames("the name of a channel")
	}
	return d
}

func (p *parser) enumDecl() ast.Decl {
	head := p.declHead()
	name := p.advance()
	open := p.pos
	p.advance()
	var values []*ast.DeclName
	if closing := p.closeOf(open); p.pos < closing || name.Text != "channel" {
		p.within(p.pos, closing, func() {
			values = p.declNames("a value of the enum")
			if p.pos < p.limit {
				p.failExpected("`,` or `}`")
			}
		})
	}
	p.advance()
	if name.Text == "channel" {
		return &ast.ChannelsDecl{DeclHead: head, Dialect: ast.Current, Names: values}
	}
	return &ast.EnumDecl{DeclHead: head, Name: named(name), Values: values}
}

// declNames parses `a, b, vmm[1..N], …`.
func (p *parser) declNames(what string) []*ast.DeclName {
	list := []*ast.DeclName{p.declName(what)}
	for p.accept(token.Comma) {
		list = append(list, p.declName(what))
	}
	return list
}

// declName parses `a`, `a[lo..hi]` or `a[i : lo..hi]`.
func (p *parser) declName(what string) *ast.DeclName {
	if !isName(p.kind()) {
		p.failExpected(what)
	}
	n := &ast.DeclName{Name: named(p.advance())}
	if p.kind() != token.LBrack {
		return n
	}
	_, n.Rbrack = p.bracketed(func() {
		if p.kind() == token.Word && (p.kindAt(p.pos+1) == token.Colon || p.kindAt(p.pos+1) == token.In) {
			n.Var = p.ident("the name of the index")
			p.advance()
		}
		n.Lo = p.commandExpr(p.limitBefore(token.DotDot), "`..`")
		p.expect(token.DotDot, "`..` in the range of a replicated name")
		n.Hi = p.commandExpr(p.limit, "`]`")
	})
	return n
}

// fields parses `x : type, …` up to the limit.
const localName = "the name of a local variable"

func (p *parser) fields(limit int, what string) []*ast.Field {
	var list []*ast.Field
	p.within(p.pos, limit, func() {
		for separated := true; ; {
			f := &ast.Field{Name: p.ident(what)}
			if p.kind() != token.Colon {
				p.failInstead(p.fieldHint(f.Name.Name), "`:` and a type")
			}
			p.advance()
			f.Type = p.typeExpr(f.Name.Name)
			list = append(list, f)
			if k := p.kind(); (k == token.Eq || k == token.Define) && what == localName {
				hint := "an initial value is a condition: write `init: " + f.Name.Name + " = " +
					p.valueText(p.pos+1) + "`"
				p.failInstead(hint, "`,` or the next section")
			}
			if p.kind() == token.Semi {
				if separated {
					p.report(unexpectedToken, p.foundSpan(), "declarations of variables are separated by `,`",
						"expected `,` or the next declaration, found `;`")
				}
				separated = false
				if p.advance(); p.pos == p.limit {
					return
				}
			} else if !p.accept(token.Comma) {
				return
			}
		}
	})
	return list
}

// typeExpr parses the type of a variable: a word, or two constant expressions with `..` between
// them.
func (p *parser) typeExpr(variable string) ast.Type {
	if hint := p.typeHint(variable); hint != "" {
		p.failInstead(hint, "a type")
	}
	stop := p.limitOutside(p.pos, p.Is(token.Comma, token.Semi))
	dots := p.before(token.DotDot, stop)
	if dots == stop {
		return p.ident("a type: bool, int, channel, location, an enum or a range `lo..hi`")
	}
	t := &ast.RangeType{Lo: p.commandExpr(dots, "`..`")}
	p.advance()
	t.Hi = p.commandExpr(stop, "`,` or the end of the declarations")
	return t
}

func (p *parser) guardDecl() ast.Decl {
	d := &ast.GuardDecl{DeclHead: p.declHead(), Name: p.ident("the name of the guard")}
	if p.kind() == token.LParen {
		closing := p.closeOf(p.pos)
		p.advance()
		if p.pos < closing {
			d.Params = p.fields(closing, "the name of a parameter")
		}
		if p.pos < closing {
			p.failExpected("`,` or `)`")
		}
		p.advance()
	}
	p.expect(token.Define, "`:=` and the guard's condition")
	d.Body = p.commandExpr(p.limitBefore(token.Semi), "`;`")
	p.expect(token.Semi, "`;` after the guard's condition")
	return d
}

func (p *parser) systemDecl() ast.Decl {
	d := &ast.SystemDecl{DeclHead: p.declHead()}
	p.advance()
	for !p.opens(p.pos) {
		d.Instances = append(d.Instances, p.instance())
		if p.kind() != token.Or && p.kind() != token.OrOr {
			break
		}
		d.Bars = append(d.Bars, p.advance().Text)
	}
	if p.opens(p.pos) {
		p.environment(d)
	}
	p.accept(token.Semi)
	return d
}

// environment reads `open` or `open receptive`, which stands for all agents outside of the system.
func (p *parser) environment(d *ast.SystemDecl) {
	if len(d.Bars) < max(1, len(d.Instances)) {
		p.fail(unexpectedToken, p.foundSpan(), p.outsideHint(), "expected an agent and `||` before `open`")
	}
	d.Open = p.ident("`open`")
	if p.isWord(p.pos, "receptive") {
		d.Receptive = p.ident("`receptive`")
	}
	if p.kind() == token.Or || p.kind() == token.OrOr {
		p.failInstead("write `open` behind all agents", "nothing after `open`, which is the last part of a system")
	}
}

func (p *parser) instance() *ast.Instance {
	inst := &ast.Instance{}
	if p.isWord(p.pos, "absent") && p.kindAt(p.pos+1) == token.Word {
		key := p.keyword()
		inst.Absent = &key
	}
	if p.kind() != token.Word {
		p.failInstead(cmp.Or(p.outsideHint(), p.hint()), "the name of an agent type")
	}
	inst.Type = p.ident("the name of an agent type")
	if p.kind() != token.LParen {
		failUnnamed(p, inst.Type.Name)
	}
	_, inst.Rparen = p.bracketed(func() {
		if p.pos == p.limit && inst.Type.Name == "open" {
			p.failInstead(outsideUnnamed, "the name of an instance of type `open`")
		}
		inst.Name = p.declName("the name of the instance")
		if p.accept(token.Comma) {
			inst.Cond = p.commandExpr(p.limit, "`)`")
		} else if p.pos < p.limit {
			p.failExpected("`,` and the initial condition of the instance, or `)`")
		}
	})
	return inst
}

// failUnnamed reports an agent type without the name of an instance: there, if it ends a line.
func failUnnamed(p *parser, typeName string) {
	const named = "`(` and the name of the instance"
	inLine, hint := p.kind() != token.EOF && !p.beginsLine(p.pos), p.hint()
	p.pos--
	outside := p.outsideHint()
	if inLine {
		p.pos++
		p.failInstead(cmp.Or(outside, hint), named)
	}
	p.fail(unexpectedToken, p.foundSpan(), cmp.Or(outside, "an agent is written `"+typeName+"(a, true)`"),
		"`%s` needs "+named, typeName)
}

func (p *parser) groupDecl() ast.Decl {
	d := &ast.GroupDecl{DeclHead: p.declHead(), Name: p.ident("the name of a group")}
	p.expect(token.Eq, "`=` and the members of the group")
	if p.kind() == token.LBrace {
		d.Members = p.agentGroup()
	} else {
		d.Members = p.ident("agents in braces, or an agent type")
	}
	p.accept(token.Semi)
	return d
}

func (p *parser) specDecl() ast.Decl {
	d := &ast.SpecDecl{DeclHead: p.declHead()}
	if p.isWord(p.pos, "NAME") && isName(p.kindAt(p.pos+1)) && p.kindAt(p.pos+2) == token.Define {
		p.advance()
		d.Name = named(p.advance())
		p.advance()
	}
	named := p.pos
	if strings.EqualFold(p.At(named).Text, "NAME") && isName(p.kindAt(named)) && isName(p.kindAt(named+1)) {
		named++
	}
	if k := p.kindAt(named + 1); isName(p.kindAt(named)) && (k == token.Colon || k == token.Define || k == token.Eq && named > p.pos) {
		start := p.pos
		p.pos = named + 1
		p.Report(unexpectedToken, p.foundSpan(), "expected a formula, found %s after `%s`", p.found().Describe(), p.At(named).Text).
			Suggest("a property is named by `SPEC NAME " + strings.Replace(p.At(named).Text, "NAME", "n", 1) + " := …`")
		p.pos = p.limit
		d.Formula = p.bad(start, p.limit)
	} else {
		d.Formula = p.formula("`;` or the next declaration")
	}
	return d
}

// assumeDecl reads `assume NAME := formula;`.
func (p *parser) assumeDecl() ast.Decl {
	d := &ast.AssumeDecl{DeclHead: p.declHead(), Name: p.ident("the name of the assumption")}
	p.expect(token.Define, "`:=` and the formula of the assumption")
	d.Formula = p.formula("`;` or the next declaration")
	return d
}

// contractDecl reads `contract k : T assume phi guarantee psi;`.
func contractDecl(p *parser) ast.Decl {
	d := &ast.ContractDecl{DeclHead: p.declHead(), Var: p.ident("the name of an agent")}
	p.expect(token.Colon, "`:` and an agent type")
	d.Type = p.ident("an agent type")
	before := len(p.scope)
	p.scope = append(p.scope, boundVariable{d.Var.Name, true})
	if p.isWord(p.pos, "assume") {
		p.advance()
		end := p.limitOutside(p.pos, func(i int) bool { return p.isWord(i, "guarantee") && p.kindAt(i-1) != token.Minus })
		p.within(p.pos, end, func() { d.Assume = p.formula("`guarantee`") })
	}
	if !p.isWord(p.pos, "guarantee") {
		p.failExpected("`guarantee` and a formula")
	}
	p.advance()
	d.Guarantee = p.formula("`;` or the next declaration")
	p.scope = p.scope[:before]
	return d
}

// formula parses a property up to a semicolon, which is consumed with any after it, or to the
// limit. It ends before a line that cannot continue it and may be meant to begin a declaration.
func (p *parser) formula(follow string) (x ast.Expr) {
	mode := p.mode
	p.mode = property
	start := p.pos
	ok := p.try(func() {
		end := p.limitBefore(token.Semi)
		p.needFormula(end)
		p.within(start, end, func() {
			x = p.expr()
			if p.pos < p.limit && !(p.kind() == token.Word && p.beginsLine(p.pos) && p.beginsOperand(p.pos+1)) {
				p.failExpected("an operator or " + follow)
			}
		})
	})
	p.mode = mode
	if !ok {
		p.pos = p.afterBroken(start)
		return p.bad(start, p.pos)
	}
	for p.accept(token.Semi) {
	}
	return x
}

// needFormula fails if there is nothing before the token at end.
func (p *parser) needFormula(end int) {
	if p.pos == end {
		p.fail(expectedExpression, p.foundSpan(), "write one, such as `G F client-served`, or leave it out",
			"there is no formula before %s", p.found().Describe())
	}
}

func (p *parser) compassionDecl() ast.Decl {
	d := &ast.CompassionDecl{DeclHead: p.declHead()}
	p.mode = property
	defer func() { p.mode = command }()
	if p.kind() != token.LParen {
		p.failInstead("write `COMPASSION (p, q);`, one for each agent", "`(` and two conditions")
	}
	p.bracketed(func() {
		d.If = p.expr()
		p.expect(token.Comma, "`,` and the second condition")
		d.Then = p.wholeExprTo(p.limit, "`)`")
	})
	p.accept(token.Semi)
	return d
}

// A parser reads a whole file. It is built in layers. Each knows those below it, and none of those
// above.
//
//	tokens       the tokens of a file, their brackets, and the window of them that is being read
//	outline      what begins at a token, as far as looking ahead and the declared names show
//	hints        what someone who wrote something else may have meant
//	mistakes     how a construct is left that cannot be read, and what is reported of it
//	expressions  expressions and formulas
//	processes    processes and their commands
//	parser       sections, declarations and files
type parser struct {
	processes
	comments []token.Token
}

func newParser(files *token.FileSet, name string, src []byte, opts Options) *parser {
	p := &parser{}
	p.source, p.watch = files.Add(name, src), opts.Watch
	p.language = language{dialect: ast.Classic, names: names{}, clock: opts.Watch}
	p.Reporter = &diag.Reporter{Files: files, MaxErrors: MaxErrors}
	p.regions, p.closers = map[region]*regionResult{}, map[int][]closer{}
	p.Sequence, p.comments = scanner.Scan(p.source, p.Reporter, p.watch)
	p.noteIllegal()
	p.end = p.Len() - 1
	p.limit = p.end
	p.match = slices.Repeat([]int{-1}, p.Len())
	if opts.Model != nil {
		p.dialect = opts.Model.Dialect
		p.reading = opts.Model.Reading
		p.names.addFile(opts.Model)
	}
	switch opts.Reading {
	case ForceTight:
		p.reading, p.forced = ast.Tight, true
	case ForceWide:
		p.reading, p.forced = ast.Wide, true
	}
	return p
}
