package recipetest

import (
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// RequireKey tests a function that makes keys of expressions about a system. Expressions with
// different meanings must have different keys, and the place in the source must not matter. The
// expressions differ in every field of [recipe.Expr]. If this type gets another field, RequireKey
// fails.
func RequireKey(t *testing.T, key func(*recipe.System, *recipe.Expr) string) {
	t.Helper()
	sys := talkers(t)
	list := different(sys)
	seen := map[string]*recipe.Expr{}
	for _, e := range list {
		k := key(sys, e)
		if other := seen[k]; other != nil {
			require.Fail(t, "one key for two expressions", "%s and %s: %q", sys.ExprString(other, -1), sys.ExprString(e, -1), k)
		}
		seen[k] = e
		require.Equal(t, k, key(sys, moved(e)), "%s elsewhere", sys.ExprString(e, -1))
	}

	varied := map[string]bool{"Pos": true}
	few := slices.DeleteFunc(list, func(e *recipe.Expr) bool { return len(e.Args) > 0 && e.Op != recipe.OpNot })
	for _, e := range few {
		for _, other := range few {
			if names := differing(e, other); len(names) == 1 {
				varied[names[0]] = true
			}
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[recipe.Expr]()) {
		require.True(t, varied[f.Name], "no two expressions differ in the field %s alone", f.Name)
	}
}

// differing names the fields in which two expressions differ.
func differing(a, b *recipe.Expr) []string {
	var out []string
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			out = append(out, x.Type().Field(i).Name)
		}
	}
	return out
}

// moved is an expression that is written elsewhere.
func moved(e *recipe.Expr) *recipe.Expr {
	out := *e
	out.Pos = recipe.Position{Line: e.Pos.Line + 1, Column: e.Pos.Column + 2}
	out.Args = nil
	for _, a := range e.Args {
		out.Args = append(out.Args, moved(a))
	}
	return &out
}

// talkers is a system of 14 commands: a key must separate the commands 1 and 2 from the command 12.
func talkers(t *testing.T) *recipe.System {
	b := recipe.NewBuilder()
	for _, name := range []string{"a", "b"} {
		agent := b.Agent(name, "Talker")
		agent.Local("x", recipe.BoolType)
		agent.Local("y", recipe.BoolType)
		for range 7 {
			agent.Send(0, 0, b.Broadcast())
		}
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// different lists expressions of which no two mean the same: all leaves, and every operator over
// several operands.
func different(sys *recipe.System) []*recipe.Expr {
	number := recipe.IntType(0, 1)
	var truths, numbers, list []*recipe.Expr
	for v := range recipe.Value(2) {
		truths = append(truths, recipe.Const(recipe.BoolType, v))
		numbers = append(numbers, recipe.Const(number, v))
		list = append(list, recipe.Const(sys.Location, v+1))
	}
	list = append(list, recipe.Const(sys.Location, 0), recipe.Const(number, 12), recipe.Const(number, -1))
	for _, leaf := range []struct {
		op    recipe.Op
		count int
	}{
		{recipe.OpLocal, len(sys.Vars)}, {recipe.OpControl, len(sys.Agents)},
		{recipe.OpData, 3}, {recipe.OpProperty, 3}, {recipe.OpSupplierProperty, 3},
	} {
		for i := range leaf.count {
			numbers = append(numbers, &recipe.Expr{Op: leaf.op, Type: number, Index: i})
		}
	}
	for op := recipe.OpChannel; op <= recipe.OpDeadlock; op++ {
		switch op {
		case recipe.OpProperty, recipe.OpSupplierProperty, recipe.OpControl, recipe.OpExecuted, recipe.OpEnabled:
		default:
			list = append(list, &recipe.Expr{Op: op, Type: recipe.BoolType})
		}
	}
	for _, op := range []recipe.Op{recipe.OpExecuted, recipe.OpEnabled} {
		for a := range sys.Commands {
			truths = append(truths, &recipe.Expr{Op: op, Type: recipe.BoolType, Commands: []int{a}})
			for b := range a {
				list = append(list, &recipe.Expr{Op: op, Type: recipe.BoolType, Commands: []int{b, a}})
			}
		}
	}
	for i := range 256 {
		op := recipe.Op(i)
		operands, of := truths, recipe.BoolType
		switch op.Facts().Class {
		case recipe.ClassComparison:
			operands = numbers
		case recipe.ClassArithmetic:
			operands, of = numbers, number
		case recipe.ClassChoice:
			list = append(list, choices(truths, numbers)...)
			continue
		}
		list = append(list, applied(op, of, operands)...)
	}
	return append(append(list, truths...), numbers...)
}

// applied lists what an operator makes of operands that are different; the order counts unless the
// operator commutes, and nesting unless it collects its operands.
func applied(op recipe.Op, of *recipe.Type, operands []*recipe.Expr) []*recipe.Expr {
	f := op.Facts()
	apply := func(args ...*recipe.Expr) *recipe.Expr { return &recipe.Expr{Op: op, Type: of, Args: args} }
	var out []*recipe.Expr
	for i, a := range operands {
		if f.Arity == 1 {
			out = append(out, apply(a))
		}
		for j, b := range operands {
			if f.Arity == 2 && (i < j || i > j && !f.Commutes) {
				out = append(out, apply(a, b))
			}
		}
	}
	if f.Arity == 2 && !f.Collects {
		a, b, c := operands[0], operands[1], operands[2]
		out = append(out, apply(apply(a, b), c), apply(a, apply(b, c)))
	}
	return out
}

func choices(truths, numbers []*recipe.Expr) []*recipe.Expr {
	var out []*recipe.Expr
	for _, a := range truths[:3] {
		for i, b := range numbers {
			c := numbers[(i+1)%len(numbers)]
			for _, args := range [][]*recipe.Expr{{a, b, c}, {a, c, b}} {
				out = append(out, &recipe.Expr{Op: recipe.OpIte, Type: b.Type, Args: args})
			}
		}
	}
	return out
}
