package ruddengine

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Replace implements rudd.Replacer. rudd calls it for the level of every node it passes, constants
// included, at which time no node is half made, no lock is taken and no cache is behind; so this is
// a place where an operation can be left.
func (r *renaming) Replace(level int32) (int32, bool) {
	if level > r.last {
		return level, false
	}
	if r.onto[level] {
		panic(clash{r.e.varAt[level]})
	}
	return r.target[level], true
}

// Id implements rudd.Replacer. The two lowest bits are rudd's.
func (r *renaming) Id() int { return r.id << 2 }

// NewRenaming implements engine.Engine. It returns 0, which every operation refuses, where a
// variable does not exist or is repeated.
func (e *Engine) NewRenaming(from, to []engine.Var) engine.Renaming {
	if len(from) != len(to) || e.failure != nil {
		return 0
	}
	pairs := make([][2]engine.Var, 0, len(from))
	seenFrom, seenTo := map[engine.Var]bool{}, map[engine.Var]bool{}
	for i := range from {
		if !e.isVar(from[i]) || !e.isVar(to[i]) || seenFrom[from[i]] || seenTo[to[i]] {
			return 0
		}
		seenFrom[from[i]], seenTo[to[i]] = true, true
		if from[i] != to[i] {
			pairs = append(pairs, [2]engine.Var{from[i], to[i]})
		}
	}
	slices.SortFunc(pairs, func(p, q [2]engine.Var) int { return int(p[0]) - int(q[0]) })
	contents := make([]engine.Var, 0, 2*len(pairs))
	for _, p := range pairs {
		contents = append(contents, p[0], p[1])
	}
	i, key := e.prepared.Find('r', contents)
	if i > 0 {
		return engine.Renaming(i)
	}
	e.renamings = append(e.renamings, e.makeRenaming(len(e.renamings), pairs))
	e.prepared[key] = int32(len(e.renamings) - 1)
	return engine.Renaming(len(e.renamings) - 1)
}

func (e *Engine) makeRenaming(id int, pairs [][2]engine.Var) *renaming {
	n := len(e.varAt)
	r := &renaming{e: e, id: id, target: make([]int32, n), last: -1, onto: make([]bool, n)}
	for level := range r.target {
		r.target[level] = int32(level)
	}
	for _, p := range pairs {
		from, to := e.levelOf[p[0]], e.levelOf[p[1]]
		r.target[from] = to
		r.onto[to] = true
		r.last = max(r.last, from, to)
	}
	for _, p := range pairs {
		r.onto[e.levelOf[p[0]]] = false
	}
	r.keeps = r.keepsOrderOf(func(level int) bool { return !r.onto[level] })
	return r
}

// keepsOrderOf says whether the renaming is increasing on the levels that a function tells.
func (r *renaming) keepsOrderOf(in func(level int) bool) bool {
	above := int32(-1)
	for level, t := range r.target {
		if in(level) {
			if t <= above {
				return false
			}
			above = t
		}
	}
	return true
}

// Rename implements engine.Engine.
func (e *Engine) Rename(ctx context.Context, ren engine.Renaming, a Ref) (Ref, error) {
	if e.failure == nil && (ren <= 0 || int(ren) >= len(e.renamings)) {
		return engine.False, fmt.Errorf("ruddengine: %w: renaming %d", ErrArgument, ren)
	}
	return e.operation(ctx, func() (Ref, error) { return e.rename(ctx, e.renamings[ren], a) }, a)
}

func (e *Engine) rename(ctx context.Context, r *renaming, a Ref) (Ref, error) {
	if a <= engine.True || r.last < 0 {
		return a, nil
	}
	if r.keeps {
		return e.take(e.b.Replace(e.arg(0, a), r))
	}
	in := make([]bool, len(e.varAt))
	nodes := e.below(a)
	for _, n := range nodes {
		level := e.table.levelAt(n)
		if r.onto[level] {
			return engine.False, e.recovered(clash{e.varAt[level]})
		}
		in[level] = true
	}
	if r.keepsOrderOf(func(level int) bool { return in[level] }) {
		return e.take(e.b.Replace(e.arg(0, a), r))
	}
	return e.rebuild(ctx, r, nodes)
}

// rebuild renames in any order of variables: each node, children first, becomes the if-then-else of
// its new variable over what its children became. nodes is what below returned.
func (e *Engine) rebuild(ctx context.Context, r *renaming, nodes []Ref) (Ref, error) {
	became := make(map[Ref]Ref, len(nodes)+2)
	became[engine.False], became[engine.True] = engine.False, engine.True
	var result Ref
	for _, n := range nodes {
		if err := e.between(ctx); err != nil {
			return engine.False, err
		}
		var err error
		result, err = e.ite(e.lits[1][r.target[e.table.levelAt(n)]], became[e.table.highOf(n)], became[e.table.lowOf(n)])
		if err != nil {
			return engine.False, err
		}
		became[n] = result
	}
	return result, nil
}
