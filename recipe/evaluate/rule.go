package evaluate

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// Assigned evaluates the data that a command gives, by data variable.
func (e *Evaluator[S, V]) Assigned(c *recipe.Command, in *Setting[S, V]) []*Term[S, V] {
	data := make([]*Term[S, V], len(e.System.Data))
	for _, d := range c.Data {
		t := e.Term(d.Expr, in)
		data[d.Var] = &t
	}
	return data
}

// Fits is the set of states in which every value that a command assigns to data belongs to its
// type.
func (e *Evaluator[S, V]) Fits(c *recipe.Command, data []*Term[S, V]) S {
	fits := make([]S, len(c.Data))
	for i, d := range c.Data {
		fits[i] = e.Gives(*data[d.Var], e.System.Data[d.Var].Type)
	}
	return e.All(fits...)
}

// FitsUpdates is the set of states in which every value that a command assigns to a local belongs
// to its type. If the evaluator calls the local unlimited, its type does not matter.
func (e *Evaluator[S, V]) FitsUpdates(c *recipe.Command, in *Setting[S, V]) S {
	fits := make([]S, len(c.Updates))
	for i, u := range c.Updates {
		value := e.Term(u.Expr, in)
		if e.Unlimited != nil && e.Unlimited[u.Var] {
			fits[i] = e.Has(value)
		} else {
			fits[i] = e.Gives(value, e.System.Vars[u.Var].Type)
		}
	}
	return e.All(fits...)
}

// Vacant is the set of states in which all agents that a command spawns are absent.
func (e *Evaluator[S, V]) Vacant(c *recipe.Command) S {
	vacant := make([]S, len(c.Spawns))
	for i, a := range c.Spawns {
		vacant[i] = e.Not(e.Holds(e.System.Agents[a].Present, &Setting[S, V]{}))
	}
	return e.All(vacant...)
}

// Exhausted is the set of states in which fewer agents are absent than a command spawns, of those
// that its text may spawn.
func Exhausted[S, V any](e *Evaluator[S, V], c *recipe.Command) S {
	// fewer[n] is the set of states in which fewer than n of the agents so far are absent.
	fewer := make([]S, len(c.Spawns)+1)
	for n := range fewer {
		fewer[n] = e.Bool(n > 0)
	}
	pool, _ := c.Pool(e.System)
	for _, a := range pool {
		present := e.Holds(e.System.Agents[a].Present, &Setting[S, V]{})
		for n := len(c.Spawns); n > 0; n-- {
			fewer[n] = e.If(present, fewer[n], fewer[n-1])
		}
	}
	return fewer[len(c.Spawns)]
}

// Carried reports whether the message has all data that a command mentions.
func Carried[S, V any](c *recipe.Command, data []*Term[S, V]) bool {
	return !slices.ContainsFunc(c.Mentions, func(d int) bool { return data == nil || data[d] == nil })
}

// On is the set of states in which v is the channel of a command.
func (e *Evaluator[S, V]) On(c *recipe.Command, v recipe.Value) S {
	return memo.Known(e.Channels, OnChannel{c.Channel, v}, func() S {
		return e.Is(e.Term(c.Channel, &Setting[S, V]{}), recipe.Enum, v)
	})
}

// A Reception says what an agent does with a message of another agent. It takes part with a
// command, or it does not change. If neither is possible, it blocks the message.
type Reception[S any] struct {
	Takes []Take[S]
	Stays S
	// Possible is the set of states in which the agent does not block.
	Possible S
}

// A Take is a receive, with the states in which it can be executed.
type Take[S any] struct {
	Command *recipe.Command
	When    S
}

// Reception applies the rule of P001 Definition 5, with broadcasts that never block as in the last
// case of Definition 3. An agent does not change if it is not connected (multicast), or if it is
// not targeted or not ready (broadcast). In is the setting of the message. Its predicate is
// evaluated in seen, except for the property identifiers. Receives are those that may be executed.
// The function simplify may replace a set by one that is equivalent here.
func (e *Evaluator[S, V]) Reception(
	agent int, predicate *recipe.Expr, in, seen *Setting[S, V], receives func(id int) bool, simplify func(S) S,
) Reception[S] {
	a := &e.System.Agents[agent]
	connected := e.Bool(true)
	if in.Channel != recipe.Broadcast {
		connected = simplify(memo.Known(e.Channels, OnChannel{a.ReceiveGuard, in.Channel}, func() S {
			return e.Holds(a.ReceiveGuard, &Setting[S, V]{Channel: in.Channel, HasChannel: true})
		}))
	}
	as := *seen
	as.Property = e.Relabelled(agent)
	targeted := simplify(e.Holds(predicate, &as))
	reached, ready := e.And(connected, targeted), e.Bool(false)
	var out Reception[S]
	for id := a.Commands.Start; id < a.Commands.End && !e.None(reached); id++ {
		c := &e.System.Commands[id]
		if c.Kind != recipe.Receive || !receives(id) || !Carried(c, in.Data) {
			continue
		}
		here := e.And(e.At(agent, c.From), e.On(c, in.Channel))
		if e.None(here) {
			continue
		}
		enabled := simplify(e.All(here, e.Holds(c.Guard, in), e.FitsUpdates(c, in), e.Vacant(c)))
		ready = e.Or(ready, enabled)
		if when := e.All(reached, enabled); !e.None(when) {
			out.Takes = append(out.Takes, Take[S]{c, when})
		}
	}
	takes := e.And(targeted, simplify(ready))
	if in.Channel == recipe.Broadcast {
		out.Stays, out.Possible = simplify(e.Not(takes)), e.Bool(true)
		return out
	}
	out.Stays = e.Not(connected)
	out.Possible = simplify(e.Or(out.Stays, takes))
	return out
}

