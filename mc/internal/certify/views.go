// Package certify confirms what diagrams have found by means that share nothing with them.
//
// [Views] asks a SAT solver about the circuit of an abstraction of a family (recipe/circuit), whether a
// set of views is what it is said to be: it holds the views of initial states, and no step leads from a
// configuration all of whose views it holds to one of another view. If a condition on states shall always
// hold, it holds in all views of the set. The set comes as text. How views are seen, when an added agent
// is there, and which steps count, is written here once more.
package certify

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// Errors of certificates. ErrWrong says that the set is not what it is said to be, ErrBad that a view
// violates the condition, ErrWork that it took too much work to confirm it.
var (
	ErrWrong = errors.New("the views are not closed under steps")
	ErrBad   = errors.New("a view violates the condition")
	ErrWork  = errors.New("confirming the views takes too much work")
)

// Views confirms that a set of views, as [bdd.Manager.Dump] writes it, is closed, and that a condition, a
// formula without temporal connectives over state propositions of the abstraction, holds in all views.
// The condition may be nil. Each question to the solver may take so much work.
func Views(ctx context.Context, a *family.Abstraction, set io.Reader, condition *ltol.Formula, work int) error {
	m, err := circuit.Build(ctx, a.System, circuit.Options{Flow: a.Values, MaxWork: work})
	if errors.Is(err, circuit.ErrTooLarge) {
		return fmt.Errorf("%w: %w", ErrWork, err)
	}
	if err != nil {
		return err
	}
	v := &views{a: a, m: m, at: map[string]int{}, work: work}
	if err := v.read(set); err != nil {
		return err
	}
	for i, x := range m.Variables {
		v.at[a.System.VariableName(x.Agent, x.Local)] = i
		v.first = append(v.first, v.bits)
		v.bits += len(x.Bits)
	}
	for _, x := range m.Variables {
		var some []circuit.Lit
		for _, y := range v.values(x.Agent, x.Local) {
			some = append(some, v.is(x.Agent, x.Local, y, m.State))
		}
		v.valid = append(v.valid, m.Any(some...))
	}
	if err := v.ask(m.Init, v.member(v.plain(), m.State).Not()); err != nil {
		return err
	}
	if condition != nil {
		if err := v.satisfied(condition); err != nil {
			return err
		}
	}
	for added := -1; added < len(a.System.Agents); added++ {
		if added < 0 || a.Present[added] >= 0 {
			if err := v.closed(ctx, added); err != nil {
				return err
			}
		}
	}
	return nil
}

// views is the work on one set.
type views struct {
	a     *family.Abstraction
	m     *circuit.Model
	names []string // of the variables of the text
	nodes []node   // of the text; the first two are False and True
	root  int
	at    map[string]int // variables of the circuit, by name
	first []int          // by variable of the circuit, the position of its first bit
	bits  int
	valid []circuit.Lit // the bits of each variable are those of a value
	work  int
}

// A node is one of a diagram in a text.
type node struct{ variable, bit, lo, hi int }

// read reads a diagram over present copies.
func (v *views) read(set io.Reader) error {
	v.nodes = make([]node, 2)
	lines := bufio.NewScanner(set)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var n node
		var name string
		var size, copy int
		line := lines.Text()
		switch {
		case scans(line, "var %q %d", &name, &size):
			v.names = append(v.names, name)
		case scans(line, "node %d %d %d %d %d", &n.variable, &copy, &n.bit, &n.lo, &n.hi):
			v.nodes = append(v.nodes, n)
			if copy != 0 {
				return errors.New("a set of views reads the state after a step")
			}
		default:
			scans(line, "root %d", &v.root)
		}
	}
	return lines.Err()
}

func scans(line, format string, to ...any) bool {
	n, err := fmt.Sscanf(line, format, to...)
	return err == nil && n == len(to)
}

// A sight is how a view is seen: by agent of a view, who stands there, and by symbol, as what it is seen.
type sight struct {
	stands map[int]int
	as     map[recipe.Value]recipe.Value
}

