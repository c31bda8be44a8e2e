package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
)

// Label is how a property is called.
func (v *Verdict) Label() string { return cmp.Or(v.Name, strconv.Itoa(v.Property)) }

// A Summary is all that the jobs of a plan came to.
type Summary struct {
	Plan     *Plan     `json:"-"`
	Outcomes []Outcome `json:"outcomes"`
	// Jobs counts those of the plan, Missing is those without a result, with why.
	Jobs    int      `json:"jobs"`
	Missing []string `json:"missing,omitempty"`
}

// ErrContradiction is wrapped by the error that two results of one job have different verdicts.
var ErrContradiction = errors.New("two results contradict each other")

// Merge reads the results of a plan from its folder and copies of it, until ctx ends.
func Merge(ctx context.Context, dirs ...string) (*Summary, error) {
	var first *Plan
	for _, dir := range dirs {
		p, err := ReadPlan(dir)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = p
		} else if p.Digest != first.Digest {
			return nil, fmt.Errorf("%s and %s hold different plans", dirs[0], dir)
		}
	}
	s := &Summary{Plan: first, Jobs: len(first.Jobs)}
	for i, j := range first.Jobs {
		if err := ctx.Err(); err != nil {
			return nil, &interrupt.Error{Phase: "reading the results", Err: err}
		}
		if i == 0 || j.Model != first.Jobs[i-1].Model || !maps.Equal(j.Set, first.Jobs[i-1].Set) {
			s.Outcomes = append(s.Outcomes, Outcome{Model: first.Models[j.Model].Name, Set: j.Set})
		}
		o := &s.Outcomes[len(s.Outcomes)-1]
		r, why, err := first.resultOf(dirs, j)
		if err != nil {
			return nil, err
		}
		if r == nil {
			o.Missing = append(o.Missing, j.Number)
			if j.Conjunct > 0 { // the others do not decide that the property holds
				o.decide(Verdict{Property: j.Property, Verdict: unknown, Reason: "a conjunct has no result"})
			}
			s.Missing = append(s.Missing, fmt.Sprintf("job %d (%s): %s", j.Number, first.Describe(j), why))
			continue
		}
		o.add(first.Describe(j), r.outcome)
	}
	return s, nil
}

// resultOf is a job's result in one of the folders, which must not differ in verdicts; nil, with
// the reason, if there is none.
func (p *Plan) resultOf(dirs []string, j Job) (found *Result, why string, err error) {
	why = "no result"
	var at string
	for _, dir := range dirs {
		r, err := p.Result(dir, j)
		if err != nil {
			if !errors.Is(err, os.ErrNotExist) {
				why = err.Error()
			}
			continue
		}
		if found == nil {
			found, at = r, dir
			continue
		}
		if what := found.outcome.contradicts(r.outcome); what != "" {
			return nil, "", fmt.Errorf("%w: job %d (%s): %s in %s and in %s", ErrContradiction, j.Number, p.Describe(j), what, at, dir)
		}
		if found.outcome.open() && !r.outcome.open() || found.ExitCode == failed && r.ExitCode != failed {
			found, at = r, dir
		}
	}
	return found, why, nil
}

func (o *Outcome) open() bool {
	return slices.ContainsFunc(o.Verdicts, func(v Verdict) bool { return v.Verdict == unknown })
}

// contradicts tells the first property that has different verdicts, both of which are known.
func (o *Outcome) contradicts(other *Outcome) string {
	for _, v := range o.Verdicts {
		for _, w := range other.Verdicts {
			if v.Property == w.Property && v.Verdict != w.Verdict && v.Verdict != unknown && w.Verdict != unknown {
				return fmt.Sprintf("%s is %s and %s", v.Label(), v.Verdict, w.Verdict)
			}
		}
	}
	return ""
}

// add takes in the result of a job.
func (o *Outcome) add(job string, part *Outcome) {
	o.CPUSeconds += part.CPUSeconds
	o.PeakBytes = max(o.PeakBytes, part.PeakBytes)
	if part.States != "" {
		o.States = part.States
	}
	for _, e := range part.Errors {
		o.Errors = append(o.Errors, job+": "+e)
	}
	for _, v := range part.Verdicts {
		o.decide(v)
	}
}

// decide takes in the verdict of a property, or of a conjunct of it.
func (o *Outcome) decide(v Verdict) {
	i := slices.IndexFunc(o.Verdicts, func(w Verdict) bool { return w.Property == v.Property })
	if i < 0 {
		o.Verdicts = append(o.Verdicts, v)
		return
	}
	old := o.Verdicts[i]
	if ranks[v.Verdict] > ranks[old.Verdict] {
		o.Verdicts[i] = v
	}
	o.Verdicts[i].Name, o.Verdicts[i].Expected = cmp.Or(old.Name, v.Name), cmp.Or(old.Expected, v.Expected)
}

// Status is the exit status of a summary, as check has it: 2 if a job failed, else 1 if a verdict
// is not as it is expected to be, else 3 if one is unknown or missing, else 0.
func (s *Summary) Status() int {
	status := 0
	if len(s.Missing) > 0 {
		status = 3
	}
	for _, o := range s.Outcomes {
		if len(o.Errors) > 0 {
			return failed
		}
		for _, v := range o.Verdicts {
			expected := cmp.Or(v.Expected, mc.Holds.String())
			switch {
			case v.Verdict == expected:
			case v.Verdict != unknown:
				status = 1
			case status == 0:
				status = 3
			}
		}
	}
	return status
}
