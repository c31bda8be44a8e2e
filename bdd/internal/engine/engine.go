// Package engine is the contract between package bdd and the kernels which store decision diagrams.
//
// The contract is small, bit-level and relational. It is bit-level: an engine knows Boolean
// variables and reduced ordered binary decision diagrams over them, never finite domains. It is
// relational: besides the Boolean operations stand images and preimages under a relation with a
// prepared frame, because that is where a model checker spends its time and where a kernel can fuse
// what would otherwise be three passes.
//
// # Variables and levels
//
// A variable is an identity, a level is a position in the order (0 is the top). They differ as soon
// as an order is given or found by reordering, so every operation speaks of variables; levels
// appear only where a caller walks the diagram.
//
// # Life of a reference
//
// A Ref is canonical: while two references are both valid they are equal exactly when their
// functions are. Any operation, Low and High included, may return a new one. References stay valid
// until the next call of Collect or Reorder, and beyond it when the call's roots mark them; no
// other method frees anything. The constants False and True are always valid.
//
// # Errors
//
// Every operation looks at its context when it starts and, where the engine is able to, while it
// runs. It returns an error which wraps ErrNodeLimit, ErrMemoryLimit or the context's error. After
// an error the engine is as usable as before: all valid references stay valid and mean what they
// meant; nodes the failed operation made are garbage for the next collection.
//
// Arguments are the caller's responsibility: references must be valid and prepared objects must
// come from the same engine. An engine is not safe for use by several goroutines at once.
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// Ref names a Boolean function stored in one engine. References are small dense integers, so that a
// caller may index slices with them.
type Ref uint32

// The constant functions.
const (
	False Ref = 0
	True  Ref = 1
)

// Var is a Boolean variable, numbered from 0 in the order of declaration.
type Var int32

// NoVar is returned where a constant has no variable.
const NoVar Var = -1

// Op is a binary Boolean connective.
type Op uint8

// The connectives that Apply understands.
const (
	And     Op = iota // a ∧ b
	Or                // a ∨ b
	Xor               // a ⊕ b
	Diff              // a ∧ ¬b
	Implies           // ¬a ∨ b
	Equiv             // ¬(a ⊕ b)
)

// Literal is a variable with the value it is required to have.
type Literal struct {
	Var   Var
	Value bool
}

// Pair holds the two copies of one state bit.
type Pair struct {
	Current, Next Var
}

// Prepared objects are made once, before the operations which use them, and live as long as their
// engine. Preparing the same contents again returns the same object. The zero value of each is
// never a prepared object.
type (
	// VarSet is a prepared set of variables to quantify. It may be empty.
	VarSet int32
	// Renaming is a prepared simultaneous replacement of variables by variables.
	Renaming int32
	// Frame is the prepared list of state bits that a relation may change.
	Frame int32
)

// Errors which operations wrap.
var (
	// ErrNodeLimit says that an operation needed more nodes than Config.MaxNodes.
	ErrNodeLimit = errors.New("node limit reached")
	// ErrMemoryLimit says that an operation needed more memory than Config.MaxBytes.
	ErrMemoryLimit = errors.New("memory limit reached")
	// ErrReorder says that an operation was stopped because reordering is due; see
	// Reorderer.StopToReorder.
	ErrReorder = errors.New("stopped to reorder variables")
)

// Config says what an engine is to hold. Zero values of the sizes and limits leave the choice to
// the engine, or no limit.
type Config struct {
	// NumVars is the number of variables that exist from the start; see Extender.
	NumVars int
	// Order lists every variable once, from the top of the diagram; nil is the order of
	// declaration.
	Order []Var
	// Pairs lists the state bits. The two variables of a pair must be adjacent in Order, current
	// above next, no variable may be in two pairs, and every reordering keeps them so.
	Pairs []Pair
	// Blocks lists disjoint sets of variables that a reordering is to move as one, besides what
	// Pairs demands. Each must be contiguous in Order and contain both or neither of a pair's
	// variables. Engines which cannot reorder ignore it.
	Blocks [][]Var

	// InitialNodes is the number of nodes to make room for at first.
	InitialNodes int
	// CacheSize is the number of entries of the cache of results; 0 lets it follow the number of
	// nodes.
	CacheSize int
	// MaxNodes bounds the nodes stored at any time, garbage included.
	MaxNodes int
	// MaxBytes bounds the memory of the engine's tables, in bytes.
	MaxBytes int64

	Thresholds Thresholds
}

