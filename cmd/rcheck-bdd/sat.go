package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/words"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// satFlags are the flags of sat.
type satFlags struct {
	formulaFlags
	engine engineFlags
	valid  bool
	view   viewFlags
}

func satCommand() *cli.Command {
	flags := &satFlags{}
	return &cli.Command{
		Name:      "sat",
		Arguments: "FORMULA",
		Short:     "Decide whether a formula can be true, or is always true",
		Long: `Without a model, every atom can have any value, and the answer is about the formula alone. With
--model, the answer is about the fair runs of the model that satisfy its assumptions. If a word or a
run shows the answer, it is printed.

Exit status: 0 yes, 1 no, 2 wrong usage or input, 3 undecided.`,
		Flags: flags.declare,
		Run:   flags.engine.command(flags.run),
	}
}

func (c *satFlags) declare(f *cli.Flags) {
	f.Group("The question")
	f.BoolVar(&c.valid, "valid", false, "decide whether the formula is always true, not whether it can be true")
	c.view.declare(f)
	c.engine.declare(f, "How to search a model")
	c.formulaFlags.declare(f)
}

func (c *satFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	text, err := onlyFormula(args)
	if err != nil {
		return err
	}
	if c.file != "" {
		f, _, m, err := c.read(ctx, env, text)
		if err != nil {
			return err
		}
		return c.inModel(ctx, env, f, m)
	}
	alone, err := c.readAlone(ctx, env, text)
	if err != nil {
		return err
	}
	wanted := alone.Formula
	if c.valid {
		wanted = ltol.Not(wanted)
	}
	w, err := words.Satisfiable(ctx, wanted, words.Options{BDD: c.engine.encoding().BDD, Also: alone.Observations()})
	if mc.IsLimit(err) {
		fmt.Fprintf(env.Stdout, "unknown: %s\n", terminal.Message(err))
		return cli.Exit(undecided)
	}
	if err != nil {
		return err
	}
	end := c.answer(env.Stdout, w != nil)
	if w != nil {
		writeWord(env.Stdout, w, alone.Notation())
	}
	return end
}

// answer prints the answer, given whether there is a word or run that was looked for, and returns
// how the command ends.
func (c *satFlags) answer(w io.Writer, found bool) error {
	text := map[[2]bool]string{
		{false, true}: "satisfiable", {false, false}: "unsatisfiable", {true, true}: "not valid", {true, false}: "valid",
	}[[2]bool{c.valid, found}]
	fmt.Fprintln(w, text)
	if found == c.valid {
		return cli.Exit(1)
	}
	return nil
}

// writeWord prints a word letter by letter, only what it tells.
func writeWord(w io.Writer, word *ltol.Word, n ltol.Notation) {
	for i, letter := range word.Letters {
		if i == word.Loop {
			fmt.Fprintln(w, "-- from here on the letters repeat for ever --")
		}
		var literals []*ltol.Formula
		for _, l := range letter {
			literal := ltol.Prop(l.Atom)
			if l.Negated {
				literal = ltol.Not(literal)
			}
			if n.Name(l.Atom) != "" { // it is the formula's own
				literals = append(literals, literal)
			}
		}
		fmt.Fprintf(w, "%d  %s\n", i, ltol.And(literals...).Format(n))
	}
}

// inModel asks about the fair runs of a model.
func (c *satFlags) inModel(ctx context.Context, env *cli.Env, f *ltol.Formula, m *model) error {
	view, err := m.view(ctx, &c.view)
	if err = cmp.Or(c.engine.order.check(m.program.System, true), err); err != nil {
		return cli.Usage("%w", err)
	}
	if !c.valid {
		f = ltol.Not(f)
	}
	spec := rcp.Fairness(m.program)
	spec.Properties = []mc.Property{rcp.Property(&rcheck.Spec{Index: 1, Formula: f, Assumed: m.program.Assumed})}
	result, err := mc.Check(ctx, m.program.System, spec, mc.WithEncoding(c.engine.encoding()))
	if err != nil {
		return err
	}
	r := result.Results[0]
	if r.Verdict == mc.Unknown {
		fmt.Fprintf(env.Stdout, "unknown: %s\n", r.Reason)
		return cli.Exit(undecided)
	}
	end := c.answer(env.Stdout, r.Verdict == mc.Violated)
	if r.Trace != nil {
		style := c.model.style(env, env.Stdout)
		return cmp.Or(r.Trace.WriteText(reporting(ctx, now()), env.Stdout, view.Options(style)), end)
	}
	return end
}
