package compare

import (
	"context"
	"fmt"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

// NewSession begins a session. Of all configurations it has those that the plan asks for and whose
// tool is there; other peers are absent.
func NewSession(plan *Plan, machine Machine, tools []*Tool, started time.Time) (*Session, error) {
	s := &Session{Started: started.UTC().Truncate(time.Second), Machine: machine, Plan: plan}
	if load, ok := limited.Load(); ok {
		s.Load = &load
	}
	tasks, err := plan.schedule(Configurations())
	if err != nil {
		return nil, err
	}
	for _, t := range tools {
		s.Tools = append(s.Tools, *t)
	}
	for _, c := range Configurations() {
		switch {
		case !slices.ContainsFunc(tasks, func(t task) bool { return t.configuration.Name == c.Name }):
		case slices.ContainsFunc(tools, func(t *Tool) bool { return t.Name == c.Tool }):
			s.Configurations = append(s.Configurations, c)
		case !slices.Contains(s.Absent, c.Tool):
			s.Absent = append(s.Absent, c.Tool)
		}
	}
	return s, nil
}

// A measuring is a session in progress.
type measuring struct {
	*Session
	commands *commandBuilder
	cases    map[task]*Case
	// limits are the smallest sizes at which a configuration reached a limit, by the task of size
	// 0.
	limits map[task]reached
}

type reached struct {
	size    int
	outcome Outcome
}

// Measure carries out the plan of a session. Files for the tools are written to a directory, where
// the tools run, and a line about each run to progress. The end of the context is an error; what
// was measured before it remains in the session.
func Measure(ctx context.Context, s *Session, directory string, progress io.Writer) error {
	m := &measuring{s, newCommandBuilder(directory), map[task]*Case{}, map[task]reached{}}
	tasks, err := s.Plan.schedule(s.Configurations)
	if err != nil {
		return err
	}
	for round := range s.Plan.Runs {
		for i, t := range rotated(tasks, round) {
			text, err := m.step(ctx, t)
			if err != nil {
				return err
			}
			done, total := round*len(tasks)+i+1, s.Plan.Runs*len(tasks)
			fmt.Fprintf(progress, "[%d/%d] %v, %s: %s\n", done, total, t.Question, t.configuration.Name, text)
		}
	}
	s.Complete = true
	return nil
}

// rotated lists tasks with those of each question rotated by a number, so that in each round
// another configuration is the first.
func rotated(tasks []task, by int) []task {
	var out []task
	for i := 0; i < len(tasks); {
		j := i
		for j < len(tasks) && tasks[j].Question == tasks[i].Question {
			j++
		}
		first := i + by%(j-i)
		out = append(append(out, tasks[first:j]...), tasks[i:first]...)
		i = j
	}
	return out
}

// step asks once, unless it is known to be too much, and says what came out.
func (m *measuring) step(ctx context.Context, t task) (string, error) {
	c := m.cases[t]
	if c == nil {
		c = &Case{Question: t.Question, Configuration: t.configuration.Name}
		m.cases[t], m.Cases = c, append(m.Cases, c)
	}
	anySize := t
	anySize.Size = 0
	limit, found := m.limits[anySize]
	if found && limit.size <= t.Size {
		reason := fmt.Sprintf("%s at size %d", inWords[limit.outcome], limit.size)
		if len(c.Runs) == 0 {
			c.Skipped = reason
		}
		return "left out: " + reason, nil
	}
	how, err := m.commands.command(t)
	if err != nil {
		c.Skipped = err.Error()
		return "left out: " + c.Skipped, nil
	}
	c.Input, c.Command = how.input, shell(t.configuration.Tool, how.arguments)
	run, err := m.run(ctx, t, how)
	if err != nil {
		return "", err
	}
	c.Runs = append(c.Runs, *run)
	if run.Outcome.limit() {
		m.limits[anySize] = reached{t.Size, run.Outcome}
	}
	return fmt.Sprintf("%s, %.3f s, %d MiB %s", run.Outcome, run.Seconds, run.PeakBytes>>20, run.Message), nil
}

var inWords = map[Outcome]string{
	Answered: "answered", Unanswered: "no answer", TimeOut: "out of time", MemoryOut: "out of memory", Crashed: "crashed",
}

// run runs a process.
func (m *measuring) run(ctx context.Context, t task, how *command) (*Run, error) {
	tool := m.Tools[slices.IndexFunc(m.Tools, func(o Tool) bool { return o.Name == t.configuration.Tool })]
	cmd := exec.Command(tool.path, how.arguments...)
	cmd.Dir = m.commands.directory
	o, err := limited.Run(ctx, cmd, limited.Limits{
		Time:  time.Duration(m.Plan.Seconds * float64(time.Second)),
		Bytes: m.Plan.MebiBytes << 20,
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
	local := strings.NewReplacer(cmd.Dir+string(filepath.Separator), "", tool.path, tool.Name)
	r.Message = local.Replace(r.Message)
	r.Seconds, r.CPU = rounded(r.Seconds), rounded(r.CPU)
	return &r, nil
}

// rounded leaves tenths of milliseconds, which is more than can be repeated.
func rounded(seconds float64) float64 { return math.Round(seconds*1e4) / 1e4 }
