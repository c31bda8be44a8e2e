package alike

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/counters"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// gathering finds in a formula what is said of some agent of a class, or of all of them, beside the tracked
// ones: a disjunction or a conjunction in which each of these agents has one part of its own.
type gathering struct {
	f       *family.Family
	tracked []int
	others  [][]int // by class, the agents that are not tracked
	some    []counters.Some
	refused string // why the formula cannot be gathered
}

// gathered is a part of a property that is about many agents, as one about some tracked agents and about
// some agent of a class. If the part says something else, there is a reason.
func gathered(f *family.Family, part *ltol.Formula) (c *Conjunct, reason string) {
	formula := spread(f.System, part)
	g := &gathering{f: f}
	g.track(formula)
	if len(g.tracked) > MostTracked {
		return nil, fmt.Sprintf("the property says something about more than %d agents at once; "+
			"what can be decided is about each agent, each two or three, or about one state of some agent", MostTracked)
	}
	formula = g.rewrite(formula)
	if g.refused == "" && len(g.untracked(formula)) > 0 {
		g.refused = g.obstacle(formula)
	}
	if g.refused != "" {
		return nil, g.refused
	}
	c = &Conjunct{formula: formula, some: g.some, members: g.tracked}
	for _, x := range append(slices.Clone(g.some), counters.Some{Body: formula}) {
		c.atoms = append(c.atoms, x.Movers...)
		for _, a := range x.Body.Atoms() {
			if a.ID < len(f.System.Propositions) {
				c.atoms = append(c.atoms, a.ID)
			}
		}
	}
	slices.Sort(c.atoms)
	c.atoms = slices.Compact(c.atoms)
	return c, ""
}

// obstacle says what a formula has that cannot be gathered, beside what rewrite has refused. It is the
// innermost part that says something of several agents which are not tracked.
func (g *gathering) obstacle(formula *ltol.Formula) string {
	for _, x := range formula.Args() {
		if len(g.untracked(x)) > 1 {
			return g.obstacle(x)
		}
	}
	for _, x := range append(formula.Args(), formula) {
		if about := g.untracked(x); len(about) > 1 || len(about) == 1 && !ltol.AboutState(x) && !step(x) {
			return g.about(about[0], len(about) > 1)
		}
	}
	return g.about(g.untracked(formula)[0], true)
}

// about says that a property is about agents like one in a way that cannot be gathered: about two
// together, or about one for longer than a state.
func (g *gathering) about(agent int, together bool) string {
	typ := g.f.System.Agents[agent].TypeName
	if together {
		return fmt.Sprintf("the property compares two agents of %s where only some agent of the type is looked for, as `exists j : %[1]s . exists k : %[1]s . …` does", typ)
	}
	return fmt.Sprintf("what the property says of some agent of %s is about more than one state, as `exists k : %[1]s . G …` is", typ)
}

// track divides the agents of each class: those of which the formula says the same are most of them, and
// the others are tracked. That it does say the same, rewrite makes sure.
func (g *gathering) track(formula *ltol.Formula) {
	for _, class := range g.f.Classes {
		alike := map[string][]int{}
		most := ""
		for _, a := range class {
			ranks := map[int]int{}
			for _, b := range slices.Concat(g.f.Classes...) {
				ranks[b] = 1
			}
			ranks[a] = 0
			key := textOf(g.f, formula, nil, ranks)
			alike[key] = append(alike[key], a)
			if n, m := len(alike[key]), len(alike[most]); n > m || n == m && key < most {
				most = key
			}
		}
		g.others = append(g.others, alike[most])
		delete(alike, most)
		for _, list := range alike {
			g.tracked = append(g.tracked, list...)
		}
	}
	slices.Sort(g.tracked)
}

