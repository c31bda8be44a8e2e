package cli

import (
	"context"
	"strings"
)

// HelpCommand returns the command `help`, which explains the others. It is one of p's commands once
// it is added to them.
func HelpCommand(p *Program) *Command {
	return &Command{
		Name:      "help",
		Arguments: "[COMMAND]",
		Words:     p.names,
		Short:     "Explain a command, or list all commands",
		Run: func(_ context.Context, env *Env, args []string) error {
			if len(args) > 1 {
				return Usage("give at most one COMMAND")
			}
			root := p.tree(env, "")
			c, rest, err := root.Find(args)
			if err == nil && len(rest) > 0 {
				err = p.unknown(rest[0])
			}
			if err != nil {
				return err
			}
			return c.Help()
		},
	}
}

// CompletionCommand returns the command `completion`, which prints scripts for shells. It is one of
// p's commands once it is added to them.
func CompletionCommand(p *Program) *Command {
	shells := strings.Fields("bash zsh fish powershell")
	return &Command{
		Name:      "completion",
		Arguments: strings.Join(shells, "|"),
		Words:     func() []string { return shells },
		Short:     "Print a script that completes the command line in a shell",
		Long: `To use it, put one of these lines into the start-up file of your shell. Bash also needs the package
bash-completion:

    eval "$(` + p.Name + ` completion bash)"        # ~/.bashrc
    eval "$(` + p.Name + ` completion zsh)"         # ~/.zshrc, after compinit
    ` + p.Name + ` completion fish | source         # ~/.config/fish/config.fish
    ` + p.Name + " completion powershell | Out-String | Invoke-Expression   # $PROFILE",
		Run: func(_ context.Context, env *Env, args []string) error {
			if len(args) != 1 {
				return Usage("give one shell: bash, zsh, fish or powershell")
			}
			root := p.tree(env, "")
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(env.Stdout, true)
			case "zsh":
				return root.GenZshCompletion(env.Stdout)
			case "fish":
				return root.GenFishCompletion(env.Stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(env.Stdout)
			}
			return Usage("no completion for `%s`: bash, zsh, fish or powershell", args[0])
		},
	}
}
