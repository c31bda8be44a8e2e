package recipetest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Shape bounds what is generated. The zero Shape is a good one for
// comparisons over all reachable states.
type Shape struct {
	// Agents is the largest number of agents, 4 if 0; there are at least 2.
	Agents int
	// Locals is the largest number of locals of an agent, 3 if 0.
	Locals int
	// Commands is the largest number of commands of an agent, 5 if 0.
	Commands int
	// States is the largest number of control states of an agent, 3 if 0.
	States int
	// Propositions is the number of state and of step propositions each.
	Propositions int
	// Total leaves out what depends on ranges and zero divisors: no division,
	// and integer updates that could leave their range are taken modulo.
	Total bool
	// Large makes a quarter of the systems large in one respect: integers of
	// hundreds of values, dozens of agents and channels, or an agent of hundreds
	// of control states. It needs at least 4 agents and 3 states.
	Large bool
	// Alike makes two or three agents of every system copies of one, so that most systems have
	// interchangeable agents.
	Alike bool
	// Free makes those locals free that no command assigns and no initial condition restricts.
	Free bool
}

func (s Shape) orDefault() Shape {
	s.Agents = cmp.Or(s.Agents, 4)
	s.Locals = cmp.Or(s.Locals, 3)
	s.Commands = cmp.Or(s.Commands, 5)
	s.States = cmp.Or(s.States, 3)
	return s
}

// A generator makes one system.
type generator struct {
	Source
	shape Shape
	b     *recipe.Builder

	channels   []*recipe.Expr // the broadcast channel first
	colours    *recipe.Type   // an enumeration
	ints       []*recipe.Type
	locations  int
	data       []*recipe.Expr
	properties []*recipe.Expr
	exchanges  bool     // whether there are gets and supplies
	crowded    bool     // whether there are dozens of agents and channels
	long       int      // commands that the first agent has one after the other
	plans      [][]plan // by agent
	first      int      // of a run of agents that are alike up to last; one agent is no run
	last       int
	commands   []*recipe.CommandBuilder
	receptions []*recipe.CommandBuilder // those among them that were planned
	locals     []*recipe.Expr           // of all agents so far
	agents     []*recipe.AgentBuilder
}

// System generates a system that satisfies recipe.System.Check and has an
// initial state.
func System(source Source, shape Shape) *recipe.System {
	g := &generator{Source: source, shape: shape.orDefault(), b: recipe.NewBuilder()}
	g.declare()
	g.interactions()
	if g.shape.Alike {
		g.alike()
	}
	g.agentsInTurn()
	for i := range g.shape.Propositions {
		g.b.StateProposition(fmt.Sprintf("state%d", i), g.stateProposition())
		x := g.observation(2)
		if i%3 == 2 {
			x = g.stepAtom(x)
		}
		g.b.StepProposition(fmt.Sprintf("step%d", i), x)
	}
	s, err := g.b.System()
	if err != nil {
		panic("recipetest: the generator made a faulty system: " + err.Error())
	}
	if shape.Free {
		free(s)
	}
	return s
}

// free makes the locals free to which nothing gives a value.
func free(s *recipe.System) {
	given := make([]bool, len(s.Vars))
	for i := range s.Agents {
		for e := range s.Agents[i].Init.All() {
			if e.Op == recipe.OpLocal {
				given[e.Index] = true
			}
		}
	}
	for i := range s.Commands {
		for _, u := range s.Commands[i].Updates {
			given[u.Var] = true
		}
	}
	for i := range s.Vars {
		s.Vars[i].Free = !given[i]
	}
}

// between draws a number from lo to hi.
func (g *generator) between(lo, hi int) int { return lo + g.Intn(hi-lo+1) }

// chance is true for percent of the draws, false being simpler.
func (g *generator) chance(percent int) bool { return g.Intn(100) >= 100-percent }

func pick[T any](g *generator, from []T) T { return from[g.Intn(len(from))] }

func agentName(i int) string { return fmt.Sprintf("a%d", i) }

