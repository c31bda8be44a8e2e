package recipe

import (
	"errors"
	"fmt"
	"slices"
)

// ErrMisuse is wrapped by errors about invalid calls: without an interpreter, a system or a
// context. Functions that return no error panic with such an error. For states and steps that do
// not belong to the system, errors wrap [ErrState].
var ErrMisuse = errors.New("misuse")

func misuse(format string, args ...any) error {
	return fmt.Errorf("recipe: %w: %s", ErrMisuse, fmt.Sprintf(format, args...))
}

var errNoSystem = misuse("the system is nil")

// usable says what keeps the interpreter from answering.
func (in *Interpreter) usable() error {
	if in == nil || in.sys == nil {
		return misuse("the interpreter is nil, or was not made by NewInterpreter")
	}
	return nil
}

// mustHold panics if the graph has no state i.
func (g *Graph) mustHold(i int) {
	switch {
	case g == nil || g.in == nil:
		panic(misuse("the graph is nil, or was not made by Explore"))
	case i < 0 || i >= len(g.keys):
		panic(misuse("the graph has no state %d, but %d states", i, len(g.keys)))
	}
}

// mustHaveCommand panics if the system has no command id.
func (s *System) mustHaveCommand(id int) {
	switch {
	case s == nil:
		panic(errNoSystem)
	case id < 0 || id >= len(s.Commands):
		panic(misuse("the system has no command %d, but %d commands", id, len(s.Commands)))
	}
}

// has reports whether the system has the commands and data variables of a step.
func (s *System) has(p Step) bool {
	known := func(command int, data []Datum) bool {
		foreign := func(d Datum) bool { return d.Var < 0 || d.Var >= len(s.Data) }
		return command >= 0 && command < len(s.Commands) && !slices.ContainsFunc(data, foreign)
	}
	return known(p.Command, p.Data) && !slices.ContainsFunc(p.Participants, func(q Participant) bool { return !known(q.Command, q.Data) })
}
