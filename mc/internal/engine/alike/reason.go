package alike

import (
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// Reason tells errors that are reasons for an unknown verdict from others.
func Reason(err error) (string, error) {
	var different *family.Unlike
	var not *family.NotSupported
	switch {
	case errors.As(err, &different):
		return at(different.Pos) + different.What, nil
	case errors.As(err, &not):
		return at(not.Pos) + not.What, nil
	}
	return "", err
}

func at(pos recipe.Position) string {
	if pos.Line == 0 {
		return ""
	}
	return pos.String() + ": "
}

// Limit is the limit that an error is about, nil if it is about none.
func Limit(err error) error {
	for _, limit := range []error{views.ErrWork, bdd.ErrNodeLimit, bdd.ErrMemoryLimit} {
		if errors.Is(err, limit) {
			return limit
		}
	}
	return nil
}
