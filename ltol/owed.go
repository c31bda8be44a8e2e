package ltol

import "context"

// Owed returns a formula for each position of the prefix, and for the position after it. The
// computation satisfies f if, and only if, it satisfies this formula from that position on. The
// first formula is f, simplified. If a formula is [False], every continuation violates f. If it is
// [True], every continuation satisfies f. All later formulas are then the same. Every prefix that
// refutes f ends with False (see [Prefix.Truth]).
//
// This is the progression of formulas (F. Bacchus, F. Kabanza, "Planning for temporally extended
// goals", Annals of Mathematics and Artificial Intelligence 22, 1998, doi:10.1023/A:1018985923441)
// on the obligations of the automata: the atoms of a position are replaced by their values, and the
// requirements on later positions remain. Past-step atoms that remain are about the step before the
// position at which they are read.
//
// Errors are those of [Translate]. Of its options, MaxObligations and the thresholds apply.
func (p Prefix) Owed(ctx context.Context, f *Formula, o Options) ([]*Formula, error) {
	o, c, x, err := obligationOf(ctx, f, o)
	if err != nil {
		return nil, err
	}
	if err := p.check(f.Atoms); err != nil {
		return nil, err
	}
	owed := []*Formula{c.decode(x)}
	for i := range p.Length {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := progression{c, p, i, map[ob]ob{}}
		if x = s.settled(s.after(x)); c.overflow {
			return nil, &TooLargeError{"what is owed", "obligations", o.MaxObligations}
		}
		owed = append(owed, c.decode(x))
	}
	return owed, nil
}

// progression is what one position does to obligations.
type progression struct {
	*obligations
	prefix Prefix
	i      int
	known  map[ob]ob
}

// after is what x, owed at the position, leaves for the next.
func (s *progression) after(x ob) ob {
	y, ok := s.known[x]
	if !ok {
		y = s.expand(x)
		s.known[x] = y
	}
	return y
}

func (s *progression) expand(x ob) ob {
	args := s.args(x)
	switch s.form(x) {
	case formLiteral:
		l := s.literalOf(x)
		if s.prefix.value(l.Atom, s.i) != l.Negated {
			return obTrue
		}
		return obFalse
	case formAnd, formOr:
		return s.join(s.form(x), mapped(args, s.after)...)
	case formNext:
		return args[0]
	case formUntil:
		return s.or(s.after(args[1]), s.and(s.after(args[0]), x))
	case formRelease:
		return s.and(s.after(args[1]), s.or(s.after(args[0]), x))
	}
	return x
}

// settled is x, owed at the next position, with the past-step atoms that are about the step there.
func (s *progression) settled(x ob) ob {
	args := s.args(x)
	switch s.form(x) {
	case formLiteral:
		if l := s.literalOf(x); l.Atom.Kind == PastStep {
			if s.prefix.Step(s.i, l.Atom.ID) != l.Negated {
				return obTrue
			}
			return obFalse
		}
	case formAnd, formOr:
		return s.join(s.form(x), mapped(args, s.settled)...)
	case formRelease:
		return dual(s.settled(dual(x)))
	case formUntil:
		now := s.settled(args[1])
		if now == obTrue || s.settled(args[0]) == obFalse {
			return now
		}
	}
	return x
}
