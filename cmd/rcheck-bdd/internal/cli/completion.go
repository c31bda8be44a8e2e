package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

// CompletionCommand returns the command `completion`, which prints scripts for shells. It is one of p's commands once it is
// added to them.
func CompletionCommand(p *Program) *Command {
	return &Command{
		Name:      "completion",
		Arguments: "bash|zsh|fish",
		Short:     "Print a script that completes the command line in a shell",
		Long: "To use it, put one of these lines into the shell's start-up file:\n\n" +
			"    eval \"$(" + p.Name + " completion bash)\"        # ~/.bashrc\n" +
			"    eval \"$(" + p.Name + " completion zsh)\"         # ~/.zshrc, after compinit\n" +
			"    " + p.Name + " completion fish | source         # ~/.config/fish/config.fish",
		Run: func(_ context.Context, env *Env, args []string) (int, error) {
			if len(args) != 1 {
				return Failed, Usage("which shell: bash, zsh or fish?")
			}
			switch args[0] {
			case "bash":
				p.bash(env.Stdout)
			case "zsh":
				p.zsh(env.Stdout)
			case "fish":
				p.fish(env.Stdout)
			default:
				return Failed, Usage("no completion for `%s`: bash, zsh or fish", args[0])
			}
			return 0, nil
		},
	}
}

// words returns the names of the commands.
func (p *Program) words() string {
	var names []string
	for _, c := range p.Commands {
		names = append(names, c.Name)
	}
	return strings.Join(names, " ")
}

// Spellings returns the flags of a command as they are typed, those with a value followed by "=".
func (c *Command) Spellings() []string {
	var out []string
	newFlags(c).VisitAll(func(fl *flag.Flag) {
		switch {
		case len(fl.Name) == 1:
			out = append(out, "-"+fl.Name)
		case isBool(fl):
			out = append(out, "--"+fl.Name)
		default:
			out = append(out, "--"+fl.Name+"=")
		}
	})
	return out
}

// identifier is the program's name as part of the name of a shell function.
func (p *Program) identifier() string { return "_" + strings.ReplaceAll(p.Name, "-", "_") }

func (p *Program) bash(w io.Writer) {
	fmt.Fprintf(w, `%[1]s() {
    local current=${COMP_WORDS[COMP_CWORD]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "%[2]s" -- "$current"))
        return
    fi
    case ${COMP_WORDS[1]} in
`, p.identifier(), p.words())
	for _, c := range p.Commands {
		words := strings.Join(c.Spellings(), " ")
		if c.Name == "help" {
			words = p.words()
		}
		if words != "" {
			fmt.Fprintf(w, "    %s) words=\"%s\" ;;\n", c.Name, words)
		}
	}
	fmt.Fprintf(w, `    esac
    if [ "${COMP_WORDS[1]}" = help ] || [ "${current#-}" != "$current" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        [ "${COMPREPLY[0]%%=}" = "${COMPREPLY[0]}" ] || compopt -o nospace
    else
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}
complete -o filenames -F %s %s
`, p.identifier(), p.Name)
}

func (p *Program) zsh(w io.Writer) {
	fmt.Fprintf(w, "%s() {\n    if (( CURRENT == 2 )); then\n        local -a commands=(\n", p.identifier())
	for _, c := range p.Commands {
		fmt.Fprintf(w, "            %s\n", quote(c.Name+":"+c.Short))
	}
	fmt.Fprint(w, "        )\n        _describe command commands\n        return\n    fi\n    case ${words[2]} in\n")
	for _, c := range p.Commands {
		if c.Name == "help" {
			fmt.Fprintf(w, "    help) compadd -- %s ;;\n", p.words())
			continue
		}
		fmt.Fprintf(w, "    %s)\n        [[ $PREFIX == -* ]] && compadd -S '' -- %s\n        _files ;;\n", c.Name, strings.Join(c.Spellings(), " "))
	}
	fmt.Fprintf(w, "    esac\n}\ncompdef %s %s\n", p.identifier(), p.Name)
}

func (p *Program) fish(w io.Writer) {
	for _, c := range p.Commands {
		fmt.Fprintf(w, "complete -c %s -n __fish_use_subcommand -f -a %s -d %s\n", p.Name, c.Name, quote(c.Short))
	}
	fmt.Fprintf(w, "complete -c %s -n '__fish_seen_subcommand_from help' -f -a %s\n", p.Name, quote(p.words()))
	for _, c := range p.Commands {
		newFlags(c).VisitAll(func(fl *flag.Flag) {
			if strings.HasPrefix(fl.Usage, aliasUsage) {
				return
			}
			_, usage := flag.UnquoteUsage(fl)
			first, _, _ := strings.Cut(usage, "\n")
			value := " -r"
			if isBool(fl) {
				value = ""
			}
			fmt.Fprintf(w, "complete -c %s -n '__fish_seen_subcommand_from %s' -l %s%s -d %s\n", p.Name, c.Name, fl.Name, value, quote(first))
		})
	}
}

// quote writes text as one word of a shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
