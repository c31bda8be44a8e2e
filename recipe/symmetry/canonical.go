package symmetry

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Canonical returns a representative of the orbit of s and a permutation of the
// group that maps s to it.
func (g *Group) Canonical(s recipe.State) (recipe.State, *Permutation) {
	c := g.colour(s)
	p := c.order()
	return p.State(s), p
}

// OrbitSize is the number of states in the orbit of s: the size of the group
// divided by that of the stabiliser of s. It is exact, and Canonical gives all
// states of the orbit one representative, if every choice among tied agents
// leads to the same representative, which is tried; else exact is false and
// the size means nothing.
func (g *Group) OrbitSize(s recipe.State) (size *big.Int, exact bool) {
	size = big.NewInt(1)
	for _, c := range g.classes {
		size.Mul(size, new(big.Int).MulRange(1, int64(len(c.agents))))
	}
	c := g.colour(s)
	c.try = true
	c.order()
	return size.Quo(size, c.choices), !c.differ
}

// Colours is, class by class, the number of kinds of agents that s tells apart at sight: about as
// many orbits as s has under the permutations that keep one agent of the class where it is come of
// the one that s has under the group.
func (g *Group) Colours(s recipe.State) []int {
	c := g.colour(s)
	out := make([]int, len(g.classes))
	for i, cl := range g.classes {
		seen := map[int]bool{}
		for _, a := range cl.agents {
			seen[c.colour[a]] = true
		}
		out[i] = len(seen)
	}
	return out
}

// Marks is the number of descriptions of agents that were compared so far to choose
// representatives: it is the work of the group's methods.
func (g *Group) Marks() int { return g.marks }

// A colouring partitions the agents of the classes: a smaller colour comes
// first in the representative. Agents get different colours only if the state
// tells them apart (or an arbitrary choice among equals was made).
type colouring struct {
	g       *Group
	s       recipe.State
	agents  []int   // of all classes
	colour  []int   // by agent
	holders [][]ref // by agent: who holds a symbol of its
	choices *big.Int
	// part joins linked agents (union-find); nil until asked for.
	part []int
	// try asks to follow every choice among tied agents; differ is set if two
	// of them give different representatives.
	try, differ bool
}

// ref says that an agent holds a private symbol of another in a local.
type ref struct{ agent, local, slot int }

func (g *Group) colour(s recipe.State) *colouring {
	c := &colouring{g: g, s: s, colour: repeat(0, len(g.sys.Agents)), holders: make([][]ref, len(g.sys.Agents)), choices: big.NewInt(1)}
	for i, cl := range g.classes {
		for _, a := range cl.agents {
			c.agents = append(c.agents, a)
			c.colour[a] = i
		}
	}
	for a := range g.sys.Agents {
		vars := g.sys.Agents[a].Vars
		for v := vars.Start; v < vars.End; v++ {
			if o := c.owner(v); o >= 0 {
				c.holders[o] = append(c.holders[o], ref{a, v - vars.Start, g.slot[s.Locals[v]]})
			}
		}
	}
	c.refine()
	return c
}

// owner is the agent whose private symbol the local v holds, or -1.
func (c *colouring) owner(v int) int {
	if c.g.sys.Vars[v].Type.Kind != recipe.Enum {
		return -1
	}
	return c.g.owner[c.s.Locals[v]]
}

// refine splits colours by what the state says of the agents and of those they
// refer to or are referred to by, until nothing splits. An agent with a colour
// of its own has nothing to be compared with.
func (c *colouring) refine() {
	w := &c.g.scratch
	for n := c.count(); n < len(c.agents); {
		w.marks = w.marks[:0]
		for _, a := range c.agents {
			start := len(w.marks)
			if w.kinds[c.colour[a]] > 1 {
				c.g.marks++
				c.mark(a)
			}
			w.from[a], w.to[a] = start, len(w.marks)
		}
		mark := func(a int) []int { return w.marks[w.from[a]:w.to[a]] }
		w.order = append(w.order[:0], c.agents...)
		slices.SortStableFunc(w.order, func(a, b int) int {
			return cmp.Or(cmp.Compare(c.colour[a], c.colour[b]), slices.Compare(mark(a), mark(b)))
		})
		colour := -1
		for i, a := range w.order {
			if i == 0 || c.colour[a] != c.colour[w.order[i-1]] || !slices.Equal(mark(a), mark(w.order[i-1])) {
				colour++
			}
			w.next[a] = colour
		}
		for _, a := range c.agents {
			c.colour[a] = w.next[a]
		}
		before := n
		if n = c.count(); n == before {
			return
		}
	}
}

// scratch is memory that colourings of a group use one after the other: kinds
// counts the agents of each colour, marks holds those of all agents, that of
// one between from and to.
type scratch struct{ kinds, marks, from, to, order, next []int }

// count is the number of colours.
func (c *colouring) count() int {
	w := &c.g.scratch
	if w.kinds == nil {
		size := len(c.g.sys.Agents) + 1
		w.kinds, w.from, w.to, w.next = make([]int, size), make([]int, size), make([]int, size), make([]int, size)
	}
	clear(w.kinds)
	n := 0
	for _, a := range c.agents {
		if w.kinds[c.colour[a]]++; w.kinds[c.colour[a]] == 1 {
			n++
		}
	}
	return n
}

