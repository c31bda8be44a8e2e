package bench_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
)

var update = flag.Bool("update", false, "write the golden files in testdata anew")

// TestWork compares the work done on small sizes of each family with
// testdata/work.golden: sizes of diagrams, images, rounds of the searches for
// fair cycles; in all, the nodes that there were at a time and the operations
// on them, both to two digits. It is the work of the native engine, and none of
// it depends on the machine. A change for the better is as welcome as one for
// the worse is to be explained.
func TestWork(t *testing.T) {
	var out strings.Builder
	for _, f := range bench.Families() {
		for _, size := range f.Small {
			m, err := bench.Measure(context.Background(), bench.Case{Model: f.File(), Set: f.Set(size), Engine: "native"}, nil)
			require.NoError(t, err)
			writeWork(&out, f, size, m)
		}
	}
	path := filepath.Join("testdata", "work.golden")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(out.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), out.String(), "go test ./bench -run TestWork -update writes it anew")
}

func writeWork(out *strings.Builder, f *bench.Family, size int, m *bench.Measurement) {
	fmt.Fprintf(out, "%s %d: %s states, %d nodes, %d variables, %d interactions, %d images, %d passes\n",
		f.Name, size, m.States, m.Nodes, m.Variables, m.Interactions, m.Images, m.Passes)
	fmt.Fprintf(out, "\tin all: %.2g nodes at a time, %.2g operations\n", float64(m.PeakNodes), float64(m.Operations))
	for _, p := range m.Properties {
		fmt.Fprintf(out, "\t%-24s %-8s  automata %d/%d, conjuncts %d, images %d, rounds %d, nodes %d\n",
			p.Name, p.Verdict, p.AutomatonStates, p.AutomatonEdges, p.Conjuncts, p.Images, p.Rounds, p.Nodes)
	}
}

// TestWorkIsDeterministic measures twice.
func TestWorkIsDeterministic(t *testing.T) {
	var texts [2]strings.Builder
	for i := range texts {
		for _, f := range bench.Families() {
			m, err := bench.Measure(context.Background(), bench.Case{Model: f.File(), Set: f.Set(f.Small[0])}, nil)
			require.NoError(t, err)
			writeWork(&texts[i], f, f.Small[0], m)
			fmt.Fprintln(&texts[i], m.PeakNodes, m.Operations)
		}
	}
	require.Equal(t, texts[0].String(), texts[1].String())
}
