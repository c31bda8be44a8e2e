package draw

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Sequence is a run as a grid: a column per agent, a row per step. It lists what happens to each
// agent in each step.
type Sequence struct {
	// Title stands above pictures, if there is one.
	Title  string
	Agents []string
	// First holds for each agent its state at the beginning.
	First [][]string
	// FirstDiffers tells the agents whose state at the beginning is another one in the run that this
	// one is compared with; nil if there is none.
	FirstDiffers []bool
	Steps        []SequenceStep
	// Loop is the step that the last one leads back to, -1 if it ends.
	Loop int
	// Notes stand below the run.
	Notes []string
}

// A SequenceStep is a row.
type SequenceStep struct {
	Label string
	Kind  recipe.StepKind
	// Remarks are lines below the label of a row without an initiator.
	Remarks []string
	// From is the initiator, -1 on a stutter; To are the other participants. Heard tells that others
	// than those of To take part.
	From  int
	To    []int
	Heard bool
	// Doing is the label of what each agent executes, empty if nothing; Changes lists what it
	// changes.
	Doing   []string
	Changes [][]string
	// Of a run that is compared with another one, Other tells that the step differs, and Differs which
	// agents do or change something else.
	Other   bool
	Differs []bool
}

// differs reports whether something else happens to an agent in the other run.
func (st SequenceStep) differs(agent int) bool { return st.Differs != nil && st.Differs[agent] }

// NewSequence prepares a trace for drawing. It ends with the context.
func NewSequence(ctx context.Context, t *trace.Trace) (Sequence, error) {
	sys := t.System
	q := Sequence{Loop: t.Loop, First: make([][]string, len(sys.Agents))}
	for a := range sys.Agents {
		q.Agents = append(q.Agents, sys.Agents[a].Name)
		q.First[a] = changes(sys, a, nil, t.Steps[0].State)
	}
	for i, step := range t.Steps {
		if err := ctx.Err(); err != nil {
			return q, err
		}
		next := t.Next(i)
		if next < 0 {
			break
		}
		row := SequenceStep{
			Kind: step.Message.Kind, From: step.Message.Initiator, Label: fmt.Sprint(i, " ", heading(sys, step.Message)),
			Doing: make([]string, len(sys.Agents)), Changes: make([][]string, len(sys.Agents)),
		}
		if row.From >= 0 {
			row.Doing[row.From] = command(sys, step.Message.Command)
		}
		for _, p := range step.Message.Participants {
			row.To = append(row.To, p.Agent)
			row.Doing[p.Agent] = command(sys, p.Command)
		}
		for a := range sys.Agents {
			row.Changes[a] = changes(sys, a, &step.State, t.Steps[next].State)
		}
		q.Steps = append(q.Steps, row)
	}
	return q, nil
}

func command(sys *recipe.System, id int) string {
	return cmp.Or(sys.Commands[id].Label, sys.Commands[id].Kind.String())
}

// heading says what a step is, without its participants.
func heading(sys *recipe.System, m recipe.Step) string {
	var b strings.Builder
	switch m.Kind {
	case recipe.Stutter:
		return "no step is possible"
	case recipe.PointToPointStep:
		b.WriteString("get")
		if m.Locality != recipe.AnyLocality {
			b.WriteString(" from " + sys.Symbols[m.Locality])
		}
		for _, p := range m.Participants {
			writeData(&b, sys, p.Data)
		}
	default:
		b.WriteString("on " + sys.Symbols[m.Channel])
	}
	writeData(&b, sys, m.Data)
	return b.String()
}

func writeData(b *strings.Builder, sys *recipe.System, data []recipe.Datum) {
	parts := make([]string, len(data))
	for i, d := range data {
		parts[i] = sys.Data[d.Var].Name + " = " + sys.ValueString(sys.Data[d.Var].Type, d.Value)
	}
	if len(parts) > 0 {
		b.WriteString(" (" + strings.Join(parts, ", ") + ")")
	}
}

// changes lists how an agent's part of a state differs from the state before. If before is nil, it
// lists all of it. It leaves out the control state of an agent that has only one, and what an absent
// agent has. What agents outside choose is seen in their steps.
func changes(sys *recipe.System, agent int, before *recipe.State, s recipe.State) []string {
	a := &sys.Agents[agent]
	if a.Outside {
		return nil
	}
	there := a.IsPresent(s)
	if before != nil && a.IsPresent(*before) != there {
		before = nil // all is new
	}
	var out []string
	if before == nil && there && a.States > 1 || before != nil && before.Control[agent] != s.Control[agent] {
		out = append(out, fmt.Sprintf("(%d)", s.Control[agent]))
	}
	for v := range a.Vars.All() {
		if before == nil && (there || v == a.Present.Index) ||
			before != nil && before.Locals[v] != s.Locals[v] {
			out = append(out, sys.Vars[v].Name+" = "+sys.ValueString(sys.Vars[v].Type, s.Locals[v]))
		}
	}
	return out
}

