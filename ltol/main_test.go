package ltol

import (
	"os"
	"runtime/debug"
	"testing"
)

// Tests leave much garbage and little that stays. With fewer collections they take a fifth less CPU
// time.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
