package recipetest

import (
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// Tests that generate models leave much garbage and little that stays. With fewer collections they
// take a fifth less CPU time.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Number is how many systems, or similar, a test generates: the value of the environment variable
// if it is set, otherwise the given number.
func Number(t testing.TB, variable string, otherwise int) int {
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("%s=%s is no number of systems", variable, text)
	}
	return n
}
