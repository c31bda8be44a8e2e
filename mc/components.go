package mc

// components returns the strongly connected components of a graph given by its
// edges, each after those it can reach (Tarjan, "Depth-first search and linear
// graph algorithms", SIAM J. Comput. 1(2), 1972, doi:10.1137/0201010).
func components(edges [][]int) [][]int {
	t := tarjan{edges: edges, index: make([]int, len(edges)), low: make([]int, len(edges)), open: make([]bool, len(edges))}
	for v := range edges {
		if t.index[v] == 0 {
			t.search(v)
		}
	}
	return t.found
}

type tarjan struct {
	edges      [][]int
	index, low []int // index counts from 1, 0 where a node was not met
	open       []bool
	stack      []int
	found      [][]int
	met        int
}

// search visits what root reaches, on a stack of its own.
func (t *tarjan) search(root int) {
	type frame struct{ v, next int }
	enter := func(v int) frame {
		t.met++
		t.index[v], t.low[v], t.open[v] = t.met, t.met, true
		t.stack = append(t.stack, v)
		return frame{v: v}
	}
	calls := []frame{enter(root)}
	for len(calls) > 0 {
		f := &calls[len(calls)-1]
		if f.next < len(t.edges[f.v]) {
			w := t.edges[f.v][f.next]
			f.next++
			switch {
			case t.index[w] == 0:
				calls = append(calls, enter(w))
			case t.open[w]:
				t.low[f.v] = min(t.low[f.v], t.index[w])
			}
			continue
		}
		v := f.v
		calls = calls[:len(calls)-1]
		if len(calls) > 0 {
			caller := calls[len(calls)-1].v
			t.low[caller] = min(t.low[caller], t.low[v])
		}
		if t.low[v] == t.index[v] {
			t.close(v)
		}
	}
}

// close takes the component of v off the stack.
func (t *tarjan) close(v int) {
	for i := len(t.stack) - 1; ; i-- {
		t.open[t.stack[i]] = false
		if t.stack[i] == v {
			t.found = append(t.found, append([]int(nil), t.stack[i:]...))
			t.stack = t.stack[:i]
			return
		}
	}
}
