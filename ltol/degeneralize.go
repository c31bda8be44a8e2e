package ltol

// degeneralizer makes a copy of a state for each number of acceptance sets met.
type degeneralizer struct {
	copies
	component []int
}

// connect makes the edges of state i.
func (d *degeneralizer) connect(i int) {
	from := d.order[i]
	var edges []Edge
	for _, e := range d.from.States[from.q] {
		level, acc := 0, uint64(0)
		if d.component[e.To] == d.component[from.q] {
			if level = d.advance(from.copy, e.Acc); level == d.from.Acceptance {
				level, acc = d.advance(0, e.Acc), 1
				level %= d.from.Acceptance
			}
		}
		edges = append(edges, Edge{d.state(e.To, level), e.Guard, acc})
	}
	d.to.States[i] = d.to.table.joinEdges(edges)
}

// copies is an automaton in the making whose states are copies of those of another one, made when
// edges lead to them.
type copies struct {
	from, to *Automaton
	number   map[copyOf]int
	order    []copyOf // by state of to
}

// copyOf is a numbered copy of state q.
type copyOf struct{ q, copy int }

func newCopies(from *Automaton, acceptance int) copies {
	return copies{from: from, to: &Automaton{Acceptance: acceptance, table: from.table}, number: map[copyOf]int{}}
}

// state is the number of the given copy of q.
func (c *copies) state(q, copy int) int {
	key := copyOf{q, copy}
	if i, ok := c.number[key]; ok {
		return i
	}
	i := len(c.order)
	c.number[key] = i
	c.order = append(c.order, key)
	c.to.States = append(c.to.States, nil)
	c.to.Obligations = append(c.to.Obligations, c.from.Obligations[q])
	return i
}

// advance is the level reached from the given one by an edge in the sets acc.
func (d *degeneralizer) advance(level int, acc uint64) int {
	for level < d.from.Acceptance && acc&(1<<level) != 0 {
		level++
	}
	return level
}
