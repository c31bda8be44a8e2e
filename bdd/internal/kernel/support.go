package kernel

import (
	"runtime"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Support implements engine.Engine.
func (k *operations) Support(f Ref) []engine.Var {
	defer runtime.KeepAlive(k)
	levels, count := make([]bool, len(k.varAt)+1), 0
	for _, n := range k.below(f) {
		if in := &levels[k.nodes[n].level]; !*in {
			*in = true
			count++
		}
	}
	vars := slices.Grow([]engine.Var(nil), count)
	for level, in := range levels[:len(k.varAt)] {
		if in {
			vars = append(vars, k.varAt[level])
		}
	}
	slices.Sort(vars)
	return vars
}

// Size implements engine.Engine.
func (k *operations) Size(roots ...Ref) int { return len(k.below(roots...)) }

// below lists the nodes that roots reach, constants excluded, children before parents. The list is
// valid until the next call. Within an operation it burns fuel.
func (k *operations) below(roots ...Ref) []Ref {
	k.completeTables()
	k.stack = k.stack[:0]
	done := false
	defer func() {
		if !done {
			clear(k.marks)
		}
	}()
	for _, n := range roots {
		if n > 1 && !k.marked(n) {
			k.visit(n)
		}
	}
	done = true
	for _, n := range k.stack {
		k.marks[n>>6] = 0
	}
	return k.stack
}

func (k *operations) visit(n Ref) {
	k.setMark(n)
	if k.fuel--; k.fuel < 0 {
		k.look()
	}
	x := &k.nodes[n]
	if x.lo > 1 && !k.marked(x.lo) {
		k.visit(x.lo)
	}
	if x.hi > 1 && !k.marked(x.hi) {
		k.visit(x.hi)
	}
	k.stack = append(k.stack, n)
}
