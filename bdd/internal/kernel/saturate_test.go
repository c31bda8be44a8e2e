package kernel

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// build is the diagram of a predicate of rows, whose bit i is the value of variable i.
func build(t *testing.T, k *Kernel, holds func(row int) bool) (r Ref) {
	t.Helper()
	var err error
	require.NoError(t, k.begin(context.Background()))
	func() {
		defer k.end(&err)
		var at func(level, row int) Ref
		at = func(level, row int) Ref {
			if level == len(k.varAt) {
				return verdict(holds(row))
			}
			lo := at(level+1, row)
			return k.mk(uint32(level), lo, at(level+1, row|1<<k.varAt[level]))
		}
		r = at(0, 0)
	}()
	require.NoError(t, err)
	return r
}

// An explicitStep changes some bits of a state as a table says, which reads all bits.
type explicitStep struct {
	changes int // the bits
	leads   [][]bool
}

func drawStep(random *rand.Rand, bits int) explicitStep {
	s := explicitStep{changes: 1 << random.IntN(bits+1) & (1<<bits - 1), leads: make([][]bool, 1<<bits)}
	if random.IntN(2) == 0 {
		s.changes |= 1 << random.IntN(bits)
	}
	reads := s.changes | 1<<random.IntN(bits)
	for i := range s.leads {
		s.leads[i] = make([]bool, 1<<bits)
	}
	for from := range s.leads {
		for to := range s.leads {
			if from&reads == from && to&s.changes == to {
				s.leads[from][to] = random.IntN(3) == 0
			}
		}
	}
	for from := range s.leads {
		for to := range s.leads {
			same := from&^s.changes == to&^s.changes
			s.leads[from][to] = same && s.leads[from&reads][to&s.changes]
		}
	}
	return s
}

// prepared is a step as the kernel takes it: bit i of the current state is at level 2i, of the next
// one at level 2i+1.
func (s explicitStep) prepared(t *testing.T, k *Kernel, bits int) engine.Step {
	var pairs []engine.Pair
	for i := range bits {
		if s.changes>>i&1 == 1 {
			pairs = append(pairs, engine.Pair{Current: engine.Var(2 * i), Next: engine.Var(2*i + 1)})
		}
	}
	relation := build(t, k, func(row int) bool {
		from, to := 0, 0
		for i := range bits {
			from |= row >> (2 * i) & 1 << i
			to |= row >> (2*i + 1) & 1 << i
		}
		return s.leads[from][from&^s.changes|to&s.changes]
	})
	return engine.Step{Frame: k.NewFrame(pairs), Relation: relation}
}

// closed is what the steps reach from a set within a bound.
func closed(steps []explicitStep, backward bool, set, within []bool) []bool {
	out := append([]bool{}, set...)
	for grew := true; grew; {
		grew = false
		for _, s := range steps {
			for a := range out {
				for b := range out {
					from, to := a, b
					if backward {
						from, to = b, a
					}
					if out[a] && !out[b] && within[b] && s.leads[from][to] {
						out[b], grew = true, true
					}
				}
			}
		}
	}
	return out
}

// stepped is where one step leads to from a set, or comes from.
func stepped(steps []explicitStep, backward bool, set []bool) []bool {
	out := make([]bool, len(set))
	for _, s := range steps {
		for from := range set {
			for to := range set {
				if s.leads[from][to] && !backward {
					out[to] = out[to] || set[from]
				} else if s.leads[from][to] {
					out[from] = out[from] || set[to]
				}
			}
		}
	}
	return out
}

// collecting is a context that makes the kernel want to collect whenever it asks whether to stop.
type collecting struct {
	context.Context
	k *Kernel
}

func (c collecting) Err() error {
	c.k.collectAt = 0
	return nil
}

