package main

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// defaultMemory is the limit on the tables of decision diagrams if none is given: three quarters of the machine's memory or of
// what its control group may use, so that a check that needs more says so instead of being killed. It is 0, no limit, where the
// system does not tell.
func defaultMemory() int64 {
	total := int64(math.MaxInt64)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		total = min(total, memTotal(string(text)))
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			total = min(total, n)
		}
	}
	if total == math.MaxInt64 {
		return 0
	}
	return total / 4 * 3
}

// memTotal is the memory of a machine according to its /proc/meminfo, in bytes.
func memTotal(meminfo string) int64 {
	for line := range strings.Lines(meminfo) {
		fields := strings.Fields(line)
		if len(fields) == 3 && fields[0] == "MemTotal:" && fields[2] == "kB" {
			if n, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
				return n * 1024
			}
		}
	}
	return math.MaxInt64
}
