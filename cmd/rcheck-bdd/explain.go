package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

func explainCommand() *cli.Command {
	why := &whyFlags{}
	return &cli.Command{
		Name:      "explain",
		Arguments: "[CODE...|--why NAME MODEL|--mutants MODEL]",
		Words:     codeNames,
		Short:     "Explain a diagnostic, or why a property holds",
		Long: `Without a CODE, it lists all diagnostics. Each diagnostic shows its code in brackets, such as RC0101 or deadlock.

With --why, it prints the guards, initial conditions and updates of a model that a property rests on.
The exit status is then: 0 the property holds, and none of these can be left out; 1 it is violated;
2 wrong usage or input; 3 a limit was reached.

With --mutants, it changes commands of a model one by one, and lists the changes that no property
notices. The exit status is then: 0 there is none; 1 there are some; 2 wrong usage or input;
3 a limit was reached.`,
		Flags: why.declare,
		Run: func(ctx context.Context, env *cli.Env, args []string) error {
			switch {
			case why.name != nil || why.mutants:
				return why.engine.command(why.run)(ctx, env, args)
			case why.json != "":
				return cli.Usage("--json is for --why and --mutants; leave it out")
			}
			if len(args) == 0 {
				for _, info := range workbench.Codes() {
					fmt.Fprintf(env.Stdout, "%-20s  %-7s  %s\n", info.Code, info.Severity, info.Summary)
				}
				return nil
			}
			for i, arg := range args {
				info, ok := lookup(arg)
				if !ok {
					return unknownCode(arg)
				}
				if i > 0 {
					fmt.Fprintln(env.Stdout)
				}
				explain(env.Stdout, info)
			}
			return nil
		},
	}
}

// lookup finds a code, in any case.
func lookup(code string) (diag.Info, bool) {
	for _, info := range workbench.Codes() {
		if strings.EqualFold(string(info.Code), code) {
			return info, true
		}
	}
	return diag.Info{}, false
}

func unknownCode(arg string) error {
	hint := cmp.Or(diag.DidYouMean(arg, codeNames()), "`"+programName+" explain` lists all diagnostics")
	return cli.Usage("there is no diagnostic `%s`; %s, and `rcheck-bdd explain --why NAME MODEL` explains a property", arg, hint)
}

// codeNames are all codes.
func codeNames() []string {
	var codes []string
	for _, info := range workbench.Codes() {
		codes = append(codes, string(info.Code))
	}
	return codes
}

func explain(w io.Writer, info diag.Info) {
	fmt.Fprintf(w, "%s (%s): %s\n\n%s\n", info.Code, info.Severity, info.Summary, wrap(info.Explanation, 80))
	if info.Example != "" {
		fmt.Fprintf(w, "\nExample:\n\n%s\n", excerpt(info.Example))
	}
}

// wrap breaks each line of a text at blanks, so that it has at most width columns where that is
// possible.
func wrap(text string, width int) string {
	var out []string
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			if line != "" && len([]rune(line))+1+len([]rune(word)) > width {
				out = append(out, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// excerpt is an example, indented and fit for the screen, which examples of illegal text are not.
func excerpt(example string) string {
	const longest = 100
	lines := strings.Split(strings.Trim(strings.ToValidUTF8(example, "\uFFFD"), "\n"), "\n")
	for i, l := range lines {
		if r := []rune(l); len(r) > longest {
			l = string(r[:longest-1]) + "…"
		}
		if l != "" {
			lines[i] = "    " + l
		}
	}
	return strings.Join(lines, "\n")
}