// plain leaves out all added agents.
func (v *views) plain() sight { return v.sight(v.a.Kept) }

// sight is the one of agents in the places of kept ones, class by class.
func (v *views) sight(places [][]int) sight {
	s := sight{map[int]int{}, map[recipe.Value]recipe.Value{}}
	for class, kept := range v.a.Kept {
		for _, agent := range append(slices.Clone(kept), v.a.Added[class]...) {
			seen := v.a.Outside(class)
			if i := slices.Index(places[class], agent); i >= 0 {
				seen = kept[i]
				s.stands[seen] = agent
			}
			for i, symbol := range v.a.Symbols(agent) {
				s.as[symbol] = v.a.Symbols(seen)[i]
			}
		}
	}
	return s
}

// sights are those of a configuration with an added agent, or without one if it is -1: it stands in the
// place of each kept agent of its class, in turn.
func (v *views) sights(added int) []sight {
	out := []sight{v.plain()}
	if added < 0 {
		return out
	}
	class := v.a.Class(added)
	for i := range v.a.Kept[class] {
		places := slices.Clone(v.a.Kept)
		places[class] = slices.Clone(places[class])
		places[class][i] = added
		out = append(out, v.sight(places))
	}
	return out
}

// member is true of the states, by their bits, whose view of a kind is in the set.
func (v *views) member(s sight, state []circuit.Lit) circuit.Lit {
	lits := []circuit.Lit{circuit.False, circuit.True}
	known := map[[2]int]circuit.Lit{}
	for _, n := range v.nodes[2:] {
		key := [2]int{n.variable, n.bit}
		bit, met := known[key]
		if !met {
			bit = v.bit(s, state, v.names[n.variable], n.bit)
			known[key] = bit
		}
		lits = append(lits, v.m.If(bit, lits[n.hi], lits[n.lo]))
	}
	return lits[v.root]
}

// bit is a bit, the most significant one being 0, of the code of a variable of a view.
func (v *views) bit(s sight, state []circuit.Lit, name string, bit int) circuit.Lit {
	sys := v.a.System
	x := v.m.Variables[v.at[name]]
	codes := v.values(x.Agent, x.Local)
	width := 0
	for 1<<width < len(codes) {
		width++
	}
	from, local, typ := x.Agent, x.Local, recipe.BoolType
	if agent, moved := s.stands[x.Agent]; moved {
		from = agent
	}
	if local >= 0 {
		typ = sys.Vars[local].Type
		local += sys.Agents[from].Vars.Start - sys.Agents[x.Agent].Vars.Start
	}
	var yes []circuit.Lit
	for _, y := range v.values(from, local) {
		seen := y
		if to, moved := s.as[y]; moved && typ.Kind == recipe.Enum {
			seen = to
		}
		if slices.Index(codes, seen)>>(width-1-bit)&1 == 1 {
			yes = append(yes, v.is(from, local, y, state))
		}
	}
	return v.m.Any(yes...)
}

// values are the values of a local, or of a control state if local is -1, in the order of their codes.
func (v *views) values(agent, local int) []recipe.Value {
	if local < 0 {
		return v.a.Values.States(agent)
	}
	return v.a.Values.Locals[local]
}

// is is true of the states in which a local or a control state has a value.
func (v *views) is(agent, local int, y recipe.Value, state []circuit.Lit) circuit.Lit {
	i, varies := v.at[v.a.System.VariableName(agent, local)]
	if !varies {
		return circuit.True
	}
	s := recipe.State{Control: make([]int, len(v.a.System.Agents))}
	for _, values := range v.a.Values.Locals {
		s.Locals = append(s.Locals, values[0])
	}
	if local < 0 {
		s.Control[agent] = int(y)
	} else {
		s.Locals[local] = y
	}
	code, ok := v.m.Code(s)
	if !ok {
		return circuit.False
	}
	var lits []circuit.Lit
	for k := range v.m.Variables[i].Bits {
		at := v.first[i] + k
		if code[at] {
			lits = append(lits, state[at])
		} else {
			lits = append(lits, state[at].Not())
		}
	}
	return v.m.All(lits...)
}

