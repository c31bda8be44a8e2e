package ruddengine

import (
	"context"
	"fmt"
	"runtime"

	"github.com/dalzilio/rudd"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// rudd keeps a node, and what it reaches, as long as the node's count is positive. Each handle it
// returns has raised the count by one and carries a finalizer that lowers it.
//
// Leaving the lowering to Go's collector cannot be made safe, not even by dropping handles only
// between operations, forcing a collection there and waiting for the finalizers: a handle is eight
// bytes, Go puts two such objects into one block and finalizes neither before both are garbage, so
// a handle that was dropped between operations is finalized when its neighbour dies, which can be
// at any time. (With handles allocated alternately with other small objects, none of 500 dropped
// ones was finalized after five collections, and all were as soon as the others went.)
//
// So the engine takes the finalizer off each handle while it still holds it, and lowers counts by
// calling rudd's own function between operations. A node has one count of ours at most, plus one
// while the handle of a repeated result is being taken; literals are the exception, which rudd
// never counts. What the engine's count of a node is for stands in counted:
const (
	uncounted = 0 // rudd's count is not raised by us

	// Between the two constants is the number of the collection that last found the node among its
	// roots, or that came before the operation which returned it; the node is in held.

	pinned  = ^uint32(0) - 1 // counted until the engine is closed; not in held
	literal = ^uint32(0)     // never counted by rudd, never freed
)

// take makes a reference of what an operation of rudd returned, and counts it.
func (e *references) take(n rudd.Node) (Ref, error) {
	if n == nil || e.b.Errored() {
		return engine.False, e.broken(fmt.Sprintf("error state %q", e.b.Error()))
	}
	id := *n
	if id < 0 || id >= e.table.size() {
		return engine.False, e.broken(fmt.Sprintf("node %d does not exist", id))
	}
	r := Ref(id)
	if r <= engine.True {
		return r, nil
	}
	e.countedUpTo(r)
	if e.counted[r] == literal {
		return r, nil
	}
	runtime.SetFinalizer((*int)(n), nil)
	if e.counted[r] != uncounted {
		e.table.release(n)
		return r, nil
	}
	e.counted[r] = e.epoch
	e.held = append(e.held, r)
	return r, nil
}

// takeLiterals records the nodes of variables, which rudd keeps forever.
func (e *references) takeLiterals(varnum int) error {
	for level := range varnum {
		neg, pos := e.b.NIthvar(level), e.b.Ithvar(level)
		if neg == nil || pos == nil {
			return e.broken(e.b.Error())
		}
		for value, n := range []rudd.Node{neg, pos} {
			r := Ref(*n)
			e.countedUpTo(r)
			e.counted[r] = literal
			e.lits[value] = append(e.lits[value], r)
		}
	}
	return nil
}

// countedUpTo makes room for r in counted.
func (e *references) countedUpTo(r Ref) {
	if int(r) >= len(e.counted) {
		e.counted = append(e.counted, make([]uint32, e.table.size()-len(e.counted))...)
	}
}

// arg makes n the i-th operand of the next call of rudd.
func (e *references) arg(i int, n Ref) rudd.Node {
	e.args[i] = int(n)
	return &e.args[i]
}

// drop lowers the count of a node that is counted.
func (e *references) drop(n Ref) {
	e.counted[n] = uncounted
	e.table.release(e.arg(0, n))
}

// acquire counts a stored node that is not counted yet.
func (e *references) acquire(n Ref) error {
	_, err := e.take(e.b.Apply(e.arg(0, n), e.arg(1, n), rudd.OPand))
	return err
}

// pin keeps a stored node until the engine is closed.
func (e *references) pin(n Ref) error {
	if n <= engine.True {
		return nil
	}
	e.countedUpTo(n)
	if e.counted[n] == uncounted {
		if err := e.acquire(n); err != nil {
			return err
		}
	}
	if e.counted[n] != literal {
		e.counted[n] = pinned // where it is in held, settle or the next collection takes it out
	}
	return nil
}

// settle drops the results from position first of held on, except one.
func (e *references) settle(first int, except Ref) {
	if first >= len(e.held) {
		return
	}
	kept := e.held[:first]
	for _, n := range e.held[first:] {
		switch {
		case n == except:
			kept = append(kept, n)
		case e.counted[n] != pinned:
			e.drop(n)
		}
	}
	e.held = kept
}

// WantsCollect implements engine.Engine. rudd frees garbage of its own accord, but only when its
// table is full and only what is not counted then, and it enlarges the table where too little was
// freed. So counts are best dropped a while before that.
func (e *references) WantsCollect() bool {
	if e.failure != nil || len(e.held) == e.survivors {
		return false
	}
	size := e.table.size()
	return e.table.used() >= size/2 && e.table.produced()-e.limits.producedAtCollect >= size/16 ||
		len(e.held) >= 2*e.survivors+size/4
}

// Collect implements engine.Engine. Its time is that of passing the roots and the results since the
// last call; the nodes they alone reached are freed by rudd when it needs room, and stay in
// Stats.Nodes until then.
func (e *references) Collect(ctx context.Context, roots engine.Marker) error {
	if err := e.ready(ctx); err != nil {
		return err
	}
	e.epoch++
	var invalid error
	roots(func(n Ref) {
		switch {
		case n <= engine.True:
		case !e.table.holds(n):
			invalid = fmt.Errorf("ruddengine: %w: no node has number %d", ErrArgument, n)
		default:
			e.countedUpTo(n)
			if e.counted[n] == uncounted {
				invalid = e.acquire(n)
			} else if e.counted[n] < pinned {
				e.counted[n] = e.epoch
			}
		}
	})
	if e.failure != nil {
		return e.failure
	}
	kept := e.held[:0]
	for _, n := range e.held {
		switch e.counted[n] {
		case e.epoch:
			kept = append(kept, n)
		case pinned:
		default:
			e.drop(n)
		}
	}
	e.held = kept
	e.survivors, e.reached = len(kept), -1
	e.stats.Collections++
	e.limits.producedAtCollect = e.table.produced()
	e.limits.liveKnown = false
	return invalid
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

// recovered makes an error of a panic: that of a renaming onto a variable in use, which the engine
// raises itself at a point where rudd is at rest, or one which nobody foresaw.
func (e *references) recovered(p any) error {
	if c, ok := p.(clash); ok {
		return fmt.Errorf("ruddengine: %w: variable %d is in the support and is what another one is renamed to", ErrArgument, c.v)
	}
	return e.broken(fmt.Sprint("panic: ", p))
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
