package ltol

import (
	"context"
	"slices"
)

// An Alternative is a formula whose fairness conditions are separate. A computation satisfies it if
// it satisfies Core, satisfies each condition of Justice infinitely often, and, for each pair of
// Compassion, satisfies the second condition infinitely often if it satisfies the first infinitely
// often. A condition is about one position, and has no past-step atoms.
type Alternative struct {
	Core       *Formula
	Justice    []*Formula
	Compassion [][2]*Formula
}

// Alternatives returns formulas whose disjunction is equivalent to f at position 0. Suppose f has n
// conjuncts G F x. In its automaton, every edge says for each of them whether x holds, which gives
// 2^n edges. As fairness conditions of a search, they are n sets of edges. If f has at most
// Thresholds.MaxRecurrences such conjuncts, f is the only alternative.
//
// The laws are those of the rewrites that move G F x out of other connectives (rewrite.go), the
// distribution of ∧ over ∨ as far as Thresholds.MaxAlternatives allows, and
//
//	F G ¬x ∨ G F y   =   G F x → G F y
//
// Errors are those of Translate.
func Alternatives(ctx context.Context, f *Formula, o Options) ([]Alternative, error) {
	o, c, x, err := obligationOf(ctx, f, o)
	if err != nil {
		return nil, err
	}
	s := &fairSplitter{
		obligations: c, few: max(o.Thresholds.MaxRecurrences, 0), most: o.Thresholds.MaxAlternatives,
		weights: map[ob]int{}, parts: map[ob][]fairPart{},
	}
	parts := s.alternatives(x)
	if c.overflow {
		return nil, &TooLargeError{"the formula", "obligations", o.MaxObligations}
	}
	if len(parts) == 1 && len(parts[0].conditions) == 0 {
		return []Alternative{{Core: f}}, nil
	}
	var out []Alternative
	for _, p := range parts {
		a := Alternative{Core: c.decode(c.and(p.core...))}
		for _, y := range p.conditions {
			if pair, ok := s.compassion(y); ok {
				a.Compassion = append(a.Compassion, pair)
			} else if letter, ok := s.justice(y); ok {
				a.Justice = append(a.Justice, letter)
			}
		}
		out = append(out, a)
	}
	return out, nil
}

type fairSplitter struct {
	*obligations
	few, most int // conditions that stay where they are, and alternatives
	weights   map[ob]int
	parts     map[ob][]fairPart
}

// fairPart is the conjunction of obligations, among them conditions of fairness.
type fairPart struct{ core, conditions []ob }

// justice gives x if y is G F x and x speaks of one position.
func (s *fairSplitter) justice(y ob) (x *Formula, ok bool) {
	eventually, ok := s.isGlobally(y)
	if !ok {
		return nil, false
	}
	if again, ok := s.isFinally(eventually); ok {
		return s.decode(again).Letter()
	}
	return nil, false
}

// compassion gives the pair of x and z if y is F G ¬x ∨ G F z.
func (s *fairSplitter) compassion(y ob) (pair [2]*Formula, ok bool) {
	if s.form(y) != formOr || len(s.args(y)) != 2 {
		return pair, false
	}
	for i, a := range s.args(y) {
		first, ok1 := s.justice(dual(a))
		second, ok2 := s.justice(s.args(y)[1-i])
		if ok1 && ok2 {
			return [2]*Formula{first, second}, true
		}
	}
	return pair, false
}

func (s *fairSplitter) isCondition(x ob) bool {
	_, just := s.justice(x)
	_, compassionate := s.compassion(x)
	return just || compassionate
}

// weight is how many conditions of fairness one alternative of x has.
func (s *fairSplitter) weight(x ob) int {
	n, known := s.weights[x]
	switch {
	case known:
	case s.isCondition(x):
		n = 1
	case s.form(x) == formAnd:
		for _, a := range s.args(x) {
			n += s.weight(a)
		}
	case s.form(x) == formOr:
		for _, a := range s.args(x) {
			n = max(n, s.weight(a))
		}
	}
	s.weights[x] = n
	return n
}

func (s *fairSplitter) alternatives(x ob) []fairPart {
	parts, known := s.parts[x]
	if !known {
		parts = s.split(x)
		s.parts[x] = parts
	}
	return parts
}

func (s *fairSplitter) split(x ob) []fairPart {
	whole := []fairPart{{core: []ob{x}}}
	if s.weight(x) <= s.few {
		return whole
	}
	if s.isCondition(x) {
		return []fairPart{{conditions: []ob{x}}}
	}
	if s.form(x) == formAnd {
		return s.conjoined(s.args(x))
	}
	var out []fairPart
	var light []ob
	for _, a := range s.args(x) {
		if s.weight(a) <= s.few {
			light = append(light, a)
		} else {
			out = append(out, s.alternatives(a)...)
		}
	}
	if len(light) > 0 {
		out = append(out, fairPart{core: []ob{s.or(light...)}})
	}
	if len(out) > s.most {
		return whole
	}
	return out
}

// conjoined are the alternatives of a conjunction that has many conditions.
func (s *fairSplitter) conjoined(xs []ob) []fairPart {
	out := []fairPart{{}}
	for _, x := range xs {
		parts := []fairPart{{core: []ob{x}}}
		if s.isCondition(x) {
			parts = []fairPart{{conditions: []ob{x}}}
		} else if each := s.alternatives(x); len(each)*len(out) <= s.most {
			parts = each
		}
		var product []fairPart
		for _, p := range out {
			for _, q := range parts {
				product = append(product, fairPart{slices.Concat(p.core, q.core), slices.Concat(p.conditions, q.conditions)})
			}
		}
		out = product
	}
	return out
}
