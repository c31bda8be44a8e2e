package main

import (
	"math"
	"syscall"
)

// installedMemory is the memory of the machine in bytes, or the largest number where the system does not tell.
func installedMemory() int64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return math.MaxInt64
	}
	return int64(uint64(info.Totalram) * uint64(info.Unit))
}
