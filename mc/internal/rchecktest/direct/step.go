package direct

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// A State holds a value for every local and a control state for every instance.
type State struct {
	locals  []Value
	control []int
	gone    []bool // by number of the instance: it is absent
}

func (s State) clone() State {
	return State{slices.Clone(s.locals), slices.Clone(s.control), slices.Clone(s.gone)}
}

// A Step is one interaction: a send, or a get with its supply. The repetition of a deadlocked state
// has no initiator.
type Step struct {
	initiator    *instance
	command      *command
	channel      Value // of a send
	locality     Value // of a get: an instance, or the symbol any
	data         map[string]Value
	participants []participant
	next         State
}

// participant is an instance that takes part in a step with a command, and the data it supplies.
type participant struct {
	who     *instance
	command *command
	data    map[string]Value
}

func (st *Step) isStutter() bool { return st.initiator == nil }

func (st *Step) isExchange() bool {
	if st.isStutter() {
		return false
	}
	_, ok := st.command.syntax.Action.(*ast.Get)
	return ok
}

// move is a command that an instance could contribute to a step, and what it assigns.
type move struct {
	who     *instance
	command *command
	updates map[int]Value // by index in State.locals
	stops   bool
	spawns  []*instance
}

// steps are all interactions that are possible in a state (language page, "What a step is").
func (m *Model) steps(s State) []*Step {
	var out []*Step
	for _, k := range m.instances {
		if s.gone[k.number] {
			continue
		}
		for _, c := range k.typ.commands {
			if c.from != s.control[k.number] {
				continue
			}
			switch a := c.syntax.Action.(type) {
			case *ast.Send:
				out = append(out, m.send(s, k, c, a)...)
			case *ast.Get:
				out = append(out, m.get(s, k, c, a)...)
			}
		}
	}
	return out
}

func (m *Model) at(s State, who *instance, may reads) *env {
	return &env{m: m, may: may, self: who, state: s}
}

// values evaluates assignments; ok is false if a value is outside of its variable's type or
// undefined.
func (n *env) values(l *ast.AssignList, of []variable) (out map[string]Value, ok bool) {
	out = map[string]Value{}
	if l == nil {
		return out, true
	}
	for _, a := range l.Assigns {
		v := n.eval(a.Value)
		i := find(of, a.Name.Name)
		if i < 0 {
			fail("no variable %s to assign", a.Name.Name)
		}
		if !v.defined() || !of[i].typ.contains(v) {
			return nil, false
		}
		out[a.Name.Name] = v
	}
	return out, true
}

// moves evaluates the guard and the updates of a command for the message of the environment. There
// is one for each way to spawn agents, and none if the command is not enabled.
func (n *env) moves(c *command) []*move {
	for d := range c.mentions {
		if _, carried := n.data[d]; !carried {
			return nil
		}
	}
	if c.syntax.Guard != nil && !n.holds(c.syntax.Guard.Cond) {
		return nil
	}
	updates, _ := parts(c.syntax.Action)
	values, ok := n.values(updates, n.self.typ.locals)
	if !ok {
		return nil
	}
	out := &move{who: n.self, command: c, updates: map[int]Value{}}
	for name, v := range values {
		out.updates[n.self.first+find(n.self.typ.locals, name)] = v
	}
	if updates == nil {
		return []*move{out}
	}
	if updates.Stop != nil {
		out.stops = true
		for i, v := range n.m.rest(n.self) {
			out.updates[n.self.first+i] = v
		}
	}
	return n.spawned(out, updates.Spawns)
}

// apply is the state after some moves.
func (s State) apply(moves ...*move) State {
	next := s.clone()
	for _, v := range moves {
		next.control[v.who.number] = v.command.to
		for i, value := range v.updates {
			next.locals[i] = value
		}
		if v.stops {
			next.control[v.who.number], next.gone[v.who.number] = 0, true
		}
		for _, in := range v.spawns {
			next.gone[in.number] = false
		}
	}
	return next
}

