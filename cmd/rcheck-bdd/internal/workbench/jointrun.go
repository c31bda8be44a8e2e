package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A jointView turns states and joint actions of a model in ISPL into data. An agent's automaton has
// one state and an edge for each action; channels are the variables that agents see of others.
type jointView struct {
	*Document
	program *ispl.Program
	in      *interpreted.Interpreter
	system  System
	listens [][]int // in all states
	names   witness.Names
}

func newJointView(d *Document, p *ispl.Program) *jointView {
	sys := p.System
	v := &jointView{Document: d, program: p, in: interpreted.NewInterpreter(sys), names: witness.OfInterpreted(sys), system: System{Joint: true, Channels: []string{}}}
	written := map[string]*ispl.Agent{}
	for _, a := range p.File.Agents {
		written[a.Name.Name] = a
	}
	number := map[int]int{}
	for i := range sys.Agents {
		a := &sys.Agents[i]
		locals, listens := []string{}, []int{}
		for _, x := range sys.Owns(i) {
			locals = append(locals, sys.Vars[x].Name)
		}
		for _, x := range a.Sees {
			if sys.Vars[x].Agent == i {
				continue
			}
			n, known := memo.Number(number, x)
			if !known {
				v.system.Channels = append(v.system.Channels, sys.VarName(x))
			}
			listens = append(listens, n)
		}
		v.listens = append(v.listens, listens)
		v.system.Agents = append(v.system.Agents, Agent{a.Name, i, locals, v.wordAt(a.Pos)})
		v.system.Types = append(v.system.Types, v.protocol(a, written[a.Name]))
	}
	return v
}

// protocol has an edge for each action of an agent, with the lines of the protocol that allow it.
func (v *jointView) protocol(a *interpreted.Agent, written *ispl.Agent) Automaton {
	out := Automaton{Name: a.Name, States: 1, Edges: []Edge{}}
	file := v.program.File.Source
	for _, action := range a.Actions {
		e := Edge{Kind: "action", Label: action, Text: "the protocol never allows it"}
		var lines []string
		for _, l := range written.Protocol.List() {
			if !slices.ContainsFunc(l.Actions, func(x ispl.Ident) bool { return x.Name == action }) {
				continue
			}
			start, end := file.Offset(l.Span.Start), file.Offset(l.Span.End)
			if lines = append(lines, strings.Join(strings.Fields(v.Text[start:end]), " ")); len(lines) == 1 {
				e.Range = v.lines.span(start, end)
			}
		}
		if len(lines) > 0 {
			e.Text = strings.Join(lines, "\n")
		}
		out.Edges = append(out.Edges, e)
	}
	return out
}

func (v *jointView) state(s interpreted.State) State {
	sys := v.program.System
	out := State{Control: make([]int, len(sys.Agents)), Listens: v.listens}
	for a := range sys.Agents {
		values := []string{}
		for _, x := range sys.Owns(a) {
			values = append(values, sys.Format(sys.Vars[x].Type, s[x]))
		}
		can := []int{}
		if len(sys.Agents[a].Actions) > 0 {
			can = append(can, v.in.Allowed(a, s)...)
		}
		out.Values, out.Can = append(out.Values, values), append(out.Can, can)
	}
	return out
}

// step is a joint action; none where a state without a successor repeats.
func (v *jointView) step(j interpreted.Joint) Step {
	out := Step{Kind: "stutter", Initiator: -1, Edge: -1, Data: []Value{}, Participants: []Participant{}}
	for a, action := range j {
		out.Kind = "joint"
		if action >= 0 {
			out.Participants = append(out.Participants, Participant{Agent: a, Edge: action, Label: v.program.System.Agents[a].Actions[action]})
		}
	}
	return out
}

// blocked says what keeps a state without a successor from having one.
func (v *jointView) blocked(s interpreted.State) string {
	var out []string
	for a := range v.program.System.Agents {
		if x := &v.program.System.Agents[a]; len(x.Actions) > 0 && len(v.in.Allowed(a, s)) == 0 {
			out = append(out, x.Name+": its protocol allows nothing")
		}
	}
	if len(out) == 0 {
		return "every joint action takes a variable out of its range"
	}
	return strings.Join(out, "\n")
}

