// Package aiger writes systems and their properties in the AIGER format, version 1.9 (Biere,
// Heljanko, Wieringa, AIGER 1.9 and beyond, FMV reports 11/2, Johannes Kepler University, Linz,
// 2011), which hardware model checkers read.
//
// Latches are the bits of the system's state and of the properties' automata, inputs choose the
// step: see packages recipe/circuit and mc/internal/bounded. Files keep to what old tools know as
// well: latches begin with 0 or 1 and there are no constraints. Where initial states are several,
// the bits that they differ in are inputs in the first step; and a latch of its own remembers that
// inputs named no possible step, after which nothing counts.
//
// A property whose violations a finite run decides becomes a bad state property, another one a
// justice property with a literal for each acceptance set of its automaton; justice of the system's
// fairness becomes fairness constraints. Under fairness all properties are of the second kind. A
// property holds if and only if the tool finds that its bad state is not reachable, or that no run
// is just.
package aiger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Options say how a system is translated. The zero value is good for most.
type Options struct {
	Circuit     circuit.Options
	Translation ltol.Options
}

// A File is a system with properties in terms of AIGER: literals are numbers, twice that of a
// variable, plus one for its negation; the constants are 0 and 1.
type File struct {
	Inputs  []string // by variable from 1 on
	Latches []Latch  // by variable after those of the inputs
	Ands    []And    // by variable after those of the latches
	Outputs []Output // of a literal each: see [File.ForABC]
	Bad     []Output
	Justice []Output
	Fair    []uint32
}

// A Latch has a name, its value in the first step, and the literal that is its next value.
type Latch struct {
	Name  string
	Reset bool
	Next  uint32
}

// An And is a conjunction of two literals.
type And struct{ Left, Right uint32 }

// An Output is a property, by its index in the specification, with one literal if it is a bad state
// property.
type Output struct {
	Name     string
	Property int
	Literals []uint32
}

// Translate translates a system that passes its own checks and the properties of a specification,
// under its fairness. Errors wrap [circuit.ErrTooLarge] or [ltol.ErrTooLarge], are a
// [recipe.NoInitialStateError], or the context's.
func Translate(ctx context.Context, sys *recipe.System, spec mc.Specification, o Options) (*File, error) {
	model, err := circuit.Build(ctx, sys, o.Circuit)
	if err != nil {
		return nil, err
	}
	return translate(ctx, model, spec, o)
}

// TranslateJoint translates an interpreted system that passes its own checks. Errors are those of
// Translate, and of [mc.JointSpecification.OnRuns].
func TranslateJoint(ctx context.Context, sys *interpreted.System, spec mc.JointSpecification, o Options) (*File, error) {
	onRuns, err := spec.OnRuns()
	if err != nil {
		return nil, err
	}
	model, err := circuit.BuildJoint(ctx, sys, o.Circuit)
	if err != nil {
		return nil, err
	}
	return translate(ctx, model, onRuns, o)
}

func translate(ctx context.Context, model circuit.System, spec mc.Specification, o Options) (*File, error) {
	m := bounded.NewMachine(model, &ltol.Translator{})
	fair, err := m.Fair(spec.Justice, spec.Compassion)
	if err != nil {
		return nil, err
	}
	w := &writer{Machine: m, file: &File{}}
	var goals []bounded.Goal
	for _, p := range spec.Properties {
		if p.State != nil {
			return nil, fmt.Errorf("property %d: %w", p.Index, errStates)
		}
		name := cmp.Or(p.Name, fmt.Sprintf("property-%d", p.Index))
		goal, err := m.Goal(ctx, name, p.Formula.Conjuncts(), bounded.Fairness{Rest: fair.Rest, Again: fair.Again}, o.Translation)
		if err != nil {
			return nil, err
		}
		goals = append(goals, goal)
	}
	return w.write(spec, goals, fair.Again), nil
}

// ForABC is a file with one property as ABC reads it (Brayton, Mishchenko, ABC: an academic
// industrial-strength verification tool, CAV 2010), which knows no justice. Its command l2s goes by
// the names of outputs instead: if each assume_fair is 1 again and again, then so is each
// assert_fair. What is to be shown of a justice property is that its literals, and those of
// fairness, are not all 1 again and again, so that they are assumptions, and asserted is the
// constant 0. A bad state property stays as it is.
func (f *File) ForABC() (*File, error) {
	if len(f.Bad)+len(f.Justice) != 1 {
		return nil, fmt.Errorf("aiger: %d properties in a file for ABC: there must be one", len(f.Bad)+len(f.Justice))
	}
	if len(f.Justice) == 0 {
		return f, nil
	}
	out := *f
	out.Justice, out.Fair = nil, nil
	for i, l := range slices.Concat(f.Justice[0].Literals, f.Fair) {
		out.Outputs = append(out.Outputs, Output{Name: fmt.Sprintf("assume_fair_%d", i), Literals: []uint32{l}})
	}
	out.Outputs = append(out.Outputs, Output{Name: "assert_fair_0", Literals: []uint32{0}})
	return &out, nil
}