// Levels gives the variable at each level and the level of each variable. It is an error if Order
// does not list every variable once, or the variables of a pair are not adjacent in it, the current
// one above the next.
func (c Config) Levels() (varAt []Var, levelOf []int32, err error) {
	if c.NumVars < 0 || c.Order != nil && len(c.Order) != c.NumVars {
		return nil, nil, fmt.Errorf("the order lists %d of %d variables", len(c.Order), c.NumVars)
	}
	exists := func(v Var) bool { return v >= 0 && int(v) < c.NumVars }
	varAt, levelOf = slices.Clone(c.Order), slices.Repeat([]int32{-1}, c.NumVars)
	for level := range c.NumVars {
		if c.Order == nil {
			varAt = append(varAt, Var(level))
		}
		v := varAt[level]
		if !exists(v) || levelOf[v] >= 0 {
			return nil, nil, fmt.Errorf("the order holds variable %d twice, or it does not exist", v)
		}
		levelOf[v] = int32(level)
	}
	for _, p := range c.Pairs {
		if !exists(p.Current) || !exists(p.Next) || levelOf[p.Current]+1 != levelOf[p.Next] {
			return nil, nil, fmt.Errorf("variables %d and %d are a pair but not adjacent in the order", p.Current, p.Next)
		}
	}
	return varAt, levelOf, nil
}

// Thresholds are the numbers by which the native engine chooses between ways of doing the same.
// They change what operations cost, never their results. A field that is zero stands for its
// default, a negative one for less than anything there is.
type Thresholds struct {
	// FirstReorder is the number of live nodes from which an automatic reordering is worth its
	// time, 16 384; an operation is stopped in favour of one at twice as many.
	FirstReorder int
	// GrowthPercent says when a group of variables stops moving one way: when the diagram has grown
	// to this much of the best size, 120.
	GrowthPercent int
	// MaxSwaps bounds the exchanges of levels in one reordering, 2 000 000.
	MaxSwaps int
	// MinCache and MaxCache bound the entries of the cache of results where that follows the number
	// of nodes, 4096 and 67 108 864.
	MinCache, MaxCache int
	// RoomyBytes is the size in bytes up to which tables grow rather than be collected while a
	// saturation runs, 1 073 741 824.
	RoomyBytes int
	// LeapValues and LeapNodes say when a saturation without a bound takes any number of steps of a
	// relation at once: where the relation counts on a variable of at least LeapValues values, 16,
	// and it and its transitive closure have at most LeapNodes nodes, 1000.
	LeapValues, LeapNodes int
	// Agendas is the number of lists of cofactors of relations that a closure makes when it divides
	// relations, 4096. When there are more, it takes relations as a whole.
	Agendas int
	// MapBytes is the size in bytes from which a table is memory of its own from the system, in
	// huge pages if there are any, and given back as soon as it is outgrown; smaller ones are on
	// the heap, and all are where the system is not Linux. 262 144.
	MapBytes int
}

// WithDefaults fills in the fields that are zero.
func (t Thresholds) WithDefaults() Thresholds {
	for field, value := range map[*int]int{
		&t.FirstReorder: 1 << 14, &t.GrowthPercent: 120, &t.MaxSwaps: 2_000_000, &t.MinCache: 1 << 12,
		&t.MaxCache: 1 << 26, &t.RoomyBytes: 1 << 30, &t.LeapValues: 16,
		&t.LeapNodes: 1000, &t.Agendas: 1 << 12, &t.MapBytes: 256 << 10,
	} {
		*field = cmp.Or(*field, value)
	}
	return t
}