func (g *generator) declare() {
	g.channels = []*recipe.Expr{g.b.Broadcast()}
	for i := range g.between(0, 2) {
		g.channels = append(g.channels, g.b.Channel(fmt.Sprintf("c%d", i)))
	}
	g.colours = g.b.Enum("colour", []string{"red", "green", "blue"}[:g.between(2, 3)]...)
	g.ints = []*recipe.Type{recipe.IntType(0, 2), recipe.IntType(-1, 1), recipe.IntType(0, 3), recipe.IntType(1, 3)}
	g.exchanges = g.chance(45)
	g.locations = g.between(2, g.shape.Agents)
	if g.shape.Large {
		g.enlarge()
	}
	for i := range g.between(0, 2) {
		g.data = append(g.data, g.b.Data(fmt.Sprintf("D%d", i), g.anyType()))
	}
	for i := range g.between(0, 2) {
		t := g.anyType()
		for i > 0 && isWide(t) && isWide(g.properties[0].Type) { // too many assignments for an explicit quantifier
			t = g.anyType()
		}
		g.properties = append(g.properties, g.b.Property(fmt.Sprintf("p%d", i), t))
	}
}

func (g *generator) anyType() *recipe.Type {
	switch g.Intn(10) {
	case 0, 1, 2:
		return recipe.BoolType
	case 3, 4, 5, 6:
		return pick(g, g.ints)
	case 7:
		return g.b.ChannelType()
	case 8:
		return g.colours
	default:
		return g.b.LocationType()
	}
}

// values are the constants of t; the location type has none yet.
func (g *generator) values(t *recipe.Type) []*recipe.Expr {
	var out []*recipe.Expr
	if t == g.b.LocationType() {
		for i := range g.locations {
			out = append(out, g.b.Location(agentName(i)))
		}
		return out
	}
	for code := range t.Size() {
		out = append(out, recipe.Const(t, t.Value(code)))
	}
	return out
}

func (g *generator) agent(i int) {
	a := g.b.Agent(agentName(i), "T")
	g.agents = append(g.agents, a)
	var own []*recipe.Expr
	for k := range g.localsOf(i) {
		x := a.Local(fmt.Sprintf("x%d", k), g.anyType())
		own = append(own, x)
		switch values := g.values(x.Type); {
		case isWide(x.Type):
			a.Init(recipe.Or(recipe.Eq(x, pick(g, values)), recipe.Eq(x, pick(g, values))))
		case g.chance(75):
			a.Init(recipe.Eq(x, pick(g, values)))
		case len(values) > 1 && g.chance(30):
			a.Init(recipe.Ne(x, pick(g, values)))
		}
	}
	g.locals = append(g.locals, own...)
	for _, p := range g.properties {
		if !g.chance(15) {
			a.Relabel(p, g.ofType(p.Type, own, 1))
		}
	}
	g.receiveGuard(a, i, own)
	states := g.between(1, g.shape.States)
	for k, p := range g.plans[i] {
		from := 0
		if g.chance(50) {
			from = k % states
		}
		g.command(a, own, p, from, g.Intn(states))
	}
	if i == 0 {
		g.chain(a, own, states-1)
	}
}

// receiveGuard connects the agent to the channels it receives from, or not.
func (g *generator) receiveGuard(a *recipe.AgentBuilder, agent int, own []*recipe.Expr) {
	var connected []*recipe.Expr
	for c := 1; c < len(g.channels); c++ {
		if g.receives(agent, c) != g.chance(5) {
			connected = append(connected, recipe.Eq(g.b.MessageChannel(), g.channels[c]))
		}
	}
	guard := recipe.Or(connected...)
	switch g.Intn(8) {
	case 0:
		return
	case 5:
		guard = recipe.And(guard, g.condition(own, 1))
	case 6:
		guard = recipe.Or(guard, g.condition(slices.Concat(own, []*recipe.Expr{g.b.MessageChannel()}), 1))
	case 7:
		guard = recipe.Ne(g.b.MessageChannel(), pick(g, g.channels))
	}
	a.ReceiveGuard(guard)
}
