// Package ruddengine puts github.com/dalzilio/rudd behind the contract of package engine.
//
// The package's one idea: rudd is used as a bare calculator of nodes, and everything around the
// calculation is done here. The pinned version of rudd has faults which can change a result without
// a sign; each of them is kept out by construction.
//
//   - rudd counts the handles it gives out and lets finalizers lower the counts. The finalizers run whenever Go's collector pleases, hence
//     during operations, and without a lock that operations respect; and a node's 1024th handle is not counted, although the
//     others still are when they go, so that a live node is freed in the end. Here no handle lives longer than the call which returned
//     it, no finalizer ever runs, and no count exceeds a few. See references.go.
//   - Apply with OPdiff is wrong where its first argument is False: Diff goes through OPless. AndExist takes its set first and other
//     versions take it last: AppEx is used. Quantifying over no variables is an error in rudd: empty sets never reach it.
//   - Unsuitable arguments make rudd panic, or set an error which it never clears and which falsifies later results: all arguments are
//     checked before a call, and rudd's error state after it. Should rudd fail in spite of that, the engine refuses all further work.
//   - Replace takes exponential time where a renaming does not keep the order of variables: it is only used where the renaming does, which
//     pairs of adjacent copies ensure; otherwise the result is built from the bottom up. See rename.go.
//   - Maxnodesize is ignored and rudd knows no limit in bytes: the engine keeps its own account between operations. See limits.go.
//   - rudd forgets all cached results whenever it collects garbage, in the midst of an operation. An operation whose intermediate nodes
//     do not fit into the free part of the table then does the same work again and again, exponentially often. With rudd's default of a fifth
//     free, exploring Milner's scheduler of 60 cyclers under one relation took minutes; with half of it free, as here, a fifth of a second.
//   - Cacheratio overrides Cachesize at the first growth: the one given matches the other, so that caches only grow.
//
// rudd cannot be stopped inside an operation. Contexts and limits are looked at between its
// operations, of which the compound ones of the contract (Forall, Image, Restrict and others) have
// several.
//
// Both of rudd's tables work: the default one, and the one that the build tag buddy selects, which
// is about twice as fast.
package ruddengine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/dalzilio/rudd"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Ref is engine.Ref. The number of a reference is the index of its node in rudd's table.
type Ref = engine.Ref

// Errors which operations wrap besides those of package engine.
var (
	// ErrArgument says that an argument was not valid; nothing was computed and the engine is as
	// usable as before.
	ErrArgument = errors.New("unsuitable argument")
	// ErrBroken says that rudd failed in an unforeseen way. No later result could be trusted: every
	// later operation returns it as well.
	ErrBroken = errors.New("rudd failed inside an operation")
	// ErrIncompatible says that the version of rudd linked in is not the one this package was
	// written for.
	ErrIncompatible = errors.New("this version of rudd is not supported")
	// ErrClosed says that the engine was closed.
	ErrClosed = errors.New("engine is closed")
)

// Engine implements engine.Engine on rudd.
type Engine struct {
	references
	nextOf    []engine.Var // of each variable: its next copy if it is the current one of a pair, else engine.NoVar
	sets      []Ref        // by number, as rudd wants them: the cubes of the variables, pinned; sets[0], renamings[0] and frames[0] are not used
	renamings []*renaming
	frames    []frame
	prepared  map[string]int32 // contents of a prepared object to its number
}

var _ engine.Engine = (*Engine)(nil)

