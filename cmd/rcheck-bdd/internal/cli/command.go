// Package cli is the frame of a command line with subcommands: it declares commands and flags to
// the library cobra, and says in this program's words what cobra says in its own: help, suggestions
// for what was misspelled, and manual pages. It knows nothing of model checking.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// Failed is the exit status of a command that could not do what it was asked: bad usage, bad input,
// an internal error.
const Failed = 2

// Env is the world that a command sees. [Program.Run] sees to it that all text for Stdout and
// Stderr goes through a [terminal.Writer].
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	// Files are what the command reads and writes.
	Files output.Files
}

// Cut ends the output of the command, although it goes on: nothing more is printed on Stdout, and
// no file is written. What a file was, it is. It may be called at any time.
func (e *Env) Cut() {
	if out, ok := e.Stdout.(*terminal.Writer); ok {
		out.Cut()
	}
	e.Files.Stop()
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
	// Words are what the first argument can be, or begin with, for completion; nil if it is a file. If
	// the arguments end with "...]", all of them are such words.
	Words func() []string
	// Flags declares the command's flags; nil if there are none.
	Flags func(*Flags)
	// Run does the work. [Program.Failure] says how its error is printed. One made by [Usage] adds
	// where to find help. Nothing is printed for [ErrReported] and [Exit].
	Run func(ctx context.Context, env *Env, args []string) error
}

// A Program is a set of commands.
type Program struct {
	Name string
	// Short says in a sentence what the program is for.
	Short string
	// Version is what the flag --version prints.
	Version string
	// Footer ends the help of the program.
	Footer string
	// Failure is the message about the error of a command, with the exit status. It must not be nil.
	Failure  func(error) (string, int)
	Commands []*Command
}

// ErrReported is the error of a command that has already printed what is wrong.
var ErrReported = errors.New("the errors were printed")

// An Exit ends a command with this exit status.
type Exit int

func (e Exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

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
	command := ""
	if len(args) > 0 {
		command = args[0]
	}
	root := p.tree(env, command)
	root.SetArgs(append([]string{}, args...)) // nil would stand for those of the process
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		for _, c := range root.Commands() { // cobra keeps what is declared for ever, with the whole program
			complete(c)
		}
	}
	c, err := root.ExecuteContextC(ctx)
	var end Exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &end):
		return int(end)
	case errors.Is(err, ErrReported):
		return Failed
	}
	text, status := p.Failure(err)
	fmt.Fprintf(env.Stderr, "%s: %s\n", c.CommandPath(), text)
	switch {
	case c == root:
		fmt.Fprintf(env.Stderr, "Run `%s help` for the list of commands.\n", p.Name)
	case errors.As(err, new(usageError)):
		fmt.Fprintf(env.Stderr, "Run `%s help %s` for its arguments and flags.\n", p.Name, c.Name())
	}
	return status
}

// tree is the program as cobra has it, in the world of env. If only is the name of a command, the
// others are there without their flags, whose declaration would take a good part of a short run.
func (p *Program) tree(env *Env, only string) *cobra.Command {
	root := &cobra.Command{
		Use: p.Name, Short: p.Short,
		SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true}, // there is one with other texts
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return p.unknown(args[0])
		},
	}
	version := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(*cobra.Command, []string) error {
		if *version {
			fmt.Fprintln(env.Stdout, p.Version)
			return nil
		}
		p.help(env.Stderr)
		return Exit(Failed)
	}
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		if c == root {
			p.help(env.Stdout)
		} else {
			commandHelp(env.Stdout, c)
		}
	})
	one := slices.Contains(p.names(), only)
	for _, c := range p.Commands {
		if one && c.Name != only {
			c = &Command{Name: c.Name, Short: c.Short}
		}
		if c.Name == "help" {
			root.SetHelpCommand(c.cobra(env))
		} else {
			root.AddCommand(c.cobra(env))
		}
	}
	root.InitDefaultHelpCmd()
	return root
}

