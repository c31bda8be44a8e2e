package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/format"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// fmtFlags are the flags of fmt.
type fmtFlags struct {
	dialect, reading, color string
	write, list             bool
	limits                  limitFlags
}

func fmtCommand() *cli.Command {
	flags := &fmtFlags{}
	return &cli.Command{
		Name:      "fmt",
		Arguments: "FILE...",
		Short:     "Lay out models in the standard way, or convert them to the other dialect",
		Long: "Prints the files in the standard layout and keeps comments. With --dialect, it writes everything in\n" +
			"one dialect. The meaning stays the same: it adds parentheses where the dialects would read an\n" +
			"expression differently. It does not change files with syntax errors. `-` is standard input.\n\n" +
			"Exit status: 0 success, 1 --list printed a file, 2 a file cannot be formatted.",
		Flags: flags.declare,
		Run:   flags.limits.command(flags.run),
	}
}

func (c *fmtFlags) declare(f *cli.Flags) {
	f.Choice(&c.dialect, "dialect", "write everything in this dialect: `classic|current` (default: keep each dialect)", "", "classic", "current")
	f.Choice(&c.reading, "reading", "how far F, G, X and observations reach in formulas, `tight|wide`: G a -> b is (G a) -> b with tight,\nand G (a -> b) with wide; fmt adds parentheses that show this", "", "tight", "wide")
	f.BoolVarP(&c.write, "write", "w", false, "write the result into the file instead of printing it")
	f.BoolVarP(&c.list, "list", "l", false, "print only the names of files whose layout would change")
	c.limits.declare(f)
	f.Group("Colour")
	f.Choice(&c.color, "color", "colour of diagnostics: `auto|always|never`",
		string(terminal.Auto), string(terminal.Always), string(terminal.Never))
}

func (c *fmtFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	if len(args) == 0 {
		return cli.Usage("a FILE is missing; `-` is standard input")
	}
	status := 0
	for _, name := range args {
		if c.write && name == stdinName {
			return cli.Usage("--write cannot write to standard input")
		}
		changed, err := c.file(ctx, env, name)
		switch {
		case isLimit(err):
			return err
		case err != nil:
			fmt.Fprintf(env.Stderr, "%s fmt: %s\n", programName, terminal.Message(err))
			status = cli.Failed
		case changed && c.list && status == 0:
			status = 1
		}
	}
	return exit(status)
}

// errUnformatted says that diagnostics gave the reason why a file was not formatted.
type errUnformatted string

func (e errUnformatted) Error() string { return string(e) + " is not formatted" }

// file formats one file and reports whether its text changes.
func (c *fmtFlags) file(ctx context.Context, env *cli.Env, name string) (changed bool, err error) {
	text, err := readInput(ctx, env, name)
	if err != nil {
		return false, err
	}
	shown := terminal.Name(name)
	options := format.Options{
		Dialect: map[string]ast.Dialect{"classic": ast.Classic, "current": ast.Current}[c.dialect],
		Parse:   parser.Options{Reading: readingChoice(c.reading), Watch: interrupt.New(ctx, "formatting "+shown)},
	}
	var list diag.List
	var out []byte
	if isISPL(name) {
		if err := unfit(map[string]bool{"--dialect": c.dialect != "", "--reading": c.reading != ""}); err != nil {
			return false, err
		}
		out, list, err = formatISPL(ctx, shown, text)
	} else {
		func() {
			defer interrupt.Catch(&err)
			out, list = format.Source(token.NewFileSet(), shown, text, options)
		}()
	}
	if err != nil {
		return false, err
	}
	if out == nil {
		var sources report.Sources
		sources.Add(shown, text)
		report.Diagnostics(env.Stderr, list.Errors(), &sources, terminal.NewStyle(terminal.When(c.color), env.Stderr, env.Getenv))
		return false, errUnformatted(shown)
	}
	changed = !bytes.Equal(text, out)
	if c.list && changed {
		fmt.Fprintln(env.Stdout, shown)
	}
	switch {
	case c.write && changed:
		return true, replaceFile(env, name, out)
	case !c.write && !c.list:
		_, _ = terminal.NewWriter(env.Stdout).Document().Write(out) // the program tests the error
	}
	return changed, err
}

// replaceFile replaces the text of a file that was read.
func replaceFile(env *cli.Env, name string, text []byte) error {
	f, err := env.Files.Replace(name)
	if err != nil {
		return err
	}
	f.Write(text) // which cannot fail
	return f.Commit()
}

// formatISPL is the canonical layout of a text in ISPL; nil if the list says that it has errors.
func formatISPL(ctx context.Context, shown string, text []byte) (out []byte, list diag.List, err error) {
	out, err = awaited(ctx, "formatting "+shown, func() ([]byte, error) {
		var err error
		var out []byte
		out, list, err = ispl.Format(ctx, shown, text)
		return bytes.Clone(out), err
	})
	return out, list, err
}
