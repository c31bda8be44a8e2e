package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/aiger"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// exportFlags are the flags of export.
type exportFlags struct {
	model        modelFlags
	limits       limitFlags
	props        []string
	run          string
	noProperties bool
	unbounded    bool
	dialect      string
	relation     string
	binary       bool
	order        orderFlag
	output       string
}

func exportCommand() *cli.Command {
	flags := &exportFlags{}
	return &cli.Command{
		Name:      "export",
		Arguments: "smv|aiger MODEL",
		Words:     func() []string { return []string{"smv", "aiger"} },
		Short:     "Translate a model and its properties for NuSMV, nuXmv or hardware model checkers",
		Long: "smv: writes the language of NuSMV and nuXmv. Each property becomes an LTLSPEC; a conjunction becomes\n" +
			"several. Each property adds observations to the state, so export only the properties that you want\n" +
			"to check (--run). With --no-properties, the other tool counts the same states as `reach`.\n\n" +
			"aiger: writes a circuit in the format AIGER 1.9. A property that a finite run can violate becomes a\n" +
			"bad state property. Any other property becomes a justice property: it holds if no run satisfies the\n" +
			"justice property.",
		Flags: flags.declare,
		Run:   flags.limits.command(flags.export),
	}
}

func (c *exportFlags) declare(f *cli.Flags) {
	f.Group("The properties")
	f.StringArrayVar(&c.props, "prop", nil, "also export this `FORMULA` (repeatable)")
	f.StringVar(&c.run, "run", "", "export only some properties: `REGEXP` matches a part of the name or the whole number")
	f.BoolVar(&c.noProperties, "no-properties", false, "export only the model, with all its variables")
	f.Group("The translation")
	f.Choice(&c.dialect, "dialect", "the tool to write for, `nusmv|nuxmv|abc`: nuXmv also reads nusmv, but nuxmv has smaller formulas;\nabc: AIGER with one property, and outputs for ABC's l2s instead of a justice property", "nusmv", "nuxmv", "abc")
	f.Choice(&c.relation, "relation", "the form of the transition relation, `disjunctive|partitioned`: disjunctive: one constraint with a\ndisjunct for each interaction; partitioned: a constraint for each agent, and an input that chooses\nthe interaction; which is faster depends on the model",
		smv.Disjunctive.String(), smv.Partitioned.String())
	f.BoolVar(&c.unbounded, "unbounded", false, "for nuXmv: write integers without a range as they are, instead of a range that is large enough")
	f.BoolVar(&c.binary, "binary", false, "write the binary format of AIGER; needs -o FILE")
	c.order.declare(f, "declare these agents or variables (agent-local) first, in this order: `NAMES` separated by commas")
	f.StringVarP(&c.output, "output", "o", "", "write to this `FILE` instead of standard output")
	c.limits.declare(f)
	c.model.declare(f)
}

func (c *exportFlags) export(ctx context.Context, env *cli.Env, args []string) error {
	if len(args) != 2 {
		return cli.Usage("give a format (smv or aiger) and exactly one MODEL")
	}
	if err := c.fits(args[0]); err != nil {
		return err
	}
	if c.noProperties && (len(c.props) > 0 || c.run != "") {
		return cli.Usage("--no-properties cannot be used with --prop or --run")
	}
	selected, err := newSelection(c.run)
	if err != nil {
		return err
	}
	write := func(text string, err error) error {
		if err == nil {
			err = selected.unused()
		}
		if err != nil {
			return err
		}
		return c.write(env, text)
	}
	if isISPL(args[1]) {
		return write(c.ofISPL(ctx, env, args, selected))
	}
	m, err := c.model.onlyModel(ctx, env, args[1])
	if err != nil {
		return err
	}
	if err := c.order.check(m.program.System, false); err != nil {
		return cli.Usage("%w", err)
	}
	for _, text := range c.props {
		_, more := m.mustAdd(ctx, env, &c.model, text, "")
		if isLimit(more) {
			return more
		}
		err = cmp.Or(err, more)
	}
	if err != nil {
		return err
	}
	spec, err := c.specification(m, selected, args[0])
	if err != nil {
		return err
	}
	sys := m.program.System
	if !c.unbounded {
		if sys, err = mc.Bounded(ctx, sys); err != nil {
			return err
		}
	}
	return write(c.translate(ctx, args[0], sys, spec))
}