// Marker passes every root to visit, in any order and any number of times each.
type Marker func(visit func(Ref))

// Engine stores Boolean functions over a fixed set of variables. See the package comment for the
// life of references and for errors.
type Engine interface {
	// Name is "native" or "rudd".
	Name() string
	// NumVars is the number of variables.
	NumVars() int
	// Level is the current position of v, 0 being the top.
	Level(v Var) int
	// VarAt is the variable at a level.
	VarAt(level int) Var

	// Holds says whether a node has number n: not whether a root reaches it. It is cheap.
	Holds(n Ref) bool
	// Top is the variable that n tests first, NoVar for a constant.
	Top(n Ref) Var
	// Low is the function of n where Top(n) is false; n is not a constant.
	Low(n Ref) Ref
	// High is the function of n where Top(n) is true; n is not a constant.
	High(n Ref) Ref

	// Cube is the conjunction of literals, given in any order; a variable may be repeated with the
	// same value only. No literals: True.
	Cube(ctx context.Context, literals []Literal) (Ref, error)
	// Apply is the connective op over a and b.
	Apply(ctx context.Context, op Op, a, b Ref) (Ref, error)
	// Not is ¬a.
	Not(ctx context.Context, a Ref) (Ref, error)
	// Ite is (f ∧ g) ∨ (¬f ∧ h).
	Ite(ctx context.Context, f, g, h Ref) (Ref, error)

	// NewVarSet prepares a set of variables; repetitions are ignored.
	NewVarSet(vars []Var) VarSet
	// Exists is ∃ set. a
	Exists(ctx context.Context, set VarSet, a Ref) (Ref, error)
	// Forall is ∀ set. a
	Forall(ctx context.Context, set VarSet, a Ref) (Ref, error)
	// AndExists is ∃ set. (a ∧ b)
	AndExists(ctx context.Context, set VarSet, a, b Ref) (Ref, error)

	// NewRenaming prepares the simultaneous replacement of from[i] by to[i]; from has no
	// repetitions, and neither has to.
	NewRenaming(from, to []Var) Renaming
	// Rename replaces variables in a. No variable in to may be in a's support unless it is in from
	// as well.
	Rename(ctx context.Context, r Renaming, a Ref) (Ref, error)

	// NewFrame prepares the list of state bits that relations may change: some of Config.Pairs, in
	// any order, possibly none.
	NewFrame(changed []Pair) Frame
	// Image is (∃ C. rel ∧ set)[C'→C] where C and C' are the frame's current and next variables.
	// The support of rel holds no next variable outside the frame, that of set none at all.
	Image(ctx context.Context, f Frame, rel, set Ref) (Ref, error)
	// PreImage is ∃ C'. rel ∧ set[C→C'], under the conditions of Image.
	PreImage(ctx context.Context, f Frame, rel, set Ref) (Ref, error)

	// Restrict is some g with g ∧ care = f ∧ care, small if the engine finds one; care is not
	// False.
	Restrict(ctx context.Context, f, care Ref) (Ref, error)
	// Support lists the variables f depends on, by increasing number.
	Support(f Ref) []Var

	// Size is the number of distinct nodes that roots reach, constants excluded.
	Size(roots ...Ref) int
	// Export lists the nodes that roots reach: False, True, whose level is the number of variables,
	// then all others, each after its children, of which the false one comes first. Places are
	// those of the roots in the list.
	Export(roots ...Ref) (nodes []Exported, places []int32)

	// WantsCollect says whether enough garbage may have gathered, or enough growth happened, to
	// make a collection worth its time now. It is cheap; a caller asks before every operation.
	WantsCollect() bool
	// Collect frees every node that roots do not reach and forgets cached results which mention
	// one. When it returns an error (of the context only), some or all of the garbage is still
	// there; references that roots reach are valid in any case, all others are not.
	Collect(ctx context.Context, roots Marker) error
	// Stats are the figures of the engine at this moment.
	Stats() Stats
	// SetPoll has operations call a function now and then, at least once each; nil for none. An
	// operation ends with the error that it returns. The function may not use the engine but for
	// Work and Stats.
	SetPoll(func() error)
	// Work grows with what operations do, about by one for each node that they look at. It is
	// cheap; a caller may ask at every operation.
	Work() uint64
	// Close drops all memory; afterwards only Close may be called.
	Close()
}

