package bdd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Node is a Boolean function over the bits of a manager's variables. Within one manager equal
// functions are equal nodes. A node is valid while a scope or a Keep holds it.
type Node uint32

// The constant functions. They are valid everywhere and need no holding.
const (
	False Node = 0
	True  Node = 1
)

// Constant is True or False.
func Constant(value bool) Node {
	if value {
		return True
	}
	return False
}

// Errors which operations wrap; the context's error is the third kind.
var (
	// ErrNodeLimit says that an operation needed more nodes than Options.MaxNodes.
	ErrNodeLimit = engine.ErrNodeLimit
	// ErrMemoryLimit says that an operation needed more memory than Options.MaxBytes.
	ErrMemoryLimit = engine.ErrMemoryLimit
)

// Options choose and bound the engine of a manager. The zero value is the default engine without
// limits.
type Options struct {
	// Engine is "native" or "rudd"; "" is DefaultEngine.
	Engine string
	// MaxNodes bounds the nodes stored at any time, 0 for no bound. An operation which would exceed
	// it is repeated once after a collection before it fails with ErrNodeLimit.
	MaxNodes int
	// MaxBytes bounds the memory of the engine's tables in bytes, 0 for no bound. While a table
	// grows its old and new form count. The native engine never exceeds it; rudd can within one
	// operation, which then fails.
	MaxBytes int64
	// InitialNodes is the number of nodes to make room for at first, 0 for a small default.
	InitialNodes int
	// CacheSize is the number of entries of the cache of results; 0 lets it follow the number of
	// nodes.
	CacheSize int
	// Order lists variables and bits from the top of the diagram, in the form of Manager.Order;
	// what it does not mention follows in the order of declaration. Empty, it is the order of
	// declaration. A name that no variable has stands for those whose names go on after a dot: "a"
	// for "a.x" and "a.y".
	Order []string
	// Blocks lists disjoint sets of variables that reordering is to move together, and among each
	// other only within the block. Each must be contiguous in the order.
	Blocks [][]VarID
	// AutoReorder is as if SetAutoReorder(true) were called at once.
	AutoReorder bool
	// Thresholds tune the native engine; the zero value holds its defaults.
	Thresholds Thresholds
}

// Thresholds are the numbers by which the native engine chooses between ways of doing the same;
// they never change a result. The fields, all of type int, with their defaults:
//
//   - FirstReorder, the number of live nodes from which an automatic reordering is worth its time,
//     16 384; an operation is stopped in favour of one at twice as many;
//   - GrowthPercent, the percentage of the best size to which the diagram may grow before a group
//     of variables stops moving one way, 120;
//   - MaxSwaps, the most exchanges of levels in one reordering, 2 000 000;
//   - MinCache and MaxCache, the least and the most entries of the cache of results where that
//     follows the number of nodes, 4096 and 67 108 864;
//   - RoomyBytes, the size in bytes up to which tables grow rather than be collected while a
//     saturation runs, 1 073 741 824;
//   - LeapValues and LeapNodes: a saturation without a bound takes any number of steps of a relation
//     at once where the relation counts on a variable of at least LeapValues values, 16, and it and
//     its transitive closure have at most LeapNodes nodes, 1000;
//   - Agendas, the number of lists of cofactors of relations that a closure makes when it divides
//     relations, 4096; when there are more, it takes relations as a whole;
//   - MapBytes, the size in bytes from which a table is not on the heap but memory of its own from the
//     system, in huge pages if there are any, and given back as soon as it is outgrown, 262 144; it
//     is without effect where the system is not Linux.
//
// A field that is zero stands for its default, a negative one for less than anything there is.
type Thresholds = engine.Thresholds

// Manager owns the nodes over one layout. It is not safe for use by several goroutines at once;
// different managers share nothing.
type Manager struct {
	store
	spare []*Scope // closed scopes of our own, to be used again
	final Stats    // when the manager was closed
	at    Thresholds
}

