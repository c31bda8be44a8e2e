package bdd_test

import (
	"context"
	"fmt"
	"log"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A clock with hours and a switch that nobody touches: the states it reaches, and one of them.
func Example() {
	var l bdd.Layout
	hour := l.Add("hour", 12)
	power := l.Add("switch", 2)
	m, err := bdd.New(&l, bdd.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	s := m.NewScope(context.Background())
	defer s.Close()

	tick, err := tickRelation(m, s, hour)
	if err != nil {
		log.Fatal(err)
	}
	set, err := s.Eq(hour, bdd.Current, 9)
	if err != nil {
		log.Fatal(err)
	}
	for range 5 {
		if set, err = s.Image(tick, set); err != nil {
			log.Fatal(err)
		}
	}
	codes, _ := m.Pick(set, []bdd.VarID{hour, power})
	fmt.Println("five hours after nine:", codes[0])
	fmt.Println("states:", m.Count(set, []bdd.VarID{hour, power}))
	// Output:
	// five hours after nine: 2
	// states: 2
}

// tickRelation is hour' = (hour + 1) mod 12.
func tickRelation(m *bdd.Manager, s *bdd.Scope, hour bdd.VarID) (*bdd.Relation, error) {
	now, err := s.VecVar(hour, bdd.Current, 0)
	if err != nil {
		return nil, err
	}
	later, err := s.VecAdd(now, bdd.VecConst(1))
	if err != nil {
		return nil, err
	}
	later, err = s.VecMod(later, bdd.VecConst(12))
	if err != nil {
		return nil, err
	}
	trans, err := s.VecStore(hour, bdd.Next, 0, later)
	if err != nil {
		return nil, err
	}
	return m.NewRelation(trans, []bdd.VarID{hour})
}

// A function keeps its intermediate results in a scope of its own and returns what the caller asked for.
func ExampleScope() {
	var l bdd.Layout
	x, y := l.Add("x", 10), l.Add("y", 10)
	m, err := bdd.New(&l, bdd.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	s := m.NewScope(context.Background())
	defer s.Close()

	// sumIs says that x + y = k.
	sumIs := func(s *bdd.Scope, k int) (bdd.Node, error) {
		t := s.NewScope()
		defer t.Close()
		a, err := t.VecVar(x, bdd.Current, 0)
		if err != nil {
			return bdd.False, err
		}
		b, err := t.VecVar(y, bdd.Current, 0)
		if err != nil {
			return bdd.False, err
		}
		sum, err := t.VecAdd(a, b)
		if err != nil {
			return bdd.False, err
		}
		n, err := t.VecEq(sum, bdd.VecConst(k))
		return t.Return(n), err
	}
	n, err := sumIs(s, 3)
	if err != nil {
		log.Fatal(err)
	}
	m.Each(n, []bdd.VarID{x, y}, func(codes []int) bool {
		fmt.Println(codes)
		return true
	})
	// Output:
	// [0 3]
	// [1 2]
	// [2 1]
	// [3 0]
}

// A limit is an ordinary error; the manager goes on working.
func ExampleOptions_limits() {
	var l bdd.Layout
	var bits []bdd.VarID
	for i := range 32 {
		bits = append(bits, l.AddSingle(fmt.Sprint("bit", i), 2))
	}
	m, err := bdd.New(&l, bdd.Options{Engine: "native", MaxNodes: 10_000})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	s := m.NewScope(context.Background())
	defer s.Close()
	same := bdd.True
	for i := range 16 { // an order in which the two halves are far apart
		eq, err := s.EqVars(bits[i], bdd.Current, bits[16+i], bdd.Current)
		if err == nil {
			same, err = s.And(same, eq)
		}
		if err != nil {
			fmt.Println(err)
			break
		}
	}
	// Output:
	// bdd: and: kernel: node limit reached at 10000 nodes, 0 MB of tables
}

// A puzzle as a closure: which amounts can be measured with jugs of 3 and 5 litres?
func ExampleScope_Forward() {
	var l bdd.Layout
	small, large := l.Add("small", 4), l.Add("large", 6)
	m, err := bdd.New(&l, bdd.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	s := m.NewScope(context.Background())
	defer s.Close()

	steps, err := jugs(m, s, small, large)
	if err != nil {
		log.Fatal(err)
	}
	empty, err := s.And(must(s.Eq(small, bdd.Current, 0)), must(s.Eq(large, bdd.Current, 0)))
	if err != nil {
		log.Fatal(err)
	}
	reached, err := s.Forward(m.NewClosure(steps...), empty, bdd.True)
	if err != nil {
		log.Fatal(err)
	}
	four, err := s.And(reached, must(s.Eq(large, bdd.Current, 4)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("states:", m.Count(reached, []bdd.VarID{small, large}))
	m.Each(four, []bdd.VarID{small, large}, func(codes []int) bool {
		fmt.Println("small", codes[0], "large", codes[1])
		return true
	})
	// Output:
	// states: 16
	// small 0 large 4
	// small 3 large 4
}

// jugs lists the relations: fill or empty a jug, pour one into the other as far as there is room.
func jugs(m *bdd.Manager, s *bdd.Scope, small, large bdd.VarID) ([]*bdd.Relation, error) {
	x, err := s.VecVar(small, bdd.Current, 0)
	if err != nil {
		return nil, err
	}
	y, err := s.VecVar(large, bdd.Current, 0)
	if err != nil {
		return nil, err
	}
	room, err := s.VecSub(bdd.VecConst(5), y)
	if err != nil {
		return nil, err
	}
	toLarge, err := s.VecMin(x, room)
	if err != nil {
		return nil, err
	}
	if room, err = s.VecSub(bdd.VecConst(3), x); err != nil {
		return nil, err
	}
	toSmall, err := s.VecMin(y, room)
	if err != nil {
		return nil, err
	}
	var all []*bdd.Relation
	for _, step := range []struct{ x, y bdd.Vec }{
		{bdd.VecConst(3), y}, {x, bdd.VecConst(5)}, {bdd.VecConst(0), y}, {x, bdd.VecConst(0)},
		{must(s.VecSub(x, toLarge)), must(s.VecAdd(y, toLarge))},
		{must(s.VecAdd(x, toSmall)), must(s.VecSub(y, toSmall))},
	} {
		trans, err := s.AndAll(must(s.VecStore(small, bdd.Next, 0, step.x)), must(s.VecStore(large, bdd.Next, 0, step.y)))
		if err != nil {
			return nil, err
		}
		r, err := m.NewRelation(trans, []bdd.VarID{small, large})
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}
