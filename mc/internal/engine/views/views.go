// Package views explores a family of systems at all sizes at once.
//
// A view is what can be seen of a state when all agents of the classes but some are left out: the
// singles, and k agents of each class; what they hold of others is the outside (package family). [Explore] computes a set V of views, as a diagram over the locals of these agents:
//
//	V := the views of the initial states
//	repeat
//	    for each configuration of the agents of a view, with or without an added agent,
//	    all of whose views are in V, and each of its steps that the added agent, if there is one,
//	    initiates or supplies:
//	        V := V ∪ the view of the state after it
//	until nothing is new
//
// It holds the views of all reachable states of all sizes that have k agents of each class. For let the state s have views in V only, and a step lead from it to t. Of a view of t,
// take the agents, and those two that initiate and supply the step, in s: that is a configuration all of
// whose views are views of s. The same agents can do the same step without the others, as these only
// receive or block. So the view of t is in V. A step of which an added agent is the initiator, and
// another one the supplier, changes nothing in the view.
//
// [Views.Space] is the system whose states are views, for searches of [search]: each run of a system of
// the family is one of its runs, seen by the same agents all the time.
package views

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Views are the views of a family at all sizes. They are not safe for concurrent use.
type Views struct {
	abstraction *family.Abstraction
	model       *symbolic.Model

	variables []Variable   // of views
	pointers  []Variable   // those of them whose values may be symbols of added agents
	forgotten []bdd.VarID  // what is no part of a view: added agents, and locals that nothing constrains
	guessed   []bdd.VarID  // of these, what state propositions ask about
	forget    *bdd.VarSet  // the present copies of forgotten
	project   substitution // from a configuration without forgotten to its view

	// Initial are the views of initial states, All of those that are reachable; kept. Rounds is how
	// often steps were taken from all of them.
	Initial, All bdd.Node
	Rounds       int
}

// A Variable is a part of a view, or of an added agent.
type Variable struct {
	ID     bdd.VarID
	Agent  int
	Local  int // -1 for the control state
	Type   *recipe.Type
	Values []recipe.Value // by code
}

// ErrWork is wrapped by errors of views that take more steps of diagrams than they may.
var ErrWork = errors.New("the views take too much work")

// Explore computes the views of a family. All that is done with them may take so many steps of diagrams,
// and asks the poll of the options. The error is a limit of the context or the options, one of the poll, wraps [ErrWork], or is about the system. The
// caller closes the views.
func Explore(ctx context.Context, a *family.Abstraction, o symbolic.Options, work uint64) (*Views, error) {
	o.Values = a.Values
	ask := o.Poll
	within := func(m *bdd.Manager) error {
		if ask != nil {
			if err := ask(m); err != nil {
				return err
			}
		}
		if m.Work() > work {
			return ErrWork
		}
		return nil
	}
	o.Poll = within
	model, err := symbolic.Encode(ctx, a.System, o)
	if err != nil {
		return nil, err
	}
	model.Manager.SetPoll(func() error { return within(model.Manager) })
	v := &Views{abstraction: a, model: model}
	v.findVariables()
	if err := v.explore(ctx); err != nil {
		v.Close()
		return nil, fmt.Errorf("exploring views: %w", err)
	}
	return v, nil
}

// Close releases the views with their diagrams.
func (v *Views) Close() { v.model.Close() }

// Nodes is the size of the set of views.
func (v *Views) Nodes() int { return v.model.Manager.NodeCount(v.All) }

// Count is the number of views.
func (v *Views) Count() *big.Int { return v.model.Manager.Count(v.All, IDs(v.variables)) }

// IDs are the variables of diagrams of a list.
func IDs(list []Variable) []bdd.VarID {
	var out []bdd.VarID
	for _, x := range list {
		out = append(out, x.ID)
	}
	return out
}

