package report

import (
	"cmp"
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
)

// FurtherOf are the further runs of a result with the names of its model, of which so many were
// asked for; nil if there was no more than one. The error is that of ctx.
func FurtherOf(ctx context.Context, n witness.Names, r *mc.Result, asked int) (*Further, error) {
	if r.Verdict != mc.Violated || asked < 2 || r.Further == nil && r.Property.State == nil {
		return nil, nil
	}
	out := &Further{Runs: []FurtherRun{}}
	if r.Further == nil {
		out.Reason = "other runs are only searched for if a single run can violate the formula, " +
			"and if fairness is about single states"
		return out, nil
	}
	out.Complete = r.Further.Complete
	for _, v := range r.Further.Runs {
		run := FurtherRun{Without: namesOf(n, v.Without), Trace: v.Trace}
		if v.Witness != nil {
			var err error
			if run.Explanation, err = witness.Of(ctx, n, v.Witness); err != nil {
				return nil, err
			}
		}
		out.Runs = append(out.Runs, run)
	}
	switch {
	case len(out.Runs) == asked-1:
	case out.Complete:
		out.Reason = "every other violation uses all " + n.Term() + " of one of these runs"
	case r.Property.State != nil && !r.Property.State.Linear():
		out.Reason = "this formula may also be violated by what no single run shows"
	default:
		out.Reason = "the search for more is not complete; --shortest gives it more work and memory"
	}
	return out, nil
}

// namesOf are the names of commands. Those that stand in the same place are next to each other.
func namesOf(n witness.Names, commands []int) []CommandName {
	first := map[CommandName]int{} // of which agents are left out
	place := func(c CommandName) CommandName { c.Agent = ""; return c }
	out := make([]CommandName, 0, len(commands))
	for i, id := range commands {
		var name CommandName
		name.Agent, name.Label, name.Position, name.shown = n.Command(id)
		if _, known := first[place(name)]; !known {
			first[place(name)] = i
		}
		out = append(out, name)
	}
	slices.SortStableFunc(out, func(a, b CommandName) int { return cmp.Compare(first[place(a)], first[place(b)]) })
	return slices.Compact(out)
}
