package ispltest

import (
	"cmp"
	"fmt"
	"math/rand"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
)

// Options bound what Generate makes. The zero value allows everything.
type Options struct {
	// OneVariable gives each agent one variable, so that both semantics of assignment agree.
	OneVariable bool
	// NoFairness leaves out the section Fairness.
	NoFairness bool
	// Formulas is how many formulas there are; 4 if it is 0.
	Formulas int
}

// generator makes one model.
type generator struct {
	*rand.Rand
	opts   Options
	agents []*agent
	props  int
	groups int
}

type agent struct {
	name    string
	vars    []*ispl.Variable
	actions []string
	sees    []*ispl.Variable // of the environment
}

var enumValues = []string{"red", "green", "blue"}

// Generate makes a model without errors, and possibly with warnings. It has at most some hundred
// states. It may have an environment, ranges with negative numbers, choices, deadlocks, overflows
// and red states, and it has formulas of every kind.
func Generate(rng *rand.Rand, opts Options) *ispl.File {
	g := &generator{Rand: rng, opts: opts}
	f := &ispl.File{}
	if rng.Intn(2) == 0 {
		f.Semantics = &ispl.Semantics{Single: rng.Intn(2) == 0}
	}
	single := f.Semantics != nil && f.Semantics.Single
	g.declare()
	for i, a := range g.agents {
		f.Agents = append(f.Agents, g.agent(i, a, single))
	}
	g.global(f)
	return f
}

func ident(name string) ispl.Ident { return ispl.Ident{Name: name} }

func idents(names ...string) []ispl.Ident {
	out := make([]ispl.Ident, len(names))
	for i, n := range names {
		out[i] = ident(n)
	}
	return out
}

func section[T any](items ...T) *ispl.Section[T] { return &ispl.Section[T]{Items: items} }

// declare makes the agents with their variables and actions.
func (g *generator) declare() {
	if g.Intn(3) > 0 {
		e := &agent{name: ispl.EnvironmentName}
		g.variables(e, g.Intn(2)+g.Intn(2))
		if g.Intn(3) > 0 {
			e.actions = []string{"tick", "tock"}[:1+g.Intn(2)]
		}
		g.agents = append(g.agents, e)
	}
	for i := range 1 + g.Intn(3) {
		a := &agent{name: fmt.Sprintf("P%d", i+1)}
		g.variables(a, 1+g.Intn(3)/2+g.Intn(2))
		a.actions = []string{"go", "stay", "jump"}[:1+g.Intn(3)]
		g.agents = append(g.agents, a)
	}
}

func (g *generator) variables(a *agent, count int) {
	if g.opts.OneVariable {
		count = min(count, 1)
	}
	for i := range count {
		v := &ispl.Variable{Name: ident(fmt.Sprintf("x%d", i+1))}
		switch g.Intn(3) {
		case 1:
			v.Kind, v.Lo = ispl.Range, g.Intn(4)-2
			v.Hi = v.Lo + 1 + g.Intn(3)
		case 2:
			v.Kind, v.Values = ispl.Enumeration, idents(enumValues[:2+g.Intn(2)]...)
		}
		a.vars = append(a.vars, v)
	}
}

