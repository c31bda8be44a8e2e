package smv

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// What is said of the values of an expression is true of each value that the
// interpreter's arithmetic gives, whether values are listed or bounded.
func TestDomainsHoldAllValues(t *testing.T) {
	compared := 0
	for _, limit := range []int{-1, 1, 4, 1 << 8} {
		for lo := -4; lo <= 4; lo++ {
			for hi := lo; hi <= 4; hi++ {
				compared += compareDomains(t, limit, lo, hi)
			}
		}
	}
	require.Greater(t, compared, 30_000)
}

func compareDomains(t *testing.T, limit, lo, hi int) (compared int) {
	f := newFactory(context.Background(), Thresholds{MaxListed: limit})
	variableOf := func(name string, lo, hi int) *node {
		v := &variable{name: name, kind: recipe.Int, index: len(name)}
		for i := lo; i <= hi; i++ {
			v.values = append(v.values, recipe.Value(i))
		}
		return f.read(v)
	}
	holds := func(n *node, v recipe.Value, what string) {
		compared++
		d := n.domain
		require.True(t, d.Contains(v), "%s of %d..%d, at most %d listed: %d is not in %v", what, lo, hi, limit, v, d)
	}
	x := variableOf("x", lo, hi)
	for v := lo; v <= hi; v++ {
		holds(f.make(node{op: recipe.OpNeg, kind: recipe.Int, args: []*node{x}}), recipe.Value(-v), "-")
	}
	for ylo := -3; ylo <= 3; ylo += 2 {
		for yhi := ylo; yhi <= 3; yhi += 3 {
			y := variableOf("yy", ylo, yhi)
			choice := f.make(node{op: recipe.OpIte, kind: recipe.Int, args: []*node{f.read(&variable{name: "c", kind: recipe.Bool}), x, y}})
			for a := range 9 {
				if v := a - 4; lo <= v && v <= hi || ylo <= v && v <= yhi {
					holds(choice, recipe.Value(v), "?")
				}
			}
			for op, name := range map[recipe.Op]string{recipe.OpAdd: "+", recipe.OpSub: "-", recipe.OpMul: "*", recipe.OpDiv: "/", recipe.OpMod: "%"} {
				if ylo == 0 && yhi == 0 && (op == recipe.OpDiv || op == recipe.OpMod) {
					continue
				}
				n := f.make(node{op: op, kind: recipe.Int, args: []*node{x, y}})
				for a := lo; a <= hi; a++ {
					for b := ylo; b <= yhi; b++ {
						if v, ok := op.Apply(recipe.Value(a), recipe.Value(b)); ok {
							holds(n, v, name)
						}
					}
				}
			}
		}
	}
	return compared
}
