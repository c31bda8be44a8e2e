package mc_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage less often, unless GOGC decides it: tests make thousands of small
// checkers, and with Go's own percentage a third of their time is garbage collection.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
