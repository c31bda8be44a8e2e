// Package kernel is the native engine: reduced ordered binary decision diagrams (R. E. Bryant, "Graph-Based Algorithms for Boolean
// Function Manipulation", IEEE Trans. Computers C-35(8), 1986, doi:10.1109/TC.1986.1676819) in flat arrays.
//
// # Representation
//
// A node is 16 bytes in one slice and a reference is its index. A node holds its level rather than its variable, so that recursions
// compare levels without a look-up; only reordering, which moves variables between levels, pays for that. The unique table is one
// array of chain heads over all levels; the chains run through the nodes. There are no complement edges: they brought nothing on
// symbolic transition systems when measured, and every recursion is simpler without them.
//
// Results are remembered in one lossy direct-mapped cache whose size follows the nodes but is chosen apart from them. A key is two
// references and a word which holds the operation and, for operations with a prepared object, the object's number; results for one
// frame or variable set are therefore found again by later calls.
//
// # Recursions and limits
//
// Inside an operation nothing is freed, so that recursions keep references in ordinary variables. Every recursion step that misses the
// cache burns a unit of fuel; when that runs out the context is looked at. A step which cannot go on panics with a *stop, and
// the public method recovers it into an error. Everything that a stopped operation leaves behind is consistent: nodes are complete before
// they are linked, results are cached only when they are known, and growth builds new tables aside before it replaces the old.
package kernel