// mark adds to the group's marks what describes an agent: its control state, its locals (a private
// symbol by its slot and its owner's colour) and the agents that hold its symbols. Agents outside
// the classes have no colour; they are named.
func (c *colouring) mark(a int) {
	vars := c.g.sys.Agents[a].Vars
	out := append(c.g.scratch.marks, c.s.Control[a])
	for v := vars.Start; v < vars.End; v++ {
		switch o := c.owner(v); {
		case o < 0:
			out = append(out, -1, int(c.s.Locals[v]))
		case o == a:
			out = append(out, -2, c.g.slot[c.s.Locals[v]])
		default:
			out = append(out, c.colour[o], c.g.slot[c.s.Locals[v]])
		}
	}
	if len(c.holders[a]) > 0 {
		refs := make([][4]int, len(c.holders[a]))
		for i, r := range c.holders[a] {
			refs[i] = [4]int{c.colour[r.agent], -1, r.local, r.slot}
			if c.g.classOf[r.agent] < 0 {
				refs[i][1] = r.agent
			}
		}
		slices.SortFunc(refs, func(x, y [4]int) int { return slices.Compare(x[:], y[:]) })
		for _, r := range refs {
			out = append(out, r[:]...)
		}
	}
	c.g.scratch.marks = out
}

// order breaks the remaining ties and returns the permutation that puts each
// class into the order of its colours. Tied agents that no chain of links joins
// to one another are told apart all at once, others one at a time.
func (c *colouring) order() *Permutation {
	for tied := c.tied(); tied != nil; tied = c.tied() {
		linked := slices.ContainsFunc(tied, c.linked)
		if linked && c.try {
			c.compareChoices(tied)
		}
		if linked && !c.apart(tied) {
			c.choices.Mul(c.choices, big.NewInt(int64(len(tied))))
			c.distinguish(tied[0])
			continue
		}
		c.separate(tied)
		if linked {
			c.refine()
		}
	}
	return c.permutation()
}

// apart reports whether no two of the agents are joined by a chain of links.
func (c *colouring) apart(agents []int) bool {
	if c.part == nil {
		c.part = make([]int, len(c.colour))
		for a := range c.part {
			c.part[a] = a
		}
		for o, holders := range c.holders {
			for _, r := range holders {
				c.part[c.root(r.agent)] = c.root(o)
			}
		}
	}
	seen := make(map[int]bool, len(agents))
	for _, a := range agents {
		if seen[c.root(a)] {
			return false
		}
		seen[c.root(a)] = true
	}
	return true
}

// root is the agent that stands for all that links join to a.
func (c *colouring) root(a int) int {
	for c.part[a] != a {
		c.part[a] = c.part[c.part[a]]
		a = c.part[a]
	}
	return a
}

// distinguish lets an agent come before those it is tied with.
func (c *colouring) distinguish(first int) {
	k := c.colour[first]
	for _, a := range c.agents {
		if c.colour[a] > k || c.colour[a] == k && a != first {
			c.colour[a]++
		}
	}
	c.refine()
}

// compareChoices finds out whether it matters which of the tied agents comes
// first.
func (c *colouring) compareChoices(tied []int) {
	var least recipe.State
	for i, a := range tied {
		d := *c
		d.colour, d.choices, d.try = slices.Clone(c.colour), new(big.Int), false
		d.distinguish(a)
		got := d.order().State(c.s)
		if i == 0 {
			least = got
		}
		c.differ = c.differ || !got.Equal(least)
	}
}

// permutation puts each class into the order of its colours, which are all
// different.
func (c *colouring) permutation() *Permutation {
	p := Identity(c.g.sys)
	for _, cl := range c.g.classes {
		order := slices.Clone(cl.agents)
		slices.SortFunc(order, func(a, b int) int { return c.colour[a] - c.colour[b] })
		for i, a := range order {
			to := cl.agents[i]
			p.Agents[a] = to
			for slot, v := range cl.private[c.g.rank[a]] {
				p.Symbols[v] = cl.private[i][slot]
			}
		}
	}
	return p
}

// linked reports whether a holds a symbol private to another agent, or another
// agent one of its.
func (c *colouring) linked(a int) bool {
	vars := c.g.sys.Agents[a].Vars
	for v := vars.Start; v < vars.End; v++ {
		if o := c.owner(v); o >= 0 && o != a {
			return true
		}
	}
	return slices.ContainsFunc(c.holders[a], func(r ref) bool { return r.agent != a })
}

// separate gives tied agents colours of their own at once.
func (c *colouring) separate(tied []int) {
	c.choices.Mul(c.choices, new(big.Int).MulRange(1, int64(len(tied))))
	for _, a := range c.agents {
		if c.colour[a] > c.colour[tied[0]] {
			c.colour[a] += len(tied) - 1
		}
	}
	for i, a := range tied {
		c.colour[a] += i
	}
}

// tied lists the agents of the first colour that several have, nil if there is
// none.
func (c *colouring) tied() []int {
	count := make([]int, len(c.colour)+1)
	least := -1
	for _, a := range c.agents {
		k := c.colour[a]
		if count[k]++; count[k] == 2 && (least < 0 || k < least) {
			least = k
		}
	}
	if least < 0 {
		return nil
	}
	out := make([]int, 0, count[least])
	for _, a := range c.agents {
		if c.colour[a] == least {
			out = append(out, a)
		}
	}
	return out
}
