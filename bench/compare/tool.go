package compare

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A Tool is a program with its version.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	path    string
}

// module is the path of this module.
const module = "github.com/rcheck-bdd/rcheck-bdd"

// versionLimit is how long a tool may take to tell its version.
const versionLimit = 20 * time.Second

// BuildOurs builds this tool's command in a directory, and returns its path. The working directory
// must be in the module.
func BuildOurs(ctx context.Context, directory string) (string, error) {
	path := filepath.Join(directory, Ours+".exe")
	cmd := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", path, module+"/cmd/"+Ours)
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, text)
	}
	return path, nil
}

// OpenOurs uses this tool's command where it is.
func OpenOurs(ctx context.Context, path string) (*Tool, error) {
	text, err := firstWords(ctx, path, "version")
	if err != nil {
		return nil, err
	}
	version, found := strings.CutPrefix(strings.TrimSpace(text), Ours+" ")
	if !found {
		return nil, fmt.Errorf("%s is not %s: it says %q", path, Ours, lastLine([]byte(text)))
	}
	return newTool(Ours, version, path)
}

// peerVersion is how NuSMV and nuXmv begin what they write.
var peerVersion = regexp.MustCompile(`(?m)^\*\*\* This is (NuSMV|nuXmv) (\S+)`)

// abcVersion is how ABC tells its version.
var abcVersion = regexp.MustCompile(`(?m)^UC Berkeley, (ABC) (.+)$`)

// FindPeer looks for a peer, [NuSMV], [NuXmv] or [ABC]: at a path or, without one,
// where programs are. Without a path it is no error that there is none, and
// the result is nil.
func FindPeer(ctx context.Context, name, path string) (*Tool, error) {
	if path == "" {
		found, err := exec.LookPath(name)
		if err != nil {
			return nil, nil
		}
		path = found
	}
	arguments, pattern, says := []string{"-help"}, peerVersion, name
	if name == ABC {
		arguments, pattern, says = []string{"-c", "version"}, abcVersion, "ABC"
	}
	text, err := firstWords(ctx, path, arguments...)
	if err != nil {
		return nil, err
	}
	match := pattern.FindStringSubmatch(text)
	if match == nil || match[1] != says {
		return nil, fmt.Errorf("%s is not %s: it says %q", path, name, strings.SplitN(text, "\n", 2)[0])
	}
	return newTool(name, match[2], path)
}

func newTool(name, version, path string) (*Tool, error) {
	absolute, err := filepath.Abs(path)
	return &Tool{Name: name, Version: version, path: absolute}, err
}

// firstWords is what a program writes, whatever its exit status.
func firstWords(ctx context.Context, path string, arguments ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionLimit)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, path, arguments...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return "", err
	}
	return out.String(), ctx.Err()
}
