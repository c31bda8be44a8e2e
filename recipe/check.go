package recipe

import (
	"errors"
	"fmt"
	"slices"
)

// Check reports whether s is consistent. The interpreter and the encodings rely on this. It checks
// that indices are in range, that the entries of an agent are contiguous and in the order of the
// agents, that types are well formed, that expressions are well typed and read only what their
// field allows, and that every command has exactly the parts of its kind. The error joins all
// faults.
//
// Arithmetic expressions must have integer types. Whether their values stay in range is a question
// of the semantics.
func (s *System) Check() error {
	if s == nil {
		return errNoSystem
	}
	c := &checker{sys: s}
	c.symbols()
	c.shared()
	c.agents()
	if len(c.faults) > 0 {
		return errors.Join(c.faults...) // commands refer to agents by index
	}
	for i := range s.Agents {
		c.agent(&s.Agents[i])
	}
	for i := range s.Commands {
		c.command(i, &s.Commands[i])
	}
	for i := range s.Propositions {
		c.proposition(&s.Propositions[i])
	}
	return errors.Join(c.faults...)
}

func (c *checker) symbols() {
	if len(c.sys.Symbols) == 0 || c.sys.Symbols[Broadcast] != "*" {
		c.fault("symbols", `symbol %d is not "*"`, Broadcast)
	}
	seen := map[string]bool{}
	for _, name := range c.sys.Symbols {
		if seen[name] {
			c.fault("symbols", "%q occurs twice", name)
		}
		seen[name] = true
	}
}

// shared checks what all agents share: channels, locations, data and property identifiers.
func (c *checker) shared() {
	s := c.sys
	c.typ("channel", s.Channel)
	if s.Channel != nil && !(s.Channel.Kind == Enum && s.Channel.Contains(Broadcast)) {
		c.fault("channel", "not an enumeration with the broadcast channel")
	}
	c.typ("location", s.Location)
	for _, d := range s.Data {
		c.typ("data variable "+d.Name, d.Type)
	}
	for _, p := range s.Properties {
		c.typ("property identifier "+p.Name, p.Type)
	}
}

func (c *checker) typ(where string, t *Type) {
	switch {
	case t == nil:
		c.fault(where, "no type")
	case t.Kind > Enum:
		c.fault(where, "no kind of type %d", t.Kind)
	case t.Kind == Int && t.Hi < t.Lo, t.Kind == Enum && len(t.Values) == 0:
		c.fault(where, "type %s is empty", t)
	case t.Kind == Enum:
		for i, v := range t.Values {
			if code, ok := t.Code(v); !ok || code != i {
				c.fault(where, "type %s was not made by EnumType", t)
				return
			}
			if v < 0 || int(v) >= len(c.sys.Symbols) {
				c.fault(where, "type %s holds %d, which is no symbol", t, v)
			}
		}
	}
}

// agents checks that the agents, their locations, locals and commands line up.
func (c *checker) agents() {
	s := c.sys
	if len(s.Agents) == 0 {
		c.fault("agents", "there are none")
		return
	}
	var vars, commands int
	locations := make([]Value, len(s.Agents))
	for i := range s.Agents {
		a := &s.Agents[i]
		locations[i] = a.Location
		if a.Vars.Start != vars || a.Vars.End < vars || a.Commands.Start != commands || a.Commands.End < commands {
			c.fault("agent "+a.Name, "locals %v and commands %v do not follow those of the agent before", a.Vars, a.Commands)
		}
		vars, commands = a.Vars.End, a.Commands.End
		if a.States < 1 {
			c.fault("agent "+a.Name, "no control state")
		}
	}
	if vars != len(s.Vars) || commands != len(s.Commands) {
		c.fault("agents", "have %d locals and %d commands instead of %d and %d", vars, commands, len(s.Vars), len(s.Commands))
		return
	}
	if s.Location != nil && !slices.Equal(s.Location.Values, locations) {
		c.fault("location", "values %v are not the agents' locations %v", s.Location.Values, locations)
	}
	for i := range s.Vars {
		v := &s.Vars[i]
		c.typ("local "+v.Name, v.Type)
		if v.Agent < 0 || v.Agent >= len(s.Agents) || !s.Agents[v.Agent].Vars.Contains(i) {
			c.fault("local "+v.Name, "number %d is none of agent %d", i, v.Agent)
		}
		if v.Type != nil && v.Type.Unbounded && (v.Start.Hi < v.Start.Lo || v.Start.Hi-v.Start.Lo >= mostStarts) {
			c.fault("local "+v.Name, "its type has no range, and its initial values are those of %d..%d, not from 1 to %d values", v.Start.Lo, v.Start.Hi, mostStarts)
		}
	}
	for i := range s.Commands {
		k := &s.Commands[i]
		if k.ID != i || k.Agent < 0 || k.Agent >= len(s.Agents) || !s.Agents[k.Agent].Commands.Contains(i) {
			c.fault(fmt.Sprintf("command %d", i), "has ID %d and is none of agent %d", k.ID, k.Agent)
		}
	}
}

