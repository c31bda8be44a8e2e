package limited

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// A Hardware is a machine as far as it tells what it is. Fields that it does
// not tell are zero.
type Hardware struct {
	// Processor is the model of the processor, Cores the number of its logical
	// ones that can be used.
	Processor string `json:"processor,omitempty"`
	Cores     int    `json:"cores"`
	// MemoryBytes is the size of the memory.
	MemoryBytes int64 `json:"memory_bytes,omitempty"`
	// System is the operating system and the architecture, such as linux/amd64.
	System string `json:"system"`
	// Go is the version of Go that this program was built with.
	Go string `json:"go"`
}

// ThisMachine looks at the machine that it runs on.
func ThisMachine() Hardware {
	return Hardware{
		Processor: field("/proc/cpuinfo", "model name"), Cores: runtime.NumCPU(), MemoryBytes: bytesOf(field("/proc/meminfo", "MemTotal")),
		System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
	}
}

// String describes the machine in a line, for tables of measurements:
// processor, number of cores, memory, system and Go version, as far as they are
// known.
func (h Hardware) String() string {
	parts := []string{}
	if h.Processor != "" {
		parts = append(parts, h.Processor)
	}
	parts = append(parts, fmt.Sprintf("%d cores", h.Cores))
	if h.MemoryBytes > 0 {
		parts = append(parts, fmt.Sprintf("%d GiB", (h.MemoryBytes+1<<29)>>30))
	}
	return strings.Join(append(parts, h.System, h.Go), ", ")
}

// Load is the average number of processes that were running or wanted to in the
// last minute, as Linux tells it; ok is false elsewhere.
func Load() (load float64, ok bool) {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0, false
	}
	n, _ := fmt.Sscan(string(text), &load)
	return load, n == 1
}

// bytesOf reads a size such as `1024 kB`; 0 if the text is none.
func bytesOf(text string) int64 {
	kib, err := strconv.ParseInt(strings.TrimSuffix(text, " kB"), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}

// field is the first value of a name in a file of lines `name : value`; empty
// if there is none.
func field(file, name string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		key, value, found := strings.Cut(line, ":")
		if found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
