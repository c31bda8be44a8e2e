package witness

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// An Explanation is a witness in the names of the model. It shows why a formula about states holds
// in a state or does not: by a run, by jumps to states that agents cannot tell apart, or by a
// strategy, and the same for its parts. Programs read it as JSON, people as text
// ([Explanation.WriteText]).
type Explanation struct {
	Formula string    `json:"formula"`
	Holds   bool      `json:"holds"`
	State   Valuation `json:"state"`
	Run     *Run      `json:"run,omitempty"`
	Jumps   []Jump    `json:"jumps,omitempty"`
	// Strategy lists the rules of each agent: the first that applies says what it does. Answer is a
	// strategy of everybody else, of an ability that does not hold.
	Strategy map[string][]Rule `json:"strategy,omitempty"`
	Answer   map[string][]Rule `json:"answer,omitempty"`
	// Reason says why nothing is shown of an ability.
	Reason string `json:"reason,omitempty"`
	// Alike is the number of states that agents cannot tell from this one, in all of which they know
	// the operand to hold.
	Alike string         `json:"alike,omitempty"`
	Parts []*Explanation `json:"parts,omitempty"`
}

// A Run is a run in the names of the model: the message of a step leads to the next one's state,
// that of the last step of a lasso to step Loop. Without a loop the last step has no message, and
// Loop is -1.
type Run struct {
	Steps []Step `json:"steps"`
	Loop  int    `json:"loop"`
}

// A Step is a state and the step from it.
type Step struct {
	State   Valuation `json:"state"`
	Message *Message  `json:"message,omitempty"`
}

// A Jump leads to a state that an agent, or a group together, cannot tell from the one before, or
// to an ideal one in which the agent violates no norm. The run leads there from an initial state.
type Jump struct {
	Agents []string  `json:"agents"`
	Ideal  bool      `json:"ideal,omitempty"`
	From   Valuation `json:"from"`
	To     Valuation `json:"to"`
	// Sees is what the agents see, the same in both states; nothing if the jump is ideal.
	Sees Valuation `json:"sees,omitempty"`
	Run  *Run      `json:"run"`
}

// A Rule is an action and when it is taken: always, if the condition is empty. The condition `...`
// stands for one that is too long. Rules for the answers to the message of one command are apart
// from the others.
type Rule struct {
	Of      string `json:"of,omitempty"`
	When    string `json:"when"`
	Command string `json:"command"`
}

// String is what is done, and when: `send if !base-sent`, or `send always`.
func (r Rule) String() string {
	text := r.Command
	if r.Of != "" {
		text = "on " + r.Of + ": " + text
	}
	if r.When == "" {
		return text + " always"
	}
	return text + " if " + r.When
}

// Of is a witness with the names of the model. The error is that of ctx.
func Of(ctx context.Context, n Names, w *branch.Witness) (*Explanation, error) {
	run, err := RunOf(ctx, n, w.Run)
	if err != nil {
		return nil, err
	}
	out := &Explanation{Formula: n.Text(w.Formula), Holds: w.Holds, State: n.Values(w.State), Run: run, Reason: w.Unshown}
	from := w.State
	for _, j := range w.Jumps {
		jump := Jump{Ideal: j.Ideal, From: n.Values(from), To: n.Values(j.To)}
		if jump.Run, err = RunOf(ctx, n, j.Run); err != nil {
			return nil, err
		}
		for _, k := range j.Agents {
			jump.Agents = append(jump.Agents, n.Agent(k))
			if !j.Ideal {
				jump.Sees = append(jump.Sees, n.Seen(k, j.To)...)
			}
		}
		out.Jumps = append(out.Jumps, jump)
		from = j.To
	}
	if w.Strategy != nil {
		rules := map[string][]Rule{}
		for _, r := range w.Strategy.Rules {
			player, of, when, what := n.Rule(r)
			rules[player] = append(rules[player], Rule{Of: of, When: when, Command: what})
		}
		if out.Strategy = rules; !w.Holds {
			out.Strategy, out.Answer = nil, rules
		}
	}
	if w.Alike != nil {
		out.Alike = w.Alike.String()
	}
	for _, p := range w.Parts {
		part, err := Of(ctx, n, p)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}

// RunOf is a run with the names of the model; nil if there is none. The error is that of ctx.
func RunOf(ctx context.Context, n Names, r *branch.Run) (*Run, error) {
	if r == nil {
		return nil, nil
	}
	out := &Run{Loop: r.Loop}
	for i, s := range r.States {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step := Step{State: n.Values(s)}
		if i < len(r.Steps) {
			step.Message = n.Message(s, r.Steps[i])
		}
		out.Steps = append(out.Steps, step)
	}
	return out, nil
}

// Shows reports whether there is anything to see in an explanation.
func (w *Explanation) Shows() bool {
	return w.Run != nil || len(w.Jumps) > 0 || w.Strategy != nil || w.Answer != nil || w.Reason != "" || w.Alike != "" || slices.ContainsFunc(w.Parts, (*Explanation).Shows)
}

// Moves reports whether a run has a step.
func (r *Run) Moves() bool { return r != nil && (len(r.Steps) > 1 || r.Loop >= 0) }

// States goes through all states of an explanation, some of them more than once.
func (w *Explanation) States(visit func(Valuation)) {
	visit(w.State)
	runs := []*Run{w.Run}
	for _, j := range w.Jumps {
		runs = append(runs, j.Run)
		visit(j.To)
	}
	for _, r := range runs {
		if r != nil {
			for _, s := range r.Steps {
				visit(s.State)
			}
		}
	}
	for _, p := range w.Parts {
		p.States(visit)
	}
}

// Moving are the agents whose control state changes. An agent that is absent at first begins in 0.
func (w *Explanation) Moving() map[string]bool {
	moves := map[string]bool{}
	w.States(func(v Valuation) {
		for _, a := range v {
			if value, has := v.Value(a.Agent, trace.ControlName); has {
				first, _ := w.State.Value(a.Agent, trace.ControlName)
				moves[a.Agent] = moves[a.Agent] || value != cmp.Or(first, "0")
			}
		}
	})
	return moves
}

// Players are those of a strategy, in the order of their names.
func Players(rules map[string][]Rule) []string { return slices.Sorted(maps.Keys(rules)) }

// RuleText are the rules of a player in words: what it does, and when.
func RuleText(player string, rules []Rule) []string {
	var lines []string
	for i, r := range rules {
		when, first := "if "+r.When, i == 0 || rules[i-1].Of != r.Of
		switch {
		case r.When == "" && first:
			when = "always"
		case r.When == "":
			when = "otherwise"
		}
		text := ": "
		if r.Of != "" {
			text = ", on " + r.Of + ": "
		}
		if player == schedulerName {
			text += "chooses "
		}
		lines = append(lines, text+r.Command+" "+when)
	}
	return lines
}
