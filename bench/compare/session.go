package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

// A Runner measures.
type Runner struct {
	// Tools are the programs that are there.
	Tools []*Tool
	// Published are files of other translators.
	Published []PublishedFile
	// Directory is where files for the tools are written, and where they run.
	Directory string
	// Progress, if it is not nil, is called after each step; Save now and then,
	// and at the end, to keep what there is. An error of Save ends the run.
	Progress func(Step)
	Save     func() error
	// Every is the least time between two calls of Save, but for the one at the end.
	Every time.Duration
}

// A Step is one measurement that was made, or left out.
type Step struct {
	// Done counts measurements from 1 to Total, those left out included.
	Done, Total int
	Case        *Case
	// Run is what came out; nil if it was left out.
	Run *Run
	// Left is a guess of the time that the rest will take.
	Left time.Duration
}

// NewSession begins a session. Of all configurations it has those that the plan
// asks for and whose tool is there; other peers are absent.
func NewSession(plan *Plan, machine Machine, tools []*Tool, published []PublishedFile, started time.Time) (*Session, error) {
	s := &Session{Started: started.UTC().Truncate(time.Second), Machine: machine, Plan: plan}
	if load, ok := limited.Load(); ok {
		s.Load = &load
	}
	tasks, err := plan.schedule(Configurations(), published)
	if err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for _, t := range tasks {
		asked[t.configuration.Name] = true
	}
	there := map[string]bool{}
	for _, t := range tools {
		s.Tools = append(s.Tools, *t)
		there[t.Name] = true
	}
	for _, c := range Configurations() {
		switch {
		case !asked[c.Name]:
		case there[c.Tool]:
			s.Configurations = append(s.Configurations, c)
		case !slices.Contains(s.Absent, c.Tool):
			s.Absent = append(s.Absent, c.Tool)
		}
	}
	return s, nil
}

// CanResume tells whether a session that was interrupted can be continued as
// the other, which is new: the same machine, plan, tools and configurations. The
// error says what differs.
func (s *Session) CanResume(other *Session) error {
	switch {
	case s.Machine != other.Machine:
		return fmt.Errorf("the results are of another machine: %v, not %v", s.Machine, other.Machine)
	case !s.Plan.equal(other.Plan):
		return errors.New("the results are of another plan")
	case !slices.EqualFunc(s.Tools, other.Tools, func(a, b Tool) bool { return a.Name == b.Name && a.Version == b.Version }):
		return errors.New("the results are of other tools or versions")
	case !slices.EqualFunc(s.Configurations, other.Configurations, func(a, b Configuration) bool { return a.Name == b.Name }):
		return errors.New("the results are of other configurations")
	}
	return nil
}

// A measuring is a session in progress.
type measuring struct {
	*Runner
	session  *Session
	tasks    []task
	commands *commandBuilder
	cases    map[task]*Case
	// limits are the smallest sizes at which a configuration reached a limit,
	// by the question at any size.
	limits map[task]reached
	saved  time.Time
}

type reached struct {
	size    int
	outcome Outcome
}

// Measure carries out the plan of a session, and continues where it was left.
// The end of the context is an error; what was measured before it remains in
// the session.
func (r *Runner) Measure(ctx context.Context, s *Session) error {
	m := &measuring{
		Runner: r, session: s, commands: newCommandBuilder(r.Directory, r.Published),
		cases: map[task]*Case{}, limits: map[task]reached{}, saved: time.Now(),
	}
	var err error
	if m.tasks, err = s.Plan.schedule(s.Configurations, r.Published); err != nil {
		return err
	}
	for _, c := range s.Cases {
		t := task{c.Question, s.configuration(c.Configuration)}
		m.cases[t] = c
		for i := range c.Runs {
			m.notice(t, &c.Runs[i])
		}
	}
	err = m.measure(ctx)
	s.Complete = err == nil
	if r.Save != nil {
		err = errors.Join(err, r.Save())
	}
	return err
}

// measure asks round by round, the configurations in turn beginning with
// another one in each round.
func (m *measuring) measure(ctx context.Context) error {
	done, total := 0, m.session.Plan.Runs*len(m.tasks)
	for round := range m.session.Plan.Runs {
		for _, t := range rotated(m.tasks, round) {
			done++
			c := m.caseOf(t)
			if len(c.Runs) > round {
				continue // measured before an interrupt
			}
			run, err := m.step(ctx, t, c)
			if err != nil {
				return err
			}
			if m.Progress != nil {
				m.Progress(Step{Done: done, Total: total, Case: c, Run: run, Left: m.left()})
			}
			if m.Save != nil && time.Since(m.saved) > m.Every {
				if err := m.Save(); err != nil {
					return err
				}
				m.saved = time.Now()
			}
		}
	}
	return nil
}

