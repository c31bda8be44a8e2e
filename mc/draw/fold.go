package draw

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// Fold returns runs of the same agents with fewer lanes, the same ones in all runs. Agents whose
// lanes would have the same texts share one: `scout2..scout29`. An agent that takes part in no step
// and does not change has no lane; a note counts these agents.
//
// If a function selects agents, the others have no lanes of their own, and each of the selected
// agents has one unless it shares it. What others do in steps of selected agents is in the lane
// `others`. The error says that the runs are not of the same agents.
func Fold(selects func(agent string) bool, runs ...Sequence) ([]Sequence, error) {
	for i, q := range runs {
		if a, b := runs[0].Agents, q.Agents; i > 0 && !slices.Equal(a, b) {
			return nil, fmt.Errorf("the runs are of different agents, %s and %s, so that they cannot be compared; draw them one by one",
				trace.Together(a, ""), trace.Together(b, ""))
		}
	}
	if len(runs) == 0 {
		return nil, nil
	}
	f := &folder{runs: runs, lane: make([]int, len(runs[0].Agents))}
	f.assign(selects)
	out := make([]Sequence, len(runs))
	for i, q := range runs {
		out[i] = f.fold(q)
	}
	return out, nil
}

// The lanes of agents that have none of their own.
const (
	still = -1 - iota // they take part in nothing and do not change
	unselected
)

// A folder knows the new lane of each agent.
type folder struct {
	runs  []Sequence
	lane  []int
	lanes [][]int // the agents of each new lane
}

// assign finds the lanes.
func (f *folder) assign(selects func(agent string) bool) {
	known := map[string]int{}
	for a, name := range f.runs[0].Agents {
		text, active := f.column(a)
		switch {
		case selects != nil && !selects(name):
			f.lane[a] = unselected
			continue
		case selects == nil && !active:
			f.lane[a] = still
			continue
		}
		lane, ok := memo.Number(known, text)
		if !ok {
			f.lanes = append(f.lanes, nil)
		}
		f.lane[a] = lane
		f.lanes[lane] = append(f.lanes[lane], a)
	}
	if len(f.lanes) == 0 { // nobody does anything: everybody is shown
		for a := range f.lane {
			if f.lane[a] == still {
				f.lane[a] = len(f.lanes)
				f.lanes = append(f.lanes, []int{a})
			}
		}
	}
}

// column is all that the lane of an agent shows, and whether it is more than a first state.
func (f *folder) column(a int) (text string, active bool) {
	var b strings.Builder
	for _, q := range f.runs {
		fmt.Fprintf(&b, "%q", q.First[a])
		for _, st := range q.Steps {
			active = active || st.Doing[a] != "" || len(st.Changes[a]) > 0
			fmt.Fprintf(&b, "%t%q%q", st.From == a, st.Doing[a], st.Changes[a])
		}
	}
	return b.String(), active
}

// fold is a run with the new lanes.
func (f *folder) fold(q Sequence) Sequence {
	out := Sequence{Title: q.Title, Loop: q.Loop, Notes: slices.Clone(q.Notes)}
	others := slices.ContainsFunc(f.runs, func(r Sequence) bool { return slices.ContainsFunc(r.Steps, f.mixed) })
	for _, agents := range f.lanes {
		out.Agents = append(out.Agents, trace.Together(f.names(q, agents), ""))
		out.First = append(out.First, q.First[agents[0]])
	}
	if others {
		out.Agents, out.First = append(out.Agents, "others"), append(out.First, nil)
	}
	for i, st := range q.Steps {
		out.Steps = append(out.Steps, f.step(q, i, st, len(out.Agents)))
	}
	return f.note(q, out)
}

// names are the names of some agents.
func (f *folder) names(q Sequence, agents []int) (out []string) {
	for _, a := range agents {
		out = append(out, q.Agents[a])
	}
	return out
}

// mixed reports whether both agents that have a lane and others take part in a step.
func (f *folder) mixed(st SequenceStep) bool {
	has, hasNot := false, false
	for a, doing := range st.Doing {
		has = has || doing != "" && f.lane[a] >= 0
		hasNot = hasNot || doing != "" && f.lane[a] == unselected
	}
	return has && hasNot
}

