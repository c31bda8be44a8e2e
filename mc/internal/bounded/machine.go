// Package bounded looks for violations without reaching all states. Its one idea is a [Machine]:
// the circuit of a system's step together with the automata of what is looked for, as latches
// besides the system's own. A violation is then a run of the machine to a bad step, or a lasso on
// which each of some literals holds again and again ([Goal]). The exporter to AIGER (package
// aiger) writes machines down for hardware model checkers.
package bounded

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A Machine is a circuit with a state of its own: bits, the same after a step, and where they are
// initial. It begins with those of a system; goals add theirs.
type Machine struct {
	*circuit.Step
	Latches []Latch
	Init    circuit.Lit
	// Choices are the inputs besides the latches' bits.
	Choices []Choice

	system     circuit.System
	translator *ltol.Translator
	guards     map[ltol.Guard]circuit.Lit
	err        error
}

// A Latch is a bit of the state.
type Latch struct {
	Name      string
	Bit, Next circuit.Lit
}

// A Choice is an input that is free in every step.
type Choice struct {
	Name  string
	Input circuit.Lit
}

// A Goal is what makes a run of the machine a violation, where all its steps are possible. One of
// the two is given.
type Goal struct {
	// Bad is true of a step with which everything is decided: every run that goes on from there
	// violates. It is False if runs are judged by all of their steps.
	Bad circuit.Lit
	// Again are true infinitely often on violating runs, each of them.
	Again []circuit.Lit
}

// NewMachine is the machine of a system without a goal. Automata come from the translator.
func NewMachine(s circuit.System, t *ltol.Translator) *Machine {
	m := *s.Circuit() // other machines have other possible steps
	out := &Machine{Step: &m, Init: m.Init, system: s, translator: t, guards: map[ltol.Guard]circuit.Lit{}}
	for i, name := range s.Names() {
		out.Latches = append(out.Latches, Latch{name, m.State[i], m.Next[i]})
	}
	for i, l := range m.Choices {
		out.Choices = append(out.Choices, Choice{s.ChoiceName(i), l})
	}
	return out
}

// Fairness are conditions on runs in the form that goals want: literals that hold again and again,
// and a formula for the rest.
type Fairness struct {
	Again []circuit.Lit
	Rest  *ltol.Formula
}

// Fair turns conditions of fairness into literals as far as they are about one position. The error
// is that of the model's propositions.
func (m *Machine) Fair(justice []*ltol.Formula, compassion [][2]*ltol.Formula) (Fairness, error) {
	letters, rest := search.Letters(justice)
	out := Fairness{Rest: ltol.And(append(search.FairnessFormulas(rest, compassion), ltol.True())...)}
	for _, f := range letters {
		out.Again = append(out.Again, m.letter(f))
	}
	return out, m.err
}

// letter is a formula about one position as a literal.
func (m *Machine) letter(f *ltol.Formula) circuit.Lit {
	algebra := &ltol.Algebra[circuit.Lit]{Not: circuit.Lit.Not, And: m.All, Or: m.Any}
	return algebra.Value(f, func(f *ltol.Formula) circuit.Lit { return m.atom(f.Atoms()[0]) })
}

func (m *Machine) atom(a ltol.Atom) circuit.Lit {
	l, err := m.system.Proposition(a.ID)
	if err != nil && m.err == nil {
		m.err = err
	}
	return l
}

// guard is a guard as a literal.
func (m *Machine) guard(g ltol.Guard) circuit.Lit {
	a, then, otherwise, ok := g.Decide()
	if !ok {
		if g.IsTrue() {
			return circuit.True
		}
		return circuit.False
	}
	l, known := m.guards[g]
	if !known {
		l = m.If(m.atom(a), m.guard(then), m.guard(otherwise))
		m.guards[g] = l
	}
	return l
}

// Goal adds what there is to look for in order to refute a property: fair runs that satisfy the
// negation of one of its conjuncts. Errors are those of the translation and of the model's
// propositions; after one the machine is not to be used.
func (m *Machine) Goal(ctx context.Context, name string, conjuncts []*ltol.Formula, fair Fairness, o ltol.Options) (Goal, error) {
	u := &union{}
	for _, part := range conjuncts {
		a, err := m.translator.Translate(ctx, ltol.And(ltol.Not(part), fair.Rest), o)
		if err != nil {
			return Goal{}, fmt.Errorf("property %s: %w", name, err)
		}
		u.add(a)
	}
	if u.finite && len(fair.Again) == 0 {
		return Goal{Bad: m.track(name, u)}, m.err
	}
	return Goal{Bad: circuit.False, Again: append(m.follow(name, u), fair.Again...)}, m.err
}

// A union is the disjoint union of automata, for the runs that one of them accepts.
type union struct {
	automata []*ltol.Automaton
	sets     int    // of acceptance
	finite   bool   // runs are decided once they come to a decided state
	decided  []bool // by state: in a terminal component
	start    []bool // by state: initial
	edges    [][]ltol.Edge
}