// fits says which flag does not belong to a format.
func (c *exportFlags) fits(format string) error {
	switch {
	case format != "smv" && format != "aiger":
		return cli.Usage("there is no format `%s`; use smv or aiger", format)
	case format == "smv" && c.binary:
		return cli.Usage("--binary works only with aiger")
	case c.unbounded && c.dialect != "nuxmv":
		return cli.Usage("--unbounded needs smv and --dialect=nuxmv: other tools have no integers without a range")
	case format == "smv" && c.dialect == "abc":
		return cli.Usage("--dialect=abc works only with aiger")
	case c.binary && (c.output == "" || c.output == stdinName):
		return cli.Usage("--binary does not write text; give a file with -o")
	case format == "aiger" && (c.dialect == "nuxmv" || c.relation == smv.Partitioned.String() || len(c.order) > 0):
		return cli.Usage("--dialect=nuxmv, --relation and --order work only with smv")
	}
	return nil
}

// translate is the text of a file.
func (c *exportFlags) translate(ctx context.Context, format string, sys *recipe.System, spec mc.Specification) (string, error) {
	if format == "smv" {
		module, err := smv.Translate(ctx, sys, spec, c.options())
		if errors.Is(err, smv.ErrNotCTL) {
			err = fmt.Errorf("%w; choose others by --run", err)
		}
		if err != nil {
			return "", err
		}
		return module.String(), nil
	}
	file, err := aiger.Translate(ctx, sys, spec, aiger.Options{})
	if err != nil {
		return "", err
	}
	return c.circuit(file)
}

// circuit is the text of a file in the format AIGER.
func (c *exportFlags) circuit(file *aiger.File) (string, error) {
	if c.dialect == "abc" {
		var err error
		if file, err = file.ForABC(); err != nil {
			return "", err
		}
	}
	if c.binary {
		return string(file.Binary()), nil
	}
	return file.ASCII(), nil
}

// specification is what is exported of the properties. The error is about one that cannot be.
func (c *exportFlags) specification(m *model, selected *selection, format string) (mc.Specification, error) {
	if c.noProperties {
		return mc.Specification{}, nil
	}
	spec := rcp.Fairness(m.program)
	spec.Properties = selected.of(m.properties())
	for _, p := range spec.Properties {
		if _, err := m.program.Spec(p.Index).Path(); err != nil && format != "smv" {
			return spec, fmt.Errorf("property %d: %w; choose others by --run", p.Index, err)
		}
	}
	return spec, nil
}

func (c *exportFlags) options() smv.Options {
	o := smv.Options{Order: c.order}
	if c.dialect == "nuxmv" {
		o.Dialect = smv.NuXmv
	}
	if c.relation == smv.Partitioned.String() {
		o.Relation = smv.Partitioned
	}
	return o
}

func (c *exportFlags) write(env *cli.Env, text string) error {
	if c.binary {
		f, err := createFile(env, c.output)
		if err != nil {
			return err
		}
		f.WriteString(text)
		return f.Commit()
	}
	return writeOutput(env, c.output, text)
}

// ofISPL is the text of a file about a model in ISPL.
func (c *exportFlags) ofISPL(ctx context.Context, env *cli.Env, args []string, selected *selection) (string, error) {
	if err := unfit(map[string]bool{
		"--order": len(c.order) > 0, "--relation": c.relation == smv.Partitioned.String(),
	}); err != nil {
		return "", err
	}
	m, err := c.model.onlyISPL(ctx, env, args[1])
	if err != nil {
		return "", err
	}
	for _, text := range c.props {
		name := fmt.Sprintf("property %d", len(m.ispl.Formulas)+1)
		m.sources.Add(name, []byte(text))
		formulas, list := m.ispl.Properties(name, text)
		m.ispl.Formulas = append(m.ispl.Formulas, formulas...)
		report.Diagnostics(env.Stderr, list, &m.sources, c.model.style(env, env.Stderr))
		if list.HasErrors() {
			return "", cli.ErrReported
		}
	}
	spec := rcp.OfISPL(m.ispl)
	spec.Properties = selected.of(spec.Properties)
	if c.noProperties {
		spec.Properties = nil
	}
	return c.translateISPL(ctx, args[0], m, spec)
}

func (c *exportFlags) translateISPL(ctx context.Context, format string, m *model, spec mc.JointSpecification) (string, error) {
	var text string
	var err error
	if format == "smv" {
		var module *smv.Module
		if module, err = smv.TranslateJoint(ctx, m.ispl.System, spec, c.options()); err == nil {
			text = module.String()
		}
	} else {
		var file *aiger.File
		if file, err = aiger.TranslateJoint(ctx, m.ispl.System, spec, aiger.Options{}); err == nil {
			text, err = c.circuit(file)
		}
	}
	if err != nil && !isLimit(err) {
		err = fmt.Errorf("%w; choose others by --run", err)
	}
	return text, err
}
