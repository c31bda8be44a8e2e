package recipe

import "slices"

// A walker holds the working memory of one enumeration of the steps of one state. Nothing it hands
// out outlives the call it is handed to.
type walker struct {
	in    *Interpreter
	sys   *System
	scope scope
	yield func(Transition) bool
	found bool // whether a step has been handed out

	state        State
	next         State
	step         Step
	participants []Participant
	updates      []update      // of all commands under consideration
	options      []option      // of all receivers of the message
	receivers    []receiver    // that take part, ascending
	sent         dataset       // of the initiator
	supplied     dataset       // of the supplier
	data         [2][]Datum    // the same two as lists
	supply       []Participant // the one supplier
}

// An update is a new value of a local.
type update struct {
	local int
	value Value
}

// An option is one command that an agent could contribute, with its updates
// walker.updates[from:to].
type option struct {
	command  int
	from, to int
}

// A receiver must choose one of walker.options[from:to].
type receiver struct {
	agent    int
	from, to int
}

func newWalker(in *Interpreter) *walker {
	n := len(in.sys.Data)
	return &walker{
		in:       in,
		sys:      in.sys,
		scope:    scope{sys: in.sys, receiver: noAgent},
		next:     in.newState(),
		sent:     newDataset(n),
		supplied: newDataset(n),
		supply:   make([]Participant, 1),
	}
}

// walkerAt is a walker in a state. The caller puts it back among the walkers.
func walkerAt(in *Interpreter, s State, yield func(Transition) bool) *walker {
	w := in.walkers.Get().(*walker)
	w.enter(s, yield)
	return w
}

// leaving are the commands that leave the control state of an agent.
func (w *walker) leaving(agent int) *edges { return &w.in.edges[agent][w.state.Control[agent]] }

func (w *walker) enter(s State, yield func(Transition) bool) {
	w.state, w.yield, w.found = s, yield, false
	w.scope.locals = s.Locals
}

// message starts the consideration of a new message.
func (w *walker) message() {
	w.updates, w.options, w.receivers = w.updates[:0], w.options[:0], w.receivers[:0]
	w.sent.clear()
	w.supplied.clear()
	w.scope.data, w.scope.hasChannel, w.scope.receiver = dataset{}, false, noAgent
}

// prepare determines the sender's part in the send c, and the message.
func (w *walker) prepare(c *Command) (own option, ok bool) {
	w.message()
	sc := &w.scope
	channel, st := sc.value(c.Channel)
	if st != defined {
		return own, false
	}
	sc.channel, sc.hasChannel = channel, true
	if own, ok = w.consider(c); !ok || !w.assign(c, w.sent) {
		return own, false
	}
	sc.data = w.sent
	return own, true
}

// send hands out the steps that the send c initiates; it returns false when yield does.
func (w *walker) send(c *Command) bool {
	own, ok := w.prepare(c)
	if !ok || !w.vacant(c) {
		return true
	}
	channel := w.scope.channel
	if channel != Broadcast || !c.Predicate.IsConst(False) { // else it is for nobody
		for j := range w.sys.Agents {
			if j != c.Agent && !w.reception(c, j) {
				return true // j blocks the multicast
			}
		}
	}
	w.step = Step{Kind: SendOn(channel), Initiator: c.Agent, Command: c.ID, Channel: channel, Locality: AnyLocality, Data: w.list(0, c, w.sent)}
	w.begin()
	w.apply(own)
	w.participants = w.participants[:0]
	return w.choose(0)
}

// reception determines what agent j does with the message that c sends. It returns false if j
// blocks it.
func (w *walker) reception(c *Command, j int) bool {
	sc := &w.scope
	broadcast := sc.channel == Broadcast
	agent := &w.sys.Agents[j]
	if !broadcast && !sc.holds(agent.ReceiveGuard) {
		return true // not connected
	}
	sc.receiver = j
	if !sc.holds(c.Predicate) {
		return broadcast // not targeted
	}
	from := len(w.options)
	for _, id := range w.leaving(j).receive {
		r := &w.sys.Commands[id]
		if v, st := sc.value(r.Channel); st != defined || v != sc.channel {
			continue
		}
		if o, ok := w.consider(r); ok && w.vacant(r) {
			w.options = append(w.options, o)
		}
	}
	if from == len(w.options) {
		return broadcast // not ready
	}
	w.receivers = append(w.receivers, receiver{agent: j, from: from, to: len(w.options)})
	return true
}

// choose hands out one step for each combination of the options of the receivers from the i-th on.
func (w *walker) choose(i int) bool {
	if i == len(w.receivers) {
		w.step.Participants = w.participants
		return w.hand()
	}
	r := w.receivers[i]
	for _, o := range w.options[r.from:r.to] {
		if w.clashes(&w.sys.Commands[o.command], w.participants[:i]) {
			continue
		}
		w.participants = append(w.participants[:i], Participant{Agent: r.agent, Command: o.command})
		w.apply(o)
		if !w.choose(i + 1) {
			return false
		}
		w.revert(o)
	}
	return true
}