// findVariables sorts the variables of the diagrams.
func (v *Views) findVariables() {
	a, sys := v.abstraction, v.abstraction.System
	for agent := range sys.Agents {
		list := v.variablesOf(agent, a.Locals(agent))
		if a.InView(agent) {
			v.variables = append(v.variables, list...)
		} else {
			v.forgotten = append(v.forgotten, IDs(list)...)
		}
		if p := a.Present[agent]; p >= 0 {
			v.forgotten = append(v.forgotten, v.model.Seen(agent, []int{p}, false)...)
		}
	}
	for _, local := range a.Unknown {
		seen := v.model.Seen(sys.Vars[local].Agent, []int{local}, false)
		v.forgotten = append(v.forgotten, seen...)
		if slices.Contains(a.Guessed, local) {
			v.guessed = append(v.guessed, seen...)
		}
	}
	v.forget = v.model.Manager.VarSet(bdd.Current, v.forgotten...)
	plain := a.Glance(a.Kept)
	for _, x := range v.variables {
		if slices.ContainsFunc(x.Values, func(y recipe.Value) bool { return plain.Value(x.Type, y) != y }) {
			v.pointers = append(v.pointers, x)
		}
	}
}

// variablesOf are the variables of an agent's control state and locals, as far as they vary.
func (v *Views) variablesOf(agent int, locals recipe.Range) []Variable {
	var out []Variable
	for _, id := range v.model.Seen(agent, nil, true) {
		states := recipe.IntType(0, v.abstraction.System.Agents[agent].States-1)
		out = append(out, Variable{id, agent, -1, states, v.abstraction.Values.States(agent)})
	}
	for i := locals.Start; i < locals.End; i++ {
		for _, id := range v.model.Seen(agent, []int{i}, false) {
			out = append(out, Variable{id, agent, i, v.abstraction.System.Vars[i].Type, v.abstraction.Values.Locals[i]})
		}
	}
	return out
}

// A substitution gives variables of views other values, one after the other: each relation says what
// the next value of one variable is, by the present values of a configuration.
type substitution []*bdd.Relation

// seen is what a glance sees of a configuration. No variable is read after it has been given its value,
// as kept agents stand in their own places.
func (v *Views) seen(c *bdd.Calculator, g *family.Glance) substitution {
	var out substitution
	for _, x := range v.variables {
		from := v.source(x, g)
		same := !slices.ContainsFunc(from.Values, func(y recipe.Value) bool { return g.Value(from.Type, y) != y })
		if same && from.ID == x.ID {
			continue
		}
		table := bdd.False
		if same && slices.Equal(from.Values, x.Values) {
			table = from.ID.Equals(c, bdd.Current, x.ID, bdd.Next)
		} else {
			for code, y := range from.Values {
				to := slices.Index(x.Values, g.Value(from.Type, y))
				table = c.Or(table, c.And(c.Eq(from.ID, bdd.Current, code), c.Eq(x.ID, bdd.Next, to)))
			}
		}
		r, err := c.NewRelation(table, []bdd.VarID{x.ID})
		if c.Fail(err); err != nil {
			break
		}
		out = append(out, r)
	}
	return out
}

// before is the set of configurations of which a view in the set is seen.
func (s substitution) before(c *bdd.Calculator, set bdd.Node) bdd.Node {
	for _, r := range s {
		set = r.PreImage(c, set)
	}
	return set
}

// after is the set of views seen of configurations in the set.
func (s substitution) after(c *bdd.Calculator, set bdd.Node) bdd.Node {
	for _, r := range s {
		set = r.Image(c, set)
	}
	return set
}

func (s substitution) release() {
	for _, r := range s {
		r.Release()
	}
}

// source is the variable that is seen as one of a view.
func (v *Views) source(x Variable, g *family.Glance) Variable {
	agent := g.Agent(x.Agent)
	if x.Local < 0 {
		return v.variablesOf(agent, recipe.Range{})[0]
	}
	local := g.Local(x.Local)
	return v.variablesOf(agent, recipe.Range{Start: local, End: local + 1})[len(v.model.Seen(agent, nil, true)):][0]
}

