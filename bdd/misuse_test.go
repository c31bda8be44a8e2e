package bdd_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/misusetest"
)

// misused makes what calls can be made with: a manager with its objects, and managers, scopes and
// objects that are closed, released or another manager's.
func misused(t *testing.T, o bdd.Options) misusetest.Fixture {
	return func() []any {
		open := func() (m *bdd.Manager, s *bdd.Scope, objects []any) {
			l := new(bdd.Layout)
			x := l.Add("x", 5)
			l.AddSingle("y", 3)
			m, err := bdd.New(l, o)
			require.NoError(t, err)
			s = m.NewScope(context.Background())
			n := s.Calculator().Eq(x, bdd.Next, 3)
			r := must(m.NewRelation(n, []bdd.VarID{x}))
			return m, s, []any{
				m, s, n, l, x, r, m.NewClosure(r), s.Calculator(), m.VarSet(bdd.Next, x), m.Renaming(bdd.Next, bdd.Current, x),
				x.Number(s.Calculator(), bdd.Current, 0),
			}
		}
		_, _, good := open()
		foreign, _, others := open()
		t.Cleanup(foreign.Close)
		closed, scope, _ := open()
		scope.Close()
		closed.Close()
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		r := others[5].(*bdd.Relation)
		released := must(foreign.NewRelation(r.Trans(), r.Changed()))
		released.Release()
		all := append(good, bdd.Node(1<<30), bdd.VarID(7), bdd.Copy(9), closed, scope, closed.NewScope(context.Background()), released)
		return append(append(all, others[5:]...), context.Background(), ended, new(bytes.Buffer), bdd.Options{},
			func([]int) bool { return true }, func(bdd.VarID, bdd.Copy) int { return 1 << 40 }, bdd.Vec{})
	}
}

// TestMisuseIsRefused calls everything that the package exports with arguments that make no sense.
func TestMisuseIsRefused(t *testing.T) {
	types := map[string]any{
		"Manager": new(bdd.Manager), "Scope": new(bdd.Scope), "Layout": new(bdd.Layout), "Relation": new(bdd.Relation),
		"Closure": new(bdd.Closure), "VarSet": new(bdd.VarSet), "Copy": bdd.Copy(0),
		"Calculator": new(bdd.Calculator), "VarID": bdd.VarID(0), "Vec": bdd.Vec{}, "Renaming": new(bdd.Renaming),
	}
	var receivers []any
	for _, name := range misusetest.Types(t, ".") {
		require.Contains(t, types, name)
		receivers = append(receivers, types[name])
	}
	for _, engine := range []string{"native", "rudd"} {
		t.Run(engine, func(t *testing.T) {
			fixture := misused(t, bdd.Options{Engine: engine})
			misusetest.Methods(t, fixture, receivers...)
			misusetest.Functions(t, ".", fixture, map[string]any{
				"New": bdd.New, "Constant": bdd.Constant, "Same": bdd.Same, "VecConst": bdd.VecConst, "MappedBytes": bdd.MappedBytes, "ProcessBytes": bdd.ProcessBytes,
			})
		})
	}
}

