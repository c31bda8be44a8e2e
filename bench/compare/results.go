package compare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// format and schema name the format of the files of results, and its version.
const (
	format = "rcheck-bdd comparison"
	schema = 1
)

// A Session is what one machine measured for one plan.
type Session struct {
	// Started is when, in UTC.
	Started time.Time `json:"started"`
	// Complete tells that the plan was carried out to its end.
	Complete bool    `json:"complete"`
	Machine  Machine `json:"machine"`
	// Load is how many processes were running on average in the minute before; nil if the system
	// does not say.
	Load *float64 `json:"load,omitempty"`
	Plan *Plan    `json:"plan"`
	// Tools are those that took part, Absent the peers that were not there.
	Tools  []Tool   `json:"tools"`
	Absent []string `json:"absent,omitempty"`
	// Configurations are those that took part, in the order of reports.
	Configurations []Configuration `json:"configurations"`
	// Cases are in the order in which they were asked first.
	Cases []*Case `json:"cases"`
}

// A Machine is where a session took place.
type Machine struct {
	// Name is what its owner calls it; may be empty.
	Name string `json:"name,omitempty"`
	limited.Hardware
}

// A Case is a question for a configuration, with what came of asking.
type Case struct {
	Question
	Configuration string `json:"configuration"`
	// Input is a command that makes what Command reads, if it is made.
	Input   string `json:"input,omitempty"`
	Command string `json:"command,omitempty"`
	// Skipped says why the question was not asked.
	Skipped string `json:"skipped,omitempty"`
	Runs    []Run  `json:"runs,omitempty"`
}

// An Outcome is how a run ended.
type Outcome string

// The outcomes. Of several runs of a case, reports show the worst; they stand in this order.
const (
	Answered   Outcome = "answered" // all that was asked for
	TimeOut    Outcome = "timeout"
	MemoryOut  Outcome = "memory"
	Unanswered Outcome = "unanswered" // the program ended regularly without an answer; see Message
	Crashed    Outcome = "crashed"    // by a signal or with a status that says so; see Message
)

var outcomes = []Outcome{Answered, TimeOut, MemoryOut, Unanswered, Crashed}

// limit reports whether a limit ended the run.
func (o Outcome) limit() bool { return o == TimeOut || o == MemoryOut }

// A Run is one process.
type Run struct {
	Outcome Outcome `json:"outcome"`
	// Verdicts are "holds" or "violated" by names of properties, also those that were known when a
	// limit ended the run.
	Verdicts map[string]string `json:"verdicts,omitempty"`
	// States is the number of reachable states, as the tool prints it.
	States string `json:"states,omitempty"`
	// Seconds is real time, CPU that of all threads, in seconds. PeakBytes is the largest resident
	// memory that was seen, looking every few milliseconds.
	Seconds   float64 `json:"seconds"`
	CPU       float64 `json:"cpu"`
	PeakBytes int64   `json:"peak_bytes"`
	// Message is the last line that the tool wrote about what went wrong.
	Message string `json:"message,omitempty"`
}

// outcome is the worst outcome of the runs; Unanswered if there are none.
func (c *Case) outcome() Outcome {
	if len(c.Runs) == 0 {
		return Unanswered
	}
	worst := slices.MaxFunc(c.Runs, func(a, b Run) int {
		return slices.Index(outcomes, a.Outcome) - slices.Index(outcomes, b.Outcome)
	})
	return worst.Outcome
}

// WriteFile writes sessions as JSON, which [ReadFile] reads. No one sees the file half written.
func WriteFile(path string, sessions ...*Session) error {
	text, err := json.Marshal(map[string]any{"format": format, "schema": schema, "sessions": sessions})
	if err != nil {
		return err
	}
	// A line for each case, for those who compare two files.
	text = bytes.ReplaceAll(text, []byte(`{"family":`), []byte("\n{\"family\":"))
	return output.WriteFile(path, append(text, '\n'))
}

// ReadFile reads sessions, and checks that they are what this version understands.
func ReadFile(path string) ([]*Session, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r struct {
		Format   string     `json:"format"`
		Schema   int        `json:"schema"`
		Sessions []*Session `json:"sessions"`
	}
	switch err := decode(bytes.NewReader(text), &r); {
	case err != nil:
		return nil, fmt.Errorf("%s: not results of a comparison: %w", path, err)
	case r.Format != format || r.Schema != schema:
		return nil, fmt.Errorf("%s: not results of a comparison in version %d of the format", path, schema)
	}
	for _, s := range r.Sessions {
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return r.Sessions, nil
}

// decode reads JSON that has no other members than those of a value.
func decode(r io.Reader, to any) error {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	return d.Decode(to)
}

func (s *Session) check() error {
	if s == nil || s.Plan == nil {
		return errors.New("a session without a plan")
	}
	for _, c := range s.Cases {
		switch {
		case c == nil || !slices.Contains(kinds, c.Kind) || (c.Kind == OneProperty) != (c.Property != ""):
			return fmt.Errorf("not a question: %+v", c)
		case !slices.ContainsFunc(s.Configurations, func(k Configuration) bool { return k.Name == c.Configuration }):
			return fmt.Errorf("%v: unknown configuration %q", c.Question, c.Configuration)
		}
		for _, r := range c.Runs {
			if !slices.Contains(outcomes, r.Outcome) {
				return fmt.Errorf("%v, %s: unknown outcome %q", c.Question, c.Configuration, r.Outcome)
			}
		}
	}
	return nil
}