func (c *checker) agent(a *Agent) {
	own := reading{vars: a.Vars}
	where := "agent " + a.Name
	c.boolean(where+": init", a.Init, own)
	c.unrestricted(where, a)
	onChannel := own
	onChannel.allow(OpChannel)
	c.boolean(where+": receive guard", a.ReceiveGuard, onChannel)
	c.presence(where, a)
	if len(a.Relabel) != len(c.sys.Properties) {
		c.fault(where, "relabels %d of %d property identifiers", len(a.Relabel), len(c.sys.Properties))
		return
	}
	for i, e := range a.Relabel {
		if e != nil {
			c.expr(where+": relabelling of "+c.sys.Properties[i].Name, e, c.sys.Properties[i].Type.Kind, own)
		}
	}
}

// unrestricted checks that nothing but chance gives the free locals of an agent their values.
func (c *checker) unrestricted(where string, a *Agent) {
	free := func(i int) bool { return a.Vars.Contains(i) && c.sys.Vars[i].Free }
	if a.Init.Any(func(e *Expr) bool { return e.Op == OpLocal && free(e.Index) }) {
		c.fault(where+": init", "restricts a free local")
	}
	for id := range a.Commands.All() {
		for _, u := range c.sys.Commands[id].Updates {
			if free(u.Var) {
				c.fault(where, "command %d assigns the free local %s", id, c.sys.varName(u.Var))
			}
		}
	}
}

func (c *checker) command(id int, k *Command) {
	a := &c.sys.Agents[k.Agent]
	where := fmt.Sprintf("command %d (%s)", id, c.sys.CommandString(id))
	if k.Kind > Supply {
		c.fault(where, "no kind of command %d", k.Kind)
		return
	}
	if k.From < 0 || k.From >= a.States || k.To < 0 || k.To >= a.States {
		c.fault(where, "leads from %d to %d, but %s has %d control states", k.From, k.To, a.Name, a.States)
	}
	own := reading{vars: a.Vars}
	body, predicate := own, own // of guard and updates; of the predicate
	predicate.allow(OpProperty)
	switch k.Kind {
	case Send:
		body.allow(OpChannel)
		predicate.allow(OpChannel, OpData)
		for _, d := range k.Data {
			predicate.data = append(predicate.data, d.Var)
		}
	case Receive:
		body.allow(OpChannel, OpData)
		body.data = k.Mentions
	default:
		body.allow(OpData)
		body.data = k.Mentions
	}
	c.mentions(where, k)
	c.boolean(where+": guard", k.Guard, body)
	c.part(where+": channel", k.Channel, k.Kind == Send || k.Kind == Receive, Enum, own)
	c.part(where+": target", k.Target, k.Target != nil && (k.Kind == Get || k.Kind == Supply), Enum, own)
	c.part(where+": predicate", k.Predicate, k.Kind == Send || k.Kind == Get && k.Target == nil, Bool, predicate)
	if k.Kind == Receive && len(k.Data) > 0 {
		c.fault(where, "a receive assigns data")
	}
	c.assignments(where+": data", k.Data, own, Range{End: len(c.sys.Data)}.Contains, func(i int) Kind { return c.sys.Data[i].Type.Kind })
	c.spawns(where, k)
	mayAssign := func(v int) bool {
		return a.Vars.Contains(v) || c.isVar(v) && slices.Contains(k.Spawns, c.sys.Vars[v].Agent)
	}
	c.assignments(where+": update", k.Updates, body, mayAssign, func(i int) Kind { return c.sys.Vars[i].Type.Kind })
}

