package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
)

// watched is how often --watch looks at the files.
const watched = 200 * time.Millisecond

// waiting is what --watch says after each check.
const waiting = "waiting for a file to change; interrupt to end"

// watching checks the files, and again whenever one of them has changed, until ctx ends. The status
// is that of the last check.
func (c *checkFlags) watching(ctx context.Context, env *cli.Env, files []string) error {
	inputs := slices.Concat(files, c.propsFiles)
	if slices.Contains(inputs, stdinName) {
		return cli.Usage("--watch cannot watch standard input")
	}
	for {
		seen := stamps(inputs)
		env.Files.Clear() // nothing of an earlier check is in the way of its outputs
		err := c.once(ctx, env, files)
		if err != nil && !isLimit(err) && !errors.As(err, new(cli.Exit)) {
			fmt.Fprintf(env.Stderr, "%s check: %s\n", programName, terminal.Message(err))
			err = cli.Exit(cli.Failed)
		}
		if ctx.Err() != nil {
			return err
		}
		fmt.Fprintf(env.Stderr, "%s: %s\n", programName, waiting)
		for slices.Equal(seen, stamps(inputs)) {
			select {
			case <-ctx.Done():
				return err
			case <-time.After(watched):
			}
		}
		fmt.Fprintln(env.Stdout)
	}
}

// stamp tells one content of a file from another, as far as the system does.
type stamp struct {
	changed time.Time
	size    int64
	missing bool
}

func stamps(files []string) []stamp {
	out := make([]stamp, len(files))
	for i, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			out[i].missing = errors.Is(err, os.ErrNotExist)
			continue
		}
		out[i] = stamp{changed: info.ModTime(), size: info.Size()}
	}
	return out
}
