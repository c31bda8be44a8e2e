package bdd

import (
	"cmp"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/kernel"
	_ "github.com/rcheck-bdd/rcheck-bdd/bdd/internal/needs-a-64-bit-platform"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/ruddengine"
)

// newEngine makes the engine called name, or the default one.
func newEngine(name string, c engine.Config) (engine.Engine, error) {
	name = cmp.Or(name, DefaultEngine)
	switch name {
	case "native":
		return kernel.New(c)
	case "rudd":
		return ruddengine.New(c)
	}
	return nil, fmt.Errorf("no engine %q (native, rudd)", name)
}
