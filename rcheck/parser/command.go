package parser

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// command parses `[label:] <psi> action` or `[label:] {psi} action`.
func (p *processes) command() ast.Process {
	c := &ast.Command{}
	if isName(p.kind()) && p.kindAt(p.pos+1) == token.Colon {
		c.Label = named(p.advance())
		p.advance()
	}
	c.Guard = p.commandGuard()
	c.Action = p.action()
	if p.kind() == token.LParen && p.At(p.pos-1).Kind == token.RBrack && p.looksLikeAssigns(p.pos) {
		p.failDataLast()
	}
	return c
}

// failDataLast reports data that stand after the updates.
func (p *processes) failDataLast() {
	open, last := p.match[p.pos-1], p.closeOf(p.pos)
	updates := p.textBetween(p.At(open).Pos, p.lastEnd())
	data := p.textBetween(p.At(p.pos).Pos, p.At(last).End())
	p.failInstead("the data stand before the updates: write `"+data+updates+"`", "the end of the command")
}

func (p *processes) commandGuard() *ast.CommandGuard {
	open := p.pos
	g := &ast.CommandGuard{Dialect: ast.Classic, Open: p.At(open).Pos}
	closing := -1
	switch p.kind() {
	case token.LBrace:
		g.Dialect = ast.Current
		closing = p.closeOf(open)
	case token.LAngle:
		closing = p.guardEnd(open, token.RAngle)
	case token.Lt:
		closing = p.guardEnd(open, token.Gt)
	default:
		p.failInstead(p.commandHint(), "a command: a guard `<condition>` or `{condition}`, perhaps after `label:`")
	}
	p.pos = open + 1
	g.Cond = p.commandExpr(closing, "the end of the guard")
	g.Stop = p.At(closing).End()
	p.pos = closing + 1
	return g
}

// guardEnd returns the index of the first bracket of the given kind after which a command goes on,
// outside of all parentheses.
func (p *processes) guardEnd(open int, k token.Kind) int {
	last := -1
	for i := open + 1; i < p.limit; i++ {
		p.watch.Step()
		if p.match[i] > i {
			i = p.match[i]
			continue
		}
		if p.At(i).Kind == k {
			if p.actionAt(i + 1) {
				return i
			}
			if last < 0 {
				last = i
			}
		}
		if (p.At(i).Kind == token.Semi || p.At(i).Kind == token.Plus) && p.beginsProcess(i+1) {
			break
		}
	}
	if last >= 0 {
		p.pos = last + 1
		p.failInstead("", actionForms+" after the guard")
	}
	p.fail(openBracket, p.At(open).Span(), "",
		"the guard that begins here is not closed by `%s` before %s", k, actionForms)
	return -1
}

const actionForms = "`channel !`, `channel ?`, `GET@` or `SUPPLY@`"

func (p *processes) action() ast.Action {
	if p.pointToPointAt(p.pos) {
		if text := p.peek().Text; text == "GET" || text == "Get" {
			return p.get()
		}
		return p.supply()
	}
	var channel ast.Expr
	switch p.kind() {
	case token.Star:
		t := p.advance()
		channel = &ast.Star{Literal: literal(t)}
	case token.Word, token.Int:
		channel = p.channelName()
	default:
		p.failExpected(actionForms)
	}
	switch p.kind() {
	case token.Not:
		p.advance()
		a := &ast.Send{Chan: channel}
		a.Guard, a.Data, a.Updates = p.target("send guard", false)
		return a
	case token.Question:
		p.advance()
		return &ast.Receive{Chan: channel, Updates: p.updates()}
	}
	hint := ""
	if p.kind() == token.LParen {
		hint = "a send is written `channel! (true)(x := e)[]`, a receive `channel? [y := x]`"
	}
	if id, ok := channel.(*ast.Ident); ok {
		switch word := strings.ToUpper(id.Name); word {
		case "GET", "SUPPLY":
			hint = "did you mean `" + word + "@`?"
		}
	}
	p.failInstead(hint, "`!` or `?` after the channel")
	return nil
}

// channelName parses `c` or `vmm[e]`.
func (p *processes) channelName() ast.Expr {
	name := named(p.advance())
	if p.kind() == token.LBrack {
		return p.index(name)
	}
	return name
}

func (p *processes) get() ast.Action {
	a := &ast.Get{Keyword: p.keyword()}
	if p.kind() == token.LParen {
		closing := p.closeOf(p.pos)
		a.Pred = &ast.Paren{Lparen: p.advance().Pos, Rparen: p.At(closing).Pos}
		a.Pred.X = p.commandExpr(closing, "`)`")
		p.pos = closing + 1
	}
	p.expect(token.At, "`@`")
	a.From, a.Data, a.Updates = p.target("locality or predicate", false)
	return a
}

func (p *processes) supply() ast.Action {
	a := &ast.Supply{Keyword: p.keyword()}
	p.advance()
	a.To, a.Data, a.Updates = p.target("locality", true)
	return a
}

// target parses what follows `!` or `@`: an expression, the data in parentheses, the updates in
// brackets. Of several parentheses before the updates the last holds the data; a single pair holds
// them if its contents are assignments or nothing. Nothing else can stand between a name and the
// updates if noCalls is set.
func (p *processes) target(what string, noCalls bool) (e ast.Expr, data, updates *ast.AssignList) {
	open := p.updatesStart()
	closing := p.closeOf(open)
	start, end := p.pos, open
	if last := open - 1; last > start && p.At(last).Kind == token.RParen {
		if o := p.match[last]; o >= start && p.dataAt(o, start, noCalls) {
			end = o
		}
	}
	if end == start {
		p.fail(missingSendGuard, p.foundSpan(), p.targetHint(end, open, closing),
			"expected a %s, found %s", what,
			p.found().Describe())
	}
	e = p.commandExpr(end, "the data in parentheses or the updates in brackets")
	if end < open {
		data = p.assignList(end, open-1, "a data variable")
	}
	updates = p.assignList(open, closing, localVariable)
	p.pos = closing + 1
	return e, data, updates
}

