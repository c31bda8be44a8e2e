package compare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// Schema is the version of the format of [Results] in JSON. It grows when a
// member changes its meaning or goes.
const Schema = 1

// format names the format in the files.
const format = "rcheck-bdd comparison"

// Results are sessions of measuring. Format and Schema name the format of the file and its version;
// [NewResults] sets them.
type Results struct {
	Format   string     `json:"format"`
	Schema   int        `json:"schema"`
	Sessions []*Session `json:"sessions"`
}

// NewResults holds the given sessions.
func NewResults(sessions ...*Session) *Results {
	return &Results{Format: format, Schema: Schema, Sessions: sessions}
}

// A Session is what one machine measured for one plan.
type Session struct {
	// Started is when, in UTC.
	Started time.Time `json:"started"`
	// Complete tells that the plan was carried out to its end.
	Complete bool    `json:"complete"`
	Machine  Machine `json:"machine"`
	// Load is how many processes were running on average in the minute before;
	// nil if the system does not tell.
	Load *float64 `json:"load,omitempty"`
	Plan *Plan    `json:"plan"`
	// Tools are those that took part, Absent the peers that were not there.
	Tools  []Tool   `json:"tools"`
	Absent []string `json:"absent,omitempty"`
	// Configurations are those that took part, in the order of reports.
	Configurations []Configuration `json:"configurations"`
	// Cases are in the order in which they were asked first. [Results.Write]
	// writes each on a line of its own.
	Cases []*Case `json:"-"`
}

// A Machine is where a session took place.
type Machine struct {
	// Name is what its owner calls it; may be empty.
	Name string `json:"name,omitempty"`
	limited.Hardware
}

// String describes the machine in a line.
func (m Machine) String() string {
	if m.Name == "" {
		return m.Hardware.String()
	}
	return m.Name + " (" + m.Hardware.String() + ")"
}

// A Tool is a program with its version.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	path    string
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

// The outcomes.
const (
	Answered   Outcome = "answered"   // all that was asked for
	Unanswered Outcome = "unanswered" // the program ended regularly without an answer; see Message
	TimeOut    Outcome = "timeout"
	MemoryOut  Outcome = "memory"
	Crashed    Outcome = "crashed" // by a signal or with a status that says so; see Message
)

// limit reports whether a limit ended the run.
func (o Outcome) limit() bool { return o == TimeOut || o == MemoryOut }

// limited reports whether a limit ended the last run, so that there is no further one.
func (c *Case) limited() bool { return len(c.Runs) > 0 && c.Runs[len(c.Runs)-1].Outcome.limit() }

// A Run is one process.
type Run struct {
	Outcome Outcome `json:"outcome"`
	// Verdicts are "holds" or "violated" by names of properties, also those
	// that were known when a limit ended the run.
	Verdicts map[string]string `json:"verdicts,omitempty"`
	// States is the number of reachable states, as the tool prints it.
	States string `json:"states,omitempty"`
	// Seconds is real time, CPU that of all threads, in seconds. PeakBytes is
	// the largest resident memory that was seen, looking every few
	// milliseconds.
	Seconds   float64 `json:"seconds"`
	CPU       float64 `json:"cpu"`
	PeakBytes int64   `json:"peak_bytes"`
	// Message is the last line that the tool wrote about what went wrong.
	Message string `json:"message,omitempty"`
}

// sessionHead is a session without its cases.
type sessionHead Session

// UnmarshalJSON reads a session as [Results.Write] writes it, and nothing else.
func (s *Session) UnmarshalJSON(text []byte) error {
	both := struct {
		*sessionHead
		Cases []*Case `json:"cases"`
	}{sessionHead: (*sessionHead)(s)}
	err := decode(bytes.NewReader(text), &both)
	s.Cases = both.Cases
	return err
}

