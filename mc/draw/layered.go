package draw

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// A layered lays a directed graph out in layers from top to bottom, as K. Sugiyama, S. Tagawa and
// M. Toda do ("Methods for Visual Understanding of Hierarchical System Structures", IEEE
// Transactions on Systems, Man, and Cybernetics 11(2), 1981, doi:10.1109/TSMC.1981.4308636): edges
// against the order of a depth-first search are turned, edges get a point in each layer they cross,
// layers are sorted by where their neighbours are, and then every layer is placed as near to its
// neighbours as the nodes next to it allow.
//
// A label is a point of its edge, with a size. Nodes stand in even layers, so that every label has
// a layer between them. An edge runs straight down through a layer, left of its label, and bends
// only between layers: it touches no other label and no other node.
//
// Why not a library: the automata have some ten states, and the libraries there are cost more than
// all else the program does. Graphviz as WebAssembly (goccy/go-graphviz) compiles itself whenever a
// program starts that imports it, 1.4 s of processor time, and adds 6 MB; dagre, which the page
// uses, needs an interpreter of JavaScript (dop251/goja), 8 MB.
type layered struct {
	points []point // the nodes first
	nodes  int
	arcs   []arc
	layers [][]int // points from left to right
	height []float64
	top    []float64
}

// A point is a node, or where an edge crosses a layer.
type point struct {
	w, h  float64
	box   float64 // the height of the box of a node
	hub   float64 // where arcs meet it, from its left edge
	layer int
	x     float64 // its left edge
	up    []int   // points of the layer above
	down  []int
}

// An arc is an edge; through are its points from its upper end to its lower one, both nodes
// included.
type arc struct {
	from, to int
	w, h     float64 // of its label
	through  []int
	label    int // point
	turned   bool
}

const (
	besides  = 18 // between points of a layer
	between  = 26 // layers
	sweeps   = 12
	rounds   = 600 // of moving points nearer to each other
	curve    = 10  // pieces of a bend
	straight = 8   // how much more the points of an edge pull at each other than at nodes
)

// newLayered lays out nodes whose sizes and hubs are given, beginning at node 0. No arc leads from
// a node to itself. It ends with the context.
func newLayered(ctx context.Context, nodes []point, arcs []arc) (*layered, error) {
	l := &layered{points: nodes, nodes: len(nodes), arcs: arcs}
	l.turn(len(nodes))
	l.rank(len(nodes))
	l.cross()
	if err := l.order(ctx); err != nil {
		return nil, err
	}
	return l, l.place(ctx)
}

// turn turns the arcs that lead back in a depth-first search.
func (l *layered) turn(n int) {
	const open, done = 1, 2
	state := make([]int, n)
	var visit func(v int)
	visit = func(v int) {
		state[v] = open
		for i := range l.arcs {
			if a := &l.arcs[i]; a.from == v && !a.turned {
				switch state[a.to] {
				case 0:
					visit(a.to)
				case open:
					a.turned = true
				}
			}
		}
		state[v] = done
	}
	for v := range n {
		if state[v] == 0 {
			visit(v)
		}
	}
}

func (a *arc) ends() (upper, lower int) {
	if a.turned {
		return a.to, a.from
	}
	return a.from, a.to
}

// rank gives each node an even layer below those of all arcs into it.
func (l *layered) rank(n int) {
	for range n {
		for i := range l.arcs {
			upper, lower := l.arcs[i].ends()
			l.points[lower].layer = max(l.points[lower].layer, l.points[upper].layer+2)
		}
	}
	for v := range n {
		l.put(v)
	}
}

func (l *layered) put(p int) {
	for len(l.layers) <= l.points[p].layer {
		l.layers = append(l.layers, nil)
	}
	l.layers[l.points[p].layer] = append(l.layers[l.points[p].layer], p)
}

