package workbench

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Explain is [mc.Explain], and for each cause what it says at the step where it begins.
func Explain(
	ctx context.Context, in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula,
) (*ltol.Blame, []string, error) {
	blame, err := trace.Read(ctx, in, t).Explain(f)
	if err != nil || blame == nil {
		return nil, nil, err
	}
	texts := make([]string, len(blame.Causes))
	for i, c := range blame.Causes {
		name, err := decisive(t, c)
		if err != nil {
			return nil, nil, err
		}
		if name == "" {
			name = c.Formula.Format(witness.Notation(t.System))
		}
		texts[i] = causeText(c, name)
	}
	return blame, texts, nil
}

func causeText(c ltol.Cause, name string) string {
	text := "`" + name + "`"
	if c.Again {
		text = "the second time, " + text
	}
	switch {
	case c.Open:
		return text + " is not fulfilled from here on"
	case c.To != c.From:
		return fmt.Sprintf("%s is %v up to %d", text, c.Holds, c.To)
	}
	return fmt.Sprintf("%s is %v", text, c.Holds)
}

// decisive is the part of a proposition that alone makes it what the cause says: the first true one
// of a disjunction, or the first false one of a conjunction. It is empty if the cause is about
// something else.
func decisive(t *trace.Trace, c ltol.Cause) (string, error) {
	a := c.Formula.Atom()
	if c.Formula.Op() != ltol.OpAtom || c.From != c.To || c.Again || c.Open || a.Kind == ltol.PastStep && c.From == 0 {
		return "", nil
	}
	p := t.System.Propositions[a.ID]
	op := recipe.OpAnd
	if c.Holds {
		op = recipe.OpOr
	}
	parts := operands(p.Expr, op)
	if len(parts) == 1 {
		return "", nil
	}
	sys := *t.System
	sys.Propositions = make([]recipe.Proposition, len(parts))
	for i, x := range parts {
		sys.Propositions[i] = recipe.Proposition{Kind: p.Kind, Name: sys.ExprString(x, -1), Expr: x}
	}
	in := recipe.NewInterpreter(&sys)
	at := &t.Steps[c.From]
	if a.Kind == ltol.PastStep {
		at = &t.Steps[c.From-1]
	}
	for i := range parts {
		holds, err := false, error(nil)
		if p.Kind == recipe.StateProposition {
			holds, err = in.StateHolds(i, at.State)
		} else {
			holds, err = in.StepHolds(i, at.State, at.Message)
		}
		if err != nil {
			return "", err
		}
		if holds == c.Holds {
			return ltol.Prop(ltol.Atom{ID: i, Kind: a.Kind}).Format(witness.Notation(&sys)), nil
		}
	}
	return "", nil
}

// operands are those of nested connectives of one kind, and of the labels of a proposition, which
// stand for a disjunction.
func operands(x *recipe.Expr, op recipe.Op) []*recipe.Expr {
	var out []*recipe.Expr
	switch {
	case x.Op == op:
		for _, a := range x.Args {
			out = append(out, operands(a, op)...)
		}
	case x.Op == recipe.OpExecuted && op == recipe.OpOr:
		for i := range x.Commands {
			label := *x
			label.Commands = x.Commands[i : i+1]
			out = append(out, &label)
		}
	default:
		out = append(out, x)
	}
	return out
}
