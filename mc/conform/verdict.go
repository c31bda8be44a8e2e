package conform

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A Verdict is what a log so far decides about a property of the model.
type Verdict uint8

const (
	// Open: the log allows fair computations that satisfy the property, and others that violate it.
	Open Verdict = iota
	// Satisfied: every fair computation that the log allows satisfies the property, and there is one.
	Satisfied
	// Violated: every fair computation that the log allows violates the property, and there is one.
	Violated
	// OutOfModel: the log allows no fair computation.
	OutOfModel
)

// String is the verdict in words.
func (v Verdict) String() string {
	return [...]string{"open", "satisfied", "violated", "out of model"}[v]
}

// Verdicts are those of the properties, in their order, at this point of the log. Only OutOfModel
// takes the place of Satisfied or Violated later.
func (t *Tracker) Verdicts(ctx context.Context) ([]Verdict, error) {
	c := t.m.enc.Manager.Calculator(ctx)
	defer c.Close()
	out := make([]Verdict, len(t.m.properties))
	for i, p := range t.m.properties {
		switch holds, fails := t.meets(c, p.holds), t.meets(c, p.fails); {
		case holds && fails:
			out[i] = Open
		case holds:
			out[i] = Satisfied
		case fails:
			out[i] = Violated
		default:
			out[i] = OutOfModel
		}
	}
	return out, c.Err()
}

// Fair reports whether a fair computation of the model goes on from the belief: whether the log
// conforms. Without fairness that is so as long as every entry was explained.
func (t *Tracker) Fair(ctx context.Context) (bool, error) {
	if t.m.fair == nil {
		return len(t.ways) > 0, nil
	}
	c := t.m.enc.Manager.Calculator(ctx)
	defer c.Close()
	fair := t.meets(c, t.m.fair)
	return fair, c.Err()
}

// Ended reports whether the model may have come to a state without any step, after hidden ones: if
// the log is that of a run that has ended, it must.
func (t *Tracker) Ended(ctx context.Context) (bool, error) {
	c := t.m.enc.Manager.Calculator(ctx)
	defer c.Close()
	for _, w := range t.ways {
		if ended, err := t.m.ended(c, w.belief); ended || err != nil {
			return ended, err
		}
	}
	return false, nil
}

// meets reports whether some way has a winning node of one of the tracks.
func (t *Tracker) meets(c *bdd.Calculator, tracks []int) bool {
	for _, i := range tracks {
		for _, w := range t.ways {
			if t.m.meets(c, w.belief, i) {
				return true
			}
		}
	}
	return false
}
