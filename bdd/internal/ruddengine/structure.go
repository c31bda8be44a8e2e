package ruddengine

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// NumVars implements engine.Engine.
func (e *nodes) NumVars() int { return len(e.varAt) }

// Level implements engine.Engine.
func (e *nodes) Level(v engine.Var) int { return int(e.levelOf[v]) }

// VarAt implements engine.Engine.
func (e *nodes) VarAt(level int) engine.Var { return e.varAt[level] }

// Top implements engine.Engine.
func (e *nodes) Top(n Ref) engine.Var {
	if n <= engine.True {
		return engine.NoVar
	}
	return e.varAt[e.table.levelAt(n)]
}

// Low implements engine.Engine. The child needs no count of its own: its parent is not freed before
// the next collection.
func (e *nodes) Low(n Ref) Ref { return e.table.lowOf(n) }

// High implements engine.Engine.
func (e *nodes) High(n Ref) Ref { return e.table.highOf(n) }

// Support implements engine.Engine.
func (e *nodes) Support(f Ref) []engine.Var {
	in := make([]bool, len(e.varAt))
	for _, n := range e.below(f) {
		in[e.varAt[e.table.levelAt(n)]] = true
	}
	var vars []engine.Var
	for v, is := range in {
		if is {
			vars = append(vars, engine.Var(v))
		}
	}
	return vars
}

// Size implements engine.Engine.
func (e *nodes) Size(roots ...Ref) int { return len(e.below(roots...)) }

// Export implements engine.Engine.
func (e *nodes) Export(roots ...Ref) (nodes []engine.Exported, places []int32) {
	constant := int32(len(e.varAt))
	nodes = []engine.Exported{{Level: constant}, {Level: constant, Low: 1, High: 1}}
	place := map[Ref]int32{engine.False: 0, engine.True: 1}
	for _, n := range e.below(roots...) {
		place[n] = int32(len(nodes))
		nodes = append(nodes, engine.Exported{Level: int32(e.table.levelAt(n)), Low: place[e.table.lowOf(n)], High: place[e.table.highOf(n)]})
	}
	for _, n := range roots {
		places = append(places, place[n])
	}
	return nodes, places
}

// below lists the nodes that roots reach, each once and after its children, constants excluded. The
// list is the caller's.
func (e *nodes) below(roots ...Ref) []Ref {
	e.walk++
	if e.walk == 0 { // the numbers of walks have come round
		clear(e.visited)
		e.walk = 1
	}
	if n := e.table.size(); n > len(e.visited) {
		e.visited = append(e.visited, make([]uint32, n-len(e.visited))...)
	}
	var nodes []Ref
	for _, n := range roots {
		nodes = e.visit(nodes, n)
	}
	return nodes
}

func (e *nodes) visit(nodes []Ref, n Ref) []Ref {
	if n <= engine.True || e.visited[n] == e.walk {
		return nodes
	}
	e.visited[n] = e.walk
	nodes = e.visit(nodes, e.table.lowOf(n))
	nodes = e.visit(nodes, e.table.highOf(n))
	return append(nodes, n)
}
