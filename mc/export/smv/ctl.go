package smv

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// stateFormula turns a formula about states into one over atoms, as [rewriter] does with formulas
// about paths, in which A and E stand before X, F, G and U of formulas about states alone: CTL.
// Where there is none, r.err says why; it wraps [ErrNotCTL].
//
// An observation bit holds in the state after a step, so that E <O> f becomes EX (bit & f). Other
// step atoms can be said where a quantifier is about the first step only, whatever the state: A (p
// -> step) is p -> AX bit.
func (r *rewriter) stateFormula(f *ltol.StateFormula) *ltol.StateFormula {
	args := f.Args()
	for i, a := range args {
		args[i] = r.stateFormula(a)
	}
	switch f.Op() {
	case ltol.StateTrue:
		return f
	case ltol.StateAtom:
		return r.oneState(r.atom(ltol.Atom{ID: f.ID(), Kind: ltol.State}), nil)
	case ltol.StateAll, ltol.StateExists:
		return r.paths(f.Op() == ltol.StateAll, f.Path(), args)
	case ltol.StateCan:
		return r.unsayable("it asks what a coalition can bring about")
	}
	if connective, ok := f.Op().Connective(); ok {
		return states.Connect(connective, args)
	}
	return r.unsayable("it asks what agents know or must")
}

// unsayable notes the first reason why CTL cannot say something, and stands for it.
func (r *rewriter) unsayable(format string, args ...any) *ltol.StateFormula {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrNotCTL, fmt.Sprintf(format, args...))
	}
	return ltol.TrueState()
}

// states are the connectives of formulas about states.
var states = &ltol.Algebra[*ltol.StateFormula]{
	Not: ltol.NotState,
	And: func(fs ...*ltol.StateFormula) *ltol.StateFormula { return folded(fs, true, ltol.AndState) },
	Or:  func(fs ...*ltol.StateFormula) *ltol.StateFormula { return folded(fs, false, ltol.OrState) },
	Iff: ltol.IffState,
}

// folded is the connective of formulas without the constant that makes no difference to it; the
// other one decides.
func folded(fs []*ltol.StateFormula, neutral bool, connect func(...*ltol.StateFormula) *ltol.StateFormula) *ltol.StateFormula {
	var rest []*ltol.StateFormula
	for _, f := range fs {
		switch value, ok := constant(f); {
		case !ok:
			rest = append(rest, f)
		case value != neutral:
			return f
		}
	}
	return connect(rest...)
}

// constant reports whether a formula is true or !true, and which.
func constant(f *ltol.StateFormula) (value, ok bool) {
	if f.Op() == ltol.StateNot {
		return false, f.Args()[0].Op() == ltol.StateTrue
	}
	return true, f.Op() == ltol.StateTrue
}

// oneState is a formula about paths as one about the state at hand: nil if it is none. State atoms
// stand for parts, or, if there are none, for themselves.
func (r *rewriter) oneState(f *ltol.Formula, parts []*ltol.StateFormula) *ltol.StateFormula {
	about := f.Propositional()
	g := states.Value(f, func(f *ltol.Formula) *ltol.StateFormula {
		switch a := f.Atom(); {
		case f.Op() != ltol.OpAtom || a.Kind == ltol.Step:
			about = false
		case a.Kind == ltol.PastStep: // its bit holds now
			return r.oneState(r.atom(a), nil)
		case parts != nil:
			return parts[a.ID]
		default:
			return ltol.StateProp(a.ID)
		}
		return ltol.TrueState()
	})
	if !about {
		return nil
	}
	return g
}

// quantifier writes A or E before temporal operators; with E every A f is !E !f.
type quantifier bool

func (all quantifier) over(path *ltol.Formula, parts ...*ltol.StateFormula) *ltol.StateFormula {
	if all {
		return ltol.AllPaths(path, parts...)
	}
	return ltol.ExistsPath(path, parts...)
}

var part0, part1 = ltol.Prop(ltol.Atom{Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})