// way has the trace that [Start] reads: the run as `check --json` writes runs.
func (v *jointView) way(ctx context.Context, r *branch.Run) (Way, error) {
	out := Run{Loop: r.Loop, Lost: -1, Steps: []Step{}}
	for i, s := range r.States {
		if err := ctx.Err(); err != nil {
			return Way{}, err
		}
		s := s.(interpreted.State)
		out.States = append(out.States, v.state(s))
		if i < len(r.Steps) {
			made := v.step(r.Steps[i].(interpreted.Joint))
			out.Steps = append(out.Steps, made)
			if made.Kind == "stutter" && out.Blocked == "" {
				out.Blocked = v.blocked(s)
			}
		}
	}
	run, err := witness.RunOf(ctx, v.names, r)
	return Way{out, run}, err
}

func (v *jointView) shape() *System { return &v.system }

func (v *jointView) formula(f *ltol.StateFormula) string { return v.names.Text(f) }

func (v *jointView) same(a, b space.State) bool {
	return a.(interpreted.State).Compare(b.(interpreted.State)) == 0
}

func (v *jointView) rule(r branch.Rule) Rule {
	out := Rule{Player: r.Player, Kind: "act", ToAgent: -1, ToEdge: -1, Option: r.Option}
	out.conditions(&v.system, &r, ".")
	return out
}

// A jointSession is a walk through a model in ISPL.
type jointSession struct {
	view     *jointView
	walk     *simulate.JointWalk
	initials int
	more     bool
	limits   Thresholds
}

// startJoint is [Start] of a model in ISPL.
func startJoint(ctx context.Context, d *Document, n int, run json.RawMessage, at int, limits Thresholds) (Session, error) {
	p, err := d.jointProgram(ctx)
	if err != nil {
		return nil, err
	}
	s := &jointSession{view: newJointView(d, p), limits: limits}
	states, more, err := initialStates(ctx, p.System, max(limits.Initial, n+1))
	if err != nil {
		return nil, err
	}
	s.initials, s.more = len(states), more
	var steps []simulate.JointChoice
	if len(run) > 0 && string(run) != "null" {
		var first interpreted.State
		if first, steps, err = s.view.decode(ctx, run, at); err != nil {
			return nil, err
		}
		states, n = []interpreted.State{first}, 0
	}
	if n < 0 || n >= len(states) {
		return nil, fmt.Errorf("there are %d initial states, so none has number %d; numbers begin with 0", len(states), n)
	}
	if s.walk, err = simulate.NewJointWalk(s.view.in, states[n], 1); err != nil {
		return nil, err
	}
	for _, c := range steps {
		s.walk.Take(c)
	}
	return s, nil
}

// EncodeInitial encodes the initial states of a system alone, without what agents do.
func EncodeInitial(ctx context.Context, sys *interpreted.System) (*symbolic.Model, error) {
	alone := *sys
	alone.Agents = make([]interpreted.Agent, len(sys.Agents))
	for i, a := range sys.Agents {
		alone.Agents[i] = interpreted.Agent{Name: a.Name, Sees: a.Sees}
	}
	return symbolic.Encode(ctx, &alone, symbolic.Options{})
}

// DrawInitial encodes the initial states of a system, and draws one by a seed. There may be none.
// The last function releases the encoding.
func DrawInitial(ctx context.Context, sys *interpreted.System) (draw func(seed uint64) (interpreted.State, bool), release func(), err error) {
	m, err := EncodeInitial(ctx, sys)
	if err != nil {
		return nil, nil, err
	}
	return func(seed uint64) (interpreted.State, bool) {
		random := rand.New(rand.NewPCG(seed, 1))
		return m.Sample(m.Init, func() bool { return random.Uint32()&1 == 0 })
	}, m.Close, nil
}

// initialStates are up to n initial states, and whether there are more.
func initialStates(ctx context.Context, sys *interpreted.System, n int) (states []interpreted.State, more bool, err error) {
	m, err := EncodeInitial(ctx, sys)
	if err != nil {
		return nil, false, err
	}
	defer m.Close()
	k := m.Manager().Calculator(ctx)
	defer k.Close()
	for set := m.Init; ; {
		s, ok := m.Pick(set)
		if !ok || len(states) == n {
			return states, ok, nil
		}
		states = append(states, s)
		set = k.Diff(set, k.Take(m.StateSet(k.Scope(), s)))
		if set, err = k.Result(set); err != nil {
			return nil, false, err
		}
	}
}