// New makes an engine. It returns an error when the configuration is contradictory or exceeds its
// own limits, or when rudd is not the version this package knows.
func New(c engine.Config) (*Engine, error) {
	e := &Engine{
		sets: make([]Ref, 1), renamings: make([]*renaming, 1), frames: make([]frame, 1),
		prepared: map[string]int32{},
	}
	e.epoch = 1
	var err error
	if e.varAt, e.levelOf, err = c.Levels(); err != nil {
		return nil, fmt.Errorf("ruddengine: %w: %w", ErrArgument, err)
	}
	e.nextOf = slices.Repeat([]engine.Var{engine.NoVar}, c.NumVars)
	for _, p := range c.Pairs {
		e.nextOf[p.Current] = p.Next
	}
	varnum := max(c.NumVars, 1) // rudd wants one
	if e.limits, err = plan(c, varnum); err != nil {
		return nil, fmt.Errorf("ruddengine: %w", err)
	}
	e.b, err = rudd.New(varnum, rudd.Nodesize(e.limits.initial), rudd.Maxnodeincrease(e.limits.increase),
		rudd.Minfreenodes(minFree), rudd.Cachesize(e.limits.cacheSize), rudd.Cacheratio(e.limits.cacheRatio))
	if err != nil {
		return nil, fmt.Errorf("ruddengine: %w: %w", ErrArgument, err)
	}
	if e.table, err = openTable(e.b); err != nil {
		return nil, fmt.Errorf("ruddengine: %w", err)
	}
	if err := e.takeLiterals(varnum); err != nil {
		return nil, err
	}
	if b := e.bytesAt(e.table.size()); e.limits.maxBytes > 0 && b > e.limits.maxBytes {
		return nil, fmt.Errorf("ruddengine: %w: an empty table takes %d bytes", engine.ErrMemoryLimit, b)
	}
	if e.limits.maxBytes > 0 {
		e.limits.fitting = e.fit()
	}
	e.observe()
	return e, nil
}

// isVar says whether v is a variable of the engine.
func (e *nodes) isVar(v engine.Var) bool { return v >= 0 && int(v) < len(e.levelOf) }

// Name implements engine.Engine.
func (e *Engine) Name() string { return "rudd" }

// Holds implements engine.Engine.
func (e *nodes) Holds(n Ref) bool { return e.table.holds(n) }

// Close implements engine.Engine.
func (e *Engine) Close() {
	*e = Engine{}
	e.failure = fmt.Errorf("ruddengine: %w", ErrClosed)
}

// operation runs compute, which may call rudd any number of times, with everything that each
// operation of the contract needs: the look at the context and the operands before, the release of
// intermediate results and the look at the limits after.
func (e *references) operation(ctx context.Context, compute func() (Ref, error), operands ...Ref) (r Ref, err error) {
	if err := e.enter(ctx, operands); err != nil {
		return engine.False, err
	}
	first := len(e.held)
	size := e.table.size()
	defer func() {
		if p := recover(); p != nil {
			err = e.recovered(p)
		}
		if err != nil {
			r = engine.False
		}
		e.settle(first, r)
	}()
	r, err = compute()
	if err == nil {
		err = e.account(size)
	}
	return r, err
}

// enter decides whether an operation may begin.
func (e *references) enter(ctx context.Context, operands []Ref) error {
	if err := e.ready(ctx); err != nil {
		return err
	}
	for _, n := range operands {
		if !e.table.holds(n) {
			return fmt.Errorf("ruddengine: %w: no node has number %d", ErrArgument, n)
		}
	}
	return e.foresee()
}

// ready decides whether the engine can work.
func (e *references) ready(ctx context.Context) error {
	if e.failure != nil {
		return e.failure
	}
	return e.asked(ctx)
}

// recovered makes an error of a panic: that of a renaming onto a variable in use, which the engine
// raises itself at a point where rudd is at rest, or one which nobody foresaw.
func (e *references) recovered(p any) error {
	if c, ok := p.(clash); ok {
		return fmt.Errorf("ruddengine: %w: variable %d is in the support and is what another one is renamed to", ErrArgument, c.v)
	}
	return e.broken(fmt.Sprint("panic: ", p))
}

// broken makes the engine refuse all further work.
func (e *references) broken(why string) error {
	if e.failure == nil {
		e.failure = fmt.Errorf("ruddengine: %w: %s", ErrBroken, why)
	}
	return e.failure
}
