package aiger_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/aiger"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A machine is a file as it is read: nothing in it knows how it was made.
type machine struct {
	inputs, latches, ands int
	next, reset           []int
	operands              [][2]int
	bad                   []int
	names                 map[string]int // literals of inputs and latches, 0 of properties
}

// read reads a file in ASCII format.
func read(t *testing.T, text string) *machine {
	lines := strings.Split(text, "\n")
	at := 0
	numbers := func() []int {
		var out []int
		for word := range strings.FieldsSeq(lines[at]) {
			n := 0
			_, err := fmt.Sscan(word, &n)
			require.NoError(t, err, lines[at])
			out = append(out, n)
		}
		at++
		return out
	}
	require.True(t, strings.HasPrefix(lines[0], "aag "))
	lines[0] = strings.TrimPrefix(lines[0], "aag ")
	counts := append(numbers(), 0, 0, 0, 0)
	m := &machine{inputs: counts[1], latches: counts[2], ands: counts[4], names: map[string]int{}}
	require.Equal(t, m.inputs+m.latches+m.ands, counts[0])
	for i := range m.inputs {
		require.Equal(t, []int{2 * (i + 1)}, numbers())
	}
	for i := range m.latches {
		row := append(numbers(), 0)
		require.Equal(t, 2*(m.inputs+i+1), row[0])
		m.next, m.reset = append(m.next, row[1]), append(m.reset, row[2])
	}
	for range counts[5] {
		m.bad = append(m.bad, numbers()[0])
	}
	literals := counts[8]
	for range counts[7] {
		literals += numbers()[0]
	}
	at += literals
	for i := range m.ands {
		row := numbers()
		require.Equal(t, 2*(m.inputs+m.latches+i+1), row[0])
		require.Greater(t, row[0], row[1])
		m.operands = append(m.operands, [2]int{row[1], row[2]})
	}
	for ; at < len(lines) && lines[at] != ""; at++ {
		number, i := 0, 0
		kind, name := lines[at][0], lines[at][strings.Index(lines[at], " ")+1:]
		_, err := fmt.Sscan(lines[at][1:], &i)
		require.NoError(t, err)
		switch kind {
		case 'i':
			number = 2 * (i + 1)
		case 'l':
			number = 2 * (m.inputs + i + 1)
		}
		require.NotContains(t, m.names, name)
		m.names[name] = number
	}
	return m
}

// step is what all variables are, by number, and the latches after it.
func (m *machine) step(state, inputs []bool) (values, next []bool) {
	values = append(append(append(values, false), inputs...), state...)
	is := func(l int) bool { return values[l/2] != (l%2 == 1) }
	for _, o := range m.operands {
		values = append(values, is(o[0]) && is(o[1]))
	}
	for _, l := range m.next {
		next = append(next, is(l))
	}
	return values, next
}

// A run of the file under random inputs that name possible steps.
type run struct {
	*machine
	t      *testing.T
	model  *circuit.Model
	in     *recipe.Interpreter
	random *rand.Rand
	bits   []int // the latches of the system's state, by bit
	state  []bool
	steps  []trace.Step
	inputs [][]bool
	lost   []bool // by bad state property
}

// take makes a step if the inputs name a possible one.
func (r *run) take(inputs []bool) bool {
	values, next := r.step(r.state, inputs)
	if next[r.latch("awry")] {
		return false
	}
	r.state = next
	for i, l := range r.bad {
		r.lost[i] = r.lost[i] || values[l/2] != (l%2 == 1)
	}
	return true
}

func (r *run) latch(name string) int { return r.names[name]/2 - r.machine.inputs - 1 }

// now is the state of the system before a step: in the first one inputs have a part in it.
func (r *run) now(inputs []bool) recipe.State {
	names := r.model.Names()
	s, ok := r.model.StateOf(func(i int) bool {
		if l, ok := r.names["initially "+names[i]]; ok && len(r.steps) == 0 {
			return inputs[l/2-1]
		}
		return r.state[r.bits[i]]
	})
	require.True(r.t, ok)
	return s
}

// advance takes a random step and compares it with the interpreter's; false if none was found.
func (r *run) advance() bool {
	for range 300 {
		inputs := make([]bool, r.machine.inputs)
		chosen := r.random.IntN(len(r.model.Interactions) + 1)
		for i := range inputs {
			inputs[i] = i == chosen || i >= len(r.model.Interactions) && r.random.IntN(2) == 0
		}
		before := r.state
		if !r.take(inputs) {
			continue
		}
		after := r.state
		r.state = before
		s := r.now(inputs)
		r.state = after
		require.True(r.t, len(r.steps) > 0 || r.in.IsInitial(s))
		next, ok := r.model.StateOf(func(i int) bool { return after[r.bits[i]] })
		require.True(r.t, ok)
		input := map[int]bool{}
		code, _ := r.model.Code(s)
		for i, l := range r.model.State {
			input[l.Node()] = code[i]
		}
		for i, l := range r.model.Choices {
			input[l.Node()] = inputs[i]
		}
		values := r.model.Simulate(func(node int) uint64 {
			if input[node] {
				return 1
			}
			return 0
		})
		message, err := r.model.Read(r.in, values.Is, s, next)
		require.NoError(r.t, err)
		r.steps = append(r.steps, trace.Step{State: s, Message: message})
		r.inputs = append(r.inputs, inputs)
		return true
	}
	return false
}

