package parser

import (
	"cmp"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// process parses P ::= S + … + S, S ::= R ; … ; R, R ::= rep R | ( P ) | command.
func (p *processes) process() ast.Process {
	p.enter()
	defer p.leave()
	first := p.sequence()
	if p.kind() != token.Plus {
		return first
	}
	c := &ast.Choice{Alternatives: []ast.Process{first}}
	for p.kind() == token.Plus {
		c.Pluses = append(c.Pluses, p.advance().Pos)
		c.Alternatives = append(c.Alternatives, p.sequence())
	}
	return c
}

func (p *processes) sequence() ast.Process {
	first := p.step()
	if p.kind() != token.Semi {
		return first
	}
	s := &ast.Sequence{Steps: []ast.Process{first}}
	for p.kind() == token.Semi {
		s.Semis = append(s.Semis, p.advance().Pos)
		s.Steps = append(s.Steps, p.step())
	}
	return s
}

func (p *processes) step() (step ast.Process) {
	start := p.pos
	if p.kind() == token.LParen {
		if closing := p.match[p.pos]; closing > p.pos && closing < p.limit {
			return p.parenProcess(closing)
		}
	}
	ok := p.try(func() {
		switch {
		case p.repAt(p.pos):
			p.enter()
			rep := p.advance()
			step = &ast.Repetition{Rep: rep.Pos, Body: p.step()}
			p.leave()
		case p.kind() == token.LParen:
			p.closeOf(p.pos)
		default:
			step = p.command()
		}
	})
	if !ok {
		p.pos = max(p.pos, start)
		p.skipCommand(start)
		for i := start; i < p.pos; i++ { // the labels of the commands
			if isName(p.At(i).Kind) && p.At(i+1).Kind == token.Colon {
				p.lose(i, i+1)
			}
		}
		step = &ast.Bad{Start: p.At(start).Pos, Stop: max(p.lastEnd(), p.At(start).Pos)}
	}
	return step
}

// parenProcess parses a process in parentheses.
func (p *processes) parenProcess(closing int) ast.Process {
	x := &ast.ParenProcess{Lparen: p.At(p.pos).Pos, Rparen: p.At(closing).Pos}
	start := p.pos
	p.within(start+1, closing, func() {
		ok := p.try(func() {
			x.X = p.process()
			if p.pos < p.limit {
				p.failInstead(cmp.Or(p.betweenCommands(), p.hint()), "`;`, `+` or `)`")
			}
		})
		if !ok && x.X == nil {
			x.X = &ast.Bad{Start: p.At(start).End(), Stop: p.At(closing).Pos}
		}
	})
	p.pos = closing + 1
	return x
}

// skipCommand moves from within a command that failed to the next `;`, or `+` that a process
// follows, or to the limit.
func (p *processes) skipCommand(start int) {
	p.pos = p.limitOutside(max(p.pos, start+1), func(i int) bool {
		k := p.At(i).Kind
		return k == token.Semi || k == token.Plus && p.beginsProcess(i+1)
	})
}
