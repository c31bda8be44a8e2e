package symbolic

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// misuse is an error about a call that makes no sense, which wraps [recipe.ErrMisuse].
func misuse(format string, args ...any) error {
	return fmt.Errorf("symbolic: %w: %s", recipe.ErrMisuse, fmt.Sprintf(format, args...))
}

// ErrNoRange is the error about a system with integers without a range. See
// [recipe.System.Narrowed].
var ErrNoRange = errors.New("integers without a range cannot be encoded: give them a range, `LO..HI` or `--int LO..HI`")

// encodable says what keeps a system from being looked into.
func encodable(ctx context.Context, sys *recipe.System) error {
	switch {
	case ctx == nil:
		return misuse("there is no context")
	case sys == nil || sys.Channel == nil || sys.Location == nil:
		return misuse("there is no system, or one that has not passed its checks")
	}
	if _, any := sys.Unbounded(); any {
		return ErrNoRange
	}
	return nil
}

// usable says what keeps the model from answering.
func (m *Model) usable() error {
	if m == nil || m.Manager == nil {
		return misuse("the model is nil, or was not made by Encode")
	}
	return nil
}

// proposition is a proposition of the system, by its index, which must be of the given kind.
func (m *Model) proposition(id int, kind recipe.PropositionKind) (*recipe.Proposition, error) {
	if err := m.usable(); err != nil {
		return nil, err
	}
	if id < 0 || id >= len(m.System.Propositions) {
		return nil, misuse("there is no proposition %d: the system has %d", id, len(m.System.Propositions))
	}
	p := &m.System.Propositions[id]
	if p.Kind != kind {
		return nil, misuse("%s is not a %v proposition", p.Name, kind)
	}
	return p, nil
}
