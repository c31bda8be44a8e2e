package enginetest

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// allFunctions compares the connectives on all pairs of functions over three variables.
func allFunctions(t *testing.T, fresh New, c engine.Config) {
	b := NewBench(t, fresh, c)
	refs := b.all()
	for x, r := range refs {
		n, err := b.E.Not(b.ctx, r)
		b.want(refs, ^Table(x)&b.Mask(), n, err, "not", x)
		for y, q := range refs {
			for op, twin := range twins {
				n, err := b.E.Apply(b.ctx, engine.Op(op), r, q)
				b.want(refs, twin(Table(x), Table(y))&b.Mask(), n, err, "connective", op, x, y)
			}
			if c, ok := b.E.(engine.Comparer); ok {
				is, err := c.Leq(b.ctx, r, q)
				if err != nil || is != (x&^y == 0) {
					t.Fatalf("leq %x %x: %v, %v", x, y, is, err)
				}
				is, err = c.Disjoint(b.ctx, r, q)
				if err != nil || is != (x&y == 0) {
					t.Fatalf("disjoint %x %x: %v, %v", x, y, is, err)
				}
			}
		}
	}
}

// exports compares exported diagrams and sizes with walks.
func exports(t *testing.T, fresh New, c engine.Config) {
	c.NumVars = 3
	b := NewBench(t, fresh, c)
	for x, n := range b.all() {
		nodes := map[engine.Ref]bool{}
		var visit func(n engine.Ref)
		visit = func(n engine.Ref) {
			if n > engine.True && !nodes[n] {
				nodes[n] = true
				visit(b.E.Low(n))
				visit(b.E.High(n))
			}
		}
		visit(n)
		require.Equal(t, len(nodes), b.E.Size(n, n, engine.True))
		list, places := b.E.Export(n, engine.True, n)
		require.Len(t, list, len(nodes)+2)
		require.Equal(t, []int32{places[0], 1, places[0]}, places)
		for i := range b.rows() {
			at := int(places[0])
			for at > 1 {
				require.Less(t, int(max(list[at].Low, list[at].High)), at)
				if i>>b.E.VarAt(int(list[at].Level))&1 == 1 {
					at = int(list[at].High)
				} else {
					at = int(list[at].Low)
				}
			}
			require.Equal(t, x>>i&1, at)
		}
	}
}

// ite compares if-then-else on all triples of functions over two variables and on random ones over
// three.
func ite(t *testing.T, fresh New, c engine.Config) {
	twin := func(f, g, h Table) Table { return f&g | h&^f }
	c.NumVars = 2
	b := NewBench(t, fresh, c)
	refs := b.all()
	for f := range refs {
		for g := range refs {
			for h := range refs {
				n, err := b.E.Ite(b.ctx, refs[f], refs[g], refs[h])
				b.want(refs, twin(Table(f), Table(g), Table(h)), n, err, "ite", f, g, h)
			}
		}
	}
	c.NumVars = 3
	b = NewBench(t, fresh, c)
	refs = b.all()
	random := rand.New(rand.NewPCG(2, 3))
	for range 20_000 {
		f, g, h := random.IntN(256), random.IntN(256), random.IntN(256)
		n, err := b.E.Ite(b.ctx, refs[f], refs[g], refs[h])
		b.want(refs, twin(Table(f), Table(g), Table(h)), n, err, "ite", f, g, h)
	}
}

// subset lists the variables whose bit is set.
func subset(n, bits int) []engine.Var {
	var vars []engine.Var
	for v := range n {
		if bits>>v&1 == 1 {
			vars = append(vars, engine.Var(v))
		}
	}
	return vars
}

// quantifiers compares quantification over every set of variables, the empty one included.
func quantifiers(t *testing.T, fresh New, c engine.Config) {
	b := NewBench(t, fresh, c)
	refs := b.all()
	for bits := range 8 {
		vars := subset(3, bits)
		set := b.E.NewVarSet(append(vars, vars...))
		require.Equal(t, set, b.E.NewVarSet(vars), "the same set is prepared once")
		for x, r := range refs {
			n, err := b.E.Exists(b.ctx, set, r)
			b.want(refs, b.exists(Table(x), vars), n, err, "exists", vars, x)
			n, err = b.E.Forall(b.ctx, set, r)
			b.want(refs, ^b.exists(^Table(x)&b.Mask(), vars)&b.Mask(), n, err, "forall", vars, x)
			for y := 0; y < len(refs); y += 1 + bits {
				n, err := b.E.AndExists(b.ctx, set, r, refs[y])
				b.want(refs, b.exists(Table(x&y), vars), n, err, "andExists", vars, x, y)
			}
			require.Equal(t, b.support(Table(x)), b.E.Support(r))
		}
	}
}

