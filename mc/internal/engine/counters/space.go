package counters

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/abstract"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// ErrLocals is wrapped by errors of classes with too many local states.
var ErrLocals = errors.New("there are too many local states to count the agents in each")

// New builds the space of a question from views. The error is that of a limit, or wraps
// [ErrLocals]. The space lives as long as the views.
func New(ctx context.Context, v *views.Views, q Question) (*Space, error) {
	s := &Space{Space: &abstract.Space{Diagrams: v.Model().Manager}, views: v, question: q, a: v.Abstraction(), guesses: map[int]bdd.VarID{}, cares: map[int]answer{}}
	s.Split, s.Set, s.Name = s.refine, s.proposition, s.spelling
	for agent := range s.a.System.Agents {
		if s.a.InView(agent) && !slices.Contains(q.Slots, agent) {
			s.base = append(s.base, v.VariablesOf(agent)...)
		}
	}
	for number, slot := range q.Slots {
		s.classes = append(s.classes, &class{number: number, slot: slot, vars: v.VariablesOf(slot)})
	}
	for _, prepare := range []func(*bdd.Calculator){s.findLocals, s.addCounters, s.learn, s.addGuesses, s.begin} {
		c := s.Diagrams.Calculator(ctx)
		prepare(c)
		err := c.Err()
		c.Close()
		switch {
		case errors.Is(err, ErrLocals):
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("counting agents: %w", err)
		}
	}
	var err error
	s.Steps, err = s.refine(ctx, nil)
	return s, err
}

// findLocals finds the local states of each class in the views.
func (s *Space) findLocals(c *bdd.Calculator) {
	for _, x := range s.classes {
		seen := s.blur(c, x.vars, bdd.Current, x.slot, s.without(bdd.Current, x.slot).Exists(c, s.views.All))
		s.Diagrams.Each(seen, views.IDs(x.vars), func(codes []int) bool {
			if len(x.locals) == s.question.MostLocals {
				c.Fail(fmt.Errorf("%w: %s has more than %d", ErrLocals, s.a.System.Agents[x.slot].TypeName, s.question.MostLocals))
				return false
			}
			x.locals = append(x.locals, &local{codes: slices.Clone(codes)})
			return true
		})
	}
}

// addCounters makes the variables of counters. They stand below those of their slot.
func (s *Space) addCounters(c *bdd.Calculator) {
	var bits []bdd.NewBit
	var fill []*bdd.VarID
	add := func(x *class, name string, id *bdd.VarID) {
		bits, fill = append(bits, bdd.NewBit{Name: name, Below: views.IDs(x.vars)}), append(fill, id)
	}
	for _, x := range s.classes {
		for i, l := range x.locals {
			name := fmt.Sprintf("like %s in state %d", s.a.System.Agents[x.slot].Name, i)
			add(x, "some "+name, &l.some)
			add(x, "many "+name, &l.many)
			if s.question.Finite {
				add(x, "left "+name, &l.left)
				add(x, "entered "+name, &l.entered)
			}
		}
	}
	if s.stuck = s.views.Stuck(); s.stuck == nil && s.question.Finite {
		s.stuck = new(bdd.VarID)
		bits, fill = append(bits, bdd.NewBit{Name: "stuck", Below: views.IDs(s.base)}), append(fill, s.stuck)
	}
	s.extend(c, bits, fill)
}

