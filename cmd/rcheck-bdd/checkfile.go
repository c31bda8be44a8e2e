package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
)

// checkSession is one call of check: what its files share.
type checkSession struct {
	flags    *checkFlags
	env      *cli.Env
	selected *selection
	text     report.Text
	errors   terminal.Style // for standard error
	progress *terminal.Progress
	document report.Document
	good     bool   // some file is a model
	begun    moment // of the file that is checked

	propertyFiles []propertyFile

	loaded []byte       // reachable states, or nil
	saved  *output.File // where reachable states go, or nil

	// Of the file that is checked:
	remarks *remark.Set
	showing *workbench.Showing // once something is shown on a page
	lines   bytes.Buffer       // of properties, which are printed together where there are many
	details []detail           // what is printed after the lines of all properties
	unshown int                // properties whose details are cut or left out, because time was up
	below   bool               // why the smallest sizes are left out was said
}

// shows is what makes data for pages of the file that is checked.
func (s *checkSession) shows(run *report.Run, m *model) *workbench.Showing {
	if s.showing == nil {
		limits := s.flags.engine.pageLimits()
		if m.ispl != nil {
			d := workbench.NewDocument(run.File, "ispl", 0, run.Source)
			s.showing = workbench.NewJointShowing(d, m.ispl, limits)
		} else {
			d := workbench.NewDocument(run.File, "rcheck", 0, run.Source)
			s.showing = workbench.NewShowing(d, m.program, limits)
		}
	}
	return s.showing
}

// file checks one file under the limits of ctx, and adds it to the document. The error is one of
// usage.
func (s *checkSession) file(ctx context.Context, name string, heading bool) error {
	s.begun = now()
	run := report.Run{File: name, Settings: s.flags.settings(), Results: []report.Result{}, Warnings: []report.Notice{}}
	defer func() { s.document.Runs = append(s.document.Runs, run) }()
	if isISPL(name) {
		if err := s.flags.fitsISPL(); err != nil {
			s.fault(&run, workbench.SetupCode, err)
			return nil
		}
	}
	m, err := s.flags.model.readModel(ctx, s.env, name)
	if isLimit(err) {
		s.unread(&run, err)
		return nil
	}
	if err != nil {
		return err
	}
	if m.fault != nil {
		s.fault(&run, workbench.UnreadableCode, m.fault)
		return nil
	}
	list := m.list
	var more diag.List
	switch {
	case m.program != nil:
		more, err = s.addProperties(ctx, m)
	case m.ispl != nil && !m.list.HasErrors():
		more = s.addISPL(m)
	}
	list = append(list, more...)
	if len(s.flags.all) > 0 && m.program != nil {
		var wrong error
		if m.open, wrong = s.openConstants(m); wrong != nil {
			s.fault(&run, workbench.SetupCode, wrong)
			return nil
		}
		list = append(list, s.count(m)...)
	}
	s.remarks, s.showing, s.details, s.unshown, s.below = m.remarks, nil, nil, 0, false
	run.Source = m.sources.Text(terminal.Name(name))
	s.diagnostics(m.remarks.Filter(list), &m.sources, &run)
	if m.program == nil && (m.ispl == nil || m.list.HasErrors()) {
		return nil
	}
	s.good = true
	if err != nil {
		s.unread(&run, err)
		return nil
	}
	if s.text.View, err = m.view(ctx, &s.flags.view); m.program != nil {
		err = cmp.Or(s.flags.fitsRCheck(), s.flags.engine.order.check(m.program.System, true), err)
	}
	if err != nil {
		s.fault(&run, workbench.SetupCode, err)
	} else {
		s.check(ctx, m, &run, heading)
	}
	return nil
}

// fitsRCheck returns an error about the first flag that means nothing for models of R-CHECK.
func (c *checkFlags) fitsRCheck() error {
	switch {
	case c.ability == "pruned":
		return errors.New("--ability=pruned works only for models in ISPL; use --ability=uniform")
	case len(c.all) > 0 && len(c.view.show) > 0:
		return errors.New("--show cannot be used with --all, whose run is one of another number of agents; remove it, or give the number with --set")
	case len(c.all) > 0 && c.sort == "agents":
		return errors.New("--sort cannot be used with --all, whose run is one of another number of agents; remove it, or give the number with --set")
	case c.ends != "repeat":
		return errors.New("--deadlock works only for models in ISPL; remove it")
	}
	return nil
}