// TestMisuseIsNamed: what is wrong stands in the error, and errors.Is finds ErrMisuse.
func TestMisuseIsNamed(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		l := new(bdd.Layout)
		x, single := l.Add("x", 5), l.AddSingle("y", 3)
		m, s := open(t, l, o)
		other, _ := open(t, l, o)
		closed, scopeOfClosed := open(t, l, o)
		ofClosed := closed.VarSet(bdd.Current, x)
		closed.Close()
		child := s.NewScope()
		child.Close()
		n := s.Calculator().Eq(x, bdd.Current, 3)
		released := must(m.NewRelation(bdd.False, nil))
		closure := m.NewClosure(released)
		released.Release()
		closure.Release()
		foreign := must(other.NewRelation(bdd.False, nil))
		only := func(_ any, err error) error { return err }
		calculated := func(s *bdd.Scope, operation func(c *bdd.Calculator)) error {
			c := s.Calculator()
			operation(c)
			return c.Err()
		}
		for want, err := range map[string]error{
			"the scope is closed":                             calculated(child, func(c *bdd.Calculator) { c.And(n, n) }),
			"scope is nil":                                    calculated((*bdd.Scope)(nil).NewScope(), func(c *bdd.Calculator) { c.And(n, n) }),
			"the calculator is nil":                           calculated(nil, func(c *bdd.Calculator) { c.And(n, n) }),
			"NewScope was given no context":                   calculated(m.NewScope(nil), func(c *bdd.Calculator) { c.And(n, n) }),
			"the manager is closed":                           calculated(scopeOfClosed, func(c *bdd.Calculator) { c.Not(bdd.True) }),
			"collecting: misuse: the manager is closed":       closed.Collect(context.Background()),
			"no node has number 1073741824":                   calculated(s, func(c *bdd.Calculator) { c.And(n, 1<<30) }),
			"the set of variables is nil":                     calculated(s, func(c *bdd.Calculator) { (*bdd.VarSet)(nil).Exists(c, n) }),
			"the set of variables belongs to another manager": calculated(s, func(c *bdd.Calculator) { ofClosed.Exists(c, n) }),
			"no variable 7 in a layout of 2":                  calculated(s, func(c *bdd.Calculator) { m.VarSet(bdd.Current, 7).Exists(c, n) }),
			"the renaming is nil":                             calculated(s, func(c *bdd.Calculator) { (*bdd.Renaming)(nil).Rename(c, n) }),
			"variable \"y\" has no next copy":                 calculated(s, func(c *bdd.Calculator) { m.Renaming(bdd.Current, bdd.Next, single).Rename(c, n) }),
			"the relation is released":                        calculated(s, func(c *bdd.Calculator) { released.Image(c, n) }),
			"the relation belongs to another manager":         calculated(s, func(c *bdd.Calculator) { foreign.PreImage(c, n) }),
			"the closure is released":                         calculated(s, func(c *bdd.Calculator) { closure.Forward(c, n, bdd.True) }),
			"a number has no bits":                            calculated(s, func(c *bdd.Calculator) { bdd.Vec(nil).Add(c, bdd.VecConst(1)) }),
			"there is no writer":                              m.Dump(nil, n),
			"there is no reader":                              only(s.Load(nil)),
			"the layout is nil":                               only(bdd.New(nil, o)),
			"MaxNodes is -1":                                  only(bdd.New(l, bdd.Options{MaxNodes: -1})),
			"InitialNodes is 1099511627776":                   only(bdd.New(l, bdd.Options{InitialNodes: 1 << 40})),

			`quantification: misuse: variable "y" has no next copy`:    calculated(s, func(c *bdd.Calculator) { m.VarSet(bdd.Next, single).Forall(c, n) }),
			"closure: misuse: the relation belongs to another manager": calculated(s, func(c *bdd.Calculator) { m.NewClosure(foreign).Image(c, n) }),
		} {
			require.ErrorContains(t, err, want)
			require.ErrorIs(t, err, bdd.ErrMisuse, want)
			require.True(t, strings.HasPrefix(err.Error(), "bdd: "), err.Error())
		}
		require.PanicsWithError(t, "bdd: Count: misuse: the node depends on variables that are not listed", func() { m.Count(n, nil) })
		require.PanicsWithError(t, "bdd: Keep: misuse: no node has number 99999999: it was not held, or is another manager's", func() { m.Keep(99999999) })
		require.PanicsWithError(t, "bdd: NodeCount: misuse: the manager is closed", func() { closed.NodeCount(n) })
		require.Equal(t, n, s.Calculator().And(n, bdd.True), "the manager works as before")
	})
}

// TestClosingIsHarmless: whatever is still open may be closed, released or asked for figures after
// the manager.
func TestClosingIsHarmless(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		var l bdd.Layout
		x := l.Add("x", 5)
		m, s := open(t, &l, o)
		n := m.Keep(s.Calculator().Eq(x, bdd.Next, 3))
		r := must(m.NewRelation(n, []bdd.VarID{x}))
		c := m.NewClosure(r)
		c.Image(s.Calculator(), bdd.True)
		figures := m.Stats()
		m.Close()
		m.Close()
		require.Equal(t, figures.Nodes, m.Stats().Nodes)
		m.Release(n)
		r.Release()
		c.Release()
		s.Close()
	})
}

// TestOneOfLargeVariable: the codes of a variable are not enumerated.
func TestOneOfLargeVariable(t *testing.T) {
	var l bdd.Layout
	x := l.Add("x", 1<<62-1)
	m, s := open(t, &l, bdd.Options{})
	n := x.OneOf(s.Calculator(), bdd.Current, 1<<61, 7, 7, -1, 1<<62-1)
	require.Equal(t, "2", m.Count(n, []bdd.VarID{x}).String())
}

// TestConcurrentUse: an operation that begins while another one runs is refused.
func TestConcurrentUse(t *testing.T) {
	var l bdd.Layout
	x := l.Add("x", 5)
	m, s := open(t, &l, bdd.Options{})
	var err error
	s = m.NewScope(lookingContext{context.Background(), func() {
		c := s.Calculator()
		c.Eq(x, bdd.Current, 1)
		err = c.Err()
	}})
	s.Calculator().Eq(x, bdd.Current, 3)
	require.ErrorIs(t, err, bdd.ErrMisuse)
	require.ErrorContains(t, err, "another operation of the manager is under way")
}

// lookingContext does something whenever an operation looks whether it has ended.
type lookingContext struct {
	context.Context
	look func()
}

func (c lookingContext) Err() error {
	c.look()
	return nil
}
