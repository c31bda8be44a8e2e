package limited

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// OwnPeakBytes is the largest resident memory that this process has had; 0
// where the system does not tell.
func OwnPeakBytes() int64 { return peakOf(os.Getpid()) }

// peakOf is the largest resident memory that a running process has had, as
// Linux tells it; 0 if it does not, or the process is gone.
func peakOf(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, text, found := bytes.Cut(text, []byte("\nVmHWM:"))
	if !found {
		return 0
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	kib, err := strconv.ParseInt(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(line), []byte("kB")))), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}
