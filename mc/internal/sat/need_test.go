package sat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A circuit has inputs and gates, each a conjunction of two literals before it, and clauses that
// hold where a condition is assumed.
type drawn struct {
	solver *Solver
	inputs int
	gates  [][2]Lit // literals of this circuit, inputs first
	known  []Lit    // by variable of the circuit: that of the solver
	always [][]Lit
	under  map[Lit][][]Lit // by condition of the solver
	names  map[Lit][]Clause
}

func drawCircuit(random *rand.Rand) *drawn {
	d := &drawn{solver: &Solver{}, inputs: 6, under: map[Lit][][]Lit{}, names: map[Lit][]Clause{}}
	for range d.inputs {
		d.known = append(d.known, d.solver.Dependent())
	}
	for range random.IntN(3) { // gates are simpler then
		d.demand(d.clause(random))
	}
	for i := range 12 {
		x := d.solver.Dependent()
		d.solver.Outside(x)
		operands := [2]Lit{d.draw(random, d.inputs+i), d.last(random, d.inputs+i)}
		d.gates, d.known = append(d.gates, operands), append(d.known, x)
		a, b := d.lit(operands[0]), d.lit(operands[1])
		d.solver.AddWhen(x, a)
		d.solver.AddWhen(x, b)
		d.solver.AddWhen(x.Not(), a.Not(), b.Not())
	}
	return d
}

func (d *drawn) draw(random *rand.Rand, variables int) Lit { return Lit(random.IntN(2 * variables)) }

// last draws a literal of one of the last variables.
func (d *drawn) last(random *rand.Rand, variables int) Lit {
	return Lit(2*variables - 1 - random.IntN(8))
}

// lit is a literal of the circuit as the solver knows it.
func (d *drawn) lit(l Lit) Lit { return d.known[l>>1] ^ l&1 }

func (d *drawn) lits(of []Lit) (out []Lit) {
	for _, l := range of {
		out = append(out, d.lit(l))
	}
	return out
}

// clause draws a clause over inputs.
func (d *drawn) clause(random *rand.Rand) (out []Lit) {
	for range 1 + random.IntN(4) {
		out = append(out, d.draw(random, d.inputs))
	}
	return out
}

// demand adds a clause that always holds.
func (d *drawn) demand(clause []Lit) {
	d.always = append(d.always, clause)
	d.solver.Add(d.lits(clause)...)
}

// values evaluates the gates for values of the inputs.
func (d *drawn) values(inputs int) []bool {
	var out []bool
	for i := range d.inputs {
		out = append(out, inputs>>i&1 == 1)
	}
	is := func(l Lit) bool { return out[l>>1] != (l&1 == 1) }
	for _, g := range d.gates {
		out = append(out, is(g[0]) && is(g[1]))
	}
	return out
}

// holds reports whether values satisfy all that is demanded.
func (d *drawn) holds(inputs int, assumed, conditions []Lit) bool {
	values := d.values(inputs)
	is := func(l Lit) bool { return values[l>>1] != (l&1 == 1) }
	clauses := slices.Clone(d.always)
	for _, c := range conditions {
		clauses = append(clauses, d.under[c]...)
	}
	return !slices.ContainsFunc(assumed, func(l Lit) bool { return !is(l) }) &&
		!slices.ContainsFunc(clauses, func(c []Lit) bool { return !slices.ContainsFunc(c, is) })
}

// focus puts what the assumptions depend on into the focus.
func (d *drawn) focus(assumed []Lit) {
	d.solver.Focus()
	var add func(l Lit)
	add = func(l Lit) {
		if i := int(l>>1) - d.inputs; i >= 0 && d.solver.Inside(d.known[l>>1]) {
			add(d.gates[i][0])
			add(d.gates[i][1])
		}
	}
	for _, l := range assumed {
		add(l)
	}
}