// cross gives arcs their points, the one in the middle with room for the label.
func (l *layered) cross() {
	for i := range l.arcs {
		a := &l.arcs[i]
		upper, lower := a.ends()
		first, last := l.points[upper].layer, l.points[lower].layer
		a.through = []int{upper}
		for layer := first + 1; layer < last; layer++ {
			p := point{layer: layer}
			if layer == first+(last-first)/4*2+1 {
				p.w, p.h = a.w, a.h
				a.label = len(l.points)
			}
			a.through = append(a.through, len(l.points))
			l.points = append(l.points, p)
			l.put(len(l.points) - 1)
		}
		a.through = append(a.through, lower)
		for k := 1; k < len(a.through); k++ {
			above, below := a.through[k-1], a.through[k]
			l.points[above].down = append(l.points[above].down, below)
			l.points[below].up = append(l.points[below].up, above)
		}
	}
}

// order sorts each layer by the middle of the neighbours' places, downwards and upwards in turn,
// and keeps the order with the fewest crossings.
func (l *layered) order(ctx context.Context) error {
	best := l.copyLayers()
	fewest, err := l.crossings(ctx)
	if err != nil {
		return err
	}
	for round := range sweeps {
		for k := range l.layers {
			if round%2 == 1 {
				k = len(l.layers) - 1 - k
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			l.sortLayer(k, round%2 == 0)
		}
		n, err := l.crossings(ctx)
		if err != nil {
			return err
		}
		if n < fewest {
			best, fewest = l.copyLayers(), n
		}
	}
	l.layers = best
	return nil
}

func (l *layered) copyLayers() [][]int {
	out := make([][]int, len(l.layers))
	for i := range l.layers {
		out[i] = slices.Clone(l.layers[i])
	}
	return out
}

func (l *layered) positions() []int {
	out := make([]int, len(l.points))
	for _, layer := range l.layers {
		for i, p := range layer {
			out[p] = i
		}
	}
	return out
}

func (l *layered) sortLayer(k int, downwards bool) {
	at := l.positions()
	middle := make(map[int]float64, len(l.layers[k]))
	for _, p := range l.layers[k] {
		near := l.points[p].up
		if !downwards {
			near = l.points[p].down
		}
		sum := 0.0
		for _, q := range near {
			sum += float64(at[q])
		}
		if middle[p] = float64(at[p]); len(near) > 0 {
			middle[p] = sum / float64(len(near))
		}
	}
	slices.SortStableFunc(l.layers[k], func(p, q int) int { return cmp.Compare(middle[p], middle[q]) })
}

func (l *layered) crossings(ctx context.Context) (int, error) {
	at, n := l.positions(), 0
	for _, layer := range l.layers {
		var ends []int
		for _, p := range layer {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			down := make([]int, 0, len(l.points[p].down))
			for _, q := range l.points[p].down {
				down = append(down, at[q])
			}
			slices.Sort(down)
			for _, q := range down {
				for _, before := range ends {
					if before > q {
						n++
					}
				}
			}
			ends = append(ends, down...)
		}
	}
	return n, nil
}

// anchor is where arcs meet a point: the hub of a node, the left edge of a label.
func (p *point) anchor() float64 { return p.x + p.hub }

// place gives layers their heights, and points their places: each layer in turn comes as near to
// its neighbours as it can.
func (l *layered) place(ctx context.Context) error {
	y := 0.0
	for _, layer := range l.layers {
		h := 0.0
		for _, p := range layer {
			h = max(h, l.points[p].h)
		}
		l.top, l.height = append(l.top, y), append(l.height, h)
		y += h + between
	}
	for _, layer := range l.layers {
		x := 0.0
		for _, p := range layer {
			l.points[p].x = x
			x += l.points[p].w + besides
		}
	}
	for round := range rounds {
		for k := range l.layers {
			if round%2 == 1 {
				k = len(l.layers) - 1 - k
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			l.placeLayer(k)
		}
	}
	left := math.Inf(1)
	for i := range l.points {
		left = min(left, l.points[i].x)
	}
	for i := range l.points {
		l.points[i].x -= left
	}
	return nil
}

// placeLayer finds the places, in order and apart from each other, with the least sum of squares of
// distances to where the points would like to be. Neighbours that are too near become one block
// (the pool of adjacent violators).
func (l *layered) placeLayer(k int) {
	type block struct{ sum, weight, x float64 }
	var blocks []block
	var sizes []int
	offset := 0.0
	offsets := make([]float64, len(l.layers[k]))
	for i, p := range l.layers[k] {
		offsets[i] = offset
		x := &l.points[p]
		sum, weight := 0.0, 0.0
		for _, near := range [][]int{x.up, x.down} {
			for _, q := range near {
				w := 1.0
				if p >= l.nodes && q >= l.nodes {
					w = straight
				}
				sum += w * l.points[q].anchor()
				weight += w
			}
		}
		if weight == 0 {
			sum, weight = x.anchor(), 1
		}
		wish := sum/weight - (x.anchor() - x.x) - offset
		blocks, sizes = append(blocks, block{wish * weight, weight, wish}), append(sizes, 1)
		for n := len(blocks); n > 1 && blocks[n-2].x > blocks[n-1].x; n-- {
			a, b := blocks[n-2], blocks[n-1]
			joined := block{a.sum + b.sum, a.weight + b.weight, (a.sum + b.sum) / (a.weight + b.weight)}
			blocks, sizes = append(blocks[:n-2], joined), append(sizes[:n-2], sizes[n-2]+sizes[n-1])
		}
		offset += x.w + besides
	}
	i := 0
	for b, n := range sizes {
		for range n {
			l.points[l.layers[k][i]].x = blocks[b].x + offsets[i]
			i++
		}
	}
}

// stateHeight is the height of states, which are round where their names are short.
const stateHeight = 28

// line is the way of an arc from its source to its target, in the direction of the edge.
func (l *layered) line(a *arc) [][2]float64 {
	var out [][2]float64
	for k, p := range a.through {
		x := &l.points[p]
		at, top, bottom := x.anchor(), l.top[x.layer], l.top[x.layer]+l.height[x.layer]
		if k == 0 || k == len(a.through)-1 { // the node is round, and stands in the middle of its layer
			next, others := a.through[max(k-1, 0)], x.up
			if k == 0 {
				next, others = a.through[1], x.down
			}
			const r = stateHeight / 2.0
			dx := l.share(next, others, r)
			dy := math.Sqrt(r*r - dx*dx)
			if x.box > stateHeight { // it has a flat top
				dy = x.box / 2
			}
			at, top, bottom = at+dx, (top+bottom)/2-dy, (top+bottom)/2+dy
		}
		// In a tall layer a node has labels of loops next to it: the arc is straight there, too.
		if high := l.top[x.layer]; k > 0 {
			if out = bend(out, [2]float64{at, high}); top > high {
				out = append(out, [2]float64{at, top})
			}
		}
		if low := l.top[x.layer] + l.height[x.layer]; k < len(a.through)-1 {
			if out = append(out, [2]float64{at, bottom}); low > bottom {
				out = append(out, [2]float64{at, low})
			}
		}
	}
	if a.turned {
		slices.Reverse(out)
	}
	return out
}

// share spreads the arcs on one side of a node, in the order of where they come from.
func (l *layered) share(next int, others []int, r float64) float64 {
	before := 0
	for _, q := range others {
		if a, b := l.points[q].anchor(), l.points[next].anchor(); a < b || a == b && q < next {
			before++
		}
	}
	step := min(10, 1.5*r/float64(len(others)))
	return (float64(before) - float64(len(others)-1)/2) * step
}

// bend goes on to a point, beginning and ending straight down.
func bend(line [][2]float64, to [2]float64) [][2]float64 {
	from := line[len(line)-1]
	if math.Abs(from[0]-to[0]) < 0.5 {
		return append(line, to)
	}
	for i := 1; i <= curve; i++ {
		t := float64(i) / curve
		s := t * t * (3 - 2*t)
		line = append(line, [2]float64{from[0] + (to[0]-from[0])*s, from[1] + (to[1]-from[1])*t})
	}
	return line
}
