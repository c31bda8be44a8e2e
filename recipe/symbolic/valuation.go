package symbolic

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// A variable is a local or a control state that the flow leaves more than one
// value, encoded by the codes 0 to len(values)-1.
type variable struct {
	id    bdd.VarID
	agent int
	local int // index in System.Vars, or -1 for the control state
	// values lists the value of each code; sorted the values in ascending
	// order and codeOf the code of each of those.
	values []recipe.Value
	sorted []recipe.Value
	codeOf []int
	// contiguous says that code and value differ by a constant.
	contiguous bool
	// wide says that bits of others belong between this one's; see [Model.names].
	wide bool
	now  valuation // the current copy
}

// A valuation says in which states a term has which value. It is a table or a
// vector, and nobody learns which without asking for the table: whatever both
// can answer is a method, so that no question finds one of them without an
// answer. Where the term has no value the valuation is arbitrary.
type valuation interface {
	// within is the set of states in which the value belongs to a type.
	within(k *bdd.Calculator, typ *recipe.Type) bdd.Node
	// negate is the valuation of the negated integers.
	negate(k *bdd.Calculator) valuation
	// bits is the value, an integer, as a bit vector.
	bits(k *bdd.Calculator) bdd.Vec
	// store says that a state is in a set, and that the next copy of x has the value; it is false
	// where x cannot have it.
	store(k *bdd.Calculator, in bdd.Node, x *variable) bdd.Node
	// describe visits numbers that determine the valuation among those of its
	// form, as long as the diagrams live.
	describe(visit func(int))
	// diagrams lists all diagrams that the valuation is made of.
	diagrams() []bdd.Node
}

// A table lists values with the states that have them, ascending by value.
// Truth values and the constants of enumerations are always tables. Where there
// is no value no entry says so.
type table []entry

type entry struct {
	value recipe.Value
	when  bdd.Node
}

func tableOf(sets map[recipe.Value]bdd.Node) table {
	out := make(table, 0, len(sets))
	for _, v := range slices.Sorted(maps.Keys(sets)) {
		if sets[v] != bdd.False {
			out = append(out, entry{v, sets[v]})
		}
	}
	return out
}

// fixed returns the value if it is the same in all states.
func (t table) fixed() (recipe.Value, bool) {
	if len(t) == 1 && t[0].when == bdd.True {
		return t[0].value, true
	}
	return 0, false
}

func (t table) when(v recipe.Value) bdd.Node {
	i, found := slices.BinarySearchFunc(t, v, func(e entry, v recipe.Value) int { return cmp.Compare(e.value, v) })
	if !found {
		return bdd.False
	}
	return t[i].when
}

func (t table) within(k *bdd.Calculator, typ *recipe.Type) bdd.Node {
	outside := bdd.False
	for _, e := range t {
		if !typ.Contains(e.value) {
			outside = k.Or(outside, e.when)
		}
	}
	return k.Not(outside)
}

func (t table) negate(*bdd.Calculator) valuation {
	out := make(table, len(t))
	for i, e := range t {
		out[len(t)-1-i] = entry{-e.value, e.when}
	}
	return out
}

func (t table) bits(k *bdd.Calculator) bdd.Vec {
	width := 1
	for _, e := range t {
		for int(e.value)>>(width-1) != 0 && int(e.value)>>(width-1) != -1 {
			width++
		}
	}
	out := make(bdd.Vec, width)
	for i := range out {
		out[i] = bdd.False
		for _, e := range t {
			if int(e.value)>>i&1 == 1 {
				out[i] = k.Or(out[i], e.when)
			}
		}
	}
	return out
}

func (t table) store(k *bdd.Calculator, in bdd.Node, x *variable) bdd.Node {
	out := bdd.False
	for _, e := range t {
		code, ok := x.code(e.value)
		if when := k.And(in, e.when); ok && when != bdd.False {
			out = k.Or(out, k.And(when, k.Eq(x.id, bdd.Next, code)))
		}
	}
	return out
}

func (t table) describe(visit func(int)) {
	visit(len(t))
	for _, e := range t {
		visit(int(e.value))
		visit(int(e.when))
	}
}

func (t table) diagrams() []bdd.Node {
	out := make([]bdd.Node, len(t))
	for i, e := range t {
		out[i] = e.when
	}
	return out
}

// A vector is an integer in two's complement. Only integers of large domains are
// vectors.
type vector bdd.Vec

func (x vector) within(k *bdd.Calculator, typ *recipe.Type) bdd.Node {
	return bdd.Vec(x).InRange(k, typ.Lo, typ.Hi)
}

func (x vector) negate(k *bdd.Calculator) valuation { return vector(bdd.Vec(x).Neg(k)) }

func (x vector) bits(*bdd.Calculator) bdd.Vec { return bdd.Vec(x) }

// bits is how many bits encode the variable.
func (v *variable) bits() int { return bits.Len(uint(len(v.values) - 1)) }

func (x vector) store(k *bdd.Calculator, in bdd.Node, y *variable) bdd.Node {
	if y.contiguous {
		return k.And(in, y.id.Store(k, bdd.Next, int(y.values[0]), bdd.Vec(x)))
	}
	out := bdd.False
	for code, v := range y.values {
		out = k.Or(out, k.And(bdd.Vec(x).Eq(k, bdd.VecConst(int(v))), k.Eq(y.id, bdd.Next, code)))
	}
	return k.And(in, out)
}

// code returns the code of a value; ok is false if the flow excludes it.
func (v *variable) code(x recipe.Value) (int, bool) {
	i, ok := slices.BinarySearch(v.sorted, x)
	if !ok {
		return 0, false
	}
	return v.codeOf[i], true
}

func (v *variable) name(sys *recipe.System) string { return sys.VariableName(v.agent, v.local) }

// bitNames lists the names of the variable's bits, the heaviest first.
func (v *variable) bitNames(sys *recipe.System) []string {
	var out []string
	for i := v.bits() - 1; i >= 0; i-- {
		out = append(out, fmt.Sprintf("%s[%d]", v.name(sys), i))
	}
	return out
}

func (x vector) describe(visit func(int)) {
	visit(-1 - len(x))
	for _, n := range x {
		visit(int(n))
	}
}

func (x vector) diagrams() []bdd.Node { return x }

// Expressions are evaluated over diagrams: sets of states are nodes, values are
// valuations.
type (
	evaluator = evaluate.Evaluator[bdd.Node, valuation]
	setting   = evaluate.Setting[bdd.Node, valuation]
	term      = evaluate.Term[bdd.Node, valuation]
)

// A reaction is one way in which an agent takes part: a command, with the
// agent's variables that it does not update kept.
type reaction struct {
	command int
	steps   bdd.Node // kept
}

// A part is one agent's contribution to an interaction.
type part struct {
	agent   int
	changed []*variable // what its reactions may change, in the order of the diagram
	stays   bdd.Node    // kept: the agent does not take part, and keeps its state
	takes   []reaction  // the commands it may take part with
}

func constant(v recipe.Value) valuation { return table{{v, bdd.True}} }
