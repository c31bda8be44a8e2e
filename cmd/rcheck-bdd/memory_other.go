//go:build !linux

package main

import "math"

// installedMemory is the memory of the machine in bytes, or the largest number where the system
// does not tell.
func installedMemory() int64 { return math.MaxInt64 }

// groupMemory is what the process and those grouped with it may use, in bytes; no system but Linux
// tells.
func groupMemory() int64 { return math.MaxInt64 }

// processMemory is how much more memory the process may map, in bytes; no system but Linux tells.
func processMemory() int64 { return math.MaxInt64 }
