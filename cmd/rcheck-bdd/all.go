package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp/families"
	"github.com/rcheck-bdd/rcheck-bdd/mc/sizes"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// setAll reads the value of --all.
func (c *checkFlags) setAll(s string) error {
	if c.all = rcheck.CountingNames(s); len(c.all) == 0 {
		return errors.New("name a constant of the model that counts agents, or write --all open for those that it marks with `//rcheck: open`")
	}
	return nil
}

// marked is the value of --all that stands for the constants that a model calls open.
const marked = "open"

// openConstants are those of a model that --all names.
func (s *checkSession) openConstants(m *model) ([]string, error) {
	names := s.flags.all
	if slices.Equal(names, []string{marked}) {
		if names = m.remarks.Open(); len(names) == 0 {
			return nil, errors.New("--all open: the model calls no constant open; write `//rcheck: open` before one that counts agents, or give its name to --all")
		}
	}
	for _, name := range names {
		if _, set := s.flags.model.set[name]; set {
			return nil, fmt.Errorf("--set %s: --all checks all values of this constant", name)
		}
	}
	if err := m.program.RequireConstants(names...); err != nil {
		return nil, fmt.Errorf("--all: %w", err)
	}
	return names, nil
}

// fitsAll says which flags do not fit --all.
func (c *checkFlags) fitsAll() error {
	if len(c.all) == 0 {
		return nil
	}
	if c.certify > 0 {
		return cli.Usage("--all confirms proofs for all sizes by itself, and --json says which (`confirmed`); remove --certify")
	}
	single := "conjunct save-reachable load-reachable html witness stats shortest counterexamples jobs by"
	for name := range strings.FieldsSeq(single) {
		if c.given.Changed(name) {
			return cli.Usage("--%s works for a single size only; use it without --all, with --set for a size", name)
		}
	}
	return nil
}

// count says what keeps the open constants from being numbers of agents.
func (s *checkSession) count(m *model) diag.List {
	counting := m.program.Counting(m.open...)
	list := counting.Elsewhere
	for _, of := range counting.InProperties {
		list = append(list, of...)
	}
	list.Sort()
	return list
}

// family is the model at all sizes. At each it is read anew, with all properties that are asked
// for.
func (s *checkSession) family(m *model) *sizes.Model {
	return families.Family(m.program, m.open, func(ctx context.Context, size []int) (*rcheck.Program, error) {
		at, err := s.flags.model.at(ctx, m, m.open, size)
		if err != nil {
			return nil, err
		}
		_, err = s.addProperties(ctx, at)
		return at.program, err
	})
}

// at reads a model once more, with values for some of its constants.
func (c *modelFlags) at(ctx context.Context, m *model, constants []string, size []int) (*model, error) {
	flags := *c
	flags.set = maps.Clone(flags.set)
	if flags.set == nil {
		flags.set = map[string]string{}
	}
	for i, name := range constants {
		flags.set[name] = strconv.Itoa(size[i])
	}
	at, err := flags.parse(ctx, m.name, []byte(m.sources.Text(terminal.Name(m.name))))
	if err == nil && at.program == nil {
		err = at.list.Err()
	}
	return at, err
}

// runAll checks the properties for all sizes.
func (w *work) runAll(ctx context.Context) {
	var end ending
	defer w.end(&end)
	found := map[int]*finding{}
	late := inParts(ctx, w.properties, func(part context.Context, p mc.Property) (late bool) {
		w.note(mc.Progress{Phase: "deciding all sizes", Property: p.Index})
		f := w.forAll(part, p)
		if late = part.Err() != nil; late {
			found[p.Index] = f
			return late
		}
		w.give(f)
		if isInternal(f.Err) {
			end.err = errors.Join(end.err, f.Err)
		}
		return late
	})
	for _, p := range late {
		w.results <- found[p.Index]
	}
}

// inParts checks properties, each for a fair part of the time that is left. If the time of some was
// up, they get what the others have left over, as long as that is more than they had. It returns
// those whose time was up in the end; check reports whether it was.
func inParts(ctx context.Context, properties []mc.Property, check func(context.Context, mc.Property) (late bool)) []mc.Property {
	deadline, limited := ctx.Deadline()
	for len(properties) > 0 {
		var late []mc.Property
		least := time.Duration(math.MaxInt64) // that a late one had
		for i, p := range properties {
			mine, cancel := context.WithCancel(ctx)
			part := time.Until(deadline) / time.Duration(len(properties)-i)
			if limited {
				cancel()
				mine, cancel = context.WithTimeout(ctx, part)
			}
			if check(mine, p) {
				late, least = append(late, p), min(least, part)
			}
			cancel()
		}
		properties = late
		if !limited || len(late) == 0 || time.Until(deadline)/time.Duration(len(late)) <= least {
			break
		}
	}
	return properties
}

// forAll checks one property for all sizes.
func (w *work) forAll(ctx context.Context, p mc.Property) *finding {
	start := time.Now()
	if limit := w.flags.propertyTimeout; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	options := sizes.Options{Encoding: w.encoding(), Check: w.encoded()}
	a, err := sizes.Check(ctx, w.family, p.Index, options)
	f := &finding{Result: mc.Result{Property: p}}
	switch {
	case err != nil:
		f.Reason, f.Err = limitText(err), err
		if !isInternal(err) && !isLimit(err) {
			f.Err = nil
		}
	case a.Verdict == mc.Violated:
		f.Result, f.system = a.Violation, a.System
	default:
		f.Verdict, f.Reason = a.Verdict, a.Reason
	}
	if a != nil {
		f.sizes, f.below = report.SizesOf(w.family.Constants, a), a.Below
	}
	f.Seconds = time.Since(start).Seconds()
	return f
}
