package recipe_test

import (
	"testing"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func TestNamedGet(t *testing.T) {
	// A named get by k from j, whose supply is given.
	named := func(supply func(b *Builder, j *AgentBuilder)) func(*Builder) {
		return func(b *Builder) {
			b.Agent("k", "K").Get(0, 1).Label("g").At(b.Location("j"))
			supply(b, b.Agent("j", "J"))
		}
	}
	stutter := []string{"stutter => k@0; j@0"}
	runScenarios(t, []scenario{
		{"it meets the supply of that very agent at its own location", named(func(b *Builder, j *AgentBuilder) {
			j.Supply(0, 1).Label("s").At(j.Location())
		}), []string{"k-g gets@j -> j-s => k@1; j@1"}},
		{"it does not meet a supply at any", named(func(b *Builder, j *AgentBuilder) {
			j.Supply(0, 1)
		}), stutter},
		{"it does not meet a supply at a foreign location", named(func(b *Builder, j *AgentBuilder) {
			j.Supply(0, 1).At(b.Location("k"))
		}), stutter},
		{"it does not meet another agent's supply", named(func(b *Builder, j *AgentBuilder) {
			i := b.Agent("i", "J")
			i.Supply(0, 1).Label("s").At(i.Location())
		}), []string{"stutter => k@0; j@0; i@0"}},
		{"a receive is no supply, and a get does not block anyone", named(func(b *Builder, j *AgentBuilder) {
			j.Receive(0, 1, b.Broadcast())
		}), stutter},
		{"locations may be variables on both sides", func(b *Builder) {
			k := b.Agent("k", "K")
			who := k.Local("who", b.LocationType())
			k.Init(Eq(who, b.Location("j")))
			k.Get(0, 1).Label("g").At(who)
			j := b.Agent("j", "J")
			me := j.Local("me", b.LocationType())
			j.Init(Eq(me, b.Location("j")))
			j.Supply(0, 1).Label("s").At(me)
		}, []string{"k-g gets@j -> j-s => k@1 who=j; j@1 me=j"}},
		{"a get from oneself is never enabled", func(b *Builder) {
			k := b.Agent("k", "K")
			k.Get(0, 1).At(k.Location())
			k.Supply(0, 1).At(k.Location())
		}, []string{"stutter => k@0"}},
		{"everyone else stays", named(func(b *Builder, j *AgentBuilder) {
			j.Supply(0, 1).Label("s").At(j.Location())
			b.Agent("i", "I").Supply(0, 1)
			b.Agent("h", "H").Get(0, 1).At(b.Location("i"))
		}), []string{"k-g gets@j -> j-s => k@1; j@1; i@0; h@0"}},
	})
}

func TestGetByPredicate(t *testing.T) {
	runScenarios(t, []scenario{
		{"it meets every supply at any whose agent satisfies the predicate", func(b *Builder) {
			p := b.Property("p", digit)
			k := b.Agent("k", "K")
			x := initialised(k, "x", digit, 1)
			k.Get(0, 1).Label("g").To(Ge(p, x))
			for i, name := range []string{"i0", "i1", "i2"} {
				b.Agent(name, "I").Relabel(p, num(i)).Supply(0, 1).Label("s")
			}
			b.Agent("unlabelled", "I").Supply(0, 1)
		}, []string{
			"k-g gets@any -> i1-s => k@1 x=1; i0@0; i1@1; i2@0; unlabelled@0",
			"k-g gets@any -> i2-s => k@1 x=1; i0@0; i1@0; i2@1; unlabelled@0",
		}},
		{"it does not meet a supply at a location", func(b *Builder) {
			b.Agent("k", "K").Get(0, 1)
			j := b.Agent("j", "J")
			j.Supply(0, 1).At(j.Location())
		}, []string{"stutter => k@0; j@0"}},
		{"it does not meet its own agent", func(b *Builder) {
			k := b.Agent("k", "K")
			k.Get(0, 1)
			k.Supply(0, 1)
		}, []string{"stutter => k@0"}},
		{"several supplies of one agent are steps of their own", func(b *Builder) {
			b.Agent("k", "K").Get(0, 1).Label("g")
			j := b.Agent("j", "J")
			j.Supply(0, 1).Label("s1")
			j.Supply(0, 2).Label("s2")
		}, []string{"k-g gets@any -> j-s1 => k@1; j@1", "k-g gets@any -> j-s2 => k@1; j@2"}},
		{"a predicate that divides by zero does not hold", func(b *Builder) {
			p := b.Property("p", digit)
			b.Agent("k", "K").Get(0, 1).To(Ge(Div(num(1), p), num(0)))
			b.Agent("j", "J").Relabel(p, num(0)).Supply(0, 1)
		}, []string{"stutter => k@0; j@0"}},
	})
}

func TestExchangeOfData(t *testing.T) {
	// k gets from j at any; the two commands are completed by build.
	between := func(build func(get, supply *CommandBuilder, x, y, d, e *Expr)) func(*Builder) {
		return func(b *Builder) {
			d, e := b.Data("D", digit), b.Data("E", digit)
			k, x := b.Agent("k", "K"), (*Expr)(nil)
			x = initialised(k, "x", digit, 1)
			get := k.Get(0, 1).Label("g")
			j := b.Agent("j", "J")
			y := initialised(j, "y", digit, 2)
			build(get, j.Supply(0, 1).Label("s"), x, y, d, e)
		}
	}
	stutter := []string{"stutter => k@0 x=1; j@0 y=2"}
	runScenarios(t, []scenario{
		{"each side reads what the other assigns, at once", between(func(get, supply *CommandBuilder, x, y, d, e *Expr) {
			get.With(d, x)
			supply.With(e, y)
			supply.Set(y, Add(d, num(3)))
		}), []string{"k-g gets@any (D=1) -> j-s (E=2) => k@1 x=1; j@1 y=4"}},
		{"the same variable on both sides is two values", func(b *Builder) {
			d := b.Data("D", digit)
			k := b.Agent("k", "K")
			x := initialised(k, "x", digit, 1)
			k.Get(0, 1).Label("g").With(d, x).When(Eq(d, num(2))).Set(x, d)
			j := b.Agent("j", "J")
			y := initialised(j, "y", digit, 2)
			j.Supply(0, 1).Label("s").With(d, y).When(Eq(d, num(1))).Set(y, d)
		}, []string{"k-g gets@any (D=1) -> j-s (D=2) => k@1 x=2; j@1 y=1"}},
		{"a command never reads its own data", func(b *Builder) {
			d := b.Data("D", digit)
			b.Agent("k", "K").Get(0, 1).With(d, num(1)).When(Eq(d, num(1)))
			b.Agent("j", "J").Supply(0, 1)
		}, []string{"stutter => k@0; j@0"}},
		{"the supply's guard reads the getter's data", between(func(get, supply *CommandBuilder, x, y, d, e *Expr) {
			get.With(d, x)
			supply.When(Eq(d, y))
		}), stutter},
		{"data the getter mentions and the supplier does not assign disables", func(b *Builder) {
			d := b.Data("D", digit)
			k := b.Agent("k", "K")
			x := initialised(k, "x", digit, 1)
			k.Get(0, 1).Set(x, d)
			b.Agent("j", "J").Supply(0, 1)
		}, []string{"stutter => k@0 x=1; j@0"}},
		{"data of one supply is not left over for the next", func(b *Builder) {
			d := b.Data("D", digit)
			k := b.Agent("k", "K")
			k.Get(0, 1).Label("g").When(Ge(d, num(0)))
			j := b.Agent("j", "J")
			j.Supply(0, 1).Label("some").With(d, num(3))
			j.Supply(0, 2).Label("none")
		}, []string{"k-g gets@any -> j-some (D=3) => k@1; j@1"}},
		{"data the supplier mentions and the getter does not assign disables", between(func(get, supply *CommandBuilder, x, y, d, e *Expr) {
			supply.When(Or(TrueExpr, Eq(d, y)))
		}), stutter},
		{"the getter's data must be in range", between(func(get, supply *CommandBuilder, x, y, d, e *Expr) {
			get.With(d, Sub(num(0), num(1)))
		}), stutter},
		{"the supplier's data must be in range", between(func(get, supply *CommandBuilder, x, y, d, e *Expr) {
			supply.With(d, Mul(y, num(5)))
		}), stutter},
		{"the supplier's updates must be in range", between(func(get, supply *CommandBuilder, x, y, d, e *Expr) {
			supply.Set(y, Mul(y, num(5)))
		}), stutter},
		{"a guard that divides by zero does not hold", between(func(get, supply *CommandBuilder, x, y, d, e *Expr) {
			supply.When(Ge(Div(y, num(0)), num(0)))
		}), stutter},
	})
}

// Messages and exchanges compete, one step at a time.
func TestMessagesAndExchangesInterleave(t *testing.T) {
	runScenarios(t, []scenario{{"ordered by the initiating command", func(b *Builder) {
		k := b.Agent("k", "K")
		k.Get(0, 1).Label("g")
		k.Send(0, 2, b.Broadcast()).Label("m")
		j := b.Agent("j", "J")
		j.Supply(0, 1).Label("s")
		j.Send(0, 2, b.Broadcast()).Label("m")
	}, []string{
		"k-g gets@any -> j-s => k@1; j@1",
		"k-m sends on * => k@2; j@0",
		"j-m sends on * => k@0; j@2",
	}}})
}
