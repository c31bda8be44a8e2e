package circuit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// ErrTooLarge is wrapped by errors that say that the circuit of a system would exceed the options.
var ErrTooLarge = errors.New("circuit: too large")

// Options bound circuits. A field that is zero has its default.
type Options struct {
	// MaxNodes bounds the nodes of the graph: 20 000 000. MaxAssignments bounds the assignments of
	// property identifiers that are enumerated for a quantifier, and the joint actions and valuations
	// that are enumerated to find out whether a state has a step: 4096.
	MaxNodes, MaxAssignments int
	// MaxWork bounds the conjunctions that are requested to build the circuit. By default there is
	// no bound.
	MaxWork int
	// Flow is the result of the flow analysis, if it is already known.
	Flow *Flow
}

// A Flow says which values each local can have, which control states can be reached, and which
// commands can be executed. An encoding by decision diagrams has it already.
type Flow = flow.Domains

func (o *Options) setDefaults() {
	o.MaxNodes = cmp.Or(o.MaxNodes, 20_000_000)
	o.MaxWork = cmp.Or(o.MaxWork, math.MaxInt)
	o.MaxAssignments = cmp.Or(o.MaxAssignments, 4096)
}

// A Step is the initial states and the step of a system, as functions of bits. It is not safe for
// concurrent use.
type Step struct {
	*Graph
	// State are the bits of the variables, in this order. Choices are the other inputs.
	Variables []*Variable
	State     []Lit
	Choices   []Lit
	// Outside has a literal for each variable, in a list of its own. It is true if the variable's bits are
	// none of its values, which is so in no state.
	Outside [][]Lit
	// Init is true of the bits of initial states.
	Init Lit
	// Possible is true if the choices name a step from the state, or if the state has no step. Next
	// are then the bits of the state after it, in the order of State.
	Possible Lit
	Next     []Lit

	limits Options
	err    error
}

// A System is a system as a circuit, whatever its formalism: a [Model] or a [Joint].
type System interface {
	// Circuit is the step.
	Circuit() *Step
	// Names are the names of the bits of the state, in the order of State. A name is that of the
	// variable, with the position of the digit if there are several. ChoiceName describes a choice,
	// given by its position in Choices.
	Names() []string
	ChoiceName(i int) string
	// Proposition is the value of a proposition of the system, given by its index. The error wraps
	// [ErrTooLarge] if the literal would be too large.
	Proposition(id int) (Lit, error)
	// Telling are the literals that tell which step is taken between two states.
	Telling() []Lit
}

// Circuit returns s.
func (s *Step) Circuit() *Step { return s }

func newStep(limits Options) *Step { return &Step{Graph: NewGraph(), limits: limits} }

// fail notes the first error.
func (s *Step) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// tooLarge notes that the circuit would be too large.
func (s *Step) tooLarge(format string, args ...any) {
	s.fail(fmt.Errorf("%w: "+format, append([]any{ErrTooLarge}, args...)...))
}

// goesOn reports whether work may go on.
func (s *Step) goesOn(ctx context.Context) bool {
	if err := ctx.Err(); err != nil {
		s.fail(err)
	}
	if s.Len() > s.limits.MaxNodes {
		s.tooLarge("more than %d nodes", s.limits.MaxNodes)
	}
	if s.work > s.limits.MaxWork {
		s.tooLarge("more than %d conjunctions", s.limits.MaxWork)
	}
	return s.err == nil
}

func (s *Step) add(agent, local int, values []recipe.Value) *Variable {
	v := s.newVariable(agent, local, values)
	s.Variables = append(s.Variables, v)
	s.State = append(s.State, v.Bits...)
	s.Outside = append(s.Outside, []Lit{s.among(number{digits: v.number.digits}, values).Not()})
	return v
}

// inside is true where each variable has one of its values.
func (s *Step) inside() Lit { return s.Any(slices.Concat(s.Outside...)...).Not() }

// names are those of the bits of the state.
func (s *Step) names(of func(*Variable) string) (out []string) {
	for _, v := range s.Variables {
		for k := range v.Bits {
			name := of(v)
			if len(v.Bits) > 1 {
				name = fmt.Sprintf("%s[%d]", name, v.stored[k])
			}
			out = append(out, name)
		}
	}
	return out
}

// values calls yield with the value of each variable in the state with the given bits. It is false
// if there is no such state.
func (s *Step) values(bit func(i int) bool, yield func(*Variable, recipe.Value)) bool {
	i := 0
	for _, v := range s.Variables {
		code := uint64(0)
		for k := range v.Bits {
			if bit(i) {
				code |= 1 << k
			}
			i++
		}
		x, known := v.coded[code]
		if !known {
			return false
		}
		yield(v, x)
	}
	return true
}

// An assignment gives a variable a value where a literal is true.
type assignment struct {
	when Lit
	to   number
}

// turn extends inputs by which one of n things is chosen.
func (g *Graph) turn(inputs *[]Lit, n int) []Lit {
	for len(*inputs) < bits.Len(uint(n-1)) {
		*inputs = append(*inputs, g.Input())
	}
	return *inputs
}

// numbered is true where the inputs are the digits of n.
func (g *Graph) numbered(inputs []Lit, n int) Lit {
	digits := make([]Lit, len(inputs))
	for k, x := range inputs {
		digits[k] = x ^ Lit(1-n>>k&1)
	}
	return g.All(digits...)
}

// after are the bits of a variable after the step, when some assignments are made where they say.
func (s *Step) after(v *Variable, assigned []assignment) (out []Lit) {
	for k, bit := range v.Bits {
		out = append(out, s.next(assigned, bit, v.stored[k]))
	}
	return out
}

// next is a bit after the step. Assignments of one literal share its gate.
func (s *Step) next(assigned []assignment, bit Lit, position int) Lit {
	var to []Lit
	when := map[Lit][]Lit{}
	for _, a := range assigned {
		x := a.to.digit(position)
		if x == bit {
			continue
		}
		if when[x] == nil {
			to = append(to, x)
		}
		when[x] = append(when[x], a.when)
	}
	var out, changed []Lit
	for _, x := range to {
		any := s.Any(when[x]...)
		changed = append(changed, any)
		out = append(out, s.And(any, x))
	}
	return s.Any(append(out, s.And(bit, s.Any(changed...).Not()))...)
}

// valuesOf are the values of a type, ascending.
func valuesOf(t *recipe.Type) (out []recipe.Value) {
	for code := range t.Size() {
		out = append(out, t.Value(code))
	}
	slices.Sort(out)
	return out
}

// misuse is an error about a call that makes no sense, which wraps [recipe.ErrMisuse].
func misuse(format string, args ...any) error {
	return fmt.Errorf("circuit: %w: %s", recipe.ErrMisuse, fmt.Sprintf(format, args...))
}
