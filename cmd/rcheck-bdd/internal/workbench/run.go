package workbench

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A System is what stays the same in all runs of a model: its agents and their structure automata.
type System struct {
	// Joint tells that agents act together, as in ISPL: a type has one control state and an edge
	// for each action, and agents see the variables of others that Channels names instead of
	// listening to channels.
	Joint    bool        `json:"joint,omitempty"`
	Agents   []Agent     `json:"agents"`
	Types    []Automaton `json:"types"`
	Channels []string    `json:"channels"` // `*`, the broadcast channel, among them
}

// An Agent is one instance.
type Agent struct {
	Name   string   `json:"name"`
	Type   int      `json:"type"` // index into System.Types
	Locals []string `json:"locals"`
	Range  Range    `json:"range"`
}

// An Automaton is the structure automaton of an agent type. Control state 0 is the initial one.
type Automaton struct {
	Name   string `json:"name"`
	States int    `json:"states"`
	Edges  []Edge `json:"edges"`
}

// An Edge is a command of an agent type.
type Edge struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Kind  string `json:"kind"` // send, receive, get, supply or action
	Label string `json:"label"`
	Text  string `json:"text"` // as it is written in the model
	Range Range  `json:"range"`
}

// A Run is a run of a system as data for drawings: states, and between them steps.
type Run struct {
	States []State `json:"states"`
	Steps  []Step  `json:"steps"`
	// Loop is the state that the last step leads back to, -1 if the run just ends.
	Loop int `json:"loop"`
	// Lost is the number of the first state at which a property can no longer be satisfied, whatever
	// happens next; -1 if there is none, or no property was asked about. See [Status].
	Lost int `json:"lost"`
	// Blocked says what each agent waits for in the state where nothing can happen, if the run comes
	// to one.
	Blocked string `json:"blocked,omitempty"`
}

// A State gives for each agent its control state, the values of its locals, and the channels that
// it listens to, besides the broadcast channel, as indices.
type State struct {
	Control []int      `json:"control"`
	Values  [][]string `json:"values"`
	Listens [][]int    `json:"listens"`
	// Absent are the agents that are absent. Of their values, only that of `present` means something.
	Absent []int `json:"absent,omitempty"`
	// Can are the actions that the protocols allow, as edges; in systems whose agents act together.
	Can [][]int `json:"can,omitempty"`
	// Placed are the agents that stand on a grid, by the sections `picture:` of the model.
	Placed []Placed `json:"placed,omitempty"`
}

// A Placed is an agent on a grid.
type Placed struct {
	Agent  int    `json:"agent"`
	Column int    `json:"column"`
	Row    int    `json:"row"`
	Label  string `json:"label"`
}

// A Step is what happens between two states. Who acts together, in a joint step, participates.
type Step struct {
	Kind         string        `json:"kind"` // broadcast, multicast, p2p, joint or stutter
	Initiator    int           `json:"initiator"`
	Edge         int           `json:"edge"` // of the initiator's automaton; -1 on a stutter or joint step, as the initiator
	Label        string        `json:"label"`
	Channel      string        `json:"channel,omitempty"`
	Data         []Value       `json:"data"`
	Predicate    string        `json:"predicate,omitempty"`
	Participants []Participant `json:"participants"`
	// Entry is the place of the entry of a log that the step explains, or says that there is none;
	// empty if the run is not about a log.
	Entry string `json:"entry,omitempty"`
}

// A Value is what a message carries in one variable.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Participant takes part in a step that another agent initiates.
type Participant struct {
	Agent int     `json:"agent"`
	Edge  int     `json:"edge"`
	Label string  `json:"label"`
	Data  []Value `json:"data,omitempty"`
}

// A view turns states and steps of a program into data.
type view struct {
	*Document
	program *rcheck.Program
	in      *recipe.Interpreter
	types   []int // of agents
	system  System
}

