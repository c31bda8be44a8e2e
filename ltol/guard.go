package ltol

import (
	"cmp"
	"math"
	"slices"
)

// Guard is a Boolean function of state atoms and step atoms. An edge is possible on the letters
// that satisfy its guard. A guard is a value, and safe for concurrent use. Within one automaton it
// is canonical: two guards that are true on the same letters are equal (==).
//
// Decide gives the guard as a decision diagram. Use it to convert the guard to another
// representation without exponential growth. The cubes give the guard as a sum of products. Use
// them to display it.
type Guard struct {
	table *guardTable
	root  ref
}

// IsTrue says whether every letter satisfies the guard.
func (g Guard) IsTrue() bool { return g.root == always }

// isFalse says whether no letter satisfies the guard. Edges of automata have no such guard.
func (g Guard) isFalse() bool { return g.root == never }

// Decide splits a guard that is neither true nor false: it is (a ∧ then) ∨ (¬a ∧ otherwise), and
// neither part has the atom a. For a guard that is true or false, ok is false. Parts are shared,
// and guards can be keys of a map. So a recursion that remembers the guards that it has visited
// takes as many steps as the diagram has nodes.
func (g Guard) Decide() (a Atom, then, otherwise Guard, ok bool) {
	if g.root <= always {
		return Atom{}, Guard{}, Guard{}, false
	}
	d := g.table.nodes[g.root]
	return g.table.atoms[d.level], Guard{g.table, d.high}, Guard{g.table, d.low}, true
}

// Eval says whether the letter that makes exactly the atoms with holds(atom) true satisfies the
// guard.
func (g Guard) Eval(holds func(Atom) bool) bool {
	if g.table == nil {
		return g.root == always
	}
	if holds == nil {
		panic(misuse("Eval: there is no function for the values of atoms"))
	}
	return g.table.eval(g.root, holds)
}

// atomsOfGuards are the atoms on which the guards that each yields depend, in the order of
// Atom.Compare.
func atomsOfGuards(each func(yield func(Guard))) []Atom {
	seen := map[Guard]bool{}
	var atoms []Atom
	var walk func(Guard)
	walk = func(g Guard) {
		a, then, otherwise, ok := g.Decide()
		if !ok || seen[g] {
			return
		}
		seen[g] = true
		atoms = append(atoms, a)
		walk(then)
		walk(otherwise)
	}
	each(walk)
	slices.SortFunc(atoms, Atom.Compare)
	return slices.Compact(atoms)
}

// cubes are cubes whose disjunction is the guard, none of which, and no literal of which, can be
// left out: none for false, the empty cube for true. Their number can be exponential in the number
// of atoms.
func (g Guard) cubes() []Cube {
	if g.root <= always {
		if g.IsTrue() {
			return []Cube{{}}
		}
		return nil
	}
	scratch, root := g.table.extract(g.root)
	cubes, _ := scratch.irredundant(root, root)
	slices.SortFunc(cubes, compareCubes)
	return cubes
}

func compareCubes(a, b Cube) int {
	return slices.CompareFunc(a, b, func(x, y Literal) int {
		return cmp.Or(x.Atom.Compare(y.Atom), falseFirst(x.Negated, y.Negated))
	})
}

// extract copies f into a table of its own, so that working on it leaves t as it is.
func (t *guardTable) extract(f ref) (*guardTable, ref) {
	to := newGuardTable(t.atoms, math.MaxInt)
	return to, to.copyFrom(t, f, map[ref]ref{})
}

// copyFrom is the function f of another table over the same atoms; done maps what was copied
// before.
func (t *guardTable) copyFrom(from *guardTable, f ref, done map[ref]ref) ref {
	if f <= always {
		return f
	}
	if g, ok := done[f]; ok {
		return g
	}
	d := from.nodes[f]
	g := t.node(d.level, t.copyFrom(from, d.low, done), t.copyFrom(from, d.high, done))
	done[f] = g
	return g
}

// irredundant gives an irredundant sum of products that lies between lower and upper, and its
// function (Minato, "Fast generation of irredundant sum-of-products forms from binary decision
// diagrams", SASIMI 1992).
func (t *guardTable) irredundant(lower, upper ref) ([]Cube, ref) {
	if lower == never {
		return nil, never
	}
	if upper == always {
		return []Cube{{}}, always
	}
	level := min(t.level(lower), t.level(upper))
	lower0, lower1 := t.cofactor(lower, level, false), t.cofactor(lower, level, true)
	upper0, upper1 := t.cofactor(upper, level, false), t.cofactor(upper, level, true)
	cubes0, f0 := t.irredundant(t.minus(lower0, upper1), upper0)
	cubes1, f1 := t.irredundant(t.minus(lower1, upper0), upper1)
	rest := t.or(t.minus(lower0, f0), t.minus(lower1, f1))
	cubes, f := t.irredundant(rest, t.and(upper0, upper1))
	for _, c := range cubes0 {
		cubes = append(cubes, withLiteral(c, Literal{t.atoms[level], true}))
	}
	for _, c := range cubes1 {
		cubes = append(cubes, withLiteral(c, Literal{t.atoms[level], false}))
	}
	return cubes, t.node(level, t.or(f, f0), t.or(f, f1))
}

// withLiteral adds to a cube a literal over an atom it does not mention, keeping its order.
func withLiteral(c Cube, l Literal) Cube {
	at, _ := slices.BinarySearchFunc(c, l.Atom, func(x Literal, a Atom) int { return x.Atom.Compare(a) })
	return slices.Insert(slices.Clone(c), at, l)
}
