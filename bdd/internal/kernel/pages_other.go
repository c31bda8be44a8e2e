//go:build !linux

package kernel

// largePages does nothing on systems that need not be asked.
func largePages[E any](table []E, _ int) []E { return table }
