//go:build unix

package limited

import (
	"os"
	"runtime"
	"syscall"
)

// peakAfter is the largest resident memory of a process that has ended. On
// Linux it includes what this process had when it started the other.
func peakAfter(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
