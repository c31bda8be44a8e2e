package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
func commandHelp(w io.Writer, c *cobra.Command) {
	fmt.Fprintf(w, "%s: %s.\n\nUsage: %s\n", c.CommandPath(), lowerFirst(c.Short), synopsis(c))
	if c.Long != "" {
		fmt.Fprintf(w, "\n%s\n", c.Long)
	}
	eachFlag(c, func(title string) { fmt.Fprintf(w, "\n%s:\n", title) }, func(head, usage string) {
		fmt.Fprintf(w, "  %s\n        %s\n", head, strings.ReplaceAll(usage, "\n", "\n        "))
	})
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// synopsis is how the command is called: its path, the flags and the arguments.
func synopsis(c *cobra.Command) string {
	_, arguments, _ := strings.Cut(c.Use, " ")
	text := c.CommandPath()
	eachFlag(c, func(string) { text = c.CommandPath() + " [FLAGS]" }, func(string, string) {})
	return strings.TrimSpace(text + " " + arguments)
}

// eachFlag goes through the flags of a command, but for --help: it begins groups, and shows flags with what they are for.
func eachFlag(c *cobra.Command, begin func(title string), show func(head, usage string)) {
	group := ""
	c.Flags().VisitAll(func(fl *pflag.Flag) {
		title := fl.Annotations[groupOf]
		if title == nil {
			return
		}
		if title[0] != group {
			group = title[0]
			begin(group)
		}
		placeholder, usage := pflag.UnquoteUsage(fl)
		head := "--" + fl.Name
		if fl.Shorthand != "" {
			head = "-" + fl.Shorthand + ", " + head
		}
		switch {
		case fl.NoOptDefVal == "":
			head += "=" + placeholder
		case placeholder != "":
			head += "[=" + placeholder + "]"
		}
		show(head, usage)
	})
}

// HelpCommand returns the command `help`, which explains the others. It is one of p's commands once it is added to them.
func HelpCommand(p *Program) *Command {
	return &Command{
		Name:      "help",
		Arguments: "[COMMAND]",
		Words:     p.names,
		Short:     "Explain a command, or list all commands",
		Run: func(_ context.Context, env *Env, args []string) (int, error) {
			if len(args) > 1 {
				return Failed, Usage("give at most one COMMAND")
			}
			root := p.tree(env, new(int), "")
			c, rest, err := root.Find(args)
			if err == nil && len(rest) > 0 {
				err = p.unknown(rest[0])
			}
			if err != nil {
				return Failed, err
			}
			return 0, c.Help()
		},
	}
}

// CompletionCommand returns the command `completion`, which prints scripts for shells. It is one of p's commands once it is
// added to them.
func CompletionCommand(p *Program) *Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &Command{
		Name:      "completion",
		Arguments: strings.Join(shells, "|"),
		Words:     func() []string { return shells },
		Short:     "Print a script that completes the command line in a shell",
		Long: "To use it, put one of these lines into the start-up file of your shell. Bash also needs the package\n" +
			"bash-completion:\n\n" +
			"    eval \"$(" + p.Name + " completion bash)\"        # ~/.bashrc\n" +
			"    eval \"$(" + p.Name + " completion zsh)\"         # ~/.zshrc, after compinit\n" +
			"    " + p.Name + " completion fish | source         # ~/.config/fish/config.fish\n" +
			"    " + p.Name + " completion powershell | Out-String | Invoke-Expression   # $PROFILE",
		Run: func(_ context.Context, env *Env, args []string) (int, error) {
			if len(args) != 1 {
				return Failed, Usage("give one shell: bash, zsh, fish or powershell")
			}
			root := p.tree(env, new(int), "")
			switch args[0] {
			case "bash":
				return 0, root.GenBashCompletionV2(env.Stdout, true)
			case "zsh":
				return 0, root.GenZshCompletion(env.Stdout)
			case "fish":
				return 0, root.GenFishCompletion(env.Stdout, true)
			case "powershell":
				return 0, root.GenPowerShellCompletionWithDesc(env.Stdout)
			}
			return Failed, Usage("no completion for `%s`: bash, zsh, fish or powershell", args[0])
		},
	}
}
