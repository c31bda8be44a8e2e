package bdd_test

import (
	"context"
	"fmt"
	"log"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A puzzle: Ann, Bob and Cal each drink something else, tea, coffee or milk. Ann drinks no milk,
// and if Bob drinks no tea, Cal does. Who drinks what? A diagram holds all answers at once.
func ExampleCalculator() {
	drinks := []string{"tea", "coffee", "milk"}
	const tea, milk = 0, 2
	var l bdd.Layout
	ann, bob, cal := l.AddSingle("Ann", 3), l.AddSingle("Bob", 3), l.AddSingle("Cal", 3)
	m, err := bdd.New(&l, bdd.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	c := m.Calculator(context.Background())
	defer c.Close()

	is := func(who bdd.VarID, drink int) bdd.Node { return c.Eq(who, bdd.Current, drink) }
	differ := func(a, b bdd.VarID) bdd.Node { return c.Not(a.Equals(c, bdd.Current, b, bdd.Current)) }
	solution := c.AndAll(
		differ(ann, bob), differ(ann, cal), differ(bob, cal),
		c.Not(is(ann, milk)),
		c.Implies(c.Not(is(bob, tea)), is(cal, tea)),
	)
	people := []bdd.VarID{ann, bob, cal}
	_, err = c.Result(solution) // the first error of all that was calculated, if there was one
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("solutions:", m.Count(solution, people))
	m.Each(solution, people, func(codes []int) bool {
		fmt.Println("Ann", drinks[codes[0]], "Bob", drinks[codes[1]], "Cal", drinks[codes[2]])
		return true
	})
	// Output:
	// solutions: 2
	// Ann coffee Bob tea Cal milk
	// Ann coffee Bob milk Cal tea
}

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
	c := m.Calculator(context.Background())
	defer c.Close()

	now := hour.Number(c, bdd.Current, 0)
	later := now.Add(c, bdd.VecConst(1)).Mod(c, bdd.VecConst(12))
	tick, err := c.NewRelation(hour.Store(c, bdd.Next, 0, later), []bdd.VarID{hour})
	if err != nil {
		log.Fatal(err)
	}
	set := c.Eq(hour, bdd.Current, 9)
	for range 5 {
		set = tick.Image(c, set)
	}
	if c.Err() != nil {
		log.Fatal(c.Err())
	}
	codes, _ := m.Pick(set, []bdd.VarID{hour, power})
	fmt.Println("five hours after nine:", codes[0])
	fmt.Println("states:", m.Count(set, []bdd.VarID{hour, power}))
	// Output:
	// five hours after nine: 2
	// states: 2
}

// A function keeps its intermediate results in a scope of its own and returns what the caller asked
// for.
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
		c := s.NewScope().Calculator()
		defer c.Close()
		sum := x.Number(c, bdd.Current, 0).Add(c, y.Number(c, bdd.Current, 0))
		return c.Return(sum.Eq(c, bdd.VecConst(k)))
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
	c := m.Calculator(context.Background())
	defer c.Close()
	same := bdd.True
	for i := range 16 { // an order in which the two halves are far apart
		same = c.And(same, bits[i].Equals(c, bdd.Current, bits[16+i], bdd.Current))
	}
	fmt.Println(c.Err())
	// Output:
	// bdd: and: kernel: node limit reached at 10000 nodes, 0 MB of tables
}

// A puzzle as a closure: which amounts can be measured with jugs of 3 and 5 litres?
func ExampleClosure_Forward() {
	var l bdd.Layout
	small, large := l.Add("small", 4), l.Add("large", 6)
	jugs := []bdd.VarID{small, large}
	m, err := bdd.New(&l, bdd.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	c := m.Calculator(context.Background())
	defer c.Close()

	// Fill or empty a jug, pour one into the other as far as there is room.
	x, y := small.Number(c, bdd.Current, 0), large.Number(c, bdd.Current, 0)
	toLarge := x.Min(c, bdd.VecConst(5).Sub(c, y))
	toSmall := y.Min(c, bdd.VecConst(3).Sub(c, x))
	var steps []*bdd.Relation
	for _, step := range []struct{ x, y bdd.Vec }{
		{bdd.VecConst(3), y}, {x, bdd.VecConst(5)}, {bdd.VecConst(0), y}, {x, bdd.VecConst(0)},
		{x.Sub(c, toLarge), y.Add(c, toLarge)},
		{x.Add(c, toSmall), y.Sub(c, toSmall)},
	} {
		r, err := c.NewRelation(c.And(small.Store(c, bdd.Next, 0, step.x), large.Store(c, bdd.Next, 0, step.y)), jugs)
		if err != nil {
			log.Fatal(err)
		}
		steps = append(steps, r)
	}
	empty := c.And(c.Eq(small, bdd.Current, 0), c.Eq(large, bdd.Current, 0))
	reached := m.NewClosure(steps...).Forward(c, empty, bdd.True)
	four, err := c.Result(c.And(reached, c.Eq(large, bdd.Current, 4)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("states:", m.Count(reached, jugs))
	m.Each(four, jugs, func(codes []int) bool {
		fmt.Println("small", codes[0], "large", codes[1])
		return true
	})
	// Output:
	// states: 16
	// small 0 large 4
	// small 3 large 4
}
