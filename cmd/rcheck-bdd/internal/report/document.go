// Package report writes what a check found: as text for people, as the JSON document that scripts
// depend on, and in the formats of continuous integration (JUnit, SARIF).
package report

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Schema is the version of the document's format. It grows when a member changes its meaning or
// goes; members may be added under the same number.
const Schema = 1

// A Document is the JSON that --json writes. Members named seconds, or ending so, are the only ones
// that may differ between two runs on the same input.
type Document struct {
	Schema int   `json:"schema"`
	Tool   Tool  `json:"tool"`
	Runs   []Run `json:"runs"`
}

// Tool names the program that wrote a document.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// A Certificate says what of a system was compared with the explicit semantics. Whatever differs is
// an error instead.
type Certificate struct {
	// Initial counts states of which it was compared whether they are initial; States those whose
	// steps were compared, and Successors the states that these steps lead to; Walks random runs,
	// of Steps steps together.
	Initial    int `json:"initial"`
	States     int `json:"states"`
	Successors int `json:"successors"`
	Walks      int `json:"walks"`
	Steps      int `json:"steps"`
	// Closed is there if one image of all reachable states led nowhere else, as --certify asks.
	Closed bool `json:"closed,omitempty"`
	// Answers counts the states in which a formula in ISPL, or a part of one, was decided once
	// more, as --certify asks.
	Answers int `json:"answers,omitempty"`
	// Reason says why less was compared than usual.
	Reason string `json:"reason,omitempty"`
}

// Settings are the flags that a model was read with, as far as they were given: a trace replays
// only in the same model.
type Settings struct {
	Set     map[string]string `json:"set,omitempty"`
	Int     string            `json:"int,omitempty"`
	Reading string            `json:"reading,omitempty"`
	// Expect are the verdicts that --expect names, by the name or number of a property.
	Expect map[string]string `json:"expect,omitempty"`
}

// A Run is what was found about one file.
type Run struct {
	File string `json:"file"`
	// Settings are there if flags changed how the file was read.
	Settings *Settings `json:"settings,omitempty"`
	Results  []Result  `json:"results"`
	// Contracts are there if what the results say follows from contracts.
	Contracts []Contract `json:"contracts,omitempty"`
	Warnings  []Notice   `json:"warnings"`
	// Reason is there if a limit kept the check from saying everything about the system, whatever
	// its properties: then warnings may be missing.
	Reason string `json:"reason,omitempty"`
	// Errors is there if the file is not a model, or an internal error ended its check.
	Errors []Notice `json:"errors,omitempty"`
	Stats  *Stats   `json:"stats,omitempty"`
	// Certificate is there unless the check ended before anything was compared.
	Certificate *Certificate `json:"certificate,omitempty"`
	// Simulation is there if random runs were taken instead of a check.
	Simulation *Simulation `json:"simulation,omitempty"`
	// Source is the text of the file, for pages that show it.
	Source string `json:"-"`
}

// A Simulation says what random runs covered.
type Simulation struct {
	Seed uint64 `json:"seed"`
	Runs int    `json:"runs"`
	// Steps are those of all runs. Deadlocks counts the runs that ended where no step is possible.
	Steps     int `json:"steps"`
	Deadlocks int `json:"deadlocks"`
	// States and Transitions count different ones.
	States      int          `json:"states"`
	Transitions int          `json:"transitions"`
	Commands    []CommandUse `json:"commands"`
}

// A CommandUse says in how many steps a command was executed, and how often its guard was true and
// false where its agent was in its control state.
type CommandUse struct {
	Command    string `json:"command"`
	Position   string `json:"position,omitempty"`
	Executed   int    `json:"executed"`
	GuardTrue  int    `json:"guard_true"`
	GuardFalse int    `json:"guard_false"`
	// Constant tells that the guard is the same in all states, such as `true`.
	Constant bool `json:"-"`
}

// RunCounts say how many random runs decide a property, and the number of the first that violates
// it.
type RunCounts struct {
	Violated  int `json:"violated"`
	Satisfied int `json:"satisfied"`
	Open      int `json:"open"`
	First     int `json:"first,omitempty"`
}

