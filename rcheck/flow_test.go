package rcheck

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// randomModel writes a small model with all kinds of commands.
func randomModel(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.Intn(len(of))] }
	number := func() string {
		return pick("x", "y", "0", "1", "2", "x + 1", "y - 1", "3 - x", "x % 2", "max(x, y)", "x / y")
	}
	condition := func(more ...string) string {
		atom := func() string {
			return pick(append(more, "x < "+number(), "y = "+number(), "b", "!b", "x != y", "l = c", "l != d", "true", "who = myself", "who = a1")...)
		}
		return "(" + atom() + pick(" & ", " | ", " -> ") + atom() + ")"
	}
	updates := func(more ...string) string {
		var list []string
		for _, v := range []string{"x", "y"} {
			if rng.Intn(2) == 0 {
				list = append(list, v+" := "+pick(append(more, number(), number())...))
			}
		}
		list = append(list, pick("b := !b", "b := x < y", "b := b"))
		if len(more) > 0 && rng.Intn(2) == 0 {
			list = append(list, "l := L")
		} else {
			list = append(list, "l := "+pick("c", "d", "l", "*"))
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	command := func() string {
		data := pick("(M := x, L := l)", "(M := y)", "(L := c)", "()")
		switch rng.Intn(6) {
		case 0, 1:
			return fmt.Sprintf("{ %s } %s ! %s %s %s", condition(), pick("c", "d", "l", "*"), pick("true", "p = x", "p < 2", "p != y"), data, updates())
		case 2, 3:
			return fmt.Sprintf("{ %s } %s ? %s", condition("M = x", "M > 1", "L = c"), pick("c", "d", "l", "*"), updates("M", "M + 1"))
		case 4:
			return fmt.Sprintf("{ %s } GET@(%s) %s %s", condition(), pick("true", "who", "p = 1"), data, updates("M"))
		}
		return fmt.Sprintf("{ %s } SUPPLY@(%s) %s %s", condition(), pick("any", "myself", "who"), data, updates("M - 1"))
	}
	var b strings.Builder
	b.WriteString("enum channel { c, d }\nmessage-structure: M : 0..3, L : channel\nproperty-variables: p : 0..9\n")
	for _, name := range []string{"A", "B"} {
		fmt.Fprintf(&b, "agent %s\n local: x : 0..3, y : -1..2, b : bool, l : channel, who : location\n init: x = %d & y < 1 & %s\n relabel: p <- %s\n receive-guard: %s\n repeat: %s",
			name, rng.Intn(3), condition(), pick("x", "x + 1", "3"), pick("true", "chan = l", "chan = c & x < 3"), command())
		for range rng.Intn(4) {
			b.WriteString(pick(" + ", "; ") + command())
		}
		b.WriteString("\n")
	}
	b.WriteString("system = A(a1, true) || A(a2, l = c) || B(b1, true)\n")
	return b.String()
}

// TestFlowIsComplete explores random models and checks that value flow excludes nothing that
// happens.
func TestFlowIsComplete(t *testing.T) {
	rng := rand.New(rand.NewSource(7))
	models, states, narrowed := 0, 0, 0
	for range 400 {
		src := randomModel(rng)
		p, list := Parse("random.rcp", []byte(src), Options{})
		if p == nil {
			for _, d := range list.Errors() {
				require.Contains(t, []diag.Code{"RC0505"}, d.Code, "%s\n%s", d, src)
			}
			continue
		}
		require.NoError(t, p.System.Check(), src)
		in := recipe.NewInterpreter(p.System)
		g, err := recipe.Explore(context.Background(), in, 300)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		r, err := flow.Analyse(context.Background(), p.System, flow.Options{Thresholds: []*flow.Thresholds{nil, {}}[models%2]})
		require.NoError(t, err)
		require.True(t, r.Complete)
		models++
		for i := range g.Len() {
			s := g.State(i)
			states++
			for v, value := range s.Locals {
				require.True(t, r.Vars[v].Contains(value), "%s = %d is reachable\n%s", p.System.Vars[v].Name, value, src)
			}
			for a, c := range s.Control {
				require.True(t, r.Control[a][c], "control state %d of agent %d is reachable\n%s", c, a, src)
			}
			next, err := in.Successors(s)
			require.NoError(t, err)
			for _, tr := range next {
				if tr.Step.Kind == recipe.Stutter {
					continue
				}
				require.True(t, r.Fires[tr.Step.Command], "%s fires\n%s", p.System.CommandText(tr.Step.Command), src)
				for _, d := range tr.Step.Data {
					require.True(t, r.Data[d.Var].Contains(d.Value), src)
				}
				for _, q := range tr.Step.Participants {
					require.True(t, r.Fires[q.Command], "%s fires\n%s", p.System.CommandText(q.Command), src)
				}
			}
		}
		for v := range p.System.Vars {
			full := true
			for code := range p.System.Vars[v].Type.Size() {
				full = full && r.Vars[v].Contains(p.System.Vars[v].Type.Value(code))
			}
			if !full {
				narrowed++
			}
		}
	}
	t.Logf("%d models, %d states, %d locals with fewer values than their type", models, states, narrowed)
	require.Greater(t, models, 200)
	require.Greater(t, narrowed, 200)
}
