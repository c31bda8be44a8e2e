package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/shell"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
)

// conversationFlags are the flags of commands that talk with the user about a run.
type conversationFlags struct {
	model  modelFlags
	script string
	seed   uint64
	view   viewFlags
	saveTo string
	limits limitFlags
}

// simulateFlags are the flags of simulate.
type simulateFlags struct {
	conversationFlags
	start       string
	randomStart bool
	steps       int
	logs        int
	cover       string
	runs        int
	json        string
}

func (c *conversationFlags) declare(f *cli.Flags) {
	f.Group("The conversation")
	f.StringVar(&c.script, "script", "", "read commands from this `FILE` (- is standard input), and stop at the first that fails")
	f.Uint64Var(&c.seed, "seed", 1, "`NUMBER` that determines all random choices (default: 1)")
	c.view.declare(f)
	f.StringVarP(&c.saveTo, "save", "o", "", "write the run to this `FILE` at the end")
	c.limits.declare(f)
	c.model.declare(f)
}

// newShell returns a shell about a model. The error is about the flags of the view.
func (c *conversationFlags) newShell(ctx context.Context, env *cli.Env, m *model) (*shell.Shell, error) {
	options, err := c.shellOptions(ctx, env, m)
	return shell.New(m.program, options), err
}

// newJoint is newShell about a walk through a model in ISPL.
func (c *conversationFlags) newJoint(ctx context.Context, env *cli.Env, m *model, walk *simulate.JointWalk) (*shell.Joint, error) {
	options, err := c.shellOptions(ctx, env, m)
	return shell.NewJoint(walk, m.ispl.System, m.condition, options), err
}

func (c *conversationFlags) shellOptions(ctx context.Context, env *cli.Env, m *model) (shell.Options, error) {
	view, err := m.view(ctx, &c.view)
	style := c.model.style(env, env.Stdout)
	return shell.Options{
		Out: env.Stdout, Style: style, Seed: c.seed,
		Text: view.Options(style),
		Save: func(path string, run any) error { return c.save(env, m, path, run) },
	}, err
}

// save writes a run to a file.
func (c *conversationFlags) save(env *cli.Env, m *model, path string, run any) error {
	f, err := createFile(env, path)
	if err != nil {
		return err
	}
	file := c.traceFile(m)
	file.Trace = run
	if err = report.WriteJSON(f, file, ""); err != nil {
		return output.CannotWrite(path, err)
	}
	defer f.Forget() // a conversation may save to one file again and again
	return f.Commit()
}

// traceFile is a saved run of a model, but for the run.
func (c *conversationFlags) traceFile(m *model) report.TraceFile {
	return report.TraceFile{Schema: report.Schema, Tool: tool(), File: m.name, Settings: c.model.settings()}
}

// checkSave returns an error if --save names a file that could not be written in the end.
func (c *conversationFlags) checkSave(env *cli.Env) error {
	if c.saveTo == "" {
		return nil
	}
	f, err := createFile(env, c.saveTo)
	if err == nil {
		f.Forget()
	}
	return err
}

// A walker is what commands are executed by, whatever the formalism of the model.
type walker interface {
	Greet(ctx context.Context, name string) error
	// Moved reports whether the run has changed since it was asked last.
	Moved() bool
	Execute(ctx context.Context, line string) error
	// Complete offers what the word at the end of a line may become.
	Complete(before string) (word string, offers []string)
	// Saved is the run so far as files have it.
	Saved(ctx context.Context) (any, error)
}

// talk executes lines until there are no more: those of --script, those typed on a terminal, or
// those of standard input. Of anything but a terminal the lines are repeated in the output, and the
// first that fails, or a limit, ends the conversation.
func (c *conversationFlags) talk(ctx context.Context, env *cli.Env, sh walker, m *model) error {
	if err := sh.Greet(ctx, terminal.Name(m.name)); err != nil {
		return err
	}
	sh.Moved()
	lines, name, err := c.lines(ctx, env, sh, m.name)
	if err == nil {
		err = c.checkSave(env)
	}
	if err != nil {
		return err
	}
	interactive := name == ""
	var interrupts chan os.Signal
	if interactive { // from now on an interrupt ends a command, not the program
		c.limits.lasting.Store(true)
		interrupts = make(chan os.Signal, 1)
		signal.Notify(interrupts, os.Interrupt)
		defer signal.Stop(interrupts)
	}
	read := lines.Read
	if !interactive {
		read = func() (string, error) { return awaited(ctx, "reading commands", lines.Read) }
	}
	show := func(err error) {
		if err != nil {
			fmt.Fprintf(env.Stdout, "%s %s\n", c.model.style(env, env.Stdout).Bad("error:"), terminal.Message(err))
		}
	}
	var end error
	for number := 1; ; number++ {
		select {
		case <-interrupts: // which came too late for the command
		default:
		}
		line, err := read()
		if errors.Is(err, io.EOF) {
			break
		}
		if isLimit(err) {
			end = err
			break
		}
		if err != nil {
			return fmt.Errorf("cannot read commands: %w", err)
		}
		if !interactive && strings.TrimSpace(line) != "" {
			fmt.Fprintf(env.Stdout, "> %s\n", line)
		}
		err = c.execute(ctx, sh, line, interrupts)
		if errors.Is(err, shell.ErrQuit) {
			break
		}
		if isLimit(err) && !interactive {
			end = fmt.Errorf("%s:%d: %s: %w", name, number, strings.TrimSpace(line), err)
			break
		}
		if err != nil && !interactive {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
		show(err)
		if sh.Moved() && interactive {
			show(c.execute(ctx, sh, "list", interrupts))
		}
	}
	if c.saveTo == "" {
		return end
	}
	run, err := sh.Saved(context.WithoutCancel(ctx)) // also after a limit
	if err == nil {
		err = c.save(env, m, c.saveTo, run)
	}
	return errors.Join(end, err)
}

// execute carries out a line. On a terminal, where there are interrupts, these and the limits end
// the command, not the conversation.
func (c *conversationFlags) execute(ctx context.Context, sh walker, line string, interrupts <-chan os.Signal) error {
	if interrupts == nil {
		return sh.Execute(ctx, line)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	go func() {
		select {
		case <-interrupts:
			stop()
		case <-ctx.Done():
		}
	}()
	ctx, release := c.limits.limited(ctx)
	defer release()
	err := sh.Execute(ctx, line)
	if isLimit(err) {
		return errors.New(limitText(err))
	}
	return err
}

// lines returns where the commands come from, and under which name errors speak of it; the name of
// a terminal is empty.
func (c *conversationFlags) lines(ctx context.Context, env *cli.Env, sh walker, model string) (terminal.Lines, string, error) {
	stdin, stdout := terminal.File(env.Stdin), terminal.File(env.Stdout)
	switch {
	case (c.script == "" || c.script == stdinName) && model == stdinName:
		return nil, "", cli.Usage("standard input cannot be both the model and the commands; read the commands with --script FILE")
	case c.script != "" && c.script != stdinName:
		text, err := readInput(ctx, env, c.script)
		if err != nil {
			return nil, "", err
		}
		return terminal.NewScript(strings.NewReader(string(text))), terminal.Name(c.script), nil
	case c.script == "" && terminal.IsTerminal(env.Stdin) && terminal.IsTerminal(env.Stdout):
		return terminal.NewEditor(stdin, stdout, "> ", sh.Complete), "", nil
	}
	noteStdin(env)
	return terminal.NewScript(env.Stdin), "stdin", nil
}
