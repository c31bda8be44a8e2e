package family

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// Abstract makes the system about the selected agents. The family must have enough agents in each
// class: those selected, and one more for the outside. The error is a [*NotSupported].
func (f *Family) Abstract(s Selection) (*Abstraction, error) {
	b := &abstracting{
		Family: f, out: &Abstraction{family: f, System: &recipe.System{File: f.System.File, Symbols: f.System.Symbols}, Stuck: -1},
		types: map[*recipe.Type]*recipe.Type{}, agentOf: make([]int, len(f.System.Agents)), locals: make([]int, len(f.System.Vars)),
		commands: slices.Repeat([]int{-1}, len(f.System.Commands)), dropped: make([]bool, len(f.System.Symbols)), isOutside: make([]bool, len(f.System.Symbols)),
	}
	if err := b.choose(s); err != nil {
		return nil, err
	}
	b.declare()
	b.count()
	for _, a := range b.chosen {
		b.agent(a)
	}
	if err := b.propositions(s.Propositions, s.Settled); err != nil {
		return nil, err
	}
	b.domains()
	b.out.of = b.agentOf
	return b.out, b.out.System.Check()
}

// choose selects the agents, in the order of composition.
func (b *abstracting) choose(s Selection) error {
	parts := map[int]part{}
	for _, a := range b.Singles {
		parts[a] = always
	}
	for c, class := range b.Classes {
		// The tracked agents come first, the others in their order.
		list := slices.Clone(class)
		slices.SortStableFunc(list, func(x, y int) int { return untracked(s, x) - untracked(s, y) })
		enough := s.Kept[c] + s.Added[c] + 1
		switch {
		case len(list) < enough:
			return fmt.Errorf("family: class %d has %d agents, fewer than %d", c, len(list), enough)
		case len(list) > s.Kept[c] && untracked(s, list[s.Kept[c]]) == 0:
			return fmt.Errorf("family: views have %d agents of class %d, fewer than are tracked", s.Kept[c], c)
		}
		for i, a := range list[:enough] {
			switch {
			case i < s.Kept[c]:
				parts[a] = kept
			case i < s.Kept[c]+s.Added[c]:
				parts[a] = added
			default:
				parts[a] = outside
			}
		}
	}
	b.out.Kept, b.out.Added, b.out.outside = make([][]int, len(b.Classes)), make([][]int, len(b.Classes)), make([]int, len(b.Classes))
	for a := range b.System.Agents {
		b.agentOf[a] = -1
		p, in := parts[a]
		if !in {
			for _, v := range b.private[a] {
				b.dropped[v] = true
			}
			continue
		}
		c, class := len(b.chosen), b.classOf[a]
		b.agentOf[a] = c
		b.chosen = append(b.chosen, chosen{a, class, p})
		member := -1
		switch p {
		case kept:
			b.out.Kept[class], member = append(b.out.Kept[class], c), class
		case added:
			b.out.Added[class], member = append(b.out.Added[class], c), class
		case outside:
			b.out.outside[class] = c
			for _, v := range b.private[a] {
				b.isOutside[v] = true
			}
		}
		b.out.member, b.out.symbols = append(b.out.member, member), append(b.out.symbols, b.private[a])
	}
	return nil
}

// untracked is 0 for agents that are tracked and 1 for others.
func untracked(s Selection, agent int) int {
	if slices.Contains(s.Tracked, agent) {
		return 0
	}
	return 1
}

// declare carries over what all agents share.
func (b *abstracting) declare() {
	Declare(b.out.System, b.System, b.typ)
	b.predicates = len(b.System.Properties)
}

// Declare carries over what all agents share, with other types.
func Declare(to, from *recipe.System, typ func(*recipe.Type) *recipe.Type) {
	to.Channel, to.Location = typ(from.Channel), typ(from.Location)
	for _, d := range from.Data {
		to.Data = append(to.Data, recipe.DataVar{Name: d.Name, Type: typ(d.Type)})
	}
	for _, p := range from.Properties {
		to.Properties = append(to.Properties, recipe.PropertyVar{Name: p.Name, Type: typ(p.Type)})
	}
}

// agent adds an agent with its commands.
func (b *abstracting) agent(x chosen) {
	sys, from := b.out.System, &b.System.Agents[x.agent]
	a := len(sys.Agents)
	agent := recipe.Agent{Name: from.Name, TypeName: from.TypeName, Location: from.Location, States: from.States, Pos: from.Pos,
		Vars: recipe.Range{Start: len(sys.Vars)}, Commands: recipe.Range{Start: len(sys.Commands)}}
	w := &writer{abstracting: b, agent: a}
	if x.part == outside {
		agent.Vars.End, agent.Commands.End, agent.States = agent.Vars.Start, agent.Commands.Start, 1
		agent.Init, agent.ReceiveGuard, agent.Relabel = recipe.TrueExpr, recipe.FalseExpr, make([]*recipe.Expr, len(sys.Properties))
		sys.Agents = append(sys.Agents, agent)
		b.out.Present, b.out.locals = append(b.out.Present, -1), append(b.out.locals, agent.Vars)
		return
	}
	for v := range from.Vars.All() {
		old := &b.System.Vars[v]
		b.locals[v] = w.local(old.Name, b.typ(old.Type))
	}
	b.out.locals = append(b.out.locals, recipe.Range{Start: agent.Vars.Start, End: len(sys.Vars)})
	present := -1
	if x.part == added {
		present = w.local("present?", recipe.BoolType)
	}
	b.out.Present = append(b.out.Present, present)
	for i := range b.asked {
		w.predicate = append(w.predicate, w.unknownLocal(fmt.Sprintf("targeted?%d", i)))
	}
	agent.Init = w.expr(from.Init)
	for _, e := range from.Relabel {
		if e != nil {
			e = w.expr(e)
		}
		agent.Relabel = append(agent.Relabel, e)
	}
	for _, v := range w.predicate {
		agent.Relabel = append(agent.Relabel, w.read(v))
	}
	base := w.used
	agent.ReceiveGuard = w.there(w.expr(from.ReceiveGuard), present)
	receives := map[int]int{}
	guard := w.used
	for id := range from.Commands.All() {
		c := &b.System.Commands[id]
		if w.used = base; c.Kind == recipe.Receive {
			w.used = max(guard, receives[c.From])
		}
		b.commands[id] = len(sys.Commands)
		sys.Commands = append(sys.Commands, w.command(c, present))
		if c.Kind == recipe.Receive {
			receives[c.From] = w.used
		}
	}
	agent.Vars.End, agent.Commands.End = len(sys.Vars), len(sys.Commands)
	sys.Agents = append(sys.Agents, agent)
}

