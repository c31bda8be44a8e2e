package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// limitFlags bound what a command may take, from reading its model on.
type limitFlags struct {
	timeout time.Duration
	maxMem  int64
	// lasting tells that the command goes on after its limits: a conversation on a terminal does.
	lasting atomic.Bool
}

func (l *limitFlags) declare(f *cli.Flags) {
	f.Group("Limits")
	l.declareLimits(f, "")
}

func (l *limitFlags) declareLimits(f *cli.Flags, per string) {
	f.Duration(&l.timeout, "timeout", "stop after this `TIME`"+per+": 30s, 5m, or a number of seconds")
	f.Size(&l.maxMem, "max-mem", "use at most this `SIZE` of memory: 500MB, 2GiB (default: three quarters of the memory of the machine)")
}

// memory is the limit on memory in bytes; 0 is none.
func (l *limitFlags) memory() int64 {
	limit := l.maxMem
	if limit == 0 {
		limit = defaultMemory()
	}
	return mappable(limit, processMemory())
}

// memoryPerPage divides the limit on memory: one part is for the runs that a page shows. They are
// held twice, and the check needs room besides them.
const memoryPerPage = 16

// pageLimits bound what a page shows of a file.
func (l *limitFlags) pageLimits() workbench.Thresholds {
	t := workbench.DefaultThresholds()
	if memory := l.memory(); memory > 0 {
		t.PageBytes = int(min(int64(t.PageBytes), memory/memoryPerPage))
	}
	return t
}

// limited is ctx with the limits.
func (l *limitFlags) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := watchMemory(ctx, l.memory())
	if l.timeout == 0 {
		return ctx, stop
	}
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	return ctx, func() { cancel(); stop() }
}

// command is what a command runs, under the limits.
func (l *limitFlags) command(run runner) runner {
	return func(ctx context.Context, env *cli.Env, args []string) error {
		ctx, cancel := l.limited(ctx)
		defer cancel()
		return punctual(ctx, env, &l.lasting, func() error { return run(ctx, env, args) })
	}
}

// failure is the message about the error of a command, with the exit status.
func failure(err error) (string, int) {
	if isLimit(err) {
		return terminal.Escape(withAdvice(limitText(err), err)), undecided
	}
	return terminal.Message(err), cli.Failed
}

// progressFlag says how often progress is shown.
type progressFlag struct {
	every time.Duration // 0 if the flag gives none
	off   bool
}

func (p *progressFlag) declare(f *cli.Flags) {
	f.Func("progress", "show the progress every `TIME` (1s if you give none); this is the default on a terminal;\n--progress=off shows none",
		func(s string) (err error) {
			if p.every, p.off = 0, s == "off"; !p.off {
				p.every, err = cli.ParseDuration(s)
			}
			return err
		})
	f.Optional("progress", "1s")
}

// shown shows progress on the error output; nil if nobody wants to see it.
func (p *progressFlag) shown(env *cli.Env) *terminal.Progress {
	if p.every == 0 && (p.off || !terminal.IsTerminal(env.Stderr)) {
		return nil
	}
	return terminal.NewProgress(env.Stderr, cmp.Or(p.every, time.Second))
}

// describe says how far the check of a file has come.
func describe(name string, now mc.Progress) string {
	text := terminal.Name(name) + ": "
	if now.Property > 0 {
		text += fmt.Sprintf("property %d: ", now.Property)
	}
	return text + fmt.Sprintf("%s (%d images, %d rounds, %d nodes)", now.Phase, now.Images, now.Rounds, now.Nodes)
}

// runner is what the Run of a command is.
type runner = func(ctx context.Context, env *cli.Env, args []string) error

// limits are the errors that say that a limit, or an interrupt, ended some work, and how users call
// them where nothing says more.
var limits = []struct {
	err  error
	text string
}{
	{context.DeadlineExceeded, "time is up"},
	{context.Canceled, "interrupted"},
	{bdd.ErrMemoryLimit, "the memory limit is reached"},
	{bdd.ErrNodeLimit, "the limit on BDD nodes is reached"},
	{ltol.ErrTooLarge, ""},
	{errLogLimit, ""},
	{mc.ErrGrows, ""},
}

func isLimit(err error) bool {
	for _, l := range limits {
		if errors.Is(err, l.err) {
			return true
		}
	}
	return false
}

// limitText is an error about a limit in words.
func limitText(err error) string {
	text := err.Error()
	for _, l := range limits {
		if l.text != "" && errors.Is(err, l.err) {
			text = strings.Replace(text, l.err.Error(), l.text, 1)
		}
	}
	return text
}

// exit ends a command with an exit status and no message; it is nil if the status is 0.
func exit(status int) error {
	if status == 0 {
		return nil
	}
	return cli.Exit(status)
}

// The exit statuses of check, besides cli.Failed and 0; the first that applies of failed, violated,
// undecided counts.
const (
	violated  = 1
	undecided = 3
)

// errLogLimit is wrapped by errors about limits of logs.
var errLogLimit = errors.New("a limit on logs is reached")
