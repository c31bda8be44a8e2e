// Command rcheck-bdd checks, simulates and explains R-CHECK models. Run `rcheck-bdd help` for its
// commands; doc/ next to this file tells more.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/sweep"
)

func main() {
	collectLater()
	os.Exit(run())
}

// run runs the command line of the process. The first interrupt cancels what is going on, which
// then reports what it knows; the second one ends the process at once.
func run() int {
	if os.Getenv(sweep.WorkerVariable) != "" {
		return runWorker()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		stop()
	}()
	return runIn(ctx, os.Stdin)
}

// runWorker runs the command line of a process that does a job of a sweep: see
// [sweep.WorkerVariable].
func runWorker() int {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(cli.Failed) // nobody waits for the answer
	}()
	return runIn(context.Background(), strings.NewReader(""))
}

func runIn(ctx context.Context, stdin io.Reader) int {
	env := &cli.Env{Stdin: stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}
	return program().Run(ctx, env, os.Args[1:])
}

func program() *cli.Program {
	p := &cli.Program{
		Name:    programName,
		Short:   "rcheck-bdd checks properties of R-CHECK and ISPL models, and shows what the models do.",
		Version: versionText(),
		Failure: failure,
		Footer: "Exit status: 0 success, 1 a property is violated, 2 wrong usage, wrong input or an internal\n" +
			"error, 3 a property is undecided because of a limit, a time-out or an interrupt.",
	}
	p.Commands = []*cli.Command{
		checkCommand(),
		simulateCommand(),
		replayCommand(),
		conformCommand(),
		monitorCommand(),
		contractsCommand(),
		reachCommand(),
		drawCommand(),
		automatonCommand(),
		exportCommand(),
		satCommand(),
		sweepCommand(),
		planCommand(),
		jobCommand(),
		mergeCommand(),
		vetCommand(),
		fmtCommand(),
		lspCommand(),
		serveCommand(),
		explainCommand(),
		versionCommand(),
	}
	p.Commands = append(p.Commands, cli.HelpCommand(p), cli.CompletionCommand(p), cli.ManualCommand(p))
	return p
}
