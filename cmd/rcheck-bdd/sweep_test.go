package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/sweep"
)

const counting = `const N = 2;
agent Counter
    local: at : 0..N
    init: at = 0
    repeat: ( up: {at < N} *! (true)()[at := at + 1] + down: {at = N} *! (true)()[at := 0] )
system = Counter(counter, true)
SPEC NAME below := G counter-at < 10;
`

// Of 40 jobs over two workers, one worker is killed. What is lost is known, it is done when the
// plan is run again, and the answers are those that are known beforehand: level N is reached.
func TestKilledWorker(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "counting.rcp"), []byte(counting), 0o600))
	run := func(args ...string) *exec.Cmd {
		c := exec.Command(programName, args...)
		c.Dir = dir
		return c
	}
	require.NoError(t, run("plan", "counting.rcp", "--set", "N=1..40", "--dir", "plan").Run())

	jobs := func(from, to int) []string {
		args := []string{"job", "plan"}
		for n := from; n <= to; n++ {
			args = append(args, strconv.Itoa(n))
		}
		return args
	}
	first, second := run(jobs(1, 10)...), run(jobs(11, 40)...)
	require.NoError(t, first.Start())
	require.NoError(t, second.Start())
	for {
		done, err := filepath.Glob(filepath.Join(dir, "plan/results/[1-4]*"))
		require.NoError(t, err)
		if len(done) > 2 { // 10.json may be there
			break
		}
		time.Sleep(time.Millisecond)
	}
	require.NoError(t, second.Process.Kill())
	require.Error(t, second.Wait())
	require.NoError(t, first.Wait())

	s, err := sweep.Merge(t.Context(), filepath.Join(dir, "plan"))
	require.NoError(t, err)
	require.NotEmpty(t, s.Missing)
	require.Less(t, len(s.Missing), 30)
	merged := run("merge", "plan")
	text, err := merged.Output()
	require.Error(t, err)
	require.Equal(t, 1, merged.ProcessState.ExitCode()) // N = 10 is among what the first worker has done
	require.Contains(t, string(text), fmt.Sprintf("%d of 40 jobs have no result", len(s.Missing)))

	var stderr bytes.Buffer
	again := run("sweep", "counting.rcp", "--set", "N=1..40", "--dir", "plan", "--workers", "2")
	again.Stderr = &stderr
	require.Error(t, again.Run())
	require.Equal(t, len(s.Missing), strings.Count(stderr.String(), "\n"), "only what was lost is done:\n%s", &stderr)
	s, err = sweep.Merge(t.Context(), filepath.Join(dir, "plan"))
	require.NoError(t, err)
	require.Empty(t, s.Missing)
	require.Len(t, s.Outcomes, 40)
	for i, o := range s.Outcomes {
		n := i + 1
		require.Equal(t, map[string]int{"N": n}, o.Set)
		require.Equal(t, strconv.Itoa(n+1), o.States)
		want := "holds"
		if n >= 10 {
			want = "violated"
		}
		require.Equal(t, want, o.Verdicts[0].Verdict, "N=%d", n)
	}
}
