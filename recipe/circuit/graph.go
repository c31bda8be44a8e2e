package circuit

import "slices"

// A Lit is a Boolean function of the inputs of a graph. Its number is two times a node, plus one
// for the negation of the node.
type Lit uint32

// The constant functions.
const (
	False Lit = 0
	True  Lit = 1
)

// Not is the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Node is the number of the node. Node 0 is the constant.
func (l Lit) Node() int { return int(l >> 1) }

// Negated reports whether the literal is the negation of its node.
func (l Lit) Negated() bool { return l&1 == 1 }

// A Graph is an and-inverter graph: nodes are inputs or conjunctions of two literals, and equal
// conjunctions are one node. The operands of a node come before it. The zero Graph is not usable;
// see [NewGraph].
type Graph struct {
	gates []gate
	index map[gate]Lit
	// work counts calls of And.
	work int
}

// A gate is a conjunction, its smaller literal first; an input has no operands: both are False.
type gate struct{ left, right Lit }

// NewGraph returns a graph that has the constant alone.
func NewGraph() *Graph { return &Graph{gates: []gate{{}}, index: map[gate]Lit{}} }

// Len is the number of nodes, the constant and the inputs among them.
func (g *Graph) Len() int { return len(g.gates) }

// Work is the number of conjunctions that were requested so far. Limits use it, because it does not
// depend on time.
func (g *Graph) Work() int { return g.work }

// Input adds an input.
func (g *Graph) Input() Lit {
	g.gates = append(g.gates, gate{})
	return Lit(len(g.gates)-1) << 1
}

// Operands are the operands of a node that is a conjunction. For inputs and the constant, ok is
// false.
func (g *Graph) Operands(node int) (left, right Lit, ok bool) {
	x := g.gates[node]
	return x.left, x.right, x.right != False
}

// And is the conjunction. It also looks at the operands of x and y to simplify the result.
func (g *Graph) And(x, y Lit) Lit {
	g.work++
	for range 2 {
		if simple, ok := g.simplify(x, y); ok {
			return simple
		}
		x, y = y, x
	}
	key := gate{min(x, y), max(x, y)}
	if l, ok := g.index[key]; ok {
		return l
	}
	g.gates = append(g.gates, key)
	l := Lit(len(g.gates)-1) << 1
	g.index[key] = l
	return l
}

// simplify finds x ∧ y among what is there already, by what x is.
func (g *Graph) simplify(x, y Lit) (Lit, bool) {
	switch {
	case x == False || x == y.Not():
		return False, true
	case x == True || x == y:
		return y, true
	}
	a, b, ok := g.Operands(x.Node())
	switch {
	case !ok:
		return 0, false
	case !x.Negated(): // x = a ∧ b
		switch y {
		case a, b:
			return x, true
		case a.Not(), b.Not():
			return False, true
		}
		if c, d, ok := g.Operands(y.Node()); ok && !y.Negated() &&
			(a == c.Not() || a == d.Not() || b == c.Not() || b == d.Not()) {
			return False, true
		}
	case y == a.Not() || y == b.Not(): // x = ¬a ∨ ¬b
		return y, true
	case y == a:
		return g.And(y, b.Not()), true
	case y == b:
		return g.And(y, a.Not()), true
	}
	return 0, false
}

// Needed lists the nodes, ascending, that some literals depend on.
func (g *Graph) Needed(roots ...Lit) (nodes []int) {
	needed := make([]bool, g.Len())
	for _, l := range roots {
		needed[l.Node()] = true
	}
	for i := g.Len() - 1; i > 0; i-- {
		if left, right, ok := g.Operands(i); ok && needed[i] {
			needed[left.Node()], needed[right.Node()] = true, true
		}
	}
	for i, is := range needed {
		if is {
			nodes = append(nodes, i)
		}
	}
	return nodes
}

// Or is the disjunction.
func (g *Graph) Or(x, y Lit) Lit { return g.And(x.Not(), y.Not()).Not() }

// Iff is true where both are or neither is.
func (g *Graph) Iff(x, y Lit) Lit { return g.Or(g.And(x, y), g.And(x.Not(), y.Not())) }

// If is x where c is true and y elsewhere.
func (g *Graph) If(c, x, y Lit) Lit {
	if x == y {
		return x
	}
	return g.Or(g.And(c, x), g.And(c.Not(), y))
}

// All is the conjunction of any number of literals, which it sorts.
func (g *Graph) All(xs ...Lit) Lit {
	slices.Sort(xs)
	xs = slices.Compact(xs)
	for len(xs) > 1 {
		half := xs[:0]
		for i := 0; i+1 < len(xs); i += 2 {
			half = append(half, g.And(xs[i], xs[i+1]))
		}
		if len(xs)%2 == 1 {
			half = append(half, xs[len(xs)-1])
		}
		xs = half
	}
	if len(xs) == 0 {
		return True
	}
	return xs[0]
}

// Any is the disjunction of any number of literals, which it sorts.
func (g *Graph) Any(xs ...Lit) Lit {
	for i := range xs {
		xs[i] = xs[i].Not()
	}
	return g.All(xs...).Not()
}

// Conjuncts lists literals that are not conjunctions themselves, and whose conjunction is x.
func (g *Graph) Conjuncts(x Lit) []Lit {
	var out []Lit
	seen := map[Lit]bool{}
	var walk func(Lit)
	walk = func(x Lit) {
		if seen[x] {
			return
		}
		seen[x] = true
		if a, b, ok := g.Operands(x.Node()); ok && !x.Negated() {
			walk(a)
			walk(b)
			return
		}
		out = append(out, x)
	}
	walk(x)
	return out
}

// exclusive reports whether of each two literals a conjunct of one is the negation of one of the
// other, so that no two of them are true together.
func (g *Graph) exclusive(xs []Lit) bool {
	seen := map[Lit][]int{} // by conjunct, the positions of literals that have it
	for i, x := range xs {
		excluded := map[int]bool{}
		conjuncts := g.Conjuncts(x)
		for _, l := range conjuncts {
			for _, k := range seen[l.Not()] {
				excluded[k] = true
			}
		}
		if len(excluded) < i {
			return false
		}
		for _, l := range conjuncts {
			seen[l] = append(seen[l], i)
		}
	}
	return true
}

// Values are the values of all nodes of a graph, for 64 valuations of its inputs.
type Values []uint64

// Simulate computes the values of all nodes for 64 valuations of the inputs at once. Bit i of the
// result of input is the value of an input node in valuation i.
func (g *Graph) Simulate(input func(node int) uint64) Values {
	out := make(Values, len(g.gates))
	for i := 1; i < len(g.gates); i++ {
		if x := g.gates[i]; x.right == False {
			out[i] = input(i)
		} else {
			out[i] = out.Of(x.left) & out.Of(x.right)
		}
	}
	return out
}

// Of returns the values of a literal in all 64 valuations. Bit i is the value in valuation i.
func (v Values) Of(l Lit) uint64 {
	if l.Negated() {
		return ^v[l.Node()]
	}
	return v[l.Node()]
}

// Is is the value of a literal in the first valuation, bit 0.
func (v Values) Is(l Lit) bool { return v.Of(l)&1 == 1 }