// Comparer is implemented by engines which can compare functions without building their difference
// or conjunction.
type Comparer interface {
	// Leq says whether a implies b.
	Leq(ctx context.Context, a, b Ref) (bool, error)
	// Disjoint says whether a ∧ b is False.
	Disjoint(ctx context.Context, a, b Ref) (bool, error)
}

// Exported is a node of a diagram outside of any engine; children are given by their place in a
// list.
type Exported struct {
	Level, Low, High int32
}

// Reorderer is implemented by engines which can change the order of variables.
type Reorderer interface {
	// Reorder looks for a better order by moving groups of variables: pairs and blocks stay
	// together. References that roots reach keep their meaning; all others are freed as by Collect.
	// When it returns an error, the order is a valid one that keeps pairs and blocks together, and
	// the engine is as usable as before.
	Reorder(ctx context.Context, roots Marker) error
	// WantsReorder says whether the live nodes are many, and have grown enough since the last
	// reordering, to try again, were reordering automatic.
	WantsReorder() bool
	// StopToReorder makes operations fail with ErrReorder when they make so many nodes that another
	// order seems worth trying; they may be repeated after Reorder. Repeating ends, as each
	// reordering raises the number. It is off at first.
	StopToReorder(on bool)
}

// Extender is implemented by engines that take new variables while they hold functions.
type Extender interface {
	// Extend adds a state bit for each list of variables. Its two variables stand directly below
	// the lowest variable of the list and of that variable's pair; at the top if the list is empty.
	// Bits of one place stand in the order of the lists. Variables get the next free numbers. All
	// references and prepared objects keep their meaning. Nothing can stop it.
	Extend(below [][]Var) []Pair
}

// Step is a relation with its frame, as for Engine.Image.
type Step struct {
	Frame    Frame
	Relation Ref
}

// Closure is a prepared list of steps to take again and again. The zero value is never a prepared
// object.
type Closure int32

// Saturator is implemented by engines which can take many steps together faster than one by one.
type Saturator interface {
	// NewClosure prepares a list of steps. Their relations must be valid whenever the closure is
	// used.
	NewClosure(steps []Step) Closure
	// DropClosure gives a closure up.
	DropClosure(c Closure)
	// Compose is { (s, u) | ∃ t: (s, t) ∈ a, (t, u) ∈ b } for two relations of one frame.
	Compose(ctx context.Context, f Frame, a, b Ref) (Ref, error)
	// StepAll is the union of the images, or backward the preimages, of set under all steps of c.
	// The support of set holds no next variable.
	StepAll(ctx context.Context, c Closure, backward bool, set Ref) (Ref, error)
	// Saturate is the least Z with set ⊆ Z and within ∧ step(Z) ⊆ Z for all steps of c, where step
	// is the image, or backward the preimage. The support of within holds no next variable. As the
	// operation is long, it may collect: references not reached from set, within or roots are
	// freed, also if there is an error. roots may be called several times.
	Saturate(ctx context.Context, c Closure, backward bool, set, within Ref, roots Marker) (Ref, error)
}

// Stats are figures of one engine. Counts run from the engine's creation.
type Stats struct {
	Nodes       int    // nodes stored now, garbage included, constants excluded
	Live        int    // nodes which survived the last collection (0 before the first)
	Peak        int    // the largest value that Nodes had
	Bytes       int64  // memory of the engine's tables now, in bytes; an estimate where the engine cannot know
	PeakBytes   int64  // the largest value that Bytes had
	Collections int    // collections completed
	Reorderings int    // reorderings completed or cut short
	CacheSize   int    // entries of the cache of results
	CacheHits   uint64 // successful look-ups in it
	CacheMisses uint64 // the others
	Kept        int    // calls of Keep that no call of Release has undone; the manager counts them
}
