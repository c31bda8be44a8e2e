package ltol

// withoutDead drops the states from which no word is accepted: those that reach no component with
// an accepting cycle.
func (a *Automaton) withoutDead() *Automaton {
	live := make([]bool, len(a.States))
	for _, c := range a.SCCs() { // successors come first
		alive := c.Strength > Rejecting
		for _, q := range c.States {
			for _, e := range a.States[q] {
				alive = alive || live[e.To]
			}
		}
		for _, q := range c.States {
			live[q] = alive
		}
	}
	class, n := make([]int, len(a.States)), 0
	for q := range class {
		class[q] = -1
		if live[q] {
			class[q] = n
			n++
		}
	}
	return a.quotient(class)
}

// collapseTerminal merges the states of terminal components, and those that can go there on every
// letter, into one state that loops on every letter: they accept every word. It takes from the
// edges of the other states the letters on which they could go there.
func (a *Automaton) collapseTerminal() *Automaton {
	universal, some := make([]bool, len(a.States)), false
	for _, c := range a.SCCs() { // successors come first
		for _, q := range c.States {
			universal[q] = c.Strength == Terminal ||
				a.table.lettersTo(a.States[q], func(to int) bool { return universal[to] }) == always
			some = some || universal[q]
		}
	}
	if !some {
		return a
	}
	class, n := make([]int, len(a.States)), 1 // class 0 is of the universal states
	for q := range class {
		if !universal[q] {
			class[q] = n
			n++
		}
	}
	b := a.collapse(class)
	b.States[0] = []Edge{{0, Guard{b.table, always}, b.full()}}
	for q := 1; q < n; q++ {
		b.States[q] = b.table.withoutLetters(b.States[q], 0)
	}
	return b.reachable()
}

// lettersTo are the letters on which some edge goes to a state of the given kind.
func (t *guardTable) lettersTo(edges []Edge, kind func(to int) bool) ref {
	letters := never
	for _, e := range edges {
		if kind(e.To) {
			letters = t.or(letters, e.Guard.root)
		}
	}
	return letters
}

// withoutLetters takes from the edges to other states the letters that also lead to the given one.
func (t *guardTable) withoutLetters(edges []Edge, to int) []Edge {
	letters := t.lettersTo(edges, func(q int) bool { return q == to })
	var kept []Edge
	for _, e := range edges {
		if e.To != to {
			e.Guard.root = t.minus(e.Guard.root, letters)
		}
		if e.Guard.root != never {
			kept = append(kept, e)
		}
	}
	return kept
}
