// Package rchecktest generates models in R-CHECK and shrinks them, and compares what packages
// rcheck and recipe make of a source with its meaning as package direct tells it from the syntax
// tree. It lies here, and not next to the language, because the tests of package mc carry the same
// comparison on to verdicts.
package rchecktest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A Model is a generated source in one of the dialects.
type Model struct {
	// Text has as few parentheses as possible, Full has them around every operand; both say the same.
	Text, Full string
	// Options are what it is to be read with.
	Options rcheck.Options
}

// generator makes one model.
type generator struct {
	recipetest.Source
	classic, wide bool
	spacious      bool // many numbers have ranges of hundreds
	growing       bool // agents come and go in any case

	consts     []constant
	channels   []string
	enums      []typ
	families   []family
	locations  []string
	data       []leaf
	props      []leaf
	guards     []*guard
	types      []*agentType
	components []*component
	groups     []string // of agents
	players    []string // groups with the scheduler
	fair       bool     // it states fairness
}

type constant struct {
	name  string
	value int // as the options set it
}

// family is a replicated channel or constant of an enumeration.
type family struct {
	name   string
	lo, hi int
}

// agentType is an agent declaration in the making.
type agentType struct {
	name   string
	locals []leaf
	free   []leaf // locals that the type's initial condition leaves open
	plans  []plan
	labels []string
	states int
	red    bool // it states norms
	pooled bool // some of its agents are absent at first, or can stop
	stops  bool
}

// component is an instance or a family of them.
type component struct {
	typ      *agentType
	name     string
	bound    string // of a family
	count    int    // 0 for a single instance
	variable bool   // the index of a family has a name
	absent   bool   // at first
}

// names lists the instances.
func (c *component) names() []string {
	if c.count == 0 {
		return []string{c.name}
	}
	var out []string
	for i := range c.count {
		out = append(out, fmt.Sprintf("%s%d", c.name, i+1))
	}
	return out
}

// New generates a model: closed, mostly without errors, with few states and some properties.
func New(source recipetest.Source) Model {
	_, m := generate(&generator{Source: source})
	return m
}

// Growing generates a model like [New], in which some agents are absent at first or can stop.
func Growing(source recipetest.Source) Model {
	_, m := generate(&generator{Source: source, growing: true})
	return m
}

func generate(g *generator) (*generator, Model) {
	g.classic = g.chance(50)
	g.wide = !g.classic
	m := Model{Options: rcheck.Options{Set: map[string]int{}}}
	if g.chance(15) {
		g.wide = !g.wide
		m.Options.Reading = map[bool]parser.ReadingChoice{false: parser.ForceTight, true: parser.ForceWide}[g.wide]
	}
	g.spacious = g.chance(15)
	if g.chance(10) {
		m.Options.Int = &rcheck.Interval{Lo: g.between(-1, 0), Hi: 3}
	}
	var text, full strings.Builder
	for _, d := range g.model(m.Options.Set) {
		if d.min != "" {
			text.WriteString(d.min + "\n")
			full.WriteString(d.full + "\n")
		}
	}
	m.Text, m.Full = text.String(), full.String()
	return g, m
}

func (g *generator) between(lo, hi int) int { return lo + g.Intn(hi-lo+1) }

// chance is true for percent of the draws, false being simpler.
func (g *generator) chance(percent int) bool { return g.Intn(100) >= 100-percent }

func pick[T any](g *generator, from []T) T { return from[g.Intn(len(from))] }

func (g *generator) oneOf(words ...string) string { return pick(g, words) }

// model makes the declarations, in some order of the text.
func (g *generator) model(set map[string]int) []term {
	head := g.constants(set)
	head = append(head, g.declareChannels())
	head = append(head, g.declareEnums()...)
	g.compose()
	g.data = g.variables([]string{"D", "E", "x", "p"}, g.between(0, 2), classData)
	g.props = g.variables([]string{"p", "q", "y", "D"}, g.between(0, 2), classProperty)
	head = append(head, section("message-structure:", g.data), section(g.propertyWord(), g.props))
	for _, t := range g.types {
		t.locals = g.locals(t)
	}
	for range g.between(0, 3) {
		head = append(head, g.defineGuard())
	}
	g.interactions()
	var agents []term
	for _, t := range g.types {
		agents = append(agents, g.agent(t))
	}
	agents = append(agents, g.system())
	for _, name := range []string{"duo", "G"}[:g.between(0, 2)] {
		agents = append(agents, (&properties{generator: g}).declareGroup(name))
	}
	if g.chance(30) {
		for i := len(head) - 1; i > 0; i-- {
			j := g.Intn(i + 1)
			head[i], head[j] = head[j], head[i]
		}
		return slices.Concat(agents, head, g.properties())
	}
	return slices.Concat(head, agents, g.properties())
}