// agent makes the declaration of an agent.
func (g *generator) agent(i int, a *agent, single bool) *ispl.Agent {
	d := &ispl.Agent{Name: ident(a.name), Actions: section(idents(a.actions...)...), Protocol: section[*ispl.ProtocolLine](),
		Evolution: section[*ispl.EvolutionLine]()}
	if a.name == ispl.EnvironmentName {
		visible := 0
		if len(a.vars) > 0 {
			visible = g.Intn(len(a.vars) + 1)
			d.Obsvars, d.Vars = section(a.vars[:visible]...), section(a.vars[visible:]...)
		}
		for _, other := range g.agents[1:] {
			other.sees = append(other.sees, a.vars[:visible]...)
		}
	} else {
		d.Vars = section(a.vars...)
		if e := g.agents[0]; e.name == ispl.EnvironmentName {
			g.observe(d, a, e)
		}
	}
	if g.Intn(3) == 0 && len(a.vars) > 0 {
		d.RedStates = section(&ispl.Formula{Expr: g.condition(a, 1, false)})
	}
	if len(a.actions) > 0 {
		for range g.Intn(3) {
			d.Protocol.Items = append(d.Protocol.Items, &ispl.ProtocolLine{When: g.condition(a, 1, false), Actions: g.someOf(a.actions)})
		}
		if g.Intn(10) > 0 || len(d.Protocol.Items) == 0 {
			d.Protocol.Items = append(d.Protocol.Items, &ispl.ProtocolLine{Actions: g.someOf(a.actions)})
		}
	}
	if len(a.vars) > 0 {
		for range 2 + g.Intn(6) {
			d.Evolution.Items = append(d.Evolution.Items, g.line(a, single))
		}
	}
	return d
}

// observe makes the Lobsvars of an agent.
func (g *generator) observe(d *ispl.Agent, a, environment *agent) {
	d.Lobsvars = section[ispl.Ident]()
	for _, v := range environment.vars {
		if g.Intn(2) == 0 {
			continue
		}
		d.Lobsvars.Items = append(d.Lobsvars.Items, v.Name)
		a.sees = append(a.sees, v)
	}
}

func (g *generator) someOf(names []string) []ispl.Ident {
	first := g.Intn(len(names))
	return idents(names[first : first+1+g.Intn(len(names)-first)]...)
}

func (g *generator) line(a *agent, single bool) *ispl.EvolutionLine {
	l := &ispl.EvolutionLine{When: g.condition(a, g.Intn(3), true)}
	first := g.Intn(len(a.vars))
	last := first + 1
	if !single {
		last += g.Intn(len(a.vars) - first)
	}
	for _, v := range a.vars[first:last] {
		l.Assign = append(l.Assign, ispl.Assignment{Variable: v.Name, Value: g.valueOf(a, v)})
	}
	return l
}

func node(op ispl.Op, args ...*ispl.Expr) *ispl.Expr { return &ispl.Expr{Op: op, Args: args} }

func number(n int) *ispl.Expr { return &ispl.Expr{Op: ispl.OpNumber, Value: n} }

func named(prefix, name string) *ispl.Expr {
	x := &ispl.Expr{Op: ispl.OpName, Name: ident(name)}
	if prefix != "" {
		x.Agent = ident(prefix)
	}
	return x
}

// constant is a value of a variable's type.
func (g *generator) constant(v *ispl.Variable) *ispl.Expr {
	switch v.Kind {
	case ispl.Range:
		return number(v.Lo + g.Intn(v.Hi-v.Lo+1))
	case ispl.Enumeration:
		return named("", v.Values[g.Intn(len(v.Values))].Name)
	}
	return node([]ispl.Op{ispl.OpTrue, ispl.OpFalse}[g.Intn(2)])
}

// reading is how an agent (nil: everybody) names a variable.
type reading struct {
	variable *ispl.Variable
	prefix   string
}

func (r reading) expr() *ispl.Expr { return named(r.prefix, r.variable.Name.Name) }

func (g *generator) readings(a *agent) []reading {
	var out []reading
	if a == nil {
		for _, b := range g.agents {
			for _, v := range b.vars {
				out = append(out, reading{v, b.name})
			}
		}
		return out
	}
	for _, v := range a.vars {
		out = append(out, reading{v, ""})
	}
	for _, v := range a.sees {
		out = append(out, reading{v, ispl.EnvironmentName})
	}
	return out
}

