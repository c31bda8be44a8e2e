// Command rcheck-bdd checks, simulates and explains R-CHECK models. Run `rcheck-bdd help` for its commands; doc/ beside this
// file tells more.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
)

func main() { os.Exit(run()) }

// run runs the command line of the process. The first interrupt cancels what is going on, which then reports what it knows; the
// second one ends the process at once.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		stop()
	}()
	out := &heededWriter{to: os.Stdout}
	env := &cli.Env{Stdin: os.Stdin, Stdout: out, Stderr: os.Stderr, Getenv: os.Getenv}
	if terminal.IsTerminal(os.Stdout) { // which has to be recognised as one
		env.Stdout = os.Stdout
	}
	status := program().Run(ctx, env, os.Args[1:])
	if out.err != nil {
		fmt.Fprintf(os.Stderr, "%s: cannot write to standard output: %v\n", programName, out.err)
		return cli.Failed
	}
	return status
}

// heededWriter remembers its first error, so that lost output is never reported as success.
type heededWriter struct {
	to  io.Writer
	err error
}

func (w *heededWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

// programName is what the program is called in its own texts, however it was started.
const programName = "rcheck-bdd"

func program() *cli.Program {
	p := &cli.Program{
		Name:  programName,
		Short: "rcheck-bdd checks LTOL properties of R-CHECK models, and shows what the models do.",
		Footer: "Exit status: 0 all is well, 1 a property is violated, 2 bad usage or input or an\n" +
			"internal error, 3 a property is undecided (limit, time-out or interrupt).",
	}
	p.Commands = []*cli.Command{
		checkCommand(),
		simulateCommand(),
		replayCommand(),
		reachCommand(),
		drawCommand(),
		automatonCommand(),
		exportCommand(),
		satCommand(),
		vetCommand(),
		fmtCommand(),
		explainCommand(),
		versionCommand(),
	}
	p.Commands = append(p.Commands, cli.HelpCommand(p), cli.CompletionCommand(p))
	return p
}
