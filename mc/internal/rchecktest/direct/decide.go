package direct

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

const (
	maxTemporal = 12
	maxNodes    = 60_000
)

// Holds decides whether every computation of the graph that satisfies the model's fairness
// conditions satisfies a property.
func (g *Graph) Holds(e ast.Expr) (holds bool, err error) {
	defer rescue(&err)
	f, err := g.formula(e)
	if err != nil {
		return false, err
	}
	return !slices.Contains(g.somePath(not(f), g.initial), true), nil
}

// somePath tells for each of the first states whether some fair computation from it satisfies a
// formula.
//
// The nodes of the tableau are a state, the step that leaves it, the truth of the past atoms, and a
// guess for each temporal formula whether it holds here. Edges join nodes whose guesses agree; the
// formula can be satisfied if and only if a strongly connected part can be reached in which every
// until that is guessed comes true, and fairness is met.
func (g *Graph) somePath(f *formula, states int) []bool {
	t := &tableau{g: g}
	t.root = t.core(f)
	for _, j := range g.model.justice {
		t.justice = append(t.justice, t.core(g.model.condition(j)))
	}
	for _, c := range g.model.compassion {
		t.compassion = append(t.compassion, [2]int{t.core(g.model.condition(c[0])), t.core(g.model.condition(c[1]))})
	}
	if len(t.temporal) > maxTemporal || len(t.past) > 60 {
		panic(fault{ErrTooLarge})
	}
	t.build(states)
	return t.fairPaths()
}

// condition writes a fairness condition out: about a state, or an observation with or without `<O>
// true` around it.
func (m *Model) condition(e ast.Expr) *formula {
	aboutStep := false
	ast.Inspect(e, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.Qualified, *ast.Observe:
			return false
		case *ast.PredicateQuantifier, *ast.PropertyRef:
			aboutStep = true
		case *ast.Ident:
			switch x.Name {
			case "sender", "getter", "supplier", "initiator", "producer", "locality", "p2p", "chan", "channel", "ch":
				aboutStep = true
			}
			aboutStep = aboutStep || find(m.data, x.Name) >= 0 || find(m.props, x.Name) >= 0
		}
		return true
	})
	if !aboutStep {
		return (&env{m: m, may: inProperty, lenient: true}).fair(e)
	}
	o := &env{m: m, may: inObservation, lenient: true}
	return &formula{holds: func(p position) bool { return !p.step.isStutter() && o.observed(p).observes(e, true) }}
}

// fair is ground, but for observations, which have `true` after them (`false` after [O]) and are
// about one step.
func (n *env) fair(e ast.Expr) *formula {
	var strip func(f *formula) *formula
	strip = func(f *formula) *formula {
		switch {
		case f.observe && f.necessary:
			return not(&formula{holds: f.holds})
		case f.observe:
			return &formula{holds: f.holds}
		}
		return f.rebuilt(strip)
	}
	return strip(n.ground(e))
}

type core struct {
	op   ast.Op // NoOp for atoms, Not, And, Next, Until
	a, b int
	// atoms: one of the two
	holds   func(position) bool
	entered func(*Step) bool
}

func (t *tableau) add(c core) int {
	t.formulas = append(t.formulas, c)
	i := len(t.formulas) - 1
	if c.op == ast.Next || c.op == ast.Until {
		t.temporal = append(t.temporal, i)
	}
	return i
}

func (t *tableau) not(a int) int { return t.add(core{op: ast.Not, a: a}) }

func (t *tableau) and(a, b int) int { return t.add(core{op: ast.And, a: a, b: b}) }

func (t *tableau) or(a, b int) int { return t.not(t.and(t.not(a), t.not(b))) }

func (t *tableau) until(a, b int) int { return t.add(core{op: ast.Until, a: a, b: b}) }

func (t *tableau) always() int { return t.core(constant(true)) }

// core gives the index of a formula after its derived operators have been written out by their
// definitions.
func (t *tableau) core(f *formula) int {
	var args []int
	for _, a := range f.args {
		args = append(args, t.core(a))
	}
	switch {
	case f.observe:
		o := t.add(core{holds: f.holds})
		next := t.add(core{op: ast.Next, a: args[0]})
		if f.necessary {
			return t.or(t.not(o), next)
		}
		return t.and(o, next)
	case f.holds != nil:
		return t.add(core{holds: f.holds})
	case f.entered != nil:
		i := t.add(core{entered: f.entered})
		t.past = append(t.past, i)
		return i
	}
	switch f.op {
	case ast.Not:
		return t.not(args[0])
	case ast.And:
		return t.and(args[0], args[1])
	case ast.Or:
		return t.or(args[0], args[1])
	case ast.Implies:
		return t.or(t.not(args[0]), args[1])
	case ast.Iff:
		return t.or(t.and(args[0], args[1]), t.and(t.not(args[0]), t.not(args[1])))
	case ast.Next:
		return t.add(core{op: ast.Next, a: args[0]})
	case ast.Finally:
		return t.until(t.always(), args[0])
	case ast.Globally:
		return t.not(t.until(t.always(), t.not(args[0])))
	case ast.Until:
		return t.until(args[0], args[1])
	case ast.WeakUntil: // a W b is not (not b U (not a and not b))
		return t.not(t.until(t.not(args[1]), t.and(t.not(args[0]), t.not(args[1]))))
	case ast.Release: // a R b is not (not a U not b)
		return t.not(t.until(t.not(args[0]), t.not(args[1])))
	}
	fail("operator %s in a formula", f.op)
	return 0
}
