package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// fitsISPL returns an error about the first flag of check that means nothing for models in ISPL.
func (c *checkFlags) fitsISPL() error {
	given := map[string]bool{"--symmetry=orbits": c.symmetry == "orbits", "--all": len(c.all) > 0, "--sort": c.sort == "agents"}
	for _, engine := range []string{"orbits", "localization", "views"} {
		given["--by="+engine] = slices.Contains(c.by, engine)
	}
	return errors.Join(c.model.fitsISPL(), unfit(given))
}

// addISPL adds the formulas of --props, --prop and --deadlock-free to a model in ISPL, in this
// order. Those with errors are left out.
func (s *checkSession) addISPL(m *model) (list diag.List) {
	add := func(name, text string) {
		m.sources.Add(name, []byte(text))
		formulas, faults := m.ispl.Properties(name, text)
		m.ispl.Formulas = append(m.ispl.Formulas, formulas...)
		list = append(list, faults...)
	}
	for _, f := range s.propertyFiles {
		add(f.name, string(f.text))
	}
	next := func() string { return fmt.Sprintf("property %d", len(m.ispl.Formulas)+1) }
	for _, text := range s.flags.props {
		add(next(), text)
	}
	if s.flags.deadlock {
		free := m.ispl.DeadlockFree()
		free.Name, free.Pos = deadlockFree, token.Position{Filename: next(), Line: 1, Column: 1}
		m.sources.Add(free.Pos.Filename, []byte(free.Text))
		m.ispl.Formulas = append(m.ispl.Formulas, free)
	}
	return list
}

// isplSession makes a session one about a model in ISPL. Its warnings are looked for in large
// models too, as those about overflows say that the model is another one than it seems.
func (w *work) isplSession(s *mc.Session) {
	flags := w.flags
	s.Small = math.MaxInt
	spec := rcp.OfISPL(w.model.ispl)
	spec.Properties = w.properties
	spec.PathsEnd, spec.Pruned = flags.ends == "mcmas", flags.ability == "pruned"
	s.Model = mc.JointModelOf(w.model.ispl.System, spec, w.options()...)
	if flags.ends == "error" {
		s.Reached = func(_ context.Context, _ *mc.Checker, stats mc.SystemStats) error {
			if !stats.Reached || stats.Deadlocks.Sign() == 0 {
				return nil
			}
			return fmt.Errorf("%s reachable states have no successor, and --deadlock=error refuses such models; "+
				"give the agents an action there, or leave the flag out", stats.Deadlocks)
		}
	}
}