// untracked lists the agents of classes that a formula is about and that are not tracked.
func (g *gathering) untracked(formula *ltol.Formula) []int {
	var out []int
	for _, a := range formula.Atoms() {
		if a.ID < len(g.f.System.Propositions) {
			out = append(out, g.f.Members(g.f.System.Propositions[a.ID].Expr)...)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(a int) bool { return slices.Contains(g.tracked, a) })
}

// rewrite gathers the parts of all conjunctions and disjunctions of a formula.
func (g *gathering) rewrite(f *ltol.Formula) *ltol.Formula {
	var args []*ltol.Formula
	for _, x := range flat(f) {
		args = append(args, g.rewrite(x))
	}
	if f.Op() == ltol.OpAnd || f.Op() == ltol.OpOr {
		return g.connect(f.Op(), args)
	}
	return rebuilt(f, args)
}

// connect gathers the parts of a conjunction or disjunction. Parts about one agent that is not tracked
// become one atom if there is one for each agent that is not tracked.
func (g *gathering) connect(op ltol.Op, args []*ltol.Formula) *ltol.Formula {
	if whole := ltol.Apply(op, args...); len(g.untracked(whole)) == 1 {
		return whole // a condition on one agent, which is a part of a larger one
	}
	args = g.together(op, args)
	var out []*ltol.Formula
	groups, order := map[string]map[int]*ltol.Formula{}, []string(nil)
	for _, x := range args {
		about := g.untracked(x)
		if len(about) != 1 || !ltol.AboutState(x) && !step(x) {
			out = append(out, x)
			continue
		}
		ranks := map[int]int{about[0]: len(g.tracked)}
		for i, a := range g.tracked {
			ranks[a] = i
		}
		key := textOf(g.f, x, g.some, ranks)
		if groups[key] == nil {
			groups[key], order = map[int]*ltol.Formula{}, append(order, key)
		}
		groups[key][about[0]] = x
	}
	for _, key := range order {
		group := groups[key]
		class := slices.IndexFunc(g.others, func(list []int) bool { return group[list[0]] != nil })
		if class < 0 || slices.ContainsFunc(g.others[class], func(a int) bool { return group[a] == nil }) {
			for a := range group {
				g.refused = g.about(a, true)
			}
			return ltol.True()
		}
		x := counters.Some{Class: class, Body: group[g.others[class][0]]}
		if g.nested(x.Body) || op == ltol.OpAnd && step(x.Body) {
			g.refused = fmt.Sprintf("the property says of all agents of %s that they take part in one step", g.f.System.Agents[g.others[class][0]].TypeName)
			return ltol.True()
		}
		if step(x.Body) {
			for _, a := range g.others[class][1:min(3, len(g.others[class]))] {
				x.Movers = append(x.Movers, group[a].Atom().ID)
			}
		}
		if op == ltol.OpAnd {
			x.Body = ltol.Not(x.Body)
			out = append(out, ltol.Not(g.atom(x)))
		} else {
			out = append(out, g.atom(x))
		}
	}
	return ltol.Apply(op, out...)
}

// together brings the arguments of a disjunction that are about agents one by one under one
// temporal operator: F p | F q is F (p | q), and the same with X. Those of a conjunction have G or X.
func (g *gathering) together(op ltol.Op, args []*ltol.Formula) []*ltol.Formula {
	over := ltol.OpFinally
	if op == ltol.OpAnd {
		over = ltol.OpGlobally
	}
	for _, temporal := range []ltol.Op{over, ltol.OpNext} {
		var inside, rest []*ltol.Formula
		for _, x := range args {
			if x.Op() == temporal && len(g.untracked(x)) == 1 {
				inside = append(inside, x.Args()...)
			} else {
				rest = append(rest, x)
			}
		}
		if len(inside) > 1 {
			args = append(rest, ltol.Apply(temporal, g.connect(op, inside)))
		}
	}
	return args
}

// atom says that some agent of a class that is not tracked satisfies a formula.
func (g *gathering) atom(x counters.Some) *ltol.Formula {
	kind := ltol.State
	if step(x.Body) {
		kind = x.Body.Atom().Kind
	}
	i := slices.IndexFunc(g.some, func(y counters.Some) bool { return y.Class == x.Class && y.Body.Equal(x.Body) })
	if i < 0 {
		i = len(g.some)
		g.some = append(g.some, x)
	}
	return ltol.Prop(ltol.Atom{ID: firstSome + i, Kind: kind})
}

// firstSome is the first of the atoms that stand for what is said of some agent, above all propositions.
const firstSome = 1 << 28

// nested tells whether a formula is about some agent already.
func (g *gathering) nested(f *ltol.Formula) bool {
	return slices.ContainsFunc(f.Atoms(), func(a ltol.Atom) bool { return a.ID >= firstSome })
}

// step tells whether a formula is an atom about a step, the next one or the last one.
func step(f *ltol.Formula) bool { return f.Op() == ltol.OpAtom && f.Atom().Kind != ltol.State }

// flat lists the arguments of a formula; those of a conjunction or disjunction are its parts in which the
// same connective is not the outermost one.
func flat(f *ltol.Formula) []*ltol.Formula {
	if f.Op() != ltol.OpAnd && f.Op() != ltol.OpOr {
		return f.Args()
	}
	var out []*ltol.Formula
	for _, x := range f.Args() {
		if x.Op() == f.Op() {
			out = append(out, flat(x)...)
		} else {
			out = append(out, x)
		}
	}
	return out
}

// textOf is a text of a formula that is the same at all sizes if the formula is, up to the order of
// the parts of conjunctions and disjunctions. Agents of classes have ranks.
func textOf(f *family.Family, formula *ltol.Formula, some []counters.Some, ranks map[int]int) string {
	var args []string
	for _, x := range flat(formula) {
		args = append(args, textOf(f, x, some, ranks))
	}
	head := strconv.Itoa(int(formula.Op()))
	switch formula.Op() {
	case ltol.OpAtom, ltol.OpPossible, ltol.OpNecessary:
		if id := formula.Atom().ID; id < firstSome {
			head += "{" + formula.Atom().Kind.String() + " " + f.Key(f.System.Propositions[id].Expr, ranks) + "}"
			break
		}
		x := some[formula.Atom().ID-firstSome]
		with := maps.Clone(ranks)
		for _, a := range f.Classes[x.Class] {
			if _, tracked := ranks[a]; !tracked {
				with[a] = -1
			}
		}
		head += "{some " + strconv.Itoa(x.Class) + " " + textOf(f, x.Body, nil, with) + "}"
	case ltol.OpAnd, ltol.OpOr:
		slices.Sort(args)
	}
	return head + "(" + strings.Join(args, ",") + ")"
}

// keyOf is the least text of a conjunct, of all orders in which its agents can be numbered, after
// those that have ranks.
func keyOf(f *family.Family, c *Conjunct, ranks map[int]int) string {
	if len(ranks) == len(c.members) {
		return textOf(f, c.formula, c.some, ranks)
	}
	best := ""
	for _, a := range c.members {
		if _, ranked := ranks[a]; ranked {
			continue
		}
		ranks[a] = len(ranks)
		if key := keyOf(f, c, ranks); best == "" || key < best {
			best = key
		}
		delete(ranks, a)
	}
	return best
}