// A store holds the nodes of a manager, checks what operations are given, and says which bit of
// which variable a bit of the engine is.
type store struct {
	layout *Layout
	// declared is the number of variables that the manager was made with.
	declared int
	eng      engine.Engine
	open     []*Scope // all scopes that are not closed, in no particular order
	kept     map[Node]int
	keeps    int              // the sum of kept
	valid    [][2]Node        // by variable and copy: the codes below size; kept
	auto     engine.Reorderer // the engine, where operations may reorder; else nil
	busy     bool             // the engine is at work
	closed   bool
	bits     []Bit  // see owners
	listed   uint64 // the valuations of all calls of Each
}

// New makes a manager. It returns an error if the layout is wrong, the engine unknown, or the
// limits do not hold the smallest tables.
func New(l *Layout, o Options) (*Manager, error) {
	switch {
	case l == nil:
		return nil, fail("New", misuse("the layout is nil"))
	case l.err != nil:
		return nil, l.err
	}
	if err := o.check(); err != nil {
		return nil, fail("New", err)
	}
	config := engine.Config{
		NumVars: l.bits, InitialNodes: o.InitialNodes, CacheSize: o.CacheSize, MaxNodes: o.MaxNodes, MaxBytes: o.MaxBytes,
		Thresholds: o.Thresholds,
	}
	var err error
	if config.Order, err = l.parseOrder(o.Order); err != nil {
		return nil, fmt.Errorf("bdd: %w", err)
	}
	if config.Blocks, err = l.parseBlocks(o.Blocks); err != nil {
		return nil, fmt.Errorf("bdd: %w", err)
	}
	for _, v := range l.vars {
		for i := range v.copies[Next] {
			config.Pairs = append(config.Pairs, engine.Pair{Current: v.copies[Current][i], Next: v.copies[Next][i]})
		}
	}
	eng, err := newEngine(o.Engine, config)
	if err != nil {
		return nil, fmt.Errorf("bdd: %w", err)
	}
	m := &Manager{store: store{layout: l, declared: l.Len(), eng: eng, kept: map[Node]int{}}, at: o.Thresholds.WithDefaults()}
	if err := makeValid(m); err != nil {
		eng.Close()
		return nil, err
	}
	m.SetAutoReorder(o.AutoReorder)
	return m, nil
}

// makeValid builds and keeps the sets of valid codes of all variables.
func makeValid(m *Manager) error {
	m.valid = make([][2]Node, m.layout.Len())
	k := m.Calculator(context.Background())
	defer k.Close()
	for v := range m.layout.vars {
		m.valid[v] = [2]Node{True, True}
		size := m.layout.vars[v].size
		for c, vars := range m.layout.vars[v].copies {
			if size == 1<<len(vars) || len(vars) == 0 {
				continue
			}
			m.valid[v][c] = k.Keep(binary(vars).below(k, size))
		}
	}
	return k.err
}

// Close frees the manager's memory. Closing twice does nothing. Afterwards operations fail with
// ErrMisuse; what the manager made may still be closed and released, and Stats gives the last
// figures.
func (m *Manager) Close() {
	if m.usable() == nil {
		m.final, m.closed = m.Stats(), true
		m.eng.Close()
	}
}

// Layout is the layout the manager was made from.
func (m *Manager) Layout() *Layout {
	if m == nil {
		return nil
	}
	return m.layout
}

// Engine is the name of the manager's engine.
func (m *Manager) Engine() string {
	m.must("Engine")
	return m.eng.Name()
}

// Keep makes n valid until Release has been called as often as Keep was, and returns n.
func (m *Manager) Keep(n Node) Node {
	if n > True {
		m.must("Keep", n)
		m.kept[n]++
		m.keeps++
	}
	return n
}

// Release undoes one Keep. Releasing a node which is not kept does nothing.
func (m *Manager) Release(n Node) {
	if m == nil {
		return
	}
	c := m.kept[n]
	if c > 0 {
		m.kept[n]--
		m.keeps--
	}
	if c == 1 {
		delete(m.kept, n)
	}
}