// consider evaluates the guard and the updates of c in the present scope, whose data is that of the
// message (on point-to-point, of the other side).
func (w *walker) consider(c *Command) (option, bool) {
	sc := &w.scope
	if !sc.data.carriesAll(c.Mentions) || !sc.holds(c.Guard) {
		return option{}, false
	}
	o := option{command: c.ID, from: len(w.updates)}
	for i := range c.Updates {
		a := &c.Updates[i]
		v, st := sc.value(a.Expr)
		if st != defined || !w.sys.Vars[a.Var].Type.Contains(v) {
			w.updates = w.updates[:o.from]
			return option{}, false
		}
		w.updates = append(w.updates, update{local: a.Var, value: v})
	}
	o.to = len(w.updates)
	return o, true
}

// assign evaluates the data of c into d; it returns false if some of it is undefined or out of
// range.
func (w *walker) assign(c *Command, d dataset) bool {
	for i := range c.Data {
		a := &c.Data[i]
		v, st := w.scope.value(a.Expr)
		if st != defined || !w.sys.Data[a.Var].Type.Contains(v) {
			return false
		}
		d.set(a.Var, v)
	}
	return true
}

// list returns d, assigned by c, as a list in w.data[slot].
func (w *walker) list(slot int, c *Command, d dataset) []Datum {
	if len(c.Data) == 0 {
		return nil
	}
	out := w.data[slot][:0]
	for i, v := range d.values {
		if d.has[i] {
			out = append(out, Datum{Var: i, Value: v})
		}
	}
	w.data[slot] = out
	return out
}

// begin makes the next state the present one.
func (w *walker) begin() {
	copy(w.next.Locals, w.state.Locals)
	copy(w.next.Control, w.state.Control)
}

// apply lets the option's agent move in the next state.
func (w *walker) apply(o option) {
	c := &w.sys.Commands[o.command]
	w.next.Control[c.Agent] = c.To
	for _, u := range w.updates[o.from:o.to] {
		w.next.Locals[u.local] = u.value
	}
}

// revert undoes the updates of apply. The control state is left to the agent's next option.
func (w *walker) revert(o option) {
	for _, u := range w.updates[o.from:o.to] {
		w.next.Locals[u.local] = w.state.Locals[u.local]
	}
}

// hand hands out the step, with each choice of values for the free locals.
func (w *walker) hand() bool {
	w.found = true
	if w.in.to == nil {
		return w.handFrom(w.in.free)
	}
	for _, v := range w.in.free {
		w.next.Locals[v] = w.in.to[v]
	}
	return w.handFrom(nil)
}

func (w *walker) handFrom(free []int) bool {
	if len(free) == 0 {
		return w.yield(Transition{Step: w.step, Next: w.next})
	}
	t := w.sys.Vars[free[0]].Type
	for code := range t.Size() {
		w.next.Locals[free[0]] = t.Value(code)
		if !w.handFrom(free[1:]) {
			return false
		}
	}
	return true
}

func (w *walker) stutter() {
	w.step = Step{Kind: Stutter, Initiator: noAgent, Command: -1, Locality: AnyLocality}
	w.begin()
	w.found = true
	w.yield(Transition{Step: w.step, Next: w.next})
}

// Clone returns a copy of t that shares no memory with it.
func (t Transition) Clone() Transition {
	return Transition{Step: t.Step.Clone(), Next: t.Next.Clone()}
}

// Clone returns a copy of s that shares no memory with it.
func (s State) Clone() State {
	return State{Locals: slices.Clone(s.Locals), Control: slices.Clone(s.Control)}
}

// Clone returns a copy of p that shares no memory with it.
func (p Step) Clone() Step {
	// Where there is nothing the copies are nil, so that equal steps have equal copies.
	p.Data = append([]Datum(nil), p.Data...)
	p.Participants = append([]Participant(nil), p.Participants...)
	for i := range p.Participants {
		p.Participants[i].Data = append([]Datum(nil), p.Participants[i].Data...)
	}
	return p
}

// vacant reports whether all agents that c spawns are absent.
func (w *walker) vacant(c *Command) bool {
	for _, a := range c.Spawns {
		if w.scope.holds(w.sys.Agents[a].Present) {
			return false
		}
	}
	return true
}

// clashes reports whether a command spawns an agent that the initiator or one of the participants
// spawns.
func (w *walker) clashes(c *Command, participants []Participant) bool {
	if len(c.Spawns) == 0 {
		return false
	}
	return meet(c, &w.sys.Commands[w.step.Command]) ||
		slices.ContainsFunc(participants, func(p Participant) bool { return meet(c, &w.sys.Commands[p.Command]) })
}

// meet reports whether two commands spawn a common agent.
func meet(c, d *Command) bool {
	return slices.ContainsFunc(c.Spawns, func(a int) bool { return slices.Contains(d.Spawns, a) })
}
