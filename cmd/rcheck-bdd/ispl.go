package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/joint"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
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
		m.ispl, m.list = ispl.Parse(shown, text, ispl.Options{})
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
	return errors.Join(c.model.fitsISPL(), unfit(map[string]bool{
		"--prop": len(c.props) > 0, "--deadlock-free": c.deadlock, "--props": len(c.propsFiles) > 0, "--symmetry": c.symmetry != "auto", "--jobs": c.jobs > 1,
		"--order": len(c.engine.order) > 0, "--full-states": c.view.FullStates, "--agents": len(c.view.Agents) > 0, "--progress": c.progress > 0,
		"--conjunct": c.conjunct > 0, "--load-reachable": c.load != "", "--save-reachable": c.save != "",
	}))
}

// unfitReasons say why flags that one might expect to work mean nothing for models in ISPL.
var unfitReasons = map[string]string{
	"--jobs":     "whose formulas are checked together",
	"--prop":     "whose formulas are in the section Formulae",
	"--props":    "whose formulas are in the section Formulae",
	"--set":      "which has no constants",
	"--symmetry": "in which agents are not instances of a type",
}

// unfit is an error about the flags that were given.
func unfit(given map[string]bool) error {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if given[name] {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	text := strings.Join(names, ", ") + " cannot be used for models in ISPL"
	if why := unfitReasons[names[0]]; why != "" {
		text += ", " + why
	}
	return errors.New(text + "; leave it out")
}

// checkISPL is check for a model in ISPL.
func (s *checkSession) checkISPL(ctx context.Context, m *model, run *report.Run, heading bool) {
	w := &isplWork{checkSession: s, program: m.ispl, run: run}
	var labels []string
	for i := range w.program.Formulas {
		if s.selected.selects(i+1, "") {
			w.chosen = append(w.chosen, i)
			labels = append(labels, fmt.Sprint(i+1))
		}
	}
	if s.flags.run != "" && len(w.chosen) == 0 {
		return // there is nothing that was asked for
	}
	s.heading(m.name, heading, labels)
	w.check(ctx)
}

// isplWork is the check of one model in ISPL.
type isplWork struct {
	*checkSession
	program *ispl.Program
	run     *report.Run
	chosen  []int // formulas
}

func (w *isplWork) check(ctx context.Context) {
	start := time.Now()
	defer func() {
		if p := recover(); p != nil {
			w.fault(w.run, workbench.InternalCode, fmt.Errorf("%w: panic: %v\n%s", mc.ErrInternal, p, debug.Stack()))
		}
	}()
	flags := w.flags
	c, err := joint.New(ctx, w.program.System, w.program.Fairness, joint.Options{
		Encoding: symbolic.Options{BDD: flags.engine.encoding().BDD}, PathsEnd: flags.ends == "mcmas", Endless: w.program.Endless, Ability: abilities[flags.ability], AbilitySteps: flags.abilitySteps, Samples: flags.certify,
	})
	if err != nil {
		for _, i := range w.chosen {
			w.result(i, nil, err, 0)
		}
		w.unfinishedOr(err)
		return
	}
	defer c.Close()
	encoded := time.Since(start)
	reached := time.Now()
	err = c.Explore(ctx)
	reach := time.Since(reached)
	if dead := c.Stats().Deadlocks; err == nil && flags.ends == "error" && dead.Sign() > 0 {
		w.fault(w.run, workbench.SetupCode, fmt.Errorf("%s reachable states have no successor, and --deadlock=error refuses such models; give the agents "+
			"an action there, or leave the flag out", dead))
		return
	}
	for _, i := range w.chosen {
		w.decide(ctx, c, i)
	}
	if err == nil && flags.warn() {
		var list []mc.Warning
		list, err = c.Warnings(ctx)
		w.checkSession.warnings(list, 0, w.run)
	}
	if err == nil {
		var compared joint.Certificate
		compared, err = c.Certify(ctx)
		w.run.Certificate = &report.Certificate{Initial: compared.Initial, States: compared.States, Successors: compared.Successors, Answers: compared.Answers}
	}
	w.unfinishedOr(err)
	w.run.Stats = isplStats(c, flags, encoded, reach)
	w.run.Stats.Seconds = time.Since(start).Seconds()
	w.details(w.run)
}

// unfinishedOr records what ended the work early, if anything did.
func (w *isplWork) unfinishedOr(err error) {
	switch {
	case err == nil || errors.Is(err, branch.ErrStrategy):
	case isLimit(err):
		w.unfinished(w.run, err)
	default:
		w.fault(w.run, workbench.InternalCode, err)
	}
}

// showsJoint is what makes data for pages of the model.
func (w *isplWork) showsJoint() *workbench.Showing {
	if w.showing == nil {
		d := workbench.NewDocument(w.run.File, "ispl", 0, w.run.Source)
		w.showing = workbench.NewJointShowing(d, w.program, w.flags.engine.pageLimits())
	}
	return w.showing
}

// decide decides a formula.
func (w *isplWork) decide(ctx context.Context, c *joint.Checker, i int) {
	if w.flags.propertyTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.flags.propertyTimeout)
		defer cancel()
	}
	start := time.Now()
	before, _ := c.Effort()
	check := c.Check
	if w.flags.ability == "pruned" {
		check = c.CheckPruned
	}
	answer, err := check(ctx, w.program.Formulas[i].Formula)
	after, _ := c.Effort()
	r := w.result(i, answer, err, time.Since(start).Seconds())
	r.Stats.Images = after - before
	if answer != nil && answer.Holds && w.flags.ability != "pruned" && w.flags.warn() {
		var list []mc.Warning
		at := w.program.Formulas[i].Pos
		list, err = c.Vacuity(ctx, w.program.Formulas[i].Formula, recipe.Position{File: at.Filename, Line: at.Line, Column: at.Column})
		w.checkSession.warnings(list, i+1, w.run)
	}
	if answer != nil && answer.Example != nil && w.flags.ability != "pruned" && (!answer.Holds || w.flags.witness) && (!w.flags.quiet || w.flags.documents.any()) {
		r.InitialState = c.Format(answer.Example)
		var shown *branch.Witness
		if shown, err = c.Witness(ctx, w.program.Formulas[i].Formula, answer.Example); err == nil {
			if r.Explanation = workbench.ExplanationOf(joint.Names{System: w.program.System}, shown); answer.Holds && !r.Explanation.Shows() {
				r.Explanation, r.InitialState = nil, ""
			}
			if w.flags.documents.html != "" && r.Explanation != nil {
				r.Views, r.NotShown = w.showsJoint().Views(shown)
			}
		} else if isLimit(err) {
			r.Reason = "there is no explanation: " + err.Error()
		}
	}
	if err != nil && !isLimit(err) && !errors.Is(err, branch.ErrStrategy) {
		w.fault(w.run, workbench.InternalCode, fmt.Errorf("property %d: %w", i+1, err))
	}
}