func (g *generator) constants(set map[string]int) []term {
	var out []term
	for _, name := range []string{"N", "K"}[:g.between(0, 2)] {
		c := constant{name: name, value: g.between(1, 3)}
		text := fmt.Sprint(c.value)
		switch {
		case len(g.consts) > 0 && g.chance(40):
			text = fmt.Sprintf("%s %% 3 + 1", g.consts[0].name)
			c.value = g.consts[0].value%3 + 1
		case g.chance(20):
			set[name] = c.value
			text = fmt.Sprint(c.value%3 + 1)
		}
		g.consts = append(g.consts, c)
		out = append(out, line("const %s = %s;", name, text))
	}
	return out
}

// size is a number from 1 to 3, perhaps given by a constant.
func (g *generator) size() (string, int) {
	if len(g.consts) > 0 && g.chance(60) {
		c := pick(g, g.consts)
		return c.name, c.value
	}
	n := g.between(1, 2)
	return fmt.Sprint(n), n
}

func (g *generator) declareChannels() term {
	list := slices.Clone([]string{"c", "d"}[:g.between(1, 2)])
	g.channels = slices.Clone(list)
	if g.chance(40) {
		bound, n := g.size()
		list = append(list, fmt.Sprintf("link[1..%s]", bound))
		g.families = append(g.families, family{"link", 1, n})
		for i := range n {
			g.channels = append(g.channels, fmt.Sprintf("link%d", i+1))
		}
	}
	if g.classic {
		return line("%s %s", g.oneOf("channels:", "channel:"), strings.Join(list, ", "))
	}
	return line("enum channel { %s }", strings.Join(list, ", "))
}

func (g *generator) declareEnums() []term {
	var out []term
	for i, name := range []string{"colour", "level"}[:g.between(0, 2)] {
		values := slices.Clone([]string{"red", "green", "blue", "c"}[g.between(0, 1):][:g.between(2, 3)])
		list := slices.Clone(values)
		if i == 0 && g.chance(25) {
			list = append(list, "grade[0..1]")
			values = append(values, "grade0", "grade1")
			g.families = append(g.families, family{"grade", 0, 1})
		}
		g.enums = append(g.enums, typ{kind: symbolic, text: name, values: values})
		out = append(out, line("enum %s { %s }", name, strings.Join(list, ", ")))
	}
	return out
}

// variables draws typed names from a pool, each at most once.
func (g *generator) variables(pool []string, n int, class class) []leaf {
	var out []leaf
	for _, name := range g.some(pool, n) {
		t := g.anyType()
		for class == classProperty && t.spacious() && slices.ContainsFunc(out, func(l leaf) bool { return l.typ.spacious() }) {
			t = g.anyType() // two would have too many assignments for an explicit quantifier
		}
		out = append(out, leaf{name: name, text: name, typ: t, class: class})
	}
	return out
}

func (g *generator) some(pool []string, n int) []string {
	pool = slices.Clone(pool)
	var out []string
	for range min(n, len(pool)) {
		i := g.Intn(len(pool))
		out = append(out, pool[i])
		pool = slices.Delete(pool, i, i+1)
	}
	return out
}

// locals are those of an agent type; their names may hide others.
func (g *generator) locals(t *agentType) []leaf {
	out := g.variables([]string{"x", "y", "n", "p", "D", "c", "red"}, g.between(0, 3), classLocal)
	if g.growing && g.chance(50) {
		out = append(out, leaf{name: "who", text: "who", typ: g.locationType(), class: classLocal})
	}
	if !t.pooled && g.chance(12) {
		out = append(out, leaf{name: "m", text: "m", class: classLocal,
			typ: typ{kind: number, text: g.oneOf("int", "integer"), lo: 0, hi: 2, open: true}})
	}
	return out
}

