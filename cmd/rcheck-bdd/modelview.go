package main

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// view is what of runs of the model is shown. The error is about the first flag that does not fit
// the model.
func (m *model) view(ctx context.Context, v *viewFlags) (report.View, error) {
	out, err := v.View.Of(m.agents())
	if err != nil || len(v.show) == 0 {
		return out, err
	}
	if m.ispl != nil {
		out.Own, err = m.jointView(v.show)
		return out, err
	}
	sys := m.program.System
	var list []*recipe.Expr
	for _, text := range v.show {
		x, found, err := m.program.Expression(ctx, "--show", text)
		if err != nil {
			return out, err
		}
		for _, d := range found.Errors() {
			return out, fmt.Errorf("--show '%s': column %d: [%s] %s", text, d.Start.Column, d.Code, d.Message())
		}
		list = append(list, x)
	}
	in := recipe.NewInterpreter(sys)
	out.Own = func(values []trace.Values) []trace.Local {
		s, err := trace.StateOf(sys, values)
		at := recipe.NewInstant(in)
		if err == nil {
			err = at.Enter(s)
		}
		var shown []trace.Local
		for i, x := range list {
			local := trace.Local{Name: v.show[i], Value: "undefined"}
			if err == nil {
				if value, ok, fault := at.Value(x); ok && fault == nil {
					local.Value = sys.ValueString(x.Type, value)
				}
			}
			shown = append(shown, local)
		}
		return shown
	}
	return out, nil
}