// Collect frees all nodes which no open scope and no Keep holds. Operations collect by themselves
// when it seems worth the time. An error is the context's and leaves some of the garbage.
func (m *Manager) Collect(ctx context.Context) error {
	err := m.usable()
	switch {
	case err != nil:
	case ctx == nil:
		err = misuse("Collect was given no context")
	default:
		err = m.eng.Collect(ctx, m.roots)
	}
	return fail("collecting", err)
}

// roots passes all valid nodes to visit.
func (m *store) roots(visit func(engine.Ref)) {
	for n := range m.kept { // the order has no influence on what a collection does
		visit(engine.Ref(n))
	}
	for _, s := range m.open {
		for _, n := range s.nodes {
			visit(engine.Ref(n))
		}
	}
}

// again prepares another try of an operation that failed, or returns the error to report: a limit
// may have been reached only because of garbage, which is worth one try, and the order may have
// turned out bad, which the engine says a few times at most.
func (m *store) again(ctx context.Context, failure error, try *int) error {
	if m.auto != nil && errors.Is(failure, engine.ErrReorder) {
		err := m.auto.Reorder(ctx, m.roots)
		if errors.Is(err, ErrMemoryLimit) {
			m.reorderAlone(false)
			err = nil
		}
		return err
	}
	if *try > 0 || !(errors.Is(failure, ErrNodeLimit) || errors.Is(failure, ErrMemoryLimit)) {
		return failure
	}
	*try++
	before := m.eng.Stats().Nodes
	if err := m.eng.Collect(ctx, m.roots); err != nil {
		return err
	}
	if m.eng.Stats().Live >= before-before/16 {
		return failure
	}
	return nil
}

// check reports the first of vars which does not have the copy asked for.
func (m *store) check(c Copy, vars []VarID) error {
	for _, v := range vars {
		switch {
		case v < 0 || int(v) >= len(m.valid):
			return misuse("no variable %d in a layout of %d", v, len(m.valid))
		case c > Next || c == Next && m.layout.vars[v].single:
			return misuse("variable %q has no %v copy", m.layout.Name(v), c)
		}
	}
	return nil
}

// bitsOf lists the bits of a copy of several variables.
func (m *store) bitsOf(c Copy, vars []VarID) []engine.Var {
	var all []engine.Var
	for _, v := range vars {
		all = append(all, m.layout.vars[v].copies[c]...)
	}
	return all
}

// VarSet is a prepared set of bits to quantify over.
type VarSet struct {
	m     *Manager
	set   engine.VarSet
	bits  []engine.Var
	fault error // why it cannot be used
}

// VarSet prepares the set of one copy of some variables. If a variable does not exist or lacks the
// copy, operations with the set fail with ErrMisuse.
func (m *Manager) VarSet(c Copy, vars ...VarID) *VarSet {
	m.must("VarSet")
	if err := m.check(c, vars); err != nil {
		return &VarSet{m: m, fault: err}
	}
	bits := m.bitsOf(c, vars)
	return &VarSet{m: m, set: m.eng.NewVarSet(bits), bits: bits}
}

// Union prepares the union of a set with others of the same manager.
func (s *VarSet) Union(others ...*VarSet) *VarSet {
	if s == nil || s.m == nil {
		return &VarSet{fault: misuse("the set of variables is nil, or was not made by a manager")}
	}
	s.m.must("Union")
	bits := slices.Clone(s.bits)
	for _, o := range append(others, s) {
		switch {
		case o == nil || o.m != s.m:
			return &VarSet{m: s.m, fault: misuse("a set of variables of the union is nil or belongs to another manager")}
		case o.fault != nil:
			return o
		}
		bits = append(bits, o.bits...)
	}
	slices.Sort(bits)
	bits = slices.Compact(bits)
	return &VarSet{m: s.m, set: s.m.eng.NewVarSet(bits), bits: bits}
}
