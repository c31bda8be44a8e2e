package smv_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A text is a module read back, as far as the translation uses the language:
// what NuSMV would see, evaluated in the plainest way.
type text struct {
	vars, inputs []declaration
	define       map[string]term
	init, trans  []term
	specs        map[string]string
}

type declaration struct {
	name   string
	values []string
}

// A term evaluates an expression; now, next and input variables are looked up
// in env, next ones as "next(x)".
type term func(env map[string]string) string

var sections = regexp.MustCompile(`(?m)^(MODULE main|VAR|IVAR|DEFINE|CONSTANTS|INIT|TRANS|LTLSPEC)\b`)

func readText(t *testing.T, source string) *text {
	source = regexp.MustCompile(`(?m)--.*$`).ReplaceAllString(source, "")
	out := &text{define: map[string]term{}, specs: map[string]string{}}
	starts := sections.FindAllStringIndex(source, -1)
	for i, at := range starts {
		end := len(source)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		keyword, body := source[at[0]:at[1]], source[at[1]:end]
		switch keyword {
		case "VAR":
			out.vars = declarations(body)
		case "IVAR":
			out.inputs = declarations(body)
		case "DEFINE":
			for _, d := range statements(body) {
				name, value, _ := strings.Cut(d, ":=")
				out.define[strings.TrimSpace(name)] = out.parse(t, value)
			}
		case "INIT":
			out.init = append(out.init, out.parse(t, body))
		case "TRANS":
			out.trans = append(out.trans, out.parse(t, body))
		case "LTLSPEC":
			name, value, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(body), "NAME"), ":=")
			out.specs[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	require.NotEmpty(t, out.trans)
	return out
}

func statements(body string) []string {
	var out []string
	for s := range strings.SplitSeq(body, ";") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func declarations(body string) []declaration {
	var out []declaration
	for _, s := range statements(body) {
		name, typ, _ := strings.Cut(s, " : ")
		d := declaration{name: strings.TrimSpace(name)}
		switch lo, hi, ranged := strings.Cut(typ, ".."); {
		case typ == "boolean":
			d.values = []string{"FALSE", "TRUE"}
		case ranged:
			a, _ := strconv.Atoi(lo)
			b, _ := strconv.Atoi(hi)
			for ; a <= b; a++ {
				d.values = append(d.values, strconv.Itoa(a))
			}
		default:
			for v := range strings.SplitSeq(strings.Trim(typ, "{}"), ",") {
				d.values = append(d.values, strings.TrimSpace(v))
			}
		}
		out = append(out, d)
	}
	return out
}

// parse reads an expression of the language by its precedences.
func (x *text) parse(t *testing.T, source string) term {
	tokens := regexp.MustCompile(`next\([^)]*\)|[A-Za-z_][\w$#-]*|\d+|<->|<=|>=|!=|[-+*/=<>&|!?:(){},;]`).FindAllString(source, -1)
	p := &expressionParser{t: t, tokens: tokens, text: x}
	out := p.conditional()
	require.Empty(t, p.tokens, "in %s", source)
	return out
}

type expressionParser struct {
	t      *testing.T
	tokens []string
	text   *text
}

func (p *expressionParser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *expressionParser) take() string {
	s := p.peek()
	require.NotEmpty(p.t, s, "an expression ends too early")
	p.tokens = p.tokens[1:]
	return s
}

func (p *expressionParser) expect(s string) { require.Equal(p.t, s, p.take()) }

// conditional: `<->` binds less tightly than `?:`.
func (p *expressionParser) conditional() term {
	left := p.ternary()
	for p.peek() == "<->" {
		p.take()
		a, b := left, p.ternary()
		left = func(env map[string]string) string { return word(a(env) == b(env)) }
	}
	return left
}

func (p *expressionParser) ternary() term {
	c := p.infix(0)
	if p.peek() != "?" {
		return c
	}
	p.take()
	a := p.ternary()
	p.expect(":")
	b := p.ternary()
	return func(env map[string]string) string {
		if c(env) == "TRUE" {
			return a(env)
		}
		return b(env)
	}
}

func word(b bool) string {
	if b {
		return "TRUE"
	}
	return "FALSE"
}

// operators of the language by precedence, loosest first, all to the left.
var infixes = [][]string{{"|"}, {"&"}, {"=", "!=", "<", "<=", ">", ">="}, {"in"}, {"+", "-"}, {"*", "/", "mod"}}

func (p *expressionParser) infix(level int) term {
	if level == len(infixes) {
		return p.unary()
	}
	left := p.infix(level + 1)
	for slices.Contains(infixes[level], p.peek()) {
		op := p.take()
		if op == "in" {
			left = p.membership(left)
			continue
		}
		a, b := left, p.infix(level+1)
		left = func(env map[string]string) string { return p.apply(op, a(env), b, env) }
	}
	return left
}

func (p *expressionParser) membership(left term) term {
	var values []term
	for p.expect("{"); ; {
		values = append(values, p.infix(4))
		if p.peek() == "}" {
			p.take()
			break
		}
		p.expect(",")
	}
	return func(env map[string]string) string {
		x := left(env)
		return word(slices.ContainsFunc(values, func(v term) bool { return v(env) == x }))
	}
}

func (p *expressionParser) apply(op, a string, right term, env map[string]string) string {
	switch op {
	case "|":
		return word(a == "TRUE" || right(env) == "TRUE")
	case "&":
		return word(a == "TRUE" && right(env) == "TRUE")
	case "=":
		return word(a == right(env))
	case "!=":
		return word(a != right(env))
	}
	x, err := strconv.Atoi(a)
	require.NoError(p.t, err)
	y, err := strconv.Atoi(right(env))
	require.NoError(p.t, err)
	switch op {
	case "<":
		return word(x < y)
	case "<=":
		return word(x <= y)
	case ">":
		return word(x > y)
	case ">=":
		return word(x >= y)
	case "+":
		return strconv.Itoa(x + y)
	case "-":
		return strconv.Itoa(x - y)
	case "*":
		return strconv.Itoa(x * y)
	}
	// The tools evaluate both branches of a conditional.
	require.NotZero(p.t, y, "a zero divisor")
	if op == "/" {
		return strconv.Itoa(x / y)
	}
	return strconv.Itoa(x % y)
}

func (p *expressionParser) unary() term {
	switch s := p.take(); {
	case s == "!":
		a := p.unary()
		return func(env map[string]string) string { return word(a(env) != "TRUE") }
	case s == "-":
		a := p.unary()
		return func(env map[string]string) string {
			n, err := strconv.Atoi(a(env))
			require.NoError(p.t, err)
			return strconv.Itoa(-n)
		}
	case s == "case":
		return p.cases()
	case s == "(":
		a := p.conditional()
		p.expect(")")
		return a
	default:
		require.Regexp(p.t, `^[\w]`, s)
		return func(env map[string]string) string {
			if d, ok := p.text.define[s]; ok {
				return d(env)
			}
			if v, ok := env[s]; ok {
				return v
			}
			return s // a constant
		}
	}
}

// cases is the first branch whose condition holds; the last one's does.
func (p *expressionParser) cases() term {
	var conditions, results []term
	for p.peek() != "esac" {
		conditions = append(conditions, p.conditional())
		p.expect(":")
		results = append(results, p.conditional())
		p.expect(";")
	}
	p.take()
	return func(env map[string]string) string {
		for i, c := range conditions {
			if c(env) == "TRUE" {
				return results[i](env)
			}
		}
		require.Fail(p.t, "no case applies")
		return ""
	}
}

// product calls visit for all valuations of the declarations, under the given
// wrapping of names.
func product(ds []declaration, name func(string) string, env map[string]string, visit func()) {
	if len(ds) == 0 {
		visit()
		return
	}
	for _, v := range ds[0].values {
		env[name(ds[0].name)] = v
		product(ds[1:], name, env, visit)
	}
}

func size(ds []declaration) int {
	n := 1
	for _, d := range ds {
		if n *= len(d.values); n > 1<<20 {
			break
		}
	}
	return n
}

func same(name string) string { return name }
func next(name string) string { return fmt.Sprintf("next(%s)", name) }

// key is a valuation of the variables as a string.
func (x *text) key(env map[string]string, name func(string) string) string {
	var b strings.Builder
	for _, d := range x.vars {
		b.WriteString(env[name(d.name)] + " ")
	}
	return b.String()
}

// initial lists the initial states.
func (x *text) initial() []string {
	var out []string
	env := map[string]string{}
	product(x.vars, same, env, func() {
		if !slices.ContainsFunc(x.init, func(c term) bool { return c(env) != "TRUE" }) {
			out = append(out, x.key(env, same))
		}
	})
	return out
}

// successors lists the states that follow one, by trying them all.
func (x *text) successors(state string) []string {
	env := map[string]string{}
	for i, v := range strings.Fields(state) {
		env[x.vars[i].name] = v
	}
	var out []string
	product(x.vars, next, env, func() {
		found := false
		product(x.inputs, same, env, func() {
			found = found || !slices.ContainsFunc(x.trans, func(c term) bool { return c(env) != "TRUE" })
		})
		if found {
			out = append(out, x.key(env, next))
		}
	})
	return out
}
