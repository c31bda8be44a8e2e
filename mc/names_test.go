package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
)

// StaleNames is what the warning about names of absent agents is made of.
func StaleNames(ctx context.Context, c *Checker) ([]report.StaleName, error) {
	return c.core.Inspection.StaleNames(ctx)
}
