//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// endless is a model whose check takes many minutes: the violation is found at the end of a long
// way.
const endless = `const N = 2;
const D = 200000;
agent Counter
    local: at : 0..D
    init: at = 0
    repeat: ( up: {at < D} *! (true)()[at := at + 1] + down: {at = D} *! (true)()[at := 0] )
system = Counter(counter, true)
SPEC NAME below := G counter-at < D;
`

// await looks again and again until a condition is met: the limit is that of the test.
func await(met func() bool) {
	for !met() {
		time.Sleep(time.Millisecond)
	}
}

// checksOf are the checks that a process has started and that have not ended.
func checksOf(pid int) []int {
	var out []int
	tasks, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	for _, task := range tasks {
		children, _ := os.ReadFile(task) // the task may have ended
		for word := range strings.FieldsSeq(string(children)) {
			child, err := strconv.Atoi(word)
			command, _ := os.ReadFile("/proc/" + word + "/cmdline")
			if err == nil && running(child) && bytes.Contains(command, []byte("\x00check\x00")) {
				out = append(out, child)
			}
		}
	}
	return out
}

// running reports whether a process has not ended. One that nobody has waited for has.
func running(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, state, _ := bytes.Cut(text, []byte(") "))
	return err == nil && !bytes.HasPrefix(state, []byte("Z"))
}

// However a sweep, a job or the process that does it ends, none of them leaves a result of a check
// that was not done, and none leaves a process.
func TestInterruptedSweeps(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "endless.rcp"), []byte(endless), 0o600))
	plan := exec.Command(programName, "plan", "endless.rcp", "--set", "N=1,2", "--dir", "plan")
	plan.Dir = dir
	require.NoError(t, plan.Run())
	sweep := []string{"sweep", "endless.rcp", "--set", "N=1,2", "--workers=2", "--dir", "plan"}
	whole := func(pid int, _ []int) []int { return []int{pid} }
	for _, c := range []struct {
		name   string
		args   []string
		signal syscall.Signal
		to     func(pid int, children []int) []int
		exit   int
		say    string
	}{
		{"a sweep is killed", sweep, syscall.SIGKILL, whole, -1, ""},
		{"a sweep is interrupted", sweep, syscall.SIGINT, whole, undecided, "2 of 2 jobs have no result: interrupted"},
		{"a job is killed", []string{"job", "plan", "1"}, syscall.SIGKILL, whole, -1, ""},
		{"a job is ended", []string{"job", "plan", "1"}, syscall.SIGTERM, whole, undecided, "1 of 1 jobs have no result: interrupted"},
		{"a process is killed", []string{"job", "plan", "1"}, syscall.SIGKILL, func(_ int, children []int) []int { return children }, 2, "job 1 (N=1) is not done: a signal"},
		{"a process is interrupted", []string{"job", "plan", "2"}, syscall.SIGINT, func(_ int, children []int) []int { return children }, 2, "job 2 (N=2) is not done: a signal"},
		{"a process is ended", []string{"job", "plan", "2"}, syscall.SIGTERM, func(_ int, children []int) []int { return children }, 2, "job 2 (N=2) is not done: a signal"},
		{"all are ended", sweep, syscall.SIGTERM, func(pid int, children []int) []int { return append(children, pid) }, -2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var errs bytes.Buffer
			run := exec.Command(programName, c.args...)
			run.Dir, run.Stderr = dir, &errs
			require.NoError(t, run.Start())
			workers := 1
			if c.args[0] == "sweep" {
				workers = 2
			}
			var children []int
			await(func() bool {
				children = checksOf(run.Process.Pid)
				return len(children) == workers
			})
			for _, pid := range c.to(run.Process.Pid, children) {
				require.NoError(t, syscall.Kill(pid, c.signal))
			}
			require.Error(t, run.Wait())
			if c.exit == -2 { // the sweep may end first, or its jobs
				require.Regexp(t, "have no result|is not done", errs.String())
			} else {
				require.Equal(t, c.exit, run.ProcessState.ExitCode(), errs.String())
			}
			require.Contains(t, errs.String(), c.say)
			for _, pid := range children {
				await(func() bool { return !running(pid) })
			}
			results, err := os.ReadDir(filepath.Join(dir, "plan", "results"))
			require.NoError(t, err)
			require.Empty(t, results)
		})
	}
}