// part checks an expression that is there just if it is wanted.
func (c *checker) part(where string, e *Expr, wanted bool, kind Kind, may reading) {
	switch {
	case e == nil && wanted:
		c.fault(where, "missing")
	case e != nil && !wanted:
		c.fault(where, "not of this kind of command")
	case e != nil:
		c.expr(where, e, kind, may)
	}
}

func (c *checker) mentions(where string, k *Command) {
	if k.Kind == Send && len(k.Mentions) > 0 {
		c.fault(where, "a send mentions data of a message")
	}
	for i, d := range k.Mentions {
		if d < 0 || d >= len(c.sys.Data) || i > 0 && d <= k.Mentions[i-1] {
			c.fault(where, "mentions %v are not ascending indices of data variables", k.Mentions)
			return
		}
	}
}

func (c *checker) assignments(where string, list []Assignment, may reading, targets func(int) bool, kind func(int) Kind) {
	seen := map[int]bool{}
	for _, a := range list {
		if !targets(a.Var) || seen[a.Var] {
			c.fault(where, "variable %d is assigned twice or not the command's to assign", a.Var)
			continue
		}
		seen[a.Var] = true
		c.expr(where, a.Expr, kind(a.Var), may)
	}
}

func (c *checker) proposition(p *Proposition) {
	may := reading{vars: Range{End: len(c.sys.Vars)}}
	may.allow(OpControl, OpEnabled, OpDeadlock)
	switch p.Kind {
	case StateProposition:
	case StepProposition:
		may.allow(OpData, OpChannel, OpSupplierProperty, OpSender, OpGetter, OpSupplier, OpInitiator, OpProducer,
			OpLocality, OpPointToPoint, OpExecuted, OpExists, OpForall)
		may.anyData = true
	default:
		c.fault("proposition "+p.Name, "no kind of proposition %d", p.Kind)
		return
	}
	c.boolean("proposition "+p.Name, p.Expr, may)
}

// presence checks that what an agent does depends on its being there.
func (c *checker) presence(where string, a *Agent) {
	if a.Present == nil {
		return
	}
	c.boolean(where+": presence", a.Present, reading{vars: a.Vars})
	if a.Present.Op != OpLocal {
		c.fault(where, "its presence is not the value of a local")
		return
	}
	if len(a.Rest) != a.Vars.Len() {
		c.fault(where, "has %d values while it is absent, but %d locals", len(a.Rest), a.Vars.Len())
	}
	guards := []*Expr{a.ReceiveGuard}
	for id := range a.Commands.All() {
		guards = append(guards, c.sys.Commands[id].Guard)
	}
	needs := func(e *Expr) bool {
		return e != nil && (e.Op == OpLocal && e.Index == a.Present.Index || e.IsConst(False))
	}
	for _, g := range guards {
		if !slices.ContainsFunc(Conjuncts(g), needs) {
			c.fault(where, "a guard does not have the presence of the agent as a conjunct")
			return
		}
	}
}

// spawns checks the agents that a command spawns: it assigns all their locals.
func (c *checker) spawns(where string, k *Command) {
	for i, a := range k.Spawns {
		if a < 0 || a >= len(c.sys.Agents) || a == k.Agent || i > 0 && a <= k.Spawns[i-1] || c.sys.Agents[a].Present == nil {
			c.fault(where, "spawns %v, which are not other agents that can be absent, ascending", k.Spawns)
			return
		}
		vars := c.sys.Agents[a].Vars
		for v := range vars.All() {
			if !slices.ContainsFunc(k.Updates, func(u Assignment) bool { return u.Var == v }) {
				c.fault(where, "spawns %s without a value for %s", c.sys.Agents[a].Name, c.sys.Vars[v].Name)
			}
		}
	}
}

func (c *checker) isVar(v int) bool { return v >= 0 && v < len(c.sys.Vars) }
