package flow

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Result is what [Analyse] found. Every set is a superset of the values that are possible.
type Result struct {
	// Complete is false if the limit on work was reached. Then everything is possible.
	Complete bool
	// Vars holds the values of every local in reachable states. Data holds the values of every data
	// variable in messages. Properties holds the values that agents can give to every property
	// identifier.
	Vars, Data, Properties []Set
	// Relabelled holds the same for every agent: Relabelled[agent][property].
	Relabelled [][]Set
	// Control tells, for every agent, which control states it may reach.
	Control [][]bool
	// Fires tells for every command whether it may ever be executed: a send, by
	// itself, anything else with a counterpart.
	Fires []bool
	// Targets holds the locations that the Target of a get or supply can have. It is empty for
	// other commands.
	Targets []Set
}

// Domains is the part of a [Result] that encodings need: the possible values of locals and control
// states, and the commands that can be executed.
type Domains struct {
	// Locals lists the possible values of each entry of System.Vars, in the order of its type.
	Locals [][]recipe.Value
	// Control tells for each agent which control states may be reached.
	Control [][]bool
	// Fires tells which commands may fire.
	Fires []bool
}

// Domains returns the domains of the system of the result. The error is a
// [recipe.NoInitialStateError].
func (r *Result) Domains(sys *recipe.System) (*Domains, error) {
	d := &Domains{Locals: make([][]recipe.Value, len(sys.Vars)), Control: r.Control, Fires: r.Fires}
	for v := range sys.Vars {
		if d.Locals[v] = r.Vars[v].In(sys.Vars[v].Type); len(d.Locals[v]) == 0 {
			a := sys.Vars[v].Agent
			return nil, &recipe.NoInitialStateError{Agent: a, Name: sys.Agents[a].Name}
		}
	}
	return d, nil
}

// States lists the control states that an agent may reach.
func (d *Domains) States(agent int) []recipe.Value {
	var states []recipe.Value
	for q, reached := range d.Control[agent] {
		if reached {
			states = append(states, recipe.Value(q))
		}
	}
	return states
}

// result collects what the fixpoint says.
func (a *analysis) result() *Result {
	s := a.sys
	r := &Result{Complete: true, Fires: a.fires, Targets: a.targets,
		Vars: make([]Set, len(s.Vars)), Data: make([]Set, len(s.Data)), Properties: make([]Set, len(s.Properties))}
	for i := range s.Agents {
		ag := &s.Agents[i]
		reached := make([]bool, ag.States)
		relabelled := make([]Set, len(s.Properties))
		for c, sets := range a.state[i] {
			if sets == nil {
				continue
			}
			reached[c] = true
			for j, set := range sets {
				v := ag.Vars.Start + j
				r.Vars[v] = r.Vars[v].Union(set)
			}
			a.relabel(ag, sets, relabelled)
		}
		for p := range relabelled {
			r.Properties[p] = r.Properties[p].Union(relabelled[p])
		}
		r.Relabelled = append(r.Relabelled, relabelled)
		r.Control = append(r.Control, reached)
	}
	for _, o := range a.offers.of {
		if o.makers > 0 {
			for d := range o.data {
				r.Data[d] = r.Data[d].Union(o.data[d])
			}
		}
	}
	return r
}

// relabel adds the values of an agent's relabelling, given those of its locals.
func (a *analysis) relabel(ag *recipe.Agent, sets, into []Set) {
	for p, e := range ag.Relabel {
		if e == nil {
			continue
		}
		w := a.view(ag, sets)
		if results, ok := a.perform(newTask(nil, []out{{expr: e, within: a.ofKind(e)}}), w); ok {
			into[p] = into[p].Union(results[0])
		}
	}
}

// ofKind returns everything that has the kind of an expression.
func (a *analysis) ofKind(e *recipe.Expr) Set {
	if e.Type.Kind == recipe.Bool {
		return Between(0, 1)
	}
	return all
}

// everything is the result that excludes nothing.
func (a *analysis) everything() *Result {
	s := a.sys
	r := &Result{Vars: a.types, Data: a.dataTypes, Fires: slices.Repeat([]bool{true}, len(s.Commands)), Targets: make([]Set, len(s.Commands))}
	for i := range s.Properties {
		r.Properties = append(r.Properties, a.ofType(s.Properties[i].Type))
	}
	for i := range s.Commands {
		if s.Commands[i].Target != nil {
			r.Targets[i] = Values(s.Location)
		}
	}
	for i := range s.Agents {
		ag := &s.Agents[i]
		r.Control = append(r.Control, slices.Repeat([]bool{true}, ag.States))
		relabelled := make([]Set, len(s.Properties))
		a.relabel(ag, a.types[ag.Vars.Start:ag.Vars.End], relabelled)
		r.Relabelled = append(r.Relabelled, relabelled)
	}
	return r
}
