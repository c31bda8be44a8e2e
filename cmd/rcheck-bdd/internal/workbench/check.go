package workbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp/families"
	"github.com/rcheck-bdd/rcheck-bdd/mc/sizes"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	recipesymbolic "github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Question is what a check is to decide, and the limits it has to keep.
type Question struct {
	// Properties are the numbers of properties, from 1; none means all.
	Properties []int `json:"properties,omitempty"`
	// All are constants that count agents: the properties are decided for all their values.
	All []string `json:"all,omitempty"`
	// Witness asks for runs that satisfy the properties instead.
	Witness bool `json:"witness,omitempty"`
	// Counterexamples asks for so many runs that violate a property, if there are as many that differ.
	Counterexamples int `json:"counterexamples,omitempty"`
	// Seconds and Megabytes bound time and the tables of the diagrams; 0 is no bound.
	Seconds   float64 `json:"seconds,omitempty"`
	Megabytes int64   `json:"megabytes,omitempty"`
	// Steps bounds the work in steps of diagrams, which are the same in every run; 0 is no bound.
	Steps int `json:"steps,omitempty"`
}

// A Verdict is what became of one property: a result as `check --json` writes it, with its place,
// the warnings about it, and, if it was asked for, whether there is a run that satisfies it: that
// is the trace then.
type Verdict struct {
	report.Result
	Range    Range     `json:"range"`
	Warnings []Warning `json:"warnings"`
	// Views are the explanation for drawings, and More those of further runs, where they have one.
	Views *Views   `json:"views,omitempty"`
	More  []*Views `json:"more,omitempty"`
}

// A Warning is about a system or a property.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Range   Range  `json:"range"`
}