// help prints what the program and its commands are for.
func (p *Program) help(w io.Writer) {
	fmt.Fprintf(w, "%s\n\nUsage: %s COMMAND [FLAGS] [ARGUMENTS]\n\nCommands:\n", p.Short, p.Name)
	width := 0
	for _, c := range p.Commands {
		width = max(width, len(c.Name))
	}
	for _, c := range p.Commands {
		fmt.Fprintf(w, "  %-*s  %s\n", width, c.Name, c.Short)
	}
	fmt.Fprintf(w, "\nRun `%s help COMMAND` for the arguments and flags of a command.\n", p.Name)
	if p.Footer != "" {
		fmt.Fprintf(w, "\n%s\n", strings.TrimSpace(p.Footer))
	}
}

// flagError is an error of pflag in the words of this program, with what the user may have meant.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return usageError{unknownFlag(c, unknown)}
	case errors.As(err, &invalid):
		cause := invalid.Unwrap()
		if errors.As(cause, new(*strconv.NumError)) {
			cause = errors.New("not a number, or not a possible one")
		}
		return Usage("invalid value %q for flag --%s: %w", invalid.GetValue(), invalid.GetFlag().Name, cause)
	}
	return usageError{err}
}

// cobra is the command as cobra has it.
func (c *Command) cobra(env *Env) *cobra.Command {
	out := &cobra.Command{
		Use: strings.TrimSpace(c.Name + " " + c.Arguments), Short: c.Short, Long: strings.TrimSpace(c.Long),
		Args: cobra.ArbitraryArgs, // which Run looks at
		RunE: func(cmd *cobra.Command, args []string) error {
			err := c.Run(cmd.Context(), env, args)
			if len(args) == 0 && errors.As(err, new(usageError)) {
				cmd.Flags().Visit(func(fl *pflag.Flag) {
					if value := strings.Trim(fl.Value.String(), "[]"); isModel(value) {
						err = Usage("%w: %s is the value of --%s; give the value of this flag first, as in --%[3]s=VALUE %[2]s", err, value, fl.Name)
					}
				})
			}
			return err
		},
	}
	if c.Words != nil {
		out.ValidArgsFunction = func(_ *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(before) > 0 && !strings.HasSuffix(c.Arguments, "...]") {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return c.Words(), cobra.ShellCompDirectiveNoFileComp
		}
	}
	if c.Flags != nil {
		f := &Flags{FlagSet: out.Flags(), group: "Flags"}
		f.SortFlags = false
		c.Flags(f)
		f.closeGroup()
	}
	return out
}

// names are those of the commands.
func (p *Program) names() []string {
	var names []string
	for _, c := range p.Commands {
		names = append(names, c.Name)
	}
	return names
}

// isModel reports whether a name is one of a model.
func isModel(name string) bool {
	return strings.HasSuffix(name, ".rcp") || strings.HasSuffix(name, ".ispl")
}

// unknown tells what to type instead of a command that does not exist.
func (p *Program) unknown(name string) error {
	name = terminal.Name(name)
	hint := diag.DidYouMean(name, p.names())
	if hint == "" && isModel(name) {
		hint = fmt.Sprintf("to check a model: `%s check %s`", p.Name, name)
	}
	if hint != "" {
		hint = "; " + hint
	}
	return fmt.Errorf("unknown command `%s`%s", name, hint)
}

// ParseFlags reads flags of a command of the program's and returns the names of those that are
// given, and the other arguments.
func ParseFlags(command string, declare func(*Flags), args []string) (given, rest []string, err error) {
	c := (&Command{Name: command, Flags: declare}).cobra(&Env{})
	if err := c.Flags().Parse(args); err != nil {
		return nil, nil, flagError(c, err)
	}
	c.Flags().Visit(func(fl *pflag.Flag) { given = append(given, fl.Name) })
	return given, c.Flags().Args(), nil
}
