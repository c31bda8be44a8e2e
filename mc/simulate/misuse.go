package simulate

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// misuse is an error about a call that makes no sense, which wraps [recipe.ErrMisuse].
func misuse(format string, args ...any) error {
	return fmt.Errorf("simulate: %w: %s", recipe.ErrMisuse, fmt.Sprintf(format, args...))
}

// usable says what keeps the condition from being asked for.
func (c *Condition) usable() error {
	if c == nil || c.formula == nil {
		return misuse("the condition is nil, or was not made by NewCondition")
	}
	return nil
}

// usable says what keeps the set from being looked into.
func (i *Initial) usable() error {
	if i == nil || i.narrowed == nil {
		return misuse("the set of initial states is nil, or was not made by NewInitial")
	}
	return nil
}

// usable says what keeps the session from going on.
func (s *Session) usable() error {
	if s == nil || len(s.run) == 0 {
		return misuse("the session is nil, or was not made by NewSession")
	}
	return nil
}

// mustUse panics if there is no session.
func (s *Session) mustUse() {
	if err := s.usable(); err != nil {
		panic(err)
	}
}

// goesOn says what keeps the session from going on until the context ends, a number of states or steps is reached, or the
// condition is met, which may be nil if it is optional.
func (s *Session) goesOn(ctx context.Context, n int, c *Condition, optional bool) error {
	if err := s.usable(); err != nil {
		return err
	}
	switch {
	case ctx == nil:
		return misuse("there is no context")
	case n < 0:
		return misuse("the number of states or steps is %d", n)
	case c == nil && optional:
		return nil
	}
	return c.usable()
}
