package draw

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
)

// Explanation is the picture of an explanation: runs from top to bottom, each jump an arrow to the
// run that leads to its end. Unless it is nil, a function selects the agents whose values are
// shown.
func Explanation(w *witness.Explanation, selects func(agent string) bool) *Scene {
	p := &picture{moves: w.Moving(), options: trace.TextOptions{Agents: selects}}
	p.Add(0, Title, claim(w))
	p.explain(w, p.start(0, w.State))
	return p.Columns.Scene()
}

// claim is what an explanation shows.
func claim(w *witness.Explanation) string {
	if w.Holds {
		return w.Short() + " holds"
	}
	return w.Short() + " does not hold"
}

// picture is an explanation as columns. Control states are shown of agents that change theirs.
type picture struct {
	Columns
	moves   map[string]bool
	options trace.TextOptions
}

// start adds an initial state.
func (p *picture) start(column int, v witness.Valuation) Place {
	p.Add(column, Change, "initially")
	return p.state(column, v, nil)
}

// state adds the box of a state, with the values that differ from those of another one, in the
// layout of runs.
func (p *picture) state(column int, v, before witness.Valuation) Place {
	l := trace.NewLines(p.options)
	v.Visible(p.moves).Write(l, before.Visible(p.moves))
	var lines []string
	for line := range strings.Lines(l.String()) {
		lines = append(lines, strings.TrimSpace(line))
	}
	if lines == nil {
		lines = []string{"nothing changes"}
	}
	return p.Add(column, Node, lines...)
}

// run adds a run below its first state, and returns the places of its states. With a remark, which
// stands above it, the last state is shown with all its values.
func (p *picture) run(r *witness.Run, first Place, remark string) []Place {
	places := []Place{first}
	act := func(i int) {
		p.Add(first.Column, Label, cmp.Or(r.Steps[i].Message.String(), "nothing happens"))
	}
	for i := range r.Steps {
		if i == 0 {
			continue
		}
		act(i - 1)
		before := r.Steps[i-1].State
		if remark != "" && i == len(r.Steps)-1 {
			p.Add(first.Column, Mark, remark)
			before = nil
		}
		at := p.state(first.Column, r.Steps[i].State, before)
		p.Link(places[i-1], at, Rail)
		places = append(places, at)
	}
	if r.Loop >= 0 {
		act(len(r.Steps) - 1)
		end := p.Add(first.Column, Mark, "and so on")
		p.Link(places[len(places)-1], end, Rail)
		p.Link(end, places[r.Loop], Rail)
	}
	return places
}

// explain adds what shows a claim about the state at a place.
func (p *picture) explain(w *witness.Explanation, at Place) {
	where := map[string]Place{fmt.Sprint(w.State): at}
	if w.Run.Moves() {
		for i, place := range p.run(w.Run, at, "") {
			where[fmt.Sprint(w.Run.Steps[i].State)] = place
		}
	}
	for _, j := range w.Jumps {
		remark := trace.Together(j.Agents, "") + " cannot tell"
		if j.Ideal {
			remark = j.Agents[0] + " violates no norm"
		}
		column := len(p.Columns.Columns)
		var to Place
		if j.Run.Moves() {
			places := p.run(j.Run, p.start(column, j.Run.Steps[0].State), remark)
			to = places[len(places)-1]
		} else {
			p.Add(column, Mark, remark)
			to = p.start(column, j.To)
		}
		p.Link(at, to, Broadcast)
		at = to
		where[fmt.Sprint(j.To)] = at
	}
	p.rules(at.Column, "by the strategy", w.Strategy)
	p.rules(at.Column, "the opponents prevent it by the strategy", w.Answer)
	if w.Reason != "" {
		p.Add(at.Column, Mark, w.Reason)
	}
	if w.Alike != "" {
		p.Add(at.Column, Mark, fmt.Sprintf("the same in all %s states that look like this", w.Alike))
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
			p.Add(column, Mark, claim(part))
			same := p.state(column, part.State, nil)
			p.Link(from, same, Grid)
			from = same
		} else {
			p.Add(from.Column, Mark, claim(part))
		}
		p.explain(part, from)
	}
}

// rules adds a strategy.
func (p *picture) rules(column int, what string, strategy map[string][]witness.Rule) {
	if strategy == nil {
		return
	}
	p.Add(column, Mark, what)
	for _, player := range witness.Players(strategy) {
		for _, text := range witness.RuleText(player, strategy[player]) {
			p.Add(column, Label, player+text)
		}
	}
	if len(strategy) == 0 {
		p.Add(column, Label, "there is nothing to choose")
	}
}
