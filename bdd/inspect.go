package bdd

import (
	"runtime/metrics"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/kernel"
)

// Bit is one bit of a copy of a variable.
type Bit struct {
	Var   VarID
	Copy  Copy
	Index int // 0 is the most significant
}

// Support lists the bits n depends on, by variable, then index, then copy.
func (m *Manager) Support(n Node) []Bit {
	m.must("Support", n)
	return m.supportOf([]Node{n})
}

// supportOf lists the bits that any of roots depends on.
func (m *store) supportOf(roots []Node) []Bit {
	in, count := make([]bool, m.eng.NumVars()), 0
	for _, n := range roots {
		for _, v := range m.eng.Support(engine.Ref(n)) {
			if !in[v] {
				in[v] = true
				count++
			}
		}
	}
	bits := slices.Grow([]Bit(nil), count)
	for id := range m.layout.vars {
		v := &m.layout.vars[id]
		for i, b := range v.copies[Current] {
			if in[b] {
				bits = append(bits, Bit{VarID(id), Current, i})
			}
			if !v.single && in[v.copies[Next][i]] {
				bits = append(bits, Bit{VarID(id), Next, i})
			}
		}
	}
	return bits
}

// NodeCount is the number of distinct nodes that roots reach, constants excluded.
func (m *Manager) NodeCount(roots ...Node) int {
	m.must("NodeCount", roots...)
	return m.eng.Size(refs(roots)...)
}

// refs are nodes as the engine knows them.
func refs(nodes []Node) []engine.Ref {
	out := make([]engine.Ref, len(nodes))
	for i, n := range nodes {
		out[i] = engine.Ref(n)
	}
	return out
}

// Eval is the value of n where every copy of every variable has the code the function says. The
// function is asked only for what n tests.
func (m *Manager) Eval(n Node, code func(v VarID, c Copy) int) bool {
	m.must("Eval", n)
	if code == nil {
		panic(fail("Eval", misuse("there is no function that gives codes")))
	}
	owner := m.owners()
	r := engine.Ref(n)
	for r > engine.True {
		o := owner[m.eng.Top(r)]
		width := m.layout.Bits(o.Var)
		if code(o.Var, o.Copy)>>(width-1-o.Index)&1 == 1 {
			r = m.eng.High(r)
		} else {
			r = m.eng.Low(r)
		}
	}
	return r == engine.True
}

// owners lists for each Boolean variable which bit it is. Nobody may change the list.
func (m *store) owners() []Bit {
	if m.bits != nil {
		return m.bits
	}
	m.bits = make([]Bit, m.eng.NumVars())
	for id := range m.layout.vars {
		for c, vars := range m.layout.vars[id].copies {
			for i, b := range vars {
				m.bits[b] = Bit{VarID(id), Copy(c), i}
			}
		}
	}
	return m.bits
}

// Stats are the figures of a manager's engine at one moment. Counts run from the manager's
// creation.
type Stats struct {
	Nodes       int    // nodes stored now, garbage included
	Live        int    // nodes which survived the last collection
	Peak        int    // the largest value that Nodes had
	Bytes       int64  // memory of the engine's tables now
	PeakBytes   int64  // the largest value that Bytes had
	Collections int    // collections completed
	Reorderings int    // reorderings completed or cut short
	CacheSize   int    // entries of the cache of results
	CacheHits   uint64 // successful look-ups in it
	CacheMisses uint64 // the others
	Kept        int    // calls of Keep that no call of Release has undone
}

// Work is how much all operations have done so far: the look-ups in the cache of results, about one
// for each node that they looked at; of the engine "rudd", which does not count them, the largest
// number of nodes so far. [Manager.Each] adds one for each valuation. Work is cheap, never shrinks
// before the manager is closed, and tells the same in every run with the same calls. Of a closed
// manager it is 0.
func (m *Manager) Work() uint64 {
	if m.usable() != nil {
		return 0
	}
	return m.eng.Work() + m.listed
}

// SetPoll has operations call poll now and then while they work, at least once each and about every
// 2000 look-ups; nil for none. An operation ends with the error that poll returns, as with that of
// a context. poll runs in the goroutine of the operation and may take its time; of the manager it
// may use Work and Stats only.
func (m *Manager) SetPoll(poll func() error) {
	m.must("SetPoll")
	m.eng.SetPoll(poll)
}

// MappedBytes is the memory that the tables of all managers of the process have from the system
// besides the heap, in bytes; see [Thresholds].
func MappedBytes() int64 { return kernel.MappedBytes() }

// ProcessBytes is all memory that the process has from the system, in bytes.
func ProcessBytes() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64()-samples[1].Value.Uint64()) + MappedBytes()
}

func (m *store) stats() Stats {
	out := Stats(m.eng.Stats())
	out.Kept = m.keeps
	return out
}

// Stats are the manager's figures now, or when it was closed.
func (m *Manager) Stats() Stats {
	if m.usable() == nil {
		return m.stats()
	}
	if m == nil {
		return Stats{}
	}
	return m.final
}
