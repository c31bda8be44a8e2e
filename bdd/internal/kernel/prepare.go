package kernel

import (
	"cmp"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// varSet is a set to quantify, in the form the recursions use: by level.
type varSet struct {
	vars []engine.Var
	in   []bool // by level
	last int    // greatest level in the set, -1 if it is empty
}

// renaming maps levels to levels.
type renaming struct {
	pairs  [][2]engine.Var // from and to, by the first
	target []uint32        // by level
	last   int             // greatest level that changes, -1 if none does
}

// frame says for each level what an image does there.
type frame struct {
	pairs []engine.Pair
	// top is, by level, the level of the pair's current variable where the level belongs to a
	// changed pair, otherwise the level itself.
	top     []uint32
	changed []bool // by level: the current variable of a changed pair
	last    int    // greatest level that belongs to a changed pair, -1 if there is none
	// next is, by level, the first level from it on that is the current variable of a changed pair,
	// the number of variables if there is none.
	next []uint32
}

// NewVarSet implements engine.Engine.
func (k *upkeep) NewVarSet(vars []engine.Var) engine.VarSet {
	vars = engine.Distinct(vars)
	i, key := k.prepared.Find('s', vars)
	if i == 0 {
		i = int32(len(k.sets))
		k.prepared[key] = i
		k.sets = append(k.sets, varSet{vars: vars})
		k.sets[i].relevel(k.levelOf)
	}
	return engine.VarSet(i)
}

func (s *varSet) relevel(levelOf []int32) {
	s.in = make([]bool, len(levelOf)+1)
	s.last = -1
	for _, v := range s.vars {
		s.in[levelOf[v]] = true
		s.last = max(s.last, int(levelOf[v]))
	}
}

// NewRenaming implements engine.Engine.
func (k *upkeep) NewRenaming(from, to []engine.Var) engine.Renaming {
	var pairs [][2]engine.Var
	for i, v := range from {
		if v != to[i] {
			pairs = append(pairs, [2]engine.Var{v, to[i]})
		}
	}
	slices.SortFunc(pairs, func(p, q [2]engine.Var) int { return cmp.Compare(p[0], q[0]) })
	var contents []engine.Var
	for _, p := range pairs {
		contents = append(contents, p[:]...)
	}
	i, key := k.prepared.Find('r', contents)
	if i == 0 {
		i = int32(len(k.renamings))
		k.prepared[key] = i
		k.renamings = append(k.renamings, renaming{pairs: pairs})
		k.renamings[i].relevel(k.levelOf)
	}
	return engine.Renaming(i)
}

func (r *renaming) relevel(levelOf []int32) {
	r.target = make([]uint32, len(levelOf)+1)
	for i := range r.target {
		r.target[i] = uint32(i)
	}
	r.last = -1
	for _, p := range r.pairs {
		from, to := levelOf[p[0]], levelOf[p[1]]
		r.target[from] = uint32(to)
		r.last = max(r.last, int(from))
	}
}

// NewFrame implements engine.Engine.
func (k *upkeep) NewFrame(changed []engine.Pair) engine.Frame {
	changed = engine.DistinctPairs(changed)
	contents := make([]engine.Var, len(changed))
	for i, p := range changed {
		contents[i] = p.Current
	}
	i, key := k.prepared.Find('f', contents)
	if i == 0 {
		i = int32(len(k.frames))
		k.prepared[key] = i
		k.frames = append(k.frames, frame{pairs: changed})
		k.frames[i].relevel(k.levelOf)
	}
	return engine.Frame(i)
}

func (f *frame) relevel(levelOf []int32) {
	f.top = make([]uint32, len(levelOf)+1)
	f.changed = make([]bool, len(levelOf)+1)
	for i := range f.top {
		f.top[i] = uint32(i)
	}
	f.last = -1
	for _, p := range f.pairs {
		c, n := levelOf[p.Current], levelOf[p.Next]
		f.top[n] = uint32(c)
		f.changed[c] = true
		f.last = max(f.last, int(n))
	}
	f.next = make([]uint32, len(levelOf)+1)
	next := uint32(len(levelOf))
	for level := len(levelOf); level >= 0; level-- {
		if f.changed[level] {
			next = uint32(level)
		}
		f.next[level] = next
	}
}
