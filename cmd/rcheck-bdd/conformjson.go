package main

import (
	"encoding/json"
	"io"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
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
			Step:  &trace.Trace{System: sys, Steps: []trace.Step{{State: n.From, Message: n.Step}, {State: n.To}}, Loop: -1},
			Wrong: []jsonWrong{},
		}
		for _, w := range n.Wrong {
			out.Nearest.Wrong = append(out.Nearest.Wrong, jsonWrong{w.Condition.Name, w.Instead})
		}
	}
	return out
}
