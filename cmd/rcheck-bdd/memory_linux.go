package main

import (
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// installedMemory is the memory of the machine in bytes, or the largest number where the system
// does not tell.
func installedMemory() int64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return math.MaxInt64
	}
	return int64(uint64(info.Totalram) * uint64(info.Unit))
}

// groupMemory is what the control groups of the process may use, in bytes, or the largest number if
// they have no limit.
func groupMemory() int64 {
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return math.MaxInt64
	}
	return groupLimit(string(groups), "/sys/fs/cgroup")
}

// groupLimit is the smallest limit of the control groups that the lines of /proc/self/cgroup name,
// and of all groups around them: batch systems such as SLURM limit the group of a job, and run each
// of its steps in a group inside. Both versions of control groups are read, and so is the root,
// which is the group itself in a container.
func groupLimit(groups, root string) int64 {
	limit := int64(math.MaxInt64)
	for _, line := range strings.Split(groups, "\n") {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) < 3 {
			continue
		}
		folder, file := root, "memory.max"
		if parts[1] != "" {
			folder, file = path.Join(root, "memory"), "memory.limit_in_bytes"
		}
		if parts[1] != "" && !strings.Contains(","+parts[1]+",", ",memory,") {
			continue
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			limit = min(limit, numberIn(path.Join(folder, group, file)))
			if group == "/" {
				break
			}
		}
	}
	return limit
}

// numberIn is the number in a file, or the largest one if there is no file or no number, such as
// `max`.
func numberIn(name string) int64 {
	text, err := os.ReadFile(name)
	if err != nil {
		return math.MaxInt64
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return n
}

// rlimitData is RLIMIT_DATA, which package syscall does not name on all processors.
const rlimitData = 2

// processMemory is how much more memory the process may map, in bytes, as `ulimit -v` and `ulimit
// -d` have it, or the largest number if they have no limit.
func processMemory() int64 {
	limit := int64(math.MaxInt64)
	for field, resource := range map[int]int{0: syscall.RLIMIT_AS, 5: rlimitData} {
		var r syscall.Rlimit
		if syscall.Getrlimit(resource, &r) != nil || uint64(r.Cur) >= math.MaxInt64 {
			continue
		}
		text, _ := os.ReadFile("/proc/self/statm") // all pages, ..., those of data and stacks
		if pages := strings.Fields(string(text)); len(pages) > field {
			if mapped, err := strconv.ParseInt(pages[field], 10, 64); err == nil {
				limit = min(limit, max(0, int64(r.Cur)-mapped*int64(os.Getpagesize())))
			}
		}
	}
	return limit
}
