package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// An Explanation shows why a formula about states holds in one or does not: by a run, by jumps to states that agents cannot tell apart, or by
// a strategy, and the same for its parts.
type Explanation struct {
	Formula string    `json:"formula"`
	Holds   bool      `json:"holds"`
	State   Valuation `json:"state"`
	Run     *RunGraph `json:"run,omitempty"`
	Jumps   []Jump    `json:"jumps,omitempty"`
	// Strategy lists the rules of each agent: the first that applies says what it does. Answer is a strategy of everybody else, of
	// an ability that does not hold.
	Strategy map[string][]Rule `json:"strategy,omitempty"`
	Answer   map[string][]Rule `json:"answer,omitempty"`
	// Reason says why nothing is shown of an ability.
	Reason string `json:"reason,omitempty"`
	// Alike is the number of states that agents cannot tell from this one, in all of which they know the operand to hold.
	Alike string         `json:"alike,omitempty"`
	Parts []*Explanation `json:"parts,omitempty"`
}

// A Valuation gives the values of variables by agent.
type Valuation map[string]map[string]string

// A RunGraph is a run: the message of a step leads to the next one's state, that of the last step of a lasso to step Loop. Without a
// loop the last step has no message, and Loop is -1.
type RunGraph struct {
	Steps []RunStep `json:"steps"`
	Loop  int       `json:"loop"`
}

// A RunStep is a state and the step from it.
type RunStep struct {
	State   Valuation  `json:"state"`
	Message *JointStep `json:"message,omitempty"`
}

// A JointStep says what each agent does; nobody does anything where a state without a successor repeats.
type JointStep struct {
	Kind string            `json:"kind"` // joint, a kind of interaction such as multicast, or stutter
	Data map[string]string `json:"data,omitempty"`
}

// acts is who does what, of the agents in view: commands have the names that traces give them. It is empty where nobody does anything.
func (m *JointStep) acts(v *View) string {
	if m == nil {
		return ""
	}
	var acts []string
	for _, agent := range slices.Sorted(maps.Keys(m.Data)) {
		what := m.Data[agent]
		switch {
		case !v.shows(agent):
			continue
		case m.Kind == "joint":
			what = " " + what
		case !strings.HasPrefix(what, "#"): // the number of a command without a label
			what = "-" + what
		}
		acts = append(acts, agent+what)
	}
	return strings.Join(acts, ", ")
}

// A Jump leads to a state that an agent, or a group together, cannot tell from the one before, or to an ideal one in which the agent
// violates no norm. The run leads there from an initial state.
type Jump struct {
	Agents []string  `json:"agents"`
	Ideal  bool      `json:"ideal,omitempty"`
	From   Valuation `json:"from"`
	To     Valuation `json:"to"`
	Run    *RunGraph `json:"run"`
}

// A Rule is an action and when it is taken: always, if the condition is empty. The condition `...` stands for one that is too long. Rules
// for the answers to the message of one command are apart from the others.
type Rule struct {
	Of      string `json:"of,omitempty"`
	When    string `json:"when"`
	Command string `json:"command"`
}

// Shows reports whether there is anything to see in an explanation.
func (w *Explanation) Shows() bool {
	return w.Run != nil || len(w.Jumps) > 0 || w.Strategy != nil || w.Answer != nil || w.Reason != "" || w.Alike != "" || slices.ContainsFunc(w.Parts, (*Explanation).Shows)
}

// moves reports whether a run has a step.
func (r *RunGraph) moves() bool { return len(r.Steps) > 1 || r.Loop >= 0 }

// changes lists the values of a state, or of what differs from another one, as far as they are in view.
func (v Valuation) changes(before Valuation, view *View) string {
	var parts []string
	for _, agent := range slices.Sorted(maps.Keys(v)) {
		if !view.shows(agent) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(v[agent])) {
			if value := v[agent][name]; before == nil || view.FullStates || before[agent][name] != value {
				parts = append(parts, agent+"."+name+" = "+value)
			}
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing changes")
}

// WriteText writes the explanation in words, until the context ends: then it returns its error.
func (w *Explanation) WriteText(ctx context.Context, out io.Writer) error {
	return w.write(ctx, out, "", &View{})
}

func (w *Explanation) write(ctx context.Context, out io.Writer, indent string, v *View) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	line := func(format string, args ...any) { fmt.Fprintf(out, indent+format+"\n", args...) }
	if w.Run != nil && w.Run.moves() {
		line("%s because of the run", w.claim())
		if err := w.Run.write(ctx, out, indent+"  ", v); err != nil {
			return err
		}
	}
	for i, j := range w.Jumps {
		switch {
		case j.Ideal:
			line("%s: %s violates no norm in the state", w.claim(), j.Agents[0])
		case i > 0:
			line("which looks to %s the same as the state", strings.Join(j.Agents, ", "))
		default:
			line("%s: the state %s", w.claim(), j.From.changes(nil, v))
			line("looks to %s the same as the state", strings.Join(j.Agents, ", "))
		}
		line("  %s", j.To.changes(nil, v))
		if j.Run.moves() {
			line("which is reached by the run")
			if err := j.Run.write(ctx, out, indent+"  ", v); err != nil {
				return err
			}
		}
	}
	if w.Strategy != nil {
		line("%s by the strategy", w.claim())
		writeRules(w.Strategy, line)
	}
	if w.Answer != nil {
		line("%s: the opponents prevent it by the strategy", w.claim())
		writeRules(w.Answer, line)
	}
	if w.Reason != "" {
		line("%s: %s", w.claim(), w.Reason)
	}
	if w.Alike != "" {
		line("%s in all %s states that look the same as this one", w.claim(), w.Alike)
	}
	for _, p := range w.Parts {
		inner := indent
		if p.Run != nil || len(p.Jumps) > 0 {
			inner += "  "
		}
		if err := p.write(ctx, out, inner, v); err != nil {
			return err
		}
	}
	return nil
}

// writeRules prints the rules of a strategy.
func writeRules(rules map[string][]Rule, line func(format string, args ...any)) {
	for _, player := range slices.Sorted(maps.Keys(rules)) {
		for i, r := range rules[player] {
			when, first := "if "+r.When, i == 0 || rules[player][i-1].Of != r.Of
			switch {
			case r.When == "" && first:
				when = "always"
			case r.When == "":
				when = "otherwise"
			}
			who := player
			if r.Of != "" {
				who += ", on " + r.Of
			}
			line("  %s: %s %s", who, r.Command, when)
		}
	}
	if len(rules) == 0 {
		line("  there is nothing to choose")
	}
}

func (w *Explanation) claim() string {
	if w.Holds {
		return oneLine(w.Formula) + " holds"
	}
	return oneLine(w.Formula) + " does not hold"
}

// WriteText writes the run for a terminal, until the context ends: then it returns its error.
func (r *RunGraph) WriteText(ctx context.Context, out io.Writer, v *View) error {
	return r.write(ctx, out, "  ", v)
}

func (r *RunGraph) write(ctx context.Context, out io.Writer, indent string, v *View) error {
	var before Valuation
	for i, s := range r.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		mark := ""
		if i == r.Loop {
			mark = "  <- loop"
		}
		fmt.Fprintf(out, "%s%d: %s%s\n", indent, i, s.State.changes(before, v), mark)
		before = s.State
		if acts := s.Message.acts(v); acts != "" {
			fmt.Fprintf(out, "%s   %s\n", indent, acts)
		}
	}
	if r.Loop >= 0 {
		fmt.Fprintf(out, "%sand again from %d\n", indent, r.Loop)
	}
	return nil
}
