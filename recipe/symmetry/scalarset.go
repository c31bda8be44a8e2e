package symmetry

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// scalarsets divide the integer variables of a system: locals, data variables and property
// identifiers. Agents copy a value, and compare it for equality, within one scalarset (Ip, Dill,
// "Better verification through symmetry", FMSD 9, 1996, doi:10.1007/BF00625968). For example, the
// number of a node, its vote, and the vote in a message are of one scalarset. The number of votes
// that it has got is of another.
//
// A permutation may map the numbers of a scalarset, as it maps symbols. An agent may do more with
// them, such as add them or compare which is less. Then the text changes with the numbers: see
// [Permutation.Key]. The nil pointer says that all numbers stay as they are.
type scalarsets struct {
	sys *recipe.System
	of  []int // by the place of a variable, its scalarset; 0 if it is no integer
	all []scalarset
}

// A scalarset has a symbol for each number that agents mention as one of its values. The symbols
// come after those of the system.
type scalarset struct {
	numbers []recipe.Value // ascending
	first   recipe.Value   // the symbol of the first of them
	types   []*recipe.Type // of its variables
}

// A text is an expression of an agent. place is that of the variable to which it is assigned;
// negative if there is none.
type text struct {
	expr  *recipe.Expr
	place int
}

func dataPlace(sys *recipe.System, i int) int     { return len(sys.Vars) + i }
func propertyPlace(sys *recipe.System, i int) int { return len(sys.Vars) + len(sys.Data) + i }

// place is that of the variable which an expression reads; negative if it is another expression.
func place(sys *recipe.System, e *recipe.Expr) int {
	switch e.Op {
	case recipe.OpLocal:
		return e.Index
	case recipe.OpData:
		return dataPlace(sys, e.Index)
	case recipe.OpProperty, recipe.OpSupplierProperty:
		return propertyPlace(sys, e.Index)
	}
	return -1
}

// texts lists the expressions of an agent. Those of commands that spawn are left out if that is
// asked.
func texts(sys *recipe.System, a *recipe.Agent, spawning bool) []text {
	out := []text{{a.Init, -1}, {a.ReceiveGuard, -1}}
	for i, e := range a.Relabel {
		out = append(out, text{e, propertyPlace(sys, i)})
	}
	for id := range a.Commands.All() {
		c := &sys.Commands[id]
		if len(c.Spawns) > 0 && !spawning {
			continue
		}
		out = append(out, text{c.Guard, -1}, text{c.Channel, -1}, text{c.Target, -1}, text{c.Predicate, -1})
		for _, d := range c.Data {
			out = append(out, text{d.Expr, dataPlace(sys, d.Var)})
		}
		for _, u := range c.Updates {
			out = append(out, text{u.Expr, u.Var})
		}
	}
	return out
}

// scalarsetsOf finds the scalarsets of a system.
func scalarsetsOf(sys *recipe.System) *scalarsets {
	s := &scalarsets{sys: sys, all: make([]scalarset, 1)}
	part := s.parts()
	s.of = make([]int, len(part))
	set := map[int]int{} // by root
	for at := range part {
		t := s.typeAt(at)
		if t.Kind != recipe.Int {
			continue
		}
		r := root(part, at)
		if set[r] == 0 {
			set[r] = len(s.all)
			s.all = append(s.all, scalarset{})
		}
		s.of[at] = set[r]
		k := &s.all[set[r]]
		if !slices.ContainsFunc(k.types, func(x *recipe.Type) bool { return x.Lo == t.Lo && x.Hi == t.Hi }) {
			k.types = append(k.types, t)
		}
	}
	for a := range sys.Agents {
		for _, x := range texts(sys, &sys.Agents[a], true) {
			s.walk(x.expr, s.at(x.place), func(e *recipe.Expr, set int) {
				if e.Op == recipe.OpConst && e.Type.Kind == recipe.Int && set > 0 {
					s.all[set].numbers = append(s.all[set].numbers, e.Value)
				}
			})
		}
	}
	next := recipe.Value(len(sys.Symbols))
	for i := range s.all {
		k := &s.all[i]
		slices.Sort(k.numbers)
		k.numbers, k.first = slices.Compact(k.numbers), next
		next += recipe.Value(len(k.numbers))
	}
	return s
}

