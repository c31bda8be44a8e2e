package types

import (
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Agents elaborates the agents, their commands and their groups.
type agents struct{ declarations }

// resolveAgents makes the system's agents: every instance gets locals and commands of its own. The
// bodies of types without instances are elaborated too, for their mistakes, and dropped.
func (c *agents) resolveAgents() {
	for _, t := range c.types {
		var body ast.Process
		if t.decl.Repeat != nil {
			body = t.decl.Repeat.Body
		}
		t.automaton = newAutomaton(body, c.file.Dialect)
	}
	s := c.System
	c.allocate()
	for _, in := range c.instances {
		if in.typ == nil {
			continue
		}
		first := len(s.Commands)
		a := c.resolveAgent(in)
		c.Sees = append(c.Sees, c.resolveView(in))
		c.Red = append(c.Red, in.red)
		c.Pictures = append(c.Pictures, in.picture)
		a.Commands = recipe.Range{Start: first, End: len(s.Commands)}
		s.Agents = append(s.Agents, a)
	}
	for _, t := range c.types {
		if len(t.instances) > 0 {
			continue
		}
		commands := len(s.Commands)
		location := recipe.Broadcast
		if c.location != nil {
			location = c.location.Values[0]
		}
		stand := &instance{name: t.name, typ: t, agent: -1, presence: -1, location: location, labels: map[string][]int{}}
		c.resolveAgent(stand)
		c.resolveView(stand)
		s.Commands, c.Commands = s.Commands[:commands], c.Commands[:commands]
	}
}

func (c *agents) resolveAgent(in *instance) recipe.Agent {
	t := in.typ
	a := recipe.Agent{
		Name: in.name, TypeName: t.name, Location: in.location,
		Vars:         recipe.Range{Start: in.vars, End: in.vars + len(t.locals)},
		States:       t.automaton.states,
		Init:         c.initially(in),
		ReceiveGuard: recipe.TrueExpr,
		Relabel:      make([]*recipe.Expr, len(c.props)),
	}
	if in.decl != nil {
		a.Pos = c.position(in.decl.Pos())
	}
	if in.presence >= 0 {
		a.Vars.End, a.Present = in.presence+1, in.present()
		a.Rest = make([]recipe.Value, a.Vars.Len())
		for _, x := range c.rest(in, in.decl) {
			a.Rest[x.Var-in.vars] = x.Expr.Value
		}
	}
	if t.decl.ReceiveGuard != nil {
		env := c.scope(placeReceiveGuard, in)
		a.ReceiveGuard = env.boolean(t.decl.ReceiveGuard.Cond)
	}
	if in.presence >= 0 && a.ReceiveGuard != nil {
		a.ReceiveGuard = mkConnective(recipe.OpAnd, in.present(), a.ReceiveGuard)
	}
	if t.decl.Red != nil {
		in.red = c.scope(placeRed, in).boolean(t.decl.Red.Cond)
	}
	if t.decl.Picture != nil {
		in.picture = c.resolvePicture(in, t.decl.Picture)
	}
	for i, e := range t.relabels {
		if e == nil {
			continue
		}
		env := c.scope(placeRelabel, in)
		x := env.expr(e.Value)
		if p := c.props[i]; x != nil && p.typ != nil && env.assignable(e.Value, p.typ, x, "property identifier `"+p.name+"`") {
			a.Relabel[i] = x
		}
	}
	for _, e := range t.automaton.edges {
		for _, supplier := range c.suppliers(in, e.command) {
			c.resolveCommand(in, e, supplier)
		}
	}
	return a
}

// resolvePicture types the column, the row and the label of a picture. It is nil after an error.
func (c *agents) resolvePicture(in *instance, s *ast.PictureSection) *recipe.Picture {
	if len(s.Exprs) < 2 {
		return nil // the parser says so
	}
	env := c.scope(placePicture, in)
	out := &recipe.Picture{Column: env.integer(s.Exprs[0]), Row: env.integer(s.Exprs[1])}
	if len(s.Exprs) == 3 {
		if out.Label = env.expr(s.Exprs[2]); out.Label == nil {
			return nil
		}
	}
	if out.Column == nil || out.Row == nil {
		return nil
	}
	return out
}

// resolveInit joins the type's initial condition and the instance's (P000 section 3).
func (c *agents) resolveInit(in *instance) *recipe.Expr {
	ofType, own, env := recipe.TrueExpr, recipe.TrueExpr, c.scope(placeInit, in)
	if i := in.typ.decl.Init; i != nil {
		ofType = env.boolean(i.Cond)
	}
	if in.cond != nil {
		env.binds = in.index
		own = env.boolean(in.cond)
	}
	if ofType == nil || own == nil {
		return nil
	}
	return mkConnective(recipe.OpAnd, ofType, own)
}

// resolveCommand appends the commands of one edge. The supplier is one of [agents.suppliers].
func (c *agents) resolveCommand(in *instance, e edge, supplier recipe.Value) {
	s := c.System
	c.spend(1, e.command)
	k := recipe.Command{Agent: in.agent, From: e.from, To: e.to, Pos: c.position(e.command.Pos())}
	if l := e.command.Label; l != nil {
		k.Label = l.Name
	}
	body := c.scope(placeOf(e.command.Action), in) // of what all commands have: guard and updates
	body.mentions = map[int]bool{}
	k.Guard = recipe.TrueExpr
	if e.command.Guard != nil {
		k.Guard = body.boolean(e.command.Guard.Cond)
	}
	c.never = k.Guard != nil && isConst(k.Guard) && k.Guard.Value == 0
	defer func() { c.never = false }()
	var updates *ast.AssignList
	switch a := e.command.Action.(type) {
	case *ast.Send:
		k.Kind, updates = recipe.Send, a.Updates
		c.resolveSend(in, &k, a)
	case *ast.Receive:
		k.Kind, updates = recipe.Receive, a.Updates
		k.Channel = c.resolveChannel(in, a.Chan)
	case *ast.Get:
		k.Kind, updates = recipe.Get, a.Updates
		k.Data = c.resolveData(in, a.Data)
		c.resolveGet(in, &k, a, supplier)
	case *ast.Supply:
		k.Kind, updates = recipe.Supply, a.Updates
		k.Data = c.resolveData(in, a.Data)
		c.resolveSupply(in, &k, a)
	}
	k.Updates = body.assignments(updates, in.typ.localNamed, "local variable", func(f *field) int { return in.vars + f.index })
	for _, k := range c.pools(in, body, k, updates) {
		k.ID, k.Mentions = len(s.Commands), slices.Sorted(maps.Keys(body.mentions))
		if k.Label != "" {
			in.labels[k.Label] = append(in.labels[k.Label], k.ID)
		}
		c.Commands = append(c.Commands, e.command)
		s.Commands = append(s.Commands, k)
	}
}

// placeOf is the place of the guard and the updates of a command.
func placeOf(a ast.Action) place {
	switch a.(type) {
	case *ast.Send:
		return placeSend
	case *ast.Receive:
		return placeReceive
	}
	return placeExchange
}

func (c *agents) resolveSend(in *instance, k *recipe.Command, a *ast.Send) {
	k.Channel = c.resolveChannel(in, a.Chan)
	k.Data = c.resolveData(in, a.Data)
	own := map[int]bool{}
	if a.Data != nil {
		for _, d := range a.Data.Assigns {
			if f := c.dataNamed[d.Name.Name]; f != nil {
				own[f.index] = true
			}
		}
	}
	k.Predicate = recipe.TrueExpr
	if a.Guard != nil {
		env := c.scope(placeSendGuard, in)
		env.own = own
		k.Predicate = env.boolean(a.Guard)
	}
}

func (c *agents) resolveData(in *instance, l *ast.AssignList) []recipe.Assignment {
	env := c.scope(placeAssignedData, in)
	out := env.assignments(l, c.dataNamed, "data variable", func(f *field) int { return f.index })
	for _, a := range out {
		c.used[assigned{a.Var}] = true
	}
	slices.SortFunc(out, func(a, b recipe.Assignment) int { return a.Var - b.Var })
	return out
}

// resolveChannel elaborates the channel of a send or receive: a channel, or a local variable of
// that type.
func (c *agents) resolveChannel(in *instance, e ast.Expr) *recipe.Expr {
	env := c.scope(placeChannel, in)
	env.channel = true
	x := env.expr(e)
	if x == nil {
		return nil
	}
	if isConst(x) && x.Type.Kind == recipe.Enum && c.channel.Contains(x.Value) {
		return &recipe.Expr{Op: recipe.OpConst, Type: c.channel, Value: x.Value, Pos: x.Pos}
	}
	if x.Type != c.channel {
		d := c.reportAt(typeMismatch, e, "expected a channel, found `%s`, %s", c.shown(e), kindOf(x))
		if isConst(x) && x.Type.Kind == recipe.Enum {
			c.hint(d, func() string { return diag.DidYouMean(c.symbols[x.Value], c.spellings(c.channel)) })
		}
		return nil
	}
	return x
}
