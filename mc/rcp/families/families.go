// Package families makes a family of systems of a model in the language, whose constants count
// agents.
package families

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/sizes"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Family is a model at all values of some of its constants. Read reads the model once more, with
// values for these constants, in their order; it must give the same properties each time. What the
// constants do besides to count agents refuses all sizes, or those of the property in which they do
// it.
func Family(p *rcheck.Program, constants []string, read func(ctx context.Context, values []int) (*rcheck.Program, error)) *sizes.Model {
	counting := p.Counting(constants...)
	m := &sizes.Model{Constants: constants, Least: counting.Least, Period: counting.Period}
	m.Refused = func(property int) string {
		for _, d := range slices.Concat(counting.Elsewhere, counting.InProperties[property]) {
			return fmt.Sprintf("%s: %s", d.Start, d.Message())
		}
		return ""
	}
	m.At = func(ctx context.Context, size []int) (*recipe.System, mc.Specification, error) {
		at, err := read(ctx, size)
		if err != nil {
			return nil, mc.Specification{}, err
		}
		return at.System, rcp.Specification(at), nil
	}
	return m
}
