package parser

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// One mistake has one message. A character that is no token makes the rest of its line
// unreadable, so that the parser reports nothing there. A declaration that cannot be read may
// have declared the names in it, so that uses of these names are not reported.

// Mistakes are left by a panic, which catch recovers, and reported once; see recovery.go.
type mistakes struct {
	hints
	*diag.Reporter
	depth   int             // of nesting
	illegal map[int]int     // for a line the offset of its first character that is no token
	hidden  int             // errors that are consequences of such characters
	behind  int             // errors behind the property that is being read: they concern all properties
	lost    map[string]bool // names that may be declared where the text could not be read
}

// noteIllegal notes where the scanner has found characters that are no tokens.
func (p *mistakes) noteIllegal() {
	p.illegal = map[int]int{}
	for _, d := range p.List {
		if first, ok := p.illegal[d.Start.Line]; !ok || d.Start.Offset < first {
			p.illegal[d.Start.Line] = d.Start.Offset
		}
	}
}

// report adds an error, unless it is the consequence of a character that is no token.
func (p *mistakes) report(code diag.Code, at token.Span, hint, format string, args ...any) {
	start := p.source.Position(at.Start)
	if first, ok := p.illegal[start.Line]; ok && first <= start.Offset {
		p.hidden++
		return
	}
	p.Report(code, at, format, args...).Suggest(hint)
}

// errors is the number of mistakes found so far, those that are not reported included.
func (p *mistakes) errors() int { return p.Errors() + p.hidden }

// lose notes the names among the tokens from start up to but not including end, which cannot be
// read.
func (p *mistakes) lose(start, end int) {
	if p.lost == nil {
		p.lost = map[string]bool{}
	}
	for i := start; i < end; i++ {
		p.watch.Step()
		if t := p.At(i); t.Kind == token.Word {
			p.lost[t.Text] = true
		}
	}
}

// lostDeclaration is a Bad for tokens that cannot be read and may declare names.
func (p *mistakes) lostDeclaration(start, end int) *ast.Bad {
	p.lose(start, end)
	return p.bad(start, end)
}

// fail leaves the construct being parsed.
func (p *mistakes) fail(code diag.Code, span token.Span, suggestion, format string, args ...any) {
	panic(&syntaxError{p.pos, code, span, fmt.Sprintf(format, args...), suggestion})
}

// catch runs f. If f fails, the state of the parser but for its position is restored and the
// mistake is returned.
func (p *mistakes) catch(f func()) (mistake *syntaxError) {
	limit, mode, depth, scope := p.limit, p.mode, p.depth, len(p.scope)
	defer func() {
		if r := recover(); r != nil {
			err, ok := r.(*syntaxError)
			if !ok {
				panic(r)
			}
			p.limit, p.mode, p.depth, p.scope = limit, mode, depth, p.scope[:scope]
			mistake = err
		}
	}()
	f()
	return nil
}

// try runs f and reports its mistake, if any. It returns whether there was none.
func (p *mistakes) try(f func()) bool {
	err := p.catch(f)
	if err != nil {
		p.report(err.code, err.span, err.suggestion, "%s", err.detail)
	}
	return err == nil
}

// parsed parses a piece by one function, and reports by another one what follows what that has
// read. Of a mistake in the piece it makes a Bad, and of one behind what was read a loss of names.
func parsed[K, N any](
	p *mistakes, at piece[K], parse func(K) N, failAfter func(K), bad func(start, end int) *ast.Bad,
) (n N) {
	p.within(at.start, at.end, func() {
		rest := -1 // what follows
		ok := p.try(func() {
			n = parse(at.kind)
			any(n).(interface{ EndAt(token.Pos) }).EndAt(p.lastEnd())
			if rest = p.pos; p.pos < p.limit {
				failAfter(at.kind)
			}
		})
		switch {
		case ok:
		case rest < 0:
			n = any(bad(at.start, at.end)).(N)
		default:
			p.lose(rest, at.end)
		}
	})
	return n
}

// bracketed runs f on the tokens between the bracket that stands next and the one that closes it.
// It returns where the two begin.
func (p *mistakes) bracketed(f func()) (opening, closing token.Pos) {
	open := p.pos
	end := p.closeOf(open)
	p.within(open+1, end, f)
	p.pos = end + 1
	return p.At(open).Pos, p.At(end).Pos
}

// enter and leave bracket what may nest.
func (p *mistakes) enter() {
	p.depth++
	if p.depth > MaxDepth {
		p.fail(nestedTooDeeply, p.foundSpan(), "", "brackets and operators nest more than %d deep here", MaxDepth)
	}
}

func (p *mistakes) leave() { p.depth-- }

// closeOf returns the index of the bracket that closes the one at token i, and fails if there is
// none before the limit.
func (p *mistakes) closeOf(i int) int {
	if m := p.match[i]; m > i && m < p.limit {
		return m
	}
	closing := map[token.Kind]token.Kind{token.LParen: token.RParen, token.LBrack: token.RBrack, token.LBrace: token.RBrace}
	p.fail(openBracket, p.At(i).Span(), "", "`%s` is not closed by `%s`", p.At(i).Kind, closing[p.At(i).Kind])
	return -1
}

// A syntaxError is what the parser panics with to leave the construct in which it found a mistake;
// catch turns it into a diagnostic. No other panic is recovered.
type syntaxError struct {
	at         int // index of the token at which the mistake showed
	code       diag.Code
	span       token.Span
	detail     string
	suggestion string
}

// bad stands for the tokens from start up to but not including end.
func (p *mistakes) bad(start, end int) *ast.Bad {
	stop := p.At(start).Pos
	if end > start {
		stop = p.At(end - 1).End()
	}
	return &ast.Bad{Start: p.At(start).Pos, Stop: stop}
}

// failExpected leaves the construct being parsed because the next token is not what it should be.
func (p *mistakes) failExpected(what string) {
	p.failInstead(p.hint(), what)
}

// failInstead is failExpected where a hint of its own says what to write instead.
func (p *mistakes) failInstead(hint, what string) {
	p.fail(unexpectedToken, p.foundSpan(), hint, "expected %s, found %s", what, p.found().Describe())
}

func (p *mistakes) expect(k token.Kind, what string) token.Token {
	if p.kind() != k {
		p.failExpected(what)
	}
	return p.advance()
}

func (p *mistakes) ident(what string) *ast.Ident {
	return named(p.expect(token.Word, what))
}

func named(t token.Token) *ast.Ident { return &ast.Ident{NamePos: t.Pos, Name: t.Text} }

func (p *mistakes) finish() diag.List { return p.Finish(p.source, TooManyErrors) }