// An Exchange is a get and a supply of two different agents that may meet.
type Exchange[S, V any] struct {
	Get, Supply *recipe.Command
	// Asked and Supplied are the data of the two sides. Each side reads the data of the other.
	Asked, Supplied []*Term[S, V]
	// Getter and Supplier are the settings in which the two sides evaluate guards and updates.
	Getter, Supplier *Setting[S, V]
}

// Exchange pairs a get and a supply; ok is false if they never meet.
func (e *Evaluator[S, V]) Exchange(get, supply *recipe.Command) (x *Exchange[S, V], ok bool) {
	spawned := func(a int) bool { return slices.Contains(supply.Spawns, a) }
	if (get.Target == nil) != (supply.Target == nil) || slices.ContainsFunc(get.Spawns, spawned) {
		return nil, false
	}
	alone := &Setting[S, V]{}
	x = &Exchange[S, V]{Get: get, Supply: supply, Asked: e.Assigned(get, alone), Supplied: e.Assigned(supply, alone)}
	x.Getter, x.Supplier = &Setting[S, V]{Data: x.Supplied}, &Setting[S, V]{Data: x.Asked}
	return x, Carried(get, x.Supplied) && Carried(supply, x.Asked)
}

// Meet lists the conditions under which the two sides meet, without their updates, by P004
// Definition 3 with data in both directions. A named get meets a supply of the agent that it names,
// if this supply answers named gets. A get by predicate meets a supply at any, if the agent of the
// supply satisfies the predicate.
func (e *Evaluator[S, V]) Meet(x *Exchange[S, V]) []S {
	get, supply, alone := x.Get, x.Supply, &Setting[S, V]{}
	when := []S{e.At(get.Agent, get.From), e.At(supply.Agent, supply.From)}
	if get.Target != nil {
		here := e.System.Agents[supply.Agent].Location
		when = append(when, e.Is(e.Term(get.Target, alone), recipe.Enum, here), e.Is(e.Term(supply.Target, alone), recipe.Enum, here))
	} else {
		when = append(when, e.Holds(get.Predicate, &Setting[S, V]{Property: e.Relabelled(supply.Agent)}))
	}
	return append(when, e.Vacant(get), e.Vacant(supply), e.Fits(get, x.Asked), e.Fits(supply, x.Supplied), e.Holds(get.Guard, x.Getter), e.Holds(supply.Guard, x.Supplier))
}

// SettingOfSend is the setting for propositions about the steps of a send. In is the setting of the
// message. Locals have the values of the state. Several such states can give the same message.
func SettingOfSend[S, V any](c *recipe.Command, in *Setting[S, V], executes func([]int) S) *Setting[S, V] {
	out, message := *in, *in
	out.Proposition, out.Fixed = true, nil
	out.Step = &Step[S, V]{Initiator: c.Agent, Supplier: -1, Predicate: c.Predicate, Message: &message, Executes: executes}
	return &out
}

// Setting is the setting for propositions about the steps of an exchange. The predicate of a named
// get is true.
func (x *Exchange[S, V]) Setting(sys *recipe.System, executes func([]int) S) *Setting[S, V] {
	step := &Step[S, V]{Initiator: x.Get.Agent, Supplier: x.Supply.Agent, Locality: recipe.AnyLocality, Predicate: x.Get.Predicate,
		Message: &Setting[S, V]{}, Executes: executes}
	if x.Get.Target != nil {
		step.Locality, step.Predicate = sys.Agents[x.Supply.Agent].Location, recipe.TrueExpr
	}
	return &Setting[S, V]{Proposition: true, Data: x.Supplied, Step: step}
}

// Assignments writes out a quantifier over property identifiers (P000 Definition 6): for each
// assignment of those that it or the message's predicate mentions, where the assignment is a
// witness (OpExists) or no counterexample (OpForall), so that the quantifier is their disjunction
// or their conjunction. If there are more than most of them it is not done, and their number, which
// is then at least count, is not zero.
func (e *Evaluator[S, V]) Assignments(x *recipe.Expr, in *Setting[S, V], most int) (cases []S, count int) {
	mentioned := recipe.Leaves(recipe.OpProperty, x.Args[0], in.Step.Predicate)
	slices.Sort(mentioned)
	total := 1
	for _, p := range mentioned {
		if total *= e.System.Properties[p].Type.Size(); total > most {
			return nil, total
		}
	}
	assignment := make([]*Term[S, V], len(e.System.Properties))
	property := func(p int) *Term[S, V] { return assignment[p] }
	inner, message := *in, *in.Step.Message
	inner.Chosen, inner.Property, message.Property = true, property, property
	var assign func(i int)
	assign = func(i int) {
		if i == len(mentioned) {
			on, body := e.Holds(in.Step.Predicate, &message), e.Holds(x.Args[0], &inner)
			if x.Op == recipe.OpExists {
				cases = append(cases, e.And(on, body))
			} else {
				cases = append(cases, e.Or(e.Not(on), body))
			}
			return
		}
		typ := e.System.Properties[mentioned[i]].Type
		for code := range typ.Size() {
			t := e.Certain(e.Constant(typ.Kind, typ.Value(code)))
			assignment[mentioned[i]] = &t
			assign(i + 1)
		}
	}
	assign(0)
	return cases, 0
}
