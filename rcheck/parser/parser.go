// Package parser builds the syntax tree of R-CHECK models and LTOL formulas.
//
// One parser reads both dialects of the language, and files that mix them. It works in three steps:
//
//  1. The tokens of a file are cut where a declaration begins, and those of an agent where a section begins. Each piece is parsed
//     on its own, so that a mistake in one hides none in the others.
//  2. An expression is read as a flat sequence of operands and operators, which is then grouped by precedence (see [ast.Op.Level]).
//     Properties are read after everything else, because `k-x` names the variable x of k if k is an instance, and because the
//     first command guard of the file decides how far F, G, X and observations reach.
//  3. Every expression is grouped once more as the other dialect and as the published R-CHECK tool would, and where the result
//     means something else a warning shows both readings.
//
// The parser accepts any bytes, in time linear in their number but for short repetitions with fixed bounds, and reports all the
// errors of a file at once.
package parser

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// The limits of the parser.
const (
	// MaxDepth is how deep brackets, prefix operators and operators that group to the right may nest.
	MaxDepth = 1000
	// MaxErrors is how many errors one call reports; when there are more, one more says so.
	MaxErrors = 400
)

// ReadingChoice selects how formulas are read.
type ReadingChoice uint8

const (
	// ByDialect reads formulas as the dialect of the file (or of the model) does.
	ByDialect ReadingChoice = iota
	// ForceTight reads F, G, X and observations as binding like `!`.
	ForceTight
	// ForceWide reads F, G, X and observations as extending to the end of the enclosing bracket.
	ForceWide
)

// String is the word for a reading that is forced, and empty for the dialect's own.
func (r ReadingChoice) String() string { return [...]string{"", "tight", "wide"}[r] }

// Options control a parse. The zero value is right for a model.
type Options struct {
	// Reading overrides the reading that the dialect decides. A reading that was asked for gets no warnings in formulas.
	Reading ReadingChoice
	// Model is the file that a formula, or a file of properties, is about: it decides dialect and reading, and which names are
	// agents. It may be nil.
	Model *ast.File
	// Watch, if it is not nil, can end the parse; the caller defers [interrupt.Catch].
	Watch *interrupt.Watch
}

// ParseFile parses a model, or a file of properties about opts.Model. The source is added to the file set under the given name.
// The tree is complete if the list has no errors; else the parts that could not be read are Bad nodes. It is never nil.
func ParseFile(files *token.FileSet, name string, src []byte, opts Options) (*ast.File, diag.List) {
	p := newParser(files, name, src, opts)
	f := p.file()
	return f, p.finish()
}

// ParseFormula parses one property in LTOL, such as one given on a command line; a keyword like SPEC before it and a semicolon after
// it may be there. The source is added to the file set under the given name. The formula is never nil.
func ParseFormula(files *token.FileSet, name string, src []byte, opts Options) (ast.Expr, diag.List) {
	return parseAlone(files, name, src, opts, property)
}

// ParseExpr parses one expression of the kind that guards and updates use, without temporal operators.
func ParseExpr(files *token.FileSet, name string, src []byte, opts Options) (ast.Expr, diag.List) {
	return parseAlone(files, name, src, opts, command)
}

func parseAlone(files *token.FileSet, name string, src []byte, opts Options, m mode) (ast.Expr, diag.List) {
	p := newParser(files, name, src, opts)
	p.mode = m
	p.matchBrackets(0, p.limit)
	if m == property {
		if p.declAt(0) == specDecl {
			p.pos++
		}
		for p.limit > p.pos && p.toks[p.limit-1].Kind == token.Semi {
			p.limit--
		}
	}
	if m == property && p.pos == p.limit {
		p.rep.Report(ExpectedExpression, p.foundSpan(), "the formula is empty").Suggestion = "write one, such as `G F client-served`"
		return p.badExpr(p.pos, p.limit), p.finish()
	}
	x := p.wholeExpr("the end of the formula")
	p.checkReadings(m, x)
	return x, p.finish()
}

// mode says what the expression being parsed is part of, which decides what some words and brackets mean.
type mode uint8

const (
	command     mode = iota // guards, updates, initial conditions: no temporal operators, `-` subtracts
	property                // LTOL formulas and state conditions about them
	observation             // inside `<O>` and `[O]`
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
	p.limit = len(p.toks) - 1
	p.match = make([]int, len(p.toks))
	for i := range p.match {
		p.match[i] = -1
	}
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

// finish sorts the diagnostics and says if there were more errors than are kept.
func (p *parser) finish() diag.List {
	if n := p.rep.Dropped; n > 0 {
		p.rep.MaxErrors = 0
		end := p.source.Pos(p.source.Size())
		p.rep.Report(TooManyErrors, token.Span{Start: end, End: end}, "%d more errors are not shown", n)
	}
	p.rep.List.Sort()
	return p.rep.List
}

// A syntaxError is what the parser panics with to leave the construct in which it found a mistake; catch turns it into a
// diagnostic. No other panic is recovered.
type syntaxError struct {
	at         int // index of the token at which the mistake showed
	code       diag.Code
	span       token.Span
	detail     string
	suggestion string
}

// fail leaves the construct being parsed.
func (p *parser) fail(code diag.Code, span token.Span, suggestion, format string, args ...any) {
	panic(&syntaxError{p.pos, code, span, fmt.Sprintf(format, args...), suggestion})
}

// failExpected leaves the construct being parsed because the next token is not what it should be.
func (p *parser) failExpected(what string) {
	p.fail(UnexpectedToken, p.foundSpan(), p.hint(), "expected %s, found %s", what, p.found().Describe())
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
		p.rep.Report(err.code, err.span, "%s", err.detail).Suggest(err.suggestion)
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

// enter and leave bracket what may nest.
func (p *parser) enter() {
	p.depth++
	if p.depth > MaxDepth {
		p.fail(NestedTooDeeply, p.foundSpan(), "", "brackets and operators nest more than %d deep here", MaxDepth)
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

func (p *parser) expect(k token.Kind, what string) token.Token {
	if p.kind() != k {
		p.failExpected(what)
	}
	return p.advance()
}

// lastEnd returns the end of the token before the position.
func (p *parser) lastEnd() token.Pos {
	if p.pos == 0 {
		return p.source.Pos(0)
	}
	return p.toks[p.pos-1].End()
}

func (p *parser) ident(what string) *ast.Ident {
	t := p.expect(token.Word, what)
	return &ast.Ident{NamePos: t.Pos, Name: t.Text}
}
