package main

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// Where integers have 32 bits the build says that they are too narrow, and nothing else.
func TestNarrowPlatformsAreRefused(t *testing.T) {
	for _, arch := range []string{"386", "arm"} {
		c := exec.Command("go", "build", "-o", os.DevNull, ".")
		c.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch)
		out, err := c.CombinedOutput()
		require.Error(t, err)
		require.Regexp(t, `(?s)build constraints exclude all Go files in \S*/needs-a-64-bit-platform\n$`, string(out))
		require.NotContains(t, string(out), "hudd.go")
	}
}
