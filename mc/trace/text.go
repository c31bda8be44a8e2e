package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// WriteText renders the trace for people, in lines that end with a newline. Each state has its
// number, counted from 0. Below it stand the step that leaves it, its participants, and where their
// commands stand in the source. Of states after the one in which a property is lost it writes only
// the number, unless the options ask for all. It writes state by state. Errors are those of w, and
// that of the context, which ends it before the next state. They wrap [recipe.ErrMisuse] or
// [recipe.ErrState] if the trace is not one of its system.
func (t *Trace) WriteText(ctx context.Context, w io.Writer, o TextOptions) error {
	if err := t.exists(); err != nil {
		return err
	}
	if ctx == nil {
		return fmt.Errorf("trace: %w: there is no context", recipe.ErrMisuse)
	}
	out, needed := NewTextWriter(w, t.System, o), t.Needed(o)
	for i, step := range t.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i == t.Loop && needed == len(t.Steps) {
			out.text.Loop()
		}
		var marks []Mark
		for _, m := range t.Marks {
			if m.Step == i {
				marks = append(marks, m)
			}
		}
		rest := i+1 == needed && needed < len(t.Steps)
		byState := slices.ContainsFunc(marks, func(m Mark) bool { return m.Lost && !m.Leaving })
		if err := out.state(step, t.Next(i) >= 0 && !(rest && byState), marks); err != nil {
			return err
		}
		if rest {
			out.text.Rest(len(t.Steps) - 1 - i)
			return out.flush()
		}
	}
	if t.Lasso() {
		out.text.Back(strconv.Itoa(t.Loop))
		if !o.Full {
			out.text.locals(t.Steps[t.Loop].State, out.before)
		}
	}
	return out.flush()
}

// Needed is how many states a text shows: those that are decisive, and the one in which a mark says
// that the property is lost. It is all of them if the options ask for all, or nothing but a
// deadlock follows.
func (t *Trace) Needed(o TextOptions) int {
	if t == nil {
		return 0
	}
	last := t.Decisive - 1
	if last < 0 || last >= len(t.Steps) || o.Full || t.Steps[last].Message.Kind == recipe.Stutter {
		return len(t.Steps)
	}
	needed := t.Decisive
	for _, m := range t.Marks {
		if m.Lost && m.Step < len(t.Steps) {
			needed = max(needed, m.Step+1)
		}
	}
	return needed
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
	*Lines
	sys *recipe.System
}

func newWriter(sys *recipe.System, o TextOptions) writer { return writer{NewLines(o), sys} }

// NewTextWriter returns a writer of a run of the system, from its first state on.
func NewTextWriter(w io.Writer, sys *recipe.System, o TextOptions) *TextWriter {
	return &TextWriter{to: w, text: newWriter(sys, o)}
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
	w.text.State(strconv.Itoa(w.states), "")
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

// locals writes what is below the heading of a state; what it has in common with the old one is
// left out, unless there is none or all is asked for.
func (w *writer) locals(s recipe.State, old *recipe.State) {
	if w.options.Full {
		old = nil
	}
	w.Values(valuesOf(w.sys, s, old, w.options.Full))
	if w.options.Own == nil {
		return
	}
	var before []Values
	if old != nil {
		before = valuesOf(w.sys, *old, nil, true)
	}
	w.Own(valuesOf(w.sys, s, nil, true), before)
}

// StateOf is the state in which agents have the given values: those of [ValuesOf], in any order.
// The error wraps [ErrFormat] if a value is missing, or is none of the system.
func StateOf(sys *recipe.System, list []Values) (recipe.State, error) {
	if sys == nil {
		return recipe.State{}, fmt.Errorf("trace: %w: there is no system", recipe.ErrMisuse)
	}
	read := map[string]map[string]any{}
	for _, a := range list {
		locals := map[string]any{}
		for _, x := range a.Locals {
			locals[x.Name] = x.Value
			if n, err := strconv.Atoi(x.Value); err == nil {
				locals[x.Name] = float64(n)
			} else if x.Value == "true" || x.Value == "false" {
				locals[x.Name] = x.Value == "true"
			}
		}
		read[a.Agent] = locals
	}
	s, err := decodeState(sys, read)
	if err != nil {
		return s, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return s, nil
}

// ValuesOf are the values of all agents in a state.
func ValuesOf(sys *recipe.System, s recipe.State) []Values {
	mustFit(sys.CheckState(s))
	return valuesOf(sys, s, nil, true)
}

// valuesOf are values that differ from those of an old state, or all if there is none. The control
// state of an agent that has only one is left out, and so are agents outside, unless single asks
// for them.
func valuesOf(sys *recipe.System, s recipe.State, old *recipe.State, single bool) []Values {
	var list []Values
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		if agent.Outside && !single {
			continue // what it chooses is seen in its steps
		}
		out := Values{Agent: agent.Name}
		there := sys.Agents[a].IsPresent(s)
		old := old
		if old != nil && sys.Agents[a].IsPresent(*old) != there {
			old = nil // all is new
		}
		if !there {
			if old == nil {
				out.Locals = []Local{{sys.Vars[agent.Present.Index].Name, "false"}}
				list = append(list, out)
			}
			continue
		}
		if old == nil && (single || agent.States > 1) || old != nil && old.Control[a] != s.Control[a] {
			out.Locals = append(out.Locals, Local{ControlName, strconv.Itoa(s.Control[a])})
		}
		for v := range agent.Vars.All() {
			if x := &sys.Vars[v]; old == nil || old.Locals[v] != s.Locals[v] {
				out.Locals = append(out.Locals, Local{x.Name, sys.ValueString(x.Type, s.Locals[v])})
			}
		}
		if len(out.Locals) > 0 {
			list = append(list, out)
		}
	}
	return list
}

// message writes the step that leaves a state.
func (w *writer) message(step Step) {
	if step.Message.Kind == recipe.Stutter {
		w.Stuck()
		return
	}
	w.Acts(actsOf(w.sys, step))
}

// ActsOf are what agents do in a step, its initiator first; nothing on a stutter.
func ActsOf(sys *recipe.System, step Step) []Act {
	mustFit(errors.Join(sys.CheckState(step.State), sys.CheckStep(step.Message)))
	return actsOf(sys, step)
}

func actsOf(sys *recipe.System, step Step) []Act {
	m := step.Message
	if m.Kind == recipe.Stutter {
		return nil
	}
	what := "sends on " + sys.ValueString(sys.Channel, m.Channel)
	data, taken := dataText(sys, m.Data), "receives"
	if m.Kind == recipe.PointToPointStep {
		what, taken = "gets from "+localityText(sys, m.Locality), "supplies"
		if data != "" {
			data = " and gives" + data
		}
	}
	p := predicateText(sys, step)
	switch p {
	case "", "true":
	case "false":
		what += " to nobody"
	default:
		what += " to " + p
	}
	if p != "false" && len(m.Participants) == 0 && !sys.IsOpen() {
		data += ", which nobody receives"
	}
	list := []Act{actOf(sys, m.Command, what+data)}
	for _, p := range m.Participants {
		list = append(list, actOf(sys, p.Command, taken+dataText(sys, p.Data)))
	}
	return list
}

// actOf is what an agent does by a command.
func actOf(sys *recipe.System, id int, what string) Act {
	command := &sys.Commands[id]
	agent := sys.Agents[command.Agent].Name
	return Act{agent, strings.TrimPrefix(sys.CommandString(id), agent), what, command.Pos.String()}
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
