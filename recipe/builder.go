package recipe

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A Builder makes a [System] in Go. Each declaration returns an expression that reads what it
// declares, for use in later declarations:
//
//	b := recipe.NewBuilder()
//	level := b.Data("LEVEL", recipe.IntType(0, 3))
//	c := b.Channel("c")
//	meter := b.Agent("meter", "Meter")
//	n := meter.Local("n", recipe.IntType(0, 3))
//	meter.Init(recipe.Eq(n, recipe.IntExpr(0)))
//	meter.Send(0, 0, c).With(level, n).Set(n, recipe.Add(n, recipe.IntExpr(1)))
//	system, err := b.System()
//
// Declare data variables, property identifiers and enumerations before the agents. Build one agent
// after the other. [Builder.System] reports all mistakes at once: first those of single calls, in
// their order, then those that [System.Check] finds. A call with a mistake declares nothing, so
// that one mistake does not cause others.
type Builder struct {
	sys    *System
	values map[string]Value // by spelling
	enums  map[string]bool  // names of enumerations
	faults []error
}

// NewBuilder returns a builder of a system that has only the broadcast channel.
func NewBuilder() *Builder {
	b := &Builder{sys: &System{}, values: map[string]Value{}, enums: map[string]bool{}}
	b.sys.Channel = EnumType("channel", b.symbol("*"))
	b.sys.Location = &Type{Kind: Enum, Name: "location"} // filled by System
	return b
}

func (b *Builder) fault(format string, args ...any) {
	b.faults = append(b.faults, fmt.Errorf("recipe: "+format, args...))
}

// declare reports a name that is empty or declared before by the same owner (if there is one), and
// a type that is none. It returns the type, or one to go on with.
func (b *Builder) declare(what, name, owner string, t *Type, before bool) *Type {
	full := fmt.Sprintf("%s %q%s", what, name, owner)
	switch {
	case name == "":
		b.fault("%s needs another name", full)
	case before:
		b.fault("%s is declared twice", full)
	}
	if t == nil {
		b.fault("%s has no type", full)
		return BoolType
	}
	return t
}

// stand returns an expression of type t to go on with after a mistake.
func stand(t *Type) *Expr {
	if t == nil || t.Size() == 0 {
		return FalseExpr
	}
	return Const(t, t.Value(0))
}

func (b *Builder) symbol(name string) Value {
	v, known := memo.Number(b.values, name)
	if !known {
		b.sys.Symbols = append(b.sys.Symbols, name)
	}
	return v
}

// Broadcast returns the broadcast channel.
func (b *Builder) Broadcast() *Expr { return Const(b.sys.Channel, Broadcast) }

// Channel returns a multicast channel. It declares the channel if it is new.
func (b *Builder) Channel(name string) *Expr {
	v := b.symbol(name)
	if t := b.sys.Channel; !t.Contains(v) {
		t.Values = append(t.Values, v)
		t.index(nil)
	}
	return Const(b.sys.Channel, v)
}

// ChannelType returns the type of all channels, also of those that are declared later.
func (b *Builder) ChannelType() *Type { return b.sys.Channel }

// LocationType returns the type of the locations of all agents, also of agents that are built
// later.
func (b *Builder) LocationType() *Type { return b.sys.Location }

// Location returns the location of the agent of that name, which may be built later.
func (b *Builder) Location(agent string) *Expr { return Const(b.sys.Location, b.symbol(agent)) }

// Enum declares an enumeration.
func (b *Builder) Enum(name string, constants ...string) *Type {
	if len(constants) == 0 {
		b.fault("enumeration %s is empty", name)
		return BoolType
	}
	if b.enums[name] {
		b.fault("enumeration %s is declared twice", name)
	}
	b.enums[name] = true
	var values []Value
	for _, c := range constants {
		if v := b.symbol(c); !slices.Contains(values, v) {
			values = append(values, v)
			continue
		}
		b.fault("enumeration %s lists %s twice", name, c)
	}
	return EnumType(name, values...)
}

