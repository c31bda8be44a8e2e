package limited

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// OwnPeakBytes is the largest resident memory that this process has had; 0
// where the system does not tell.
func OwnPeakBytes() int64 { return peakOf(os.Getpid()) }

// peakOf is the largest resident memory that a running process has had, as
// Linux tells it; 0 if it does not, or the process is gone.
func peakOf(pid int) int64 { return statusBytes(pid, "VmHWM") }

// together is the resident memory that a process and those that it started,
// and so on, have now; 0 if it started none, or the system does not tell.
func together(pid int) int64 {
	sum := int64(0)
	for _, child := range children(pid) {
		sum += statusBytes(child, "VmRSS") + together(child)
	}
	if sum == 0 {
		return 0
	}
	return sum + statusBytes(pid, "VmRSS")
}

// children lists the processes that the first thread of a process has started;
// none where the system does not tell.
func children(pid int) []int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return nil
	}
	var out []int
	for field := range bytes.FieldsSeq(text) {
		if child, err := strconv.Atoi(string(field)); err == nil {
			out = append(out, child)
		}
	}
	return out
}

// ticksPerSecond is the unit of times in what Linux tells of a process.
const ticksPerSecond = 100

// processorTime is what all threads of a running process have taken, as Linux
// tells it; 0 if it does not, or the process is gone.
func processorTime(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name of the program, in parentheses, may hold anything.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 13 {
		return 0
	}
	ticks := int64(0)
	for _, field := range fields[11:13] { // of the program and of the system for it
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

// statusBytes is a size in what Linux tells of a process; 0 if it does not.
func statusBytes(pid int, name string) int64 {
	return bytesOf(field(fmt.Sprintf("/proc/%d/status", pid), name))
}
