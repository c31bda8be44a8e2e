package bdd

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Scope is where a manager's work is done, under one context: it holds every node that operations
// in it return until it is closed. Scopes nest; a child may be closed before or after its parent.
//
// Every operation may begin with a collection, which frees the nodes that no open scope and no Keep
// holds. Operands must therefore be held somewhere. All operations return the errors described in
// the package comment; the node is False then and means nothing.
type Scope struct {
	m      *Manager
	ctx    context.Context
	parent *Scope
	nodes  []Node
	index  int   // in m.open, unless there is a fault
	fault  error // why it cannot be used
}

// NewScope opens a scope whose operations stop when ctx ends.
func (m *Manager) NewScope(ctx context.Context) *Scope {
	s := &Scope{m: m, ctx: ctx, fault: m.usable()}
	if s.fault == nil && ctx == nil {
		s.fault = misuse("NewScope was given no context")
	}
	if s.fault == nil {
		s.register()
	}
	return s
}

// NewScope opens a child with the same context.
func (s *Scope) NewScope() *Scope {
	if s.usable() != nil {
		return s.unusable()
	}
	t := &Scope{m: s.m, ctx: s.ctx, parent: s}
	t.register()
	return t
}

// unusable is a child of a scope that cannot be used, which cannot be used for the same reason.
func (s *Scope) unusable() *Scope {
	if s == nil {
		return new(Scope)
	}
	return &Scope{m: s.m, fault: s.usable()}
}

func (s *Scope) register() {
	s.index = len(s.m.open)
	s.m.open = append(s.m.open, s)
}

// Close drops all nodes the scope holds. Closing twice does nothing.
func (s *Scope) Close() {
	if s == nil || s.m == nil || s.fault != nil {
		return
	}
	open := s.m.open
	last := open[len(open)-1]
	open[s.index] = last
	last.index = s.index
	s.m.open = open[:len(open)-1]
	s.fault, s.nodes = errClosed, nil
}

// Manager is the scope's manager.
func (s *Scope) Manager() *Manager {
	if s == nil {
		return nil
	}
	return s.m
}

// Context is the scope's context.
func (s *Scope) Context() context.Context {
	if s == nil {
		return nil
	}
	return s.ctx
}

// Return hands n to the closest open ancestor, which holds it from then on, and returns n. Without
// such an ancestor, the caller has to Keep n.
func (s *Scope) Return(n Node) Node {
	if s == nil {
		return n
	}
	for p := s.parent; p != nil; p = p.parent {
		if p.fault == nil {
			return p.Hold(n)
		}
	}
	return n
}

// Hold makes the scope hold n too, and returns n. The node must be valid.
func (s *Scope) Hold(n Node) Node {
	s.must("Hold", n)
	return s.push(engine.Ref(n))
}

// must panics in a method that returns no error where the scope is not usable or a node does not
// exist.
func (s *Scope) must(method string, nodes ...Node) {
	err := s.usable()
	if err == nil {
		err = s.m.holds(nodes)
	}
	if err != nil {
		panic(fail(method, err))
	}
}

// Reset drops all nodes the scope holds but those in keep, which must be valid. Loops call it once
// per round.
func (s *Scope) Reset(keep ...Node) {
	s.must("Reset", keep...)
	s.nodes = s.nodes[:0]
	for _, n := range keep {
		s.push(engine.Ref(n))
	}
}

// push holds a result.
func (s *Scope) push(r engine.Ref) Node {
	n := Node(r)
	if n > True && (len(s.nodes) == 0 || s.nodes[len(s.nodes)-1] != n) {
		s.nodes = append(s.nodes, n)
	}
	return n
}

// ready comes before every operation: the one moment at which nodes may be freed. The scope is
// usable.
func (s *Scope) ready(operands ...Node) error {
	if s.m.busy {
		return errBusy
	}
	if err := s.m.holds(operands); err != nil {
		return err
	}
	if s.m.eng.WantsCollect() {
		return s.m.tidy(s.ctx)
	}
	return nil
}

// tidy collects, and reorders if that is wanted then. Want of memory for reordering is no reason to
// fail.
func (m *store) tidy(ctx context.Context) error {
	err := m.eng.Collect(ctx, m.roots)
	if err == nil && m.auto != nil && m.auto.WantsReorder() {
		if err = m.auto.Reorder(ctx, m.roots); errors.Is(err, ErrMemoryLimit) {
			err = nil
		}
	}
	return err
}

// temporary opens a child for the inside of one operation. The caller must end it with done and not
// keep it.
func (s *Scope) temporary() *Scope {
	if s.usable() != nil {
		return s.unusable()
	}
	t := &Scope{}
	if n := len(s.m.spare); n > 0 {
		t = s.m.spare[n-1]
		s.m.spare = s.m.spare[:n-1]
	}
	nodes := t.nodes[:0]
	*t = Scope{m: s.m, ctx: s.ctx, parent: s, nodes: nodes}
	t.register()
	return t
}

// done closes a temporary scope.
func (s *Scope) done() {
	if s.m == nil || s.fault != nil {
		return
	}
	nodes := s.nodes
	s.Close()
	s.nodes = nodes
	s.m.spare = append(s.m.spare, s)
}

// fail wraps the error of an operation, if there is one.
func fail(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("bdd: %s: %w", operation, err)
}
