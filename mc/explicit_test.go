package mc_test

import (
	"context"
	"math/bits"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// explicitGraph is a system's state graph with the letter of every step.
type explicitGraph struct {
	initial int
	edges   [][]letterEdge
}

type letterEdge struct {
	to     int
	letter []bool // by proposition
	step   recipe.Step
}

// exploreLetters enumerates a system of at most limit states; ok is false if
// there are more.
func exploreLetters(t require.TestingT, in *recipe.Interpreter, limit int) (g explicitGraph, states *recipe.Graph, ok bool) {
	states, err := recipe.Explore(context.Background(), in, limit)
	if err != nil {
		require.ErrorIs(t, err, recipe.ErrStateLimit)
		return g, nil, false
	}
	sys := in.System()
	g.initial = states.Initial()
	for i := range states.Len() {
		s := states.State(i)
		var out []letterEdge
		for _, e := range states.Edges(i) {
			letter := make([]bool, len(sys.Propositions))
			for p := range sys.Propositions {
				var err error
				if sys.Propositions[p].Kind == recipe.StateProposition {
					letter[p], err = in.StateHolds(p, s)
				} else {
					letter[p], err = in.StepHolds(p, s, e.Step)
				}
				require.NoError(t, err)
			}
			out = append(out, letterEdge{e.To, letter, e.Step})
		}
		g.edges = append(g.edges, out)
	}
	return g, states, true
}

// satisfiable decides whether some run of the graph satisfies f: it builds the
// product with the unsimplified automaton of f node by node and looks for a
// strongly connected component with an edge of every acceptance set.
func (g explicitGraph) satisfiable(t require.TestingT, f *ltol.Formula) bool {
	aut, err := ltol.Translate(context.Background(), f, ltol.Options{Plain: true, MaxEdges: 5_000_000})
	require.NoError(t, err)
	p := explicitProduct{g: g, aut: aut, number: map[[2]int]int{}}
	for s := range g.initial {
		for _, q := range aut.Initial {
			p.node(s, q)
		}
	}
	for i := 0; i < len(p.nodes); i++ {
		s, q := p.nodes[i][0], p.nodes[i][1]
		for _, e := range g.edges[s] {
			for _, a := range aut.States[q] {
				if a.Guard.Eval(func(atom ltol.Atom) bool { return e.letter[atom.ID] }) {
					j := p.node(e.to, a.To)
					p.edges[i] = append(p.edges[i], productEdge{j, a.Acc})
				}
			}
		}
	}
	return p.hasFairComponent()
}

type productEdge struct {
	to  int
	acc uint64
}

type explicitProduct struct {
	g      explicitGraph
	aut    *ltol.Automaton
	number map[[2]int]int
	nodes  [][2]int
	edges  [][]productEdge
}

func (p *explicitProduct) node(s, q int) int {
	key := [2]int{s, q}
	i, ok := p.number[key]
	if !ok {
		i = len(p.nodes)
		p.number[key] = i
		p.nodes = append(p.nodes, key)
		p.edges = append(p.edges, nil)
	}
	return i
}

// hasFairComponent finds components by Kosaraju's two searches.
func (p *explicitProduct) hasFairComponent() bool {
	reverse := make([][]int, len(p.nodes))
	for i, out := range p.edges {
		for _, e := range out {
			reverse[e.to] = append(reverse[e.to], i)
		}
	}
	var order []int
	seen := make([]bool, len(p.nodes))
	for root := range p.nodes {
		type frame struct{ v, i int }
		if seen[root] {
			continue
		}
		seen[root] = true
		stack := []frame{{root, 0}}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.i == len(p.edges[f.v]) {
				order = append(order, f.v)
				stack = stack[:len(stack)-1]
				continue
			}
			w := p.edges[f.v][f.i].to
			f.i++
			if !seen[w] {
				seen[w] = true
				stack = append(stack, frame{w, 0})
			}
		}
	}
	component := make([]int, len(p.nodes))
	count := 0
	for i := len(order) - 1; i >= 0; i-- {
		if component[order[i]] != 0 {
			continue
		}
		count++
		component[order[i]] = count
		work := []int{order[i]}
		for len(work) > 0 {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			for _, w := range reverse[v] {
				if component[w] == 0 {
					component[w] = count
					work = append(work, w)
				}
			}
		}
	}
	acc := make([]uint64, count+1)
	cyclic := make([]bool, count+1)
	for i, out := range p.edges {
		for _, e := range out {
			if c := component[i]; c == component[e.to] {
				cyclic[c] = true
				acc[c] |= e.acc
			}
		}
	}
	for c := range acc {
		if cyclic[c] && bits.OnesCount64(acc[c]) == p.aut.Acceptance {
			return true
		}
	}
	return false
}

// eachLasso calls visit for lassos of the graph, by the lengths of their
// runs, until it returns false or the budget of runs is used up.
func (g explicitGraph) eachLasso(budget int, visit func(ltol.Lasso) bool) {
	type run struct {
		states  []int
		letters [][]bool
	}
	var queue []run
	for s := range g.initial {
		queue = append(queue, run{states: []int{s}})
	}
	for ; len(queue) > 0 && budget > 0; budget-- {
		r := queue[0]
		queue = queue[1:]
		for _, e := range g.edges[r.states[len(r.states)-1]] {
			letters := append(r.letters[:len(r.letters):len(r.letters)], e.letter)
			for loop, s := range r.states {
				if s != e.to {
					continue
				}
				read := func(i, id int) bool { return letters[i][id] }
				if !visit(ltol.Lasso{Length: len(letters), Loop: loop, State: read, Step: read}) {
					return
				}
			}
			queue = append(queue, run{append(r.states[:len(r.states):len(r.states)], e.to), letters})
		}
	}
}

// violatedOn counts the lassos of a budget, and those among them that are fair
// and do not satisfy f.
func (g explicitGraph) violatedOn(t require.TestingT, budget int, f *ltol.Formula, fair []*ltol.Formula) (all, violating int) {
	g.eachLasso(budget, func(l ltol.Lasso) bool {
		all++
		bad, err := ltol.Eval(ltol.And(append([]*ltol.Formula{ltol.Not(f)}, fair...)...), l)
		require.NoError(t, err)
		if bad {
			violating++
		}
		return true
	})
	return all, violating
}
