package ltol

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// parse reads the notation in which String writes: atoms s0, e0, past.e0; true, false; ! X F G <e0>
// [e0], which bind tightest; then, to the right, U W R M; then & | -> <->. It is for tests: the
// product's syntax is read elsewhere.
func parse(text string) (f *Formula, err error) { return (&testParser{rest: text}).parse() }

// parseWide reads the same notation, but lets X F G <e0> [e0] reach to the end of the enclosing
// parenthesis.
func parseWide(text string) (f *Formula, err error) {
	return (&testParser{rest: text, wide: true}).parse()
}

func (p *testParser) parse() (f *Formula, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			f, err = nil, e
		}
	}()
	f = p.binary(0)
	if p.word != "" || p.peek() != "" {
		p.fail("the end")
	}
	return f, nil
}

func mustParse(t testing.TB, text string) *Formula {
	t.Helper()
	f, err := parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f
}

type syntaxError string

func (e syntaxError) Error() string { return string(e) }

type testParser struct {
	rest  string
	word  string
	wide  bool
	depth int
}

// reach is the operand of a unary temporal connective.
func (p *testParser) reach() *Formula {
	if p.wide {
		return p.binary(0)
	}
	return p.unary()
}

func (p *testParser) fail(expected string) {
	panic(syntaxError(fmt.Sprintf("expected %s before %q", expected, p.peek()+p.rest)))
}

// peek is the next token, "" at the end.
func (p *testParser) peek() string {
	if p.word != "" {
		return p.word
	}
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	n := 0
	for n < len(p.rest) && (p.rest[n] >= 'a' && p.rest[n] <= 'z' || p.rest[n] >= '0' && p.rest[n] <= '9' || p.rest[n] == '.') {
		n++
	}
	if n == 0 && len(p.rest) > 0 {
		n = 1
		for _, symbol := range []string{"->", "<->"} {
			if strings.HasPrefix(p.rest, symbol) {
				n = len(symbol)
			}
		}
	}
	p.word, p.rest = p.rest[:n], p.rest[n:]
	return p.word
}

func (p *testParser) take(token string) bool {
	if p.peek() != token {
		return false
	}
	p.word = ""
	return true
}

func (p *testParser) expect(token string) {
	if !p.take(token) {
		p.fail(token)
	}
}

var binaryLevels = [][]string{{"<->"}, {"->"}, {"|"}, {"&"}, {"U", "W", "R", "M"}}

func (p *testParser) binary(level int) *Formula {
	if p.depth++; p.depth > 10000 {
		p.fail("less nesting")
	}
	defer func() { p.depth-- }()
	if level == len(binaryLevels) {
		return p.unary()
	}
	left := p.binary(level + 1)
	for _, op := range binaryLevels[level] {
		if op == "|" || op == "&" {
			operands := []*Formula{left}
			for p.take(op) {
				operands = append(operands, p.binary(level+1))
			}
			if op == "|" {
				return Or(operands...)
			}
			return And(operands...)
		}
		if p.take(op) {
			right := p.binary(level)
			return map[string]func(f, g *Formula) *Formula{
				"<->": Iff, "->": Implies, "U": Until, "W": WeakUntil, "R": Release, "M": StrongRelease,
			}[op](left, right)
		}
	}
	return left
}

func (p *testParser) unary() *Formula {
	if p.depth++; p.depth > 10000 {
		p.fail("less nesting")
	}
	defer func() { p.depth-- }()
	switch {
	case p.take("!"):
		return Not(p.unary())
	case p.take("X"):
		return Next(p.reach())
	case p.take("F"):
		return Finally(p.reach())
	case p.take("G"):
		return Globally(p.reach())
	case p.take("<"):
		double := p.take("<")
		a := p.atom()
		p.expect(">")
		if double {
			p.expect(">")
		}
		return Possible(a.ID, p.reach())
	case p.take("["):
		double := p.take("[")
		a := p.atom()
		p.expect("]")
		if double {
			p.expect("]")
		}
		return Necessary(a.ID, p.reach())
	case p.take("("):
		f := p.binary(0)
		p.expect(")")
		return f
	case p.take("true"):
		return True()
	case p.take("false"):
		return False()
	}
	return Prop(p.atom())
}

func (p *testParser) atom() Atom {
	word := p.peek()
	for prefix, kind := range map[string]AtomKind{"s": State, "e": Step, "past.e": PastStep} {
		if number, ok := strings.CutPrefix(word, prefix); ok {
			if id, err := strconv.Atoi(number); err == nil && id >= 0 {
				p.word = ""
				return Atom{id, kind}
			}
		}
	}
	p.fail("an atom")
	return Atom{}
}