// A Summary is what a check leaves besides its verdicts.
type Summary struct {
	Warnings  []Warning `json:"warnings"`
	States    string    `json:"states,omitempty"`    // reachable ones, a decimal number
	Deadlocks string    `json:"deadlocks,omitempty"` // those of them without a step
	Seconds   float64   `json:"seconds"`
	// Counts are the constants that only count agents, so that a question may ask for all their
	// values.
	Counts []string `json:"counts,omitempty"`
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

// A Listener gets the events of a check, in its goroutine. The verdict of a property that holds
// comes once more if there are warnings about it.
type Listener struct {
	Verdict  func(Verdict)
	Progress func(Progress)
}

func progress(at mc.Progress) Progress {
	return Progress{at.Property, string(at.Phase), at.Nodes, at.Images, at.Rounds, bdd.ProcessBytes()}
}

// progressInterval is the time between two reports of progress to a listener.
const progressInterval = 200 * time.Millisecond

// Check decides properties of the document. Limits, and the end of ctx, make verdicts unknown and
// are no error; an error says that the text is no model, or is a fault of the checker. If the limit
// is met while the text is read, there are no verdicts.
func Check(ctx context.Context, d *Document, q Question, t Thresholds, tell Listener) (summary *Summary, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v\n%s", mc.ErrInternal, r, debug.Stack())
		}
	}()
	ctx, cancel := q.within(ctx)
	defer cancel()
	start := time.Now()
	subject, err := subjectOf(ctx, d, q)
	if err != nil && ctx.Err() != nil {
		return &Summary{Warnings: []Warning{}, Reason: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	subject.small, subject.runs, subject.tell = t.Small, q.Counterexamples, tell
	check := subject.check
	if d.ISPL { // whose warnings may say that the model is another one than it seems
		subject.small = math.MaxInt
	} else if len(q.All) > 0 {
		check = subject.checkSizes
	}
	if summary, err = check(ctx, q); summary != nil {
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

// options are those of a check.
func (q *Question) options() []mc.Option {
	return []mc.Option{
		mc.WithEncoding(recipesymbolic.Options{BDD: q.diagrams()}),
		mc.WithBudget(max(q.Steps, 0)),
		mc.WithCounterexamples(max(q.Counterexamples, 0)),
	}
}

func (q *Question) asks(index int) bool {
	return len(q.Properties) == 0 || slices.Contains(q.Properties, index)
}

// A subject is a document as a session checks it.
type subject struct {
	*Document
	model      mc.Model
	properties []mc.Property
	places     map[int]Range // of properties
	counts     []string      // see Summary
	names      witness.Names
	scene      func() scene
	small      int
	runs       int // that are wanted of each violated property
	tell       Listener
}

// subjectOf reads a document as a model.
func subjectOf(ctx context.Context, d *Document, q Question) (*subject, error) {
	s := &subject{Document: d, places: map[int]Range{}}
	if d.ISPL {
		return s, s.readJoint(ctx, q)
	}
	p, err := d.program(ctx)
	if err != nil {
		return nil, err
	}
	spec := rcp.Fairness(p)
	for _, x := range p.Specs {
		if q.asks(x.Index) {
			spec.Properties = append(spec.Properties, rcp.Property(x))
			s.places[x.Index] = d.at(x.Expr)
		}
	}
	s.counts = counts(p)
	s.properties, s.names = spec.Properties, witness.OfRecipe(p.System, p.Sees...)
	s.scene = func() scene { return newView(d, p) }
	if q.Witness {
		spec.Properties = nil // they are not to be decided
	}
	s.model = mc.ModelOf(p.System, spec, q.options()...)
	return s, nil
}

func (s *subject) readJoint(ctx context.Context, q Question) error {
	p, err := s.jointProgram(ctx)
	if err != nil {
		return err
	}
	spec := rcp.OfISPL(p)
	for i, f := range p.Formulas {
		if q.asks(i + 1) {
			s.properties = append(s.properties, spec.Properties[i])
			start := s.lines.position(f.Pos.Offset)
			s.places[i+1] = Range{start, start}
		}
	}
	s.names = witness.OfInterpreted(p.System)
	s.scene = func() scene { return newJointView(s.Document, p) }
	s.model = mc.JointModelOf(p.System, spec, q.options()...)
	return nil
}

// check runs a session, and tells its events.
func (s *subject) check(ctx context.Context, q Question) (*Summary, error) {
	summary := &Summary{Warnings: []Warning{}, Counts: s.counts}
	session := &mc.Session{
		Model: s.model, Properties: s.properties, Warnings: mc.Little, Small: s.small, Show: s.ISPL,
	}
	session.Inspect = func(ctx context.Context, c *mc.Checker, r *mc.Report) {
		if c.Model() != nil {
			talk := s.whoTalks(ctx, c, &r.Stats)
			summary.Talk = &talk
		}
	}
	if q.Witness && !s.ISPL {
		session.Properties, session.Warnings = nil, mc.Nothing
		session.Inspect = s.witnesses
	}
	session.Tell = s.listen(ctx)
	r, err := session.Run(ctx)
	if r == nil {
		return nil, err
	}
	for _, result := range r.Results {
		if errors.Is(result.Err, mc.ErrInternal) {
			err = errors.Join(err, result.Err)
		}
	}
	if r.Stats.Reached {
		summary.States, summary.Deadlocks = r.Stats.States.String(), r.Stats.Deadlocks.String()
	}
	summary.Warnings = append(summary.Warnings, s.warnings(r.Warnings)...)
	if r.Limit != nil {
		summary.Reason = r.Limit.Error()
	}
	return summary, err
}

// listen tells the listener what a session tells.
func (s *subject) listen(ctx context.Context) func(mc.Event) {
	var last time.Time
	var result mc.Result
	return func(e mc.Event) {
		switch e := e.(type) {
		case mc.Progress:
			if now := time.Now(); now.Sub(last) >= progressInterval {
				last = now
				s.tell.Progress(progress(e))
			}
		case mc.Decided:
			result = e.Result
			s.tell.Verdict(s.shown(ctx, result))
		case mc.Warned: // about the last result
			result.Warnings = slices.Concat(result.Warnings, e.Warnings)
			s.tell.Verdict(s.shown(ctx, result))
		}
	}
}

// witnesses answers for each property whether some run satisfies it.
func (s *subject) witnesses(ctx context.Context, c *mc.Checker, _ *mc.Report) {
	for _, p := range s.properties {
		s.tell.Verdict(s.shown(ctx, witnessed(ctx, c, p)))
	}
}

// shown is a result as a listener gets it. Once ctx has ended, it is not explained.
func (s *subject) shown(ctx context.Context, r mc.Result) Verdict {
	out := Verdict{
		Result: report.Result{
			Index: r.Property.Index, Name: r.Property.Name, Formula: r.Property.Text, Position: r.Property.Pos.String(),
			Verdict: r.Verdict.String(), Reason: r.Reason, Seconds: r.Seconds, Trace: r.Trace,
		},
		Range: s.places[r.Property.Index], Warnings: s.warnings(r.Warnings),
	}
	err := Explained(ctx, &out.Result, &r, s.names, s.runs)
	viewsOf := func(w *branch.Witness) (v *Views) {
		if err == nil && w != nil {
			v, err = views(ctx, s.scene(), w)
		}
		return v
	}
	if out.Explanation != nil {
		out.Views = viewsOf(r.Witness)
		if r.Further != nil {
			for _, v := range r.Further.Runs {
				out.More = append(out.More, viewsOf(v.Witness))
			}
		}
	}
	if err != nil {
		out.Explanation, out.Reason = nil, cmp.Or(out.Reason, "there was no time to show why: "+err.Error())
	}
	return out
}

// witnessed is the answer whether a fair computation satisfies a property: it is called violated if
// there is none, and the trace is one if there is. Properties about states are decided, and
// explained.
func witnessed(ctx context.Context, c *mc.Checker, p mc.Property) mc.Result {
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

// whoTalks tells who talks to whom, exactly if that is little work.
func (s *subject) whoTalks(ctx context.Context, c *mc.Checker, stats *mc.SystemStats) draw.Talk {
	talk := draw.WhoTalks(c.Model())
	if stats.Reached && stats.ReachableNodes <= s.small {
		c.Within(max(c.Work()/8, 50_000), func() error {
			contacts, err := c.Inspect().Contacts(ctx)
			if err == nil {
				talk = draw.WhoTalked(c.Model().System, contacts)
			}
			return err
		})
	}
	return talk
}

func (s *subject) warnings(list []mc.Warning) []Warning {
	out := []Warning{}
	for _, w := range list {
		out = append(out, Warning{w.Code, w.Message, s.wordAt(w.Pos)})
	}
	return out
}

// counts lists the constants of a program that only count agents.
func counts(p *rcheck.Program) []string {
	var out []string
	for _, d := range p.File.Decls {
		if d, ok := d.(*ast.ConstDecl); ok && p.CountsAgents(d.Name.Name) {
			out = append(out, d.Name.Name)
		}
	}
	return out
}

// checkSizes decides properties for all values of constants. A violation has its run if the text
// has the values of the violation.
func (s *subject) checkSizes(ctx context.Context, q Question) (*Summary, error) {
	p, err := s.program(ctx)
	if err == nil {
		err = p.RequireConstants(q.All...)
	}
	if err != nil {
		return nil, err
	}
	family := families.Family(p, q.All, func(ctx context.Context, size []int) (*rcheck.Program, error) {
		set := map[string]int{}
		for i, name := range q.All {
			set[name] = size[i]
		}
		at, list, err := rcheck.ParseContext(ctx, s.Name(), []byte(s.Text), rcheck.Options{Set: set})
		return at, errors.Join(err, list.Err())
	})
	var here []int // the values in the text
	for _, name := range q.All {
		value, _ := p.Constant(name)
		here = append(here, value)
	}
	options := sizes.Options{Encoding: recipesymbolic.Options{BDD: q.diagrams()}, Check: q.options()}
	if q.Steps > 0 {
		options.Work = uint64(q.Steps)
	}
	summary := &Summary{Warnings: []Warning{}, Counts: s.counts}
	for i, property := range s.properties {
		s.tell.Progress(Progress{Property: property.Index, Phase: "deciding all sizes"})
		mine, cancel := fairly(ctx, len(s.properties)-i)
		start := time.Now()
		a, err := sizes.Check(mine, family, property.Index, options)
		cancel()
		if errors.Is(err, mc.ErrInternal) {
			return summary, err
		}
		r := mc.Result{Property: property}
		if a != nil && a.Verdict == mc.Violated && slices.Equal(a.Size, here) {
			r = a.Violation
		}
		r.Seconds = time.Since(start).Seconds()
		if err != nil {
			r.Reason = err.Error()
		}
		v := s.shown(ctx, r)
		if a != nil && err == nil {
			v.Sizes = report.SizesOf(q.All, a)
			v.Verdict = a.Verdict.String()
			v.Reason = strings.TrimSuffix(v.Sizes.Text(v.Verdict), ": ")
			switch {
			case a.Verdict == mc.Unknown:
				v.Reason = v.Sizes.Text(v.Verdict) + a.Reason
			case a.Verdict == mc.Violated && v.Trace == nil:
				v.Reason += "; write this value in the model to see a run"
			}
		}
		s.tell.Verdict(v)
	}
	return summary, nil
}

// fairly gives one of several things to do its part of the time that is left.
func fairly(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(parts))
}