var errStates = errors.New("aiger: it is about states, which no run decides")

// A writer numbers what a file needs of a machine.
type writer struct {
	*bounded.Machine
	file     *File
	variable []uint32 // by node; 0 where it has no number
}

// write adds to the machine what the format lacks, and numbers the gates that are needed.
func (w *writer) write(spec mc.Specification, goals []bounded.Goal, fair []circuit.Lit) *File {
	started, awry := w.Input(), w.Input()
	reset, free := w.resets()
	// In the first step free bits are inputs.
	here := map[int]circuit.Lit{}
	for _, l := range free {
		input := w.Input()
		w.Choices = append(w.Choices, bounded.Choice{Name: "initially " + w.Latches[l].Name, Input: input})
		bit := w.Latches[l].Bit
		here[bit.Node()] = w.If(started, bit, input)
	}
	move := w.substitute(here)
	possible := w.And(w.Or(started, move(w.Machine.Init)), w.And(awry.Not(), move(w.Possible)))
	latches := []bounded.Latch{{Name: "started", Bit: started, Next: circuit.True}, {Name: "awry", Bit: awry, Next: possible.Not()}}
	for _, l := range w.Latches {
		latches = append(latches, bounded.Latch{Name: l.Name, Bit: l.Bit, Next: move(l.Next)})
	}
	resets := append([]bool{false, false}, reset...)
	var roots []circuit.Lit // what the file needs
	for _, l := range latches {
		roots = append(roots, l.Next)
	}
	counts := func(literals ...circuit.Lit) (out []circuit.Lit) {
		for _, l := range literals {
			out = append(out, w.And(possible, move(l)))
		}
		roots = append(roots, out...)
		return out
	}
	type output struct {
		property int
		literals []circuit.Lit
	}
	var bad, justice []output
	for i, g := range goals {
		if len(g.Again) == 0 {
			bad = append(bad, output{i, counts(g.Bad)})
		} else {
			justice = append(justice, output{i, counts(g.Again[:len(g.Again)-len(fair)]...)})
		}
	}
	var fairness []circuit.Lit
	if len(justice) > 0 {
		fairness = counts(fair...)
	}
	w.number(latches, roots)
	for i, l := range latches {
		w.file.Latches = append(w.file.Latches, Latch{l.Name, resets[i], w.literal(l.Next)})
	}
	written := func(literals []circuit.Lit) (out []uint32) {
		for _, l := range literals {
			out = append(out, w.literal(l))
		}
		return out
	}
	outputs := func(all []output) (out []Output) {
		for _, o := range all {
			p := spec.Properties[o.property]
			out = append(out, Output{Name: cmp.Or(p.Name, p.Text), Property: o.property, Literals: written(o.literals)})
		}
		return out
	}
	w.file.Bad, w.file.Justice = outputs(bad), outputs(justice)
	w.file.Fair = written(fairness)
	return w.file
}

// resets are the values with which latches begin, and the latches for which there are several.
func (w *writer) resets() (reset []bool, free []int) {
	begins := map[int]bool{} // by node, of bits that begin alike in all initial states
	for _, l := range w.Conjuncts(w.Machine.Init) {
		begins[l.Node()] = !l.Negated()
	}
	for i, l := range w.Latches {
		value, fixed := begins[l.Bit.Node()]
		reset = append(reset, value)
		if !fixed {
			free = append(free, i)
		}
	}
	return reset, free
}

// substitute returns a function that replaces inputs in literals, by node.
func (w *writer) substitute(here map[int]circuit.Lit) func(circuit.Lit) circuit.Lit {
	if len(here) == 0 {
		return func(l circuit.Lit) circuit.Lit { return l }
	}
	done := make([]circuit.Lit, w.Len())
	for i := range done {
		done[i] = circuit.Lit(i) << 1
		if to, ok := here[i]; ok {
			done[i] = to
		}
	}
	at := func(l circuit.Lit) circuit.Lit { return done[l.Node()] ^ l&1 }
	for i := range done {
		if left, right, ok := w.Operands(i); ok {
			done[i] = w.And(at(left), at(right))
		}
	}
	return at
}

// number gives variables to inputs, latches, and the gates that the roots need, in this order.
func (w *writer) number(latches []bounded.Latch, roots []circuit.Lit) {
	w.variable = make([]uint32, w.Len())
	next := uint32(1)
	for _, c := range w.Choices {
		w.variable[c.Input.Node()] = next
		w.file.Inputs = append(w.file.Inputs, c.Name)
		next++
	}
	for _, l := range latches {
		w.variable[l.Bit.Node()] = next
		next++
	}
	for _, i := range w.Needed(roots...) {
		if left, right, ok := w.Operands(i); ok {
			w.variable[i] = next
			w.file.Ands = append(w.file.Ands, And{w.literal(left), w.literal(right)})
			next++
		}
	}
}

func (w *writer) literal(l circuit.Lit) uint32 { return w.variable[l.Node()]<<1 | uint32(l&1) }