// send lists the steps that a send command initiates.
func (m *Model) send(s State, k *instance, c *command, a *ast.Send) []*Step {
	channel := m.at(s, k, inChannel).eval(a.Chan)
	if !channel.defined() {
		return nil
	}
	own := m.at(s, k, inSend)
	own.channel = channel
	senders := own.moves(c)
	data, ok := m.at(s, k, inAssignedData).values(a.Data, m.data)
	if !ok {
		return nil
	}
	choices := [][]*move{senders} // for the sender one of its moves, for every other instance what it may do, nil standing for nothing
	for _, j := range m.instances {
		if j != k {
			choices = append(choices, m.responses(s, k, a, j, channel, data))
		}
	}
	var out []*Step
	var choose func(i int, chosen []*move)
	choose = func(i int, chosen []*move) {
		if i < len(choices) {
			for _, r := range choices[i] {
				if r == nil {
					choose(i+1, chosen)
				} else {
					choose(i+1, append(chosen[:len(chosen):len(chosen)], r))
				}
			}
			return
		}
		step := &Step{initiator: k, command: c, channel: channel, data: data}
		if clash(chosen) {
			return
		}
		for _, r := range chosen[1:] {
			step.participants = append(step.participants, participant{who: r.who, command: r.command})
		}
		step.next = s.apply(chosen...)
		out = append(out, step)
	}
	choose(0, nil)
	return out
}

// responses lists what j may do when k sends; none means that j blocks the message.
func (m *Model) responses(s State, k *instance, a *ast.Send, j *instance, channel Value, data map[string]Value) []*move {
	if s.gone[j.number] {
		return []*move{nil}
	}
	broadcast := channel == spelled("*")
	connected := broadcast
	if !broadcast {
		n := m.at(s, j, inReceiveGuard)
		n.channel = channel
		connected = j.typ.decl.ReceiveGuard == nil || n.holds(j.typ.decl.ReceiveGuard.Cond)
	}
	predicate := m.at(s, k, inSendGuard)
	predicate.channel, predicate.data, predicate.prop = channel, data, m.relabelled(s, j)
	targeted := a.Guard == nil || predicate.holds(a.Guard)
	var receives []*move
	for _, c := range j.typ.commands {
		r, ok := c.syntax.Action.(*ast.Receive)
		if !ok || c.from != s.control[j.number] || m.at(s, j, inChannel).eval(r.Chan) != channel {
			continue
		}
		n := m.at(s, j, inReceive)
		n.channel, n.data = channel, data
		receives = append(receives, n.moves(c)...)
	}
	if connected && targeted && len(receives) > 0 {
		return receives
	}
	if !connected || broadcast {
		return []*move{nil} // not connected, not targeted, not ready
	}
	return nil
}

// relabelled gives the property identifiers the values that they have for an instance.
func (m *Model) relabelled(s State, j *instance) func(string) Value {
	return func(name string) Value {
		if j.typ.decl.Relabel == nil {
			return Value{}
		}
		for _, e := range j.typ.decl.Relabel.Entries {
			if e.Name.Name == name {
				return m.at(s, j, inRelabelling).eval(e.Value)
			}
		}
		return Value{}
	}
}

// isAny reports whether a locality is the word `any`, which a declared name hides, or the constant
// true.
func (n *env) isAny(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BoolLit:
		return e.Value
	case *ast.Ident:
		return e.Name == "any" && !n.m.declared["any"] && find(n.self.typ.locals, "any") < 0
	}
	return false
}

// get lists the steps that a get command initiates (language page, "Point to point").
func (m *Model) get(s State, k *instance, c *command, a *ast.Get) []*Step {
	var out []*Step
	asked, ok := m.at(s, k, inAssignedData).values(a.Data, m.data)
	if !ok {
		return nil
	}
	for _, j := range m.instances {
		if j == k || s.gone[j.number] {
			continue
		}
		locality, ok := m.asks(s, k, a, j)
		if !ok {
			continue
		}
		for _, d := range j.typ.commands {
			supply, isSupply := d.syntax.Action.(*ast.Supply)
			if !isSupply || d.from != s.control[j.number] || !m.answers(s, j, supply, locality) {
				continue
			}
			supplied, ok := m.at(s, j, inAssignedData).values(supply.Data, m.data)
			if !ok {
				continue
			}
			getter, supplier := m.at(s, k, inExchange), m.at(s, j, inExchange)
			getter.data, supplier.data = supplied, asked
			for _, gets := range getter.moves(c) {
				for _, supplies := range supplier.moves(d) {
					if clash([]*move{gets, supplies}) {
						continue
					}
					out = append(out, &Step{
						initiator: k, command: c, locality: locality, data: asked,
						participants: []participant{{j, d, supplied}}, next: s.apply(gets, supplies),
					})
				}
			}
		}
	}
	return out
}

