package workbench

import (
	"context"
	"fmt"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
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

// RandomRuns takes random runs of a document, and compares them with its properties. It tells, now and
// then, what the runs so far show; a run that violates a property is told once. The end of ctx leaves
// fewer runs, and is no error. An error says that the text is no model, or that the question asks for
// no run or for too much.
func RandomRuns(ctx context.Context, d *Document, q Sampling, t Thresholds, tell func(*Sample)) (*Sample, error) {
	switch {
	case q.Runs < 1 || q.Steps < 1:
		return nil, fmt.Errorf("%d runs of %d steps are none: give positive numbers", q.Runs, q.Steps)
	case q.Runs > t.Sampled/q.Steps:
		return nil, fmt.Errorf("%d runs of %d steps can be more than %d steps, which is the most at a time: give fewer runs or steps, "+
			"or take them with `rcheck-bdd simulate --runs`", q.Runs, q.Steps, t.Sampled)
	}
	p, err := d.program(ctx)
	if err != nil {
		return nil, err
	}
	s := &sampled{view: newView(d, p), begun: time.Now(), told: map[int]bool{}}
	s.in = recipe.NewQuickInterpreter(p.System)
	last := s.begun
	o := simulate.SampleOptions{
		Runs: q.Runs, Length: q.Steps, Seed: q.Seed, Lassos: simulate.DefaultLassos, Fairness: rcp.Fairness(p).Conditions(),
		Tell: func(found *simulate.Sample) {
			if now := time.Now(); now.Sub(last) >= progressInterval {
				last = now
				tell(s.sample(found, true))
			}
		},
	}
	for _, x := range p.Specs {
		o.Properties = append(o.Properties, x.Formula)
	}
	found, err := simulate.RandomRuns(ctx, s.in, o)
	if err != nil && !mc.IsLimit(err) {
		return nil, err
	}
	out := s.sample(found, false)
	if err != nil {
		out.Reason = err.Error()
	}
	return out, nil
}

// sampled turns what random runs show into data.
type sampled struct {
	*view
	begun time.Time
	told  map[int]bool // the properties whose violation was told
}

// sample is what the runs so far show. If it is one of several, runs that were told before are left out.
func (s *sampled) sample(found *simulate.Sample, oneOfSeveral bool) *Sample {
	out := &Sample{
		Runs: found.Runs, Steps: found.Steps, Deadlocks: found.Deadlocks, States: found.States, Transitions: found.Transitions,
		System: s.system, Commands: s.covered(found.Commands), Properties: []Verdict{}, Seconds: time.Since(s.begun).Seconds(),
	}
	for i, use := range found.Properties {
		x := s.program.Specs[i]
		v := Verdict{
			Result:   report.Result{Index: x.Index, Name: x.Name, Formula: x.Text, Position: x.Pos.String()},
			Range:    s.at(x.Expr),
			Warnings: []Warning{},
		}
		v.Sampled(use, x.Formula != nil)
		if oneOfSeveral && v.Trace != nil {
			if s.told[x.Index] {
				v.Trace = nil
			}
			s.told[x.Index] = true
		}
		out.Properties = append(out.Properties, v)
	}
	return out
}

// covered adds up what happened to the commands of the agents of each type, without those of agents
// outside of an open system.
func (s *sampled) covered(uses []simulate.CommandUse) []Covered {
	sys, out, row := s.program.System, []Covered{}, map[[2]int]int{}
	for id, use := range uses {
		agent := sys.Commands[id].Agent
		if sys.Agents[agent].Outside {
			continue
		}
		at := [2]int{s.types[agent], s.edge(id)}
		i, known := row[at]
		if !known {
			i, row[at] = len(out), len(out)
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
