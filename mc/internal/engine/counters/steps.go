package counters

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/abstract"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// movers are the counted agents among the parties of an interaction. They are the first added
// agents of their class; ok is false if others are, or slots: then another interaction is the same.
func (s *Space) movers(it *symbolic.Interaction) (list []mover, ok bool) {
	taken := make([]int, len(s.classes))
	for _, agent := range s.views.Parties(it) {
		if slices.Contains(s.question.Slots, agent) {
			return nil, false
		}
		if s.a.Present[agent] < 0 {
			continue
		}
		class := s.a.Class(agent)
		if agent != s.a.Added[class][taken[class]] {
			return nil, false
		}
		taken[class]++
		list = append(list, mover{s.classes[class], agent, s.views.VariablesOf(agent)})
	}
	return list, true
}

// refine divides the steps until some step propositions are constant on each move.
func (s *Space) refine(ctx context.Context, propositions []int) ([]space.Move, error) {
	model := s.views.Model()
	list, err := model.Refine(ctx, model.Watched(s.watched(propositions)))
	if err != nil {
		return nil, err
	}
	defer model.Discard(list)
	c := model.Manager.Calculator(ctx)
	defer c.Close()
	var out []space.Move
	for _, same := range s.alike(list) {
		for _, e := range s.events(c, same, propositions) {
			e.moves(func(steps bdd.Node, changed []bdd.VarID) {
				if steps != bdd.False && c.Err() == nil {
					out = append(out, s.NewMove(c, steps, changed, propositions, e.holds))
				}
			})
		}
		c.Reset()
	}
	if err := c.Err(); err != nil {
		s.Discard(out)
		return nil, err
	}
	return out, nil
}

// alike lists interactions by the commands of their parties. One step of a larger system is seen as
// several of these: a message to one counted agent is for the slot where the slot stands for this
// agent, and for an agent outside where it stands for another one. So counted agents that react to
// one message react by different interactions.
func (s *Space) alike(list []*symbolic.Interaction) (out [][]*symbolic.Interaction) {
	place := map[[2]int]int{}
	for _, it := range list {
		if _, ok := s.movers(it); !ok {
			continue
		}
		i, met := memo.Number(place, [2]int{it.Command, it.Supply})
		if !met {
			out = append(out, nil)
		}
		out[i] = append(out[i], it)
	}
	return out
}

// events are the steps of interactions that are alike, divided until each event agrees on some step
// propositions.
func (s *Space) events(c *bdd.Calculator, same []*symbolic.Interaction, propositions []int) (out []*event) {
	movers, _ := s.movers(same[0])
	var added []int
	for _, m := range movers {
		added = append(added, m.agent)
	}
	slices.Sort(added)
	configurations := s.views.Configurations(c, added...)
	var changed []bdd.VarID
	for _, it := range same {
		changed = append(changed, it.Relation.Changed()...)
	}
	slices.Sort(changed)
	changed = slices.Compact(changed)
	var parts []abstract.Part
	for _, it := range same {
		steps := c.And(it.Relation.Trans(), configurations)
		for _, id := range changed {
			if !slices.Contains(it.Relation.Changed(), id) {
				steps = c.And(steps, id.Equals(c, bdd.Current, id, bdd.Next))
			}
		}
		for _, x := range abstract.Divide(c, steps, propositions, func(p int) bdd.Node { return s.step(c, it, movers, steps, p) }) {
			i := slices.IndexFunc(parts, func(y abstract.Part) bool { return slices.Equal(x.Holds, y.Holds) })
			if i < 0 {
				parts = append(parts, x)
				continue
			}
			parts[i].Steps = c.Or(parts[i].Steps, x.Steps)
		}
	}
	for _, x := range parts {
		e := s.event(c, movers, changed, x.Steps, configurations)
		e.holds = x.Holds
		out = append(out, e)
	}
	return out
}

// An event is steps of interactions that are alike, in which counted agents are seen one by one.
type event struct {
	*Space
	c       *bdd.Calculator
	holds   []int // the step propositions that hold of all steps
	movers  []mover
	changed []bdd.VarID // of the singles and tracked agents
	// base is what singles, tracked agents and movers do. By class, react is the same with what one
	// agent of the class does, its slot, and there where there can be such an agent.
	base         bdd.Node
	react, there []bdd.Node
}