import (
	"context"
	"fmt"
	"runtime"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Ref is engine.Ref.
type Ref = engine.Ref

// Kernel implements engine.Engine and engine.Reorderer.
type Kernel struct {
	nodes   []node // nodes[0] and nodes[1] are the constants
	buckets []Ref  // heads of the unique table's chains; the length is a power of two
	shift   uint   // 64 - log2(len(buckets))
	free    Ref    // first of the chain of freed nodes, 0 if there is none
	top     Ref    // nodes from top on have never been used since the last sweep
	used    int    // nodes in use, garbage included, constants excluded

	cache      []result
	cacheShift uint
	cacheFixed bool // the size was given and does not follow the nodes
	triples    []triple
	tripleMask uint64

	levelOf []int32      // of each variable
	varAt   []engine.Var // of each level
	pairs   []engine.Pair
	blocks  [][]engine.Var

	sets      []varSet // sets[0], renamings[0] and frames[0] are not used
	renamings []renaming
	frames    []frame
	prepared  map[string]int32 // contents of a prepared object to its number

	closures    []*closure // closures[0] is not used
	closureKeys uint32     // numbers given to groups of closures so far
	epoch       int        // of the order
	guard       []Ref      // what the running saturation holds
	guardRoots  engine.Marker

	ctx     context.Context // of the running operation
	fuel    int             // recursion steps until the next look at ctx
	perLook int             // recursion steps between two looks
	poll    func() error    // asked at each look; may be nil
	growing bool            // the tables are being copied into larger ones

	maxNodes int // 0: none
	maxBytes int64
	at       engine.Thresholds

	maps      *mappings
	marks     []uint64 // one bit per node; all zero outside collections and walks
	stack     []Ref    // scratch of walks
	collectAt int      // value of used at which a collection is wanted
	sweepFrom Ref      // nodes below are still to be swept; 0 if no sweep is under way
	stats     engine.Stats

	shuffle       *shuffle // a reordering that was stopped and is still to be brought to an end
	reorderAt     int      // twice the number of live nodes at which a reordering is wanted
	stopToReorder bool     // stop operations when used reaches reorderAt
	stopped       bool     // that happened since the last reordering

	hits, miss uint64
}

// node is one decision. Of a freed node, level is freeLevel and next is the chain of freed nodes.
type node struct {
	level  uint32 // the number of variables for constants
	lo, hi Ref
	next   Ref // in its chain of the unique table, 0 at the end
}

const freeLevel = ^uint32(0)

// New makes an engine. It returns an error when the configuration is contradictory or exceeds its own limits.
func New(c engine.Config) (*Kernel, error) {
	k := &Kernel{
		pairs: c.Pairs, blocks: c.Blocks,
		maxNodes: c.MaxNodes, maxBytes: c.MaxBytes,
		sets: make([]varSet, 1), renamings: make([]renaming, 1), frames: make([]frame, 1),
		prepared: map[string]int32{},
		perLook:  fuelPerLook,
		at:       c.Thresholds.WithDefaults(),
	}
	k.dropWhenUnreachable()
	var err error
	if k.varAt, k.levelOf, err = c.Levels(); err != nil {
		return nil, fmt.Errorf("kernel: %w", err)
	}
	if err := k.checkBlocks(); err != nil {
		return nil, err
	}
	if err := k.allocate(c.InitialNodes, c.CacheSize); err != nil {
		return nil, err
	}
	return k, nil
}

// checkBlocks makes sure that blocks are together in the order, and pairs in one block.
func (k *Kernel) checkBlocks() error {
	owner := make([]int, len(k.varAt)) // 1 + the block of each variable
	for i, b := range k.blocks {
		top, bottom := int32(len(k.varAt)), int32(-1)
		for _, v := range b {
			if owner[v] > 0 {
				return fmt.Errorf("kernel: variable %d is in two blocks", v)
			}
			owner[v] = i + 1
			top, bottom = min(top, k.levelOf[v]), max(bottom, k.levelOf[v])
		}
		if len(b) > 0 && int(bottom-top)+1 != len(b) {
			return fmt.Errorf("kernel: the %d variables of a block are spread over the levels from %d to %d", len(b), top, bottom)
		}
	}
	for _, p := range k.pairs {
		if owner[p.Current] != owner[p.Next] {
			return fmt.Errorf("kernel: a block separates the pair of variables %d and %d", p.Current, p.Next)
		}
	}
	return nil
}

// Name implements engine.Engine.
func (k *Kernel) Name() string { return "native" }

// NumVars implements engine.Engine.
func (k *Kernel) NumVars() int { return len(k.varAt) }

// Level implements engine.Engine.
func (k *Kernel) Level(v engine.Var) int {
	k.settled()
	return int(k.levelOf[v])
}

// VarAt implements engine.Engine.
func (k *Kernel) VarAt(level int) engine.Var {
	k.settled()
	return k.varAt[level]
}

// Holds implements engine.Engine.
func (k *Kernel) Holds(n Ref) bool {
	defer runtime.KeepAlive(k)
	return n < k.top && k.nodes[n].level != freeLevel
}

// Top implements engine.Engine.
func (k *Kernel) Top(n Ref) engine.Var {
	if n <= engine.True {
		return engine.NoVar
	}
	defer runtime.KeepAlive(k)
	k.settled()
	return k.varAt[k.nodes[n].level]
}

// Low implements engine.Engine.
func (k *Kernel) Low(n Ref) Ref {
	k.settled()
	child := k.nodes[n].lo
	runtime.KeepAlive(k)
	return child
}

// High implements engine.Engine.
func (k *Kernel) High(n Ref) Ref {
	k.settled()
	child := k.nodes[n].hi
	runtime.KeepAlive(k)
	return child
}

// settled completes a reordering that was stopped, before the diagram is looked at.
func (k *Kernel) settled() {
	if k.shuffle != nil {
		k.settle()
	}
}

// Close implements engine.Engine.
func (k *Kernel) Close() {
	k.maps.dropAll()
	*k = Kernel{maps: k.maps}
}

// Work implements engine.Engine: it counts look-ups in the cache of results.
func (k *Kernel) Work() uint64 { return k.hits + k.miss }

// Stats implements engine.Engine.
func (k *Kernel) Stats() engine.Stats {
	s := k.stats
	s.Nodes = k.used
	s.Peak = max(s.Peak, k.used)
	s.Bytes = k.bytes()
	if k.shuffle != nil {
		s.Bytes += k.shuffle.bytes()
	}
	s.PeakBytes = max(s.PeakBytes, s.Bytes)
	s.CacheSize = len(k.cache)
	s.CacheHits, s.CacheMisses = k.hits, k.miss
	return s
}