// begin finds the initial states and those that may stutter.
func (s *Space) begin(c *bdd.Calculator) {
	s.Codes = views.IDs(s.base)
	for agent := range s.a.System.Agents {
		if s.a.InView(agent) && !slices.Contains(s.question.Slots, agent) {
			s.Of = append(s.Of, views.IDs(s.views.VariablesOf(agent)))
		}
	}
	start := c.And(s.known, s.without(bdd.Current, anyBase).Exists(c, s.views.Initial))
	start = s.blurBase(c, bdd.Current, start)
	for _, x := range s.classes {
		var own []bdd.VarID
		initial := s.seenBy(c, x, s.views.Initial)
		one, two := bdd.False, bdd.False // at least as many
		for _, l := range x.locals {
			own = append(own, l.some, l.many)
			some, many := c.Eq(l.some, bdd.Current, 1), c.Eq(l.many, bdd.Current, 1)
			start = c.AndAll(start, c.Implies(some, s.at(c, initial, x.vars, bdd.Current, l.codes)), c.Implies(many, some))
			two = c.OrAll(two, many, c.And(one, some))
			one = c.Or(one, some)
			if s.question.Finite {
				own = append(own, l.left, l.entered)
				start = c.AndAll(start, c.Eq(l.left, bdd.Current, 0), c.Eq(l.entered, bdd.Current, 0))
			}
		}
		start = c.And(start, two) // a slot and an added agent at least
		s.Codes, s.Of = append(s.Codes, own...), append(s.Of, own)
	}
	var guessed []bdd.VarID
	if s.stuck != nil {
		guessed = append(guessed, *s.stuck)
	}
	for _, atom := range s.atoms() {
		if id, ok := s.guesses[atom]; ok {
			guessed = append(guessed, id)
		}
	}
	s.Codes, s.Of = append(s.Codes, guessed...), append(s.Of, guessed)
	s.Start, s.may = c.Keep(start), c.Keep(c.Not(s.surely(c)))
	s.Still = s.may
	if s.stuck != nil {
		s.Still = c.And(s.may, c.Eq(*s.stuck, bdd.Current, 1))
	}
	c.Keep(s.Still)
}

// surely is the set of states in which an agent that is seen in some view can surely do a step.
func (s *Space) surely(c *bdd.Calculator) bdd.Node {
	out, unsure := bdd.False, c.Diff(s.views.All, s.views.Surely(c))
	for _, x := range s.classes {
		seen, doubt := s.seenBy(c, x, s.views.All), s.seenBy(c, x, unsure)
		for _, l := range x.locals {
			sure := c.Diff(s.at(c, seen, x.vars, bdd.Current, l.codes), s.at(c, doubt, x.vars, bdd.Current, l.codes))
			out = c.Or(out, c.And(c.Eq(l.some, bdd.Current, 1), sure))
		}
	}
	return out
}

// Finite says of all systems with finitely many agents: if agents leave a local state again and
// again, agents enter it again and again. In a state that stutters for ever, the last step is not
// taken again. The sets belong to the calculator. The question must ask for it.
func (s *Space) Finite(c *bdd.Calculator) []abstract.Recurrence {
	var out []abstract.Recurrence
	s.all(func(_ *class, l *local) {
		out = append(out, abstract.Recurrence{c.Diff(c.Eq(l.left, bdd.Current, 1), s.Still), c.Eq(l.entered, bdd.Current, 1)})
	})
	return out
}

// Decide reports whether all runs of the space satisfy the formula of the question. If so, all runs
// of all systems with enough agents do. The error is that of a limit.
func (s *Space) Decide(ctx context.Context) (bool, error) {
	c := s.Diagrams.Calculator(ctx)
	defer c.Close()
	var fair []abstract.Recurrence
	if s.question.Finite {
		fair = s.Finite(c)
	}
	if err := c.Err(); err != nil {
		return false, err
	}
	return s.Holds(ctx, s.question.Formula, fair, ltol.Options{})
}

// spelling is the name of a variable, and how its value is written.
func (s *Space) spelling(id bdd.VarID, code int) (name, value string) {
	if slices.Contains(s.views.Model().Variables(), id) {
		name, values := s.views.Model().Spelling(id, []int{code})
		return name, values[0]
	}
	return s.Diagrams.Layout().Name(id), fmt.Sprint(code == 1)
}

// Locals is the number of local states of the class that has most.
func (s *Space) Locals() int {
	most := 0
	for _, x := range s.classes {
		most = max(most, len(x.locals))
	}
	return most
}

var _ space.Space = (*Space)(nil)
