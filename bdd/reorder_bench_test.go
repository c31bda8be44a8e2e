package bdd_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// scrambled is Milner's scheduler of n cyclers whose variables are declared in an order drawn by lot.
func scrambled(t testing.TB, n int, o bdd.Options) *bdd.Manager {
	if o.Order == nil {
		for i := range n {
			o.Order = append(o.Order, fmt.Sprint("c", i), fmt.Sprint("t", i), fmt.Sprint("h", i))
		}
		rand.New(rand.NewPCG(18, 19)).Shuffle(len(o.Order), func(i, j int) { o.Order[i], o.Order[j] = o.Order[j], o.Order[i] })
	}
	return milner(t, o, n, chained)
}

func tokensOf(t testing.TB, n int, o bdd.Options) *bdd.Manager { return tokens(t, o, n, layered, map[int]int64{18: tokens18, 22: tokens22, 26: tokens26}[n]) }

// BenchmarkReordering measures two families in a bad order: as it is, with automatic reordering, and in the order that this found.
func BenchmarkReordering(b *testing.B) {
	for _, family := range []struct {
		name  string
		sizes []int
		run   func(t testing.TB, n int, o bdd.Options) *bdd.Manager
	}{
		{"cells", []int{10, 12, 20, 40}, func(t testing.TB, n int, o bdd.Options) *bdd.Manager {
			m, s, _ := farPairs(t, n, o)
			s.Close()
			return m
		}},
		{"scrambled", []int{32, 64}, scrambled},
		{"tokens", []int{18, 22, 26}, tokensOf},
	} {
		for _, n := range family.sizes {
			var found []string
			for _, mode := range []string{"off", "on", "saved"} {
				o := bdd.Options{MaxNodes: 20_000_000}
				switch mode {
				case "off":
					if family.name == "cells" && n > 12 || n > 32 || family.name == "tokens" && n > 22 {
						continue // hopeless
					}
				case "on":
					o.AutoReorder = true
				case "saved":
					o.Order = found
				}
				b.Run(fmt.Sprintf("%s/%d/%s", family.name, n, mode), func(b *testing.B) {
					var peak int
					for range b.N {
						m := family.run(b, n, o)
						if mode == "on" {
							require.NoError(b, m.Reorder(context.Background()))
							found = m.Order()
						}
						peak = m.Stats().Peak
						m.Close()
					}
					b.ReportMetric(float64(peak), "nodes-peak")
				})
			}
		}
	}
}