// asks reports whether a get is for j: it names j, or j satisfies its predicate; and the locality
// that it names, or any.
func (m *Model) asks(s State, k *instance, a *ast.Get, j *instance) (Value, bool) {
	n := m.at(s, k, inGetLocality)
	n.prop = m.relabelled(s, j)
	if !n.isAny(a.From) {
		if list := n.localities(a.From); list != nil {
			return spelled(j.name), list[spelled(j.name)]
		}
		switch v := n.eval(a.From); v.kind {
		case symbol:
			return v, v == spelled(j.name)
		case undefined:
			return v, false
		default:
			if !n.holds(a.From) {
				return v, false
			}
		}
	}
	return spelled("any"), a.Pred == nil || n.holds(a.Pred)
}

// localities is the set of agents that a get from several localities is for, by their names: the
// sets of its operands are cut, joined or taken from all. It is nil if the locality is not an
// expression over locations.
func (n *env) localities(e ast.Expr) map[Value]bool {
	all := map[Value]bool{}
	for _, in := range n.m.instances {
		all[spelled(in.name)] = true
	}
	var set func(e ast.Expr) map[Value]bool
	set = func(e ast.Expr) map[Value]bool {
		out := map[Value]bool{}
		switch e := e.(type) {
		case *ast.Paren:
			return set(e.X)
		case *ast.Unary:
			inner := set(e.X)
			for v := range all {
				out[v] = inner != nil && !inner[v]
			}
			if inner == nil || e.Op != ast.Not {
				return nil
			}
		case *ast.Binary:
			left, right := set(e.X), set(e.Y)
			if left == nil || right == nil {
				return nil
			}
			for v := range all {
				a, b := left[v], right[v]
				switch e.Op {
				case ast.And:
					out[v] = a && b
				case ast.Or:
					out[v] = a || b
				case ast.Implies:
					out[v] = !a || b
				case ast.Iff:
					out[v] = a == b
				default:
					return nil
				}
			}
		default:
			v := n.eval(e)
			if v.kind != symbol || !all[v] {
				return nil
			}
			out[v] = true
		}
		return out
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Unary, *ast.Binary:
		return set(e)
	}
	return nil
}

// answers reports whether a supply of j is for gets at the given locality.
func (m *Model) answers(s State, j *instance, a *ast.Supply, locality Value) bool {
	n := m.at(s, j, inSupplyAddress)
	if n.isAny(a.To) {
		return locality == spelled("any")
	}
	to := n.eval(a.To)
	if to.isTrue() {
		return locality == spelled("any")
	}
	return locality == spelled(j.name) && to == locality
}

// initial lists the initial states: all control states are 0, and the locals satisfy the conditions
// of type and instance.
func (m *Model) initial(limit int) []State {
	total := 0
	for _, in := range m.instances {
		total += len(in.typ.locals)
	}
	n := len(m.instances)
	states := []State{{locals: make([]Value, total), control: make([]int, n), gone: make([]bool, n)}}
	for _, in := range m.instances {
		var extended []State
		if in.absent {
			starts := m.startsOf(in)
			if len(starts) == 0 {
				return nil
			}
			for _, s := range states {
				copy(s.locals[in.first:], starts[0])
				s.gone[in.number] = true
			}
			continue
		}
		for _, s := range states {
			extended = append(extended, m.starts(s, in, 0)...)
			if len(extended) > limit {
				fail("more than %d initial states", limit)
			}
		}
		states = extended
	}
	return states
}

// starts lists the extensions of s by values of the locals of in, from the i-th on, that satisfy
// its initial conditions.
func (m *Model) starts(s State, in *instance, i int) []State {
	if i == len(in.typ.locals) {
		n := m.at(s, in, inInit)
		if in.typ.decl.Init != nil && !n.holds(in.typ.decl.Init.Cond) {
			return nil
		}
		n.binds = in.index
		if in.cond != nil && !n.holds(in.cond) {
			return nil
		}
		return []State{s.clone()}
	}
	d := in.typ.locals[i].typ
	if d.unbounded {
		d = numbers(-window, window)
	}
	var out []State
	for _, v := range d.values {
		s.locals[in.first+i] = v
		out = append(out, m.starts(s, in, i+1)...)
	}
	return out
}

// describe writes data in order of their names.
func describe(data map[string]Value) string {
	var parts []string
	for name, v := range data {
		parts = append(parts, fmt.Sprintf("%s=%s", name, v))
	}
	return strings.Join(slices.Sorted(slices.Values(parts)), ",")
}
