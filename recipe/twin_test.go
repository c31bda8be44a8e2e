package recipe_test

import (
	"slices"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A twin is the semantics once more, slow and declarative: it guesses who
// takes part with which command and then asks of each agent whether LANGUAGE 2
// allows it (P001 Definition 8 as a relation). It shares only the types with
// the interpreter.
type twin struct{ s *System }

// A meaning is what an expression comes to: a value, absent or undefined.
type meaning struct {
	v                 Value
	absent, undefined bool
}

// An env gives leaves their meaning; fields that are nil make them absent.
type env struct {
	twin
	state       State
	data        map[int]Value
	channel     *Value
	property    func(int) meaning
	proposition bool
	step        *Step // of step propositions
}

func (n env) boolean(e *Expr) meaning { // as an operand of a connective
	m := n.eval(e)
	switch {
	case m.undefined && !n.proposition:
		return m
	case m.absent || m.undefined:
		return meaning{v: False}
	}
	return m
}

func (n env) holds(e *Expr) bool {
	m := n.boolean(e)
	return !m.undefined && m.v == True
}

// lazily evaluates b only if a is the boolean that does not decide.
func (n env) lazily(a, b *Expr, decides Value, then Value) meaning {
	if m := n.boolean(a); m.undefined || m.v == decides {
		return meaning{v: then, undefined: m.undefined}
	}
	return n.boolean(b)
}

func (n env) eval(e *Expr) meaning {
	switch e.Op {
	case OpNot:
		m := n.boolean(e.Args[0])
		return meaning{v: 1 - m.v, undefined: m.undefined}
	case OpAnd:
		return n.lazily(e.Args[0], e.Args[1], False, False)
	case OpOr:
		return n.lazily(e.Args[0], e.Args[1], True, True)
	case OpImplies:
		return n.lazily(e.Args[0], e.Args[1], False, True)
	case OpIff:
		a, b := n.boolean(e.Args[0]), n.boolean(e.Args[1])
		return meaning{v: BoolValue(a.v == b.v), undefined: a.undefined || b.undefined}
	case OpIte:
		c := n.boolean(e.Args[0])
		if c.undefined {
			return c
		}
		return n.eval(e.Args[2-c.v])
	case OpExists, OpForall:
		return n.quantifier(e)
	}
	if len(e.Args) == 0 {
		return n.leaf(e)
	}
	return n.operator(e)
}

func (n env) operator(e *Expr) meaning {
	a := n.eval(e.Args[0])
	b := a
	if len(e.Args) == 2 {
		b = n.eval(e.Args[1])
	}
	divides := e.Op == OpDiv || e.Op == OpMod
	undefined := a.undefined || b.undefined || divides && !b.absent && b.v == 0
	absent := a.absent || b.absent
	comparison := e.Op >= OpEq && e.Op <= OpGe
	switch {
	case comparison && (undefined && n.proposition || absent && !undefined):
		return meaning{v: BoolValue(e.Op == OpNe)}
	case undefined:
		return meaning{undefined: true}
	case absent:
		return meaning{absent: true}
	}
	equal := a.v == b.v && e.Args[0].Type.Kind == e.Args[len(e.Args)-1].Type.Kind
	result := map[Op]func() Value{
		OpEq:  func() Value { return BoolValue(equal) },
		OpNe:  func() Value { return BoolValue(!equal) },
		OpLt:  func() Value { return BoolValue(a.v < b.v) },
		OpLe:  func() Value { return BoolValue(a.v <= b.v) },
		OpGt:  func() Value { return BoolValue(a.v > b.v) },
		OpGe:  func() Value { return BoolValue(a.v >= b.v) },
		OpNeg: func() Value { return -a.v },
		OpAdd: func() Value { return a.v + b.v },
		OpSub: func() Value { return a.v - b.v },
		OpMul: func() Value { return a.v * b.v },
		OpDiv: func() Value { return a.v / b.v },
		OpMod: func() Value { return a.v % b.v },
		OpMin: func() Value { return slices.Min([]Value{a.v, b.v}) },
		OpMax: func() Value { return slices.Max([]Value{a.v, b.v}) },
	}
	return meaning{v: result[e.Op]()}
}

func (n env) leaf(e *Expr) meaning {
	agent := func(i int, ok bool) meaning {
		if !ok {
			return meaning{absent: true}
		}
		return meaning{v: n.s.Agents[i].Location}
	}
	p2p := n.step != nil && n.step.Kind == PointToPointStep
	switch e.Op {
	case OpConst:
		return meaning{v: e.Value}
	case OpLocal:
		return meaning{v: n.state.Locals[e.Index]}
	case OpData:
		v, ok := n.data[e.Index]
		return meaning{v: v, absent: !ok}
	case OpChannel:
		if n.channel == nil {
			return meaning{absent: true}
		}
		return meaning{v: *n.channel}
	case OpProperty:
		return n.property(e.Index)
	case OpControl:
		return meaning{v: Value(n.state.Control[e.Index])}
	case OpDeadlock:
		return meaning{v: BoolValue(len(n.steps(n.state)) == 0)}
	case OpEnabled:
		return meaning{v: BoolValue(slices.ContainsFunc(n.steps(n.state), func(t Transition) bool { return executes(t.Step, e.Commands) }))}
	case OpExecuted:
		return meaning{v: BoolValue(executes(*n.step, e.Commands))}
	case OpPointToPoint:
		return meaning{v: BoolValue(p2p)}
	case OpLocality:
		return meaning{v: n.step.Locality, absent: !p2p}
	case OpSupplierProperty:
		if !p2p {
			return meaning{absent: true}
		}
		return n.relabelling(n.state, n.step.Participants[0].Agent)(e.Index)
	case OpSender:
		return agent(n.step.Initiator, !p2p)
	case OpGetter:
		return agent(n.step.Initiator, p2p)
	case OpInitiator:
		return agent(n.step.Initiator, true)
	case OpSupplier, OpProducer:
		if p2p {
			return agent(n.step.Participants[0].Agent, true)
		}
		return agent(n.step.Initiator, e.Op == OpProducer)
	}
	panic("no leaf")
}

func executes(p Step, commands []int) bool {
	if p.Kind == Stutter {
		return false
	}
	all := []int{p.Command}
	for _, q := range p.Participants {
		all = append(all, q.Command)
	}
	return slices.ContainsFunc(all, func(id int) bool { return slices.Contains(commands, id) })
}

// quantifier goes through the assignments of all identifiers.
func (n env) quantifier(e *Expr) meaning {
	if n.property != nil {
		return n.boolean(e.Args[0])
	}
	sent := map[int]Value{}
	for _, d := range n.step.Data {
		sent[d.Var] = d.Value
	}
	predicate := n.s.Commands[n.step.Command].Predicate
	total, satisfying := 0, 0
	assignment := make([]Value, len(n.s.Properties))
	var assign func(i int)
	assign = func(i int) {
		if i < len(assignment) {
			for code := range n.s.Properties[i].Type.Size() {
				assignment[i] = n.s.Properties[i].Type.Value(code)
				assign(i + 1)
			}
			return
		}
		inner := n
		inner.property = func(i int) meaning { return meaning{v: assignment[i]} }
		if predicate != nil {
			judge := inner
			judge.proposition, judge.data = false, sent
			if !judge.holds(predicate) {
				return
			}
		}
		total++
		if inner.holds(e.Args[0]) {
			satisfying++
		}
	}
	assign(0)
	if e.Op == OpExists {
		return meaning{v: BoolValue(satisfying > 0)}
	}
	return meaning{v: BoolValue(satisfying == total)}
}

func (t twin) relabelling(s State, agent int) func(int) meaning {
	return func(i int) meaning {
		e := t.s.Agents[agent].Relabel[i]
		if e == nil {
			return meaning{absent: true}
		}
		return env{twin: t, state: s}.eval(e)
	}
}

// A move is what one agent contributes to a step.
type move struct {
	command *Command
	updates map[int]Value
}

// moves evaluates a command for a message; nil if it is not enabled.
func (n env) moves(c *Command) *move {
	if n.state.Control[c.Agent] != c.From {
		return nil
	}
	if c.Channel != nil {
		if m := n.eval(c.Channel); m.undefined || m.v != *n.channel {
			return nil
		}
	}
	for _, d := range c.Mentions {
		if _, ok := n.data[d]; !ok {
			return nil
		}
	}
	updates, ok := n.values(c.Updates, func(i int) *Type { return n.s.Vars[i].Type })
	if !n.holds(c.Guard) || !ok {
		return nil
	}
	return &move{c, updates}
}

func (n env) values(list []Assignment, typ func(int) *Type) (map[int]Value, bool) {
	out := map[int]Value{}
	for _, a := range list {
		m := n.eval(a.Expr)
		if m.undefined || !typ(a.Var).Contains(m.v) {
			return nil, false
		}
		out[a.Var] = m.v
	}
	return out, true
}

func (n env) messageData(c *Command) (map[int]Value, bool) {
	return n.values(c.Data, func(i int) *Type { return n.s.Data[i].Type })
}

func (t twin) steps(s State) []Transition {
	var out []Transition
	for i := range t.s.Commands {
		switch c := &t.s.Commands[i]; c.Kind {
		case Send:
			out = append(out, t.sends(s, c)...)
		case Get:
			out = append(out, t.gets(s, c)...)
		}
	}
	for local, v := range t.s.Vars {
		if !v.Free {
			continue
		}
		var any []Transition
		for _, tr := range out {
			for code := range v.Type.Size() {
				tr := tr.Clone()
				tr.Next.Locals[local] = v.Type.Value(code)
				any = append(any, tr)
			}
		}
		out = any
	}
	return out
}

func (t twin) sends(s State, c *Command) []Transition {
	channel := env{twin: t, state: s}.eval(c.Channel)
	if channel.undefined {
		return nil
	}
	sender := env{twin: t, state: s, channel: &channel.v}
	own := sender.moves(c)
	data, ok := sender.messageData(c)
	if own == nil || !ok {
		return nil
	}
	var out []Transition
	parts := []*move{own}
	var guess func(j int)
	guess = func(j int) {
		if j == len(t.s.Agents) {
			out = append(out, t.transition(s, parts, data, nil, channel.v, AnyLocality))
			return
		}
		if j == c.Agent {
			guess(j + 1)
			return
		}
		agent := &t.s.Agents[j]
		receiver := env{twin: t, state: s, data: data, channel: &channel.v, property: t.relabelling(s, j)}
		connected := channel.v == Broadcast || receiver.holds(agent.ReceiveGuard)
		targeted := receiver.holds(c.Predicate)
		ready := false
		for id := agent.Commands.Start; id < agent.Commands.End; id++ {
			if t.s.Commands[id].Kind != Receive {
				continue
			}
			if m := receiver.moves(&t.s.Commands[id]); m != nil {
				ready = true
				if connected && targeted {
					parts = append(parts, m)
					guess(j + 1)
					parts = parts[:len(parts)-1]
				}
			}
		}
		stays := channel.v != Broadcast && !connected || channel.v == Broadcast && (!targeted || !ready)
		if stays {
			guess(j + 1)
		}
	}
	guess(0)
	return out
}

func (t twin) gets(s State, get *Command) []Transition {
	var out []Transition
	for i := range t.s.Commands {
		supply := &t.s.Commands[i]
		if supply.Kind != Supply || supply.Agent == get.Agent {
			continue
		}
		plain := env{twin: t, state: s}
		here := t.s.Agents[supply.Agent].Location
		at := func(e *Expr) Value { // the locality, or one that is nobody's
			switch m := plain.eval(e); {
			case m.undefined:
				return -2
			default:
				return m.v
			}
		}
		locality := AnyLocality
		var agree bool
		if get.Target != nil {
			locality = at(get.Target)
			agree = supply.Target != nil && locality == here && at(supply.Target) == here
		} else {
			judge := plain
			judge.property = t.relabelling(s, supply.Agent)
			agree = supply.Target == nil && judge.holds(get.Predicate)
		}
		asked, ok1 := plain.messageData(get)
		given, ok2 := plain.messageData(supply)
		if !agree || !ok1 || !ok2 {
			continue
		}
		getter := env{twin: t, state: s, data: given}.moves(get)
		supplier := env{twin: t, state: s, data: asked}.moves(supply)
		if getter != nil && supplier != nil {
			out = append(out, t.transition(s, []*move{getter, supplier}, asked, given, 0, locality))
		}
	}
	return out
}

func (t twin) transition(s State, parts []*move, sent, supplied map[int]Value, channel, locality Value) Transition {
	first := parts[0].command
	tr := Transition{Next: s.Clone(), Step: Step{Initiator: first.Agent, Command: first.ID, Channel: channel, Locality: locality, Data: list(sent)}}
	switch {
	case first.Kind == Get:
		tr.Step.Kind = PointToPointStep
	case channel == Broadcast:
		tr.Step.Kind = BroadcastStep
	default:
		tr.Step.Kind = MulticastStep
	}
	for i, m := range parts {
		tr.Next.Control[m.command.Agent] = m.command.To
		for local, v := range m.updates {
			tr.Next.Locals[local] = v
		}
		if i > 0 {
			tr.Step.Participants = append(tr.Step.Participants, Participant{Agent: m.command.Agent, Command: m.command.ID, Data: list(supplied)})
		}
	}
	return tr
}

func list(data map[int]Value) []Datum {
	var out []Datum
	for d, v := range data {
		out = append(out, Datum{Var: d, Value: v})
	}
	slices.SortFunc(out, func(a, b Datum) int { return a.Var - b.Var })
	return out
}