func newView(d *Document, p *rcheck.Program) *view {
	v := &view{Document: d, program: p, in: recipe.NewInterpreter(p.System)}
	sys := p.System
	known := map[string]int{}
	v.system.Channels = make([]string, len(sys.Channel.Values))
	for i, c := range sys.Channel.Values {
		v.system.Channels[i] = sys.ValueString(sys.Channel, c)
	}
	for i := range sys.Agents {
		a := &sys.Agents[i]
		t, ok := memo.Number(known, a.TypeName)
		if !ok {
			v.system.Types = append(v.system.Types, v.automaton(a))
		}
		v.types = append(v.types, t)
		locals := []string{}
		for x := range ownLocals(a) {
			locals = append(locals, sys.Vars[x].Name)
		}
		v.system.Agents = append(v.system.Agents, Agent{a.Name, t, locals, v.wordAt(a.Pos)})
	}
	return v
}

// ownLocals are the locals of an agent; what agents outside choose is seen in their steps.
func ownLocals(a *recipe.Agent) iter.Seq[int] {
	return func(visit func(int) bool) {
		for v := a.Vars.Start; v < a.Vars.End && !a.Outside && visit(v); v++ {
		}
	}
}

// automaton is the structure automaton of an agent's type, its commands as they are written.
func (v *view) automaton(a *recipe.Agent) Automaton {
	out := Automaton{Name: a.TypeName, States: a.States, Edges: []Edge{}}
	file := v.program.File.Source
	for id := range a.Commands.All() {
		c := &v.program.System.Commands[id]
		if a.Outside {
			out.Edges = append(out.Edges, Edge{c.From, c.To, c.Kind.String(), v.label(id), v.program.System.CommandText(id), Range{}})
			continue
		}
		source := v.program.Commands[id]
		start, end := file.Offset(source.Pos()), file.Offset(source.End())
		out.Edges = append(out.Edges, Edge{
			c.From, c.To, c.Kind.String(), v.label(id), v.Text[start:end], v.lines.span(start, end),
		})
	}
	return out
}

// label is what a command is called: by its label, or by its number among its agent's commands.
func (v *view) label(id int) string {
	sys := v.program.System
	if l := sys.Commands[id].Label; l != "" {
		return l
	}
	return fmt.Sprintf("#%d", v.edge(id)+1)
}

// edge is the index of a command's edge in its agent's automaton: replicas have the same commands.
func (v *view) edge(id int) int {
	sys := v.program.System
	return id - sys.Agents[sys.Commands[id].Agent].Commands.Start
}

func (v *view) state(s recipe.State) State {
	sys := v.program.System
	out := State{Control: append([]int{}, s.Control...)}
	for i := range sys.Agents {
		if !sys.Agents[i].IsPresent(s) {
			out.Absent = append(out.Absent, i)
		}
		values, listens := []string{}, []int{}
		for x := range ownLocals(&sys.Agents[i]) {
			values = append(values, sys.ValueString(sys.Vars[x].Type, s.Locals[x]))
		}
		for c, value := range sys.Channel.Values {
			if value == recipe.Broadcast {
				continue
			}
			if yes, err := v.in.Connected(s, i, value); err == nil && yes {
				listens = append(listens, c)
			}
		}
		out.Values, out.Listens = append(out.Values, values), append(out.Listens, listens)
	}
	placed, err := v.in.Placed(v.program.Pictures, s)
	if err != nil {
		return out // whose state is no state of the system
	}
	for _, p := range placed {
		out.Placed = append(out.Placed, Placed(p))
	}
	return out
}

func (v *view) step(s recipe.State, m recipe.Step) Step {
	sys := v.program.System
	out := Step{Kind: m.Kind.String(), Initiator: -1, Edge: -1, Data: []Value{}, Participants: []Participant{}}
	if m.Kind == recipe.Stutter {
		return out
	}
	out.Initiator, out.Edge, out.Label = m.Initiator, v.edge(m.Command), v.label(m.Command)
	out.Data = v.data(m.Data)
	if m.Kind != recipe.PointToPointStep {
		out.Channel = sys.ValueString(sys.Channel, m.Channel)
	}
	if p, err := sys.Predicate(s, m); err == nil && !p.IsConst(1) {
		out.Predicate = sys.ExprString(p, -1)
	}
	for _, p := range m.Participants {
		out.Participants = append(out.Participants, Participant{p.Agent, v.edge(p.Command), v.label(p.Command), v.data(p.Data)})
	}
	return out
}

