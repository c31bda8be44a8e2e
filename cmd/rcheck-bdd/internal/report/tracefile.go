package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A TraceFile is the JSON in which a simulation is saved: one run of a model.
type TraceFile struct {
	Schema   int       `json:"schema"`
	Tool     Tool      `json:"tool"`
	File     string    `json:"file"`
	Settings *Settings `json:"settings,omitempty"`
	Trace    any       `json:"trace"` // a [trace.Trace] or a [witness.Run]
}

// A stateWriter writes a [TraceFile] while its run is being made, state by state.
type stateWriter struct {
	parts  Parts
	states int
	after  string // what follows the states
}

// begin begins a file, whose Trace is left out; empty is a run without states.
func (w *stateWriter) begin(to io.Writer, file TraceFile, empty string) (err error) {
	var before string
	file.Trace, w.parts.To = json.RawMessage(empty), to
	if before, w.after, err = around(&file, "", `"steps":[`); err != nil {
		return err
	}
	w.parts.Text(before)
	return w.parts.Err
}

func (w *stateWriter) add(text func() (string, error)) error {
	w.parts.Element(w.states, "", text)
	w.states++
	return w.parts.Err
}

// End ends the file.
func (w *stateWriter) End() error {
	w.parts.Text(w.after + "\n")
	return w.parts.Err
}

// A RunWriter writes a [TraceFile] while its run is being made, state by state.
type RunWriter struct {
	stateWriter
	sys *recipe.System
}

// NewRunWriter begins a file, whose Trace is left out, about a run of the system.
func NewRunWriter(w io.Writer, file TraceFile, sys *recipe.System) (*RunWriter, error) {
	out := &RunWriter{sys: sys}
	return out, out.begin(w, file, `{"steps":[]}`)
}

// A JointWriter is a [RunWriter] for runs of interpreted systems.
type JointWriter struct{ stateWriter }

// NewJointWriter begins a file, whose Trace is left out.
func NewJointWriter(w io.Writer, file TraceFile) (*JointWriter, error) {
	out := &JointWriter{}
	return out, out.begin(w, file, `{"steps":[],"loop":-1}`)
}

// Step writes a state, and the step that leaves it if there is one.
func (w *JointWriter) Step(step witness.Step) error {
	return w.add(func() (string, error) { return indented(step, "", "") })
}

// Left writes a state and the step that leaves it.
func (w *RunWriter) Left(step trace.Step) error { return w.state(step, true) }

// Last writes the state at the end of the run, and ends the file.
func (w *RunWriter) Last(s recipe.State) error {
	return cmp.Or(w.state(trace.Step{State: s}, false), w.End())
}

func (w *RunWriter) state(step trace.Step, left bool) error {
	return w.add(func() (string, error) {
		text, err := trace.MarshalStep(w.sys, step, left)
		return terminal.EscapeJSON(string(text)), err
	})
}

// A SavedTrace is a trace found in a file, not yet read.
type SavedTrace struct {
	// File is the model it is a run of; empty if the file does not say.
	File     string
	Settings *Settings
	// Property is the property it violates, by name or number, and Formula its text; empty if it was
	// not made for one.
	Property, Formula string
	// Number is the number of the counterexample of the property, from 2; 0 for the first.
	Number int
	// Verdict and Expected are what the file says of the property.
	Verdict, Expected string
	// JSON is the trace itself; see [trace.Decode].
	JSON json.RawMessage
}

// Name is by what name a trace is chosen in its file: that of the property, then its number.
func (s *SavedTrace) Name() string {
	if s.Number == 0 {
		return s.Property
	}
	return fmt.Sprintf("%s#%d", s.Property, s.Number)
}

// errNoTrace is the error about JSON in which there is no trace.
var errNoTrace = errors.New("not a trace: it is no result of check --json with a violated property, no saved simulation and no single trace")

// explainedError is the error about a file that explains formulas about states and has no trace.
func explainedError(properties []string) error {
	return fmt.Errorf("it has no trace, but an explanation of each of these formulas about states: %s; "+
		"`draw --property=%s` draws one of them", strings.Join(properties, ", "), properties[0])
}

// ReadTraces finds the traces in a file: the document of a check, a saved simulation, or one trace
// by itself ({"steps": …}).
func ReadTraces(text []byte) ([]SavedTrace, error) {
	var any struct {
		SavedDocument
		Schema   int             `json:"schema"`
		File     string          `json:"file"`
		Settings *Settings       `json:"settings"`
		Trace    json.RawMessage `json:"trace"`
		Steps    json.RawMessage `json:"steps"`
	}
	if err := json.Unmarshal(text, &any); err != nil {
		return nil, fmt.Errorf("not JSON of a trace: %w", err)
	}
	if any.Schema > Schema {
		return nil, fmt.Errorf("the file has schema %d; this program knows schemas up to %d", any.Schema, Schema)
	}
	var out []SavedTrace
	switch {
	case any.Steps != nil:
		out = append(out, SavedTrace{JSON: text})
	case any.Trace != nil:
		out = append(out, SavedTrace{File: any.File, Settings: any.Settings, JSON: any.Trace})
	}
	var explained []string
	for _, run := range any.Runs {
		for _, r := range run.Results {
			if r.Explanation != nil {
				explained = append(explained, r.Label())
			}
			if len(r.Trace) == 0 || string(r.Trace) == "null" {
				continue
			}
			label := (&Result{Index: r.Index, Name: r.Name}).Label()
			saved := SavedTrace{
				File: run.File, Settings: run.Settings, Property: label, Formula: r.Formula, Verdict: r.Verdict, Expected: r.Expected,
				JSON: r.Trace,
			}
			out = append(out, saved)
			for i, more := range r.Further.Runs {
				saved.Number, saved.JSON = i+2, more.Trace
				out = append(out, saved)
			}
		}
	}
	switch {
	case len(out) > 0:
	case len(explained) > 0:
		return nil, explainedError(explained)
	default:
		return nil, errNoTrace
	}
	return out, nil
}

// A SavedDocument is the document of a check as it is read again, with traces as they were written.
type SavedDocument struct {
	Runs []struct {
		Run
		Results []struct {
			Result
			Trace   json.RawMessage `json:"trace"`
			Witness json.RawMessage `json:"witness"`
			Further struct {
				Runs []struct {
					Trace json.RawMessage `json:"trace"`
				} `json:"runs"`
			} `json:"further"`
		} `json:"results"`
	} `json:"runs"`
}

// ReadExplanation finds the explanation of a formula about states in the document of a check: that
// of the property with the given name or number, or, if that is empty, the only thing that is shown
// there. It is nil if there is none.
func ReadExplanation(text []byte, property string) *witness.Explanation {
	var document SavedDocument
	if json.Unmarshal(text, &document) != nil {
		return nil
	}
	var found []*witness.Explanation
	for _, run := range document.Runs {
		for _, r := range run.Results {
			if (r.Explanation != nil || r.Trace != nil) && (property == "" || r.Label() == property) {
				found = append(found, r.Explanation)
			}
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}
