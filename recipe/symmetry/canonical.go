package symmetry

import (
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Canonical returns a representative of the orbit of s and a permutation of the
// group that maps s to it. Both are valid until the next method of the group is called.
func (g *Group) Canonical(s recipe.State) (recipe.State, *Permutation) {
	c := g.colour(s)
	c.tell()
	return c.image(), g.scratch.by
}

// OrbitSize is the number of states in the orbit of s: the size of the group divided by the size of
// the stabiliser of s. The value exact is true if every choice among tied agents leads to the same
// representative, which OrbitSize tries. Then the size is exact, and Canonical gives all states of
// the orbit one representative. Otherwise, the size means nothing.
func (g *Group) OrbitSize(s recipe.State) (size *big.Int, exact bool) {
	c := g.colour(s)
	c.choices = big.NewInt(1)
	c.tell()
	return c.choices.Quo(g.scratch.size, c.choices), !c.differ
}

// Alike returns, for each agent, the first agent with which it can be exchanged in s. Some
// permutation of the group maps the agent to this one, and s to itself. So the two have the same
// steps, up to exchanging agents. Alike may miss some of these agents. Products of the permutations
// in by, which keep s, are enough for those that it finds.
func (g *Group) Alike(s recipe.State) (out []int, by []*Permutation) {
	c := g.colour(s)
	out = make([]int, len(g.sys.Agents))
	for a := range out {
		out[a] = a
	}
	for from, to := 0, 0; from < len(c.order); from = to {
		to = c.end(from)
		if tied := c.order[from:to]; len(tied) == 1 || !g.scratch.linked[tied[0]] {
			// Nobody refers to them, so that changing places changes nothing.
			for i, a := range tied[1:] {
				join(out, tied[i], a)
				pair := [2]int{tied[i], a}
				if g.scratch.exchanges[pair] == nil {
					g.scratch.exchanges[pair] = g.Exchange(tied[i], a)
				}
				by = append(by, g.scratch.exchanges[pair])
			}
			continue
		}
		var first recipe.State
		var order *colouring
		for _, a := range c.order[from:to] {
			if order != nil && root(out, a) == root(out, c.order[from]) {
				continue
			}
			d := c.chosen(from, a)
			switch image := d.image(); {
			case order == nil:
				first, order = image.Clone(), d
			case image.Equal(first): // by what maps each agent of the one order to that of the other
				for i, b := range d.order {
					join(out, b, order.order[i])
				}
				p, q := identity(g.sys, g.sets), identity(g.sys, g.sets)
				d.permute(p)
				order.permute(q)
				by = append(by, p.Then(q.Inverse()))
			}
		}
	}
	for a := range out {
		out[a] = root(out, a)
	}
	return out, by
}

// Colours returns, for each class, the number of kinds of agents that differ in s at first sight.
// It is an estimate of this number: into how many orbits the orbit of s splits under the
// permutations that keep one agent of the class at its place.
func (g *Group) Colours(s recipe.State) []int {
	c := g.colour(s)
	out := make([]int, len(g.classes))
	for from := 0; from < len(c.order); from = c.end(from) {
		out[g.classOf[c.order[from]]]++
	}
	return out
}

// Marks is the number of descriptions of agents that were compared so far to choose
// representatives. It measures the work of the methods of the group.
func (g *Group) Marks() int { return g.marks }

// A colouring partitions the agents of the classes: a smaller colour comes
// first in the representative. Agents get different colours only if the state
// tells them apart (or an arbitrary choice among equals was made).
type colouring struct {
	g *Group
	s recipe.State
	// order lists the agents of all classes, class by class, and those of one colour side by side;
	// colour is, by agent, the position there of the first of its colour.
	order, colour []int
	// choices is the number of choices among tied agents; nil if nobody asks for it. If it is asked
	// for, every choice is followed, and differ is set if two of them give different representatives.
	choices *big.Int
	differ  bool
	joined  bool // whether scratch.part is that of the state
}

func (g *Group) newScratch() {
	agents := len(g.sys.Agents)
	g.scratch = scratch{
		colour: make([]int, agents), holders: make([][]ref, agents), linked: make([]bool, agents), part: make([]int, agents), seen: make([]bool, agents),
		from: make([]int, agents), to: make([]int, agents), by: identity(g.sys, g.sets), pointers: make([]pointer, len(g.sys.Vars)), exchanges: map[[2]int]*Permutation{},
		image: recipe.State{Locals: make([]recipe.Value, len(g.sys.Vars)), Control: make([]int, agents)},
		size:  big.NewInt(1),
	}
	for _, c := range g.classes {
		g.scratch.size.Mul(g.scratch.size, new(big.Int).MulRange(1, int64(len(c.agents))))
	}
	for v := range g.sys.Vars {
		p, t, set := &g.scratch.pointers[v], g.sys.Vars[v].Type, g.sets.at(v)
		p.least = t.Lo
		values := t.Values
		if set > 0 {
			values = g.sets.all[set].numbers
		}
		for _, x := range values {
			symbol := x
			if set > 0 {
				symbol = g.sets.symbol(set, x)
			}
			if g.owner[symbol] < 0 || !t.Contains(x) {
				continue
			}
			for len(p.owners) <= int(x)-t.Lo {
				p.owners = append(p.owners, owner{agent: -1})
			}
			p.owners[int(x)-t.Lo] = owner{g.owner[symbol], g.slot[symbol]}
		}
	}
}

func (g *Group) colour(s recipe.State) *colouring {
	w := &g.scratch
	if w.by == nil {
		g.newScratch()
	}
	w.order = w.order[:0]
	for _, cl := range g.classes {
		for _, a := range cl.agents {
			w.colour[a] = len(w.order) - g.rank[a]
			w.order = append(w.order, a)
		}
	}
	c := &colouring{g: g, s: s, order: w.order, colour: w.colour}
	for a := range w.holders {
		w.holders[a], w.linked[a] = w.holders[a][:0], false
	}
	for v := range w.pointers {
		if o := w.pointers[v].of(s.Locals[v]); o.agent >= 0 {
			a := g.sys.Vars[v].Agent
			w.holders[o.agent] = append(w.holders[o.agent], ref{a, v - g.sys.Agents[a].Vars.Start, o.slot})
			if a != o.agent {
				w.linked[a], w.linked[o.agent] = true, true
			}
		}
	}
	c.refine(true)
	return c
}

// end is the position after the last agent of the colour whose first agent has a position.
func (c *colouring) end(from int) int {
	to := from + 1
	for to < len(c.order) && c.colour[c.order[to]] == from {
		to++
	}
	return to
}

// refine splits colours by what the state says of the agents and of those they
// refer to or are referred to by, until nothing splits. An agent with a colour
// of its own has nothing to be compared with, and one that nobody refers to
// needs no second look, which all says is the first.
func (c *colouring) refine(all bool) {
	for split := true; split; all = false {
		split = false
		for from, to := 0, 0; from < len(c.order); from = to {
			if to = c.end(from); to-from > 1 && (all || c.g.scratch.linked[c.order[from]]) {
				split = c.split(c.order[from:to], from) || split
			}
		}
	}
}

// split splits a colour, whose agents are given, and reports whether there was anything to split.
func (c *colouring) split(agents []int, colour int) bool {
	w := &c.g.scratch
	w.marks = w.marks[:0]
	for _, a := range agents {
		w.from[a] = len(w.marks)
		c.mark(a)
		w.to[a] = len(w.marks)
	}
	c.g.marks += len(agents)
	compare := func(a, b int) int {
		return slices.Compare(w.marks[w.from[a]:w.to[a]], w.marks[w.from[b]:w.to[b]])
	}
	slices.SortStableFunc(agents, compare)
	first := colour
	for i, a := range agents {
		if i > 0 && compare(agents[i-1], a) != 0 {
			first = colour + i
		}
		c.colour[a] = first
	}
	return first > colour
}

// mark adds to the group's marks what describes an agent: its control state, its locals (a private
// symbol by its slot and its owner's colour) and the agents that hold its symbols. Agents outside
// the classes have no colour; they are named.
func (c *colouring) mark(a int) {
	w := &c.g.scratch
	vars := c.g.sys.Agents[a].Vars
	out := append(w.marks, c.s.Control[a])
	for v := vars.Start; v < vars.End; v++ {
		x, p := c.s.Locals[v], &w.pointers[v]
		switch o := p.of(x); {
		case o.agent < 0:
			out = append(out, int(x)-p.least)
		case o.agent == a:
			out = append(out, -1, o.slot)
		default:
			out = append(out, -2, c.colour[o.agent], o.slot)
		}
	}
	if len(w.holders[a]) > 0 {
		w.refs = w.refs[:0]
		for _, r := range w.holders[a] {
			ref := [4]int{c.colour[r.agent], -1, r.local, r.slot}
			if c.g.classOf[r.agent] < 0 {
				ref[1] = r.agent
			}
			w.refs = append(w.refs, ref)
		}
		slices.SortFunc(w.refs, func(x, y [4]int) int { return slices.Compare(x[:], y[:]) })
		for _, r := range w.refs {
			out = append(out, r[:]...)
		}
	}
	w.marks = out
}

// tell breaks the remaining ties. Tied agents that no chain of links joins
// to one another are told apart all at once, others one at a time.
func (c *colouring) tell() {
	for from, to := 0, 0; from < len(c.order); from = to {
		if to = c.end(from); to-from == 1 {
			continue
		}
		linked := c.g.scratch.linked[c.order[from]]
		if linked && c.choices != nil {
			c.compareChoices(from, to)
		}
		if linked && !c.apart(c.order[from:to]) {
			c.count(int64(to-from), int64(to-from))
			c.distinguish(from, c.order[from])
			to = from + 1
			continue
		}
		c.count(1, int64(to-from))
		for i := from; i < to; i++ {
			c.colour[c.order[i]] = i
		}
		if linked {
			c.refine(false)
		}
	}
}

// count notes that there were as many choices as the numbers from least to most multiply to.
func (c *colouring) count(least, most int64) {
	if c.choices != nil {
		c.choices.Mul(c.choices, new(big.Int).MulRange(least, most))
	}
}

// apart reports whether no two of the agents are joined by a chain of links.
func (c *colouring) apart(agents []int) bool {
	w := &c.g.scratch
	if !c.joined {
		c.joined = true
		for a := range w.part {
			w.part[a] = a
		}
		for o, holders := range w.holders {
			for _, r := range holders {
				join(w.part, r.agent, o)
			}
		}
	}
	clear(w.seen)
	for _, a := range agents {
		part := root(w.part, a)
		if w.seen[part] {
			return false
		}
		w.seen[part] = true
	}
	return true
}

// distinguish lets an agent come before those it is tied with, the first of which has a position.
func (c *colouring) distinguish(from int, first int) {
	to := c.end(from)
	at := from + slices.Index(c.order[from:to], first)
	copy(c.order[from+1:at+1], c.order[from:at])
	c.order[from] = first
	for _, a := range c.order[from+1 : to] {
		c.colour[a] = from + 1
	}
	c.refine(false)
}

// compareChoices finds out whether it matters which of the tied agents comes
// first.
func (c *colouring) compareChoices(from, to int) {
	var least recipe.State
	for i, a := range c.order[from:to] {
		got := c.chosen(from, a).image()
		if i == 0 {
			least = got.Clone()
		}
		c.differ = c.differ || !got.Equal(least)
	}
}

// chosen is a colouring without ties in which an agent comes before those it is tied with, the
// first of which has a position.
func (c *colouring) chosen(from, first int) *colouring {
	d := *c
	d.order, d.colour, d.choices = slices.Clone(c.order), slices.Clone(c.colour), nil
	d.distinguish(from, first)
	d.tell()
	return &d
}

// image is the state with each class in the order of its colours, which are all different. It is
// valid until there is another.
func (c *colouring) image() recipe.State {
	w := &c.g.scratch
	c.permute(w.by)
	w.by.into(c.s, w.image)
	return w.image
}

// permute has a permutation put each class into the order of its colours, which are all
// different.
func (c *colouring) permute(p *Permutation) {
	order := c.order
	for _, cl := range c.g.classes {
		for i, a := range order[:len(cl.agents)] {
			p.Agents[a] = cl.agents[i]
			for slot, v := range cl.private[c.g.rank[a]] {
				p.Symbols[v] = cl.private[i][slot]
			}
		}
		order = order[len(cl.agents):]
	}
}