// paths is A path, or E path, as a formula of CTL over the parts.
func (r *rewriter) paths(all bool, path *ltol.Formula, parts []*ltol.StateFormula) *ltol.StateFormula {
	if f := r.oneState(path, parts); f != nil {
		return f
	}
	if f := r.firstStep(all, path, parts); f != nil {
		return f
	}
	q, args := quantifier(all), path.Args()
	now := make([]*ltol.StateFormula, len(args)) // operands about one state; nil where they are not
	for i, a := range args {
		now[i] = r.oneState(a, parts)
	}
	// What follows a step, or a state that a path of the right kind leads to, is up to other paths.
	then := func() *ltol.StateFormula { return r.paths(all, args[0], parts) }
	switch op := path.Op(); op {
	case ltol.OpNot:
		return ltol.NotState(r.paths(!all, args[0], parts))
	case ltol.OpAnd, ltol.OpOr, ltol.OpImplies:
		return r.connected(all, path, parts, now)
	case ltol.OpNext:
		return q.over(ltol.Next(part0), then())
	case ltol.OpPossible, ltol.OpNecessary:
		bit := r.oneState(r.atom(ltol.Atom{ID: path.Atom().ID, Kind: ltol.PastStep}), nil)
		if op == ltol.OpNecessary {
			return q.over(ltol.Next(part0), ltol.ImpliesState(bit, then()))
		}
		return q.over(ltol.Next(part0), ltol.AndState(bit, then()))
	case ltol.OpFinally, ltol.OpGlobally:
		if all != (op == ltol.OpGlobally) && now[0] == nil {
			break
		}
		if op == ltol.OpFinally {
			return q.over(ltol.Finally(part0), then())
		}
		return q.over(ltol.Globally(part0), then())
	}
	if len(args) == 2 && now[0] != nil && now[1] != nil {
		return q.until(path.Op(), now[0], now[1])
	}
	return r.unsayable("%s needs a quantifier of its own before each operator that speaks of more than one state", r.t.pathText(path))
}

// until is A or E before U, W, R or M of states.
func (all quantifier) until(op ltol.Op, f, g *ltol.StateFormula) *ltol.StateFormula {
	u := func(q quantifier, f, g *ltol.StateFormula) *ltol.StateFormula {
		return q.over(ltol.Until(part0, part1), f, g)
	}
	switch op {
	case ltol.OpUntil:
		return u(all, f, g)
	case ltol.OpStrongRelease:
		return u(all, g, ltol.AndState(f, g))
	case ltol.OpRelease: // g W (f ∧ g)
		f, g = g, ltol.AndState(f, g)
	}
	if all {
		return ltol.NotState(u(false, ltol.NotState(g), ltol.AndState(ltol.NotState(f), ltol.NotState(g))))
	}
	return ltol.OrState(u(false, f, g), ltol.ExistsPath(ltol.Globally(part0), f))
}

// connected is A before a conjunction or E before a disjunction, which the quantifier enters, or
// one of them before any connective of which all operands but one are about the state at hand.
func (r *rewriter) connected(all bool, path *ltol.Formula, parts, now []*ltol.StateFormula) *ltol.StateFormula {
	args := path.Args()
	op := path.Op()
	open := 0
	for _, f := range now {
		if f == nil {
			open++
		}
	}
	if open > 1 && all != (op == ltol.OpAnd) {
		return r.unsayable("%s combines formulas about paths", r.t.pathText(path))
	}
	for i := range args {
		if now[i] != nil {
			continue
		}
		negated := op == ltol.OpImplies && i == 0 // its quantifier is the other one
		now[i] = r.paths(all != negated, args[i], parts)
	}
	return states.Connect(op, now)
}

// firstStep is a quantifier before what is about the state at hand and the step that leaves it
// alone, state atom by state atom (Shannon); nil if the path formula is about more.
func (r *rewriter) firstStep(all bool, path *ltol.Formula, parts []*ltol.StateFormula) *ltol.StateFormula {
	if !path.Propositional() {
		return nil
	}
	var atoms []ltol.Atom
	for _, a := range path.Atoms() {
		if a.Kind != ltol.Step && !slices.Contains(atoms, a) {
			atoms = append(atoms, a)
		}
	}
	cases := 1
	for range atoms {
		if cases *= 2; cases > r.t.thresholds.MaxSplit {
			return nil
		}
	}
	known := map[ltol.Atom]*ltol.StateFormula{}
	var expand func(left []ltol.Atom) *ltol.StateFormula
	expand = func(left []ltol.Atom) *ltol.StateFormula {
		if len(left) == 0 {
			steps := states.Value(path, func(f *ltol.Formula) *ltol.StateFormula {
				if v, ok := known[f.Atom()]; ok {
					return v
				}
				return r.oneState(r.atom(ltol.Atom{ID: f.Atom().ID, Kind: ltol.PastStep}), nil)
			})
			if _, ok := constant(steps); ok {
				return steps // there is always a step
			}
			return quantifier(all).over(ltol.Next(part0), steps)
		}
		a := left[0]
		holds := r.oneState(ltol.Prop(a), parts)
		known[a] = ltol.TrueState()
		yes := expand(left[1:])
		known[a] = ltol.NotState(ltol.TrueState())
		no := expand(left[1:])
		return states.And(states.Or(ltol.NotState(holds), yes), states.Or(holds, no))
	}
	return expand(atoms)
}

