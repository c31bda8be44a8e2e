package cores

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Mutant is a change of one element of a system, for all agents of a type.
type Mutant struct {
	Element
	// Change says what is changed: a guard is dropped or negated, an update is dropped, so that the
	// local keeps its value, a channel is exchanged with another one.
	Change string
}

// The changes of mutants.
const (
	Dropped   = "dropped"
	Negated   = "negated"
	Exchanged = "exchanged"
)

// A Survey says which changes of a system its properties do not notice.
type Survey struct {
	// LeftOut are the properties that are unknown of the system as it is. Changes are not compared
	// with them, so these may notice changes that are listed as unnoticed.
	LeftOut []mc.Result
	// Unnoticed are changes that leave all other verdicts as they are, by command. Some may leave what
	// the system does as it is, too.
	Unnoticed []Mutant
	// Undecided are changes of which a limit kept this from being known.
	Undecided []Mutant
	// Noticed is how many others there are.
	Noticed int
}

// Changes lists all mutants of a system, by command. The system must pass [recipe.System.Check].
func Changes(sys *recipe.System) (out []Mutant) {
	if sys == nil {
		panic("cores: misuse: Changes of no system")
	}
	l := &list{sys: sys, index: map[string]int{}}
	for id := range sys.Commands {
		if l.outside(id) {
			continue
		}
		c := &sys.Commands[id]
		l.guards(id)
		for _, u := range c.Updates {
			l.update(id, u)
		}
		if c.Channel != nil && c.Channel.Op == recipe.OpConst && sys.Channel.Size() > 1 {
			l.part(id, Channel, c.Pos, 0, l.text(c.Channel, c.Agent))
		}
	}
	for _, e := range l.elements {
		switch e.Kind {
		case Guard:
			out = append(out, Mutant{e, Dropped}, Mutant{e, Negated})
		case Update:
			out = append(out, Mutant{e, Dropped})
		default:
			out = append(out, Mutant{e, Exchanged})
		}
	}
	return out
}

// Changed is the system with a change.
func Changed(sys *recipe.System, m Mutant) *recipe.System {
	out := *sys
	out.Commands = slices.Clone(sys.Commands)
	for _, p := range m.places {
		c := &out.Commands[p.command]
		switch m.Kind {
		case Guard:
			parts := slices.Clone(recipe.Conjuncts(c.Guard))
			if parts[p.index] = recipe.Not(parts[p.index]); m.Change == Dropped {
				parts[p.index] = recipe.TrueExpr
			}
			c.Guard = recipe.And(parts...)
		case Update:
			c.Updates = slices.DeleteFunc(slices.Clone(c.Updates), func(u recipe.Assignment) bool { return u.Var == p.index })
		case Channel:
			values := sys.Channel.Values
			next := (slices.Index(values, c.Channel.Value) + 1) % len(values)
			c.Channel = recipe.Const(sys.Channel, values[next])
		}
	}
	return &out
}

// Mutants checks all mutants of a system, and says which leave the verdicts of all properties as
// they are. The options are those of [mc.NewChecker], the error one of [mc.Check].
func Mutants(ctx context.Context, sys *recipe.System, spec mc.Specification, opts ...mc.Option) (*Survey, error) {
	report, err := mc.Check(ctx, sys, spec, opts...)
	if err != nil {
		return nil, err
	}
	out := &Survey{}
	var known []mc.Result
	spec.Properties = nil
	for _, r := range report.Results {
		if r.Verdict == mc.Unknown {
			out.LeftOut = append(out.LeftOut, r)
			continue
		}
		known, spec.Properties = append(known, r), append(spec.Properties, r.Property)
	}
	opts = append(slices.Clone(opts), mc.WithBudget(max(Least, Times*report.Stats.Steps)), mc.WithoutReasons())
	for _, m := range Changes(sys) {
		report, err := mc.Check(ctx, Changed(sys, m), spec, opts...)
		if err != nil {
			return nil, err
		}
		noticed, undecided := false, len(known) == 0
		for i, r := range report.Results {
			noticed = noticed || r.Verdict != known[i].Verdict && r.Verdict != mc.Unknown
			undecided = undecided || r.Verdict == mc.Unknown
		}
		switch {
		case noticed:
			out.Noticed++
		case undecided:
			out.Undecided = append(out.Undecided, m)
		default:
			out.Unnoticed = append(out.Unnoticed, m)
		}
	}
	return out, nil
}
