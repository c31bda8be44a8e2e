package cancel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A workload is worth some work, in a few phases.
type workload struct {
	name string
	// prepare is done once, by the first run.
	prepare func(t *testing.T) (run func(context.Context) error)
}

// workloads between them go through all phases.
var workloads = []workload{
	{"a long source", reading(func() string {
		return plain + "SPEC G (a1-x" + strings.Repeat(" & (a2-x | a3-x)", 40_000) + ")\n"
	})},
	{"many instances", reading(func() string {
		return "agent A\n local: x : bool, n : 0..9\n init: n = 0\n repeat: ( { x & n < 5 } * ! true () [n := n + 1] + { !x } * ? [x := !x] )\n" +
			"system = A(a[1..999], true)\n"
	})},
	{"a misspelt name", reading(func() string {
		return "agent A\n local: x : bool\n repeat: { x & yy } * ! true () [x := !x]\nsystem = A(a[1..9999], true)\nSPEC forall k : A . kk-x\n"
	})},
	{"a wide quantifier", reading(func() string { return plain + "SPEC exists i : 1..1048576 . G (a1-x & i > 0)\n" })},
	{"nested quantifiers", reading(func() string {
		return plain + "SPEC forall i : A . forall j : A . forall k : A . F (i-x & j-x -> k-x)\n"
	})},
	{"many counters", reading(func() string {
		return "agent C\n local: n : 0..9\n init: n = 0\n repeat: ( up: { n < 9 } * ! true () [n := n + 1] + { n > 0 } * ? [n := n - 1] )\n" +
			"system = C(counter[1..900], true)\n"
	})},
	{"interchangeable agents", checking("gossip", 60)},
	{"a large encoding", checking("ring", 60)},
	{"reachable states", checking("allocation", 8)},
	{"rudd", checking("gossip", 5, mc.WithEncoding(rudd))},
	{"certificates", checking("allocation", 4, mc.WithCertificates(2000))},
	{"warnings", checking("allocation", 5, mc.WithVacuity())},
	{"fair cycles", checking("stable", 4)},
	{"orbits", checking("gossip", 8, mc.WithSymmetry(mc.SymmetryOrbits))},
	{"an automaton", translating(ltol.Options{})},
	{"a plain automaton", translating(ltol.Options{Plain: true})},
	{"a random run", simulating(func(ctx context.Context, s *simulate.Session) error {
		_, _, err := s.Random(ctx, 1<<30, nil)
		return err
	})},
}

const plain = "agent A\n local: x : bool\n repeat: { x } * ! true () [x := !x]\nsystem = A(a[1..100], true)\n"

func reading(source func() string) func(*testing.T) func(context.Context) error {
	return func(*testing.T) func(context.Context) error {
		text := []byte(source())
		return func(ctx context.Context) error {
			_, _, err := rcheck.ParseContext(ctx, "model.rcp", text, rcheck.Options{})
			return err
		}
	}
}

func family(t *testing.T, name string, size int) *rcheck.Program {
	for _, f := range bench.Families() {
		if f.Name == name {
			p, err := bench.Read(f.File(), f.Set(size))
			require.NoError(t, err)
			return p
		}
	}
	t.Fatalf("no family %s", name)
	return nil
}

// checking decides the properties of a model and looks for what deserves a warning.
func checking(name string, size int, options ...mc.Option) func(*testing.T) func(context.Context) error {
	return func(t *testing.T) func(context.Context) error {
		p := family(t, name, size)
		spec := rcp.Specification(p)
		return func(ctx context.Context) error {
			c, err := mc.NewChecker(ctx, p.System, spec, options...)
			if err != nil {
				return err
			}
			defer c.Close()
			r, err := c.Check(ctx)
			if err != nil {
				return err
			}
			for _, r := range r.Results {
				if r.Err != nil {
					return r.Err
				}
			}
			return ctx.Err()
		}
	}
}

func translating(o ltol.Options) func(*testing.T) func(context.Context) error {
	return func(*testing.T) func(context.Context) error {
		var parts []*ltol.Formula
		atom := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}) }
		for i := range 5 {
			parts = append(parts, ltol.Globally(ltol.Or(ltol.Until(atom(3*i), atom(3*i+1)), ltol.Finally(ltol.Globally(atom(3*i+2))))))
		}
		f := ltol.And(parts...)
		o.MaxStates, o.MaxEdges = 1<<20, 1<<24
		return func(ctx context.Context) error {
			_, err := ltol.Translate(ctx, f, o)
			return err
		}
	}
}

func simulating(walk func(context.Context, *simulate.Session) error) func(*testing.T) func(context.Context) error {
	return func(t *testing.T) func(context.Context) error {
		in := recipe.NewInterpreter(family(t, "gossip", 8).System)
		var first recipe.State
		require.NoError(t, in.InitialStates(func(s recipe.State) bool {
			first = s.Clone()
			return false
		}))
		return func(ctx context.Context) error {
			s, err := simulate.NewSession(in, first, 1)
			if err != nil {
				return err
			}
			return walk(ctx, s)
		}
	}
}

// phaseOf is the phase that an error names, or the workload where it names none.
func phaseOf(err error, name string) string {
	var limit *mc.LimitError
	var end *interrupt.Error
	switch {
	case errors.As(err, &limit):
		return string(limit.Phase)
	case errors.As(err, &end):
		return end.Phase
	}
	return fmt.Sprintf("(%s)", name)
}
