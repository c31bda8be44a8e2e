// Package cli is the frame of a command line with subcommands: declaring them and their flags, reading arguments in any order,
// help, suggestions for what was misspelled, and shell completion. It knows nothing of model checking.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// Failed is the exit status of a command that could not do what it was asked: bad usage, bad input, an internal error.
const Failed = 2

// Env is the world that a command sees. [Program.Run] sees to it that all text for Stdout and Stderr goes through a
// [terminal.Writer].
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	// Files are what the command reads and writes.
	Files output.Files
}

// A Command is one subcommand.
type Command struct {
	Name string
	// Arguments is what follows the flags in the synopsis, such as "FILE...".
	Arguments string
	// Short is one line for the list of commands, without a full stop.
	Short string
	// Long are the paragraphs that the command's own help adds.
	Long string
	// Words are what the first argument can be, or begin with, for completion; nil if it is a file.
	Words func() []string
	// Flags declares the command's flags; nil if there are none.
	Flags func(*Flags)
	// Run does the work and returns the exit status. An error is printed by the caller and means status [Failed]; an error
	// made by [Usage] adds where to find help.
	Run func(ctx context.Context, env *Env, args []string) (int, error)
}

// A Program is a set of commands.
type Program struct {
	Name string
	// Short says in a sentence what the program is for.
	Short string
	// Footer ends the help of the program.
	Footer   string
	Commands []*Command
}

// usageError is an error in the way a command was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage returns an error that blames the arguments of the command.
func Usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Run runs the program on the arguments that follow its name and returns the exit status.
func (p *Program) Run(ctx context.Context, env *Env, args []string) int {
	out, errs := terminal.NewWriter(env.Stdout), terminal.NewWriter(env.Stderr)
	env.Stdout, env.Stderr = out, errs
	env.Files.Stdout, env.Files.Stderr = out.Document(), errs.Document()
	status := p.run(ctx, env, args)
	_ = errs.Close() // there is nowhere to tell it
	if err := out.Close(); err != nil {
		fmt.Fprintf(env.Stderr, "%s: cannot write to standard output: %v\n", p.Name, err)
		return Failed
	}
	return status
}

func (p *Program) run(ctx context.Context, env *Env, args []string) int {
	if len(args) == 0 {
		p.help(env.Stderr)
		return Failed
	}
	name, rest := args[0], args[1:]
	if name == "-h" || name == "--help" || name == "-help" {
		p.help(env.Stdout)
		return 0
	}
	c := p.Command(name)
	if c == nil {
		fmt.Fprintln(env.Stderr, p.unknown(terminal.Name(name)))
		return Failed
	}
	status, err := p.runCommand(ctx, env, c, rest)
	if err == nil {
		return status
	}
	fmt.Fprintf(env.Stderr, "%s %s: %s\n", p.Name, c.Name, terminal.Message(err))
	if errors.As(err, new(usageError)) {
		fmt.Fprintf(env.Stderr, "Run `%s help %s` for its arguments and flags.\n", p.Name, c.Name)
	}
	return Failed
}

func (p *Program) runCommand(ctx context.Context, env *Env, c *Command, args []string) (int, error) {
	flags := newFlags(c)
	positional, err := flags.parse(args)
	if errors.Is(err, errHelp) {
		p.commandHelp(env.Stdout, c)
		return 0, nil
	}
	if err != nil {
		return Failed, err
	}
	return c.Run(ctx, env, positional)
}

// Command returns the command of that name, or nil.
func (p *Program) Command(name string) *Command {
	i := slices.IndexFunc(p.Commands, func(c *Command) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return p.Commands[i]
}

// unknown tells what to type instead of a command that does not exist.
func (p *Program) unknown(name string) string {
	text := fmt.Sprintf("%s: unknown command `%s`", p.Name, name)
	names := make([]string, len(p.Commands))
	for i, c := range p.Commands {
		names[i] = c.Name
	}
	switch hint := diag.DidYouMean(name, names); {
	case hint != "":
		text += "; " + hint
	case strings.HasSuffix(name, ".rcp"):
		text += fmt.Sprintf("; to check a model: `%s check %s`", p.Name, name)
	case strings.HasPrefix(name, "-"):
		text += fmt.Sprintf("; flags follow the command: `%s COMMAND %s`", p.Name, name)
	}
	return text + fmt.Sprintf("\nRun `%s help` for the list of commands.", p.Name)
}