// diagnostics prints and records what the front end says about a file.
func (s *checkSession) diagnostics(list diag.List, sources *report.Sources, run *report.Run) {
	run.Warnings, run.Errors = s.flags.deny.mark(report.Notices(list.Warnings())), report.Notices(list.Errors())
	report.Diagnostics(s.env.Stderr, s.flags.deny.shown(list, s.flags.quiet), sources, s.errors)
}

// fault records an error that is not about a place in a source.
func (s *checkSession) fault(run *report.Run, code string, err error) {
	at := wholeFile(run.File)
	run.Errors = append(run.Errors, report.Notice{Code: code, Position: at, Message: err.Error()})
	fmt.Fprintf(s.env.Stderr, "%s: %s: %s\n", s.errors.Strong(at), s.errors.Bad("error["+code+"]"), terminal.Message(err))
}

// wholeFile is the position of what is not about a place in a file.
func wholeFile(name string) string { return terminal.Name(name) + ":1:1" }

// check checks a model and prints each result as it comes, then the traces.
func (s *checkSession) check(ctx context.Context, m *model, run *report.Run, heading bool) {
	start := time.Now()
	w := newWork(s.flags, m, s.selected)
	w.loaded = s.loaded
	if len(s.flags.all) > 0 {
		w.family = s.family(m)
		w.body = w.runAll
	}
	if s.flags.conjunct > 0 && len(w.properties) == 0 {
		s.fault(run, workbench.SetupCode, fmt.Errorf("--conjunct %d: no property has so many conjuncts", s.flags.conjunct))
	}
	if (s.flags.run != "" || s.flags.conjunct > 0) && len(w.properties) == 0 {
		return // there is nothing that was asked for
	}
	s.begin(w, heading)
	run.Results = slices.Grow(run.Results, len(w.properties))
	known := reporting(ctx, s.begun)
	search, stop := searching(ctx, len(w.properties)*(1+s.flags.documents.count()))
	defer stop()
	end := w.follow(search, s.progress, func(f *finding) {
		if f.part != warningsAlone {
			s.result(known, f, m, run)
		}
		if waits := len(w.results) > 0 || search.Err() != nil; !waits || s.lines.Len() > printedTogether || len(f.Warnings) > 0 {
			s.printLines()
		}
		s.warnings(f.Warnings, f.Property.Index, run)
	})
	s.printLines()
	slices.SortStableFunc(run.Results, func(a, b report.Result) int { return cmp.Compare(a.Index, b.Index) })
	s.progress.Clear()
	switch {
	case isInternal(end.err):
		s.fault(run, workbench.InternalCode, end.err)
	case end.err != nil:
		s.fault(run, workbench.SetupCode, end.err)
	}
	if end.report.Limit != nil && end.err == nil {
		s.unfinished(run, end.report.Limit)
	}
	s.hint(m, run)
	s.saveReachable(&end, run)
	run.Stats = statsOf(&end.report.Stats, s.flags.engine.engine)
	if s.flags.stats {
		run.Stats.Order = end.report.Order
	}
	run.Certificate = certificateOf(&end.report.Certificate)
	run.Stats.Seconds = time.Since(start).Seconds()
	s.warnings(end.report.Warnings, 0, run)
	s.printDetails(run)
}

// printedTogether is how many bytes of lines wait to be printed, at most.
const printedTogether = 1 << 15

// A detail is the text of a property by its index.
type detail struct {
	property int
	text     string
}

func (s *checkSession) printLines() {
	_, _ = s.lines.WriteTo(s.text.W) // the program tests the error
}