// Scene lays the run out, with one lane per agent. In the band of a step the message stands on an
// arrow from the lane of the agent that gives the data to the lanes of those that take it; below it
// each agent has cells for what it does and what it changes. It ends with the context.
func (q Sequence) Scene(ctx context.Context) (*Scene, error) {
	s := &Scene{}
	const left = 24 // for the bracket of the loop
	top := s.title(q.Title)
	lanes := make([]float64, len(q.Agents)) // the left edge of each lane's cells
	x := left + textWidth(fmt.Sprint(len(q.Steps))) + 3*padding
	for a, name := range q.Agents {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lanes[a] = x
		w := textWidth(name)
		for _, line := range q.First[a] {
			w = max(w, textWidth(line))
		}
		for _, st := range q.Steps {
			w = max(w, textWidth(st.Doing[a]+" "+nobody))
			for _, line := range st.Changes[a] {
				w = max(w, textWidth(line))
			}
		}
		s.box(x, top, w, lineHeight, name, Head)
		x += w + 4*padding
	}
	y := s.cells(q.First, lanes, top+lineHeight+padding, func(a int) Style {
		if q.FirstDiffers != nil && q.FirstDiffers[a] {
			return Differs
		}
		return Change
	}) + padding
	top += lineHeight
	starts := make([]float64, len(q.Steps)+1)
	for i, st := range q.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		starts[i] = y
		y = s.step(i, st, left, lanes, y)
	}
	starts[len(q.Steps)] = y
	if q.Loop >= 0 && q.Loop < len(q.Steps) {
		s.line(Rail, true, [2]float64{left - 4, y - padding}, [2]float64{padding, y - padding},
			[2]float64{padding, starts[q.Loop] + lineHeight/2}, [2]float64{left - 4, starts[q.Loop] + lineHeight/2})
		s.text(left, y, fmt.Sprintf("and again from %d, for ever", q.Loop), Mark)
		y += lineHeight
	}
	for a := range q.Agents {
		s.line(Lane, false, [2]float64{lanes[a] - padding, top}, [2]float64{lanes[a] - padding, y})
	}
	q.legend(s)
	return s, nil
}

// legend tells the kinds of arrows that there are.
func (q Sequence) legend(s *Scene) {
	y := s.H + padding
	line := func(style Style, text string) {
		s.line(style, true, [2]float64{padding, y + lineHeight/2}, [2]float64{padding + 28, y + lineHeight/2})
		s.text(padding+34, y, text, Change)
		y += lineHeight
	}
	has := func(is func(SequenceStep) bool) bool { return slices.ContainsFunc(q.Steps, is) }
	for _, kind := range []recipe.StepKind{recipe.BroadcastStep, recipe.MulticastStep, recipe.PointToPointStep} {
		if has(func(st SequenceStep) bool { return st.Kind == kind }) {
			line(arrowStyles[kind], arrowTexts[kind])
		}
	}
	if has(SequenceStep.lonely) {
		s.text(padding, y, nobody+"  nobody takes the message", Change)
		y += lineHeight
	}
	if slices.Contains(q.FirstDiffers, true) || has(func(st SequenceStep) bool { return st.Other }) {
		s.text(padding, y, "it differs from the other run", Differs)
		y += lineHeight
	}
	s.lines(padding, y, q.Notes, Change)
}

var arrowStyles = map[recipe.StepKind]Style{recipe.BroadcastStep: Broadcast, recipe.MulticastStep: Multicast, recipe.PointToPointStep: Exchange}

var arrowTexts = map[recipe.StepKind]string{
	recipe.BroadcastStep: "a broadcast, to the ready agents that it is for", recipe.MulticastStep: "a multicast, to all who listen to the channel",
	recipe.PointToPointStep: "one gets data from another",
}

// nobody marks a message that nobody takes.
const nobody = "⊘"

// lonely reports whether nobody takes the message of the step.
func (st SequenceStep) lonely() bool { return st.From >= 0 && len(st.To) == 0 && !st.Heard }

// cells writes one column of lines per agent, in the agent's style, and returns the y below the
// longest.
func (s *Scene) cells(texts [][]string, lanes []float64, y float64, style func(agent int) Style) float64 {
	bottom := y
	for a, lines := range texts {
		s.lines(lanes[a], y, lines, style(a))
		bottom = max(bottom, y+float64(len(lines))*lineHeight)
	}
	return bottom
}