func (g *generator) propertyWord() string {
	if g.classic && g.chance(60) {
		return "communication-variables:"
	}
	return "property-variables:"
}

// section declares variables, unless there are none.
func section(word string, list []leaf) term {
	if len(list) == 0 {
		return line("")
	}
	return line("%s %s", word, fields(list))
}

func fields(list []leaf) string {
	var parts []string
	for _, l := range list {
		parts = append(parts, l.name+" : "+l.typ.text)
	}
	return strings.Join(parts, ", ")
}

// compose decides which instances there are.
func (g *generator) compose() {
	names := []string{"a", "b", "k"}
	for i, name := range []string{"A", "B", "C"}[:g.between(1, 3)] {
		t := &agentType{name: name}
		g.types = append(g.types, t)
		c := &component{typ: t, name: names[i]}
		if g.chance(30) || i == 0 && g.chance(50) {
			c.bound, c.count, c.variable = "2", 2, g.chance(60)
			for _, k := range g.consts {
				if k.value < 3 && g.chance(50) {
					c.bound, c.count = k.name, k.value
				}
			}
		}
		g.components = append(g.components, c)
		if g.chance(10) {
			g.components = append(g.components, &component{typ: t, name: "e" + names[i]})
		}
	}
	if len(g.components) == 1 && (g.components[0].count < 2 || g.growing) {
		g.components = append(g.components, &component{typ: g.types[0], name: "z"})
	}
	if last := g.components[len(g.components)-1]; g.growing {
		last.bound, last.count = "2", 2
	}
	for _, c := range g.components {
		g.locations = append(g.locations, c.names()...)
	}
	g.comeAndGo()
}

// system writes the composition, with the initial conditions of instances.
func (g *generator) system() term {
	bar := g.oneOf(" || ", " || ", " | ")
	if !g.classic {
		bar = " || "
	}
	var instances []term
	for _, c := range g.components {
		name := c.name
		sc := &scope{myself: true}
		if c.count > 0 {
			variable := ""
			if c.variable {
				variable = "i : "
				sc.add(leaf{name: "i", text: "i", typ: typ{kind: number, lo: 1, hi: c.count}, index: true})
			}
			name = fmt.Sprintf("%s[%s1..%s]", c.name, variable, c.bound)
		}
		g.addLocals(sc, c.typ)
		cond := g.start(sc, c.typ)
		absent := ""
		if c.absent {
			absent = "absent "
		}
		if cond.min == cond.full && strings.EqualFold(cond.min, "true") && g.chance(30) {
			instances = append(instances, line("%s%s(%s)", absent, c.typ.name, name))
			continue
		}
		instances = append(instances, line("%s%s(%s, %s)", absent, c.typ.name, name, cond.enclosed()))
	}
	return line("system = %s", listed(bar, instances...))
}

// start is the initial condition of an instance; it settles most of what the type leaves open.
func (g *generator) start(s *scope, t *agentType) term {
	none := atom(g.truth(true))
	var parts []term
	for _, l := range t.free {
		switch {
		case g.chance(20):
		case l.typ.kind == boolean && g.chance(50):
			parts = append(parts, prefix("!", s.leaf(l)))
		case l.typ.kind == boolean:
			parts = append(parts, s.leaf(l))
		case l.typ.kind == number:
			x := numeral(g.between(l.typ.lo, l.typ.hi))
			for _, i := range s.leaves {
				if i.name == "i" && i.typ.lo >= l.typ.lo && i.typ.hi <= l.typ.hi && g.chance(80) {
					x = s.leaf(i)
				}
			}
			parts = append(parts, infix(s.leaf(l), "=", x))
		default:
			if v, ok := g.symbol(s, l.typ); ok {
				parts = append(parts, infix(s.leaf(l), "=", v))
			}
		}
	}
	if g.chance(8) {
		parts = append(parts, infix(g.boolTerm(s, 1), "|", g.boolTerm(s, 1)))
	}
	if len(parts) == 0 {
		return none
	}
	return chain("&", parts)
}