// decode replays a run, as far as a state of it, and goes round its loop to states beyond its end.
func (v *jointView) decode(
	ctx context.Context, text json.RawMessage, at int,
) (first interpreted.State, steps []simulate.JointChoice, err error) {
	run := witness.Run{Loop: -1}
	if err := json.Unmarshal(text, &run); err != nil || at < 0 {
		return nil, nil, errors.Join(errors.New("this is no run of a model in ISPL"), err)
	}
	r, err := witness.Replay(ctx, v.in, &run)
	if err != nil {
		return nil, nil, err
	}
	now := 0
	for range at {
		next := now + 1
		if next == len(r.States) {
			next = r.Loop
		}
		if next < 0 || r.Steps[now].(interpreted.Joint) == nil {
			return nil, nil, fmt.Errorf("the run ends in state %d", now)
		}
		steps = append(steps, simulate.JointChoice{Joint: r.Steps[now].(interpreted.Joint), Next: r.States[next].(interpreted.State)})
		now = next
	}
	return r.States[0].(interpreted.State), steps, nil
}

// along says of each state of a run whether a condition holds there.
func (v *jointView) along(text json.RawMessage, condition string) ([]string, error) {
	x, list := v.program.Condition("condition", condition)
	if x == nil {
		return nil, fmt.Errorf("the condition cannot be read: %w", list.Err())
	}
	var run witness.Run
	if err := json.Unmarshal(text, &run); err != nil {
		return nil, err
	}
	var out []ltol.Truth
	for _, step := range run.Steps {
		s, err := witness.StateOf(v.program.System, step.State)
		if err != nil {
			return nil, err
		}
		out = append(out, ltol.TruthOf(v.in.Holds(x, s)))
	}
	return truths(out), nil
}

func (s *jointSession) Walk(ctx context.Context, _ Thresholds) (*Walk, error) {
	choices, tooMany := s.walk.Choices(ctx, s.limits.Choices)
	switch {
	case errors.Is(tooMany, interpreted.ErrStepLimit):
		choices = nil
	case tooMany != nil:
		return nil, tooMany
	}
	w := &Walk{Choices: []Choice{}, Initials: s.initials, More: s.more, Deadlock: len(choices) == 0 && tooMany == nil}
	way, err := s.way(ctx)
	if err != nil {
		return nil, err
	}
	w.Shown = Shown{s.view.system, way.Run, []Status{}}
	for _, c := range choices {
		w.Choices = append(w.Choices, Choice{s.view.step(c.Joint), s.view.state(c.Next)})
	}
	switch {
	case w.Deadlock:
		w.Blocked = s.view.blocked(s.walk.State())
	case tooMany != nil:
		w.Blocked = tooMany.Error() + "; go on at random, or to a condition"
	}
	return w, nil
}

func (s *jointSession) way(ctx context.Context) (Way, error) {
	return s.view.way(ctx, s.walk.Run())
}

func (s *jointSession) Take(ctx context.Context, n int) error {
	choices, err := s.walk.Choices(ctx, s.limits.Choices)
	if err != nil {
		return err
	}
	if n < 0 || n >= len(choices) {
		return fmt.Errorf("there are %d choices, so none has number %d; numbers begin with 0", len(choices), n)
	}
	s.walk.Take(choices[n])
	return nil
}

func (s *jointSession) Back(n int) error {
	s.walk.Back(n)
	return nil
}

func (s *jointSession) Random(ctx context.Context, n int) error {
	_, _, err := s.walk.Random(ctx, n, nil)
	return err
}

func (s *jointSession) Goto(ctx context.Context, condition string, t Thresholds) (bool, error) {
	x, list := s.view.program.Condition("condition", condition)
	if x == nil {
		return false, fmt.Errorf("the condition cannot be read: %w", list.Err())
	}
	found, err := s.walk.Seek(ctx, x, t.Search)
	if errors.Is(err, interpreted.ErrStateLimit) || errors.Is(err, interpreted.ErrStepLimit) {
		err = fmt.Errorf("%w: name the condition in Evaluation and check `EF` of it instead", err)
	}
	return found, err
}

func (s *jointSession) Trace(ctx context.Context) (any, error) {
	way, err := s.way(ctx)
	return way.Trace, err
}
