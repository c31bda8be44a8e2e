package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A savedRun is a trace from a file, replayed in its model.
type savedRun struct {
	saved *report.SavedTrace
	model *model
	in    *recipe.Interpreter
	run   *trace.Trace
}

// readRun reads and replays a trace; property chooses one of several, and file is the model, both empty if they are not given.
// The result is nil without an error if the model has errors, which have been printed.
func (m *modelFlags) readRun(env *cli.Env, path string, text []byte, property, file string) (*savedRun, error) {
	saved, err := chooseTrace(text, property)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if file == "" {
		file = modelOf(saved, path)
	}
	if file == "" {
		return nil, cli.Usage("%s does not say which model it is about; give it as the second argument", path)
	}
	if err := m.adopt(saved.Settings); err != nil {
		return nil, err
	}
	out := &savedRun{saved: saved}
	if out.model, err = m.onlyModel(env, file); out.model == nil {
		return nil, err
	}
	out.in = recipe.NewInterpreter(out.model.program.System)
	if out.run, err = trace.Decode(out.in, saved.JSON); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}

// chooseTrace picks the trace that is meant.
func chooseTrace(text []byte, property string) (*report.SavedTrace, error) {
	all, err := report.ReadTraces(text)
	if err != nil {
		return nil, err
	}
	if property == "" && len(all) == 1 {
		return &all[0], nil
	}
	var names []string
	for i := range all {
		if property != "" && all[i].Property == property {
			return &all[i], nil
		}
		names = append(names, all[i].Property)
	}
	if property == "" {
		return nil, cli.Usage("it holds traces for several properties; --property chooses one of %s", strings.Join(names, ", "))
	}
	what := fmt.Sprintf("it holds no trace for property %s", property)
	if hint := diag.DidYouMean(property, names); hint != "" {
		what += "; " + hint
	}
	return nil, errors.New(what)
}

// modelOf is the model that a trace names, or one of that name beside the trace.
func modelOf(saved *report.SavedTrace, path string) string {
	if saved.File == "" || filepath.IsAbs(saved.File) {
		return saved.File
	}
	if _, err := os.Stat(saved.File); err != nil {
		beside := filepath.Join(filepath.Dir(path), filepath.Base(saved.File))
		if _, err := os.Stat(beside); err == nil {
			return beside
		}
	}
	return saved.File
}
