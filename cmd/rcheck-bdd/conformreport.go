package main

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/page"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// The JSON form of the result of conform.
type (
	conformDocument struct {
		Schema    int            `json:"schema"`
		Tool      report.Tool    `json:"tool"`
		Model     string         `json:"model"`
		Logs      []string       `json:"logs"`
		Verdict   string         `json:"verdict"` // conforms, departs, unfair, not-ended, unknown
		Reason    string         `json:"reason,omitempty"`
		Entries   int            `json:"entries"` // that the model explains
		Belief    *jsonBelief    `json:"belief,omitempty"`
		Departure *jsonDeparture `json:"departure,omitempty"`
	}
	jsonBelief struct {
		States string `json:"states"`
		Nodes  int    `json:"nodes"`
		Ways   int    `json:"ways"`
	}
	jsonDeparture struct {
		Place    string       `json:"place"`
		Entry    []string     `json:"entry"`
		Belief   jsonBelief   `json:"belief"`
		States   []string     `json:"states"`
		Possible []string     `json:"possible"`
		Nearest  *jsonNearest `json:"nearest,omitempty"`
		Complete bool         `json:"complete"`
		Blocked  []string     `json:"blocked"`
		Others   int          `json:"others,omitempty"`
	}
	jsonNearest struct {
		Step  *trace.Trace `json:"step"`
		Wrong []jsonWrong  `json:"wrong"`
	}
	jsonWrong struct {
		Condition string `json:"condition"`
		Instead   string `json:"instead,omitempty"`
	}
)

func (d *conformDocument) write(w io.Writer) error {
	text, err := json.Marshal(d)
	if err == nil {
		_, err = w.Write([]byte(terminal.EscapeJSON(string(text)) + "\n"))
	}
	return err
}

func beliefOf(s conform.Size) jsonBelief {
	return jsonBelief{States: s.States.String(), Nodes: s.Nodes, Ways: s.Ways}
}

// document is the result as JSON.
func (r *conformResult) document() *conformDocument {
	d := &conformDocument{Schema: report.Schema, Tool: tool(), Model: r.model.name, Logs: r.log.logs, Verdict: "conforms", Entries: r.explained}
	switch {
	case r.departure != nil:
		d.Verdict = "departs"
	case r.limit != nil:
		d.Verdict, d.Reason = "unknown", limitText(r.limit)
	case r.unfair:
		d.Verdict = "unfair"
	case r.goesOn:
		d.Verdict = "not-ended"
	}
	if r.size.States != nil {
		b := beliefOf(r.size)
		d.Belief = &b
	}
	if r.departure != nil {
		d.Departure = r.departureJSON()
	}
	return d
}

func (r *conformResult) departureJSON() *jsonDeparture {
	d, sys := r.departure, r.model.system()
	out := &jsonDeparture{
		Place: d.Place, Entry: []string{}, Belief: beliefOf(d.Belief), Possible: []string{}, Complete: d.All, Blocked: r.blocked(), Others: r.others,
	}
	for _, c := range d.Says.Conditions {
		out.Entry = append(out.Entry, c.Name)
	}
	for _, s := range d.States {
		out.States = append(out.States, sys.StateString(s))
	}
	for _, id := range d.Possible {
		out.Possible = append(out.Possible, sys.CommandString(id))
	}
	if n := d.Nearest; n != nil {
		out.Nearest = &jsonNearest{
			Step:  nearestRun(sys, n),
			Wrong: []jsonWrong{},
		}
		for _, w := range n.Wrong {
			out.Nearest.Wrong = append(out.Nearest.Wrong, jsonWrong{w.Condition.Name, w.Instead})
		}
	}
	return out
}

// page writes the result as a page for browsers: a row for each section, with its run or states.
func (r *conformResult) page(ctx context.Context, w io.Writer) error {
	source := r.model.sources.Text(terminal.Name(r.model.name))
	run := report.Run{File: r.model.name, Source: source, Warnings: []report.Notice{}, Reason: strings.TrimSpace(r.text(true))}
	list := []section{{title: "states in which the model may be", show: func(_ context.Context, s *workbench.Showing) (json.RawMessage, string) {
		return s.States(r.after)
	}}}
	if r.departure != nil {
		list = r.sections()
	}
	showing := workbench.NewShowing(workbench.NewDocument(r.model.name, "rcheck", 0, source), r.model.program, r.limits)
	for i, s := range list {
		row := report.Result{Index: i + 1, Name: s.title, Formula: strings.Join(trimmed(s.lines), "; ")}
		if s.show != nil {
			var text json.RawMessage
			if text, row.NotShown = s.show(ctx, showing); text != nil {
				row.Shown = text
			}
		}
		run.Results = append(run.Results, row)
	}
	return page.WriteRuns(ctx, w, &report.Document{Schema: report.Schema, Tool: tool(), Runs: []report.Run{run}})
}

// trimmed are lines without the blanks around them.
func trimmed(lines []string) (out []string) {
	for _, l := range lines {
		out = append(out, strings.TrimSpace(l))
	}
	return out
}
