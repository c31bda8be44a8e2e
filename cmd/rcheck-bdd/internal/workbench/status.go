package workbench

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A Status says how a property fares along a run.
type Status struct {
	Index   int    `json:"index"`
	Name    string `json:"name"`
	Formula string `json:"formula"`
	// Owed gives for each state what the rest of the run still has to satisfy there, as an index into
	// Texts.
	Owed  []int    `json:"owed"`
	Texts []string `json:"texts"`
	// Lost and Met are the first states from which on the property is violated, or satisfied, whatever
	// happens next; -1 if there is none. It may be the one after the last: then the last step of a run
	// with a loop decides, or the last state of one that just ends.
	Lost int `json:"lost"`
	Met  int `json:"met"`
	// Causes are why a run with a loop violates the property, Holds whether it satisfies it; they are
	// left out for runs that just end.
	Holds  *bool   `json:"holds,omitempty"`
	Causes []Cause `json:"causes,omitempty"`
}

// A Cause is a part of why a run violates a property, from one state to another.
type Cause struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// statuses are those of the program's properties about runs, that of the asked one first: as many
// as the threshold allows.
func (v *view) statuses(ctx context.Context, t *trace.Trace, asked int, limits Thresholds) ([]Status, error) {
	out := []Status{}
	first := v.program.Spec(asked)
	for i := -1; i < len(v.program.Specs); i++ {
		s := first
		if i >= 0 {
			s = v.program.Specs[i]
		}
		if s == nil || i >= 0 && s == first || s.Formula == nil {
			continue
		}
		if len(out) > 0 && (len(out)+1)*len(t.Steps) > limits.Statuses {
			break
		}
		x, err := v.status(ctx, t, s, limits)
		if errors.Is(err, ltol.ErrTooLarge) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, *x)
	}
	return out, nil
}

// owedText is what is owed. Mostly that is the formula at the beginning, which a property that is
// to hold always never ceases to be, and what has come to it.
func owedText(f, whole *ltol.Formula, n ltol.Notation) string {
	parts, rest, all := f.Conjuncts(), []*ltol.Formula{}, whole.Conjuncts()
	byHash := map[uint64][]*ltol.Formula{}
	for _, x := range all {
		byHash[x.Hash()] = append(byHash[x.Hash()], x)
	}
	for _, x := range parts {
		if !slices.ContainsFunc(byHash[x.Hash()], x.Equal) {
			rest = append(rest, x)
		}
	}
	switch {
	case len(parts)-len(rest) < len(all):
		return f.Format(n)
	case len(rest) == 0:
		return "the property itself"
	}
	return ltol.And(rest...).Format(n) + ", and the property itself"
}

func (v *view) status(ctx context.Context, t *trace.Trace, s *rcheck.Spec, limits Thresholds) (*Status, error) {
	owed, err := trace.Read(ctx, v.in, t).Owed(s.Formula, ltol.Options{MaxObligations: limits.Obligations})
	if err != nil {
		return nil, err
	}
	out := &Status{Index: s.Index, Name: s.Name, Formula: s.Text, Lost: -1, Met: -1}
	n := witness.Notation(v.program.System)
	numbers := map[string]int{}
	for i, f := range owed {
		switch {
		case f.Op() == ltol.OpFalse && out.Lost < 0:
			out.Lost = i
		case f.Op() == ltol.OpTrue && out.Met < 0:
			out.Met = i
		}
		if i == len(t.Steps) {
			break
		}
		text := owedText(f, owed[0], n)
		k, known := memo.Number(numbers, text)
		if !known {
			out.Texts = append(out.Texts, text)
		}
		out.Owed = append(out.Owed, k)
	}
	if !t.Lasso() {
		return out, out.atTheEnd(trace.Read(ctx, v.in, t), s.Formula, len(t.Steps))
	}
	blame, texts, err := Explain(ctx, v.in, t, s.Formula)
	if err != nil {
		return nil, err
	}
	holds := blame == nil
	out.Holds = &holds
	if blame != nil {
		for i, c := range blame.Causes {
			out.Causes = append(out.Causes, Cause{c.From, c.To, texts[i]})
		}
	}
	return out, nil
}

// atTheEnd says what the last state of a run decides, of which no step is known that leaves it.
func (s *Status) atTheEnd(r *trace.Reading, f *ltol.Formula, states int) error {
	if s.Lost >= 0 || s.Met >= 0 {
		return nil
	}
	truth, _, err := r.Standing(f)
	switch truth {
	case ltol.No:
		s.Lost = states
	case ltol.Yes:
		s.Met = states
	}
	return err
}
