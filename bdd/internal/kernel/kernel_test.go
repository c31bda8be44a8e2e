package kernel_test

import (
	"testing"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine/enginetest"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/kernel"
)

func newEngine(c engine.Config) (engine.Engine, error) { return kernel.New(c) }

func TestEngine(t *testing.T) {
	enginetest.Run(t, newEngine, engine.Config{InitialNodes: 1, CacheSize: 16})
}

func TestEngineDefaultSizes(t *testing.T) { enginetest.Run(t, newEngine, engine.Config{}) }
