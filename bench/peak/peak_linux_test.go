package peak

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

var runs = flag.Int("runs", 3, "how many runs are made")

const plain = "agent A\n local: x : bool\n repeat: { x } * ! true () [x := !x]\nsystem = A(a[1..100], true)\n"

// kinds of work that take much memory; of each, those with a smaller limit come first.
var kinds = []struct {
	name string
	args []string
	text string // of model.rcp
}{
	{"parsing", []string{"vet", "model.rcp"}, plain + "SPEC G (a1-x" + strings.Repeat(" & a2-x", 1_000_000) + ")\n"},
	{"native, 2 jobs", []string{"check", "-q", "--jobs=2", "--set=N=7", "store.rcp"}, ""},
	{"expansion", []string{"vet", "model.rcp"}, plain + "SPEC exists i : 1..1048576 . G (a1-x & i > 0)\n"},
	{"orbits", []string{"check", "-q", "--symmetry=orbits", "--set=N=9", "gossip.rcp"}, ""},
	{"native", []string{"check", "-q", "--set=N=7", "store.rcp"}, ""},
	{"rudd", []string{"check", "-q", "--engine=rudd", "--set=N=9", "gossip.rcp"}, ""},
}

const mb = 1 << 20

var limits = []int64{20 * mb, 40 * mb, 80 * mb, 120 * mb, 200 * mb}

// The process keeps within one and a half times the limit and 30 MB, whatever needs the memory.
func TestPeak(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "rcheck-bdd")
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "../../cmd/rcheck-bdd").CombinedOutput()
	require.NoError(t, err, "%s", out)
	models, err := filepath.Abs("../models")
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(filepath.Join(dir, "models"), os.DirFS(models)))
	var table strings.Builder
	table.WriteString("| work           | limit  | peak   | allowed | of what is allowed | exit | CPU     |\n" +
		"|----------------|-------:|-------:|--------:|-------------------:|-----:|--------:|\n")
	decided := 0
	for n := range *runs {
		k, limit := kinds[n%len(kinds)], limits[n/len(kinds)%len(limits)]
		if k.text != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "models", "model.rcp"), []byte(k.text), 0o666))
		}
		args := append([]string{k.args[0], fmt.Sprintf("--max-mem=%d", limit), "--timeout=60"}, k.args[1:]...)
		allowed := limit*3/2 + 30*mb
		var o *limited.Outcome
		for range 3 { // where the collector gets too little time, on a busy machine, more is taken at times
			cmd := exec.Command(program, args...)
			cmd.Dir = filepath.Join(dir, "models")
			o, err = limited.Run(context.Background(), cmd, limited.Limits{CPU: 40 * time.Second})
			require.NoError(t, err)
			if o.PeakBytes <= allowed {
				break
			}
		}
		fmt.Fprintf(&table, "| %-14s | %3d MB | %3d MB | %4d MB | %17d%% | %4d | %5.1f s |\n",
			k.name, limit/mb, o.PeakBytes/mb, allowed/mb, 100*o.PeakBytes/allowed, o.ExitCode, o.CPU)
		require.LessOrEqual(t, o.PeakBytes, allowed, "%s under %d MB", k.name, limit/mb)
		if o.ExitCode != 3 && o.Stopped == limited.NotStopped {
			decided++
			require.True(t, o.ExitCode < 2 || strings.Contains(string(o.Stderr), "error[RC0"), "%s", o.Stderr)
		}
	}
	t.Log("\n" + table.String())
	require.Less(t, decided, *runs, "some runs reach their limit")
}
