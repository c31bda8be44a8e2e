package bdd_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/workload"
)

// target is a manager to be killed in, with the answers that it must give all the same.
type target struct {
	*workload.Instance
	cells   []bdd.VarID
	reached bdd.Node // kept
	want    *target  // the one that is never killed; nil for it itself
	counts  [3]*big.Int
}

const pairs = 5 // of cells

func newTarget(t *testing.T, o bdd.Options, want *target) *target {
	y := workload.Cells(pairs)
	i, err := y.Open(context.Background(), o)
	require.NoError(t, err)
	return &target{Instance: i, cells: y.Vars, want: want}
}

// same is the states in which each cell of the first half equals the one of the second half that is
// shift places on: exponentially many nodes.
func (x *target) same(s *bdd.Scope, shift int) (bdd.Node, error) {
	c := s.NewScope().Calculator()
	defer c.Close()
	r := bdd.True
	for i := range pairs {
		r = c.And(r, x.cells[i].Equals(c, bdd.Current, x.cells[pairs+(i+shift)%pairs], bdd.Current))
	}
	return c.Return(r)
}

// closure explores with a fresh closure, of which no results are known.
func (x *target) closure(s *bdd.Scope) (bdd.Node, error) {
	c := x.Manager.NewClosure(x.Relations...)
	defer c.Release()
	k := s.Calculator()
	return k.Result(c.Forward(k, x.Initial, bdd.True))
}

// answers requires that everything is right now.
func (x *target) answers(t *testing.T) {
	require.NoError(t, bdd.CheckInvariants(x.Manager))
	s := x.Manager.NewScope(context.Background())
	defer s.Close()
	set := must(x.closure(s))
	if x.reached == bdd.False {
		x.reached = x.Manager.Keep(set)
	}
	require.Equal(t, x.reached, set)
	for shift := range x.counts {
		same := must(x.same(s, shift))
		require.Equal(t, shift == 0, must(s.Calculator().Leq(set, same)), "partners count together")
		count := x.Manager.Count(s.Calculator().Diff(same, set), x.cells)
		if x.want != nil {
			require.Equal(t, x.want.counts[shift], count)
		}
		x.counts[shift] = count
	}
}

// instants are what an operation can be at when it is killed. One whose context has ended before it
// starts is not counted.
var instants = []string{"computing", "growing the tables", "sweeping", "reordering"}

// Cancelled a thousand times at random instants of whatever it does, the native engine gives every
// later answer right. The tables begin small and grow in each of the managers, some of which
// reorder by themselves.
func TestKilledAThousandTimes(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 11))
	unharmed := newTarget(t, native(bdd.Options{}), nil)
	defer unharmed.Manager.Close()
	unharmed.answers(t)
	struck := map[string]int{}
	kills := 0
	for round := 0; kills < rounds(600, 20_000); round++ {
		x := newTarget(t, native(bdd.Options{InitialNodes: 64, CacheSize: 1 << 8, AutoReorder: round%5 == 0}), unharmed)
		bdd.LookEvery(x.Manager, 1+random.IntN(8))
		for range 10 {
			err := x.kill(random)
			require.NoError(t, bdd.CheckInvariants(x.Manager))
			if err == nil {
				continue
			}
			require.ErrorIs(t, err, context.Canceled)
			for _, what := range instants {
				if strings.Contains(err.Error(), what+" at") {
					struck[what]++
					kills++
				}
			}
			if random.IntN(10) == 0 {
				x.answers(t)
			}
		}
		x.answers(t)
		x.Manager.Close()
	}
	t.Log(kills, "kills:", struck)
	for _, what := range instants {
		require.Greater(t, struck[what], 20, what)
	}
}

// ambush is a context that ends once the engine has been seen at something a number of times.
type ambush struct {
	context.Context
	m    *bdd.Manager
	what string
	left int
}

func (a *ambush) Err() error {
	if bdd.Doing(a.m) == a.what {
		a.left--
	}
	if a.left < 0 {
		return context.Canceled
	}
	return nil
}

// kill does something that a context ends, in most cases before it is done: at a random instant, or
// at a random one of those at which tables are in pieces, which are too few to be hit by chance.
func (x *target) kill(random *rand.Rand) error {
	var ctx context.Context = newCountdown(random.IntN(1 << random.IntN(13)))
	switch random.IntN(4) {
	case 0:
		ctx = &ambush{context.Background(), x.Manager, "growing the tables", random.IntN(4)}
	case 1:
		ctx = &ambush{context.Background(), x.Manager, "sweeping", random.IntN(4)}
	}
	switch random.IntN(5) {
	case 0:
		return x.Manager.Reorder(ctx)
	case 1:
		return x.Manager.Collect(ctx)
	}
	s := x.Manager.NewScope(ctx)
	defer s.Close()
	if _, err := x.same(s, random.IntN(pairs)); err != nil {
		return err
	}
	_, err := x.closure(s)
	return err
}
