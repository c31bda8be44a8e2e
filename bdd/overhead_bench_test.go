package bdd_test

import (
	"context"
	"testing"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// BenchmarkOverhead measures what an operation costs whose result is known.
func BenchmarkOverhead(b *testing.B) {
	var l bdd.Layout
	x, y := l.Add("x", 16), l.Add("y", 16)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m, err := bdd.New(&l, bdd.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	s := m.NewScope(ctx)
	defer s.Close()
	p, q := x.Equals(s.Calculator(), bdd.Current, y, bdd.Current), s.Calculator().Eq(x, bdd.Current, 5)
	r := must(m.NewRelation(s.Calculator().Eq(x, bdd.Next, 3), []bdd.VarID{x}))
	s.Reset(p, q)
	for _, c := range []struct {
		name string
		run  func(s *bdd.Scope)
	}{
		{"and", func(s *bdd.Scope) { s.Calculator().And(p, q) }},
		{"image", func(s *bdd.Scope) { r.Image(s.Calculator(), p) }},
		{"eq", func(s *bdd.Scope) { s.Calculator().Eq(x, bdd.Current, 5) }},
		{"scope", func(s *bdd.Scope) { s.NewScope().Close() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			t := s.NewScope()
			defer t.Close()
			for i := range b.N {
				c.run(t)
				if i&1023 == 0 {
					t.Reset()
				}
			}
		})
	}
}