// lasso goes on until a state comes back, which is returned with the run, and then round as often
// as automata may need to see that the run violates.
func (r *run) lasso() *trace.Trace {
	positions := map[string]int{}
	for len(r.steps) < 100 && r.advance() {
		positions[r.in.Key(r.steps[len(r.steps)-1].State)] = len(r.steps) - 1
		here, _ := r.model.StateOf(func(i int) bool { return r.state[r.bits[i]] })
		if loop, met := positions[r.in.Key(here)]; met {
			for range r.machine.latches + 1 {
				for _, inputs := range r.inputs[loop:] {
					require.True(r.t, r.take(inputs))
				}
			}
			return &trace.Trace{System: r.in.System(), Steps: r.steps, Loop: loop}
		}
	}
	return nil
}

// Random runs of the text are runs of the interpreter, from its initial states, and a bad state is
// met on a lasso if and only if the lasso violates the property.
func TestTextHasTheRunsOfTheInterpreter(t *testing.T) {
	trials := recipetest.Number(t, "RCHECK_TRIALS", 60)
	lassos, bad, violated, justice := 0, 0, 0, 0
	for seed := range uint64(trials) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
		draw := mctest.NewFormulas(source, sys)
		var spec mc.Specification
		for i := range 3 {
			spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Formula: draw.Property(), Text: "a property"})
		}
		spec.Properties = append(spec.Properties, mc.Property{Index: 4, Formula: ltol.Globally(draw.Atom()), Name: "started"})
		if seed%5 == 4 {
			spec.Justice = []*ltol.Formula{draw.Atom()}
		}
		f, err := aiger.Translate(context.Background(), sys, spec, aiger.Options{})
		if none := new(recipe.NoInitialStateError); errors.As(err, &none) {
			continue
		}
		require.NoError(t, err)
		m := read(t, f.ASCII())
		requireSame(t, f, m)
		require.Equal(t, len(spec.Properties), len(f.Bad)+len(f.Justice))
		justice += len(f.Justice)
		model, err := circuit.Build(context.Background(), sys, circuit.Options{})
		require.NoError(t, err)
		in := recipe.NewInterpreter(sys)
		for n := range uint64(6) {
			r := &run{machine: m, t: t, model: model, in: in, random: rand.New(rand.NewPCG(seed, n)), lost: make([]bool, len(f.Bad))}
			for _, name := range model.Names() {
				r.bits = append(r.bits, r.latch(name))
			}
			for i := range m.latches {
				r.state = append(r.state, m.reset[i] == 1)
			}
			lasso := r.lasso()
			if lasso == nil {
				continue
			}
			lassos++
			require.NoError(t, lasso.Replay(in))
			for i, o := range f.Bad {
				holds, err := trace.Read(context.Background(), in, lasso).Satisfies(spec.Properties[o.Property].Formula)
				require.NoError(t, err)
				require.Equal(t, holds, !r.lost[i], "seed %d, run %d, property %d", seed, n, o.Property)
				if bad++; !holds {
					violated++
				}
			}
		}
	}
	t.Logf("%d lassos, %d verdicts of bad state properties, %d violated; %d justice properties", lassos, bad, violated, justice)
	require.Greater(t, lassos, 3*trials)
	require.Greater(t, min(violated, bad-violated), trials/2)
	require.Greater(t, justice, trials/4)
}

// requireSame reads the binary format and compares it with what was read of the other one.
func requireSame(t *testing.T, f *aiger.File, m *machine) {
	text := f.Binary()
	line := func() string {
		i := bytes.IndexByte(text, '\n')
		out := string(text[:i])
		text = text[i+1:]
		return out
	}
	header := line()
	require.Equal(t, "aig"+strings.TrimPrefix(strings.SplitN(f.ASCII(), "\n", 2)[0], "aag"), header)
	for i := range m.latches {
		want := fmt.Sprint(m.next[i])
		if m.reset[i] == 1 {
			want += " 1"
		}
		require.Equal(t, want, line())
	}
	for range len(f.Bad) + len(f.Justice) + len(f.Fair) {
		line()
	}
	for _, o := range f.Justice {
		for range o.Literals {
			line()
		}
	}
	number := func() int {
		out := 0
		for shift := 0; ; shift += 7 {
			b := text[0]
			text = text[1:]
			if out |= int(b&0x7f) << shift; b < 0x80 {
				return out
			}
		}
	}
	for i, o := range m.operands {
		left := 2*(m.inputs+m.latches+i+1) - number()
		require.Equal(t, o, [2]int{left, left - number()})
	}
	if len(f.Inputs) > 0 {
		require.Equal(t, "i0 "+f.Inputs[0], line())
	}
}

// What cannot be written is refused.
func TestErrors(t *testing.T) {
	sys := recipetest.System(recipetest.Seeded(3), recipetest.Shape{Propositions: 1})
	spec := mc.Specification{Properties: []mc.Property{{Index: 4, State: ltol.TrueState()}}}
	_, err := aiger.Translate(context.Background(), sys, spec, aiger.Options{})
	require.ErrorContains(t, err, "property 4: aiger: it is about states")
	_, err = aiger.Translate(context.Background(), sys, mc.Specification{}, aiger.Options{Circuit: circuit.Options{MaxNodes: 1}})
	require.ErrorIs(t, err, circuit.ErrTooLarge)
}
