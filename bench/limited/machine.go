package limited

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Machine describes the machine in a line, for tables of measurements:
// processor, number of cores, memory, system and Go version, as far as the
// system tells.
func Machine() string {
	parts := []string{}
	if model := field("/proc/cpuinfo", "model name"); model != "" {
		parts = append(parts, model)
	}
	parts = append(parts, fmt.Sprintf("%d cores", runtime.NumCPU()))
	var kib int64
	if n, _ := fmt.Sscanf(field("/proc/meminfo", "MemTotal"), "%d kB", &kib); n == 1 {
		parts = append(parts, fmt.Sprintf("%d GiB", (kib+1<<19)>>20))
	}
	return strings.Join(append(parts, runtime.GOOS+"/"+runtime.GOARCH, runtime.Version()), ", ")
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
