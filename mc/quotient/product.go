package quotient

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"unsafe"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A product is a quotient graph with an automaton over its letters. Its nodes are pairs of a
// representative and an automaton state, numbered representative * automaton states + automaton
// state.
type product struct {
	*question // of its recurrences, moves are all edges
	g         *graph
	// moves are the edges of each representative that a search has met; edges with the same letters
	// to the same representative count once.
	moves [][]move
	label func(rep int)        // finds the moves of a representative
	about func(rep int) uint64 // finds the letters about states that hold at a representative
	fault error                // that ended this
	// words are the different sets of letters that moves satisfy, bit by bit. matches are the edges of
	// the automaton whose guards are true of each, by automaton state.
	words   []uint64
	matches [][][]ltol.Edge
	memory  memory
	effort  *meter
}

// fail notes an error, unless there was one before.
func (p *product) fail(err error) { p.fault = cmp.Or(p.fault, err) }

// A move is an edge of the quotient with the place of the set of letters that it satisfies. It takes
// as much memory as the edge.
type move struct{ to, edge, word int32 }

func newProduct(ctx context.Context, in *recipe.Interpreter, g *graph, q *question, effort *meter) *product {
	p := &product{
		question: q, g: g, moves: make([][]move, len(g.states)), memory: g.memory, effort: effort}
	at, after := recipe.NewInstant(in), recipe.NewInstant(in)
	places := map[uint64]int32{} // of words
	truth := func(on *recipe.Instant, a ltol.Atom) ltol.Truth {
		effort.Letters += q.sizes[a.ID]
		ask := on.StateHolds
		if a.Kind != ltol.State {
			ask = func(id int) (bool, error) { return on.StepHolds(ctx, id) }
		}
		holding, err := ask(a.ID)
		p.fail(err)
		return ltol.TruthOf(holding)
	}
	ofState := func(f *ltol.Formula) ltol.Truth {
		if a := f.Atom(); f.Op() == ltol.OpAtom && a.Kind == ltol.State {
			return truth(at, a)
		}
		return ltol.Unknown
	}
	states, steps := taking{open: q.ofStates, rest: q.letters.all}, taking{open: q.ofSteps, rest: q.letters.all}
	// takings are those of the steps that were met, by place. Steps with the same step atoms have the
	// same taking: alike holds them by the truth of these atoms.
	takings, alike := map[int32]*taking{}, map[string]*taking{}
	var atoms []byte
	common := slices.Repeat([]uint64{^q.ofStates}, len(g.states)) // unknown yet
	p.about = func(rep int) uint64 {
		p.fail(cmp.Or(effort.look(ctx), at.Enter(g.states[rep])))
		if common[rep] == ^q.ofStates {
			common[rep] = states.given(ofState).holding
		}
		return common[rep]
	}
	p.label = func(rep int) {
		common, edges := p.about(rep), g.out(rep, effort)
		moves := make([]move, 0, len(edges))
		seen := map[move]bool{} // with no edge
		for i, e := range edges {
			t := takings[e.step]
			if t == nil || t.open != 0 {
				p.fail(at.Leave(g.step(e)))
			}
			if t == nil {
				atoms = atoms[:0]
				for _, id := range q.alone {
					atoms = append(atoms, byte(truth(at, ltol.Atom{ID: id, Kind: ltol.Step})))
				}
				if t = alike[string(atoms)]; t == nil {
					t = steps.given(func(f *ltol.Formula) ltol.Truth {
						i, alone := slices.BinarySearch(q.alone, f.Atom().ID)
						if alone && f.Op() == ltol.OpAtom {
							return ltol.Truth(atoms[i])
						}
						return ltol.Unknown
					})
					alike[string(atoms)] = t
					p.fail(p.memory.take(word * q.steps))
				}
				takings[e.step] = t
			}
			if t.open != 0 {
				if t.rep != rep {
					t.rep, t.here = rep, t.given(ofState)
				}
				entered := false
				t = t.here.given(func(f *ltol.Formula) ltol.Truth {
					if f.Op() == ltol.OpAtom {
						return truth(at, f.Atom())
					}
					if f.Op() != ltol.OpNext {
						p.fail(fmt.Errorf("quotient: the letter %s has another temporal operator than X", f))
					}
					if !entered {
						entered = true
						p.fail(after.Enter(g.by(rep, e).State(g.states[e.to])))
					}
					return ltol.TruthOf(remainder(f.Args()[0], func(f *ltol.Formula) ltol.Truth {
						return truth(after, f.Atom())
					}).Op() == ltol.OpTrue)
				})
			}
			letters := common | t.holding
			word, known := places[letters]
			if !known {
				word = int32(len(p.words))
				p.words, p.matches = append(p.words, letters), append(p.matches, p.matching(letters))
				places[letters] = word
			}
			if same := (move{to: e.to, word: word}); !seen[same] || len(q.letters.recurring) > 0 {
				seen[same] = true
				moves = append(moves, move{e.to, int32(i), word})
			}
		}
		p.moves[rep] = moves
		p.fail(p.memory.take(2 * len(edges) * edgeBytes))
	}
	return p
}

