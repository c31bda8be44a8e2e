package bdd_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/workload"
)

// BenchmarkWorkloads measures both engines on the same programs. Least milliseconds (and peak
// megabytes of tables) of five runs on a two-core Linux VM that others used too (AMD EPYC, Go
// 1.26), by
//
//	go test [-tags buddy] -run '^$' -bench Workloads -benchtime 1x -count 5 ./bdd
//
//	workload             native      rudd, tag buddy   rudd, default
//	queens8            6.2  (1)         29   (8)          36  (11)
//	queens10            95 (16)        386 (128)        1269 (170)
//	queens11          1381 (129)      3213 (384)        8074 (510)
//	milner32           0.9 (0.4)       3.4   (2)         9.1   (3)
//	milner100           11  (4)         36  (16)         306  (21)
//	milner12mono       0.9 (0.4)       2.4   (2)         7.6   (3)
//	milner40mono        16  (4)         43  (16)         152  (21)
//	milner100closure   2.0 (0.4)        35  (16)         216  (21)
//	tokens14            21  (1)         63   (8)         190  (11)
//	tokens14all         20  (2)         57   (8)         192  (11)
//	tokens18           900 (32)       6499  (64)       17155 (170)
//	tokens18chained     88 (16)        781  (64)        2541  (85)
//	tokens18closure     88  (2)        811  (64)        2587  (85)
//
// Where rudd has no operation of its own (closure, all), it does one image after the other.
func BenchmarkWorkloads(b *testing.B) {
	for _, w := range []struct {
		program string
		size    int
	}{
		{"queens", 8}, {"queens", 10}, {"queens", 11},
		{"milner", 32}, {"milner", 100}, {"milner-mono", 12}, {"milner-mono", 40}, {"milner-closure", 32}, {"milner-closure", 100},
		{"tokens", 14}, {"tokens-all", 14}, {"tokens", 18}, {"tokens-chained", 18}, {"tokens-closure", 18},
	} {
		program, ok := workload.Find(w.program)
		require.True(b, ok, w.program)
		for _, engine := range []string{"native", "rudd"} {
			b.Run(fmt.Sprint(w.program, "/", w.size, "/", engine), func(b *testing.B) {
				var peak int64
				for range b.N {
					done := must(program.Run(context.Background(), bdd.Options{Engine: engine}, w.size))
					peak = done.Manager.Stats().PeakBytes
					done.Manager.Close()
				}
				b.ReportMetric(float64(peak)/(1<<20), "MB-peak")
			})
		}
	}
}
