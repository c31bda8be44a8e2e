package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// isISPL reports whether a file is one in ISPL, by its name.
func isISPL(name string) bool { return strings.EqualFold(filepath.Ext(name), ".ispl") }

// errISPL is the fault of a model in ISPL for commands that cannot use it.
var errISPL = errors.New("it is a model in ISPL, and only check, simulate, reach, draw, vet and fmt accept such models")

// parseISPL reads the text of a model in ISPL. The error says that a limit was reached.
func parseISPL(ctx context.Context, name string, text []byte) (*model, error) {
	shown := terminal.Name(name)
	return awaited(ctx, "reading "+shown, func() (*model, error) {
		m := &model{name: name, remarks: &remark.Set{}}
		m.sources.Add(shown, text)
		var err error
		if m.ispl, m.list, err = ispl.ParseContext(ctx, shown, text, ispl.Options{}); err != nil {
			return nil, err
		}
		if m.ispl != nil {
			m.list = append(m.list, m.remarks.ReadISPL(m.ispl.File, workbench.WarningCodes)...)
		}
		return m, nil
	})
}

// fitsISPL returns an error about the first flag that means nothing for models in ISPL.
func (m *modelFlags) fitsISPL() error {
	return unfit(map[string]bool{"--set": len(m.set) > 0, "--int": m.bounds.Given, "--reading": m.reading != ""})
}

func (c *checkFlags) fitsISPL() error {
	return errors.Join(c.model.fitsISPL(), unfit(map[string]bool{"--symmetry": c.symmetry != "auto", "--all": len(c.all) > 0, "--sort": c.sort == "agents"}))
}

// unfitReasons say why flags that one might expect to work mean nothing for models in ISPL.
var unfitReasons = map[string]string{
	"--all":      "which have no constants",
	"--dialect":  "which have one dialect",
	"--int":      "in which each variable has a range of its own",
	"--reading":  "whose formulas have one reading",
	"--runs":     "whose formulas no single run decides",
	"--save":     "whose walks replay does not read",
	"--set":      "which have no constants",
	"--sort":     "in which all agents act in every step",
	"--symmetry": "in which agents are not instances of a type",
}

// unfit is an error about the first of the flags that were given.
func unfit(given map[string]bool) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if given[name] {
			return fmt.Errorf("%s cannot be used for models in ISPL, %s; leave it out", name, unfitReasons[name])
		}
	}
	return nil
}

// addISPL adds the formulas of --props, --prop and --deadlock-free to a model in ISPL, in this order. Those with
// errors are left out.
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

// isplSession makes a session one about a model in ISPL. Its warnings are looked for in large models
// too, as those about overflows say that the model is another one than it seems.
func (w *work) isplSession(s *mc.Session) {
	flags := w.flags
	s.Small = math.MaxInt
	spec := rcp.OfISPL(w.model.ispl)
	spec.Properties = w.properties
	spec.PathsEnd, spec.Pruned = flags.ends == "mcmas", flags.ability == "pruned"
	options := w.options()
	if flags.quiet && !flags.documents.any() {
		options = append(options, mc.WithoutReasons())
	}
	s.Model = mc.JointModelOf(w.model.ispl.System, spec, options...)
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

// formatISPL is the canonical layout of a text in ISPL; nil if the list says that it has errors.
func formatISPL(ctx context.Context, shown string, text []byte) (out []byte, list diag.List, err error) {
	out, err = awaited(ctx, "formatting "+shown, func() ([]byte, error) {
		var err error
		var out []byte
		out, list, err = ispl.Format(ctx, shown, text)
		return bytes.Clone(out), err
	})
	return out, list, err
}