// A PropertyCertificate says what a property that holds, or any about states, was tested on,
// besides the search that decided it.
type PropertyCertificate struct {
	// Walks counts random runs, Lassos the infinite runs made of them, Unfair those of the lassos
	// that say nothing because they are not fair, Prefixes the beginnings of runs that could have
	// refuted the property.
	Walks    int `json:"walks"`
	Lassos   int `json:"lassos"`
	Unfair   int `json:"unfair"`
	Prefixes int `json:"prefixes"`
	// Answers counts the states in which a property about states, or a part of it, was decided once
	// more, as --certify asks.
	Answers int `json:"answers,omitempty"`
	// Repeated is there if the search was repeated in another way, as --certify asks.
	Repeated bool `json:"repeated,omitempty"`
	// Reason says why the property was tested on less than usual.
	Reason string `json:"reason,omitempty"`
}

// A Result is what became of one property.
type Result struct {
	// Index is the number of the property, from 1, in the order of the file, those of --props and
	// --prop after them.
	Index   int    `json:"index"`
	Name    string `json:"name"`
	Formula string `json:"formula"`
	// Conjunct is the number of the conjunct that the verdict is about, if it is about one only.
	Conjunct int `json:"conjunct,omitempty"`
	// Position is where the property is written.
	Position string `json:"position,omitempty"`
	// End is the place after it, if it is known.
	End     string `json:"end,omitempty"`
	Verdict string `json:"verdict"`
	// Expected is the verdict that the file or a flag expects, if one does; otherwise it is `holds`.
	Expected string `json:"expected,omitempty"`
	// Reason says why the verdict is unknown.
	Reason string `json:"reason"`
	// States is the number of reachable states that satisfy a formula of a model in ISPL,
	// InitialState an initial one that does not.
	States       string `json:"states,omitempty"`
	InitialState string `json:"initial_state,omitempty"`
	// Ability is what abilities in the formula ask for, if there are any: a value of --ability.
	Ability string `json:"ability,omitempty"`
	// Explanation shows why the formula holds in an initial state or does not.
	Explanation *witness.Explanation `json:"explanation,omitempty"`

	// Sizes is there if the property was checked for all sizes of a family.
	Sizes *Sizes `json:"sizes,omitempty"`

	// Runs is there if random runs were taken instead of a check.
	Runs *RunCounts `json:"runs,omitempty"`

	Seconds float64      `json:"seconds"`
	Trace   *trace.Trace `json:"trace,omitempty"`
	// Further are more runs that violate the property, if they were asked for.
	Further *Further `json:"further,omitempty"`
	// Witness is a run on which a property that holds is true; it is there if one was asked for.
	Witness *trace.Trace   `json:"witness,omitempty"`
	Stats   *PropertyStats `json:"stats,omitempty"`
	// Certificate is there if the property holds, and something was compared.
	Certificate *PropertyCertificate `json:"certificate,omitempty"`
	// Shown is the trace, or else the witness, as data for pages; nil if there is no page to write.
	Shown any `json:"-"`
	// More are the further runs as data for pages; nil stands for one for which there is no room.
	More []any `json:"-"`
	// Views are the explanation as data for pages; nil if there is no page to write.
	Views any `json:"-"`
	// NotShown says why a page lacks one of these.
	NotShown string `json:"-"`
	// Page is the result as data for pages, once it is sealed: see [Result.Seal].
	Page string `json:"-"`

	sealed, sarif string // the result as JSON, and in SARIF
}

// Seal writes the result as JSON now, which [Document.Write] writes later. What is large may be
// dropped then: its JSON takes less memory, and a document is written without delay when a check
// has to end.
func (r *Result) Seal() (err error) {
	r.sealed, err = indented(r, "", "")
	return err
}

// Further are more runs that violate a property: each does without some command of each run before.
type Further struct {
	Runs []FurtherRun `json:"runs"`
	// Complete is there if any other violation uses all commands of one of the runs.
	Complete bool `json:"complete,omitempty"`
	// Reason says why there are fewer runs than were asked for, if there are.
	Reason string `json:"reason,omitempty"`
}

// A FurtherRun is one of these runs, and the commands that it does without. The run of a formula
// about states is an explanation.
type FurtherRun struct {
	Without     []CommandName        `json:"without"`
	Trace       *trace.Trace         `json:"trace,omitempty"`
	Explanation *witness.Explanation `json:"explanation,omitempty"`
}

// A CommandName is a command of an agent; in ISPL an action, which has no position.
type CommandName struct {
	Agent    string `json:"agent"`
	Label    string `json:"label"`
	Position string `json:"position"`

	shown string // what a text has behind the agent: the label, or a number
}

