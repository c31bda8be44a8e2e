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

func tokensOf(t testing.TB, n int, o bdd.Options) *bdd.Manager {
	return tokens(t, o, n, layered, map[int]int64{18: tokens18, 22: tokens22, 26: tokens26}[n])
}

// BenchmarkReordering measures families in a bad order: as it is, with automatic reordering, and in the order that this found. Seconds (and peak
// nodes) of one run on a two-core Linux VM that others used too (AMD EPYC, Go 1.26), by
//
//	go test -run '^$' -bench Reordering -benchtime 1x ./bdd
//
//	family         off                  on                saved
//	cells 10       0.72    (448·10³)    0.06  (32·10³)    0.007   (2·10³)
//	cells 12       16     (4030·10³)    0.11  (25·10³)    0.0003  (4·10³)
//	cells 20       -                    0.32  (33·10³)    0.0004  (8·10³)
//	cells 40       -                    3.4  (147·10³)    0.06  (132·10³)
//	tokens 18      2.6     (565·10³)    0.98  (74·10³)    0.07   (98·10³)
//	tokens 22      66     (6317·10³)    1.8  (148·10³)    1.2   (253·10³)
//	tokens 26      -                    12   (885·10³)    6.3  (1574·10³)
//	scrambled 32   0.01     (38·10³)    0.28  (25·10³)    0.002  (25·10³)
//
// Each step of cells multiplies the time without reordering by 4.5 and the nodes by 3, so that 14 is out of reach. Where the order is not that bad,
// as in scrambled, looking for a better one costs more than it gains.
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
				o := native(bdd.Options{MaxNodes: 20_000_000})
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