// parts joins the variables among which agents copy and compare values, and the locals of all
// agents of one type.
func (s *scalarsets) parts() []int {
	part := make([]int, propertyPlace(s.sys, len(s.sys.Properties)))
	for at := range part {
		part[at] = at
	}
	first := map[string]*recipe.Agent{}
	for i := range s.sys.Agents {
		a := &s.sys.Agents[i]
		if b := first[a.TypeName]; b == nil {
			first[a.TypeName] = a
		} else {
			for k := range min(a.Vars.Len(), b.Vars.Len()) {
				join(part, a.Vars.Start+k, b.Vars.Start+k)
			}
		}
		for _, x := range texts(s.sys, a, true) {
			s.joinSources(part, x.place, x.expr)
			for e := range x.expr.All() {
				if e.Op == recipe.OpEq || e.Op == recipe.OpNe {
					s.joinSources(part, s.joinSources(part, -1, e.Args[0]), e.Args[1])
				}
			}
		}
	}
	return part
}

// joinSources joins the variable at a place with those whose values an expression may have. It
// returns the place of one of them; negative if there is none.
func (s *scalarsets) joinSources(part []int, at int, e *recipe.Expr) int {
	if e == nil {
		return at
	}
	if e.Op == recipe.OpIte {
		return s.joinSources(part, s.joinSources(part, at, e.Args[1]), e.Args[2])
	}
	other := place(s.sys, e)
	if other >= 0 && at >= 0 {
		join(part, at, other)
	}
	return max(at, other)
}

// typeAt is the type of the variable at a place.
func (s *scalarsets) typeAt(at int) *recipe.Type {
	switch data := at - len(s.sys.Vars); {
	case data < 0:
		return s.sys.Vars[at].Type
	case data < len(s.sys.Data):
		return s.sys.Data[data].Type
	default:
		return s.sys.Properties[data-len(s.sys.Data)].Type
	}
}

// at is the scalarset of the variable at a place; 0 if there is none.
func (s *scalarsets) at(place int) int {
	if s == nil || place < 0 {
		return 0
	}
	return s.of[place]
}

// source is the scalarset of the variables whose values an expression may have; 0 if it has other
// values.
func (s *scalarsets) source(e *recipe.Expr) int {
	if s == nil {
		return 0
	}
	if e.Op != recipe.OpIte {
		return s.at(place(s.sys, e))
	}
	if k := s.source(e.Args[1]); k > 0 {
		return k
	}
	return s.source(e.Args[2])
}

// operand is the scalarset in which the operand i of an expression is used, if the expression is
// used in set; 0 if it is used as a number.
func (s *scalarsets) operand(e *recipe.Expr, i, set int) int {
	switch {
	case s == nil:
		return 0
	case e.Op == recipe.OpEq || e.Op == recipe.OpNe:
		if k := s.source(e.Args[0]); k > 0 {
			return k
		}
		return s.source(e.Args[1])
	case e.Op == recipe.OpIte && i > 0:
		return set
	}
	return 0
}

// walk visits an expression that is used in a scalarset, and its operands.
func (s *scalarsets) walk(e *recipe.Expr, set int, visit func(e *recipe.Expr, set int)) {
	if e == nil {
		return
	}
	visit(e, set)
	for i, a := range e.Args {
		s.walk(a, s.operand(e, i, set), visit)
	}
}

// symbol is that of a number of a scalarset; negative if no agent mentions the number.
func (s *scalarsets) symbol(set int, v recipe.Value) recipe.Value {
	if s == nil || set == 0 {
		return -1
	}
	i, found := slices.BinarySearch(s.all[set].numbers, v)
	if !found {
		return -1
	}
	return s.all[set].first + recipe.Value(i)
}

// numbers lists those of two scalarsets.
func (s *scalarsets) numbers(a, b int) []recipe.Value {
	out := slices.Concat(s.all[a].numbers, s.all[b].numbers)
	slices.Sort(out)
	return slices.Compact(out)
}

// named lists the symbols of numbers on which a text depends: those of its constants, and all of
// the scalarsets whose values it uses in another way than to copy and compare them.
func (s *scalarsets) named(x text) (out []recipe.Value) {
	s.walk(x.expr, s.at(x.place), func(e *recipe.Expr, set int) {
		switch from := s.at(place(s.sys, e)); {
		case e.Op == recipe.OpConst && e.Type.Kind == recipe.Int:
			out = append(out, s.symbol(set, e.Value))
		case from != set && e.Op != recipe.OpConst && e.Op != recipe.OpIte:
			for _, k := range []int{from, set} {
				for _, v := range s.all[k].numbers {
					out = append(out, s.symbol(k, v))
				}
			}
		}
	})
	return out
}

// count is the number of symbols of a system, with those of numbers.
func (s *scalarsets) count(sys *recipe.System) int {
	if s == nil {
		return len(sys.Symbols)
	}
	last := s.all[len(s.all)-1]
	return int(last.first) + len(last.numbers)
}