func (b *Bench) support(t Table) []engine.Var {
	var vars []engine.Var
	for v := range engine.Var(b.N) {
		if b.cofactor(t, v, false) != b.cofactor(t, v, true) {
			vars = append(vars, v)
		}
	}
	return vars
}

// renamings compares every permutation of the variables, and every renaming of one or two variables
// to ones a function does not depend on.
func renamings(t *testing.T, fresh New, c engine.Config) {
	b := NewBench(t, fresh, c)
	refs := b.all()
	all := []engine.Var{0, 1, 2}
	for _, to := range [][]engine.Var{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		r := b.E.NewRenaming(all, to)
		for x, n := range refs {
			n, err := b.E.Rename(b.ctx, r, n)
			b.want(refs, b.rename(Table(x), all, to), n, err, "permute", to, x)
		}
	}
	for from := range engine.Var(3) {
		for to := range engine.Var(3) {
			r := b.E.NewRenaming([]engine.Var{from}, []engine.Var{to})
			for x, n := range refs {
				if from != to && b.cofactor(Table(x), to, false) != b.cofactor(Table(x), to, true) {
					continue
				}
				n, err := b.E.Rename(b.ctx, r, n)
				b.want(refs, b.rename(Table(x), []engine.Var{from}, []engine.Var{to}), n, err, "rename", from, to, x)
			}
		}
	}
}

// restrict checks what a restriction promises.
func restrict(t *testing.T, fresh New, c engine.Config) {
	b := NewBench(t, fresh, c)
	refs := b.all()
	for x, f := range refs {
		for y := 1; y < len(refs); y++ {
			n, err := b.E.Restrict(b.ctx, f, refs[y])
			got := b.Table(n)
			if got&Table(y) != Table(x&y) {
				t.Fatalf("restrict %x to %x gave %x", x, y, got)
			}
			b.want(refs, got, n, err, "restrict", x, y)
		}
	}
}

// cubes checks literals, the walk over a diagram, and the two ways of numbering.
func cubes(t *testing.T, fresh New, c engine.Config) {
	c.NumVars = 5
	for _, order := range orders(5) {
		c.Order = order
		b := NewBench(t, fresh, c)
		require.Equal(t, 5, b.E.NumVars())
		for level, v := range order {
			require.Equal(t, v, b.E.VarAt(level))
			require.Equal(t, level, b.E.Level(v))
		}
		require.Equal(t, engine.NoVar, b.E.Top(engine.False))
		require.Equal(t, engine.NoVar, b.E.Top(engine.True))
		n, err := b.E.Cube(b.ctx, nil)
		require.NoError(t, err)
		require.Equal(t, engine.True, n)
		for bits := range 32 {
			var literals []engine.Literal
			want := b.Mask()
			for _, v := range subset(5, bits|bits>>2) {
				value := bits>>v&1 == 1
				literals = append(literals, engine.Literal{Var: v, Value: value}, engine.Literal{Var: v, Value: value})
				for i := range b.rows() {
					if (i>>v&1 == 1) != value {
						want &^= 1 << i
					}
				}
			}
			n, err := b.E.Cube(b.ctx, literals)
			b.want(nil, want, n, err, "cube", literals)
		}
	}
}

