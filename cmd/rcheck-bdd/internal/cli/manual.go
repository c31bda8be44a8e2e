package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
)

// ManualCommand returns the command `man`, which writes manual pages. It is one of p's commands
// once it is added to them.
//
// The pages of cobra are not used: they leave out the groups of the flags and what their values are
// called, and need three more modules.
func ManualCommand(p *Program) *Command {
	return &Command{
		Name:      "man",
		Arguments: "FOLDER",
		Short:     "Write the manual pages of all commands to a folder",
		Long:      "The program man shows them, for example `man FOLDER/" + p.Name + "-check.1`.",
		Run: func(_ context.Context, env *Env, args []string) error {
			if len(args) != 1 {
				return Usage("a FOLDER is missing")
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			var errs []error
			root := p.tree(env, "")
			for _, c := range append(root.Commands(), root) {
				name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
				f, err := env.Files.Create(filepath.Join(args[0], name))
				if err == nil {
					f.WriteString(p.page(c)) // which cannot fail
					err = f.Commit()
				}
				errs = append(errs, err)
			}
			if err := errors.Join(errs...); err != nil {
				return err
			}
			fmt.Fprintf(env.Stdout, "%d manual pages are in %s\n", len(errs), terminal.Name(args[0]))
			return nil
		},
	}
}

// page is the manual page of a command, or of the program, in the macros of man(7).
func (p *Program) page(c *cobra.Command) string {
	var b strings.Builder
	section := func(title, text string) {
		fmt.Fprintln(&b, strings.TrimSpace(".SH "+strings.ToUpper(title)+"\n"+text))
	}
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH \"%s\" \"1\" \"\" \"%s\" \"User Commands\"\n", roff(strings.ToUpper(name)), roff(p.Name))
	section("Name", roff(name)+` \- `+roff(lowerFirst(strings.TrimPrefix(strings.TrimSuffix(c.Short, "."), p.Name+" "))))
	if c.HasParent() {
		section("Synopsis", roff(synopsis(c)))
		if c.Long != "" {
			section("Description", ".nf\n"+roff(c.Long)+"\n.fi")
		}
		eachFlag(c, func(title string) { section(title, "") }, func(head, usage string) {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(head), roff(usage))
		})
		section("See also", ".BR "+roff(p.Name)+" (1)")
		return b.String()
	}
	section("Synopsis", roff(p.Name+" COMMAND [FLAGS] [ARGUMENTS]"))
	section("Commands", "")
	for _, sub := range p.Commands {
		fmt.Fprintf(&b, ".TP\n.BR %s (1)\n%s\n", roff(p.Name+"-"+sub.Name), roff(sub.Short))
	}
	section("Notes", roff(p.Footer))
	return b.String()
}

// roff is a text as man(7) reads it: nothing in it is a macro.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`).Replace(text)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