// decode reads JSON that has no other members than those of a value.
func decode(r io.Reader, to any) error {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// Write writes the results as JSON.
func (r *Results) Write(w io.Writer) error {
	var sessions []string
	for _, s := range r.Sessions {
		head, err := json.MarshalIndent((*sessionHead)(s), "", " ")
		if err != nil {
			return err
		}
		var cases []string
		for _, c := range s.Cases {
			text, err := json.Marshal(c)
			if err != nil {
				return err
			}
			cases = append(cases, "\n  "+string(text))
		}
		sessions = append(sessions, fmt.Sprintf("%s,\n \"cases\": [%s\n ]\n}", bytes.TrimSuffix(head, []byte("\n}")), strings.Join(cases, ",")))
	}
	_, err := fmt.Fprintf(w, "{\"format\":%q,\"schema\":%d,\"sessions\":[\n%s\n]}\n", r.Format, r.Schema, strings.Join(sessions, ",\n"))
	return err
}

// WriteFile writes the results as JSON to a file, which is never seen half
// written.
func (r *Results) WriteFile(path string) error {
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		return err
	}
	return output.WriteFile(path, text.Bytes())
}

// Read reads results and checks that they are what this version understands.
func Read(from io.Reader) (*Results, error) {
	text, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	var kind struct {
		Format string
		Schema int
	}
	if err := json.Unmarshal(text, &kind); err != nil || kind.Format != format {
		return nil, errors.New("not results of a comparison")
	}
	if kind.Schema != Schema {
		return nil, fmt.Errorf("results in version %d of the format: this is for version %d", kind.Schema, Schema)
	}
	r := &Results{}
	if err := decode(bytes.NewReader(text), r); err != nil {
		return nil, err
	}
	return r, r.check()
}

// ReadFile reads results from a file.
func ReadFile(path string) (*Results, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

func (r *Results) check() error {
	for i, s := range r.Sessions {
		if s == nil {
			return fmt.Errorf("session %d is none", i+1)
		}
		if err := s.check(); err != nil {
			return fmt.Errorf("session %d: %w", i+1, err)
		}
	}
	return nil
}

func (s *Session) check() error {
	switch {
	case s.Plan == nil:
		return errors.New("without a plan")
	case s.Started.IsZero():
		return errors.New("without a date")
	}
	seen := map[task]bool{}
	for _, c := range s.Cases {
		if c == nil {
			return errors.New("a case is none")
		}
		configuration := s.configuration(c.Configuration)
		if configuration == nil {
			return fmt.Errorf("%v: unknown configuration %q", c.Question, c.Configuration)
		}
		if s.tool(configuration.Tool) == nil {
			return fmt.Errorf("configuration %s: unknown tool %q", c.Configuration, configuration.Tool)
		}
		if err := c.check(); err != nil {
			return fmt.Errorf("%v, %s: %w", c.Question, c.Configuration, err)
		}
		if t := (task{c.Question, configuration}); seen[t] {
			return fmt.Errorf("%v, %s: twice", c.Question, c.Configuration)
		} else {
			seen[t] = true
		}
	}
	return nil
}

func (c *Case) check() error {
	if !slices.Contains(kinds, c.Kind) || (c.Kind == OneProperty) != (c.Property != "") {
		return fmt.Errorf("not a question of kind %q", c.Kind)
	}
	for _, r := range c.Runs {
		if !slices.Contains(badness, r.Outcome) {
			return fmt.Errorf("unknown outcome %q", r.Outcome)
		}
		if r.Seconds < 0 || r.CPU < 0 || r.PeakBytes < 0 {
			return errors.New("a negative measurement")
		}
		for name, v := range r.Verdicts {
			if v != holds && v != violated {
				return fmt.Errorf("unknown verdict %q of %s", v, name)
			}
		}
		if r.Outcome == Answered && len(r.Verdicts) == 0 && r.States == "" {
			return errors.New("answered without an answer")
		}
	}
	return nil
}

func (s *Session) configuration(name string) *Configuration {
	return first(s.Configurations, func(c *Configuration) bool { return c.Name == name })
}

func (s *Session) tool(name string) *Tool {
	return first(s.Tools, func(t *Tool) bool { return t.Name == name })
}

// first points to the first value that is wanted; nil if none is.
func first[T any](all []T, wanted func(*T) bool) *T {
	for i := range all {
		if wanted(&all[i]) {
			return &all[i]
		}
	}
	return nil
}