func (u *union) add(a *ltol.Automaton) {
	u.finite = (len(u.automata) == 0 || u.finite) && a.Strength() <= ltol.Terminal
	u.automata = append(u.automata, a)
	base := len(u.edges)
	decided := make([]bool, len(a.States))
	for _, c := range a.SCCs() {
		for _, q := range c.States {
			decided[q] = c.Strength == ltol.Terminal
		}
	}
	u.decided = append(u.decided, decided...)
	u.start = append(u.start, make([]bool, len(a.States))...)
	for _, q := range a.Initial {
		u.start[base+q] = true
	}
	// An edge belongs to all sets that its automaton does not have.
	own := uint64(1)<<a.Acceptance - 1
	for _, edges := range a.States {
		moved := make([]ltol.Edge, len(edges))
		for i, e := range edges {
			moved[i] = ltol.Edge{To: base + e.To, Guard: e.Guard, Acc: e.Acc | ^own}
		}
		u.edges = append(u.edges, moved)
	}
	u.sets = max(u.sets, a.Acceptance)
}

// track adds a latch for each state of the automata that is not decided: whether some run is in it.
// It returns where a step leads to a decided state.
func (m *Machine) track(name string, u *union) circuit.Lit {
	in := make([]circuit.Lit, len(u.edges))
	first := len(m.Latches)
	bad := circuit.False
	for q, start := range u.start {
		if u.decided[q] {
			if start {
				bad = circuit.True
			}
			continue
		}
		in[q] = m.latch(fmt.Sprintf("%s-at[%d]", name, q))
		initially := in[q]
		if !start {
			initially = initially.Not()
		}
		m.Init = m.And(m.Init, initially)
	}
	to := make([][]circuit.Lit, len(u.edges))
	for q, edges := range u.edges {
		for _, e := range edges {
			if !u.decided[q] {
				to[e.To] = append(to[e.To], m.And(in[q], m.guard(e.Guard)))
			}
		}
	}
	next := first
	for q := range u.edges {
		if u.decided[q] {
			bad = m.Or(bad, m.Any(to[q]...))
			continue
		}
		m.Latches[next].Next = m.Any(to[q]...)
		next++
	}
	return bad
}

// follow adds a latch for each state of the automata, of which one at most is true: that in which a
// run is whose edges are chosen by inputs. It returns what holds again and again on accepting runs.
func (m *Machine) follow(name string, u *union) []circuit.Lit {
	first := len(m.Latches)
	for q := range u.edges {
		m.latch(fmt.Sprintf("%s-run[%d]", name, q))
	}
	m.Init = m.And(m.Init, m.oneOf(first, u))
	var inputs []circuit.Lit
	to, accepted := make([][]circuit.Lit, len(u.edges)), make([][]circuit.Lit, max(u.sets, 1))
	for q, edges := range u.edges {
		rest := m.Latches[first+q].Bit
		for i, e := range edges {
			taken := rest
			if i < len(edges)-1 { // the last edge is what no input chooses
				if i == len(inputs) {
					inputs = append(inputs, m.Input())
					m.Choices = append(m.Choices, Choice{fmt.Sprintf("%s-edge[%d]", name, i), inputs[i]})
				}
				taken, rest = m.And(rest, inputs[i]), m.And(rest, inputs[i].Not())
			}
			taken = m.And(taken, m.guard(e.Guard))
			to[e.To] = append(to[e.To], taken)
			for set := range accepted {
				if e.Acc>>set&1 == 1 {
					accepted[set] = append(accepted[set], taken)
				}
			}
		}
	}
	for q := range u.edges {
		m.Latches[first+q].Next = m.Any(to[q]...)
	}
	again := make([]circuit.Lit, len(accepted))
	for set := range accepted {
		again[set] = m.Any(accepted[set]...)
	}
	return again
}

// oneOf is true where just one of the latches of initial states is, and no other.
func (m *Machine) oneOf(first int, u *union) circuit.Lit {
	all, some := []circuit.Lit{}, circuit.False
	for q, start := range u.start {
		bit := m.Latches[first+q].Bit
		if !start {
			all = append(all, bit.Not())
			continue
		}
		all = append(all, m.And(bit, some).Not())
		some = m.Or(some, bit)
	}
	return m.All(append(all, some)...)
}

// Telling are the literals that tell which step is taken.
func (m *Machine) Telling() []circuit.Lit {
	if m.system == nil {
		return nil
	}
	return m.system.Telling()
}

// Rounds is true of a step with which a round ends: each of the literals has been true since the
// last round ended. If each is true infinitely often, and only then, so is this one. It needs a latch
// for each of several literals.
func (m *Machine) Rounds(again []circuit.Lit) circuit.Lit {
	if len(again) == 1 {
		return again[0]
	}
	first, met := len(m.Latches), make([]circuit.Lit, len(again))
	for i, l := range again {
		bit := m.latch(fmt.Sprintf("met[%d]", i))
		m.Init, met[i] = m.And(m.Init, bit.Not()), m.Or(bit, l)
	}
	ends := m.All(slices.Clone(met)...)
	for i, l := range met {
		m.Latches[first+i].Next = m.And(l, ends.Not())
	}
	return ends
}

// Remember adds a latch that is false at first. After each step it is what next made of its bit before
// the step. Remember returns the bit.
func (m *Machine) Remember(name string, next func(bit circuit.Lit) circuit.Lit) circuit.Lit {
	bit := m.latch(name)
	m.Init = m.And(m.Init, bit.Not())
	m.Latches[len(m.Latches)-1].Next = next(bit)
	return bit
}

// latch adds a latch whose next value is not known yet.
func (m *Machine) latch(name string) circuit.Lit {
	bit := m.Input()
	m.Latches = append(m.Latches, Latch{Name: name, Bit: bit})
	return bit
}