// pathText writes a formula about paths without what it says of single states.
func (t *translation) pathText(f *ltol.Formula) string {
	return "`" + f.Format(ltol.Notation{Most: ltol.LongText, Name: func(a ltol.Atom) string {
		if a.Kind == ltol.State {
			return "…"
		}
		return t.sys.Propositions[a.ID].Name
	}}) + "`"
}

// formulas rewrites the properties of a specification under its fairness. A property that is a
// conjunction gives several formulas.
// Of a property about states it is an error that CTL cannot say it.
func (t *translation) formulas(spec mc.Specification) error {
	var fair []*ltol.Formula
	r := &rewriter{t: t}
	r.Exclusive = r.exclusive
	for _, f := range spec.Conditions() {
		fair = append(fair, r.rewrite(f))
	}
	for i, p := range spec.Properties {
		if err := t.ctx.Err(); err != nil {
			return fmt.Errorf("smv: translating stopped: %w", err)
		}
		name := cmp.Or(p.Name, fmt.Sprintf("property-%d", p.Index))
		if p.State != nil {
			f := r.stateFormula(p.State)
			if r.err != nil {
				return fmt.Errorf("property %d: %w", p.Index, r.err)
			}
			if err := t.fits(name, writtenStates(f)); err != nil {
				return err
			}
			t.specs = append(t.specs, specification{name: t.names.unique(name), property: i, index: p.Index, text: p.Text, states: f})
			continue
		}
		parts := r.split(r.rewrite(p.Formula))
		for k, f := range parts {
			part := name
			if len(parts) > 1 {
				part = fmt.Sprintf("%s-%d", name, k+1)
			}
			f = r.Apply(ltol.OpImplies, r.Apply(ltol.OpAnd, fair...), f)
			if err := t.fits(name, written(f)); err != nil {
				return err
			}
			t.specs = append(t.specs, specification{name: t.names.unique(part), property: i, index: p.Index, text: p.Text, formula: r.atStart(f)})
		}
	}
	return nil
}

var stateSigns = map[ltol.StateOp]string{
	ltol.StateAnd: " & ", ltol.StateOr: " | ", ltol.StateImplies: " -> ", ltol.StateIff: " <-> ",
}

// state writes a formula of CTL in full parentheses.
func (w *writer) state(f *ltol.StateFormula) {
	args := f.Args()
	operands := func(open, sign, end string) {
		w.out.WriteString(open)
		for i, a := range args {
			if i > 0 {
				w.out.WriteString(sign)
			}
			w.state(a)
		}
		w.out.WriteString(end)
	}
	if sign, ok := stateSigns[f.Op()]; ok {
		operands("(", sign, ")")
		return
	}
	switch f.Op() {
	case ltol.StateTrue:
		w.out.WriteString("TRUE")
		return
	case ltol.StateAtom:
		w.atom(f.ID(), false)
		return
	case ltol.StateNot:
		operands("!", "", "")
		return
	}
	sign := map[ltol.StateOp]string{ltol.StateAll: "A", ltol.StateExists: "E"}[f.Op()]
	switch f.Path().Op() {
	case ltol.OpNext:
		operands(sign+"X ", "", "")
	case ltol.OpFinally:
		operands(sign+"F ", "", "")
	case ltol.OpGlobally:
		operands(sign+"G ", "", "")
	default:
		operands(sign+"[", " U ", "]")
	}
}

// specifications writes the formulas, each property under its own text.
func (w *writer) specifications() {
	last := -1
	for _, s := range w.specs {
		if s.property != last {
			last = s.property
			w.line("")
			w.line("-- %s", oneLine(fmt.Sprintf("property %d: %s", s.index, s.text)))
		}
		if s.states != nil {
			w.out.WriteString("CTLSPEC NAME " + s.name + " := ")
			w.state(s.states)
		} else {
			w.out.WriteString("LTLSPEC NAME " + s.name + " := ")
			w.formula(s.formula, true)
		}
		w.out.WriteString(";\n")
	}
}