// closed confirms that no step leads out of the set: with an added agent those that it initiates or
// supplies, and if it is -1 those without any added agent.
func (v *views) closed(ctx context.Context, added int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m, a := v.m, v.a
	assumed := append([]circuit.Lit{m.Possible}, v.valid...)
	for agent, present := range a.Present {
		if present >= 0 {
			assumed = append(assumed, v.is(agent, present, recipe.BoolValue(agent == added), m.State))
		}
	}
	for _, s := range v.sights(added) {
		assumed = append(assumed, v.member(s, m.State))
	}
	var steps []circuit.Lit
	for _, it := range m.Interactions {
		parties := []int{a.System.Commands[it.Command].Agent}
		if it.Supply >= 0 {
			parties = append(parties, a.System.Commands[it.Supply].Agent)
		}
		needs := slices.DeleteFunc(parties, func(agent int) bool { return a.Present[agent] < 0 })
		if len(needs) == 0 && added < 0 || len(needs) == 1 && needs[0] == added {
			steps = append(steps, m.And(it.Enabled, it.Taken))
		}
	}
	return v.ask(append(assumed, m.Any(steps...), v.member(v.plain(), m.Next).Not())...)
}

// satisfied confirms that all views of the set satisfy a condition, whatever the answers about the outside
// are.
func (v *views) satisfied(condition *ltol.Formula) error {
	m, plain := v.m, v.plain()
	var failed error
	holds := ltol.Fold(condition, func(f *ltol.Formula, args []circuit.Lit) circuit.Lit {
		switch f.Op() {
		case ltol.OpAtom:
			holds, err := m.Proposition(f.Atom().ID)
			failed = errors.Join(failed, err)
			return holds
		case ltol.OpTrue:
			return circuit.True
		case ltol.OpFalse:
			return circuit.False
		case ltol.OpNot:
			return args[0].Not()
		case ltol.OpAnd:
			return m.All(args...)
		case ltol.OpOr:
			return m.Any(args...)
		case ltol.OpImplies:
			return m.Any(args[0].Not(), args[1])
		case ltol.OpIff:
			return m.If(args[0], args[1], args[1].Not())
		}
		failed = errors.New("the condition has a temporal connective")
		return circuit.False
	})
	if failed != nil {
		return failed
	}
	assumed := append(slices.Clone(v.valid), v.member(plain, m.State), holds.Not())
	for _, x := range m.Variables { // a view holds no symbol of an added agent
		for _, y := range v.values(x.Agent, x.Local) {
			if x.Local >= 0 && v.a.InView(x.Agent) && v.a.System.Vars[x.Local].Type.Kind == recipe.Enum {
				if seen, moved := plain.as[y]; moved && seen != y {
					assumed = append(assumed, v.is(x.Agent, x.Local, y, m.State).Not())
				}
			}
		}
	}
	err := v.ask(assumed...)
	if errors.Is(err, ErrWrong) {
		return ErrBad
	}
	return err
}

// ask asks the solver for a valuation in which all literals are true. There must be none.
func (v *views) ask(lits ...circuit.Lit) error {
	var s sat.Solver
	variables := make([]sat.Lit, v.m.Len())
	for i := range variables {
		variables[i] = s.Variable()
	}
	of := func(l circuit.Lit) sat.Lit {
		out := variables[l.Node()]
		if l.Negated() {
			return out.Not()
		}
		return out
	}
	s.Add(variables[0].Not())
	for i, x := range variables {
		if left, right, ok := v.m.Operands(i); ok {
			l, r := of(left), of(right)
			s.Add(x.Not(), l)
			s.Add(x.Not(), r)
			s.Add(x, l.Not(), r.Not())
		}
	}
	for _, l := range lits {
		s.Add(of(l))
	}
	switch s.Solve(v.work) {
	case sat.Satisfiable:
		return ErrWrong
	case sat.Unknown:
		return ErrWork
	}
	return nil
}