// matching are the edges of the automaton whose guards are true of a set of letters.
func (p *product) matching(bits uint64) [][]ltol.Edge {
	out := make([][]ltol.Edge, len(p.aut.States))
	for q, edges := range p.aut.States {
		for _, e := range edges {
			if e.Guard.Eval(func(a ltol.Atom) bool { return bits>>a.ID&1 == 1 }) {
				out[q] = append(out[q], e)
			}
		}
		p.memory.used += int64(3*word + cap(out[q])*int(unsafe.Sizeof(ltol.Edge{})))
	}
	return out
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
	if p.moves[rep] == nil {
		p.label(rep)
	}
	p.effort.Arcs += len(p.moves[rep]) * len(p.aut.States[q])
	for i, m := range p.moves[rep] {
		for _, e := range p.matches[m.word][q] {
			if !yield(arc{int32(i), int(m.to)*n + e.To, e.Acc}) {
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

// roots calls yield for the nodes at which searches begin: the initial ones or, if the automaton
// waits, those to which edges lead from its first state, at all representatives. What is asked of
// steps is not evaluated where states rule that out.
func (p *product) roots(yield func(node int) bool) {
	n := len(p.aut.States)
	if p.first < 0 {
		slices.Values(p.initial())(yield)
		return
	}
	for rep := range p.moves {
		states, more := p.about(rep), true
		if slices.ContainsFunc(p.aut.States[p.first], func(e ltol.Edge) bool {
			return e.To != p.first && possible(e.Guard, states)
		}) {
			p.arcs(rep*n+p.first, func(a arc) bool {
				more = a.to%n == p.first || yield(a.to)
				return more
			})
		}
		if !more || p.fault != nil {
			return
		}
	}
}

// waiting is the only initial state of the automaton of a formula, if that has a run from an initial
// state as soon as it has one from any reachable state, and no run is accepted that stays in the
// state. Otherwise it is negative. Such formulas are F x, and G F x ∧ F y.
//
// A run from an initial state that satisfies the formula leaves the state somewhere. From there on it
// satisfies the formula, too, as it could have begun there. So it is enough to look at what follows
// when the state is left by the first step from a representative.
func waiting(phi *ltol.Formula, aut *ltol.Automaton) int {
	if len(aut.Initial) != 1 || phi.ReadsPast() || !ltol.Not(phi).SuffixClosed() {
		return -1
	}
	first, stays := aut.Initial[0], uint64(0)
	for _, e := range aut.States[first] {
		if e.To == first {
			stays |= e.Acc
		}
	}
	if stays == 1<<aut.Acceptance-1 {
		return -1
	}
	return first
}

// possible reports whether letters about steps can satisfy a guard, together with those about states.
func possible(g ltol.Guard, states uint64) bool {
	a, then, otherwise, ok := g.Decide()
	if !ok {
		return g.IsTrue()
	}
	holds := states>>a.ID&1 == 1
	return (holds || a.Kind != ltol.State) && possible(then, states) ||
		(!holds || a.Kind != ltol.State) && possible(otherwise, states)
}

// full is the set of all acceptance sets, of 64 as well: a one that is shifted so far is gone.
func (p *product) full() uint64 { return 1<<p.aut.Acceptance - 1 }

// fairComponent searches the nodes reachable from the roots for a strongly connected
// component with an edge of every acceptance set (Tarjan, Depth-first search and linear graph
// algorithms, SIAM J. Comput. 1, 1972, without recursion). It returns the component of each of its
// nodes, or nil if there is none, and the number of nodes met.
func (p *product) fairComponent(ctx context.Context) (member map[int]bool, nodes int, err error) {
	t := &tarjan{product: p, orders: make([][]int32, len(p.moves)), low: []int32{0}}
	for root := range p.roots {
		if t.order(root) == 0 {
			member, err = t.from(ctx, root)
		}
		if member != nil || err != nil {
			break
		}
	}
	return member, len(t.low) - 1, cmp.Or(err, p.fault)
}

type tarjan struct {
	*product
	orders [][]int32 // by representative and automaton state, the order of discovery, from 1
	low    []int32   // by order of discovery; complete if the component of the node is
	stack  []int
	next   []int // the targets of the steps that leave the nodes being expanded
}

// complete is lower than any order of discovery.
const complete = 0

// A frame is a node being expanded: its order of discovery, and its place on the stack. Its targets
// in next begin at first; at is the one to look at.
type frame struct {
	order            int32
	place, first, at int
}

// order is that of a node, 0 if it has not been discovered.
func (t *tarjan) order(node int) int32 {
	n := len(t.aut.States)
	if row := t.orders[node/n]; row != nil {
		return row[node%n]
	}
	return 0
}

func (t *tarjan) enter(node int) frame {
	n := len(t.aut.States)
	row, space := &t.orders[node/n], cap(t.next)
	if *row == nil {
		*row = make([]int32, n)
		t.memory.used += int64(n * word / 2)
	}
	f := frame{int32(len(t.low)), len(t.stack), len(t.next), len(t.next)}
	(*row)[node%n] = f.order
	t.low = append(t.low, f.order)
	t.stack = append(t.stack, node)
	t.arcs(node, func(a arc) bool { t.next = append(t.next, a.to); return true })
	t.memory.used += int64(nodeBytes + word*spare*(cap(t.next)-space))
	return f
}

func (t *tarjan) from(ctx context.Context, root int) (map[int]bool, error) {
	frames := []frame{t.enter(root)}
	for len(frames) > 0 {
		if len(t.low)%64 == 0 {
			if err := t.effort.look(ctx); err != nil {
				return nil, fmt.Errorf("searching after %d nodes of the product: %w", len(t.low)-1, err)
			}
		}
		if err := cmp.Or(t.fault, t.memory.take(0)); err != nil {
			return nil, err
		}
		f := &frames[len(frames)-1]
		if f.at < len(t.next) {
			to := t.next[f.at]
			f.at++
			if i := t.order(to); i == 0 {
				frames = append(frames, t.enter(to))
			} else if t.low[i] != complete {
				t.low[f.order] = min(t.low[f.order], i)
			}
			continue
		}
		done := *f
		t.next, frames = t.next[:done.first], frames[:len(frames)-1]
		if len(frames) > 0 {
			up := frames[len(frames)-1].order
			t.low[up] = min(t.low[up], t.low[done.order])
		}
		if t.low[done.order] == done.order {
			if found := t.pop(done); found != nil {
				return found, nil
			}
		}
	}
	return nil, nil
}

// pop takes the component that a node is the first of from the stack. It returns the component if
// the steps within belong to all acceptance sets together, and satisfy all recurrences. A component
// without a step is not fair.
func (t *tarjan) pop(first frame) map[int]bool {
	nodes := t.stack[first.place:]
	t.stack = t.stack[:first.place]
	var acc uint64
	steps := false
	for _, n := range nodes {
		t.arcs(n, func(a arc) bool {
			// Nodes that were discovered later and are not complete are of the component.
			if i := t.order(a.to); i >= first.order && t.low[i] != complete {
				steps = true
				acc |= a.acc
			}
			return true
		})
		if steps && acc == t.full() {
			if member := setOf(nodes); len(t.recurring(member, 0)) == len(member) {
				return member
			}
			break
		}
	}
	for _, n := range nodes {
		t.low[t.order(n)] = complete
	}
	return nil
}

func setOf(nodes []int) map[int]bool {
	set := make(map[int]bool, len(nodes))
	for _, n := range nodes {
		set[n] = true
	}
	return set
}

// recurring is the part of a set of nodes from which, for each recurrence and for each of the first
// acceptance sets, a step of it can be reached by steps between nodes of the set. In a strongly
// connected set, these are all nodes if and only if the system has a run that stays there and takes
// a step of each infinitely often. If the automaton has no acceptance set, each step is of the first.
//
// A recurrence of the system is followed as it is renamed on the way: a step leads to the
// representative of a state by a permutation, which makes it another recurrence. So a pair of a
// node and a recurrence leads to the pairs of the next nodes and what becomes of it. A permutation
// that keeps a representative leads from a pair to a pair of the same node: it makes steps that the
// quotient has those that it leaves out.
func (p *product) recurring(set map[int]bool, sets int) map[int]bool {
	n, k := len(p.aut.States), len(p.letters.recurring)+sets
	if k == 0 {
		return set
	}
	type origin struct {
		node int
		by   int32
	}
	before := map[int][]origin{} // by node, the steps to it
	permutations := newPermutations(p.g.permutations.list[0])
	good := make(map[int]bool, k*len(set)) // by node times recurrences plus recurrence
	var stack []int
	reach := func(node, i int) {
		if x := node*k + i; !good[x] {
			good[x] = true
			stack = append(stack, x)
		}
	}
	for node := range set {
		for _, k := range p.g.keeping(node / n) {
			before[node] = append(before[node], origin{node, permutations.place(k)})
		}
		p.arcs(node, func(a arc) bool {
			if !set[a.to] {
				return true
			}
			m := p.moves[node/n][a.move]
			by := permutations.place(p.g.by(node/n, p.g.edges[node/n][m.edge]))
			before[a.to] = append(before[a.to], origin{node, by})
			for i, r := range p.letters.recurring {
				if p.words[m.word]>>r.letter&1 == 1 {
					reach(node, sets+i)
				}
			}
			for i := range sets {
				if a.acc>>i&1 == 1 || p.aut.Acceptance == 0 {
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
			to := i
			if i >= sets {
				to = sets + p.letters.image(p.letters.recurring[i-sets], permutations.list[o.by])
			}
			reach(o.node, to)
		}
	}
	out := maps.Clone(set)
	for node := range set {
		for i := range k {
			if !good[node*k+i] {
				delete(out, node)
			}
		}
	}
	return out
}

// nodeBytes is what a node of the product takes while components are searched for: its lowest link,
// and its places on the stacks. The search for a lasso takes less, and comes after it.
const nodeBytes = spare * (2*word + int(unsafe.Sizeof(frame{})))
