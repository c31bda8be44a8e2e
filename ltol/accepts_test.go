package ltol

// Accepts says whether the automaton accepts the word of the lasso: s0 e0, s1 e1, …. The error is
// for a lasso that is none.
//
// It searches the product of the automaton with the positions of the lasso for a reachable
// component that has edges in every acceptance set.
func (a *Automaton) Accepts(l Lasso) (bool, error) {
	if a == nil {
		return false, errNoAutomaton
	}
	if err := l.check(a.Atoms); err != nil {
		return false, err
	}
	p := &wordProduct{automaton: a, lasso: l}
	p.explore()
	found := Components(mapped(p.edges, func(edges []wordEdge) []int { return mapped(edges, func(e wordEdge) int { return e.to }) }))
	part := make([]int, len(p.edges))
	for i, states := range found {
		for _, v := range states {
			part[v] = i
		}
	}
	for i, states := range found {
		cycle, all := false, uint64(0)
		for _, v := range states {
			for _, e := range p.edges[v] {
				if part[e.to] == i {
					cycle = true
					all |= e.acc
				}
			}
		}
		if cycle && all == a.full() {
			return true, nil
		}
	}
	return false, nil
}

// wordProduct is the part of the product of an automaton and a lasso that can be reached.
type wordProduct struct {
	automaton *Automaton
	lasso     Lasso
	nodes     [][2]int // automaton state, position
	number    map[[2]int]int
	edges     [][]wordEdge
}

type wordEdge struct {
	to  int
	acc uint64
}

func (p *wordProduct) node(q, position int) int {
	key := [2]int{q, position}
	if v, ok := p.number[key]; ok {
		return v
	}
	v := len(p.nodes)
	p.number[key] = v
	p.nodes = append(p.nodes, key)
	return v
}

func (p *wordProduct) explore() {
	p.number = map[[2]int]int{}
	for _, q := range p.automaton.Initial {
		p.node(q, 0)
	}
	for v := 0; v < len(p.nodes); v++ {
		q, position := p.nodes[v][0], p.nodes[v][1]
		next := position + 1
		if next == p.lasso.Length {
			next = p.lasso.Loop
		}
		var edges []wordEdge
		for _, e := range p.automaton.States[q] {
			if e.Guard.Eval(func(a Atom) bool { return p.lasso.letter(position, a) }) {
				edges = append(edges, wordEdge{p.node(e.To, next), e.Acc})
			}
		}
		p.edges = append(p.edges, edges)
	}
}

// letter is the value of a state or step atom at a position.
func (l Lasso) letter(position int, a Atom) bool {
	if a.Kind == State {
		return l.State(position, a.ID)
	}
	return l.Step(position, a.ID)
}
