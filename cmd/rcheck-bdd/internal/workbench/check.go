package workbench

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/joint"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
	recipesymbolic "github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Question is what a check is to decide, and the limits it has to keep.
type Question struct {
	// Properties are the numbers of properties, from 1; none means all.
	Properties []int `json:"properties,omitempty"`
	// Witness asks for runs that satisfy the properties instead.
	Witness bool `json:"witness,omitempty"`
	// Seconds and Megabytes bound time and the tables of the diagrams; 0 is no bound.
	Seconds   float64 `json:"seconds,omitempty"`
	Megabytes int64   `json:"megabytes,omitempty"`
	// Steps bounds the work in steps of diagrams, which are the same in every run; 0 is no bound.
	Steps int `json:"steps,omitempty"`
}

// A Verdict is what became of one property: a result as `check --json` writes it, with its place, the
// warnings about it, and, if it was asked for, whether there is a run that satisfies it: that is the
// trace then.
type Verdict struct {
	report.Result
	Range    Range     `json:"range"`
	Warnings []Warning `json:"warnings"`
	// Views are the explanation for drawings.
	Views *Views `json:"views,omitempty"`
}

// A Warning is about a system or a property.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Range   Range  `json:"range"`
}

// A Summary is what a check leaves beside its verdicts.
type Summary struct {
	Warnings  []Warning `json:"warnings"`
	States    string    `json:"states,omitempty"`    // reachable ones, a decimal number
	Deadlocks string    `json:"deadlocks,omitempty"` // those of them without a step
	Seconds   float64   `json:"seconds"`
	// Talk says who talks to whom: by what the commands allow, if it is not exact.
	Talk *draw.Talk `json:"talk,omitempty"`
	// Reason says what kept the check from saying everything about the system.
	Reason string `json:"reason,omitempty"`
}

// A Progress tells how far a check is.
type Progress struct {
	Property int    `json:"property,omitempty"`
	Phase    string `json:"phase"`
	Nodes    int    `json:"nodes"`
	// Images and Rounds count the work of the phase; Bytes is the memory that the process has.
	Images int   `json:"images"`
	Rounds int   `json:"rounds"`
	Bytes  int64 `json:"bytes"`
}

// Listener is told of a check as it goes on, in its goroutine. The verdict of a property that holds is told
// once more if there are warnings about it, which are looked for once all verdicts are known.
type Listener struct {
	Verdict  func(Verdict)
	Progress func(Progress)
}

func progress(at mc.Progress) Progress {
	return Progress{at.Property, string(at.Phase), at.Nodes, at.Images, at.Rounds, bdd.ProcessBytes()}
}

// progressInterval is how often a listener is told of progress.
const progressInterval = 200 * time.Millisecond

// Check decides properties of the document. Limits, and the end of ctx, make verdicts unknown and are no
// error; an error says that the text is no model, or is a fault of the checker. If the limit is met while
// the text is read, there are no verdicts.
func (d *Document) Check(ctx context.Context, q Question, t Thresholds, tell Listener) (summary *Summary, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v\n%s", mc.ErrInternal, r, debug.Stack())
		}
	}()
	ctx, cancel := q.within(ctx)
	defer cancel()
	start := time.Now()
	if d.ISPL {
		summary, err = d.checkJoint(ctx, q, tell)
	} else {
		summary, err = d.check(ctx, q, t, tell)
	}
	if summary != nil {
		summary.Seconds = time.Since(start).Seconds()
	}
	return summary, err
}

// within is ctx for as long as the question may take.
func (q *Question) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if q.Seconds > 0 {
		return context.WithTimeout(ctx, time.Duration(q.Seconds*float64(time.Second)))
	}
	return context.WithCancel(ctx)
}

func (q *Question) diagrams() bdd.Options { return bdd.Options{MaxBytes: q.Megabytes << 20} }

// options are those of a check in R-CHECK's language.
func (q *Question) options() []mc.Option {
	return []mc.Option{
		mc.WithEncoding(recipesymbolic.Options{BDD: q.diagrams()}),
		mc.WithBudget(max(q.Steps, 0)),
	}
}

func (q *Question) asks(index int) bool {
	return len(q.Properties) == 0 || slices.Contains(q.Properties, index)
}

