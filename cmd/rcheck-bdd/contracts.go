package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp/contracts"
)

// contractsFlags are the flags of contracts.
type contractsFlags struct {
	model  modelFlags
	engine engineFlags
	view   viewFlags
}

func contractsCommand() *cli.Command {
	flags := &contractsFlags{}
	return &cli.Command{
		Name:      "contracts",
		Arguments: "MODEL",
		Short:     "Check each agent type against its contract, and what follows for the whole model",
		Long: "Prints whether an agent of each type keeps its contract in any environment, with a line for each\n" +
			"initial condition, and whether its assumption follows from the guarantees of all agents. Then it\n" +
			"prints a line for each property: it holds if it follows from the contracts. The states of the\n" +
			"whole model are not explored. A trace shows how a contract is violated.\n\n" +
			"Exit status: 0 everything holds, 1 a contract is violated, 2 wrong usage or input, 3 something is\n" +
			"undecided.",
		Flags: flags.declare,
		Run:   flags.engine.command("contracts", flags.run),
	}
}

func (c *contractsFlags) declare(f *cli.Flags) {
	f.Group("What to print")
	c.view.declare(f)
	f.Group("Limits")
	c.engine.declareLimits(f, "")
	f.Group("How to search")
	c.engine.declareEngine(f)
	c.model.declare(f)
}

func (c *contractsFlags) run(ctx context.Context, env *cli.Env, args []string) (int, error) {
	if len(args) != 1 {
		return cli.Failed, cli.Usage("give exactly one MODEL")
	}
	m, err := c.model.onlyModel(ctx, env, args[0])
	if err != nil {
		return cli.Failed, err
	}
	view, err := m.view(ctx, &c.view)
	if err != nil {
		return cli.Failed, cli.Usage("%w", err)
	}
	if _, list := m.program.Contracts(); len(list) == 0 {
		return cli.Failed, errors.New("the model has no contracts; write `contract k : TYPE assume p guarantee q;`")
	}
	report.Diagnostics(env.Stderr, m.list, &m.sources, c.model.style(env, env.Stderr))
	r, list, err := contracts.Check(ctx, m.program, mc.WithEncoding(c.engine.encoding()))
	if err != nil {
		return cli.Failed, err
	}
	style := c.model.style(env, env.Stdout)
	if list.HasErrors() {
		report.Diagnostics(env.Stderr, list.Errors(), &m.sources, c.model.style(env, env.Stderr))
		return cli.Failed, errors.New("the contracts cannot be checked; " +
			"an agent type must make sense without the other agents, and be small enough")
	}
	status := 0
	line := func(result *mc.Result, text string) error {
		verdict := result.Verdict.String()
		switch result.Verdict {
		case mc.Holds:
			verdict = style.Good(verdict + "   ")
		case mc.Violated:
			verdict, status = style.Bad(verdict), 1
		default:
			verdict, status = style.Doubt(verdict+" "), cmp.Or(status, undecided)
			text += ": " + withAdvice(result.Reason, result.Err)
		}
		fmt.Fprintf(env.Stdout, "%s  %s\n", verdict, text)
		if result.Trace == nil {
			return nil
		}
		return result.Trace.WriteText(reporting(ctx, now()), env.Stdout, view.Options(style))
	}
	for _, k := range r.Contracts {
		for _, part := range k.Parts {
			if err := line(&part.Result, terminal.Name(k.Type)+" keeps its contract in any environment"); err != nil {
				return cli.Failed, err
			}
		}
		if err := line(&k.Assumption, "what "+terminal.Name(k.Type)+" assumes follows from the guarantees"); err != nil {
			return cli.Failed, err
		}
	}
	for i := range r.Properties {
		p := &r.Properties[i]
		if err := line(p, cmp.Or(p.Property.Name, fmt.Sprint(p.Property.Index))+" by contracts"); err != nil {
			return cli.Failed, err
		}
	}
	return status, nil
}