// Searches that give values only to what something depends on, and draw no conclusions about other
// gates, agree with trying all inputs. Conditions come and go with their clauses, clauses are
// replaced by stronger ones, and learnt clauses are dropped early.
func TestPartialSearchesAgreeWithTrying(t *testing.T) {
	count := map[Status]int{}
	partial, freed := 0, 0
	for seed := range uint64(1200) {
		random := rand.New(rand.NewPCG(5900+seed, 5)) // one of these once found a mistake
		d := drawCircuit(random)
		s := d.solver
		s.keep, s.patience = random.IntN(3)*3, 1+random.IntN(4)
		var conditions []Lit
		for range 25 {
			d.change(random, &conditions, seed%2 == 1)
			var assumed, on []Lit
			for range 1 + random.IntN(3) {
				assumed = append(assumed, d.draw(random, len(d.known)))
			}
			for _, c := range conditions {
				if random.IntN(2) == 0 {
					on = append(on, c)
				}
			}
			d.focus(assumed)
			all := slices.Concat(on, d.lits(assumed))
			status := Unknown
			for limit := 1 + random.IntN(50); status == Unknown; limit *= 2 {
				status = s.Solve(s.Work()+limit, all...)
			}
			count[status]++
			possible := slices.ContainsFunc(numbers(1<<d.inputs), func(inputs int) bool { return d.holds(inputs, assumed, on) })
			require.Equal(t, possible, status == Satisfiable, "seed %d", seed)
			if status == Satisfiable {
				sure, open := 0, 0
				for i, x := range d.known[:d.inputs] {
					if s.Is(x) {
						sure |= 1 << i
					} else if !s.Is(x.Not()) {
						open |= 1 << i
						partial++
					}
				}
				require.True(t, d.holds(sure, assumed, on), "seed %d", seed)
				require.True(t, d.holds(sure|open, assumed, on), "seed %d: whatever the others are", seed)
				continue
			}
			var failed, failedOn []Lit
			for _, l := range assumed {
				if s.HasFailed(d.lit(l)) {
					failed = append(failed, l)
				}
			}
			for _, c := range on {
				if s.HasFailed(c) {
					failedOn = append(failedOn, c)
				}
			}
			require.False(t, slices.ContainsFunc(numbers(1<<d.inputs), func(inputs int) bool { return d.holds(inputs, failed, failedOn) }), "seed %d", seed)
		}
		freed += len(s.free)
	}
	t.Log(count, partial, freed)
	require.Greater(t, min(count[Satisfiable], count[Unsatisfiable], partial, freed), 200)
}

// change adds and removes clauses and conditions; with units also clauses of one or two literals,
// which decide gates that no focus has.
func (d *drawn) change(random *rand.Rand, conditions *[]Lit, units bool) {
	s := d.solver
	switch random.IntN(8) {
	case 0:
		if c := d.clause(random); len(c) > 2 || units && random.IntN(6) == 0 {
			d.demand(c)
		}
	case 1, 2:
		if n := len(*conditions); n > 0 {
			i := random.IntN(n)
			c := (*conditions)[i]
			s.Release(c)
			delete(d.under, c)
			delete(d.names, c)
			*conditions = slices.Delete(*conditions, i, i+1)
		}
	case 3, 4:
		*conditions = append(*conditions, s.Dependent())
	default:
		if n := len(*conditions); n > 0 {
			d.tell(random, (*conditions)[random.IntN(n)])
		}
	}
}

// tell adds a clause under a condition, or replaces one by a part of it.
func (d *drawn) tell(random *rand.Rand, when Lit) {
	s := d.solver
	if n := len(d.names[when]); n > 0 && random.IntN(2) == 0 {
		i := random.IntN(n)
		old := d.under[when][i]
		part := old[:max(1, len(old)-1)]
		s.Remove(d.names[when][i])
		d.under[when][i] = part
		d.names[when][i] = s.AddNamed(when, d.lits(part)...)
		return
	}
	c := d.clause(random)
	d.under[when] = append(d.under[when], c)
	d.names[when] = append(d.names[when], s.AddNamed(when, d.lits(c)...))
}

func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
