package sat

// Dependent variables get values only where a clause needs them: a partial assignment is enough if
// it satisfies each clause whose condition is true. This is what circuits want, whose gates say
// nothing where nobody looks at them: Thiffault, Bacchus, Walsh, "Solving non-clausal formulas with
// DPLL search", CP 2004, doi:10.1007/978-3-540-30201-8_48.
//
// The caller answers for the rest: the clauses whose condition has no value can be satisfied,
// whatever the variables that have values are. Clauses that define gates are of that kind.

// everywhere is the condition of a clause that is always needed.
const everywhere = undecided

// needs are the clauses that dependent variables get values for.
type needs struct {
	dependent []bool     // by variable
	active    []bool     // by variable: a conflict of this search involved it
	busy      []int      // the variables that are active
	owed      [][]uint32 // by literal: the clauses that are needed where it is true
	always    []uint32
	settled   int // literals of the trail, at level 0, whose clauses are in always or satisfied

	met   place   // the clauses before it are satisfied
	marks []place // by level: what was met when it began
}

// A place is a position among the clauses that are needed: in always, then along the trail.
type place struct{ always, trail, clause int }

func (n *needs) variable() {
	n.owed, n.dependent = append(n.owed, nil, nil), append(n.dependent, true)
	n.active = append(n.active, false)
}

// open begins a level, back goes back to the end of one.
func (n *needs) open() { n.marks = append(n.marks, n.met) }

func (n *needs) back(level int) { n.met, n.marks = n.marks[level], n.marks[:level] }
