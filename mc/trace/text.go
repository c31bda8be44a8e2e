package trace

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Part is a kind of text in a rendered trace, for painting.
type Part uint8

const (
	PartNumber  Part = iota // the number of a state
	PartAgent               // the name of an agent
	PartChange              // a local with its value
	PartMessage             // what happens between two states
	PartPlace               // a place of the source
	PartLoop                // the marks of the loop
	PartMark                // what a mark says
)

// TextOptions say how a trace is rendered.
type TextOptions struct {
	// Full shows all of every state; otherwise the first state is shown in full and of the others
	// what changed.
	Full bool
	// Paint decorates parts of the text; nil leaves them as they are. What it adds must take no
	// room on the screen.
	Paint func(Part, string) string
	// Agents, unless it is nil, selects the agents whose locals and steps are shown. A step in
	// which none of them takes part is only counted.
	Agents func(agent int) bool
}

func (o *TextOptions) shows(agent int) bool { return o.Agents == nil || o.Agents(agent) }

// WriteText renders the trace for people, in lines that end with a newline: each state by its
// number, counted from 0, and below it the step that leaves it, its participants, and where their
// commands stand in the source. It writes state by state. Errors are those of w, and that of the
// context, which ends it before the next state. They wrap [recipe.ErrMisuse] or [recipe.ErrState]
// if the trace is not one of its system.
func (t *Trace) WriteText(ctx context.Context, w io.Writer, o TextOptions) error {
	if err := t.exists(); err != nil {
		return err
	}
	if ctx == nil {
		return fmt.Errorf("trace: %w: there is no context", recipe.ErrMisuse)
	}
	out := NewTextWriter(w, t.System, o)
	for i, step := range t.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i == t.Loop {
			out.text.line(0, out.text.paint(PartLoop, "-- from here on the steps repeat for ever --"))
		}
		var marks []Mark
		for _, m := range t.Marks {
			if m.Step == i {
				marks = append(marks, m)
			}
		}
		if err := out.state(step, t.Next(i) >= 0, marks); err != nil {
			return err
		}
	}
	if t.Lasso() {
		out.text.line(0, out.text.paint(PartLoop, fmt.Sprintf("-- back to %d --", t.Loop)))
		if !o.Full {
			out.text.locals(t.Steps[t.Loop].State, out.before)
		}
	}
	return out.flush()
}

// A TextWriter writes a finite run as [Trace.WriteText] does, while the run is being made.
type TextWriter struct {
	text   writer // the state that is being written
	to     io.Writer
	states int // written
	before *recipe.State
}

// writer gathers the text of a part of a run.
type writer struct {
	strings.Builder
	sys     *recipe.System
	options TextOptions
}

// NewTextWriter returns a writer of a run of the system, from its first state on.
func NewTextWriter(w io.Writer, sys *recipe.System, o TextOptions) *TextWriter {
	return &TextWriter{to: w, text: writer{sys: sys, options: o}}
}

// Left writes the next state and the step that leaves it. The step must not change later. Errors
// are those of [Trace.WriteText].
func (w *TextWriter) Left(step Step) error { return w.state(step, true, nil) }

// Last writes the state at the end of the run.
func (w *TextWriter) Last(s recipe.State) error { return w.state(Step{State: s}, false, nil) }

// state writes a state with what its marks say, and the step that leaves it if there is one.
func (w *TextWriter) state(step Step, left bool, marks []Mark) error {
	if w == nil || w.to == nil || w.text.sys == nil {
		return fmt.Errorf("trace: %w: there is nothing to write to, or no system", recipe.ErrMisuse)
	}
	if err := fits(w.text.sys, w.states, step, left); err != nil {
		return err
	}
	w.text.line(0, w.text.paint(PartNumber, strconv.Itoa(w.states)))
	w.text.locals(step.State, w.before)
	w.states++
	w.before = &step.State
	for _, m := range marks {
		w.text.line(4, w.text.paint(PartMark, "^ "+m.String()))
	}
	if left {
		w.text.message(step)
	}
	return w.flush()
}

// flush hands on what has been written.
func (w *TextWriter) flush() error {
	_, err := io.WriteString(w.to, w.text.String())
	w.text.Reset()
	return err
}

func (w *writer) paint(p Part, s string) string {
	if w.options.Paint == nil || s == "" {
		return s
	}
	return w.options.Paint(p, s)
}

func (w *writer) line(indent int, parts ...string) {
	w.WriteString(strings.Repeat(" ", indent))
	for _, p := range parts {
		w.WriteString(p)
	}
	w.WriteByte('\n')
}

// locals writes what is below the heading of a state; what it has in common with the old one is
// left out, unless there is none or all is asked for.
func (w *writer) locals(s recipe.State, old *recipe.State) {
	sys := w.sys
	if w.options.Full {
		old = nil
	}
	for a := range sys.Agents {
		if !w.options.shows(a) {
			continue
		}
		agent := &sys.Agents[a]
		var values []string
		show := func(name, value string) { values = append(values, w.paint(PartChange, name+" = "+value)) }
		if old == nil || old.Control[a] != s.Control[a] {
			show(ControlName, strconv.Itoa(s.Control[a]))
		}
		for v := agent.Vars.Start; v < agent.Vars.End; v++ {
			if old == nil || old.Locals[v] != s.Locals[v] {
				show(sys.Vars[v].Name, sys.ValueString(sys.Vars[v].Type, s.Locals[v]))
			}
		}
		if len(values) > 0 {
			w.line(4, w.paint(PartAgent, agent.Name), ": ", strings.Join(values, ", "))
		}
	}
}

// message writes the step that leaves a state.
func (w *writer) message(step Step) {
	sys, m := w.sys, step.Message
	if m.Kind == recipe.Stutter {
		w.line(2, w.paint(PartMessage, "no step is possible: deadlock"))
		return
	}
	if !w.options.shows(m.Initiator) && !slices.ContainsFunc(m.Participants, func(p recipe.Participant) bool { return w.options.shows(p.Agent) }) {
		w.line(2, w.paint(PartMessage, "(a step of others)"))
		return
	}
	var what string
	if m.Kind == recipe.PointToPointStep {
		what = "gets from " + localityText(sys, m.Locality)
	} else {
		what = "sends on " + sys.ValueString(sys.Channel, m.Channel)
	}
	if p := predicateText(sys, step); p != "" && p != "true" {
		what += " to " + p
	}
	data := dataText(sys, m.Data)
	if data != "" && m.Kind == recipe.PointToPointStep {
		data = " and gives" + data
	}
	w.act(2, m.Command, what+data)
	for _, p := range m.Participants {
		if !w.options.shows(p.Agent) {
			continue
		}
		what := "receives"
		if m.Kind == recipe.PointToPointStep {
			what = "supplies"
		}
		w.act(4, p.Command, what+dataText(sys, p.Data))
	}
}

// act writes what an agent does by a command.
func (w *writer) act(indent, id int, what string) {
	sys := w.sys
	command := &sys.Commands[id]
	place := ""
	if p := command.Pos.String(); p != "" {
		place = "  " + w.paint(PartPlace, p)
	}
	agent := sys.Agents[command.Agent].Name
	name := strings.TrimPrefix(sys.CommandString(id), agent)
	w.line(indent, w.paint(PartAgent, agent), w.paint(PartMessage, name+": "+what), place)
}

func dataText(sys *recipe.System, data []recipe.Datum) string {
	parts := make([]string, len(data))
	for i, d := range data {
		v := &sys.Data[d.Var]
		parts[i] = v.Name + " = " + sys.ValueString(v.Type, d.Value)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}
