package interpreted

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// State is the values of all variables of a system.
type State []recipe.Value

// Joint is a joint action: by agent, the index of its action, or -1 for an agent without actions.
type Joint []int

// Interpreter enumerates initial states and moves of a system by the definitions. It is safe for
// concurrent use.
type Interpreter struct {
	sys   *System
	parts []part
}

// System is the system that is interpreted.
func (in *Interpreter) System() *System { return in.sys }

// Compare orders states by their values, from the first variable on.
func (s State) Compare(t State) int { return slices.Compare(s, t) }

// Holds says whether a condition without actions is true in s.
func (in *Interpreter) Holds(x *Expr, s State) bool {
	v, ok := x.Eval(s, nil)
	return ok && v != 0
}

// Eval returns the value of an expression in a state under a joint action. There is no value if
// something is divided by 0, or if a number has more than 63 bits. A comparison in which one side
// has no value is false.
func (x *Expr) Eval(s State, j Joint) (recipe.Value, bool) {
	switch x.Op {
	case OpConst:
		return x.Value, true
	case OpVar:
		return s[x.Index], true
	case OpAction:
		return recipe.BoolValue(j != nil && j[x.Index] == int(x.Value)), true
	case OpAnd, OpOr:
		result := x.Op == OpAnd
		for _, a := range x.Args {
			v, ok := a.Eval(s, j)
			if !ok {
				return 0, false
			}
			if decides := x.Op == OpOr; (v != 0) == decides {
				result = decides
			}
		}
		return recipe.BoolValue(result), true
	case OpNot:
		v, ok := x.Args[0].Eval(s, j)
		return recipe.BoolValue(v == 0), ok
	}
	a, okA := x.Args[0].Eval(s, j)
	b, okB := x.Args[1].Eval(s, j)
	if x.Op >= OpEq && x.Op <= OpLe && !(okA && okB) {
		return recipe.False, true
	}
	v, ok := operate(x.Op, int64(a), int64(b))
	return recipe.Value(v), ok && okA && okB
}

// operate applies an operator of two arguments.
func operate(op Op, a, b int64) (v int64, ok bool) {
	truth := func(b bool) (int64, bool) { return int64(recipe.BoolValue(b)), true }
	switch op {
	case OpXor:
		return truth(a != b)
	case OpEq:
		return truth(a == b)
	case OpLt:
		return truth(a < b)
	case OpLe:
		return truth(a <= b)
	case OpPlus:
		v = a + b
		return v, (v > a) == (b > 0)
	case OpMinus:
		v = a - b
		return v, (v < a) == (b > 0)
	case OpTimes:
		high, low := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
		return a * b, high == 0 && low < 1<<63
	case OpDivide:
		if b == 0 {
			return 0, false
		}
		return a / b, true
	}
	return 0, false
}

// InitialStates calls yield for every initial state, in the order of [State.Compare], until yield
// returns false. It tries all valuations of the variables, except those that a conjunct of the
// condition on the first variables excludes. The error is that of the context.
func (in *Interpreter) InitialStates(ctx context.Context, yield func(State) bool) error {
	conjuncts := make([][]*Expr, len(in.sys.Vars)+1) // by the number of variables that must have values
	for _, x := range in.sys.Init.Conjuncts() {
		last := 0
		x.Inspect(func(y *Expr) {
			if y.Op == OpVar {
				last = max(last, y.Index+1)
			}
		})
		conjuncts[last] = append(conjuncts[last], x)
	}
	s := make(State, len(in.sys.Vars))
	var try func(v int) bool
	try = func(v int) bool {
		if ctx.Err() != nil {
			return false
		}
		for _, c := range conjuncts[v] {
			if !in.Holds(c, s) {
				return true
			}
		}
		if v == len(s) {
			return yield(slices.Clone(s))
		}
		t := in.sys.Vars[v].Type
		for code := range t.Size() {
			s[v] = t.Value(code)
			if !try(v + 1) {
				return false
			}
		}
		return true
	}
	try(0)
	return ctx.Err()
}

// Allowed lists the actions that the protocol of an agent allows in s, in increasing order. They
// are the actions of all lines that apply, or those of Other if no line applies.
func (in *Interpreter) Allowed(agent int, s State) []int {
	a := &in.sys.Agents[agent]
	var out []int
	applies := false
	for _, l := range a.Protocol {
		if in.Holds(l.When, s) {
			applies = true
			out = append(out, l.Actions...)
		}
	}
	if !applies {
		out = append(out, a.Other...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Local is what an agent sees of a state, as a key. Two states have the same key if, and only if,
// the agent cannot distinguish them.
func (in *Interpreter) Local(agent int, s State) string {
	local := make(State, 0, len(in.sys.Agents[agent].Sees))
	for _, v := range in.sys.Agents[agent].Sees {
		local = append(local, s[v])
	}
	return local.Key()
}

// Key is a string that differs for different states.
func (s State) Key() string {
	var key []byte
	for _, v := range s {
		key = binary.AppendUvarint(key, uint64(v))
	}
	return string(key)
}

// Format writes a state as `Agent.x = value` with commas.
func (in *Interpreter) Format(s State) string {
	return in.FormatChange(nil, s)
}

// FormatJoint writes a joint action as `Agent.action` with commas. Agents without actions are left
// out.
func (in *Interpreter) FormatJoint(j Joint) string {
	var parts []string
	for a, action := range j {
		if action >= 0 {
			parts = append(parts, in.sys.Agents[a].Name+"."+in.sys.Agents[a].Actions[action])
		}
	}
	return strings.Join(parts, ", ")
}

// FormatChange writes the values of to that differ from those of from, like Format. If from is nil,
// it writes all values.
func (in *Interpreter) FormatChange(from, to State) string {
	var parts []string
	for v, value := range to {
		if from == nil || from[v] != value {
			parts = append(parts, in.sys.VarName(v)+" = "+in.sys.Format(in.sys.Vars[v].Type, value))
		}
	}
	return strings.Join(parts, ", ")
}