// step is a row with so many lanes. The last one is that of the others if both they and agents with
// lanes take part.
func (f *folder) step(q Sequence, i int, st SequenceStep, lanes int) SequenceStep {
	out := SequenceStep{Label: st.Label, Kind: st.Kind, Remarks: st.Remarks, From: -1, Doing: make([]string, lanes), Changes: make([][]string, lanes)}
	for lane, agents := range f.lanes {
		out.Doing[lane], out.Changes[lane] = st.Doing[agents[0]], st.Changes[agents[0]]
	}
	if st.From < 0 {
		return out
	}
	if slices.IndexFunc(out.Doing, func(s string) bool { return s != "" }) < 0 {
		out.Label = fmt.Sprint(i, " (a step of others)")
		return out
	}
	lane := func(a int) int {
		if f.lane[a] >= 0 {
			return f.lane[a]
		}
		return lanes - 1
	}
	out.From = lane(st.From)
	for _, to := range st.To {
		if at := lane(to); at != out.From && !slices.Contains(out.To, at) {
			out.To = append(out.To, at)
		}
	}
	out.Heard = len(st.To) > 0
	if f.mixed(st) {
		out.Doing[lanes-1] = f.others(q, st)
	}
	return out
}

// others is what agents without a lane do in a step: the one that begins it first.
func (f *folder) others(q Sequence, st SequenceStep) string {
	var parts []string
	if st.From >= 0 && f.lane[st.From] == unselected {
		parts = append(parts, q.Agents[st.From]+"-"+st.Doing[st.From])
	}
	byLabel := map[string][]string{}
	var labels []string
	for _, a := range st.To {
		if f.lane[a] != unselected {
			continue
		}
		label := "-" + st.Doing[a]
		if byLabel[label] == nil {
			labels = append(labels, label)
		}
		byLabel[label] = append(byLabel[label], q.Agents[a])
	}
	for _, label := range labels {
		parts = append(parts, trace.Together(byLabel[label], label))
	}
	return strings.Join(parts, ", ")
}

// note adds how many agents have no lane because nothing happens to them, and their states.
func (f *folder) note(q, out Sequence) Sequence {
	byState := map[string][]string{}
	var states []string
	count := 0
	for a, name := range q.Agents {
		if f.lane[a] != still {
			continue
		}
		count++
		state := strings.Join(q.First[a], ", ")
		if byState[state] == nil {
			states = append(states, state)
		}
		byState[state] = append(byState[state], name)
	}
	if count == 0 {
		return out
	}
	line := "1 more agent does not change:"
	if count > 1 {
		line = fmt.Sprint(count, " more agents do not change:")
	}
	out.Notes = append(out.Notes, line)
	for _, state := range states {
		out.Notes = append(out.Notes, "  "+trace.Together(byState[state], "")+": "+state)
	}
	return out
}

// Compare marks what differs between two runs that have the same lanes, step by step.
func Compare(a, b *Sequence) {
	a.FirstDiffers, b.FirstDiffers = make([]bool, len(a.Agents)), make([]bool, len(b.Agents))
	for lane := range a.Agents {
		differs := !slices.Equal(a.First[lane], b.First[lane])
		a.FirstDiffers[lane], b.FirstDiffers[lane] = differs, differs
	}
	for i := range max(len(a.Steps), len(b.Steps)) {
		s, t := a.at(i), b.at(i)
		differs := make([]bool, len(a.Agents))
		for lane := range differs {
			differs[lane] = s == nil || t == nil || s.Doing[lane] != t.Doing[lane] || !slices.Equal(s.Changes[lane], t.Changes[lane])
		}
		for _, st := range []*SequenceStep{s, t} {
			if st != nil {
				st.Differs = differs
				st.Other = s == nil || t == nil || s.Label != t.Label || slices.Contains(differs, true)
			}
		}
	}
}

// at is a step; nil after the last one.
func (q *Sequence) at(i int) *SequenceStep {
	if i < len(q.Steps) {
		return &q.Steps[i]
	}
	return nil
}
