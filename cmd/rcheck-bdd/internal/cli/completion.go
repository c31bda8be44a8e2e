package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// CompletionCommand returns the command `completion`, which prints scripts for shells. It is one of p's commands once it is
// added to them.
func CompletionCommand(p *Program) *Command {
	return &Command{
		Name:      "completion",
		Arguments: "bash|zsh|fish",
		Words:     func() []string { return []string{"bash", "zsh", "fish"} },
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

// names are those of the commands.
func (p *Program) names() []string {
	var names []string
	for _, c := range p.Commands {
		names = append(names, c.Name)
	}
	return names
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

// choices calls each for the flags of a command that have a choice of values.
func (c *Command) choices(each func(name string, values []string)) {
	newFlags(c).VisitAll(func(fl *flag.Flag) {
		if v, ok := fl.Value.(*choice); ok {
			each("--"+fl.Name, slices.DeleteFunc(slices.Clone(v.words), func(s string) bool { return s == "" }))
		}
	})
}

// arguments are the words that the arguments of a command begin with, if they do not begin with files.
func (c *Command) arguments() string {
	if c.Words == nil {
		return ""
	}
	return strings.Join(c.Words(), " ")
}

// identifier is the program's name as part of the name of a shell function.
func (p *Program) identifier() string { return "_" + strings.ReplaceAll(p.Name, "-", "_") }

// bash writes the script for bash, of version 3 as well. Bash takes the `=` between a flag and its value for a word of its own.
func (p *Program) bash(w io.Writer) {
	fmt.Fprintf(w, `%[1]s() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "%[2]s" -- "$current"))
        return
    fi
    [ "$previous" != = ] || previous=${COMP_WORDS[COMP_CWORD-2]}
    [ "$current" != = ] || current=
    case ${COMP_WORDS[1]}:$previous in
`, p.identifier(), strings.Join(p.names(), " "))
	for _, c := range p.Commands {
		c.choices(func(name string, values []string) {
			fmt.Fprintf(w, "    %s:%s) words=\"%s\" ;;\n", c.Name, name, strings.Join(values, " "))
		})
		if words := c.arguments(); words != "" {
			fmt.Fprintf(w, "    %[1]s:%[1]s) words=\"%[2]s\" ;;\n", c.Name, words)
		}
	}
	fmt.Fprint(w, "    esac\n    if [ \"${current#-}\" != \"$current\" ]; then\n        case ${COMP_WORDS[1]} in\n")
	for _, c := range p.Commands {
		if words := strings.Join(c.Spellings(), " "); words != "" {
			fmt.Fprintf(w, "        %s) words=\"%s\" ;;\n", c.Name, words)
		}
	}
	fmt.Fprintf(w, `        esac
    fi
    if [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        [ "${COMPREPLY[0]%%=}" = "${COMPREPLY[0]}" ] || compopt -o nospace 2>/dev/null
    else
        local IFS=$'\n'
        COMPREPLY=($(compgen -f -- "$current"))
        compopt -o filenames 2>/dev/null
    fi
}
complete -F %s %s
`, p.identifier(), p.Name)
}

func (p *Program) zsh(w io.Writer) {
	fmt.Fprintf(w, "%s() {\n    if (( CURRENT == 2 )); then\n        local -a commands=(\n", p.identifier())
	for _, c := range p.Commands {
		fmt.Fprintf(w, "            %s\n", quote(c.Name+":"+c.Short))
	}
	fmt.Fprint(w, "        )\n        _describe command commands\n        return\n    fi\n    case ${words[2]}:$PREFIX in\n")
	for _, c := range p.Commands {
		c.choices(func(name string, values []string) {
			fmt.Fprintf(w, "    %s:%s=*) compset -P '*='; compadd -- %s; return ;;\n", c.Name, name, strings.Join(values, " "))
		})
	}
	fmt.Fprint(w, "    *:--*=*) compset -P '*='; _files; return ;;\n    esac\n    case ${words[2]} in\n")
	for _, c := range p.Commands {
		fmt.Fprintf(w, "    %s)\n", c.Name)
		if spellings := c.Spellings(); len(spellings) > 0 {
			fmt.Fprintf(w, "        [[ $PREFIX == -* ]] && compadd -S '' -- %s\n", strings.Join(spellings, " "))
		}
		if words := c.arguments(); words != "" {
			fmt.Fprintf(w, "        (( CURRENT == 3 )) && compadd -- %s && return\n", words)
		}
		fmt.Fprint(w, "        _files ;;\n")
	}
	fmt.Fprintf(w, "    esac\n}\ncompdef %s %s\n", p.identifier(), p.Name)
}

func (p *Program) fish(w io.Writer) {
	for _, c := range p.Commands {
		fmt.Fprintf(w, "complete -c %s -n __fish_use_subcommand -f -a %s -d %s\n", p.Name, c.Name, quote(c.Short))
	}
	for _, c := range p.Commands {
		if words := c.arguments(); words != "" {
			fmt.Fprintf(w, "complete -c %s -n '__fish_seen_subcommand_from %s' -f -a %s\n", p.Name, c.Name, quote(words))
		}
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
			if v, ok := fl.Value.(*choice); ok {
				value = " -x -a " + quote(strings.TrimSpace(strings.Join(v.words, " ")))
			}
			fmt.Fprintf(w, "complete -c %s -n '__fish_seen_subcommand_from %s' -l %s%s -d %s\n", p.Name, c.Name, fl.Name, value, quote(first))
		})
	}
}

// quote writes text as one word of a shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
