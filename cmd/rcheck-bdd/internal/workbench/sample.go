package workbench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A Sampling says which random runs are taken: how many, of how many steps at most, by which seed.
type Sampling struct {
	Runs  int    `json:"runs"`
	Steps int    `json:"steps"`
	Seed  uint64 `json:"seed"`
}

// A Sample is what random runs show of a document.
type Sample struct {
	Runs        int `json:"runs"`
	Steps       int `json:"steps"`
	Deadlocks   int `json:"deadlocks"`
	States      int `json:"states"`
	Transitions int `json:"transitions"`
	// Properties have the counts of runs, and the first run that violates the property.
	Properties []Verdict `json:"properties"`
	System     System    `json:"system"`
	Commands   []Covered `json:"commands"`
	Seconds    float64   `json:"seconds"`
	// Reason says why there are fewer runs than were asked for, if there are.
	Reason string `json:"reason,omitempty"`
}

// A Covered is what happened to a command of an agent type, in all agents of the type together.
type Covered struct {
	Type     int `json:"type"` // index into System.Types
	Edge     int `json:"edge"` // index into the edges of the type
	Executed int `json:"executed"`
	// True and False count how often the guard was so where an agent was in the control state.
	True  int `json:"true"`
	False int `json:"false"`
	// Constant tells that the guard is the same in all states, such as `true`.
	Constant bool `json:"constant,omitempty"`
	// Never are the agents of the type that did not execute the command.
	Never []int `json:"never"`
}

// RandomRuns takes random runs of a document, and compares them with its properties. It tells, now
// and then, what the runs so far show; a run that violates a property is told once. The end of ctx
// leaves fewer runs, and is no error. An error says that the text is no model, or that the question
// asks for no run or for too much.
func RandomRuns(ctx context.Context, d *Document, q Sampling, t Thresholds, tell func(*Sample)) (*Sample, error) {
	switch {
	case q.Runs < 1 || q.Steps < 1:
		return nil, fmt.Errorf("%d runs of %d steps are none: give positive numbers", q.Runs, q.Steps)
	case q.Runs > t.Sampled/q.Steps:
		return nil, fmt.Errorf("%d runs of %d steps can be more than %d steps, which is the most at a time: give fewer runs or steps, "+
			"or take them with `rcheck-bdd simulate --runs`", q.Runs, q.Steps, t.Sampled)
	}
	o := simulate.SampleOptions{Runs: q.Runs, Length: q.Steps, Seed: q.Seed, Lassos: simulate.DefaultLassos}
	s, err := newSampled(ctx, d, &o)
	if err != nil {
		return nil, err
	}
	last := s.begun
	o.Tell = func(found *simulate.Sample) {
		if now := time.Now(); now.Sub(last) >= progressInterval {
			last = now
			if part, err := s.sample(ctx, o, found, true); err == nil { // else ctx has ended
				tell(part)
			}
		}
	}
	found, err := s.take(o)
	if err != nil && !mc.IsLimit(err) {
		return nil, err
	}
	out, fault := s.sample(context.WithoutCancel(ctx), o, found, false)
	if fault == nil && err != nil {
		out.Reason = err.Error()
	}
	return out, fault
}

// sampled turns what random runs of a model show into data.
type sampled struct {
	*Document
	begun  time.Time
	told   map[int]bool // the properties whose violation was told
	system System
	take   func(simulate.SampleOptions) (*simulate.Sample, error)
	// results are about properties, at places, with the views of those that are explained.
	results func(context.Context, simulate.SampleOptions, *simulate.Sample) ([]report.Result, []*Views, error)
	places  []Range
	covered func([]simulate.CommandUse) []Covered
}

// newSampled reads the document, and says in the options which formulas are about its runs.
func newSampled(ctx context.Context, d *Document, o *simulate.SampleOptions) (*sampled, error) {
	s := &sampled{Document: d, begun: time.Now(), told: map[int]bool{}}
	if d.ISPL {
		return s, s.joint(ctx, o)
	}
	p, err := d.program(ctx)
	if err != nil {
		return nil, err
	}
	v := newView(d, p)
	o.Fairness, s.system = rcp.Fairness(p).Conditions(), v.system
	for _, x := range p.Specs {
		o.Properties, s.places = append(o.Properties, x.Claim()), append(s.places, d.at(x.Expr))
	}
	s.covered = v.covered
	s.take = func(o simulate.SampleOptions) (*simulate.Sample, error) {
		return simulate.RandomRuns(ctx, recipe.NewQuickInterpreter(p.System), o)
	}
	s.results = func(_ context.Context, o simulate.SampleOptions, found *simulate.Sample) ([]report.Result, []*Views, error) {
		_, results := report.RunsOf(p, o.Seed, found)
		return results, make([]*Views, len(results)), nil
	}
	return s, nil
}

