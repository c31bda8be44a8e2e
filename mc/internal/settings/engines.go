package settings

import (
	"fmt"
	"slices"
	"strings"
)

// The names of the engines that decide properties, as users give them.
const (
	EngineWalks        = "walks"
	EngineBounded      = "bounded"
	EngineInduction    = "induction"
	EngineLocalization = "localization"
	EngineViews        = "views"
	EngineOrbits       = "orbits"
	EngineDiagrams     = "diagrams"
)

// EngineNames lists the names of all engines.
func EngineNames() []string {
	return []string{
		EngineWalks, EngineBounded, EngineInduction, EngineLocalization, EngineViews, EngineOrbits, EngineDiagrams,
	}
}

// Uses reports whether the engine of a name is to decide properties.
func (s *Settings) Uses(engine string) bool {
	return len(s.Engines) == 0 || slices.Contains(s.Engines, engine)
}

// Choose completes the settings for the chosen engines. The error says what keeps them from working.
func (s *Settings) Choose() error {
	for _, name := range s.Engines {
		if names := EngineNames(); !slices.Contains(names, name) {
			return fmt.Errorf("WithEngines: there is no engine %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	if len(s.Engines) == 1 && s.Uses(EngineOrbits) {
		s.Symmetry = Orbits
	}
	if s.Symmetry == Orbits && !s.Uses(EngineOrbits) {
		return fmt.Errorf("WithSymmetry: orbits are not among the engines %s", strings.Join(s.Engines, ", "))
	}
	return nil
}
