package main

import (
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// The limit of a process's control groups is the smallest of its own group and of those around it.
func TestGroupLimit(t *testing.T) {
	for _, c := range []struct {
		name, groups string
		files        map[string]string
		want         int64
	}{
		{"none", "0::/\n", nil, math.MaxInt64},
		{"a container", "0::/\n", map[string]string{"memory.max": "1000\n"}, 1000},
		{"unlimited", "0::/a\n", map[string]string{"memory.max": "max\n", "a/memory.max": "max\n"}, math.MaxInt64},
		{"the own group", "0::/a/b\n", map[string]string{"a/memory.max": "max", "a/b/memory.max": "500"}, 500},
		{"a group around", "0::/system.slice/slurmstepd.scope/job_1/step_0/user/task_0\n",
			map[string]string{"system.slice/slurmstepd.scope/job_1/memory.max": "700",
				"system.slice/slurmstepd.scope/job_1/step_0/memory.max": "900"}, 700},
		{"another group", "0::/a\n", map[string]string{"b/memory.max": "500"}, math.MaxInt64},
		{"version 1", "5:cpu,cpuacct:/x\n4:memory:/slurm/uid_0/job_1/step_0\n0::/\n",
			map[string]string{"memory/slurm/uid_0/job_1/memory.limit_in_bytes": "600",
				"memory/slurm/uid_0/job_1/step_0/memory.limit_in_bytes": "9223372036854771712",
				"memory/x/memory.limit_in_bytes":                        "5"}, 600},
		{"a namespace", "0::/../../a\n", map[string]string{"a/memory.max": "400"}, 400},
		{"nonsense", "x\n0:\n", map[string]string{"memory.max": "12 kB"}, math.MaxInt64},
	} {
		root := t.TempDir()
		for name, text := range c.files {
			file := filepath.Join(root, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
			require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		}
		require.Equal(t, c.want, groupLimit(c.groups, root), c.name)
	}
}

// What a process may map is what its limits leave.
func TestProcessMemory(t *testing.T) {
	for _, resource := range []int{syscall.RLIMIT_AS, rlimitData} {
		var before syscall.Rlimit
		require.NoError(t, syscall.Getrlimit(resource, &before))
		const some = 1 << 44
		require.NoError(t, syscall.Setrlimit(resource, &syscall.Rlimit{Cur: some, Max: before.Max}))
		left := processMemory()
		require.NoError(t, syscall.Setrlimit(resource, &before))
		require.Less(t, left, int64(some))
		require.Greater(t, left, int64(some/2))
	}
}

// A limit on what a process may map holds whatever limit on memory is given.
func TestMappable(t *testing.T) {
	for _, c := range []struct{ limit, free, want int64 }{
		{0, math.MaxInt64, 0}, {500, math.MaxInt64, 500}, {0, 1 << 30, 1<<29 - 18<<20},
		{100 << 20, 1 << 30, 100 << 20}, {1 << 40, 1 << 30, 1<<29 - 18<<20}, {1 << 40, 0, leastMemory},
	} {
		require.Equal(t, c.want, mappable(c.limit, c.free))
	}
}