// Value returns the constant of t that is spelled name.
func (b *Builder) Value(t *Type, name string) *Expr {
	v, ok := b.values[name]
	switch {
	case t == nil:
		b.fault("%s is asked for of no type", name)
		return stand(t)
	case !ok || !t.Contains(v):
		b.fault("%s is no value of %s", name, t)
		return stand(t)
	}
	return Const(t, v)
}

// Data declares a data variable and returns the expression that reads it.
func (b *Builder) Data(name string, t *Type) *Expr {
	t = b.declare("data variable", name, "", t, slices.ContainsFunc(b.sys.Data, func(d DataVar) bool { return d.Name == name }))
	b.sys.Data = append(b.sys.Data, DataVar{Name: name, Type: t})
	return &Expr{Op: OpData, Type: t, Index: len(b.sys.Data) - 1}
}

// Property declares a property identifier. It returns the expression that reads the value that the
// receiver gives it.
func (b *Builder) Property(name string, t *Type) *Expr {
	t = b.declare("property identifier", name, "", t, slices.ContainsFunc(b.sys.Properties, func(p PropertyVar) bool { return p.Name == name }))
	if len(b.sys.Agents) > 0 {
		b.fault("property identifier %s is declared after an agent", name)
		return stand(t)
	}
	b.sys.Properties = append(b.sys.Properties, PropertyVar{Name: name, Type: t})
	return &Expr{Op: OpProperty, Type: t, Index: len(b.sys.Properties) - 1}
}

// MessageChannel returns the expression that reads the channel of the message.
func (b *Builder) MessageChannel() *Expr { return &Expr{Op: OpChannel, Type: b.sys.Channel} }

// Observe returns a leaf of propositions that has no parameter: one of OpSender to OpPointToPoint,
// or OpDeadlock.
func (b *Builder) Observe(op Op) *Expr {
	switch op {
	case OpSender, OpGetter, OpSupplier, OpInitiator, OpProducer, OpLocality:
		return &Expr{Op: op, Type: b.sys.Location}
	case OpPointToPoint, OpDeadlock:
		return &Expr{Op: op, Type: BoolType}
	}
	b.fault("%s is no leaf of propositions without parameter", op)
	return FalseExpr
}

// SupplierProperty returns the expression that reads the value that the supplier of a
// point-to-point step gives to a property identifier.
func (b *Builder) SupplierProperty(property *Expr) *Expr {
	if property == nil || property.Op != OpProperty {
		b.fault("what is no property identifier is asked of the supplier")
		return FalseExpr
	}
	return &Expr{Op: OpSupplierProperty, Type: property.Type, Index: property.Index}
}

// AnyLocation returns the constant for no particular location. A proposition that compares
// b.Observe(OpLocality) with it asks whether the step is a get by predicate.
func (b *Builder) AnyLocation() *Expr { return Const(b.sys.Location, AnyLocality) }

// StateProposition adds a proposition about states and returns its index.
func (b *Builder) StateProposition(name string, e *Expr) int {
	return b.proposition(StateProposition, name, e)
}

// StepProposition adds a proposition about steps and returns its index.
func (b *Builder) StepProposition(name string, e *Expr) int {
	return b.proposition(StepProposition, name, e)
}

func (b *Builder) proposition(kind PropositionKind, name string, e *Expr) int {
	b.sys.Propositions = append(b.sys.Propositions, Proposition{Kind: kind, Name: name, Expr: e})
	return len(b.sys.Propositions) - 1
}

// System returns the system, checked. The builder must not be used afterwards.
func (b *Builder) System() (*System, error) {
	s := b.sys
	s.Location.Values = nil
	for i := range s.Agents {
		s.Location.Values = append(s.Location.Values, s.Agents[i].Location)
	}
	if len(s.Agents) > 0 {
		s.Location.index(func(v Value) { b.fault("two agents are named %s", s.Symbols[v]) })
	}
	if err := errors.Join(append(b.faults, s.Check())...); err != nil {
		return nil, err
	}
	return s, nil
}
