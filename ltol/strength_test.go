package ltol

import (
	"slices"
	"testing"
)

func TestStrengthNamed(t *testing.T) {
	for _, test := range []struct {
		name string
		a    *Automaton
		want Strength
	}{
		{"nothing", &Automaton{table: newGuardTable(nil, 10)}, Transient},
		{"no cycle", automatonOf(t, 0, "0: true -> 1"), Transient},
		{"a cycle without its set", automatonOf(t, 1, "0: true -> 0"), Rejecting},
		{"every letter goes on", automatonOf(t, 1, "0: s0 -> 0 {0}\n0: !s0 -> 1\n1: true -> 0 {0}"), Terminal},
		{"every letter goes on, not all within", automatonOf(t, 1, "0: s0 -> 0 {0}\n0: !s0 -> 1\n1: true -> 1"), Weak},
		{"some letters go on", automatonOf(t, 0, "0: s0 -> 0"), Weak},
		{"one of two edges of every cycle", automatonOf(t, 1, "0: s0 -> 1 {0}\n1: s1 -> 0"), Weak},
		{"a cycle avoids the set", automatonOf(t, 1, "0: s0 -> 0 {0}\n0: !s0 -> 0"), Strong},
		{"each of two sets is avoided", automatonOf(t, 2, "0: s0 -> 0 {0}\n0: !s0 -> 0 {1}"), Strong},
	} {
		if got := test.a.Strength(); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestStrengthOfFormulas has the classes a model checker relies on: what is refuted by a finite
// prefix has a negation whose automaton is terminal.
func TestStrengthOfFormulas(t *testing.T) {
	for text, want := range map[string]Strength{
		"false": Transient, "s0 & !s0": Transient, "F s0 & G !s0": Transient,
		"true": Terminal, "s0": Terminal, "F s0": Terminal, "X X s0": Terminal, "s0 U s1": Terminal, "F (e0 & X past.e1)": Terminal,
		"F (s0 & X F s1)": Terminal, "<e0> s0": Terminal,
		"G s0": Weak, "s0 W s1": Weak, "F G s0": Weak, "G (e0 -> X past.e1)": Weak, "F (s0 & G !s1)": Weak,
		"G F s0": Strong, "G (s0 -> F s1)": Strong, "G F s0 & G F s1": Strong,
	} {
		if got := translate(t, mustParse(t, text), Options{}).Strength(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestStrengthAgainstCycles looks at every set of edges within a component that some closed walk
// takes: acceptance being about the edges taken forever, these are all there is to know of runs
// that stay.
func TestStrengthAgainstCycles(t *testing.T) {
	counts := map[Strength]int{}
	for seed := range uint64(1500 * longer()) {
		r := newSource(seed)
		a := r.automaton(t, 4, 2)
		for _, c := range a.SCCs() {
			want := strengthByCycles(a, c.States)
			got := c.Strength
			if got == Terminal {
				got = Weak
			}
			if got != want {
				t.Fatalf("seed %d: %v is %s, by its cycles %s:\n%s", seed, c.States, c.Strength, want, shape(a))
			}
			counts[c.Strength]++
		}
	}
	t.Logf("%v", counts)
	for s := Transient; s <= Strong; s++ {
		if counts[s] < 20 {
			t.Errorf("only %d %s components", counts[s], s)
		}
	}
}

func strengthByCycles(a *Automaton, states []int) Strength {
	type edge struct {
		from int
		Edge
	}
	var inner []edge
	for _, q := range states {
		for _, e := range a.States[q] {
			if slices.Contains(states, e.To) {
				inner = append(inner, edge{q, e})
			}
		}
	}
	accepting, rejecting := false, false
	for set := 1; set < 1<<len(inner); set++ {
		reach := make([][]bool, len(a.States))
		for q := range reach {
			reach[q] = make([]bool, len(a.States))
		}
		acc := uint64(0)
		for i, e := range inner {
			if set>>i&1 == 1 {
				reach[e.from][e.To] = true
				acc |= e.Acc
			}
		}
		close := func() {
			for k := range reach {
				for p := range reach {
					for q := range reach {
						reach[p][q] = reach[p][q] || reach[p][k] && reach[k][q]
					}
				}
			}
		}
		close()
		walk := true
		for i, e := range inner {
			for j, f := range inner {
				if set>>i&1 == 1 && set>>j&1 == 1 {
					walk = walk && (e.To == f.from || reach[e.To][f.from])
				}
			}
		}
		if walk && acc == a.full() {
			accepting = true
		} else if walk {
			rejecting = true
		}
	}
	switch {
	case accepting && rejecting:
		return Strong
	case accepting:
		return Weak
	case rejecting:
		return Rejecting
	}
	return Transient
}

// TestTerminalAcceptsEverything starts automata of random formulas in their terminal components, on
// random lassos.
func TestTerminalAcceptsEverything(t *testing.T) {
	terminal := 0
	for seed := range uint64(500 * longer()) {
		r := newSource(seed)
		a := r.automaton(t, 4, 2)
		for _, c := range a.SCCs() {
			if c.Strength != Terminal {
				continue
			}
			terminal++
			for _, q := range c.States {
				from := *a
				from.Initial = []int{q}
				for range 5 {
					if accepted, _ := from.Accepts(r.lasso(5)); !accepted {
						t.Fatalf("seed %d: %d is in a terminal component and rejects a word:\n%s", seed, q, shape(a))
					}
				}
			}
		}
	}
	if terminal < 20 {
		t.Errorf("only %d terminal components", terminal)
	}
}

func TestComponentsAgainstReachability(t *testing.T) {
	for seed := range uint64(500) {
		r := newSource(seed)
		n := 1 + r.IntN(8)
		successors, reach := make([][]int, n), make([][]bool, n)
		for v := range n {
			reach[v] = make([]bool, n)
			reach[v][v] = true
			for range r.IntN(3) {
				w := r.IntN(n)
				successors[v] = append(successors[v], w)
				reach[v][w] = true
			}
		}
		for k := range n {
			for v := range n {
				for w := range n {
					reach[v][w] = reach[v][w] || reach[v][k] && reach[k][w]
				}
			}
		}
		found := Components(successors)
		place := make([]int, n)
		total := 0
		for i, c := range found {
			total += len(c)
			for _, v := range c {
				place[v] = i
			}
		}
		if total != n {
			t.Fatalf("seed %d: %d of %d nodes in components", seed, total, n)
		}
		for v := range n {
			for w := range n {
				if same := reach[v][w] && reach[w][v]; same != (place[v] == place[w]) {
					t.Fatalf("seed %d: %d and %d in one component: %t", seed, v, w, !same)
				}
				if reach[v][w] && place[w] > place[v] {
					t.Fatalf("seed %d: the component of %d comes before that of %d, which it reaches", seed, v, w)
				}
			}
		}
	}
}