// Sizes says for which values of constants that count agents a verdict is known.
type Sizes struct {
	// Constants are the names of the constants. Lists of values are in their order.
	Constants []string `json:"constants"`
	// From are the least values: a property that holds does so for all values from these on.
	From []int `json:"from"`
	// Violated are the values for which the trace is a run, the smallest with a violation.
	Violated []int `json:"violated,omitempty"`
	// Held lists the values for which the property was seen to hold by itself.
	Held [][]int `json:"held,omitempty"`
	// Views is the number of views, a decimal number, and Kept the largest number of agents of one
	// class in them.
	Views string `json:"views,omitempty"`
	Kept  int    `json:"kept,omitempty"`
	// Counters is the number of local states of a class in which agents were counted, of the class
	// with most of them.
	Counters int `json:"counters,omitempty"`
	// Confirmed is there if all views and counters that a verdict rests on are confirmed, by a SAT
	// solver.
	Confirmed bool `json:"confirmed,omitempty"`
}

// A Notice is a warning or an error about a place of a source.
type Notice struct {
	Code     string `json:"code"`
	Position string `json:"position"`
	// End is the place after what the notice is about, if it is about more than a place.
	End     string `json:"end,omitempty"`
	Message string `json:"message"`
	// Related are other places that help to understand it.
	Related []Related `json:"related,omitempty"`
	// Property is the index of the property it is about, if it is about one.
	Property int `json:"property,omitempty"`
	// Denied is there if the warning counts as an error.
	Denied bool `json:"denied,omitempty"`
}

// Related is a place that helps to understand a notice.
type Related struct {
	Position string `json:"position"`
	End      string `json:"end,omitempty"`
	Message  string `json:"message"`
}

// Stats are figures about a system. Numbers that can be large are decimal strings.
type Stats struct {
	// ReachableStates counts valuations of all declared locals and control states, DeadlockStates
	// those among them without a step. They are left out if the reachable states are not complete.
	ReachableStates string `json:"reachable_states,omitempty"`
	DeadlockStates  string `json:"deadlock_states,omitempty"`
	// Layers counts breadth-first layers, the initial one included.
	Layers         int    `json:"layers,omitempty"`
	Interactions   int    `json:"interactions"`
	Variables      int    `json:"variables"`
	ReachableNodes int    `json:"reachable_nodes,omitempty"`
	Orbits         int    `json:"orbits,omitempty"` // of the reachable states, where those were explored
	Images         int    `json:"images"`
	Steps          int    `json:"steps"` // the work of all engines, in steps of BDDs
	PeakNodes      int    `json:"peak_nodes"`
	MemoryBytes    int64  `json:"memory_bytes,omitempty"`
	Engine         string `json:"engine"`
	// Order lists the encoded variables from the top of the diagrams; it is there if --stats asks
	// for figures.
	Order []string `json:"order,omitempty"`
	// Encode and Reach are what the encoding and the reachable states took of Seconds, the time in
	// all.
	Encode  Duration `json:"encode"`
	Reach   Duration `json:"reach"`
	Seconds float64  `json:"seconds"`
}

// Duration is the time of one part of the work. It is an object because members called `seconds`,
// and no others, may differ between two runs on the same input.
type Duration struct {
	Seconds float64 `json:"seconds"`
}

// PropertyStats counts the work that one property took.
type PropertyStats struct {
	AutomatonStates int    `json:"automaton_states"`
	AutomatonEdges  int    `json:"automaton_edges"`
	AcceptanceSets  int    `json:"acceptance_sets"`
	Strength        string `json:"strength"`
	Interactions    int    `json:"interactions"`
	Images          int    `json:"images"`
	Rounds          int    `json:"rounds"`
	ProductNodes    int    `json:"product_nodes"`
	// Obligations are variables for what the formula still asks for, where its automaton is too large.
	Obligations int `json:"obligations,omitempty"`
	// Clauses are those of the inductive invariant by which the property holds, if one was found.
	// InvariantNodes are those of its diagram, if it has one.
	Clauses        int `json:"invariant_clauses,omitempty"`
	InvariantNodes int `json:"invariant_nodes,omitempty"`
	// Orbits counts explicit states up to exchanging agents, where those were searched.
	Orbits int `json:"orbits,omitempty"`
}

