package parser

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

type parser struct {
	source   *token.File
	rep      *diag.Reporter
	watch    *interrupt.Watch
	toks     []token.Token
	comments []token.Token
	match    []int // for a bracket the index of its partner, or -1
	pos      int   // index of the next token
	limit    int   // index of the first token that is not part of what is being parsed

	mode    mode
	dialect ast.Dialect
	reading ast.Reading
	forced  bool // the reading was asked for
	names   *names
	scope   []boundVariable
	depth   int

	picks     *picks
	ambiguous bool // an ast.Ambiguous has been made in the current attempt
	regions   map[region]*regionResult
	closers   map[int][]closer
	dashed    []bool // for a token whether dashesBefore it, once that was asked

	illegal map[int]int     // for a line the offset of its first character that is no token
	hidden  int             // errors that are consequences of such characters
	lost    map[string]bool // names that may be declared where the text could not be read
}

func newParser(files *token.FileSet, name string, src []byte, opts Options) *parser {
	p := &parser{
		source:  files.Add(name, src),
		rep:     &diag.Reporter{Files: files, MaxErrors: MaxErrors},
		watch:   opts.Watch,
		dialect: ast.Classic,
		names:   newNames(),
		regions: map[region]*regionResult{},
		closers: map[int][]closer{},
	}
	p.toks, p.comments = scanner.Scan(p.source, p.rep, p.watch)
	p.noteIllegal()
	p.limit = len(p.toks) - 1
	p.match = slices.Repeat([]int{-1}, len(p.toks))
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

func (p *parser) finish() diag.List { return p.rep.Finish(p.source, TooManyErrors) }

// fail leaves the construct being parsed.
func (p *parser) fail(code diag.Code, span token.Span, suggestion, format string, args ...any) {
	panic(&syntaxError{p.pos, code, span, fmt.Sprintf(format, args...), suggestion})
}

// catch runs f. If f fails, the state of the parser but for its position is restored and the mistake is returned.
func (p *parser) catch(f func()) (mistake *syntaxError) {
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
func (p *parser) try(f func()) bool {
	err := p.catch(f)
	if err != nil {
		p.report(err.code, err.span, err.suggestion, "%s", err.detail)
	}
	return err == nil
}

// within runs f on the tokens from start up to but not including limit.
func (p *parser) within(start, limit int, f func()) {
	before := p.limit
	p.pos, p.limit = start, limit
	f()
	p.limit = before
}

// bracketed runs f on the tokens between the bracket that stands next and the one that closes it. It returns where the two begin.
func (p *parser) bracketed(f func()) (opening, closing token.Pos) {
	open := p.pos
	end := p.closeOf(open)
	p.within(open+1, end, f)
	p.pos = end + 1
	return p.toks[open].Pos, p.toks[end].Pos
}

// enter and leave bracket what may nest.
func (p *parser) enter() {
	p.depth++
	if p.depth > MaxDepth {
		p.fail(nestedTooDeeply, p.foundSpan(), "", "brackets and operators nest more than %d deep here", MaxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// peek returns the next token, which is an EOF at the end of what is being parsed.
func (p *parser) peek() token.Token { return p.peekAt(p.pos) }

func (p *parser) peekAt(i int) token.Token {
	p.watch.Step()
	if i >= p.limit {
		return token.Token{Kind: token.EOF, Pos: p.toks[min(i, len(p.toks)-1)].Pos}
	}
	return p.toks[i]
}

// found returns the token that stands at the position, even if it is beyond the limit.
func (p *parser) found() token.Token { return p.toks[min(p.pos, len(p.toks)-1)] }

func (p *parser) foundSpan() token.Span { return p.found().Span() }

func (p *parser) kind() token.Kind { return p.peek().Kind }

func (p *parser) kindAt(i int) token.Kind { return p.peekAt(i).Kind }

// isWord reports whether token i is the given word.
func (p *parser) isWord(i int, text string) bool {
	t := p.peekAt(i)
	return t.Kind == token.Word && t.Text == text
}

// adjacent reports whether no blank separates token i from the next.
func (p *parser) adjacent(i int) bool {
	return i+1 < len(p.toks) && p.toks[i].End() == p.toks[i+1].Pos
}

func (p *parser) advance() token.Token {
	t := p.peek()
	if p.pos < p.limit {
		p.pos++
	}
	return t
}

func (p *parser) accept(k token.Kind) bool {
	if p.kind() == k {
		p.pos++
		return true
	}
	return false
}

// lastEnd returns the end of the token before the position.
func (p *parser) lastEnd() token.Pos {
	if p.pos == 0 {
		return p.source.Pos(0)
	}
	return p.toks[p.pos-1].End()
}

// closeOf returns the index of the bracket that closes the one at token i, and fails if there is none before the limit.
func (p *parser) closeOf(i int) int {
	if m := p.match[i]; m > i && m < p.limit {
		return m
	}
	closing := map[token.Kind]token.Kind{token.LParen: token.RParen, token.LBrack: token.RBrack, token.LBrace: token.RBrace}
	p.fail(openBracket, p.toks[i].Span(), "", "`%s` is not closed by `%s`", p.toks[i].Kind, closing[p.toks[i].Kind])
	return -1
}

// nextOutside returns the index of the first token from i on, outside of all brackets, that satisfies a condition, or -1.
func (p *parser) nextOutside(i int, ok func(int) bool) int {
	for ; i < p.limit; i++ {
		p.watch.Step()
		if p.match[i] > i {
			i = p.match[i]
		} else if ok(i) {
			return i
		}
	}
	return -1
}

// limitOutside is nextOutside with the limit in place of -1.
func (p *parser) limitOutside(i int, ok func(int) bool) int {
	if i = p.nextOutside(i, ok); i < 0 {
		return p.limit
	}
	return i
}

// beginsLine reports whether token i is the first of its line.
func (p *parser) beginsLine(i int) bool {
	if i == 0 {
		return true
	}
	src := p.source.Source()
	for off := p.source.Offset(p.toks[i].Pos) - 1; off >= p.source.Offset(p.toks[i-1].End()); off-- {
		if src[off] == '\n' {
			return true
		}
	}
	return false
}