func (d *Document) check(ctx context.Context, q Question, t Thresholds, tell Listener) (*Summary, error) {
	p, err := d.program(ctx)
	if err != nil && ctx.Err() != nil {
		return &Summary{Warnings: []Warning{}, Reason: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	spec := rcp.Fairness(p)
	places := map[int]Range{}
	for _, s := range p.Specs {
		if q.asks(s.Index) {
			spec.Properties = append(spec.Properties, rcp.Property(s))
			places[s.Index] = d.at(s.Expr)
		}
	}
	var last time.Time
	note := func(at mc.Progress) {
		if now := time.Now(); now.Sub(last) >= progressInterval {
			last = now
			tell.Progress(progress(at))
		}
	}
	summary := &Summary{Warnings: []Warning{}}
	c, err := mc.NewChecker(ctx, p.System, spec, append(q.options(), mc.WithProgress(note))...)
	var limit *mc.LimitError
	if errors.As(err, &limit) {
		for _, x := range spec.Properties {
			tell.Verdict(d.verdict(limit.Result(x), places[x.Index], p.System))
		}
		summary.Reason = err.Error()
		return summary, nil
	}
	if err != nil {
		return nil, err
	}
	defer c.Close()
	shown := func(r mc.Result) Verdict {
		v := d.verdict(r, places[r.Property.Index], p.System)
		if v.Explanation != nil {
			v.Views = d.ViewsOf(p, r.Witness)
		}
		return v
	}
	if q.Witness {
		for _, x := range spec.Properties {
			tell.Verdict(shown(witness(ctx, c, x)))
		}
		return summary, nil
	}
	var faults []error
	var held []mc.Result
	c.CheckProperties(ctx, spec.Properties, func(r mc.Result) {
		if errors.Is(r.Err, mc.ErrInternal) {
			faults = append(faults, r.Err)
		}
		if r.Verdict == mc.Holds {
			held = append(held, r)
		}
		tell.Verdict(shown(r))
	})
	for _, r := range held { // once all verdicts are known
		stats, err := c.Reach(ctx)
		if err != nil || stats.ReachableNodes > t.Small {
			break
		}
		c.Within(aside(c), func() (err error) {
			r.Warnings, err = c.Vacuity(ctx, r.Property)
			return err
		})
		if len(r.Warnings) > 0 {
			tell.Verdict(shown(r))
		}
	}
	d.inspect(ctx, c, t, summary)
	return summary, errors.Join(faults...)
}

// witness is the answer whether a fair computation satisfies a property: it is called violated if there
// is none, and the trace is one if there is. Properties about states are decided, and explained.
func witness(ctx context.Context, c *mc.Checker, p mc.Property) mc.Result {
	start := time.Now()
	r := mc.Result{Property: p}
	if p.Formula == nil { // about states: what shows that it holds need not be one run
		if r = c.CheckProperty(ctx, p); r.Verdict == mc.Holds {
			var err error
			if r.Witness, err = c.ExplainStates(ctx, p); err != nil && !mc.IsLimit(err) && !errors.Is(err, branch.ErrStrategy) {
				r.Verdict, r.Err, r.Reason = mc.Unknown, err, err.Error()
			}
		}
		return r
	}
	var err error
	r.Trace, _, err = c.Witness(ctx, p.Formula)
	r.Seconds = time.Since(start).Seconds()
	switch {
	case err != nil:
		r.Err, r.Reason = err, err.Error()
	case r.Trace != nil:
		r.Verdict = mc.Holds
	default:
		r.Verdict = mc.Violated
	}
	return r
}

// aside is how many steps may be spent on what is no verdict.
func aside(c *mc.Checker) int { return max(c.Work()/8, 50_000) }

// inspect gathers what there is to say about the system, whatever its properties.
func (d *Document) inspect(ctx context.Context, c *mc.Checker, t Thresholds, out *Summary) {
	stats, err := c.Reach(ctx)
	if err == nil && stats.Reached {
		out.States, out.Deadlocks = stats.States.String(), stats.Deadlocks.String()
	}
	if err == nil && stats.ReachableNodes <= t.Small {
		err = c.Within(aside(c), func() error {
			list, err := c.Warnings(ctx)
			out.Warnings = append(out.Warnings, d.warnings(list)...)
			return err
		})
	}
	talk := draw.WhoTalks(c.Model())
	if err == nil && stats.Reached && stats.ReachableNodes <= t.Small {
		c.Within(aside(c), func() error { // else what the commands allow is shown
			contacts, err := c.Contacts(ctx)
			if err == nil {
				talk = draw.WhoTalked(c.Model().System, contacts)
			}
			return err
		})
	}
	out.Talk = &talk
	if err != nil {
		out.Reason = err.Error()
	}
}

func (d *Document) warnings(list []mc.Warning) []Warning {
	out := []Warning{}
	for _, w := range list {
		out = append(out, Warning{w.Code, w.Message, d.place(w.Pos)})
	}
	return out
}

// place is the word at a position of a model.
func (d *Document) place(p recipe.Position) Range {
	start := 0
	if p.Line > 0 && p.Line <= len(d.lines.starts) {
		first, line := d.lines.line(p.Line - 1)
		start = first
		for i := range line { // columns count characters
			if p.Column--; p.Column == 0 {
				start = first + i
			}
		}
	}
	_, end := wordAround(d.Text, start)
	return d.lines.span(start, end)
}

// at is the range of a node of the document's program.
func (d *Document) at(n ast.Node) Range { return d.lines.span(d.offsets(n)) }

// offsets are the bytes where a node begins and ends.
func (d *Document) offsets(n ast.Node) (start, end int) {
	f, _ := d.source()
	return f.Offset(n.Pos()), f.Offset(n.End())
}

func (d *Document) verdict(r mc.Result, at Range, sys *recipe.System) Verdict {
	out := Verdict{
		Result: report.Result{
			Index: r.Property.Index, Name: r.Property.Name, Formula: r.Property.Text, Position: r.Property.Pos.String(),
			Verdict: r.Verdict.String(), Reason: r.Reason, Seconds: r.Seconds, Trace: r.Trace,
		},
		Range: at, Warnings: d.warnings(r.Warnings),
	}
	Explained(&out.Result, &r, sys)
	return out
}

func (d *Document) checkJoint(ctx context.Context, q Question, tell Listener) (*Summary, error) {
	p, err := d.jointProgram(ctx)
	if err != nil {
		return nil, err
	}
	summary := &Summary{Warnings: []Warning{}}
	c, err := joint.New(ctx, p.System, p.Fairness, joint.Options{Encoding: symbolic.Options{BDD: q.diagrams()}})
	if err != nil && !mc.IsLimit(err) {
		return nil, err
	}
	if c != nil {
		defer c.Close()
	}
	for i := range p.Formulas {
		if f := &p.Formulas[i]; q.asks(i + 1) {
			tell.Progress(progress(mc.Progress{Property: i + 1, Phase: "labelling the states"}))
			start := d.lines.position(f.Pos.Offset)
			v := Verdict{Result: report.Result{Index: i + 1, Formula: f.Text, Position: f.Pos.String()}, Range: Range{start, start}, Warnings: []Warning{}}
			fault := err
			if fault == nil {
				fault = d.decideJoint(ctx, c, p, i, &v)
			}
			if fault != nil {
				v.Verdict, v.Reason = mc.Unknown.String(), fault.Error()
				if !mc.IsLimit(fault) && !errors.Is(fault, branch.ErrStrategy) {
					return nil, fault
				}
			}
			tell.Verdict(v)
		}
	}
	if err == nil {
		var list []mc.Warning
		list, err = c.Warnings(ctx)
		summary.Warnings = append(summary.Warnings, d.warnings(list)...)
		if s := c.Stats(); s.States != nil {
			summary.States, summary.Deadlocks = s.States.String(), s.Deadlocks.String()
		}
	}
	if err != nil {
		summary.Reason = err.Error()
	}
	return summary, nil
}

// decideJoint decides the i-th formula of a model in ISPL.
func (d *Document) decideJoint(ctx context.Context, c *joint.Checker, p *ispl.Program, i int, out *Verdict) error {
	f, start := p.Formulas[i].Formula, time.Now()
	answer, err := c.Check(ctx, f)
	out.Seconds = time.Since(start).Seconds()
	if err != nil {
		return err
	}
	out.Verdict, out.States = mc.Holds.String(), answer.States.String()
	if !answer.Holds {
		out.Verdict = mc.Violated.String()
	}
	if answer.Example == nil {
		return nil
	}
	out.InitialState = c.Format(answer.Example)
	w, err := c.Witness(ctx, f, answer.Example)
	if err == nil {
		if e := ExplanationOf(joint.Names{System: p.System}, w); e.Shows() {
			out.Explanation, out.Views = e, d.JointViewsOf(p, w)
		}
	} else if mc.IsLimit(err) || errors.Is(err, branch.ErrStrategy) {
		err = nil // what is shown is no part of the verdict
	}
	return err
}