func (v *view) data(list []recipe.Datum) []Value {
	out := []Value{}
	for _, d := range list {
		x := &v.program.System.Data[d.Var]
		out = append(out, Value{x.Name, v.program.System.ValueString(x.Type, d.Value)})
	}
	return out
}

func (v *view) run(ctx context.Context, t *trace.Trace) (Run, error) {
	out := Run{Loop: t.Loop, Lost: -1, Steps: []Step{}}
	if !t.Lasso() {
		out.Loop = -1
	}
	var err error
	for i, s := range t.Steps {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		out.States = append(out.States, v.state(s.State))
		if t.Next(i) >= 0 {
			out.Steps = append(out.Steps, v.step(s.State, s.Message))
			if s.Message.Kind == recipe.Stutter && out.Blocked == "" {
				if out.Blocked, err = trace.BlockedText(ctx, v.in, s.State, trace.TextOptions{}); err != nil {
					return out, err
				}
			}
		}
	}
	return out, nil
}

// A Shown is a run with its system, and how properties fare along it.
type Shown struct {
	System   System   `json:"system"`
	Run      Run      `json:"run"`
	Statuses []Status `json:"statuses"`
}

// Show turns a trace, in the JSON that checks write, into data for drawings. The number of a
// property, from 1, asks where on the run that property is lost; 0 asks nothing. The error says why
// the trace is no run of the model.
func Show(ctx context.Context, d *Document, text json.RawMessage, property int, limits Thresholds) (*Shown, error) {
	p, err := d.program(ctx)
	if err != nil {
		return nil, err
	}
	v := newView(d, p)
	t, err := trace.Decode(ctx, v.in, text)
	if err != nil {
		return nil, err
	}
	return v.show(ctx, t, property, limits)
}

// Along says of each state of a run whether a formula is true there: "yes", "no", or "unknown"
// where that depends on what follows. For a model in ISPL the formula is a condition on states. The
// run is as [Show] takes it.
func Along(ctx context.Context, d *Document, text json.RawMessage, formula string) ([]string, error) {
	own := NewDocument(d.URI, "", d.Version, d.Text) // the formula is added to the model
	if d.ISPL {
		p, err := own.jointProgram(ctx)
		if err != nil {
			return nil, err
		}
		return newJointView(own, p).along(text, formula)
	}
	p, err := own.program(ctx)
	if err != nil {
		return nil, err
	}
	p, spec, list, err := p.WithPropertyContext(ctx, "", formula)
	if err != nil {
		return nil, err
	}
	if spec == nil {
		return nil, fmt.Errorf("the formula cannot be read: %w", list.Err())
	}
	f, err := spec.Path()
	if err != nil {
		return nil, err
	}
	v := newView(own, p)
	t, err := trace.Decode(ctx, v.in, text)
	if err != nil {
		return nil, err
	}
	truth, err := trace.Read(ctx, v.in, t).Along(f)
	return truths(truth), err
}

// truths are words for the truth of something in the states of a run.
func truths(list []ltol.Truth) []string {
	out := []string{}
	for _, t := range list {
		out = append(out, map[ltol.Truth]string{ltol.Yes: "yes", ltol.No: "no", ltol.Unknown: "unknown"}[t])
	}
	return out
}

func (v *view) show(ctx context.Context, t *trace.Trace, property int, limits Thresholds) (*Shown, error) {
	run, err := v.run(ctx, t)
	if err != nil {
		return nil, err
	}
	out := &Shown{System: v.system, Run: run}
	out.Statuses, err = v.statuses(ctx, t, property, limits)
	if len(out.Statuses) > 0 && out.Statuses[0].Index == property {
		out.Run.Lost = out.Statuses[0].Lost
	}
	return out, err
}
