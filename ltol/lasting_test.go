package ltol

import "testing"

// guarded is a formula with conditions that stay true, the atoms s0 and s1, where AmongLasting looks
// for them.
func (r *source) guarded(depth int) *Formula {
	if depth == 0 {
		return r.formula(1 + r.IntN(5))
	}
	inner := func() *Formula { return r.guarded(depth - 1) }
	stays := func() *Formula { return Prop(Atom{r.IntN(2), State}) }
	switch r.IntN(8) {
	case 0:
		return And(inner(), inner())
	case 1:
		return Globally(inner())
	case 2:
		return Finally(Globally(inner()))
	case 3:
		return Implies(And(stays(), stays()), inner())
	case 4:
		return Implies([]func(*Formula) *Formula{Globally, Finally, Not}[r.IntN(3)](inner()), inner())
	}
	return Implies(stays(), inner())
}

// lasting is a lasso on which s0 and s1 stay true once they are.
func (r *source) lasting(length int) Lasso {
	l := r.lasso(length)
	var since [2]int
	for i := range since {
		if since[i] = r.IntN(l.Length + 2); since[i] > l.Loop && since[i] < l.Length {
			since[i] = l.Loop
		}
	}
	state := l.State
	l.State = func(i, id int) bool {
		if id < len(since) {
			return i >= since[id]
		}
		return state(i, id)
	}
	return l
}

// What AmongLasting makes of a formula is true on the same words on which its atoms stay true.
func TestAmongLastingAgainstEval(t *testing.T) {
	r := newSource(71)
	r.states = 3
	changed, count := 0, map[bool]int{}
	for range 4000 * longer() {
		f := Globally(r.guarded(1 + r.IntN(4)))
		g := AmongLasting(f, func(a Atom) bool { return a.Kind == State && a.ID < 2 })
		if g.Equal(f) {
			continue
		}
		changed++
		for range 12 {
			l := r.lasting(6)
			want, got := mustEval(t, f, l), mustEval(t, g, l)
			if want != got {
				t.Fatalf("%s is %t, but %s is not", f, want, g)
			}
			count[want]++
		}
	}
	if changed < 1500 || min(count[true], count[false]) < 3000 {
		t.Errorf("%d formulas changed, %v", changed, count)
	}
}

func TestAmongLasting(t *testing.T) {
	lasting := func(a Atom) bool { return a.Kind == State && a.ID == 0 }
	for text, want := range map[string]string{
		"G (s0 -> G s1)":                         "G (s0 -> s1)",
		"G (s0 -> (G s1 & F s2))":                "G ((s0 -> s1) & (s0 -> F s2))",
		"G (s0 -> G F s1)":                       "G (s0 -> F s1)",
		"G (s0 -> F G s1)":                       "G F G (s0 -> s1)",
		"G (s0 -> ((G F s1) -> G (s2 -> F e0)))": "G ((G F s1) -> (s0 -> (s2 -> F e0)))",
		"G (s0 -> (s0 -> G s1))":                 "G (s0 -> (s0 -> s1))",
		"G (s1 -> G s0)":                         "G (s1 -> G s0)",
		"s0 -> G s1":                             "s0 -> G s1",
		"F (s0 -> G s1)":                         "F (s0 -> G s1)",
		"G (!s0 -> G s1)":                        "G (!s0 -> G s1)",
		"G (s1 -> (s0 -> G s2))":                 "G (s1 -> (s0 -> G s2))",
	} {
		if got := AmongLasting(mustParse(t, text), lasting); got.String() != mustParse(t, want).String() {
			t.Errorf("%s gives %s, not %s", text, got, want)
		}
	}
}
