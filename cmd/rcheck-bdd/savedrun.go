package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A savedRun is a trace from a file, replayed in its model.
type savedRun struct {
	saved *report.SavedTrace
	flags modelFlags // those of the command, with the settings kept with the trace
	model *model
	in    *recipe.Interpreter
	run   *trace.Trace
	joint *branch.Run // the run of a model in ISPL, in place of run
	// specs are the properties that the model states.
	specs []*rcheck.Spec
}

// readRuns reads and replays the traces of a file, or with a property only those for it. The
// arguments are the file, whose text is given, and the model, if it is given.
func (m *modelFlags) readRuns(ctx context.Context, env *cli.Env, args []string, text []byte, property string) ([]*savedRun, error) {
	path, file := args[0], ""
	if len(args) > 1 {
		file = args[1]
	}
	all, err := awaited(ctx, "reading "+terminal.Name(path), func() ([]report.SavedTrace, error) { return chooseTraces(text, property) })
	if isLimit(err) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var out []*savedRun
	models := map[string]*model{}
	for i := range all {
		r, err := m.readRun(ctx, env, path, &all[i], file, models)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// readOneRun is readRuns where there has to be one trace.
func (m *modelFlags) readOneRun(ctx context.Context, env *cli.Env, args []string, text []byte, property string) (*savedRun, error) {
	runs, err := m.readRuns(ctx, env, args, text, property)
	if err != nil {
		return nil, err
	}
	return oneRun(args[0], property, runs)
}

// oneRun is the run of a file that must have one for a property, or only one.
func oneRun(path, property string, runs []*savedRun) (*savedRun, error) {
	if len(runs) == 1 {
		return runs[0], nil
	}
	var names []string
	for _, r := range runs {
		names = append(names, r.saved.Name())
	}
	if property != "" {
		return nil, cli.Usage("%s has traces of several models for property %s", path, property)
	}
	return nil, cli.Usage("%s has several traces; choose one with --property, one of %s", path, strings.Join(names, ", "))
}

// formula is the property that the trace is said to violate; nil if the file does not say which one
// that is.
func (r *savedRun) formula(ctx context.Context, env *cli.Env, flags *modelFlags) (*rcheck.Spec, error) {
	if r.saved.Formula == "" || r.joint != nil {
		return nil, nil
	}
	spec, list, err := r.model.addFormula(ctx, "", r.saved.Formula, "the property")
	if err != nil {
		return nil, err
	}
	if spec == nil {
		report.Diagnostics(env.Stderr, list, &r.model.sources, flags.style(env, env.Stderr))
		return nil, fmt.Errorf("the property %s is not one of %s", terminal.Name(r.saved.Property), terminal.Name(r.model.name))
	}
	// The system has the propositions of the property now, and the run is one of this system.
	run := *r.run
	run.System = r.model.program.System
	r.run, r.in = &run, recipe.NewQuickInterpreter(run.System)
	_, err = spec.Path()
	return spec, err
}

// order orders the steps of the run as the flag says, where the property is nil or has the same
// value then.
func (r *savedRun) order(ctx context.Context, env *cli.Env, sort sortFlag, spec *rcheck.Spec) (err error) {
	if r.joint != nil {
		return nil
	}
	formulas := rcp.Fairness(r.model.program).Conditions()
	if spec != nil {
		formulas = append(formulas, spec.Claim())
	}
	r.run, err = sort.sorted(ctx, env, r.run, formulas, r.saved.Property)
	return err
}

// heading is what tells a trace from others in its file.
func (r *savedRun) heading() string {
	return fmt.Sprintf("Property %s of %s:", terminal.Name(r.saved.Name()), terminal.Name(r.model.name))
}

// stated is the model's own property that has the name or number by which the trace calls the one
// that it violates; nil if there is none.
func (r *savedRun) stated() *rcheck.Spec {
	for _, s := range r.specs {
		label := report.Result{Index: s.Index, Name: s.Name}
		if label.Label() == r.saved.Property {
			return s
		}
	}
	return nil
}

// misquoted says why the file does not say of the property what check writes next to a trace that
// violates it; empty if it does.
func (r *savedRun) misquoted() string {
	verdict, expected := r.saved.Verdict, r.saved.Expected
	if verdict != mc.Violated.String() {
		return fmt.Sprintf("the file has the verdict %q and a trace, but only `violated` has a trace", verdict)
	}
	if expected != "" && !slices.Contains(remark.Verdicts, expected) {
		return fmt.Sprintf("the file expects %q, which is not a verdict", expected)
	}
	s := r.stated()
	if s == nil {
		return "" // nobody knows what is said next to it
	}
	flag, remark := r.flagged(s), r.model.remarks.Expected(rcp.Property(s).Pos.String())
	switch want := cmp.Or(flag, remark); {
	case want == expected:
		return ""
	case flag != "":
		return fmt.Sprintf("the file expects %q of the property, but its settings have --expect %s=%s", expected, r.saved.Property, flag)
	case remark != "":
		return fmt.Sprintf("the file expects %q of the property, but the model expects `%s`", expected, remark)
	}
	return fmt.Sprintf("the file expects %q of the property, but neither the model nor the settings of the file do", expected)
}

// flagged is the verdict that the flags of the check expected of a property; empty if they said
// nothing of it.
func (r *savedRun) flagged(s *rcheck.Spec) string {
	if r.saved.Settings == nil {
		return ""
	}
	expect := r.saved.Settings.Expect
	return cmp.Or(expect[s.Name], expect[strconv.Itoa(s.Index)])
}

// elsewhere reports whether the trace says that it is about a file of another name than the one it
// was replayed in. Files that have moved keep their names, and standard input has none.
func (r *savedRun) elsewhere() bool {
	from, in := r.saved.File, r.model.name
	return from != "" && from != stdinName && in != stdinName && filepath.Base(from) != filepath.Base(in)
}

// readRun reads and replays one trace; file is the model, empty if it is not given, and models are
// those of other traces.
func (m *modelFlags) readRun(ctx context.Context, env *cli.Env, path string, saved *report.SavedTrace, file string, models map[string]*model) (*savedRun, error) {
	if file == "" {
		file = modelOf(saved, path)
		switch file {
		case "":
			return nil, cli.Usage("%s does not say which model it is about; give it as the second argument", path)
		case stdinName:
			return nil, cli.Usage("%s is about a model that was read from standard input; give the model as the second argument", path)
		}
	}
	out := &savedRun{saved: saved}
	var err error
	if out.flags, err = m.with(saved.Settings); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	key := fmt.Sprint(file, out.flags)
	if out.model = models[key]; out.model == nil {
		if out.model, err = out.flags.replayable(ctx, env, file); err != nil {
			return nil, err
		}
		models[key] = out.model
	}
	if out.model.ispl != nil {
		out.joint, err = awaited(ctx, "replaying "+terminal.Name(path), func() (*branch.Run, error) { return out.model.jointRun(ctx, saved.JSON) })
		return out, named(path, err)
	}
	out.specs = slices.Clone(out.model.program.Specs)
	out.in = recipe.NewQuickInterpreter(out.model.program.System)
	out.run, err = awaited(ctx, "replaying "+terminal.Name(path), func() (*trace.Trace, error) { return trace.Decode(ctx, out.in, saved.JSON) })
	return out, named(path, err)
}

// named is an error that names the file, unless it is about a limit.
func named(path string, err error) error {
	if err == nil || isLimit(err) {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// length is the number of steps of the run.
func (r *savedRun) length() int {
	switch {
	case r.joint != nil:
		return len(r.joint.Steps)
	case r.run.Lasso():
		return len(r.run.Steps)
	}
	return len(r.run.Steps) - 1
}

// write prints the run.
func (r *savedRun) write(ctx context.Context, env *cli.Env, o trace.TextOptions) error {
	if r.joint != nil {
		return writeRun(ctx, env, r.model.names(), r.joint, o)
	}
	return r.run.WriteText(ctx, env.Stdout, o)
}

// replayable reads the model of a trace. Properties with errors do no harm: the trace has the text
// of its own.
func (m *modelFlags) replayable(ctx context.Context, env *cli.Env, name string) (*model, error) {
	if isISPL(name) {
		return m.onlyISPL(ctx, env, name)
	}
	out, err := m.readModel(ctx, env, name)
	switch {
	case err != nil:
	case out.program == nil:
		err = out.usable(env, m)
	case out.list.HasErrors():
		fmt.Fprintf(env.Stderr, "note: properties of %s have errors, which `check` shows; traces are replayed without them\n", terminal.Name(name))
	}
	return out, err
}

// chooseTraces picks the traces that are meant: those for a property, or all if it is empty.
func chooseTraces(text []byte, property string) ([]report.SavedTrace, error) {
	all, err := report.ReadTraces(text)
	if err != nil || property == "" {
		return all, err
	}
	var names []string
	var chosen []report.SavedTrace
	for i := range all {
		names = append(names, all[i].Name())
		if all[i].Name() == property {
			chosen = append(chosen, all[i])
		}
	}
	if chosen != nil {
		return chosen, nil
	}
	what := fmt.Sprintf("it has no trace for property %s", property)
	if hint := diag.DidYouMean(property, names); hint != "" {
		what += "; " + hint
	}
	return nil, errors.New(what)
}

// modelOf is the model that a trace names, or one of that name next to the trace.
func modelOf(saved *report.SavedTrace, path string) string {
	if saved.File == "" || filepath.IsAbs(saved.File) {
		return saved.File
	}
	if _, err := os.Stat(saved.File); err != nil {
		near := filepath.Join(filepath.Dir(path), filepath.Base(saved.File))
		if _, err := os.Stat(near); err == nil {
			return near
		}
	}
	return saved.File
}
