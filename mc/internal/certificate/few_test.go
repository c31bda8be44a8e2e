package certificate

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// strangers is a family in which an agent knows three others apart, of which a view has none.
const strangers = `
const N = 2;
enum channel { c }
message-structure: WHO : location
property-variables:
agent Worker
    local: one : location, two : location, met : bool
    init: one = nobody & two = nobody & !met
    receive-guard: false
    repeat: ( call: {true} *! (true)(WHO := myself)[]
            + tell: {one != nobody} *! (true)(WHO := one)[]
            + hear: {one = nobody} *? [one := WHO]
            + listen: {one != nobody & two = nobody & WHO != one} *? [two := WHO]
            + meet: {two != nobody & WHO != one & WHO != two & WHO != myself} *? [met := true] )
agent Idle receive-guard: false repeat: {false} *! (false)()[]
system = Worker(worker[1..N], true) || Idle(nobody, true)
SPEC forall k : Worker . forall j : Worker . k != j -> (G !(k-one = j-one & k-met));
`

func read(t *testing.T, text string, n int) *recipe.System {
	p, list := rcheck.Parse("family.rcp", []byte(text), rcheck.Options{Set: map[string]int{"N": n}})
	require.NoError(t, list.Err(), text)
	return p.System
}

// A crowd is a state of a system with those agents of it that are among a few.
type crowd struct {
	*few
	absent map[int]int // by agent of the system that is not among them, which absent agent of its class it is
}

// symbol is the one of the few that stands for one of the system.
func (y *crowd) symbol(v recipe.Value) recipe.Value {
	for class, list := range y.f.Classes {
		for _, a := range list {
			slot := slices.Index(y.f.Private(a), v)
			if slot < 0 || y.agents[a] >= 0 {
				continue
			}
			if _, known := y.absent[a]; !known {
				n := 0
				for b := range y.absent {
					if y.f.ClassOf(b) == class {
						n++
					}
				}
				y.absent[a] = n
			}
			return y.symbols[class][y.absent[a]][slot]
		}
	}
	return v
}

// state is what the few are in.
func (y *crowd) state(s recipe.State) recipe.State {
	out := recipe.State{Locals: make([]recipe.Value, len(y.system.Vars)), Control: make([]int, len(y.system.Agents))}
	for a, in := range y.agents {
		if in >= 0 {
			out.Control[in] = s.Control[a]
		}
	}
	for v, in := range y.locals {
		if in >= 0 {
			out.Locals[in] = s.Locals[v]
			if y.f.System.Vars[v].Type.Kind == recipe.Enum {
				out.Locals[in] = y.symbol(s.Locals[v])
			}
		}
	}
	return out
}

// Steps of real systems are steps of the few agents among whom the initiator and the supplier are,
// and no symbol is missing. State propositions about the few have the same values there.
func TestStepsOfAFew(t *testing.T) {
	ctx, steps, truths := context.Background(), 0, 0
	texts := []string{strangers}
	for seed := range uint64(recipetest.Number(t, "FEW_FAMILIES", 12)) {
		texts = append(texts, rchecktest.ForAllSizes(recipetest.Seeded(seed)))
	}
	for _, text := range texts {
		f, _, err := family.Of(ctx, read(t, text, 4), read(t, text, 9))
		if err != nil {
			continue
		}
		in := recipe.NewInterpreter(f.System)
		g, err := recipe.Explore(ctx, in, 60)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		for _, kept := range f.Classes[0] {
			for i := range g.Len() {
				for _, e := range g.Edges(i) {
					if e.To < 0 || e.Step.Kind == recipe.Stutter {
						continue
					}
					here := append(slices.Clone(f.Singles), kept, e.Step.Initiator)
					if e.Step.Kind == recipe.PointToPointStep {
						here = append(here, e.Step.Participants[0].Agent)
					}
					slices.Sort(here)
					here = slices.Compact(here)
					y := &crowd{newFew(f, here, propositions(f, here), false), map[int]int{}}
					require.NoError(t, y.system.Check(), text)
					require.True(t, y.takes(t, g.State(i), e.Step, g.State(e.To)), "%s from %s\n%s",
						f.System.StepString(e.Step), f.System.StateString(g.State(i)), text)
					truths += y.compare(t, in, g.State(i), here, text)
					steps++
				}
			}
		}
	}
	t.Log(steps, truths)
	require.Greater(t, min(steps, truths), 100)
}

// propositions are those about states and some agents.
func propositions(f *family.Family, here []int) []int {
	var out []int
	for id, p := range f.System.Propositions {
		alone := func(a int) bool { return !slices.Contains(here, a) }
		global := p.Expr.Any(func(e *recipe.Expr) bool { return e.Op == recipe.OpDeadlock || e.Op == recipe.OpEnabled })
		if p.Kind == recipe.StateProposition && !global && !slices.ContainsFunc(f.Members(p.Expr), alone) {
			out = append(out, id)
		}
	}
	return out
}

// takes tells whether the few have a step of the system.
func (y *crowd) takes(t *testing.T, from recipe.State, step recipe.Step, to recipe.State) bool {
	first, found := y.state(from), false
	next := y.state(to)
	err := recipe.NewInterpreter(y.system).EachSuccessor(first, func(tr recipe.Transition) bool {
		found = tr.Step.Kind == step.Kind && tr.Step.Command == y.commands[step.Command] && tr.Next.Equal(next)
		if found && step.Kind == recipe.PointToPointStep {
			found = tr.Step.Participants[0].Command == y.commands[step.Participants[0].Command]
		}
		return !found
	})
	require.NoError(t, err)
	return found
}

// compare compares what propositions say of a state and of that of the few.
func (y *crowd) compare(t *testing.T, in *recipe.Interpreter, s recipe.State, here []int, text string) (compared int) {
	all, some := recipe.NewInstant(in), recipe.NewInstant(recipe.NewInterpreter(y.system))
	require.NoError(t, all.Enter(s))
	require.NoError(t, some.Enter(y.state(s)))
	for i, id := range propositions(y.f, here) {
		want, err := all.StateHolds(id)
		require.NoError(t, err)
		got, err := some.StateHolds(i)
		require.NoError(t, err)
		require.Equal(t, want, got, "%v\n%s", y.f.System.Propositions[id].Expr, text)
		compared++
	}
	return compared
}