// result prints the line of a formula and records it.
func (w *isplWork) result(i int, answer *joint.Answer, err error, seconds float64) *report.Result {
	f := &w.program.Formulas[i]
	r := report.Result{Index: i + 1, Formula: f.Text, Position: f.Pos.String(), Seconds: seconds, Stats: &report.PropertyStats{}}
	switch {
	case err != nil:
		r.Verdict, r.Reason = mc.Unknown.String(), withAdvice(err.Error(), err)
	case answer.Holds:
		r.Verdict = mc.Holds.String()
	default:
		r.Verdict = mc.Violated.String()
	}
	if answer != nil {
		r.Stats.ProductNodes = answer.Nodes
		if answer.States != nil {
			r.States = answer.States.String()
		}
	}
	if r.Ability = asksFor(f.Formula, w.flags.ability); w.flags.ability == "pruned" {
		r.Ability = "pruned" // whatever the formula is about
	}
	r.Expected = w.flags.expect.of(&r, w.remarks)
	w.text.Line(&r)
	w.run.Results = append(w.run.Results, r)
	return &w.run.Results[len(w.run.Results)-1]
}

func isplStats(c *joint.Checker, flags *checkFlags, encode, reach time.Duration) *report.Stats {
	s := c.Stats()
	images, _ := c.Effort()
	out := &report.Stats{
		Interactions: 1, Variables: s.Variables, ReachableNodes: s.ReachableNodes, Images: images,
		PeakNodes: s.Engine.Peak, MemoryBytes: s.Engine.PeakBytes, Engine: flags.engine.engine,
		Encode: report.Duration{Seconds: encode.Seconds()}, Reach: report.Duration{Seconds: reach.Seconds()},
	}
	if s.States != nil {
		out.ReachableStates, out.DeadlockStates = s.States.String(), s.Deadlocks.String()
	}
	if flags.stats {
		out.Order = c.Order()
	}
	return out
}

// formatISPL is the canonical layout of a text in ISPL; nil if the list says that it has errors.
func formatISPL(ctx context.Context, shown string, text []byte) (out []byte, list diag.List, err error) {
	out, err = awaited(ctx, "formatting "+shown, func() ([]byte, error) {
		var err error
		var out []byte
		out, list, err = ispl.Format(shown, text)
		return bytes.Clone(out), err
	})
	return out, list, err
}
