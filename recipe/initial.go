package recipe

import "fmt"

// A NoInitialStateError says that an agent has no initial state. Then the system has none.
type NoInitialStateError struct {
	Agent int
	Name  string
}

// Error says which agent has no initial state.
func (e *NoInitialStateError) Error() string {
	return fmt.Sprintf("recipe: no values of the locals of %s satisfy its init", e.Name)
}

// InitialStates calls yield for every initial state, until yield returns false. In an initial
// state, all control states are 0, and the locals satisfy the Init of their agents (P001 Definition
// 4, theta). States are ordered by the first local that differs, then by the position of its value
// in its type. There may be many states; none is stored. The state is valid only during the call.
// If there is no initial state, the error is a [NoInitialStateError] for the first agent without
// one.
func (in *Interpreter) InitialStates(yield func(State) bool) error {
	if err := in.usable(); err != nil {
		return err
	}
	if yield == nil {
		return misuse("InitialStates: there is no function to give states to")
	}
	for a := range in.sys.Agents {
		possible := false
		in.startings(a, func([]Value) bool { possible = true; return false })
		if !possible {
			return &NoInitialStateError{Agent: a, Name: in.sys.Agents[a].Name}
		}
	}
	s := in.newState()
	var from func(agent int) bool
	from = func(agent int) bool {
		if agent == len(in.sys.Agents) {
			return yield(s)
		}
		own := in.sys.Agents[agent].Vars
		return in.startings(agent, func(values []Value) bool {
			copy(s.Locals[own.Start:own.End], values)
			return from(agent + 1)
		})
	}
	from(0)
	return nil
}

// IsInitial reports whether s is an initial state.
func (in *Interpreter) IsInitial(s State) bool {
	if in.checkState(s) != nil || !in.layout.fits(s) {
		return false
	}
	sc := scope{sys: in.sys, locals: s.Locals, receiver: noAgent}
	for a := range in.sys.Agents {
		if s.Control[a] != 0 || !sc.holds(in.sys.Agents[a].Init) {
			return false
		}
	}
	return true
}

// startings calls yield for the values of the agent's locals that satisfy its Init, in order, until
// it returns false, which it returns then. Conjuncts are tested as soon as all locals they read
// have values; that does not change what satisfies their conjunction, undefined conjuncts included.
func (in *Interpreter) startings(agent int, yield func([]Value) bool) bool {
	own := in.sys.Agents[agent].Vars
	types := make([]*Type, own.Len())
	for i := range types {
		types[i] = in.sys.Vars[own.Start+i].initial()
	}
	sc := scope{sys: in.sys, locals: make([]Value, own.End), receiver: noAgent}
	return starts(&sc, own.Start, types, in.sys.Agents[agent].Init, func() bool { return true }, yield)
}

// FirstValues returns the first values of some locals, of the types given, that satisfy the
// condition e, in the order of [Interpreter.InitialStates]. It reads no others. First is the index
// of the first local. The result is nil if there are none. It is also nil, and known is false, if
// more than most values were tried. The system need not have passed its checks.
func (e *Expr) FirstValues(first int, types []*Type, most int) (values []Value, known bool) {
	sc := scope{sys: &System{}, locals: make([]Value, first+len(types)), receiver: noAgent}
	more := func() bool { most--; return most >= 0 }
	starts(&sc, first, types, e, more, func(found []Value) bool { values = append([]Value{}, found...); return false })
	return values, most >= 0
}

// starts is what startings visits, for locals of the given types. It ends when more is false, which
// it asks for each value.
func starts(sc *scope, first int, types []*Type, init *Expr, more func() bool, yield func([]Value) bool) bool {
	// ready[i] are the conjuncts that read the first i locals only.
	ready := make([][]*Expr, len(types)+1)
	for _, e := range Conjuncts(init) {
		reads := 0
		for e := range e.All() {
			if e.Op == OpLocal {
				reads = max(reads, e.Index-first+1)
			}
		}
		ready[reads] = append(ready[reads], e)
	}
	var extend func(i int) bool
	extend = func(i int) bool {
		for _, e := range ready[i] {
			if !sc.holds(e) {
				return true
			}
		}
		if i == len(types) {
			return yield(sc.locals[first:])
		}
		for code := range types[i].Size() {
			sc.locals[first+i] = types[i].Value(code)
			if !more() || !extend(i+1) {
				return false
			}
		}
		return true
	}
	return extend(0)
}

// Conjuncts returns the operands of the conjunctions at the top of e, from left to right; e itself
// if it is no conjunction.
func Conjuncts(e *Expr) []*Expr {
	if e == nil || e.Op != OpAnd || len(e.Args) != 2 {
		return []*Expr{e}
	}
	return append(Conjuncts(e.Args[0]), Conjuncts(e.Args[1])...)
}

// initial is the type of the values with which a local can begin.
func (v *Var) initial() *Type {
	if v.Type.Unbounded {
		return IntType(v.Start.Lo, v.Start.Hi)
	}
	return v.Type
}
