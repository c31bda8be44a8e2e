package cores

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Free is the system without some of its elements. A command whose updates are freed becomes
// several, one for each combination of values; propositions about it speak of all of them.
func Free(sys *recipe.System, elements []Element) *recipe.System {
	free := map[Kind]map[place]bool{Initial: {}, Guard: {}, Update: {}}
	for _, e := range elements {
		for _, p := range e.places {
			free[e.Kind][p] = true
		}
	}
	out := *sys
	out.Agents, out.Commands = slices.Clone(sys.Agents), nil
	copies := make([][]int, len(sys.Commands)) // their IDs, by command
	for a := range out.Agents {
		agent := &out.Agents[a]
		agent.Init = without(agent.Init, func(i int) bool { return free[Initial][place{a, -1, i}] })
		first := len(out.Commands)
		for id := range agent.Commands.All() {
			c := sys.Commands[id]
			c.Guard = without(c.Guard, func(i int) bool { return free[Guard][place{a, id, i}] })
			for _, k := range freed(sys, c, func(v int) bool { return free[Update][place{a, id, v}] }) {
				k.ID = len(out.Commands)
				out.Commands = append(out.Commands, k)
				copies[id] = append(copies[id], k.ID)
			}
		}
		agent.Commands = recipe.Range{Start: first, End: len(out.Commands)}
	}
	out.Propositions = slices.Clone(sys.Propositions)
	for i := range out.Propositions {
		out.Propositions[i].Expr = renumbered(out.Propositions[i].Expr, copies)
	}
	return &out
}

// without is a condition without some of its conjuncts.
func without(e *recipe.Expr, drop func(i int) bool) *recipe.Expr {
	var kept []*recipe.Expr
	all := recipe.Conjuncts(e)
	for i, part := range all {
		if !drop(i) {
			kept = append(kept, part)
		}
	}
	if len(kept) == len(all) {
		return e
	}
	return recipe.And(kept...)
}

// freed are the commands with all combinations of values for the updates that are freed.
func freed(sys *recipe.System, c recipe.Command, free func(v int) bool) []recipe.Command {
	out := []recipe.Command{c}
	for i, u := range c.Updates {
		if !free(u.Var) {
			continue
		}
		var more []recipe.Command
		t := sys.Vars[u.Var].Type
		for _, k := range out {
			for code := range t.Size() {
				k.Updates = slices.Clone(k.Updates)
				k.Updates[i].Expr = recipe.Const(t, t.Value(code))
				more = append(more, k)
			}
		}
		out = more
	}
	return out
}

// renumbered is an expression about commands that have become several.
func renumbered(e *recipe.Expr, copies [][]int) *recipe.Expr {
	if !e.Any(func(e *recipe.Expr) bool { return len(e.Commands) > 0 }) {
		return e
	}
	out := *e
	out.Commands = nil
	for _, id := range e.Commands {
		out.Commands = append(out.Commands, copies[id]...)
	}
	out.Args = slices.Clone(e.Args)
	for i, a := range out.Args {
		out.Args[i] = renumbered(a, copies)
	}
	return &out
}
