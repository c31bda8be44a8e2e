package ltol

import (
	"fmt"
	"math"
	"slices"
)

// Strength says how hard it is to find accepting runs in a component or an automaton. A greater
// strength is harder.
type Strength uint8

const (
	// Transient components have no cycle: a single state without an edge to itself.
	Transient Strength = iota
	// Rejecting components have cycles, none of which is accepting. An automaton that is at most
	// rejecting accepts nothing.
	Rejecting
	// Terminal components accept every continuation from each of their states: reaching one
	// decides. For an automaton: a finite prefix decides, so the emptiness of a product is a matter
	// of reachability.
	Terminal
	// Weak components accept every run that stays in them.
	Weak
	// Strong components have accepting cycles and others.
	Strong
)

// String names the strength in one word.
func (s Strength) String() string {
	names := [...]string{"transient", "rejecting", "terminal", "weak", "strong"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("Strength(%d)", uint8(s))
}

// SCC is a strongly connected component of an automaton.
type SCC struct {
	States   []int // in increasing order
	Strength Strength
}

// SCCs are the strongly connected components of the automaton, each after all components it can
// reach. Bloem, Ravi, Somenzi ("Efficient decision procedures for model checking of linear time
// logic properties", CAV 1999, doi:10.1007/3-540-48683-6_21) introduced the classification.
func (a *Automaton) SCCs() []SCC {
	found, of := a.components()
	sccs := make([]SCC, len(found))
	for i, states := range found {
		c := component{a, states, of}
		sccs[i] = SCC{states, c.strength()}
		if sccs[i].Strength == Weak && c.complete() {
			sccs[i].Strength = Terminal
		}
	}
	return sccs
}

// Strength is the greatest strength of a component. It decides which search for accepting runs is
// needed.
func (a *Automaton) Strength() Strength {
	strongest := Transient
	for _, c := range a.SCCs() {
		strongest = max(strongest, c.Strength)
	}
	return strongest
}

// A component is one of an automaton with its states.
type component struct {
	*Automaton
	states []int
	of     []int // the components of all states of the automaton
}

// strength classifies a component, terminal ones as weak.
func (a component) strength() Strength {
	cycle, all := false, uint64(0)
	for _, q := range a.states {
		for _, e := range a.States[q] {
			if a.of[e.To] == a.of[q] {
				cycle = true
				all |= e.Acc
			}
		}
	}
	switch {
	case !cycle:
		return Transient
	case all != a.full():
		return Rejecting
	}
	for set := range a.Acceptance {
		if a.cycleAvoiding(1 << set) {
			return Strong
		}
	}
	return Weak
}

// cycleAvoiding says whether the component has a cycle without an edge in the given acceptance set.
func (a component) cycleAvoiding(set uint64) bool {
	at := make(map[int]int, len(a.states))
	for i, q := range a.states {
		at[q] = i
	}
	avoiding := make([][]int, len(a.states))
	for i, q := range a.states {
		for _, e := range a.States[q] {
			if a.of[e.To] == a.of[q] && e.Acc&set == 0 {
				if e.To == q {
					return true
				}
				avoiding[i] = append(avoiding[i], at[e.To])
			}
		}
	}
	return slices.ContainsFunc(Components(avoiding), func(part []int) bool { return len(part) > 1 })
}

// complete says whether every state of the component has, for every letter, an edge within
// it. It works on a copy of the guards, so that it leaves the automaton as it is.
func (a component) complete() bool {
	scratch, copied := newGuardTable(a.table.atoms, math.MaxInt), map[ref]ref{}
	for _, q := range a.states {
		some := never
		for _, e := range a.States[q] {
			if a.of[e.To] == a.of[q] {
				some = scratch.or(some, scratch.copyFrom(a.table, e.Guard.root, copied))
			}
		}
		if some != always {
			return false
		}
	}
	return true
}