// printDetails prints what there is to say beyond the lines of the properties.
func (s *checkSession) printDetails(run *report.Run) {
	slices.SortStableFunc(s.details, func(a, b detail) int { return cmp.Compare(a.property, b.property) })
	for _, d := range s.details {
		_, _ = io.WriteString(s.text.W, d.text) // the program tests the error
	}
	if s.unshown > 0 {
		s.say(run.File, ": there was no time to show the runs or explanations of %d of %d properties", s.unshown, len(run.Results))
	}
	if !s.flags.quiet {
		s.text.Certificate(run)
	}
	if s.flags.stats {
		s.text.Stats(run.Stats)
	}
}

// say tells on the error output what goes for a file.
func (s *checkSession) say(file, format string, args ...any) {
	fmt.Fprintf(s.env.Stderr, "%s: %s"+format+"\n", append([]any{programName, terminal.Name(file)}, args...)...)
}

// saveReachable writes the reachable states if that was asked for.
func (s *checkSession) saveReachable(end *ending, run *report.Run) {
	if s.saved == nil || end.err != nil {
		return
	}
	if len(end.saved) == 0 {
		s.say(run.File, ": the reachable states are not saved, because not all of them are known")
		return
	}
	s.saved.Write(end.saved) // which cannot fail
	if err := s.saved.Commit(); err != nil {
		s.fault(run, workbench.SetupCode, err)
	}
}

func (s *checkSession) begin(w *work, heading bool) {
	labels := make([]string, len(w.properties))
	for i := range w.properties {
		r := resultOf(&mc.Result{Property: w.properties[i]})
		r.Conjunct = s.flags.conjunct
		labels[i] = r.Label()
	}
	s.heading(w.model.name, heading, labels)
	if len(w.properties) == 0 && w.model.list.Err() == nil && !s.flags.quiet && s.flags.run == "" {
		s.say(w.model.name, " has no properties; give one with --prop FORMULA")
	}
}

// heading begins the lines of a file.
func (s *checkSession) heading(name string, heading bool, labels []string) {
	shown := ""
	if heading {
		shown = terminal.Name(name)
		if len(s.document.Runs) > 0 {
			fmt.Fprintln(s.text.W)
		}
	}
	s.text.Begin(shown, labels)
}

// unread says that a limit was reached before the properties were known.
func (s *checkSession) unread(run *report.Run, limit error) {
	run.Reason = withAdvice(limitText(limit), limit)
	s.selected.used = true // perhaps
	s.say(run.File, ": nothing was decided: %s", run.Reason)
}

// unfinished records what kept the check from saying everything about a system, and says so where
// no property's line does.
func (s *checkSession) unfinished(run *report.Run, limit error) {
	run.Reason = withAdvice(limit.Error(), limit)
	undecided := slices.ContainsFunc(run.Results, func(r report.Result) bool { return r.Verdict == mc.Unknown.String() })
	if !undecided && (!s.flags.quiet || len(run.Results) == 0) {
		s.say(run.File, ": warnings may be missing: %s", run.Reason)
	}
}

// hint says which local has the largest range, if a property is undecided and the range is large.
func (s *checkSession) hint(m *model, run *report.Run) {
	undecided := func(r report.Result) bool { return r.Verdict == mc.Unknown.String() }
	if s.flags.quiet || m.program == nil || !slices.ContainsFunc(run.Results, undecided) {
		return
	}
	if text := widest(m.program); text != "" {
		s.say(run.File, ": %s", text)
	}
}

