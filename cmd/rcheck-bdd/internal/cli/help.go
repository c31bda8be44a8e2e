package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
)

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

// commandHelp prints everything about one command.
func (p *Program) commandHelp(w io.Writer, c *Command) {
	flags := newFlags(c)
	synopsis := p.Name + " " + c.Name
	if len(flags.groups) > 0 {
		synopsis += " [FLAGS]"
	}
	if c.Arguments != "" {
		synopsis += " " + c.Arguments
	}
	fmt.Fprintf(w, "%s %s: %s.\n\nUsage: %s\n", p.Name, c.Name, lowerFirst(c.Short), synopsis)
	if c.Long != "" {
		fmt.Fprintf(w, "\n%s\n", strings.TrimSpace(c.Long))
	}
	for _, g := range flags.groups {
		fmt.Fprintf(w, "\n%s:\n", g.title)
		flags.describe(w, g)
	}
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// describe prints the flags of a group, short forms beside the long ones.
func (f *Flags) describe(w io.Writer, g group) {
	short := map[string]string{}
	f.VisitAll(func(fl *flag.Flag) {
		if name, ok := strings.CutPrefix(fl.Usage, aliasUsage); ok {
			short[name] = fl.Name
		}
	})
	for _, name := range g.names {
		fl := f.Lookup(name)
		if strings.HasPrefix(fl.Usage, aliasUsage) {
			continue
		}
		placeholder, usage := flag.UnquoteUsage(fl)
		head := "--" + name
		if s, ok := short[name]; ok {
			head = "-" + s + ", " + head
		}
		switch {
		case !isBool(fl):
			head += "=" + placeholder
		case placeholder != "":
			head += "[=" + placeholder + "]"
		}
		fmt.Fprintf(w, "  %s\n", head)
		for _, line := range strings.Split(usage, "\n") {
			fmt.Fprintf(w, "        %s\n", line)
		}
	}
}

func isBool(fl *flag.Flag) bool {
	b, ok := fl.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// HelpCommand returns the command `help`, which explains the others. It is one of p's commands once it is added to them.
func HelpCommand(p *Program) *Command {
	return &Command{
		Name:      "help",
		Arguments: "[COMMAND]",
		Words:     p.names,
		Short:     "Explain a command, or list all",
		Run: func(_ context.Context, env *Env, args []string) (int, error) {
			switch len(args) {
			case 0:
				p.help(env.Stdout)
				return 0, nil
			case 1:
			default:
				return Failed, Usage("one command at a time")
			}
			c := p.Command(args[0])
			if c == nil {
				fmt.Fprintln(env.Stderr, p.unknown(terminal.Name(args[0])))
				return Failed, nil
			}
			p.commandHelp(env.Stdout, c)
			return 0, nil
		},
	}
}