// A cast is a set of added agents that are there, and the steps which these, and no others of the added
// agents, initiate or supply.
type cast struct {
	added   []int
	glances []substitution
	there   bdd.Node // the added agents, and no others, are present; kept
	steps   []*symbolic.Interaction
	done    bdd.Node // the configurations from which steps were taken; kept
}

// casts divides interactions by the added agents that they need: at most most of these.
func (v *Views) casts(c *bdd.Calculator, list []*symbolic.Interaction, most int) []*cast {
	var out []*cast
	for _, it := range list {
		var added []int
		for _, agent := range v.parties(it) {
			if v.abstraction.Present[agent] >= 0 {
				added = append(added, agent)
			}
		}
		slices.Sort(added)
		if len(added) > most {
			continue
		}
		i := slices.IndexFunc(out, func(x *cast) bool { return slices.Equal(x.added, added) })
		if i < 0 {
			i = len(out)
			out = append(out, v.newCast(c, added))
		}
		out[i].steps = append(out[i].steps, it)
	}
	return out
}

// parties are the initiator of an interaction and its supplier, if it has one.
func (v *Views) parties(it *symbolic.Interaction) []int {
	if it.Supply >= 0 {
		return []int{it.Initiator, v.abstraction.System.Commands[it.Supply].Agent}
	}
	return []int{it.Initiator}
}

func (v *Views) newCast(c *bdd.Calculator, added []int) *cast {
	x := &cast{added: added, there: bdd.True, done: bdd.False}
	for agent, p := range v.abstraction.Present {
		if p >= 0 {
			here := 0
			if slices.Contains(added, agent) {
				here = 1
			}
			x.there = c.And(x.there, c.Eq(v.model.Seen(agent, []int{p}, false)[0], bdd.Current, here))
		}
	}
	x.there = c.Keep(x.there)
	if len(added) > 0 {
		for _, g := range v.abstraction.Glances(added) {
			x.glances = append(x.glances, v.seen(c, g))
		}
	}
	return x
}

func (v *Views) release(list []*cast) {
	for _, x := range list {
		v.model.Manager.Release(x.there)
		v.model.Manager.Release(x.done)
		for _, g := range x.glances {
			g.release()
		}
	}
}

// configurations are those whose views are all among some.
func (x *cast) configurations(c *bdd.Calculator, views bdd.Node) bdd.Node {
	if len(x.glances) == 0 {
		return c.And(views, x.there)
	}
	out := x.there
	for _, g := range x.glances {
		out = c.And(out, g.before(c, views))
	}
	return out
}

// view is the set of views of the configurations in a set.
func (v *Views) view(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return v.project.after(c, v.forget.Exists(c, set))
}

// explore computes the views.
func (v *Views) explore(ctx context.Context) error {
	m := v.model.Manager
	c := m.Calculator(ctx)
	defer c.Close()
	v.project = v.seen(c, v.abstraction.Glance(v.abstraction.Kept))
	v.Initial = c.Keep(v.view(c, v.model.Init))
	casts := v.casts(c, v.model.Interactions, 1)
	defer v.release(casts)
	all := c.Keep(v.Initial)
	for c.Err() == nil {
		v.Rounds++
		before := all
		for _, x := range casts {
			all = v.step(c, x, all)
		}
		if all == before {
			break
		}
	}
	v.All = all
	return c.Err()
}

// step adds to a kept set of views those after the steps of a cast from configurations that are new.
func (v *Views) step(c *bdd.Calculator, x *cast, all bdd.Node) bdd.Node {
	m := v.model.Manager
	configurations := x.configurations(c, all)
	fresh := c.Diff(configurations, x.done)
	if fresh == bdd.False || c.Err() != nil {
		return all
	}
	next := all
	for _, it := range x.steps {
		next = c.Or(next, v.view(c, it.Relation.Image(c, fresh)))
	}
	m.Release(x.done)
	x.done = c.Keep(configurations)
	next = c.Keep(next)
	m.Release(all)
	c.Reset()
	return next
}

// Dump writes the set of all views as text, in the form of [bdd.Manager.Dump].
func (v *Views) Dump(w io.Writer) error { return v.model.Manager.Dump(w, v.All) }