// images compares images and preimages of random sets under random relations, for every frame over
// three state bits, with explicit steps.
func images(t *testing.T, fresh New, c engine.Config) {
	c.NumVars = 6
	pairs := []engine.Pair{{Current: 0, Next: 1}, {Current: 2, Next: 3}, {Current: 4, Next: 5}}
	c.Pairs = pairs
	random := rand.New(rand.NewPCG(4, 5))
	for _, order := range [][]engine.Var{nil, {4, 5, 0, 1, 2, 3}, {2, 3, 4, 5, 0, 1}} {
		c.Order = order
		b := NewBench(t, fresh, c)
		for bits := range 8 {
			var changed []engine.Pair
			var unchangedNext, next []engine.Var
			for i, p := range pairs {
				next = append(next, p.Next)
				if bits>>i&1 == 1 {
					changed = append(changed, p)
				} else {
					unchangedNext = append(unchangedNext, p.Next)
				}
			}
			frame := b.E.NewFrame(changed)
			for range 150 {
				rel := b.exists(sparse(random, 3), unchangedNext)
				set := b.exists(sparse(random, 3), next)
				r, s := b.Build(rel), b.Build(set)
				n, err := b.E.Image(b.ctx, frame, r, s)
				b.want(nil, b.image(changed, rel, set), n, err, "image", changed, rel, set)
				n, err = b.E.PreImage(b.ctx, frame, r, s)
				b.want(nil, b.preImage(changed, rel, set), n, err, "preimage", changed, rel, set)
			}
		}
	}
}

// successors calls f with every state and each of its successors; states are rows in which the next
// variables are false.
func (b *Bench) successors(changed []engine.Pair, rel Table, f func(from, to int)) {
	for from := range b.rows() {
		if from&0b101010 != 0 {
			continue
		}
		for to := range b.rows() {
			if to&0b101010 != 0 {
				continue
			}
			row, mask := from, 0 // the row of rel in which the step is looked up, and the bits in which states may differ
			for _, p := range changed {
				row |= to >> p.Current & 1 << p.Next
				mask |= 1 << p.Current
			}
			if (from^to)&^mask == 0 && rel>>row&1 == 1 {
				f(from, to)
			}
		}
	}
}

func (b *Bench) image(changed []engine.Pair, rel, set Table) (r Table) {
	b.successors(changed, rel, func(from, to int) { r |= (set >> from & 1) << to })
	return b.exists(r, []engine.Var{1, 3, 5})
}

func (b *Bench) preImage(changed []engine.Pair, rel, set Table) (r Table) {
	b.successors(changed, rel, func(from, to int) { r |= (set >> to & 1) << from })
	return b.exists(r, []engine.Var{1, 3, 5})
}

// cancelled checks that a context which has ended stops every operation, and that the engine works
// afterwards.
func cancelled(t *testing.T, fresh New, c engine.Config) {
	c.NumVars = 6
	c.Pairs = []engine.Pair{{Current: 0, Next: 1}}
	b := NewBench(t, fresh, c)
	x, y := b.Build(0x0123456789abcdef), b.Build(0x1133557799bbddff)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	set, frame := b.E.NewVarSet([]engine.Var{1}), b.E.NewFrame(c.Pairs)
	renaming := b.E.NewRenaming([]engine.Var{0}, []engine.Var{1})
	for name, operation := range map[string]func() (engine.Ref, error){
		"Cube":      func() (engine.Ref, error) { return b.E.Cube(ended, []engine.Literal{{Var: 1}}) },
		"Apply":     func() (engine.Ref, error) { return b.E.Apply(ended, engine.And, x, y) },
		"Not":       func() (engine.Ref, error) { return b.E.Not(ended, x) },
		"Ite":       func() (engine.Ref, error) { return b.E.Ite(ended, x, y, engine.True) },
		"Exists":    func() (engine.Ref, error) { return b.E.Exists(ended, set, x) },
		"Forall":    func() (engine.Ref, error) { return b.E.Forall(ended, set, x) },
		"AndExists": func() (engine.Ref, error) { return b.E.AndExists(ended, set, x, y) },
		"Rename":    func() (engine.Ref, error) { return b.E.Rename(ended, renaming, x) },
		"Image":     func() (engine.Ref, error) { return b.E.Image(ended, frame, x, y) },
		"PreImage":  func() (engine.Ref, error) { return b.E.PreImage(ended, frame, x, y) },
		"Restrict":  func() (engine.Ref, error) { return b.E.Restrict(ended, x, y) },
		"Collect": func() (engine.Ref, error) {
			return 0, b.E.Collect(ended, func(visit func(engine.Ref)) { visit(x); visit(y) })
		},
	} {
		_, err := operation()
		require.ErrorIs(t, err, context.Canceled, name)
	}
	n, err := b.E.Apply(b.ctx, engine.And, x, y)
	b.want(nil, 0x0123456789abcdef&0x1133557799bbddff, n, err, "and after cancellations")
}
