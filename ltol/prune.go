package ltol

// withoutDead drops the states from which no word is accepted: those that reach no component with an accepting
// cycle.
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

// collapseTerminal makes one state of all those that accept every word, looping on every letter, and takes from
// the edges of the other states the letters on which they could go there.
func (a *Automaton) collapseTerminal() *Automaton {
	class, n, all := make([]int, len(a.States)), 0, -1
	for q := range class {
		class[q] = -1
	}
	for _, c := range a.SCCs() {
		if c.Strength != Terminal {
			continue
		}
		if all < 0 {
			all = c.States[0]
			class[all] = n
			n++
		}
		for _, q := range c.States {
			class[q] = class[all]
		}
	}
	if all < 0 {
		return a
	}
	for q := range class {
		if class[q] < 0 {
			class[q] = n
			n++
		}
	}
	b := a.collapse(class)
	universal := class[all]
	b.States[universal] = []Edge{{universal, Guard{b.table, always}, b.full()}}
	for q := range b.States {
		if q != universal {
			b.States[q] = b.withoutLetters(b.States[q], universal)
		}
	}
	return b.reachable()
}

// withoutLetters takes from the edges to other states the letters that also lead to the given one.
func (a *Automaton) withoutLetters(edges []Edge, to int) []Edge {
	letters := never
	for _, e := range edges {
		if e.To == to {
			letters = a.table.or(letters, e.Guard.root)
		}
	}
	var kept []Edge
	for _, e := range edges {
		if e.To != to {
			e.Guard.root = a.table.minus(e.Guard.root, letters)
		}
		if e.Guard.root != never {
			kept = append(kept, e)
		}
	}
	return kept
}