// event looks at steps, which change some variables and lead from some configurations.
func (s *Space) event(c *bdd.Calculator, movers []mover, changed []bdd.VarID, steps, configurations bdd.Node) *event {
	e := &event{Space: s, c: c, movers: movers}
	own := [][]views.Variable{}
	var agents []int
	for _, m := range movers {
		own, agents = append(own, m.vars), append(agents, m.agent)
	}
	for _, x := range s.classes {
		own = append(own, x.vars)
	}
	for _, x := range s.base {
		if slices.Contains(changed, x.ID) {
			e.changed = append(e.changed, x.ID)
		}
	}
	gone := slices.DeleteFunc(s.views.Forgotten(agents...), func(id bdd.VarID) bool { return !slices.Contains(changed, id) })
	steps = s.Diagrams.VarSet(bdd.Next, gone...).Exists(c, s.Diagrams.VarSet(bdd.Current, s.views.Forgotten(agents...)...).Exists(c, steps))
	configurations = s.Diagrams.VarSet(bdd.Current, s.views.Forgotten(agents...)...).Exists(c, configurations)
	for _, vars := range own {
		for _, x := range vars {
			if !slices.Contains(changed, x.ID) {
				steps = c.And(steps, x.ID.Equals(c, bdd.Current, x.ID, bdd.Next))
			}
		}
	}
	for _, m := range movers {
		configurations = s.blur(c, m.vars, bdd.Current, m.agent, configurations)
		steps = s.blur(c, m.vars, bdd.Next, m.agent, s.blur(c, m.vars, bdd.Current, m.agent, steps))
	}
	base := slices.DeleteFunc(slices.Clone(s.base), func(x views.Variable) bool { return !slices.Contains(e.changed, x.ID) })
	look := func(but ...int) bdd.Node {
		set := s.without(bdd.Next, append(but, anyBase)...).Exists(c, s.without(bdd.Current, append(but, anyBase)...).Exists(c, steps))
		return s.blur(c, base, bdd.Next, -1, s.blurBase(c, bdd.Current, set))
	}
	e.base = look()
	for _, x := range s.classes {
		there := s.seenBy(c, x, configurations)
		react := look(x.slot)
		react = s.blur(c, x.vars, bdd.Next, x.slot, s.blur(c, x.vars, bdd.Current, x.slot, react))
		e.react, e.there = append(e.react, react), append(e.there, there)
	}
	return e
}

// moves visits the steps of each choice of local states that the movers leave and enter.
func (e *event) moves(visit func(steps bdd.Node, changed []bdd.VarID)) {
	e.choose(0, nil, nil, e.base, e.react, e.there, visit)
}

// choose fixes the local states of the movers from the i-th on.
func (e *event) choose(i int, from, to []*local, base bdd.Node, react, there []bdd.Node, visit func(bdd.Node, []bdd.VarID)) {
	if base == bdd.False || e.c.Err() != nil {
		return
	}
	if i == len(e.movers) {
		r := e.reactions(base, react, there)
		steps, changed := r.steps(from, to)
		steps, changed = e.guess(steps, changed)
		visit(steps, changed)
		return
	}
	m := e.movers[i]
	fix := func(copy bdd.Copy, l *local, list ...bdd.Node) []bdd.Node {
		var out []bdd.Node
		for _, set := range list {
			out = append(out, e.at(e.c, set, m.vars, copy, e.codesOf(m.class, l, m.agent, m.vars)))
		}
		return out
	}
	for _, p := range m.class.locals {
		left := fix(bdd.Current, p, base)[0]
		if left == bdd.False {
			continue
		}
		leftReact, leftThere := fix(bdd.Current, p, react...), fix(bdd.Current, p, there...)
		for _, q := range m.class.locals {
			if entered := fix(bdd.Next, q, left)[0]; entered != bdd.False {
				e.choose(i+1, append(slices.Clone(from), p), append(slices.Clone(to), q), entered, fix(bdd.Next, q, leftReact...), leftThere, visit)
			}
		}
	}
}

// guess lets guesses be anything after steps. None leads from a state of which it is guessed that
// it has none.
func (e *event) guess(steps bdd.Node, changed []bdd.VarID) (bdd.Node, []bdd.VarID) {
	for _, atom := range e.atoms() {
		if id, ok := e.guesses[atom]; ok {
			changed = append(changed, id)
		}
	}
	if e.stuck != nil {
		return e.c.Diff(steps, e.Still), append(changed, *e.stuck)
	}
	return steps, changed
}

// reactions are what counted agents do, by local state. Those that stay in all steps of which views
// know that they can be there are left out.
func (e *event) reactions(base bdd.Node, react, there []bdd.Node) *reactions {
	r := &reactions{Space: e.Space, c: e.c, base: base, changed: e.changed, ways: map[*local][]way{}}
	for i, x := range e.classes {
		for _, p := range x.locals {
			does := e.at(e.c, react[i], x.vars, bdd.Current, p.codes)
			list := []way{}
			for _, q := range x.locals {
				if when := e.at(e.c, does, x.vars, bdd.Next, q.codes); when != bdd.False {
					list = append(list, way{q, when})
				}
			}
			if len(list) == 1 && list[0].to == p {
				present := e.c.And(base, e.at(e.c, there[i], x.vars, bdd.Current, p.codes))
				if stay, err := e.c.Leq(present, list[0].when); stay && err == nil {
					continue
				}
			}
			if len(list) == 0 && e.c.And(base, e.at(e.c, there[i], x.vars, bdd.Current, p.codes)) == bdd.False {
				continue // views know that nobody is here
			}
			r.ways[p] = list
		}
	}
	return r
}
