package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// FurtherOf are the further runs of a result, of which so many were asked for; nil if there was no more than
// one.
func FurtherOf(r *mc.Result, asked int) *Further {
	if r.Verdict != mc.Violated || asked < 2 {
		return nil
	}
	if r.Property.State != nil {
		return &Further{Runs: []FurtherRun{}, Reason: "further counterexamples are only searched for if a property is about runs"}
	}
	if r.Further == nil {
		return nil
	}
	out := &Further{Runs: []FurtherRun{}, Complete: r.Further.Complete}
	for _, c := range r.Further.Runs {
		out.Runs = append(out.Runs, FurtherRun{namesOf(c.Trace.System, c.Without), c.Trace})
	}
	switch {
	case len(out.Runs) == asked-1:
	case out.Complete:
		out.Reason = "every other violation uses all commands of one of these runs"
	default:
		out.Reason = "the search for more is not complete; --shortest gives it more work and memory"
	}
	return out
}

// namesOf are the names of commands. Those that stand in the same place are next to each other.
func namesOf(sys *recipe.System, commands []int) []CommandName {
	first := map[CommandName]int{} // of which agents are left out
	place := func(c CommandName) CommandName { c.Agent = ""; return c }
	out := make([]CommandName, 0, len(commands))
	for i, id := range commands {
		c := &sys.Commands[id]
		agent := sys.Agents[c.Agent].Name
		name := CommandName{agent, c.Label, c.Pos.String(), strings.TrimPrefix(sys.CommandString(id), agent)}
		if sys.Agents[c.Agent].Outside && c.Kind == recipe.Send {
			on := " on " + sys.ValueString(sys.Channel, c.Channel.Value)
			name.Label, name.shown = name.Label+on, name.shown+on
		}
		if _, known := first[place(name)]; !known {
			first[place(name)] = i
		}
		out = append(out, name)
	}
	slices.SortStableFunc(out, func(a, b CommandName) int { return cmp.Compare(first[place(a)], first[place(b)]) })
	return slices.Compact(out)
}