// valueOf is a value that fits a variable's type, or is a number that may be out of range.
func (g *generator) valueOf(a *agent, v *ispl.Variable) *ispl.Expr {
	var same []reading
	for _, r := range g.readings(a) {
		if r.variable.Kind == v.Kind && v.Kind != ispl.Enumeration {
			same = append(same, r)
		}
	}
	if len(same) == 0 || g.Intn(2) == 0 {
		return g.constant(v)
	}
	x := same[g.Intn(len(same))].expr()
	if v.Kind == ispl.Boolean {
		switch g.Intn(3) {
		case 0:
			return node(ispl.OpBitNot, x)
		case 1:
			return node([]ispl.Op{ispl.OpBitOr, ispl.OpBitXor, ispl.OpBitAnd}[g.Intn(3)], x, same[g.Intn(len(same))].expr())
		}
		return x
	}
	op := []ispl.Op{ispl.OpPlus, ispl.OpMinus, ispl.OpTimes, ispl.OpDivide}[g.Intn(4)]
	return node(op, x, number(g.Intn(4)-1))
}

// condition is one on what an agent sees, or on everything if it is nil, and, where they may be
// tested, on actions.
func (g *generator) condition(a *agent, depth int, actions bool) *ispl.Expr {
	if depth > 0 {
		sub := func() *ispl.Expr { return g.condition(a, depth-1, actions) }
		switch g.Intn(5) {
		case 0:
			return node(ispl.OpAnd, sub(), sub())
		case 1:
			return node(ispl.OpOr, sub(), sub(), sub())
		case 2:
			return node(ispl.OpNot, sub())
		}
	}
	if actions && g.Intn(2) == 0 {
		b := g.agents[g.Intn(len(g.agents))]
		if len(b.actions) > 0 {
			test := node(ispl.OpAction)
			if b != a {
				test.Agent = ident(b.name)
			}
			return node(ispl.OpEq, test, named("", b.actions[g.Intn(len(b.actions))]))
		}
	}
	readings := g.readings(a)
	if len(readings) == 0 {
		return node(ispl.OpEq, number(g.Intn(2)), number(1))
	}
	r := readings[g.Intn(len(readings))]
	value := g.constant(r.variable)
	if a != nil && g.Intn(3) == 0 {
		value = g.valueOf(a, r.variable)
	}
	if r.variable.Kind == ispl.Range {
		ops := []ispl.Op{ispl.OpEq, ispl.OpNeq, ispl.OpLt, ispl.OpLe, ispl.OpGt, ispl.OpGe}
		return node(ops[g.Intn(len(ops))], r.expr(), value)
	}
	return node([]ispl.Op{ispl.OpEq, ispl.OpEq, ispl.OpNeq}[g.Intn(3)], r.expr(), value)
}

// global makes what stands after the agents.
func (g *generator) global(f *ispl.File) {
	g.props = 3
	f.Evaluation = section[*ispl.Proposition]()
	for i := range g.props {
		f.Evaluation.Items = append(f.Evaluation.Items, &ispl.Proposition{Name: ident(fmt.Sprintf("p%d", i+1)), When: g.condition(nil, 1, false)})
	}
	all := g.readings(nil)
	initial := make([]*ispl.Expr, 0, len(all))
	for _, r := range all {
		if len(initial) < 1 || g.Intn(2) > 0 {
			initial = append(initial, node(ispl.OpEq, r.expr(), g.constant(r.variable)))
		}
	}
	x := initial[0]
	if len(initial) > 1 {
		x = node(ispl.OpAnd, initial...)
	}
	f.InitStates = section(&ispl.Formula{Expr: x})
	g.groups = 2
	f.Groups = section[*ispl.Group]()
	for i := range g.groups {
		group := &ispl.Group{Name: ident(fmt.Sprintf("g%d", i+1))}
		for k, a := range g.agents {
			if g.Intn(2) == 0 || len(group.Members) == 0 && k == len(g.agents)-1 {
				group.Members = append(group.Members, ident(a.name))
			}
		}
		f.Groups.Items = append(f.Groups.Items, group)
	}
	if !g.opts.NoFairness && g.Intn(3) == 0 {
		f.Fairness = section(&ispl.Formula{Expr: g.formula(1)})
	}
	count := cmp.Or(g.opts.Formulas, 4)
	f.Formulae = section[*ispl.Formula]()
	for range count {
		f.Formulae.Items = append(f.Formulae.Items, &ispl.Formula{Expr: g.property()})
	}
}

