package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// formulaFlags are the flags of commands about a formula, with or without a model.
type formulaFlags struct {
	model modelFlags
	file  string
}

func (c *formulaFlags) declare(f *cli.Flags) {
	f.Group("The formula")
	f.StringVar(&c.file, "model", "", "read names as those of the model in `FILE`; without it, every name is an atom")
	c.model.declare(f)
}

// formulaName is how diagnostics call the formula.
const formulaName = "formula"

// read reads the formula, and returns how its atoms are written. The model is nil if there is none.
func (c *formulaFlags) read(ctx context.Context, env *cli.Env, text string) (*ltol.Formula, ltol.Notation, *model, error) {
	if c.file == "" {
		f, err := c.readAlone(ctx, env, text)
		if err != nil {
			return nil, ltol.Notation{}, nil, err
		}
		return f.Formula, f.Notation(), nil, nil
	}
	m, err := c.model.onlyModel(ctx, env, c.file)
	if err != nil {
		return nil, ltol.Notation{}, nil, err
	}
	spec, err := m.mustAdd(ctx, env, &c.model, text, formulaName)
	if err != nil {
		return nil, ltol.Notation{}, nil, err
	}
	f, err := spec.Path()
	return f, witness.Notation(m.program.System), m, err
}

func (c *formulaFlags) readAlone(ctx context.Context, env *cli.Env, text string) (*rcheck.Formula, error) {
	f, list, err := rcheck.ParseFormula(ctx, text, rcheck.Options{Reading: readingChoice(c.model.reading)})
	var sources report.Sources
	sources.Add(formulaName, []byte(text))
	report.Diagnostics(env.Stderr, list, &sources, c.model.style(env, env.Stderr))
	if f == nil {
		return nil, cmp.Or(err, cli.ErrReported)
	}
	return f, nil
}

// onlyFormula is the one argument of a command about a formula.
func onlyFormula(args []string) (string, error) {
	switch {
	case len(args) == 0:
		return "", cli.Usage("a FORMULA is missing")
	case len(args) > 1:
		return "", cli.Usage("give exactly one FORMULA, in quotes: '%s'", strings.Join(args, " "))
	}
	return args[0], nil
}
