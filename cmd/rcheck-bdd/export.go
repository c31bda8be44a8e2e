package main

import (
	"context"
	"io"
	"os"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
)

// exportFlags are the flags of export.
type exportFlags struct {
	model        modelFlags
	dialect      string
	props        []string
	run          string
	noProperties bool
	relation     string
	output       string
}

func exportCommand() *cli.Command {
	flags := &exportFlags{}
	return &cli.Command{
		Name:      "export",
		Arguments: "smv MODEL",
		Short:     "Translate a model and its properties for NuSMV or nuXmv",
		Long: "Writes a module with the model's properties as LTLSPEC, as small as the model allows. Variables that no\n" +
			"property reads are left out; without properties all are there, so that the reachable states can be\n" +
			"counted.",
		Flags: flags.declare,
		Run:   flags.export,
	}
}

func (c *exportFlags) declare(f *cli.Flags) {
	f.Group("What to translate")
	f.Choice(&c.dialect, "dialect", "for `nusmv|nuxmv`", "nusmv", "nusmv", "nuxmv")
	f.Choice(&c.relation, "relation", "the transition relation as `disjunctive|partitioned`: one disjunct for each interaction, or one\nconstraint for each agent", "disjunctive", "disjunctive", "partitioned")
	f.List(&c.props, "prop", "translate this `FORMULA` too (repeatable)")
	f.StringVar(&c.run, "run", "", "translate only properties whose name matches this `REGEXP`, or whose number matches all of it")
	f.BoolVar(&c.noProperties, "no-properties", false, "the system alone")
	f.StringVar(&c.output, "output", "", "write to this `FILE` instead of standard output")
	f.Alias("o", "output")
	c.model.declare(f)
}

func (c *exportFlags) export(_ context.Context, env *cli.Env, args []string) (int, error) {
	if len(args) != 2 || args[0] != "smv" {
		return cli.Failed, cli.Usage("what to write, `smv`, and one model")
	}
	selected, err := newSelection(c.run)
	if err != nil {
		return cli.Failed, err
	}
	m, err := c.model.onlyModel(env, args[1])
	if m == nil {
		return cli.Failed, err
	}
	spec, ok := c.specification(env, m, selected)
	if !ok {
		return cli.Failed, nil
	}
	options := smv.Options{
		Dialect:  map[string]smv.Dialect{"nusmv": smv.NuSMV, "nuxmv": smv.NuXmv}[c.dialect],
		Relation: map[string]smv.Relation{"disjunctive": smv.Disjunctive, "partitioned": smv.Partitioned}[c.relation],
	}
	module, err := smv.Translate(m.program.System, spec, options)
	if err != nil {
		return cli.Failed, err
	}
	if c.output == "" {
		_, err = io.WriteString(env.Stdout, module.String())
	} else if err = os.WriteFile(c.output, []byte(module.String()), 0o666); err != nil {
		err = cannotWrite(c.output, err)
	}
	if err != nil {
		return cli.Failed, err
	}
	return 0, nil
}

// specification gathers the properties to translate; ok is false if one of the command line is an error, which is told.
func (c *exportFlags) specification(env *cli.Env, m *model, selected *selection) (spec mc.Specification, ok bool) {
	ok = true
	for _, text := range c.props {
		_, list := m.addFormula("", text, "")
		report.Diagnostics(env.Stderr, list, &m.sources, c.model.style(env, env.Stderr))
		ok = ok && !list.HasErrors()
	}
	spec = mc.Specification{Justice: m.program.Justice, Compassion: m.program.Compassion}
	for _, s := range m.program.Specs {
		if !c.noProperties && selected.selects(s) {
			spec.Properties = append(spec.Properties, propertyOf(s))
		}
	}
	return spec, ok
}