// The exit statuses of what was found about files; 0 is that all is well. The first that applies of
// failed, violated, undecided counts.
const (
	failed    = 2
	violated  = 1
	undecided = 3
)

// Status is the exit status of what was found about files.
func Status(runs []Run) int {
	status := 0
	for _, run := range runs {
		if len(run.Errors) > 0 {
			return failed
		}
		if run.Reason != "" && len(run.Results) == 0 && status == 0 {
			status = undecided
		}
		for _, r := range run.Results {
			switch {
			case r.AsExpected():
			case r.Verdict != mc.Unknown.String():
				status = violated
			case status == 0:
				status = undecided
			}
		}
		if slices.ContainsFunc(run.Warnings, func(n Notice) bool { return n.Denied }) {
			status = violated
		}
	}
	return status
}

// AsExpected reports whether the verdict is the one that was expected: `holds`, unless something
// else was said.
func (r *Result) AsExpected() bool { return r.Verdict == cmp.Or(r.Expected, "holds") }

// Write writes the document, one line of JSON. Each result is written by itself: a document of many
// properties is large. It ends with the context.
func (d *Document) Write(ctx context.Context, w io.Writer) error {
	runs := d.Runs
	head := *d
	head.Runs = []Run{}
	before, after, err := around(&head, "", `"runs":[`)
	if err != nil {
		return err
	}
	p := &Parts{To: w}
	p.Text(before)
	for i := range runs {
		run := runs[i]
		run.Results = []Result{}
		before, after, err := around(&run, "", `"results":[`)
		if err != nil {
			return err
		}
		if i > 0 {
			before = "," + before
		}
		p.Text(before)
		for j := range runs[i].Results {
			if err := ctx.Err(); err != nil {
				return err
			}
			r := &runs[i].Results[j]
			p.Element(j, r.sealed, func() (string, error) { return indented(r, "", "") })
		}
		p.Text(after)
	}
	p.Text(after + "\n")
	return p.Err
}

// around is the JSON of a value before and after the elements of an empty list. Such a text as mark
// is in no string of the JSON, where quotes are escaped.
func around(value any, indent, mark string) (before, after string, err error) {
	text, err := indented(value, "", indent)
	before, after, _ = strings.Cut(text, mark)
	return before + mark, after, err
}

// Parts writes parts of a document one after the other, until an error.
type Parts struct {
	To  io.Writer
	Err error
}

// Text writes a part.
func (p *Parts) Text(s string) {
	if p.Err == nil {
		_, p.Err = io.WriteString(p.To, s)
	}
}

// Element writes element i of a list: its text, or a text that is made now if that is empty.
func (p *Parts) Element(i int, text string, make func() (string, error)) {
	if text == "" && p.Err == nil {
		text, p.Err = make()
	}
	if i > 0 {
		p.Text(",")
	}
	p.Text(text)
}

// WriteJSON writes a value as JSON in which nothing can drive a terminal: see
// [terminal.EscapeJSON].
func WriteJSON(w io.Writer, value any, indent string) error {
	text, err := indented(value, "", indent)
	if err == nil {
		_, err = io.WriteString(w, text+"\n")
	}
	return err
}

// indented is a value as JSON, without an end of the last line. The prefix begins all lines but the
// first. Without both, the JSON is one line.
func indented(value any, prefix, indent string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, indent)
	err := e.Encode(value)
	return terminal.EscapeJSON(strings.TrimSuffix(b.String(), "\n")), err
}

// endOf is the place after a range; empty if the range has no text.
func endOf(start, end token.Position) string {
	if !end.IsValid() || end.Filename != start.Filename || end.Offset <= start.Offset {
		return ""
	}
	return end.String()
}

// Notices turns diagnostics of the language front end into notices.
func Notices(list diag.List) []Notice {
	out := make([]Notice, 0, len(list))
	for _, d := range list {
		n := Notice{Code: string(d.Code), Message: oneLine(d.Message())}
		if d.Start.IsValid() || d.Start.Filename != "" {
			n.Position, n.End = d.Start.String(), endOf(d.Start, d.End)
		}
		for _, r := range d.Related {
			n.Related = append(n.Related, Related{r.Start.String(), endOf(r.Start, r.End), oneLine(r.Message)})
		}
		out = append(out, n)
	}
	return out
}