// joint reads a model in ISPL.
func (s *sampled) joint(ctx context.Context, o *simulate.SampleOptions) error {
	p, err := s.jointProgram(ctx)
	if err != nil {
		return err
	}
	v := newJointView(s.Document, p)
	o.Properties, o.Fairness = rcp.OnRuns(p)
	for _, f := range p.Formulas {
		start := s.lines.position(f.Pos.Offset)
		s.places = append(s.places, Range{start, start})
	}
	s.system, s.covered = v.covered(p.System)
	s.take = func(o simulate.SampleOptions) (*simulate.Sample, error) {
		draw, release, err := DrawInitial(ctx, p.System)
		if err != nil {
			return &simulate.Sample{Properties: make([]simulate.PropertyUse, len(o.Properties))}, err
		}
		defer release()
		return simulate.JointRuns(ctx, v.in, draw, o)
	}
	s.results = func(ctx context.Context, o simulate.SampleOptions, found *simulate.Sample) ([]report.Result, []*Views, error) {
		_, results, shown, err := report.JointRunsOf(ctx, p, o, found)
		pictures := make([]*Views, len(results))
		for i, w := range shown {
			if w != nil && err == nil {
				pictures[i], err = views(ctx, v, w)
			}
		}
		return results, pictures, err
	}
	return nil
}

// sample is what the runs so far show. If it is one of several, runs that were told before are left
// out. The error is that of ctx.
func (s *sampled) sample(ctx context.Context, o simulate.SampleOptions, found *simulate.Sample, oneOfSeveral bool) (*Sample, error) {
	out := &Sample{
		Runs: found.Runs, Steps: found.Steps, Deadlocks: found.Deadlocks, States: found.States, Transitions: found.Transitions,
		System: s.system, Commands: s.covered(found.Commands), Properties: []Verdict{}, Seconds: time.Since(s.begun).Seconds(),
	}
	results, shown, err := s.results(ctx, o, found)
	for i, r := range results {
		if violated := r.Trace != nil || r.Explanation != nil; violated && oneOfSeveral {
			if s.told[i] {
				r.Trace, r.Explanation, shown[i] = nil, nil, nil
			}
			s.told[i] = true
		}
		out.Properties = append(out.Properties, Verdict{Result: r, Range: s.places[i], Warnings: []Warning{}, Views: shown[i]})
	}
	return out, err
}

// covered adds up what happened to the commands of the agents of each type, without those of agents
// outside of an open system.
func (v *view) covered(uses []simulate.CommandUse) []Covered {
	sys, out, row := v.program.System, []Covered{}, map[[2]int]int{}
	for id, use := range uses {
		agent := sys.Commands[id].Agent
		if sys.Agents[agent].Outside {
			continue
		}
		at := [2]int{v.types[agent], v.edge(id)}
		i, known := memo.Number(row, at)
		if !known {
			out = append(out, Covered{Type: at[0], Edge: at[1], Constant: sys.Commands[id].Guard.Op == recipe.OpConst, Never: []int{}})
		}
		c := &out[i]
		c.Executed, c.True, c.False = c.Executed+use.Executed, c.True+use.True, c.False+use.False
		if use.Executed == 0 {
			c.Never = append(c.Never, agent)
		}
	}
	return out
}

// covered counts what happened to actions, and to lines of evolutions, which are edges behind those
// of the actions in the system that it returns.
func (v *jointView) covered(sys *interpreted.System) (System, func([]simulate.CommandUse) []Covered) {
	system, rows := v.system, []Covered{}
	system.Types = slices.Clone(system.Types)
	for _, c := range simulate.JointCommands(sys) {
		t := &system.Types[c.Agent]
		row := Covered{Type: c.Agent, Edge: c.Action, Never: []int{}}
		if c.Line >= 0 {
			text, _, constant := report.JointCommandText(sys, c)
			row.Edge, row.Constant = len(t.Edges), constant
			at := v.wordAt(sys.Agents[c.Agent].Evolution[c.Line].Pos)
			t.Edges = append(slices.Clip(t.Edges), Edge{Kind: "line", Label: text, Text: text, Range: at})
		}
		rows = append(rows, row)
	}
	return system, func(uses []simulate.CommandUse) []Covered {
		out := slices.Clone(rows)
		for i, use := range uses {
			if out[i].Executed, out[i].True, out[i].False = use.Executed, use.True, use.False; use.Executed == 0 {
				out[i].Never = []int{out[i].Type}
			}
		}
		return out
	}
}