// updatesStart returns the index of the bracket that opens the updates of the command being parsed,
// and fails if there is none.
func (p *processes) updatesStart() int {
	i := p.pos
	for ; i < p.limit; i++ {
		p.watch.Step()
		switch k := p.At(i).Kind; k {
		case token.LBrack:
			if p.updatesAt(i) {
				return i
			}
		case token.Semi, token.Plus:
			if p.beginsProcess(i+1) && p.kindAt(i+1) != token.LParen || k == token.Semi {
				p.failNoUpdates(i)
			}
		case token.RParen, token.LBrace, token.RBrace:
			p.failNoUpdates(i)
		}
		if p.match[i] > i {
			i = p.match[i]
		}
	}
	p.failNoUpdates(p.limit)
	return -1
}

func (p *processes) failNoUpdates(i int) {
	p.pos = i
	p.fail(missingUpdates, p.foundSpan(), "write `[]` where nothing changes",
		"expected the updates `[x := e, …]` of the command, found %s", p.found().Describe())
}

// updates parses `[x := e, …]`.
func (p *processes) updates() *ast.AssignList {
	if p.kind() == token.LParen {
		p.fail(missingUpdates, p.foundSpan(), p.receiveHint(),
			"expected the updates `[x := e, …]` of the receive, found `(`")
	}
	if p.kind() != token.LBrack {
		p.failNoUpdates(p.pos)
	}
	open := p.pos
	closing := p.closeOf(open)
	list := p.assignList(open, closing, localVariable)
	p.pos = closing + 1
	return list
}

// assignList parses the assignments between two brackets. An assignment that fails is left out.
func (p *processes) assignList(open, closing int, what string) *ast.AssignList {
	list := &ast.AssignList{Open: p.At(open).Pos, Close: p.At(closing).Pos}
	p.within(open+1, closing, func() {
		p.try(func() {
			for p.pos < p.limit {
				p.update(list, what)
				if p.pos < p.limit {
					p.expect(token.Comma, "`,`")
					if p.pos == p.limit {
						p.failExpected(what)
					}
				}
			}
		})
	})
	p.pos = closing + 1
	return list
}

// update parses one part of a list of assignments.
func (p *processes) update(list *ast.AssignList, what string) {
	updates := what == localVariable
	switch {
	case updates && p.isWord(p.pos, "spawn") && p.kindAt(p.pos+1) == token.Word:
		list.Spawns = append(list.Spawns, p.spawn())
	case updates && p.isWord(p.pos, "stop") && p.kindAt(p.pos+1) != token.Define:
		key := p.keyword()
		if list.Stop != nil {
			p.Report(unexpectedToken, ast.Span(key), "`stop` occurs twice").Suggest("write it once")
		}
		list.Stop = &ast.Stop{Keyword: key}
		if p.kind() == token.LParen {
			p.failInstead("`stop` has no arguments, as the agent itself stops: write `[stop]`", "`,` or the end of the updates")
		}
	default:
		list.Assigns = append(list.Assigns, p.assign(what))
	}
}

// spawn parses `spawn T(x)` or `spawn T(x, cond)`.
func (p *processes) spawn() *ast.Spawn {
	s := &ast.Spawn{Keyword: p.keyword()}
	s.Type = p.ident("the name of an agent type")
	if p.kind() != token.LParen {
		p.failExpected("`(` and a local variable for the name of the new agent, or `any`")
	}
	_, s.Rparen = p.bracketed(func() {
		s.Name = p.ident("a local variable for the name of the new agent, or `any`")
		if p.accept(token.Comma) {
			s.Cond = p.commandExpr(p.limit, "`)`")
		} else if p.pos < p.limit {
			p.failExpected("`,` and the initial condition of the new agent, or `)`")
		}
	})
	return s
}

// localVariable is what stands in front of `:=` in updates.
const localVariable = "a local variable"

func (p *processes) assign(what string) *ast.Assign {
	a := &ast.Assign{Name: p.ident(what)}
	if p.kind() == token.Eq {
		p.failInstead("values are assigned with `:=`", "`:=`")
	}
	if p.compound(p.pos) {
		p.failInstead(p.compoundHint(a.Name.Name), "`:=`")
	}
	if a.Name.Name == "next" && p.kind() == token.LParen && p.kindAt(p.pos+1) == token.Word {
		x := p.peekAt(p.pos + 1).Text
		p.failInstead("write `"+x+" := …`: an update gives the next value", "`:=`")
	}
	if a.Name.Name == "if" && p.kind() != token.Define {
		p.failInstead("an update has no condition: write two commands with different guards, and `+` between them",
			"`:=`")
	}
	p.expect(token.Define, "`:=`")
	stop := p.limitOutside(p.pos, p.Is(token.Comma, token.Semi))
	a.Value = p.commandExpr(stop, "`,` or the end of the assignments")
	if p.kind() == token.Semi {
		p.failInstead("assignments are separated by `,`", "`,`")
	}
	return a
}

// Processes reads the control flow of agents. It has no state of its own.
type processes struct{ expressions }
