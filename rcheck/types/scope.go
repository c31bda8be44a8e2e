package types

import (
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// leaves is a set of things that an expression may read.
type leaves uint16

const (
	readLocal    leaves = 1 << iota // the agent's own locals
	readData                        // what the message carries; on point-to-point, what the other side gives
	readOwnData                     // what the command itself assigns to the message
	readChannel                     // the channel of the message
	readProperty                    // the property identifiers of the receiver or supplier
	readSymbol                      // constants of enums, channels, instances
	readState                       // any agent's locals and control state, in properties
	readStep                        // the parts of a step, in observations
)

// place is where an expression stands: what it may read there, and how diagnostics call it.
type place struct {
	name  string
	reads leaves
}

var (
	placeConstant     = place{"a constant", 0}
	placeInit         = place{"an initial condition", readLocal | readSymbol}
	placeRelabel      = place{"a relabelling", readLocal | readSymbol}
	placeReceiveGuard = place{"a receive guard", readLocal | readChannel | readSymbol}
	placeRed          = place{"the red states of an agent", readLocal | readSymbol}
	placePicture      = place{"the picture of an agent", readLocal | readSymbol}
	placeChannel      = place{"the channel of a command", readLocal | readSymbol}
	placeAssignedData = place{"the data of a message", readLocal | readSymbol}
	placeSend         = place{"the guard or update of a send", readLocal | readChannel | readSymbol}
	placeReceive      = place{"the guard or update of a receive", readLocal | readData | readChannel | readSymbol}
	placeExchange     = place{"the guard or update of a get or supply", readLocal | readData | readSymbol}
	placeSendGuard    = place{"a send guard", readLocal | readOwnData | readChannel | readProperty | readSymbol}
	placeGet          = place{"the locality or predicate of a get", readLocal | readProperty | readSymbol}
	placeSupply       = place{"the locality of a supply", readLocal | readSymbol}
	placeState        = place{"a property", readState | readSymbol}
	placeValue        = place{"the value of a state", readState | readSymbol}
	placeObservation  = place{"an observation", readStep | readData | readChannel | readProperty | readSymbol}
	placeGuardDef     = place{"a guard definition", readLocal | readData | readOwnData | readChannel | readProperty | readSymbol}
)

// A site is one place of the source: it says what names mean there, and which operands fit.
type site struct {
	c     *knowledge
	place place
	agent *instance // whose locals are meant; nil outside of agents
	frame *frame    // of the guard whose body this is; nil outside of guards
	// creates is the agent that a spawn takes, in its condition. Its locals hide others.
	creates *instance
	binds   *binding
	// own holds the data variables that the command itself assigns.
	own map[int]bool
	// mentions collects the data variables that the expression mentions, guards written out (a
	// command is enabled only for messages that assign them all). Nil if nobody asks.
	mentions map[int]bool
	// inQuantifier is set inside exists(…) and forall(…) of an observation.
	inQuantifier bool
	// observing is the observation that the expression is a part of, if any.
	observing *ast.Observe
	// channel is set in the index of a channel of a command.
	channel bool
	// later is set under temporal operators and after observations: at other states than the first.
	later bool
	// static is set in fairness conditions, which have no temporal operators.
	static bool
	// standalone is set while a guard's definition is checked apart from its calls: any agent's
	// locals may be meant.
	standalone bool
}

// frame is one call of a guard: its arguments, elaborated where the call stands. Substituting
// elaborated expressions is call-by-name without capture, because expressions have no effects.
type frame struct {
	guard *guardDef
	args  []argument
	call  ast.Node // nil while the definition itself is checked
	depth int
}

type argument struct {
	expr     *recipe.Expr // nil if it has an error
	mentions map[int]bool
	size     int
	operated bool // see [site.operated]
}

// name elaborates a bare name: the innermost meaning that can be read here. A parameter hides a
// bound index, which hides a local, a data variable, a property identifier, a constant, a symbol,
// and a word of the language, in this order.
func (env *site) name(x *ast.Ident) *recipe.Expr {
	c := env.c
	name, may := x.Name, env.place.reads
	if env.frame != nil {
		for i, p := range env.frame.guard.params {
			if p.name == name {
				return env.parameter(x, p, i)
			}
		}
	}
	if b := env.binds.lookup(name); b != nil {
		c.used[b.ident] = true
		c.refers(x, b.ident.Pos())
		return env.at(recipe.Const(b.typ, b.value), x)
	}
	if may&readLocal != 0 {
		if e, found := env.local(x); found {
			return e
		}
	}
	if f := c.dataNamed[name]; f != nil && may&(readData|readOwnData) != 0 {
		return env.readDatum(x, f)
	}
	if f := c.propNamed[name]; f != nil && may&readProperty != 0 {
		return env.variable(recipe.OpProperty, f, f.index, x)
	}
	if k := c.constants[name]; k != nil {
		c.used[k] = true
		c.refers(x, k.decl.Name.Pos())
		v, ok := c.evaluate(k, x)
		if !ok {
			return nil
		}
		return env.at(recipe.Const(singleton(v), recipe.Value(v)), x)
	}
	if v, ok := c.declaredSymbol(name); ok && may&readSymbol != 0 {
		c.refersToSymbol(x, v)
		return env.at(recipe.Const(c.symbolType(v), v), x)
	}
	if e, found := env.word(x); found {
		return e
	}
	env.unknown(x)
	return nil
}

func (env *site) parameter(x *ast.Ident, p *field, i int) *recipe.Expr {
	c := env.c
	c.used[p] = true
	c.refers(x, p.decl.Pos())
	if env.frame.call == nil {
		if p.typ == nil {
			return nil
		}
		return env.at(&recipe.Expr{Op: recipe.OpLocal, Type: p.typ, Index: -1}, x)
	}
	arg := env.frame.args[i]
	for d := range arg.mentions {
		env.mention(d)
	}
	if arg.expr == nil {
		return nil
	}
	c.spend(arg.size, env.frame.call)
	return arg.expr
}

// local elaborates the name of a local. While a guard definition is checked apart from its calls,
// every local of every agent type may be meant, and nothing is known about it.
func (env *site) local(x *ast.Ident) (e *recipe.Expr, found bool) {
	if env.creates != nil {
		if f := env.creates.typ.localNamed[x.Name]; f != nil {
			return env.variable(recipe.OpLocal, f, env.creates.vars+f.index, x), true
		}
	}
	if env.agent != nil {
		f := env.agent.typ.localNamed[x.Name]
		if f == nil {
			return nil, false
		}
		return env.variable(recipe.OpLocal, f, env.agent.vars+f.index, x), true
	}
	if env.standalone {
		for _, t := range env.c.types {
			if f := t.localNamed[x.Name]; f != nil {
				env.c.refersToField(x, f)
				found = true
			}
		}
	}
	return nil, found
}

func (env *site) readDatum(x *ast.Ident, f *field) *recipe.Expr {
	datum := env.variable(recipe.OpData, f, f.index, x)
	if env.place.reads&readOwnData != 0 && env.own != nil && !env.own[f.index] {
		env.c.reportAt(unassignedData, x, "the message does not carry `%s`: this command does not assign it", f.name)
		return nil
	}
	env.mention(f.index)
	return datum
}

// variable reads a declared variable; nil if the declaration has an error.
func (env *site) variable(op recipe.Op, f *field, index int, at ast.Node) *recipe.Expr {
	c := env.c
	if env.place != placeInit { // where reading a local does not count as a use
		c.used[f] = true
	}
	c.refersToField(at, f)
	if f.typ == nil {
		return nil
	}
	return env.at(&recipe.Expr{Op: op, Type: f.typ, Index: index}, at)
}

// unknownProperty reports a name that no property identifier has.
func (c *knowledge) unknownProperty(name string, at ast.Node) {
	d := c.reportAt(unknownName, at, "there is no property identifier `%s`", name)
	c.hint(d, func() string { return diag.DidYouMean(name, keys(c.propNamed)) })
}

// propertyRef elaborates `@pv`.
func (env *site) propertyRef(x *ast.PropertyRef) *recipe.Expr {
	c := env.c
	f := c.propNamed[x.Name.Name]
	switch {
	case f == nil:
		c.unknownProperty(x.Name.Name, x)
		return nil
	case env.place.reads&readProperty == 0:
		c.used[f] = true
		c.reportAt(misplaced, x, "property identifiers cannot be used in %s; they belong to send guards, predicates of gets and "+
			"observations", env.place.name)
		return nil
	}
	return env.variable(recipe.OpProperty, f, f.index, x)
}

// word elaborates the words of the language that are names unless something declared has that name.
func (env *site) word(x *ast.Ident) (e *recipe.Expr, found bool) {
	c := env.c
	switch x.Name {
	case "chan", "channel", "ch":
		if env.place.reads&readChannel == 0 {
			if x.Name == "ch" {
				return nil, false
			}
			c.reportAt(misplaced, x, "`%s` cannot be used in %s: there is no message on a channel", x.Name, env.place.name)
			return nil, true
		}
		return env.at(&recipe.Expr{Op: recipe.OpChannel, Type: c.channel}, x), true
	case "myself", "self", "name":
		if x.Name == "name" && c.file.Dialect != ast.Classic {
			return nil, false
		}
		if env.place.reads&readLocal == 0 {
			return nil, false
		}
		if env.agent == nil || c.location == nil {
			return nil, env.standalone || c.location == nil // the composition has an error
		}
		return env.at(recipe.Const(c.location, env.agent.location), x), true
	case "deadlock", "PROGRESS":
		if env.place.reads&readState == 0 {
			return nil, false
		}
		deadlock := env.at(&recipe.Expr{Op: recipe.OpDeadlock, Type: recipe.BoolType}, x)
		if x.Name == "PROGRESS" {
			return mkNot(deadlock), true
		}
		return deadlock, true
	}
	part, is := Parts[x.Name]
	typ := c.location
	if part.Op == recipe.OpPointToPoint {
		typ = recipe.BoolType
	}
	if !is || env.place.reads&readStep == 0 || typ == nil {
		return nil, false
	}
	return env.at(&recipe.Expr{Op: part.Op, Type: typ}, x), true
}

// unknown reports a name without a meaning here.
func (env *site) unknown(x *ast.Ident) {
	c, name := env.c, x.Name
	switch {
	case c.badFamily[strings.TrimRight(name, "0123456789")] || env.agent != nil && env.agent.typ.damaged():
		return
	case len(c.instances) == 0 && env.place.reads&(readState|readStep) != 0:
		return // the name may be an agent's
	case env.place.reads == placeConstant.reads && c.isDeclared(name):
		c.reportAt(notConstant, x,
			"`%s` has no fixed value; a number, a constant or an index is needed here", name).
			Suggest(env.fixedHint())
		return
	case c.dataNamed[name] != nil:
		c.used[c.dataNamed[name]] = true
		c.reportAt(misplaced, x, "data variable `%s` cannot be used in %s: only receives, gets and "+
			"supplies read the data of a message",
			name, env.place.name)
		return
	case c.propNamed[name] != nil:
		c.used[c.propNamed[name]] = true
		c.reportAt(misplaced, x, "property identifier `%s` cannot be used in %s", name, env.place.name)
		return
	case c.symbolOf[name] != 0 && len(c.declared[c.symbolOf[name]]) > 0:
		c.reportAt(misplaced, x, "`%s` cannot be used in %s", name, env.place.name)
		return
	case env.place.reads&readStep != 0 && c.ownerOfLocal(name) != "":
		c.reportAt(stateInObservation, x, "`%s` is a local variable, but an observation is only about the step", name).
			Suggest(env.stateHint(c.ownerOfLocal(name) + "-" + name))
		return
	case env.place.reads&readState != 0:
		if owner := c.ownerOfLocal(name); owner != "" {
			c.reportAt(unknownName, x, "`%s` is a local variable and needs its agent in a property", name).
				Suggest("write `" + owner + "-" + name + "`")
			return
		}
	}
	d := c.reportAt(unknownName, x, "`%s` has no meaning in %s", name, env.place.name)
	switch {
	case len(c.families[name]) > 0:
		d.Suggest("`" + name + "` is a family; write an index, such as `" + name + "[1]`")
	default:
		c.hint(d, func() string {
			if c.isOutside(name) {
				return outsideUnnamed
			}
			role := isRole(Parts[name].Op)
			if role && env.place.reads&readState != 0 {
				return "it is about a step, as in `<<" + name + " = …>> true`"
			}
			if role {
				return "an agent does not see who sends: add the sender to the data of the message, or " +
					"write a property about `<<" + name + " = …>>`"
			}
			for i := range len(name) {
				owner := c.locations[c.symbolOf[name[:i]]]
				if name[i] == '_' && owner != nil && owner.typ != nil && owner.typ.localNamed[name[i+1:]] != nil {
					return "write `" + name[:i] + "-" + name[i+1:] + "`"
				}
			}
			if hint := diag.DidYouMean(name, env.candidates()); hint != "" {
				return hint
			}
			switch {
			case c.heading == x:
				return "a property is named by `SPEC NAME " + name + " := …`"
			case env.place.name == placeChannel.name:
				return "channels are declared: `enum channel { " + name + " }`"
			}
			return ""
		})
	}
}

// damaged reports whether a section of the type could not be read: what its names mean may have
// stood there.
func (t *agentType) damaged() bool {
	return slices.ContainsFunc(t.decl.Sections, func(s ast.Section) bool { _, bad := s.(*ast.Bad); return bad })
}

// isDeclared reports whether a name denotes something that is no number known beforehand.
func (c *knowledge) isDeclared(name string) bool {
	for _, t := range c.types {
		if t.localNamed[name] != nil {
			return true
		}
	}
	_, symbol := c.declaredSymbol(name)
	return c.dataNamed[name] != nil || c.propNamed[name] != nil || symbol
}

// ownerOfLocal returns the name of the first instance that has a local of this name, or "".
func (c *knowledge) ownerOfLocal(name string) string {
	for _, in := range c.instances {
		if in.typ != nil && in.typ.localNamed[name] != nil {
			return in.name
		}
	}
	return ""
}

// candidates lists the names that could be meant here.
func (env *site) candidates() []string {
	c, may := env.c, env.place.reads
	var out []string
	if env.frame != nil {
		for _, p := range env.frame.guard.params {
			out = append(out, p.name)
		}
	}
	for b := env.binds; b != nil; b = b.outer {
		out = append(out, b.name)
	}
	if may&readLocal != 0 && env.agent != nil {
		out = append(out, keys(env.agent.typ.localNamed)...)
	}
	if may&(readData|readOwnData) != 0 {
		out = append(out, keys(c.dataNamed)...)
	}
	if may&readProperty != 0 {
		out = append(out, keys(c.propNamed)...)
	}
	if may&readSymbol != 0 {
		for _, name := range c.symbols[1:] {
			if !c.isOutside(name) {
				out = append(out, name)
			}
		}
	}
	if strings.HasPrefix(env.place.name, "the locality") {
		out = append(out, "any")
	}
	return append(append(out, "false", "true"), keys(c.constants)...)
}

func (env *site) mention(datum int) {
	if env.mentions != nil {
		env.mentions[datum] = true
	}
}

// at gives an expression its place in the source.
func (env *site) at(e *recipe.Expr, n ast.Node) *recipe.Expr {
	e.Pos = env.c.position(n.Pos())
	return e
}

// symbolType is the type that a symbol has where only its spelling is known: that of its first
// declaration which has one.
func (c *knowledge) symbolType(v recipe.Value) *recipe.Type {
	for _, d := range c.declared[v] {
		if d.typ != nil {
			return d.typ
		}
	}
	return recipe.EnumType(c.symbols[v], v)
}
