package main

import (
	"context"
	"sync"
	"time"
)

// A runner tries mutations in one of two ways: alone, compiled for this mutation, or together,
// chosen in a binary that has them all.
type runner struct {
	root     string
	timeout  time.Duration
	together *together // nil if all are tried alone

	mu    sync.Mutex
	sound map[soundness]func() error
}

// soundness is a question that is asked once: does this test pass, in this way, without a mutation?
type soundness struct {
	pkg, test string
	together  bool
}

// try returns nil if the mutation's test finds it. What the test does not find in a binary with all
// mutations is tried alone: a child process may be built from source, or get no environment. The
// note says so.
func (w *runner) try(ctx context.Context, m Mutation) (string, error) {
	note := ""
	if w.together != nil && w.together.numbers[m] > 0 {
		if w.tryTogether(ctx, m) == nil {
			return "", nil
		}
		note = ", compiled alone"
	}
	err := w.passes(m, false, func() error { return m.sound(ctx, w.root, w.timeout) })
	if err == nil {
		err = m.try(ctx, w.root, w.timeout)
	}
	return note, err
}

func (w *runner) tryTogether(ctx context.Context, m Mutation) error {
	err := w.passes(m, true, func() error { return m.passed(w.together.test(ctx, m, 0, w.timeout)) })
	if err != nil {
		return err
	}
	return judge(w.together.test(ctx, m, w.together.numbers[m], w.timeout))
}

// passes asks once whether the test of a mutation passes without it.
func (w *runner) passes(m Mutation, together bool, ask func() error) error {
	key := soundness{m.Package, m.Test, together}
	w.mu.Lock()
	if w.sound[key] == nil {
		w.sound[key] = sync.OnceValue(ask)
	}
	asked := w.sound[key]
	w.mu.Unlock()
	return asked()
}
