package mc_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// apartText is the text of a model without its properties: as it is, and with the instances of one
// agent type alone and all others outside. It also gives the properties whose quantifiers are about
// that type. It is empty if there are no other types.
func apartText(p *rcheck.Program, source, typeName string) (whole, part string, specs []string) {
	file := p.File.Source
	var own []string
	for _, d := range p.File.Decls {
		text := source[file.Offset(d.Pos()):file.Offset(d.End())]
		switch d := d.(type) {
		case *ast.FairnessDecl, *ast.CompassionDecl:
		case *ast.SpecDecl:
			about := true
			ast.Inspect(d, func(n ast.Node) bool {
				if q, is := n.(*ast.Quantifier); is {
					about = about && !slices.ContainsFunc(q.Types, func(t *ast.Ident) bool { return t.Name != typeName })
				}
				return true
			})
			if about {
				specs = append(specs, text+"\n")
			}
		case *ast.SystemDecl:
			for _, i := range d.Instances {
				if i.Type.Name == typeName {
					own = append(own, source[file.Offset(i.Pos()):file.Offset(i.End())])
				}
			}
			if len(own) == 0 || len(own) == len(d.Instances) {
				return "", "", nil
			}
			whole += text + "\n"
			part += "system = " + strings.Join(append(own, "open"), " || ") + "\n"
		default:
			whole, part = whole+text+"\n", part+text+"\n"
		}
	}
	return whole, part, specs
}

// What holds of the agents of one type in any environment holds in the whole model, quantifiers
// over these agents included. MC_OPEN_SOURCES sets how many generated models are compared.
func TestTypesHoldInEnvironments(t *testing.T) {
	ctx := context.Background()
	met := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "MC_OPEN_SOURCES", 150)) {
		m := rchecktest.New(recipetest.Seeded(seed))
		p, list := rcheck.Parse("whole.rcp", []byte(m.Text), m.Options)
		if list.HasErrors() {
			continue
		}
		whole, part, specs := apartText(p, m.Text, p.System.Agents[0].TypeName)
		for _, s := range specs {
			open, list := rcheck.Parse("part.rcp", []byte(part+s), m.Options)
			if list.HasErrors() || len(open.Specs) == 0 {
				met["refused"]++
				continue
			}
			closed, list := rcheck.Parse("whole.rcp", []byte(whole+s), m.Options)
			require.NoError(t, list.Err(), whole+s)
			r, err := mc.Check(ctx, open.System, rcp.Specification(open), mc.WithBudget(200_000))
			require.NoError(t, err, part+s)
			met[r.Results[0].Verdict.String()]++
			if strings.Contains(s, "forall") || strings.Contains(s, "exists") || strings.Contains(s, "\\/") || strings.Contains(s, "/\\") {
				met["quantified "+r.Results[0].Verdict.String()]++
			}
			if r.Results[0].Verdict != mc.Holds {
				continue
			}
			r, err = mc.Check(ctx, closed.System, rcp.Specification(closed), mc.WithBudget(200_000))
			require.NoError(t, err)
			require.NotEqual(t, mc.Violated, r.Results[0].Verdict, "seed %d: %s\n%s", seed, s, whole)
		}
	}
	t.Log(fmt.Sprint(met))
	require.Greater(t, min(met["quantified holds"], met["quantified violated"]), 0)
}
