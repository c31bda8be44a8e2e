// Package kernel is the native engine: reduced ordered binary decision diagrams (R. E. Bryant,
// "Graph-Based Algorithms for Boolean Function Manipulation", IEEE Trans. Computers C-35(8), 1986,
// doi:10.1109/TC.1986.1676819) in flat arrays.
//
// # Representation
//
// A node is 16 bytes in one slice and a reference is its index. A node holds its level rather than
// its variable, so that recursions compare levels without a look-up; only reordering, which moves
// variables between levels, pays for that. The unique table is one array of chain heads over all
// levels; the chains run through the nodes. There are no complement edges: they brought nothing on
// symbolic transition systems when measured, and every recursion is simpler without them.
//
// Results are remembered in one lossy direct-mapped cache whose size follows the nodes but is
// chosen apart from them. A key is two references and a word which holds the operation and, for
// operations with a prepared object, the object's number; results for one frame or variable set are
// therefore found again by later calls.
//
// # Recursions and limits
//
// Inside an operation nothing is freed, so that recursions keep references in ordinary variables.
// Every recursion step that misses the cache burns a unit of fuel; when that runs out the context
// is looked at. A step which cannot go on panics with a *stop, and the public method recovers it
// into an error. Everything that a stopped operation leaves behind is consistent: nodes are
// complete before they are linked, results are cached only when they are known, and growth builds
// new tables aside before it replaces the old.
package kernel

import (
	"fmt"
	"runtime"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Kernel implements engine.Engine and engine.Reorderer. It is built in layers, each of which knows
// those below it:
//
//	memory      nodes, unique table and cache, and what stops their use
//	upkeep      the order of variables, what is prepared for it, collections between operations
//	operations  the recursions
//	saturator   the closures under relations
//	reorderer   sifting
//	Kernel      the operations as the contract has them
type Kernel struct{ reorderer }

var (
	_ engine.Engine    = (*Kernel)(nil)
	_ engine.Comparer  = (*Kernel)(nil)
	_ engine.Reorderer = (*Kernel)(nil)
	_ engine.Extender  = (*Kernel)(nil)
	_ engine.Saturator = (*Kernel)(nil)
)

// New makes an engine. It returns an error when the configuration is contradictory or exceeds its
// own limits.
func New(c engine.Config) (*Kernel, error) {
	k := &Kernel{}
	k.pairs, k.blocks = c.Pairs, c.Blocks
	k.sets, k.renamings, k.frames = make([]varSet, 1), make([]renaming, 1), make([]frame, 1)
	k.prepared = engine.Prepared{}
	k.maxNodes, k.maxBytes, k.at = c.MaxNodes, c.MaxBytes, c.Thresholds.WithDefaults()
	k.perLook = fuelPerLook
	k.dropWhenUnreachable()
	var err error
	if k.varAt, k.levelOf, err = c.Levels(); err != nil {
		return nil, fmt.Errorf("kernel: %w", err)
	}
	if err := k.checkBlocks(); err != nil {
		return nil, err
	}
	if err := k.allocate(len(k.varAt), c.InitialNodes, c.CacheSize); err != nil {
		return nil, err
	}
	return k, nil
}

// checkBlocks makes sure that blocks are together in the order, and pairs in one block.
func (k *upkeep) checkBlocks() error {
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
func (k *upkeep) NumVars() int { return len(k.varAt) }

// Level implements engine.Engine.
func (k *upkeep) Level(v engine.Var) int {
	k.settled()
	return int(k.levelOf[v])
}

// VarAt implements engine.Engine.
func (k *upkeep) VarAt(level int) engine.Var {
	k.settled()
	return k.varAt[level]
}

// Holds implements engine.Engine. Below the place that a stopped sweep has come to, the marks tell.
func (k *upkeep) Holds(n Ref) bool {
	defer runtime.KeepAlive(k)
	if n < k.sweepFrom {
		return k.marked(n)
	}
	return n < k.top && k.nodes[n].level != freeLevel
}

// Top implements engine.Engine.
func (k *upkeep) Top(n Ref) engine.Var {
	if n <= engine.True {
		return engine.NoVar
	}
	defer runtime.KeepAlive(k)
	k.settled()
	return k.varAt[k.nodes[n].level]
}

// Low implements engine.Engine.
func (k *upkeep) Low(n Ref) Ref {
	k.settled()
	child := k.nodes[n].lo
	runtime.KeepAlive(k)
	return child
}

// High implements engine.Engine.
func (k *upkeep) High(n Ref) Ref {
	k.settled()
	child := k.nodes[n].hi
	runtime.KeepAlive(k)
	return child
}

// Close implements engine.Engine.
func (k *Kernel) Close() {
	maps := k.maps
	maps.dropAll()
	*k = Kernel{}
	k.maps = maps
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

// dropWhenUnreachable gives tables back though nobody closes the kernel. Operations keep it
// reachable until they end, as they defer k.end; what only looks at nodes says so by
// [runtime.KeepAlive].
func (k *Kernel) dropWhenUnreachable() {
	k.maps = &mappings{}
	runtime.AddCleanup(k, (*mappings).dropAll, k.maps)
}
