package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
)

// Scene is the picture of an explanation: runs from top to bottom, each jump an arrow to the run that leads to its end.
func (w *Explanation) Scene() *draw.Scene {
	p := &picture{moves: map[string]bool{}}
	w.states(func(v Valuation) {
		for agent, values := range v {
			p.moves[agent] = p.moves[agent] || values[control] != w.State[agent][control]
		}
	})
	p.Add(0, draw.Title, w.claim())
	p.explain(w, p.start(0, w.State))
	return p.Columns.Scene()
}

// control is what a control state is called.
const control = "automaton-state"

// states calls visit for the states of all runs.
func (w *Explanation) states(visit func(Valuation)) {
	runs := []*RunGraph{w.Run}
	for _, j := range w.Jumps {
		runs = append(runs, j.Run)
	}
	for _, r := range runs {
		if r != nil {
			for _, s := range r.Steps {
				visit(s.State)
			}
		}
	}
	for _, p := range w.Parts {
		p.states(visit)
	}
}

// picture is an explanation as columns. Control states are shown of agents that change theirs.
type picture struct {
	draw.Columns
	moves map[string]bool
}

// start adds an initial state.
func (p *picture) start(column int, v Valuation) draw.Place {
	p.Add(column, draw.Change, "initially")
	return p.state(column, v, nil)
}

// state adds the box of a state, with the values that differ from those of another one; a line for each agent.
func (p *picture) state(column int, v, before Valuation) draw.Place {
	var lines []string
	for _, agent := range slices.Sorted(maps.Keys(v)) {
		var values []string
		for _, name := range slices.Sorted(maps.Keys(v[agent])) {
			if value := v[agent][name]; (before == nil || before[agent][name] != value) && (name != control || p.moves[agent]) {
				values = append(values, name+" = "+value)
			}
		}
		if len(values) > 0 {
			lines = append(lines, agent+": "+strings.Join(values, ", "))
		}
	}
	if lines == nil {
		lines = []string{"nothing changes"}
	}
	return p.Add(column, draw.Node, lines...)
}

// run adds a run below its first state, and returns the places of its states. With a remark, which stands above it, the last state is shown
// with all its values.
func (p *picture) run(r *RunGraph, first draw.Place, remark string) []draw.Place {
	places := []draw.Place{first}
	act := func(i int) {
		p.Add(first.Column, draw.Label, cmp.Or(r.Steps[i].Message.acts(&View{}), "nothing happens"))
	}
	for i := range r.Steps {
		if i == 0 {
			continue
		}
		act(i - 1)
		before := r.Steps[i-1].State
		if remark != "" && i == len(r.Steps)-1 {
			p.Add(first.Column, draw.Mark, remark)
			before = nil
		}
		at := p.state(first.Column, r.Steps[i].State, before)
		p.Link(places[i-1], at, draw.Rail)
		places = append(places, at)
	}
	if r.Loop >= 0 {
		act(len(r.Steps) - 1)
		end := p.Add(first.Column, draw.Mark, "and so on")
		p.Link(places[len(places)-1], end, draw.Rail)
		p.Link(end, places[r.Loop], draw.Rail)
	}
	return places
}

// explain adds what shows a claim about the state at a place.
func (p *picture) explain(w *Explanation, at draw.Place) {
	where := map[string]draw.Place{fmt.Sprint(w.State): at}
	if w.Run != nil && w.Run.moves() {
		for i, place := range p.run(w.Run, at, "") {
			where[fmt.Sprint(w.Run.Steps[i].State)] = place
		}
	}
	for _, j := range w.Jumps {
		remark := strings.Join(j.Agents, ", ") + " cannot tell"
		if j.Ideal {
			remark = j.Agents[0] + " violates no norm"
		}
		column := len(p.Columns.Columns)
		var to draw.Place
		if j.Run.moves() {
			places := p.run(j.Run, p.start(column, j.Run.Steps[0].State), remark)
			to = places[len(places)-1]
		} else {
			p.Add(column, draw.Mark, remark)
			to = p.start(column, j.To)
		}
		p.Link(at, to, draw.Broadcast)
		at = to
		where[fmt.Sprint(j.To)] = at
	}
	p.rules(at.Column, "by the strategy", w.Strategy)
	p.rules(at.Column, "the opponents prevent it by the strategy", w.Answer)
	if w.Reason != "" {
		p.Add(at.Column, draw.Mark, w.Reason)
	}
	if w.Alike != "" {
		p.Add(at.Column, draw.Mark, fmt.Sprintf("the same in all %s states that look like this", w.Alike))
	}
	for _, part := range w.Parts {
		if !part.Shows() {
			continue
		}
		from, ok := where[fmt.Sprint(part.State)]
		if !ok {
			from = at
		}
		if part.Run == nil && part.Jumps == nil && part.Strategy == nil && part.Answer == nil && part.Reason == "" && part.Alike == "" {
			p.explain(part, from) // a connective: its parts show it
			continue
		}
		if from.Row < len(p.Columns.Columns[from.Column])-1 { // something else follows there
			column := len(p.Columns.Columns)
			p.Add(column, draw.Mark, part.claim())
			same := p.state(column, part.State, nil)
			p.Link(from, same, draw.Grid)
			from = same
		} else {
			p.Add(from.Column, draw.Mark, part.claim())
		}
		p.explain(part, from)
	}
}

// rules adds a strategy.
func (p *picture) rules(column int, what string, strategy map[string][]Rule) {
	if strategy == nil {
		return
	}
	p.Add(column, draw.Mark, what)
	writeRules(strategy, func(format string, args ...any) {
		p.Add(column, draw.Label, strings.TrimSpace(fmt.Sprintf(format, args...)))
	})
}
