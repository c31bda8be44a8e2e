package bdd_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/workload"
)

// Every program gives its known answer on both engines, and in the order that automatic reordering
// leaves.
func TestPrograms(t *testing.T) {
	sizes := map[string]int{"queens": 6, "tokens": 8, "tokens-all": 8, "tokens-chained": 8, "tokens-closure": 8}
	for _, p := range workload.Programs() {
		size := sizes[p.Name]
		if size == 0 {
			size = 7
		}
		var counts []*big.Int
		for _, o := range []bdd.Options{{Engine: "native"}, {Engine: "rudd"}, {Engine: "native", AutoReorder: true}} {
			done, err := p.Run(context.Background(), o, size)
			require.NoError(t, err, p.Name)
			counts = append(counts, done.Count)
			require.Positive(t, done.Manager.NodeCount(done.Set))
			done.Manager.Close()
		}
		require.Equal(t, []*big.Int{counts[0], counts[0]}, counts[1:], p.Name)
	}
	_, ok := workload.Find("knights")
	require.False(t, ok)
}

// Sizes whose answers are not known are programs too.
func TestUnknownAnswers(t *testing.T) {
	tokens, ok := workload.Find("tokens")
	require.True(t, ok)
	done, err := tokens.Run(context.Background(), bdd.Options{}, 6)
	require.NoError(t, err)
	require.Positive(t, done.Count.Sign())
	done.Manager.Close()
}

// Limits and the end of the context are errors.
func TestStopped(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	for _, p := range workload.Programs() {
		_, err := p.Run(ended, bdd.Options{}, 8)
		require.ErrorIs(t, err, context.Canceled, p.Name)
		_, err = p.Run(context.Background(), bdd.Options{Engine: "native", MaxNodes: 130}, 8)
		require.ErrorIs(t, err, bdd.ErrNodeLimit, p.Name)
		_, err = p.Run(context.Background(), bdd.Options{Engine: "abacus"}, 8)
		require.ErrorContains(t, err, "abacus")
	}
}
