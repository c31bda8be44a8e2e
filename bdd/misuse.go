package bdd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// ErrMisuse is wrapped by errors about calls that no manager can answer: with nil, closed or
// released objects, with objects of another manager, with nodes, variables or sizes that do not
// exist, or during another call. Methods that return no error panic with such an error.
//
// A node of another manager is found out only if the number is none of a node of this manager.
var ErrMisuse = errors.New("misuse")

func misuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrMisuse, fmt.Sprintf(format, args...))
}

var (
	errClosed        = misuse("the scope is closed")
	errManagerClosed = misuse("the manager is closed")
	errUnlisted      = misuse("the node depends on variables that are not listed")
	errBusy          = misuse("another operation of the manager is under way: one manager serves one goroutine at a time")
)

// usable says what keeps the manager from working.
func (m *Manager) usable() error {
	switch {
	case m == nil || m.eng == nil:
		return misuse("the manager is nil, or was not made by New")
	case m.closed:
		return errManagerClosed
	}
	return nil
}

// must panics in a method that returns no error where the manager is not usable or a node does not
// exist.
func (m *Manager) must(method string, nodes ...Node) {
	err := m.usable()
	if err == nil {
		err = m.holds(nodes)
	}
	if err != nil {
		panic(fail(method, err))
	}
}

// writable says what keeps diagrams of a manager that is usable from being written.
func (m *store) writable(w io.Writer, roots []Node) error {
	if w == nil {
		return misuse("there is no writer")
	}
	return m.holds(roots)
}

// mustHave panics in a method about valuations where a variable of over does not exist.
func (m *store) mustHave(method string, c Copy, over []VarID) {
	if err := m.check(c, over); err != nil {
		panic(fail(method, err))
	}
}

// holds says which of the nodes does not exist.
func (m *store) holds(nodes []Node) error {
	for _, n := range nodes {
		if n > True && !m.eng.Holds(engine.Ref(n)) {
			return misuse("no node has number %d: it was not held, or is another manager's", n)
		}
	}
	return nil
}

// usable says what keeps the scope from working.
func (s *Scope) usable() error {
	if s != nil && s.m != nil && s.fault == nil && !s.m.closed {
		return nil
	}
	switch {
	case s == nil || s.m == nil:
		return misuse("the scope is nil, or was not made by NewScope of a manager")
	case s.m.usable() != nil:
		return s.m.usable()
	}
	return s.fault
}

// belongs says what is wrong with an object made by owner, of which fault was known then.
func (s *Scope) belongs(what string, owner *Manager, fault error) error {
	switch {
	case s.usable() != nil:
		return s.usable()
	case fault != nil:
		return fault
	case owner == nil:
		return misuse("%s is nil, or was not made by a manager", what)
	case owner != s.m:
		return misuse("%s belongs to another manager", what)
	}
	return nil
}

// usableBy says what keeps an operation of s from using the set.
func (set *VarSet) usableBy(s *Scope) error {
	set = cmp.Or(set, new(VarSet))
	return s.belongs("the set of variables", set.m, set.fault)
}

// usableBy says what keeps an operation of s from using the renaming.
func (r *Renaming) usableBy(s *Scope) error {
	r = cmp.Or(r, new(Renaming))
	return s.belongs("the renaming", r.m, r.fault)
}

// usableBy says what keeps an operation of s from using the relation.
func (r *Relation) usableBy(s *Scope) error {
	r = cmp.Or(r, new(Relation))
	return s.belongs("the relation", r.m, r.fault)
}

// usableBy says what keeps an operation of s from using the closure.
func (c *Closure) usableBy(s *Scope) error {
	c = cmp.Or(c, new(Closure))
	return s.belongs("the closure", c.m, c.fault)
}

// maxEntries bounds the sizes that options may ask for: nodes and entries of the cache have numbers
// of 31 bits.
const maxEntries = math.MaxInt32

// check finds numbers in the options that no engine can serve.
func (o Options) check() error {
	for _, size := range []struct {
		name        string
		value, most int64
	}{
		{"MaxNodes", int64(o.MaxNodes), math.MaxInt64}, {"MaxBytes", o.MaxBytes, math.MaxInt64},
		{"InitialNodes", int64(o.InitialNodes), maxEntries}, {"CacheSize", int64(o.CacheSize), maxEntries},
	} {
		if size.value < 0 || size.value > size.most {
			return misuse("Options.%s is %d, which is not between 0 and %d", size.name, size.value, size.most)
		}
	}
	return nil
}
