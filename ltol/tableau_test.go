package ltol

import (
	"context"
	"testing"
)

// TestTableauAgainstEval compares tableaux with the evaluation of their formulas: every lasso, and
// every set of obligations at each of its positions, if the obligations are few.
func TestTableauAgainstEval(t *testing.T) {
	count, pasts, conditions := map[bool]int{}, 0, 0
	for seed := range uint64(1500) {
		r := newSource(seed)
		f := r.formula(1 + r.IntN(9))
		o := Options{Plain: r.IntN(4) == 0, Thresholds: r.extremes()}
		b, err := Tabulate(context.Background(), f, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Obligations) > 5 {
			continue
		}
		for _, f := range b.Conditions {
			if !f.Propositional() {
				t.Fatalf("seed %d: the condition %s of %s has a temporal connective", seed, f, f)
			}
		}
		pasts, conditions = pasts+len(b.Pasts), conditions+len(b.Conditions)
		for range 4 {
			l := r.lasso(1 + r.IntN(4))
			want, err := Eval(f, l)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.accepts(t, l); got != want {
				t.Fatalf("seed %d: %s has %v on a lasso, its tableau %v: %v", seed, f, want, got, b)
			}
			count[want]++
		}
	}
	t.Logf("%d lassos satisfy, %d do not; %d past atoms, %d conditions", count[true], count[false], pasts, conditions)
	if min(count[true], count[false]) < 1000 || pasts < 50 || conditions < 300 {
		t.Errorf("one-sided: %v, %d past atoms, %d conditions", count, pasts, conditions)
	}
}

// accepts says whether sets of obligations can be chosen for the positions of a lasso.
func (b *Tableau) accepts(t *testing.T, l Lasso) bool {
	// The loop is gone round twice, so that each position has one step before it.
	step := func(i int) int {
		if i >= l.Length {
			return i - l.Length + l.Loop
		}
		return i
	}
	length, loop := l.Length+l.Length-l.Loop, l.Length
	sets := 1 << len(b.Obligations)
	holds := func(f *Formula, i, now, next int) bool {
		value := func(f *Formula) (bool, error) {
			if f.Op() == OpNext {
				return next>>f.Args()[0].Atom().ID&1 == 1, nil
			}
			switch a := f.Atom(); a.Kind {
			case State:
				return l.State(step(i), a.ID), nil
			case Step:
				return l.Step(step(i), a.ID), nil
			case PastStep:
				return i > 0 && l.Step(step(i-1), a.ID), nil
			default:
				return now>>a.ID&1 == 1, nil
			}
		}
		v, err := Holds(f, value)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	edges := make([][]int, length*sets)
	for i := range length {
		after := i + 1
		if after == length {
			after = loop
		}
		for now := range sets {
			for next := range sets {
				ok := true
				for q, x := range b.Obligations {
					ok = ok && (now>>q&1 == 0 || holds(x.Rule, i, now, next))
				}
				if ok {
					edges[i*sets+now] = append(edges[i*sets+now], after*sets+next)
				}
			}
		}
	}
	reached := make([]bool, len(edges))
	var queue []int
	reach := func(v int) {
		if !reached[v] {
			reached[v] = true
			queue = append(queue, v)
		}
	}
	for now := range sets {
		initial := true
		for _, q := range b.Initial {
			initial = initial && now>>q&1 == 1
		}
		if initial {
			reach(now)
		}
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, w := range edges[v] {
			reach(w)
		}
	}
	for _, component := range Components(edges) {
		member := map[int]bool{}
		for _, v := range component {
			member[v] = true
		}
		cycle, met := false, make([]bool, len(b.Conditions))
		for _, v := range component {
			for _, w := range edges[v] {
				if !member[w] {
					continue
				}
				cycle = true
				for k, f := range b.Conditions {
					met[k] = met[k] || holds(f, v/sets, v%sets, w%sets)
				}
			}
		}
		all := cycle && reached[component[0]]
		for _, is := range met {
			all = all && is
		}
		if all {
			return true
		}
	}
	return false
}

// TestTableauIsSmall: there are no more obligations than subformulas, where automata have a state
// for each set of them. G F p is one obligation, with one condition. Rules are not in disjunctive
// normal form, which has 2^40 terms here.
func TestTableauIsSmall(t *testing.T) {
	var eventually, recurrent, either []*Formula
	nested := Prop(Atom{0, State})
	for i := range 40 {
		p := Prop(Atom{i, State})
		eventually = append(eventually, Finally(p))
		recurrent = append(recurrent, Globally(Finally(p)))
		either = append(either, Or(p, Next(Prop(Atom{i, Step}))))
		nested = Until(nested, Prop(Atom{i + 1, State}))
	}
	late := Next(Finally(Prop(Atom{50, Step})))
	for _, x := range []struct {
		most, conditions int
		formula          *Formula
	}{
		{40, 40, nested},
		{40, 40, And(recurrent...)},
		{42, 41, And(And(eventually...), late)},
		{40, 40, Or(And(recurrent...), And(eventually...))},
		{81, 1, Finally(And(either...))},
	} {
		b, err := Tabulate(context.Background(), x.formula, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Obligations) > x.most || len(b.Conditions) != x.conditions {
			t.Errorf("%s: %d obligations, %d conditions", x.formula, len(b.Obligations), len(b.Conditions))
		}
		size := 0
		for _, y := range b.Obligations {
			size += y.Rule.Size()
		}
		if size > 20*x.most {
			t.Errorf("the rules for %s have %d parts", x.formula, size)
		}
	}
}

// TestRulesArePositive: more obligations, now or next, make no rule false.
func TestRulesArePositive(t *testing.T) {
	rules := 0
	for seed := range uint64(300) {
		r := newSource(seed)
		b, err := Tabulate(context.Background(), r.formula(1+r.IntN(12)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		n := len(b.Obligations)
		if n > 10 {
			continue
		}
		for _, x := range b.Obligations {
			letter := r.Uint64()
			holds := func(now, next int) bool {
				v, _ := Holds(x.Rule, func(f *Formula) (bool, error) {
					switch {
					case f.Op() == OpNext:
						return next>>f.Args()[0].Atom().ID&1 == 1, nil
					case f.Atom().Kind == Owed:
						return now>>f.Atom().ID&1 == 1, nil
					}
					return letter>>(uint(f.Atom().ID)*3+uint(f.Atom().Kind))&1 == 1, nil
				})
				return v
			}
			for range 20 {
				now, next := r.IntN(1<<n), r.IntN(1<<n)
				if holds(now, next) {
					rules++
					if !holds(now|1<<r.IntN(n), next) || !holds(now, next|1<<r.IntN(n)) {
						t.Fatalf("seed %d: more obligations make the rule %s false", seed, x.Rule)
					}
				}
			}
		}
	}
	if rules < 1000 {
		t.Errorf("only %d rules were true", rules)
	}
}