// dot is the radius of the dot that marks the initiator, in pixels.
const dot = 4.0

func abs(n int) int { return max(n, -n) }

// step draws the band of the i-th step and returns the y below it.
func (s *Scene) step(i int, st SequenceStep, left float64, lanes []float64, y float64) float64 {
	number, style := fmt.Sprint(i), Message
	w := s.text(left, y, number, Label)
	text := strings.TrimPrefix(st.Label, number+" ")
	if st.Other {
		style = Differs
	}
	if st.From < 0 {
		for _, line := range append([]string{text}, st.Remarks...) {
			s.text(left+w+2*padding, y, line, Mark)
			y += lineHeight
		}
		return y + 2*padding
	}
	at := func(a int) float64 { return lanes[a] - padding }
	lo, hi := at(st.From), at(st.From)
	for _, to := range st.To {
		lo, hi = min(lo, at(to)), max(hi, at(to))
	}
	s.text(max(left+w+padding, (lo+hi-textWidth(text))/2), y, text, style)
	y += lineHeight
	line := y + padding
	reached := [2]float64{at(st.From), at(st.From)} // on the left and on the right
	for _, agent := range slices.SortedFunc(slices.Values(st.To), func(a, b int) int { return cmp.Compare(abs(a-st.From), abs(b-st.From)) }) {
		last := &reached[0]
		if agent > st.From {
			last = &reached[1]
		}
		from, to := [2]float64{*last, line}, [2]float64{at(agent), line}
		if *last = to[0]; st.Kind == recipe.PointToPointStep { // who initiates it gets
			from, to = to, from
			to[0] += math.Copysign(dot, from[0]-to[0]) // the head touches the dot
		}
		s.line(arrowStyles[st.Kind], true, from, to)
	}
	s.box(at(st.From)-dot, line-dot, 2*dot, 2*dot, "", Source)
	y += 2 * padding
	styled := func(usual Style) func(int) Style {
		return func(a int) Style {
			if st.differs(a) {
				return Differs
			}
			return usual
		}
	}
	for a, doing := range st.Doing {
		if a == st.From && st.lonely() {
			doing += " " + nobody
		}
		if doing != "" {
			s.text(lanes[a], y, doing, styled(Plain)(a))
		}
	}
	return s.cells(st.Changes, lanes, y+lineHeight, styled(Change)) + 2*padding
}

// writeRow writes cells of the given widths in characters, and a remark behind them, on one line.
func writeRow(w io.Writer, widths []int, cells []string, remark string) error {
	var line strings.Builder
	for i, cell := range cells {
		fmt.Fprintf(&line, "%-*s  ", widths[i], cell)
	}
	_, err := fmt.Fprintln(w, strings.TrimRight(line.String()+remark, " "))
	return err
}

// Text writes the run for a terminal. Lanes are bars; `o` marks the agent that initiates a step,
// `>` and `<` those that take part in it, pointing to where the data goes. It writes row by row,
// until the context ends. Errors are those of w and of the context.
func (q Sequence) WriteText(ctx context.Context, w io.Writer) error {
	widths := make([]int, len(q.Agents))
	for a, name := range q.Agents {
		widths[a] = utf8.RuneCountInString(name)
		for _, st := range q.Steps {
			widths[a] = max(widths[a], utf8.RuneCountInString(st.Doing[a])+2)
		}
	}
	if err := writeRow(w, widths, q.Agents, ""); err != nil {
		return err
	}
	for i, st := range q.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		cells := make([]string, len(q.Agents))
		for a := range cells {
			switch {
			case st.Doing[a] == "":
				cells[a] = "|"
			case a == st.From:
				cells[a] = "o " + st.Doing[a]
			case a > st.From != (st.Kind == recipe.PointToPointStep): // where the data goes
				cells[a] = "> " + st.Doing[a]
			default:
				cells[a] = "< " + st.Doing[a]
			}
		}
		remark := st.Label
		if st.lonely() {
			remark += ", which nobody takes"
		}
		if i == q.Loop {
			remark += "   (from here on for ever)"
		}
		if st.Other {
			remark += "   (differs)"
		}
		if err := writeRow(w, widths, cells, remark); err != nil {
			return err
		}
	}
	var end strings.Builder
	if q.Loop >= 0 {
		fmt.Fprintf(&end, "back to %d\n", q.Loop)
	}
	for _, note := range q.Notes {
		fmt.Fprintln(&end, note)
	}
	_, err := io.WriteString(w, end.String())
	return err
}
