package ispl

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// The limits of the parser, for programs that write models and those that count errors.
const (
	// MaxDepth is how deep brackets, prefix operators and chains of operators but `and` and `or`
	// may nest.
	MaxDepth = 1000
	// MaxErrors is how many errors one call reports; when there are more, one more says so.
	MaxErrors = 200
	// MaxNumber is the largest absolute value of a number.
	MaxNumber = 1 << 30
)

// A reader goes through the items of a text, and leaves what it cannot read.
type reader struct {
	watch  *interrupt.Watch
	source *token.File
	*diag.Reporter
	items []item
	pos   int
	depth int
}

// A syntaxError is what the parser panics with to leave the declaration in which it found a
// mistake; try turns it into a diagnostic. No other panic is recovered.
type syntaxError struct{ *diag.Diagnostic }

func (p *reader) fail(code diag.Code, at token.Span, suggestion, format string, args ...any) {
	r := diag.Reporter{Files: p.Files}
	panic(syntaxError{r.Report(code, at, format, args...).Suggest(suggestion)})
}

// failExpected leaves the declaration because the next item is not what it should be.
func (p *reader) failExpected(what string) {
	t := p.peek()
	suggestion := ""
	before := item{}
	if p.pos > 0 {
		before = p.items[p.pos-1]
	}
	switch {
	case t.text == "if" && strings.Contains(what, "assignment"):
		suggestion = "the condition stands last: write `x = 1 if CONDITION;`"
	case before.text == "not":
		suggestion = "negation is written `!`"
	case t.text == "else":
		suggestion = "write one line for each case, each with `;` at its end"
	case t.kind == word && strings.Contains(what, "name"):
		suggestion = "a word of the language cannot be a name; choose another one"
	case t.text == "=" && before.text == "=":
		suggestion = "equality is written `=`"
	case t.text == "&" || t.text == "|":
		suggestion = "conditions are joined by `and` and `or`"
	}
	p.failInstead(suggestion, what)
}

// failInstead is failExpected where a hint of its own says what to write instead.
func (p *reader) failInstead(hint, what string) {
	p.fail(unexpectedText, p.peek().span(), hint, "expected %s, found %s", what, p.peek().describe())
}

// try runs f and reports its mistake, if any. It returns whether there was none.
func (p *reader) try(f func()) (ok bool) {
	depth := p.depth
	defer func() {
		if r := recover(); r != nil {
			err, mine := r.(syntaxError)
			if !mine {
				panic(r)
			}
			p.depth, ok = depth, false
			p.Add(err.Diagnostic)
		}
	}()
	f()
	return true
}

func (p *reader) enter() {
	if p.depth++; p.depth > MaxDepth {
		p.fail(nestedTooDeeply, p.peek().span(), "divide it", "brackets and operators nest more than %d deep here", MaxDepth)
	}
}

func (p *reader) leave() { p.depth-- }

func (p *reader) peek() item { return p.items[p.pos] }

// peekAt is the item n places on, or the end of file.
func (p *reader) peekAt(n int) item { return p.items[min(p.pos+n, len(p.items)-1)] }

func (p *reader) advance() item {
	p.watch.Step()
	t := p.peek()
	if t.kind != endOfFile {
		p.pos++
	}
	return t
}

// at reports whether the next item is the given word or sign.
func (p *reader) at(text string) bool {
	t := p.peek()
	return (t.kind == word || t.kind == sign) && t.text == text
}

// next is the one of some operators whose sign or word stands next, or OpBad.
func (p *reader) next(ops ...Op) Op {
	for _, op := range ops {
		if p.at(opTexts[op]) {
			return op
		}
	}
	return OpBad
}

func (p *reader) accept(text string) bool {
	if p.at(text) {
		p.pos++
		return true
	}
	return false
}

func (p *reader) expect(text string) item {
	if !p.at(text) {
		p.failExpected("`" + text + "`")
	}
	return p.advance()
}

func (p *reader) ident(what string) Ident {
	t := p.peek()
	if t.kind != name {
		p.failExpected(what)
	}
	p.pos++
	return Ident{t.text, t.span()}
}

// agentName is a name or the word Environment.
func (p *reader) agentName() Ident {
	if p.at(EnvironmentName) {
		t := p.advance()
		return Ident{t.text, t.span()}
	}
	return p.ident("the name of an agent")
}

// spanFrom is what has been read since start.
func (p *reader) spanFrom(start token.Pos) token.Span {
	if p.pos == 0 || p.items[p.pos-1].span().End < start {
		return token.Span{Start: start, End: start}
	}
	return token.Span{Start: start, End: p.items[p.pos-1].span().End}
}

// list reads `{ a, b }`.
func (p *reader) list(parse func() Ident) []Ident {
	p.expect("{")
	var out []Ident
	if p.accept("}") {
		return out
	}
	for {
		out = append(out, parse())
		if p.accept("}") {
			return out
		}
		if !p.accept(",") {
			p.failExpected("`,` or `}`")
		}
	}
}

// integer reads a number with an optional minus.
func (p *reader) integer() int {
	minus := p.accept("-")
	t := p.peek()
	if t.kind != number {
		p.failExpected("a number")
	}
	p.advance()
	n, err := strconv.Atoi(t.text)
	if err != nil || n > MaxNumber {
		p.fail(numberTooLarge, t.span(), "", "the number %s is larger than %d", clip(t.text), MaxNumber)
	}
	if minus {
		return -n
	}
	return n
}

func clip(s string) string {
	if len(s) > 30 {
		return fmt.Sprintf("%s… (%d digits)", s[:30], len(s))
	}
	return s
}
