package ltol

import (
	"context"
)

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
