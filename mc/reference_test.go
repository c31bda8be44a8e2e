package mc_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// TestReference compares verdicts, counts and layers with those of the
// published tool, on its own models, where a copy of these is at hand:
// RCHECK_REFERENCE names the folder with models/, verdicts.tsv and
// statecounts.tsv. Every trace has been replayed and confirmed by the checker.
func TestReference(t *testing.T) {
	dir := os.Getenv("RCHECK_REFERENCE")
	if dir == "" {
		t.Skip("RCHECK_REFERENCE is not set: the comparison with the published tool's verdicts was not made")
	}
	verdicts := table(t, filepath.Join(dir, "verdicts.tsv"))
	counts := table(t, filepath.Join(dir, "statecounts.tsv"))
	files, err := filepath.Glob(filepath.Join(dir, "models", "*.rcp"))
	require.NoError(t, err)
	compared, counted, traces := 0, 0, 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".rcp")
		t.Run(name, func(t *testing.T) {
			report := checkFile(t, file)
			if want, ok := counts[name]; ok {
				counted++
				require.Equal(t, want[0], []string{report.Stats.States.String(), strconv.Itoa(report.Stats.Layers)})
			}
			for _, row := range verdicts[name] {
				i, err := strconv.Atoi(row[0])
				require.NoError(t, err)
				want := map[string]mc.Verdict{"true": mc.Holds, "false": mc.Violated}[row[1]]
				result := report.Results[i]
				require.Equal(t, want, result.Verdict, "property %d: %s: %s", i, result.Property.Text, result.Reason)
				require.Equal(t, want == mc.Violated, result.Trace != nil)
				if result.Trace != nil {
					traces++
				}
				compared++
			}
		})
	}
	rows := 0
	for _, list := range verdicts {
		rows += len(list)
	}
	t.Logf("%d models, %d verdicts, %d counts, %d traces", len(files), compared, counted, traces)
	require.Equal(t, rows, compared, "every row of verdicts.tsv has a model")
	require.Equal(t, len(counts), counted, "every row of statecounts.tsv has a model")
}

// table reads a tab-separated file with a head line, by the first column.
func table(t *testing.T, file string) map[string][][]string {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	out := map[string][][]string{}
	lines := bufio.NewScanner(f)
	for lines.Scan(); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		out[fields[0]] = append(out[fields[0]], fields[1:])
	}
	require.NoError(t, lines.Err())
	require.NotEmpty(t, out)
	return out
}

// checkFile checks all properties of a model, and counts layers. Models that
// leave an int without bound get a small range; none of them has a reference
// verdict.
func checkFile(t *testing.T, file string) *mc.Report {
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	p, problems := rcheck.Parse(file, src, rcheck.Options{})
	require.NotNil(t, p, fmt.Sprint(problems))
	if _, unbounded := p.System.Unbounded(); unbounded && strings.HasSuffix(file, "-int.rcp") {
		p, problems = rcheck.Parse(file, src, rcheck.Options{Int: &rcheck.Interval{Lo: 0, Hi: 7}})
		require.NotNil(t, p, fmt.Sprint(problems))
	}
	checker, err := mc.NewChecker(context.Background(), p.System, rcp.Specification(p), mc.WithCertificates(200))
	require.NoError(t, err)
	defer checker.Close()
	report, err := checker.Check(context.Background())
	require.NoError(t, err)
	report.Stats.Layers, err = checker.Layers(context.Background())
	require.NoError(t, err)
	return report
}
