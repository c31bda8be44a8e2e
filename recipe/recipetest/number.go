package recipetest

import (
	"os"
	"strconv"
	"testing"
)

// Number is how many systems, or the like, a test generates: what the
// environment variable says if it is set, or else the number given.
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
