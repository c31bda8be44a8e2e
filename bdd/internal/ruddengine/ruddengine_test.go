package ruddengine_test

import (
	"testing"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine/enginetest"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/ruddengine"
)

func newEngine(c engine.Config) (engine.Engine, error) { return ruddengine.New(c) }

// TestEngine runs the contract's tests on a table as small as rudd makes them, so that it collects
// and grows all the time.
func TestEngine(t *testing.T) {
	enginetest.Run(t, newEngine, engine.Config{InitialNodes: 1, CacheSize: 16})
}

func TestEngineDefaultSizes(t *testing.T) { enginetest.Run(t, newEngine, engine.Config{}) }