// result prints the line of a result and records it, or does the one of these that is left to do.
func (s *checkSession) result(ctx context.Context, f *finding, m *model, run *report.Run) {
	s.progress.Clear()
	r := &f.Result
	if ctx.Err() != nil && (r.Trace != nil || r.Witness != nil) { // there is no time to show it
		known := f.Result
		known.Trace, known.Witness, known.Further = nil, nil, nil
		if r = &known; f.part != lineAlone {
			s.unshown++
		}
	}
	if f.part != lineAlone && r.Property.Formula != nil {
		s.prepare(ctx, r, m, run)
	}
	out := resultOf(r)
	out.Conjunct, out.Sizes = s.flags.conjunct, f.sizes
	names := m.names()
	if f.system != nil {
		names = witness.OfRecipe(f.system)
	}
	if workbench.Explained(ctx, &out, r, names, s.flags.counterexamples) != nil {
		s.unshown++
	}
	out.Ability = asksFor(r.Property.State, s.flags.ability)
	if m.program != nil {
		out.End = endOf(m.program, out.Index)
	}
	out.Expected = s.flags.expect.of(&out, s.remarks)
	if f.part != restAlone {
		text := s.text
		text.W = &s.lines
		text.Line(&out)
	}
	if f.below != nil && !s.below && !s.flags.quiet {
		s.below = true
		s.say(run.File, ": smaller values are left out, because the model has an error there: %s", terminal.Message(f.below))
	}
	if f.part == lineAlone {
		return
	}
	if s.flags.documents.html != "" {
		s.page(ctx, &out, r, s.shows(run, m))
	}
	if isInternal(r.Err) {
		s.fault(run, workbench.InternalCode, fmt.Errorf("property %s: %w", out.Label(), r.Err))
	}
	s.detail(ctx, &out)
	if err := s.flags.documents.seal(ctx, &out, run.File); err != nil {
		s.fault(run, workbench.InternalCode, err)
	}
	run.Results = append(run.Results, out)
}

// page adds the runs of a result as data for a page.
func (s *checkSession) page(ctx context.Context, out *report.Result, r *mc.Result, shows *workbench.Showing) {
	if r.Trace != nil {
		out.Shown, out.NotShown = shows.Run(ctx, r.Trace, r.Property.Index)
	}
	if out.Explanation != nil {
		out.Views, out.NotShown = shows.Views(ctx, r.Witness)
	}
	if r.Further == nil {
		return
	}
	for _, v := range r.Further.Runs {
		var shown any
		why := ""
		if v.Witness != nil {
			shown, why = shows.Views(ctx, v.Witness)
		} else {
			shown, why = shows.Run(ctx, v.Trace, r.Property.Index)
		}
		out.More, out.NotShown = append(out.More, shown), cmp.Or(out.NotShown, why)
	}
}

// prepare orders and marks the runs of a result as flags ask.
func (s *checkSession) prepare(ctx context.Context, r *mc.Result, m *model, run *report.Run) {
	name := label(r.Property.Name, r.Property.Index)
	formulas := append(rcp.Fairness(m.program).Conditions(), r.Property.Formula)
	one := func(t *trace.Trace) *trace.Trace {
		t, err := s.flags.sort.sorted(ctx, s.env, t, formulas, name)
		if err != nil && ctx.Err() == nil {
			s.fault(run, workbench.InternalCode, err)
		}
		if r.Verdict == mc.Violated && (!s.flags.quiet || s.flags.documents.any()) {
			mark(ctx, t, r.Property.Formula)
		}
		return t
	}
	if r.Trace != nil {
		r.Trace = one(r.Trace)
	}
	if r.Further != nil {
		for i := range r.Further.Runs {
			r.Further.Runs[i].Trace = one(r.Further.Runs[i].Trace)
		}
	}
}

// detail keeps what is printed of a result after the lines of all properties.
func (s *checkSession) detail(ctx context.Context, r *report.Result) {
	if s.flags.quiet || s.text.W == io.Discard {
		return
	}
	var b strings.Builder
	text := s.text
	text.W = &b
	if text.Details(ctx, r) != nil {
		s.unshown++
	}
	if b.Len() > 0 {
		s.details = append(s.details, detail{r.Index, b.String()})
	}
}

// warnings prints and records what the checker warns about.
func (s *checkSession) warnings(list []mc.Warning, property int, run *report.Run) {
	list = s.kept(list)
	for _, w := range list {
		run.Warnings = append(run.Warnings, report.Notice{
			Code: w.Code, Position: w.Pos.String(), Message: w.Message, Property: property, Denied: s.flags.deny.denies(w.Code),
		})
	}
	if s.flags.quiet {
		list = slices.DeleteFunc(list, func(w mc.Warning) bool { return !s.flags.deny.denies(w.Code) })
	}
	report.Warnings(s.env.Stderr, list, s.flags.deny.denies, s.errors)
}
