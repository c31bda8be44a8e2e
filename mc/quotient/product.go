package quotient

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A product is a quotient graph with an automaton over its letters. Its nodes are pairs of a
// representative and an automaton state, numbered representative * automaton states + automaton
// state.
type product struct {
	g   *graph
	aut *ltol.Automaton
	// moves are the edges of each representative; edges with the same letters to the same
	// representative count once.
	moves  [][]move
	memory memory
	effort *meter
	// Of the recurrences of letters, moves are all edges.
	letters *letters
}

// A move is an edge of the quotient with the letters it satisfies, bit by bit.
type move struct {
	to   int32
	edge int32
	bits uint64
}

func newProduct(ctx context.Context, in *recipe.Interpreter, g *graph, q *question, effort *meter) (*product, error) {
	p := &product{
		g: g, aut: q.aut, moves: make([][]move, len(g.states)), memory: g.memory, effort: effort,
		letters: q.letters,
	}
	at := recipe.NewInstant(in)
	// Of the moves from a representative, before is the one before to the same target, or -1, and
	// last the last one to each target that some move from it leads to.
	var before []int32
	type lastMove struct{ from, move int32 }
	last := make([]lastMove, len(g.states))
	for i := range last {
		last[i].from = -1
	}
	for i, s := range g.states {
		if err := effort.look(ctx); err != nil {
			return nil, fmt.Errorf("labelling %d orbits: %w", len(g.states), err)
		}
		before = before[:0]
		effort.Letters += q.states + len(g.edges[i])*q.steps
		if err := at.Enter(s); err != nil {
			return nil, err
		}
		var common uint64 // of all steps
		for e := range g.edges[i] {
			if q.steps > 0 {
				if err := at.Leave(g.step(g.edges[i][e])); err != nil {
					return nil, err
				}
			}
			m := move{to: g.edges[i][e].to, edge: int32(e), bits: common}
			for k, f := range q.letters.all {
				if e > 0 && q.aboutState[k] {
					continue
				}
				b, err := holds(ctx, at, f)
				if err != nil {
					return nil, err
				}
				if b {
					m.bits |= 1 << k
					if q.aboutState[k] {
						common |= 1 << k
					}
				}
			}
			latest := int32(-1)
			if l := last[m.to]; l.from == int32(i) {
				latest = l.move
			}
			same := latest
			for same >= 0 && p.moves[i][same].bits != m.bits {
				same = before[same]
			}
			if same < 0 || len(q.letters.recurring) > 0 {
				last[m.to] = lastMove{int32(i), int32(len(p.moves[i]))}
				before = append(before, latest)
				p.moves[i] = append(p.moves[i], m)
			}
		}
		if err := p.memory.take(moveBytes(p.moves[i])); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// An arc is a step of the product: a move together with the acceptance sets of the automaton's
// edge.
type arc struct {
	move int32 // index in moves of the source's representative
	to   int
	acc  uint64
}

// arcs calls yield for the steps that leave a node until it returns false.
func (p *product) arcs(node int, yield func(arc) bool) {
	n := len(p.aut.States)
	rep, q := node/n, node%n
	p.effort.Arcs += len(p.moves[rep]) * len(p.aut.States[q])
	for i, m := range p.moves[rep] {
		for _, e := range p.aut.States[q] {
			if e.Guard.Eval(func(a ltol.Atom) bool { return m.bits>>a.ID&1 == 1 }) &&
				!yield(arc{int32(i), int(m.to)*n + e.To, e.Acc}) {
				return
			}
		}
	}
}

// initial lists the initial nodes.
func (p *product) initial() []int {
	var out []int
	for _, rep := range p.g.initial {
		for _, q := range p.aut.Initial {
			out = append(out, rep*len(p.aut.States)+q)
		}
	}
	return out
}

// full is the set of all acceptance sets, of 64 as well: a one that is shifted so far is gone.
func (p *product) full() uint64 { return 1<<p.aut.Acceptance - 1 }

// fairComponent searches the nodes reachable from the initial ones for a strongly connected
// component with an edge of every acceptance set (Tarjan, Depth-first search and linear graph
// algorithms, SIAM J. Comput. 1, 1972, without recursion). It returns the component of each of its
// nodes, or nil if there is none, and the number of nodes met.
func (p *product) fairComponent(ctx context.Context) (member map[int]bool, nodes int, err error) {
	t := &tarjan{p: p, index: map[int]int{}, memory: p.memory}
	for _, root := range p.initial() {
		if _, seen := t.index[root]; seen {
			continue
		}
		found, err := t.from(ctx, root)
		if err != nil || found != nil {
			return found, len(t.index), err
		}
	}
	return nil, len(t.index), nil
}

type tarjan struct {
	p      *product
	index  map[int]int // order of discovery, from 0
	low    []int       // by order of discovery; complete if the component of the node is
	stack  []int
	memory memory
	steps  uint
}

// complete is lower than any order of discovery.
const complete = -1

// A frame is a node being expanded, with its order of discovery and the steps that leave it.
type frame struct {
	node, order int
	arcs        []arc
	next        int
}

func (t *tarjan) enter(node int) frame {
	f := frame{node: node, order: len(t.index)}
	t.index[node] = f.order
	t.low = append(t.low, f.order)
	t.stack = append(t.stack, node)
	t.p.arcs(node, func(a arc) bool { f.arcs = append(f.arcs, a); return true })
	t.memory.used += int64(nodeBytes + arcBytes(f.arcs))
	return f
}

func (t *tarjan) from(ctx context.Context, root int) (map[int]bool, error) {
	frames := []frame{t.enter(root)}
	for len(frames) > 0 {
		if t.steps++; t.steps%64 == 0 {
			if err := t.p.effort.look(ctx); err != nil {
				return nil, fmt.Errorf("searching after %d nodes of the product: %w", len(t.index), err)
			}
		}
		if err := t.memory.take(0); err != nil {
			return nil, err
		}
		f := &frames[len(frames)-1]
		if f.next < len(f.arcs) {
			to := f.arcs[f.next].to
			f.next++
			if i, seen := t.index[to]; !seen {
				frames = append(frames, t.enter(to))
			} else if t.low[i] != complete {
				t.low[f.order] = min(t.low[f.order], i)
			}
			continue
		}
		t.memory.used -= int64(arcBytes(f.arcs))
		node, i := f.node, f.order
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			up := frames[len(frames)-1].order
			t.low[up] = min(t.low[up], t.low[i])
		}
		if t.low[i] == i {
			nodes := t.pop(node)
			member := setOf(nodes)
			if t.p.fair(nodes, member) {
				return member, nil
			}
		}
	}
	return nil, nil
}

// pop takes the component that node is the first of from the stack.
func (t *tarjan) pop(node int) []int {
	first := len(t.stack) - 1
	for t.stack[first] != node {
		first--
	}
	nodes := slices.Clone(t.stack[first:])
	t.stack = t.stack[:first]
	for _, n := range nodes {
		t.low[t.index[n]] = complete
	}
	return nodes
}

func setOf(nodes []int) map[int]bool {
	set := make(map[int]bool, len(nodes))
	for _, n := range nodes {
		set[n] = true
	}
	return set
}

// fair reports whether the steps within a component belong to all acceptance sets together, and
// satisfy all recurrences; a component without a step is not fair.
func (p *product) fair(nodes []int, member map[int]bool) bool {
	var acc uint64
	steps := false
	for _, node := range nodes {
		p.arcs(node, func(a arc) bool {
			if member[a.to] {
				steps = true
				acc |= a.acc
			}
			return true
		})
		if steps && acc == p.full() {
			return len(p.recurring(member)) == len(member)
		}
	}
	return false
}

// recurring is the part of a set of nodes from which, for each recurrence, a step that satisfies it
// can be reached by steps between nodes of the set. In a strongly connected set, these are all
// nodes if and only if the system has a run that stays there and satisfies each recurrence
// infinitely often.
//
// A recurrence of the system is followed as it is renamed on the way: a step leads to the
// representative of a state by a permutation, which makes it another recurrence. So a pair of a
// node and a recurrence leads to the pairs of the next nodes and what becomes of it. A permutation
// that keeps a representative leads from a pair to a pair of the same node: it makes steps that the
// quotient has those that it leaves out.
func (p *product) recurring(set map[int]bool) map[int]bool {
	n, k := len(p.aut.States), len(p.letters.recurring)
	if k == 0 {
		return set
	}
	type origin struct {
		node int
		by   int32
	}
	before := map[int][]origin{}           // by node, the steps to it
	good := make(map[int]bool, k*len(set)) // by node times recurrences plus recurrence
	var stack []int
	reach := func(node, i int) {
		if x := node*k + i; !good[x] {
			good[x] = true
			stack = append(stack, x)
		}
	}
	for node := range set {
		for _, k := range p.g.kept[node/n] {
			before[node] = append(before[node], origin{node, k})
		}
		p.arcs(node, func(a arc) bool {
			if !set[a.to] {
				return true
			}
			m := p.moves[node/n][a.move]
			before[a.to] = append(before[a.to], origin{node, p.g.edges[node/n][m.edge].by})
			for i, r := range p.letters.recurring {
				if m.bits>>r.letter&1 == 1 {
					reach(node, i)
				}
			}
			return true
		})
	}
	for len(stack) > 0 {
		node, i := stack[len(stack)-1]/k, stack[len(stack)-1]%k
		stack = stack[:len(stack)-1]
		for _, o := range before[node] {
			reach(o.node, p.letters.image(p.letters.recurring[i], p.g.permutations.list[o.by]))
		}
	}
	out := make(map[int]bool, len(set))
	for node := range set {
		out[node] = true
		for i := range k {
			if !good[node*k+i] {
				delete(out, node)
			}
		}
	}
	return out
}

// moveBytes is what the moves of a representative take, and arcBytes the arcs of a node.
func moveBytes(list []move) int { return cap(list) * int(unsafe.Sizeof(move{})) }

func arcBytes(list []arc) int { return cap(list) * int(unsafe.Sizeof(arc{})) }

// nodeBytes is what a node of the product takes while components are searched for: its order, its
// lowest link, its places on the stacks, and its component. The search for a lasso takes less, and
// comes after it.
const nodeBytes = 2*entry + spare*(2*word+int(unsafe.Sizeof(frame{})))
