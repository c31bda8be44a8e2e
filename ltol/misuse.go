package ltol

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// ErrMisuse is wrapped by errors about invalid calls: without a formula, an automaton or a context,
// with negative limits, with a lasso that has no positions, or with a loop that begins outside of
// the lasso. Functions that return no error panic with such an error.
var ErrMisuse = errors.New("misuse")

// misuseError is an ErrMisuse with a text of its own.
type misuseError string

func (e misuseError) Error() string        { return "ltol: " + string(e) }
func (e misuseError) Is(target error) bool { return target == ErrMisuse }

func misuse(format string, args ...any) error { return misuseError(fmt.Sprintf(format, args...)) }

var errNoFormula, errNoAutomaton = misuse("there is no formula"), misuse("there is no automaton")

// constructible says what keeps an automaton of f from being built.
func constructible(ctx context.Context, f *Formula, o Options) error {
	switch {
	case ctx == nil:
		return misuse("there is no context")
	case f == nil:
		return errNoFormula
	}
	return o.Check()
}

// Check returns an error that names a negative limit, or nil.
func (o Options) Check() error {
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"MaxObligations", o.MaxObligations}, {"MaxStates", o.MaxStates}, {"MaxEdges", o.MaxEdges}, {"MaxGuardNodes", o.MaxGuardNodes},
	} {
		if limit.value < 0 {
			return misuse("%s is %d: a limit is positive, or 0 for its default", limit.name, limit.value)
		}
	}
	return nil
}

// maxLasso bounds the positions of lassos and prefixes, for each of which formulas have a value
// that is kept.
const maxLasso = 1<<31 - 1

// check says what is wrong with the lasso, or that it gives atoms no values.
func (l Lasso) check(atoms func() []Atom) error {
	if l.Length < 1 || l.Length > maxLasso || l.Loop < 0 || l.Loop >= l.Length {
		return misuse("a lasso needs from one to %d positions and a loop within it: length %d, loop %d", maxLasso, l.Length, l.Loop)
	}
	return readable(atoms, l.State, l.Step)
}

// check says what is wrong with the prefix, or that it gives atoms no values.
func (p Prefix) check(atoms func() []Atom) error {
	if p.Length < 0 || p.Length > maxLasso || p.Length == 0 && !p.Entered {
		return misuse("a prefix needs from one to %d positions: length %d", maxLasso, p.Length)
	}
	return readable(atoms, p.State, p.Step)
}

// readable says what keeps the atoms from having values.
func readable(atoms func() []Atom, state, step func(position, id int) bool) error {
	if state != nil && step != nil {
		return nil
	}
	for _, a := range atoms() {
		if a.Kind == State && state == nil || a.Kind != State && step == nil {
			return misuse("there is no function for the values of atom %v", a)
		}
	}
	return nil
}

// whole is f; it panics if an operand is missing.
func (f *StateFormula) whole() *StateFormula {
	if slices.Contains(f.args, nil) {
		panic(misuse("a state formula lacks an operand"))
	}
	f.hash = mix(uint64(f.op)+1, uint64(f.id))
	for _, k := range f.agents {
		f.hash = mix(f.hash, uint64(k))
	}
	if f.path != nil {
		f.hash = mix(f.hash, f.path.hash)
	}
	for _, a := range f.args {
		f.hash = mix(f.hash, a.hash)
	}
	return f
}
