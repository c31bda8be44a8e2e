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
	"errors"
	"fmt"
	"reflect"

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

// References counts what the engine holds of nodes, between operations and within them.
type references struct {
	nodes
	counted []uint32 // by node: what the engine holds of it, see below
	epoch   uint32   // number of the current collection, from 1
	args    [3]int   // operands of the running call of rudd
}

// renaming maps levels to levels. It implements rudd.Replacer, instead of rudd's own
// implementation, which numbers its objects from a variable shared by all instances, without a
// lock, and which refuses chains such as x to y to z.
type renaming struct {
	e      *Engine
	id     int     // distinct for each renaming of the engine: rudd caches results under it
	target []int32 // by level, constants included
	last   int32   // greatest level that is renamed or renamed to, -1 if there is none
	onto   []bool  // by level: renamed to and not renamed itself, hence not allowed in the support
	keeps  bool    // the order of all levels allowed in the support
}

// frame is the prepared form of the bits a relation may change. As pairs are adjacent, both
// renamings keep the order.
type frame struct {
	current, next     Ref // cubes
	toCurrent, toNext *renaming
}

// Engine implements engine.Engine on rudd.
type Engine struct {
	references
	nextOf    []engine.Var // of each variable: its next copy if it is the current one of a pair, else engine.NoVar
	sets      []Ref        // by number, as rudd wants them: the cubes of the variables, pinned; sets[0], renamings[0] and frames[0] are not used
	renamings []*renaming
	frames    []frame
	prepared  engine.Prepared
}

var _ engine.Engine = (*Engine)(nil)

// table reads what rudd has no methods for: its nodes, how many there are, and the function that
// lowers a node's count. It does so by reflection on the unexported fields of the pinned version,
// which both of its tables have under the same names. Only reading is done; the one unsafe step
// fetches the function, see openTable. All fields are checked when an engine is made, so that
// another version of rudd is an error there and never a wrong result.
type table struct {
	nodes            reflect.Value // slice of structs; the slice changes as the table grows
	level, low, high int           // field indices in the structs
	free             reflect.Value // number of unused nodes
	producedField    reflect.Value // number of nodes ever made
	unique           bool          // whether a Go map stands next to the slice (rudd's default)
	release          func(node *int)
}

// Nodes reads the table of rudd: the order of variables, the diagrams, and what they cost.
type nodes struct {
	b       *rudd.BDD
	table   table        // rudd's own figures and nodes
	levelOf []int32      // of each variable
	varAt   []engine.Var // of each level
	lits    [2][]Ref     // by level: the negative and the positive literal

	held      []Ref    // nodes with a count of ours that the next collection may drop
	survivors int      // how many of held were there after the last collection
	reached   int      // the nodes they reach, -1 if not counted yet
	visited   []uint32 // by node: the walk that was last there
	walk      uint32

	poll    func() error // asked before operations; may be nil
	limits  limits
	stats   engine.Stats
	failure error // ErrBroken or ErrClosed, wrapped, once it happened
}

// isVar says whether v is a variable of the engine.
func (e *nodes) isVar(v engine.Var) bool { return v >= 0 && int(v) < len(e.levelOf) }

// Name implements engine.Engine.
func (e *Engine) Name() string { return "rudd" }

// clash is raised from Replace where the support holds a variable that it must not hold.
type clash struct{ v engine.Var }

// broken makes the engine refuse all further work.
func (e *references) broken(why string) error {
	if e.failure == nil {
		e.failure = fmt.Errorf("ruddengine: %w: %s", ErrBroken, why)
	}
	return e.failure
}

// limits is how much the engine may store, and the account of it.
//
// rudd collects garbage and enlarges its table inside operations without telling, so there are
// three looks. What the results that the engine holds reach is counted when the nodes stored,
// garbage included, are more than the limit. An operation during which the table grew is judged by
// the nodes which must have been in use at that moment, as rudd grows only when fewer than minFree
// of a hundred were free after a collection. And an operation is refused where nodes in use already
// fill the table so far that the next growth is certain and would exceed the limit in bytes.
//
// Within one operation of rudd nothing holds it: the operation makes all the nodes it needs and
// fails afterwards, by which time the table may have grown by any factor. rudd's table never
// becomes smaller again. From then on the limit in bytes is one on the nodes in use, as many as a
// table within the limit has room for, so that no later operation profits from the room that an
// earlier one was not entitled to.
type limits struct {
	initial, increase     int
	cacheSize, cacheRatio int
	maxNodes              int   // 0: none
	maxBytes              int64 // 0: none
	fitting               int   // nodes in use that a table of maxBytes has room for

	live              int // nodes in use when they were counted last
	liveKnown         bool
	producedAtCount   int
	producedAtCollect int
}
