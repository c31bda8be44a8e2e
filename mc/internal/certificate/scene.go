package certificate

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// at is true where the variable has a value.
func (l look) at(v recipe.Value) circuit.Lit {
	if i := slices.Index(l.values, v); i >= 0 {
		return l.where[i]
	}
	return circuit.False
}

// whether is a look at something that is true or false.
func whether(l circuit.Lit) look {
	return look{values: []recipe.Value{0, 1}, where: []circuit.Lit{l.Not(), l}}
}

// scene asks about the states all of whose views are in the set, with one more agent for each of
// some classes.
func (k *counting) scene(ctx context.Context, classes ...int) (*scene, error) {
	q, err := k.question(ctx, classes...)
	if err != nil {
		return nil, err
	}
	s := &scene{question: q, prover: &prover{graph: q.m.Graph}, counting: k}
	known := slices.Clone(q.valid)
	for _, x := range q.sights() {
		known = append(known, q.member(x, q.m.State))
	}
	base := k.blurred(q, -1)
	for _, agent := range k.base {
		s.before = append(s.before, q.looks(base, agent, q.m.State)...)
		s.after = append(s.after, q.looks(base, agent, q.m.Next)...)
	}
	for _, agent := range q.added {
		own := k.blurred(q, agent)
		s.movers = append(s.movers, q.looks(own, agent, q.m.State)...)
		s.moved = append(s.moved, q.looks(own, agent, q.m.Next)...)
	}
	for _, agent := range k.slots {
		own := k.blurred(q, agent)
		s.slot = append(s.slot, q.looks(own, agent, q.m.State))
		s.reacted = append(s.reacted, q.looks(own, agent, q.m.Next))
	}
	s.grow()
	for _, l := range known {
		s.Add(s.of(l))
	}
	return s, nil
}

// blurred says as what each symbol is seen by a counted agent, or by all others if that is -1.
func (k *counting) blurred(q *question, itself int) map[recipe.Value]recipe.Value {
	return q.seenAs(func(class, agent int) int {
		switch {
		case slices.Contains(k.base, agent):
			return agent
		case agent == itself:
			return k.slots[class]
		}
		return q.Outside[class]
	})
}

// looks are the control state and the locals of an agent of the family.
func (q *question) looks(as map[recipe.Value]recipe.Value, agent int, state []circuit.Lit) []look {
	out := []look{q.look(as, agent, -1, state)}
	for v := range q.Family.System.Agents[agent].Vars.All() {
		out = append(out, q.look(as, agent, v, state))
	}
	return out
}

func (q *question) look(as map[recipe.Value]recipe.Value, agent, local int, state []circuit.Lit) look {
	own := -1
	var out look
	if local >= 0 {
		if own = q.locals[local]; q.system.Vars[own].Type.Kind == recipe.Enum {
			out.holds = map[recipe.Value]circuit.Lit{}
		}
	}
	for _, y := range q.values(q.agents[agent], own) {
		seen, is := y, q.is(q.agents[agent], own, y, state)
		if out.holds != nil {
			out.holds[y] = is
			if to, moved := as[y]; moved {
				seen = to
			}
		}
		if i := slices.Index(out.values, seen); i >= 0 {
			out.where[i] = q.m.Or(out.where[i], is)
		} else {
			out.values, out.where = append(out.values, seen), append(out.where, is)
		}
	}
	return out
}

// fixed says that variables have some values.
func fixed(looks []look, values []recipe.Value) []circuit.Lit {
	var out []circuit.Lit
	for i, l := range looks {
		out = append(out, l.at(values[i]))
	}
	return out
}

// each visits all values that variables can have together where some literals are true.
func (s *scene) each(looks []look, assumed []circuit.Lit, visit func([]recipe.Value) error) error {
	s.grow()
	when := s.Variable()
	defer s.Release(when)
	lits := []sat.Lit{when}
	for _, l := range assumed {
		lits = append(lits, s.of(l))
	}
	for limit := s.Solver.Work() + s.question.work; ; {
		switch s.Solve(limit, lits...) {
		case sat.Unsatisfiable:
			return nil
		case sat.Unknown:
			return ErrWork
		}
		var values []recipe.Value
		var other []sat.Lit
		for _, l := range looks {
			i := slices.IndexFunc(l.where, func(x circuit.Lit) bool { return s.Is(s.of(x)) })
			values, other = append(values, l.values[i]), append(other, s.of(l.where[i]).Not())
		}
		s.AddWhen(when, other...)
		if err := errors.Join(s.counting.spend(len(s.variables)), visit(values)); err != nil {
			return err
		}
	}
}

// never confirms that the literals are not true together.
func (s *scene) never(lits ...circuit.Lit) (bool, error) {
	s.grow()
	var assumed []sat.Lit
	for _, l := range lits {
		assumed = append(assumed, s.of(l))
	}
	status := s.Solve(s.Solver.Work()+s.question.work, assumed...)
	if status == sat.Unknown {
		return false, ErrWork
	}
	return status == sat.Unsatisfiable, nil
}

// counted are the counted agents among the initiator and the supplier of an interaction.
func (s *scene) counted(it *circuit.Interaction) []int {
	var out []int
	for _, in := range s.parties(it) {
		if a := slices.Index(s.agents, in); !slices.Contains(s.counting.base, a) {
			out = append(out, a)
		}
	}
	return out
}

// within tells whether singles, tracked agents and some others are the initiator and the supplier.
func (s *scene) within(it *circuit.Interaction, others []int) bool {
	return !slices.ContainsFunc(s.counted(it), func(a int) bool { return !slices.Contains(others, a) })
}

// free is true where singles, tracked agents and some others can do a step that nobody can prevent:
// they send to all, or two of them exchange something.
func (s *scene) free(others []int) circuit.Lit {
	var out []circuit.Lit
	for _, it := range s.m.Interactions {
		if it.Kind != recipe.MulticastStep && s.within(it, others) {
			out = append(out, it.Enabled)
		}
	}
	return s.m.Any(out...)
}

// two are the literals that say that the added agent of a scene is in one local state and a slot in
// another.
func (s *scene) two(b *base, p, q int) []circuit.Lit {
	return slices.Concat(fixed(s.before, b.values), fixed(s.movers, s.counting.locals[p].values),
		fixed(s.slot[s.counting.locals[q].class], s.counting.locals[q].values))
}