// Saturation reaches what explicit steps reach, in both directions and within any bound. Several
// closures and sets share the cache, and in every other round the diagram is collected each time
// that relations fire. In the others the order changes now and then.
func TestSaturationAgainstExplicitSteps(t *testing.T) {
	const bits = 5
	collections, moved := 0, 0
	for seed := range uint64(120) {
		random := rand.New(rand.NewPCG(seed, 7))
		c := engine.Config{NumVars: 2 * bits, InitialNodes: 1, CacheSize: 1 << 12}
		for i := range engine.Var(bits) {
			c.Pairs = append(c.Pairs, engine.Pair{Current: 2 * i, Next: 2*i + 1})
		}
		k, err := New(c)
		require.NoError(t, err)
		var held []Ref
		var relations [2][]Ref
		var lists [2][]explicitStep
		var closures [2]engine.Closure
		for i := range lists {
			var steps []engine.Step
			for range 2 + random.IntN(5) {
				s := drawStep(random, bits)
				lists[i] = append(lists[i], s)
				steps = append(steps, s.prepared(t, k, bits))
				relations[i] = append(relations[i], steps[len(steps)-1].Relation)
			}
			closures[i] = k.NewClosure(steps)
		}
		for round := range 12 {
			if seed%2 == 0 && round%4 == 3 {
				before := slices.Clone(k.varAt)
				require.NoError(t, k.Reorder(context.Background(), func(visit func(Ref)) {
					for _, n := range slices.Concat(held, relations[0], relations[1]) {
						visit(n)
					}
				}))
				if !slices.Equal(before, k.varAt) {
					moved++
				}
			}
			set, within := make([]bool, 1<<bits), make([]bool, 1<<bits)
			dense := 2 + random.IntN(8)
			for s := range set {
				within[s] = random.IntN(dense) > 0
				set[s] = within[s] && random.IntN(8) == 0
			}
			diagram := func(states []bool) Ref {
				return build(t, k, func(row int) bool {
					state := 0
					for i := range bits {
						state |= row >> (2 * i) & 1 << i
					}
					return states[state]
				})
			}
			a, b := diagram(set), diagram(within)
			held = append(held, a, b)
			which, backward := random.IntN(2), random.IntN(2) == 0
			roots := func(visit func(Ref)) { // a saturation holds its own relations
				for _, n := range slices.Concat(held, relations[1-which]) {
					visit(n)
				}
			}
			one, err := k.StepAll(context.Background(), closures[which], backward, a)
			require.NoError(t, err)
			require.Equal(t, diagram(stepped(lists[which], backward, set)), one, "seed %d", seed)
			ctx := context.Background()
			if seed%2 == 1 { // always collect and never grow
				ctx, k.maxNodes = collecting{ctx, k}, len(k.nodes)-2
				k.LookEvery(1)
			}
			if seed%3 == 0 { // numbers begin anew
				k.keys = maxPrepared
			}
			r, err := k.Saturate(ctx, closures[which], backward, a, b, roots)
			if k.maxNodes = 0; err != nil {
				require.ErrorIs(t, err, engine.ErrNodeLimit)
				continue
			}
			held = append(held, r)
			require.Equal(t, diagram(closed(lists[which], backward, set, within)), r, "seed %d", seed)
			require.NoError(t, k.CheckInvariants())
		}
		collections += k.Stats().Collections
		k.Close()
	}
	require.Greater(t, collections, 1000)
	require.Greater(t, moved, 50)
}

// A swap within the limits leaves room for swapping back, which asks for none: whatever the order
// of two levels, and however few nodes there may be.
func TestSwapsLeaveRoomForSwappingBack(t *testing.T) {
	const vars = 7
	swapped, refused := 0, 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 8))
		table := make([]bool, 1<<vars)
		for i := range table {
			table[i] = random.IntN(1+int(seed%4)) == 0
		}
		level := random.IntN(vars - 1)
		for room := range 40 {
			k, n := compact(t, vars, func(row int) bool { return table[row] })
			roots := func(visit func(Ref)) { visit(n) }
			k.maxNodes = k.used + room
			k.nodes = k.nodes[:k.maxNodes+2]
			k.ctx, k.fuel = context.Background(), 1<<40
			k.forgetAll()
			s := &shuffle{k: &k.upkeep}
			k.shuffle = s
			s.start(roots)
			before := k.used
			if s.swap(level, false) {
				require.True(t, s.swap(level, true))
				swapped++
			} else {
				refused++
			}
			require.Equal(t, before, k.used, "seed %d, room for %d", seed, room)
			k.Close()
		}
	}
	require.Greater(t, min(swapped, refused), 1000)
}

// compact makes a kernel that holds just the nodes of one diagram, without gaps.
func compact(t *testing.T, vars int, holds func(row int) bool) (*Kernel, Ref) {
	t.Helper()
	k, err := New(engine.Config{NumVars: vars, InitialNodes: 1 << 10})
	require.NoError(t, err)
	defer k.Close()
	n := build(t, k, holds)
	out, err := New(engine.Config{NumVars: vars, InitialNodes: 1 << 10})
	require.NoError(t, err)
	require.NoError(t, out.begin(context.Background()))
	copied := map[Ref]Ref{0: 0, 1: 1}
	for _, old := range k.below(n) {
		x := k.nodes[old]
		copied[old] = out.mk(x.level, copied[x.lo], copied[x.hi])
	}
	out.end(&err)
	require.NoError(t, err)
	return out, copied[n]
}
