package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp/contracts"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// contractsFlags are the flags of contracts.
type contractsFlags struct {
	model  modelFlags
	engine engineFlags
	view   viewFlags
	json   string
	all    []string
}

func contractsCommand() *cli.Command {
	flags := &contractsFlags{}
	return &cli.Command{
		Name:      "contracts",
		Arguments: "MODEL",
		Short:     "Check each agent type against its contract, and what follows for the whole model",
		Long: `Prints whether an agent of each type keeps its contract in any environment, with a line for each
initial condition, and whether its assumption follows from the guarantees of all agents. Then it
prints a line for each property: it holds if it follows from the contracts. The states of the
whole model are not explored. A trace shows how a contract is violated.

Exit status: 0 everything holds, 1 a contract is violated, 2 wrong usage or input, 3 something is
undecided.`,
		Flags: flags.declare,
		Run:   flags.engine.command(flags.run),
	}
}

func (c *contractsFlags) declare(f *cli.Flags) {
	f.Group("What to check")
	f.Func("all", "check the contracts for all values from 1 on of these `CONSTANTS`, which count agents: N, or N,M for two", func(s string) error {
		if c.all = rcheck.CountingNames(s); len(c.all) == 0 {
			return errors.New("name a constant of the model that counts agents")
		}
		return nil
	})
	f.Group("What to print")
	c.view.declare(f)
	f.StringVar(&c.json, "json", "", "write the results as JSON to `PATH`; - is standard output, which then has nothing else")
	c.engine.declare(f, "How to search")
	c.model.declare(f)
}

func (c *contractsFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	if len(args) != 1 {
		return cli.Usage("give exactly one MODEL")
	}
	m, err := c.model.onlyModel(ctx, env, args[0])
	if err != nil {
		return err
	}
	view, err := m.view(ctx, &c.view)
	if err != nil {
		return cli.Usage("%w", err)
	}
	if _, list := m.program.Contracts(); len(list) == 0 {
		return errors.New("the model has no contracts; write `contract k : TYPE assume p guarantee q;`")
	}
	files, text, err := (&documentFlags{json: c.json}).open(env)
	if err != nil {
		return err
	}
	report.Diagnostics(env.Stderr, m.list, &m.sources, c.model.style(env, env.Stderr))
	r, list, err := c.check(ctx, m)
	if err != nil {
		return err
	}
	if r == nil {
		report.Diagnostics(env.Stderr, list, &m.sources, c.model.style(env, env.Stderr))
		if !list.HasErrors() {
			return fmt.Errorf("--all: the contracts are not the same at all values of %s", strings.Join(c.all, " and "))
		}
		return errors.New("the contracts cannot be checked; " +
			"an agent type must make sense without the other agents, and be small enough")
	}
	whole := context.WithoutCancel(ctx)
	style := c.model.style(env, env.Stdout)
	lines := contractLines{to: text, style: style, all: c.all, size: r.Size, show: func(run *trace.Trace) error {
		return run.WriteText(reporting(ctx, now()), text, view.Options(style))
	}}
	lines.write(r)
	run := report.Run{File: m.name, Settings: c.model.settings(), Contracts: report.ContractsOf(r.Contracts), Warnings: report.Notices(m.list)}
	for i := range run.Contracts {
		run.Contracts[i].All = c.all
	}
	for i := range r.Properties {
		result := resultOf(&r.Properties[i])
		result.Stats, result.Certificate = nil, nil
		run.Results = append(run.Results, result)
	}
	document := &report.Document{Schema: report.Schema, Tool: tool(), Runs: []report.Run{run}}
	return cmp.Or(errors.Join(lines.err, files.write(whole, document)), exit(lines.status))
}

// check checks the contracts of a model, or of the model at all sizes.
func (c *contractsFlags) check(ctx context.Context, m *model) (*contracts.Report, diag.List, error) {
	encoding := mc.WithEncoding(c.engine.encoding())
	if len(c.all) == 0 {
		return contracts.Check(ctx, m.program, encoding)
	}
	for _, name := range c.all {
		if _, set := c.model.set[name]; set {
			return nil, nil, cli.Usage("--set %s: --all checks all values of this constant", name)
		}
	}
	if err := m.program.RequireConstants(c.all...); err != nil {
		return nil, nil, cli.Usage("--all: %w", err)
	}
	return contracts.CheckAll(ctx, m.program, c.all, func(ctx context.Context, size int) (*rcheck.Program, error) {
		at, err := c.model.at(ctx, m, c.all, slices.Repeat([]int{size}, len(c.all)))
		if err != nil {
			return nil, err
		}
		return at.program, nil
	}, encoding)
}

// contractLines prints a line for each verdict, and notes the exit status.
type contractLines struct {
	to     io.Writer
	style  terminal.Style
	all    []string // the constants that have any value
	size   int      // the value in runs
	show   func(*trace.Trace) error
	status int
	err    error
}

func (c *contractLines) write(r *contracts.Report) {
	for _, k := range r.Contracts {
		name := terminal.Name(k.Type)
		for i := range k.Parts {
			c.line(&k.Parts[i].Result, name+" keeps its contract in any environment: "+trace.Together(k.Parts[i].Agents, ""))
		}
		c.line(&k.Assumption, "what "+name+" assumes follows from the guarantees")
	}
	for i := range r.Properties {
		p := &r.Properties[i]
		c.line(p, label(p.Property.Name, p.Property.Index)+" by contracts")
	}
}

func (c *contractLines) line(result *mc.Result, text string) {
	verdict := result.Verdict.String()
	if names := strings.Join(c.all, ", "); names != "" && result.Verdict == mc.Holds {
		text += ", for all " + names
	} else if names != "" && result.Verdict == mc.Violated {
		text += fmt.Sprintf(", at %s = %d", strings.Join(c.all, " = "), c.size)
	}
	switch result.Verdict {
	case mc.Holds:
		verdict = c.style.Good(verdict + "   ")
	case mc.Violated:
		verdict, c.status = c.style.Bad(verdict), 1
	default:
		verdict, c.status = c.style.Doubt(verdict+" "), cmp.Or(c.status, undecided)
		text += ": " + withAdvice(result.Reason, result.Err)
	}
	fmt.Fprintf(c.to, "%s  %s\n", verdict, text)
	if result.Trace != nil {
		c.err = errors.Join(c.err, c.show(result.Trace))
	}
}
