package main

import (
	"context"
	"fmt"
	"io"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
)

// automatonFlags are the flags of automaton.
type automatonFlags struct {
	formulaFlags
	limits        limitFlags
	kind          string
	picture       pictureFlags
	negate, plain bool
}

func automatonCommand() *cli.Command {
	flags := &automatonFlags{}
	return &cli.Command{
		Name:      "automaton",
		Arguments: "FORMULA",
		Short:     "Show the automata of a formula",
		Long: "Shows the alternating automaton of the formula and its generalised Büchi automaton, which has\n" +
			"acceptance on edges. `check` searches the generalised Büchi automaton of the negation. The formats\n" +
			"HOA (version 1), DOT and SVG show only the generalised automaton, unless you give --kind.\n\n" +
			"Exit status: 0 success, 2 wrong usage or input, 3 the automaton is too large, or an interrupt.",
		Flags: flags.declare,
		Run:   flags.limits.command(flags.run),
	}
}

func (c *automatonFlags) declare(f *cli.Flags) {
	f.Group("The automaton")
	f.Choice(&c.kind, "kind", "show only this automaton: `alternating|generalized|buchi`; buchi has one acceptance set", "", "alternating", "generalized", "buchi")
	c.picture.declare(f, "text", "hoa", "dot", "svg")
	f.BoolVar(&c.negate, "negate", false, "show the automaton of the negation")
	f.BoolVar(&c.plain, "plain", false, "simplify neither the formula nor the automaton")
	c.limits.declare(f)
	c.formulaFlags.declare(f)
}

func (c *automatonFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	text, err := onlyFormula(args)
	if err != nil {
		return err
	}
	f, notation, _, err := c.read(ctx, env, text)
	if err != nil {
		return err
	}
	if c.negate {
		f = ltol.Not(f)
	}
	list, err := awaited(ctx, "translating the formula", func() ([]printable, error) { return c.automata(ctx, f) })
	if err != nil && ctx.Err() != nil {
		err = &interrupt.Error{Phase: "translating the formula", Err: ctx.Err()}
	}
	if err != nil {
		return err
	}
	return c.picture.write(ctx, env, func(w io.Writer) error {
		for i, a := range list {
			if i > 0 {
				fmt.Fprintln(w) // what cannot be written shows in the next line
			}
			if err := c.write(ctx, w, a, f, notation); err != nil {
				return err
			}
		}
		return nil
	})
}

// automata are the automata that are asked for.
func (c *automatonFlags) automata(ctx context.Context, f *ltol.Formula) (out []printable, err error) {
	options := ltol.Options{Plain: c.plain}
	if c.kind == "alternating" || c.kind == "" && c.picture.kind() == "text" {
		b, err := ltol.Alternate(ctx, f, options)
		if out = append(out, b); err != nil || c.kind != "" {
			return out, err
		}
	}
	a, err := ltol.Translate(ctx, f, options)
	if err != nil {
		return nil, err
	}
	if c.kind == "buchi" {
		a = a.Degeneralize()
	}
	return append(out, a), nil
}

// printable is an automaton of either kind.
type printable interface {
	WriteText(ctx context.Context, w io.Writer, n ltol.Notation) error
	WriteHOA(ctx context.Context, w io.Writer, name string, n ltol.Notation) error
	WriteDOT(ctx context.Context, w io.Writer, n ltol.Notation) error
}

func (c *automatonFlags) write(ctx context.Context, w io.Writer, a printable, f *ltol.Formula, n ltol.Notation) error {
	switch c.picture.kind() {
	case "hoa":
		return a.WriteHOA(ctx, w, f.Format(n), n)
	case "dot":
		return a.WriteDOT(ctx, w, n)
	case "svg":
		return writeScene(ctx, w, diagram(a, f, n).Scene)
	}
	return a.WriteText(ctx, w, n)
}

func diagram(a printable, f *ltol.Formula, n ltol.Notation) draw.Diagram {
	if b, ok := a.(*ltol.Alternating); ok {
		return draw.Alternating(f.Format(n), b, n)
	}
	return draw.Automaton(f.Format(n), a.(*ltol.Automaton), n)
}