// propositions carries over those that are needed, about agents that are there. Their unknowns are
// locals of the last agent that is always there or outside, whose locals are the last of all.
func (b *abstracting) propositions(needed []int, settled bool) error {
	sys := b.out.System
	a := len(sys.Agents) - 1
	w := &writer{abstracting: b, agent: a, proposition: true, settled: settled}
	for i, p := range b.System.Propositions {
		q := recipe.Proposition{Kind: p.Kind, Name: p.Name, Expr: recipe.FalseExpr}
		if slices.Contains(needed, i) {
			w.guesses = p.Kind == recipe.StateProposition
			moves := b.movable(p.Expr)
			if err := b.supported(moves); err != nil {
				return err
			}
			q.Expr = w.expr(moves)
		}
		sys.Propositions = append(sys.Propositions, q)
	}
	sys.Agents[a].Vars.End = len(sys.Vars)
	return nil
}

// movable is an expression in which agents without commands in the abstraction execute none. For example,
// `k-go & k-st = 0` is false if k is such an agent.
func (b *abstracting) movable(e *recipe.Expr) *recipe.Expr {
	switch e.Op {
	case recipe.OpExecuted:
		if !slices.ContainsFunc(e.Commands, func(id int) bool { return b.commands[id] >= 0 }) {
			return recipe.FalseExpr
		}
	case recipe.OpAnd:
		out := *e
		out.Args = make([]*recipe.Expr, len(e.Args))
		for i, x := range e.Args {
			if out.Args[i] = b.movable(x); out.Args[i].IsConst(recipe.False) {
				return recipe.FalseExpr
			}
		}
		return &out
	}
	return e
}

// known reports whether the abstraction has the locals and the control state of an agent.
func (b *abstracting) known(agent int) bool {
	return slices.ContainsFunc(b.chosen, func(x chosen) bool { return x.agent == agent && x.part != outside })
}

// supported says what of a proposition is not known of an abstraction.
func (b *abstracting) supported(e *recipe.Expr) (err error) {
	e.Walk(func(x *recipe.Expr) bool {
		switch x.Op {
		case recipe.OpLocal, recipe.OpControl:
			agent := x.Index
			if x.Op == recipe.OpLocal {
				agent = b.System.Vars[x.Index].Agent
			}
			if !b.known(agent) {
				err = &NotSupported{x.Pos, "it is about more agents than a view has"}
			}
		case recipe.OpEnabled:
			err = &NotSupported{x.Pos, "it asks whether a command is enabled, which depends on agents that are not in a view"}
		case recipe.OpExists, recipe.OpForall:
			for i, p := range b.System.Properties {
				if b.typ(p.Type) != p.Type {
					err = &NotSupported{x.Pos, fmt.Sprintf("it quantifies over property identifiers, and the type of %s grows with the number of agents", b.System.Properties[i].Name)}
				}
			}
			if b.asked > 0 {
				err = &NotSupported{x.Pos, "it quantifies over property identifiers, and predicates compare symbols that are private to agents"}
			}
		}
		return err == nil
	})
	return err
}

// domains lists all values of locals. A local that is never assigned keeps the value that its
// agent's initial condition requires.
func (b *abstracting) domains() {
	sys := b.out.System
	d := &flow.Domains{}
	for v := range sys.Vars {
		t := sys.Vars[v].Type
		values := make([]recipe.Value, t.Size())
		for i := range values {
			values[i] = t.Value(i)
		}
		if only, fixed := constant(sys, v); fixed {
			values = []recipe.Value{only}
		}
		d.Locals = append(d.Locals, values)
	}
	for a := range sys.Agents {
		d.Control = append(d.Control, slices.Repeat([]bool{true}, sys.Agents[a].States))
	}
	d.Fires = slices.Repeat([]bool{true}, len(sys.Commands))
	b.out.Values = d
}

// constant tells the value of a local that no command assigns and that the initial condition
// requires to be equal to one.
func constant(sys *recipe.System, v int) (recipe.Value, bool) {
	agent := &sys.Agents[sys.Vars[v].Agent]
	for id := range agent.Commands.All() {
		if slices.ContainsFunc(sys.Commands[id].Updates, func(u recipe.Assignment) bool { return u.Var == v }) {
			return 0, false
		}
	}
	for _, e := range recipe.Conjuncts(agent.Init) {
		if e.Op != recipe.OpEq {
			continue
		}
		for i, x := range e.Args {
			y := e.Args[1-i]
			if x.Op == recipe.OpLocal && x.Index == v && y.Op == recipe.OpConst && y.Type.Kind == x.Type.Kind && sys.Vars[v].Type.Contains(y.Value) {
				return y.Value, true
			}
		}
	}
	return 0, false
}