// rotated lists tasks with those of each question turned by a number.
func rotated(tasks []task, by int) []task {
	var out []task
	for i := 0; i < len(tasks); {
		j := i
		for j < len(tasks) && tasks[j].Question == tasks[i].Question {
			j++
		}
		turn := i + by%(j-i)
		out = append(append(out, tasks[turn:j]...), tasks[i:turn]...)
		i = j
	}
	return out
}

// caseOf is the case for a task, a new one at first.
func (m *measuring) caseOf(t task) *Case {
	if c := m.cases[t]; c != nil {
		return c
	}
	c := &Case{Question: t.Question, Configuration: t.configuration.Name}
	m.cases[t] = c
	m.session.Cases = append(m.session.Cases, c)
	return c
}

// step asks once, unless it is known to be too much.
func (m *measuring) step(ctx context.Context, t task, c *Case) (*Run, error) {
	if c.limited() {
		return nil, nil
	}
	if r, found := m.limits[t.anySize()]; found && r.size < t.Size {
		c.Skipped = fmt.Sprintf("%s at size %d", inWords[r.outcome], r.size)
	}
	if c.Skipped != "" {
		return nil, nil
	}
	how, err := m.commands.command(t)
	if err != nil {
		c.Skipped = err.Error()
		return nil, nil
	}
	c.Input, c.Command = how.input, shell(t.configuration.Tool, how.arguments)
	run, err := m.run(ctx, t, how)
	if err != nil {
		return nil, err
	}
	c.Runs = append(c.Runs, *run)
	m.notice(t, run)
	return run, nil
}

var inWords = map[Outcome]string{
	Answered: "answered", Unanswered: "no answer", TimeOut: "out of time", MemoryOut: "out of memory", Crashed: "crashed",
}

// anySize is the task without the size.
func (t task) anySize() task {
	t.Size = 0
	return t
}

// notice keeps in mind that a limit was reached.
func (m *measuring) notice(t task, r *Run) {
	if known, found := m.limits[t.anySize()]; r.Outcome.limit() && (!found || t.Size < known.size) {
		m.limits[t.anySize()] = reached{t.Size, r.Outcome}
	}
}

// run runs a process.
func (m *measuring) run(ctx context.Context, t task, how *command) (*Run, error) {
	tool := m.Tools[slices.IndexFunc(m.Tools, func(o *Tool) bool { return o.Name == t.configuration.Tool })]
	cmd := exec.Command(tool.path, how.arguments...)
	cmd.Dir = m.Directory
	o, err := limited.Run(ctx, cmd, limited.Limits{
		Time:  time.Duration(m.session.Plan.Seconds * float64(time.Second)),
		Bytes: m.session.Plan.MebiBytes << 20,
	})
	if err != nil {
		return nil, err
	}
	var r Run
	regular := []int{0}
	switch tool.Name {
	case Ours:
		r, err = ourAnswer(o.Stdout, t.Kind)
		regular = []int{0, 1, 3}
	case ABC:
		r, err = abcAnswer(o.Stdout, how.names)
	default:
		r, err = peerAnswer(o.Stdout, t.Kind, how.specifications, how.names)
	}
	r.conclude(o, err, how.names, regular...)
	r.Message = strings.NewReplacer(m.Directory+string(filepath.Separator), "", tool.path, tool.Name).Replace(r.Message)
	r.Seconds, r.CPU = rounded(r.Seconds), rounded(r.CPU)
	return &r, nil
}

// rounded leaves tenths of milliseconds, which is more than can be repeated.
func rounded(seconds float64) float64 { return math.Round(seconds*1e4) / 1e4 }

// left guesses the time for what is left: as long as the runs of a case took so
// far, or else as long as runs take on average.
func (m *measuring) left() time.Duration {
	sum, runs := 0.0, 0
	for _, c := range m.session.Cases {
		for _, r := range c.Runs {
			sum += r.Seconds
			runs++
		}
	}
	if runs == 0 {
		return 0
	}
	mean, left := sum/float64(runs), 0.0
	for _, t := range m.tasks {
		switch c := m.cases[t]; {
		case c != nil && (c.Skipped != "" || c.limited()):
		case c == nil || len(c.Runs) == 0:
			left += mean * float64(m.session.Plan.Runs)
		default:
			left += c.Runs[0].Seconds * float64(m.session.Plan.Runs-len(c.Runs))
		}
	}
	return time.Duration(left * float64(time.Second))
}