func (g *generator) property() *ispl.Expr {
	switch g.Intn(6) {
	case 0:
		return node(ispl.OpLTL, g.path(3, true))
	case 1:
		return node(ispl.OpCTLStar, g.star(3))
	}
	return g.formula(3)
}

func (g *generator) atom() *ispl.Expr {
	if g.Intn(6) == 0 {
		return &ispl.Expr{Op: []ispl.Op{ispl.OpRed, ispl.OpGreen}[g.Intn(2)], Agent: ident(g.agents[g.Intn(len(g.agents))].name)}
	}
	return named("", fmt.Sprintf("p%d", 1+g.Intn(g.props)))
}

// connective joins formulas.
func (g *generator) connective(sub func() *ispl.Expr) *ispl.Expr {
	switch g.Intn(4) {
	case 0:
		return node(ispl.OpNot, sub())
	case 1:
		return node(ispl.OpAnd, sub(), sub())
	case 2:
		return node(ispl.OpOr, sub(), sub())
	}
	return node(ispl.OpImplies, sub(), sub())
}

// knowing is a formula about what agents know or ought to do.
func (g *generator) knowing(f *ispl.Expr, obligations bool) *ispl.Expr {
	ops := []ispl.Op{ispl.OpKnows, ispl.OpEveryone, ispl.OpCommon, ispl.OpDistributed, ispl.OpObliged}
	if !obligations {
		ops = ops[:4]
	}
	x := node(ops[g.Intn(len(ops))], f)
	x.Name = ident(fmt.Sprintf("g%d", 1+g.Intn(g.groups)))
	if x.Op == ispl.OpKnows || x.Op == ispl.OpObliged {
		x.Name = ident(g.agents[g.Intn(len(g.agents))].name)
	}
	return x
}

func (g *generator) formula(depth int) *ispl.Expr {
	if depth == 0 {
		return g.atom()
	}
	sub := func() *ispl.Expr { return g.formula(depth - 1) }
	switch g.Intn(5) {
	case 0:
		return g.connective(sub)
	case 1:
		return g.knowing(sub(), true)
	case 2:
		op := []ispl.Op{ispl.OpCanNext, ispl.OpCanFinally, ispl.OpCanGlobally, ispl.OpCanUntil}[g.Intn(4)]
		x := node(op, sub())
		if op == ispl.OpCanUntil {
			x.Args = append(x.Args, sub())
		}
		x.Name = ident(fmt.Sprintf("g%d", 1+g.Intn(g.groups)))
		return x
	case 3:
		return node([]ispl.Op{ispl.OpAllUntil, ispl.OpExistsUntil}[g.Intn(2)], sub(), sub())
	}
	return node([]ispl.Op{ispl.OpAG, ispl.OpEG, ispl.OpAX, ispl.OpEX, ispl.OpAF, ispl.OpEF}[g.Intn(6)], sub())
}

func (g *generator) path(depth int, linear bool) *ispl.Expr {
	if depth == 0 {
		return g.atom()
	}
	sub := func() *ispl.Expr { return g.path(depth-1, linear) }
	switch g.Intn(5) {
	case 0:
		return g.connective(sub)
	case 1:
		if linear {
			return g.knowing(sub(), false)
		}
		return g.star(depth - 1)
	case 2:
		return node(ispl.OpUntil, sub(), sub())
	}
	return node([]ispl.Op{ispl.OpNext, ispl.OpFinally, ispl.OpGlobally}[g.Intn(3)], sub())
}

// star is a state formula of CTL*.
func (g *generator) star(depth int) *ispl.Expr {
	if depth == 0 {
		return g.atom()
	}
	sub := func() *ispl.Expr { return g.star(depth - 1) }
	switch g.Intn(4) {
	case 0:
		return g.connective(sub)
	case 1:
		return g.knowing(sub(), false)
	}
	return node([]ispl.Op{ispl.OpAll, ispl.OpExists}[g.Intn(2)], g.path(depth-1, false))
}
