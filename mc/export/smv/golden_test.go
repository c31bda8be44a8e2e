package smv_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

var update = flag.Bool("update", false, "let the files in testdata follow the translation")

func kiosk(t *testing.T) *rcheck.Program {
	source, err := os.ReadFile("testdata/kiosk.rcp")
	require.NoError(t, err)
	program, problems := rcheck.Parse("kiosk.rcp", source, rcheck.Options{})
	require.NotNil(t, program, "%v", problems)
	return program
}

func TestGolden(t *testing.T) {
	program := kiosk(t)
	for file, o := range map[string]smv.Options{
		"kiosk.nusmv.smv":       {},
		"kiosk.nuxmv.smv":       {Dialect: smv.NuXmv, Order: []string{"till", "customer2", "kiosk-stock"}},
		"kiosk.partitioned.smv": {Relation: smv.Partitioned},
	} {
		m, err := smv.Translate(context.Background(), program.System, rcp.Specification(program), o)
		require.NoError(t, err)
		path := filepath.Join("testdata", file)
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(m.String()), 0o666))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), m.String(), file)
		require.Equal(t, m.String(), m.String(), "the text is not always the same")
	}
}

// Variables that properties do not depend on are left out with properties, and
// are there without.
func TestCone(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("a", "T")
	type3 := recipe.IntType(0, 2)
	read, fed, shown, related, asked := a.Local("read", type3), a.Local("fed", type3), a.Local("shown", type3), a.Local("related", type3), a.Local("asked", type3)
	one := recipe.IntExpr(1)
	a.Init(recipe.Lt(read, related))
	a.Send(0, 0, b.Broadcast()).When(recipe.Lt(read, one)).Set(read, fed).Set(shown, read)
	a.Send(0, 0, b.Broadcast()).Set(asked, read)
	p := b.StateProposition("p", recipe.Eq(asked, one))
	sys, err := b.System()
	require.NoError(t, err)
	all, err := smv.Translate(context.Background(), sys, mc.Specification{}, smv.Options{})
	require.NoError(t, err)
	require.Contains(t, all.String(), "a-shown : 0..2;")
	spec := mc.Specification{Properties: []mc.Property{globally(ltol.State, p)}}
	some, err := smv.Translate(context.Background(), sys, spec, smv.Options{})
	require.NoError(t, err)
	for _, name := range []string{"read", "fed", "related", "asked"} {
		require.Regexp(t, "  a-"+name+` : \d..2;`, some.String())
	}
	require.NotContains(t, some.String(), "a-shown")
}

func globally(kind ltol.AtomKind, id int) mc.Property {
	return mc.Property{Index: 1, Formula: ltol.Globally(ltol.Prop(ltol.Atom{ID: id, Kind: kind}))}
}

func TestErrors(t *testing.T) {
	program := kiosk(t)
	_, err := smv.Translate(context.Background(), program.System, mc.Specification{}, smv.Options{Order: []string{"till", "kiosk-stick"}})
	var order *smv.OrderError
	require.True(t, errors.As(err, &order))
	require.Equal(t, "kiosk-stick", order.Name)
	require.ErrorContains(t, err, `names "kiosk-stick"`)

	b := recipe.NewBuilder()
	a := b.Agent("a", "T")
	x := a.Local("x", recipe.BoolType)
	a.Init(recipe.And(x, recipe.Not(x)))
	sys, err := b.System()
	require.NoError(t, err)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = smv.Translate(ended, program.System, mc.Specification{}, smv.Options{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = smv.Translate(context.Background(), sys, mc.Specification{}, smv.Options{})
	require.ErrorIs(t, err, smv.ErrNoInitialState)
	require.ErrorContains(t, err, "initial condition of a")

	b = recipe.NewBuilder()
	many := b.Property("many", recipe.IntType(0, 1<<15))
	a = b.Agent("a", "T")
	a.Send(0, 0, b.Broadcast())
	step := b.StepProposition("step", recipe.Exists(recipe.Lt(many, recipe.IntExpr(3))))
	sys, err = b.System()
	require.NoError(t, err)
	_, err = smv.Translate(context.Background(), sys, mc.Specification{Properties: []mc.Property{globally(ltol.Step, step)}}, smv.Options{})
	require.ErrorIs(t, err, smv.ErrTooLarge)
	require.ErrorContains(t, err, "step")
	spec := mc.Specification{Properties: []mc.Property{globally(ltol.Step, step)}}
	_, err = smv.Translate(context.Background(), sys, spec, smv.Options{Thresholds: smv.Thresholds{MaxAssignments: 1<<15 + 1}})
	require.NoError(t, err)
	_, err = smv.Translate(context.Background(), sys, spec, smv.Options{Thresholds: smv.Thresholds{MaxAssignments: -1}})
	require.ErrorIs(t, err, smv.ErrTooLarge)
}

// Names that the language has another use for, or that occur twice, are
// changed.
func TestNames(t *testing.T) {
	b := recipe.NewBuilder()
	e := b.Enum("e", "TRUE", "1st", "a-x", "next", "é")
	a := b.Agent("a", "T")
	x := a.Local("x", e)
	a.Send(0, 0, b.Broadcast()).Label("F").Set(x, b.Value(e, "next"))
	sys, err := b.System()
	require.NoError(t, err)
	m, err := smv.Translate(context.Background(), sys, mc.Specification{}, smv.Options{})
	require.NoError(t, err)
	require.Contains(t, m.String(), "  a-x : {TRUE_2, _1st, a-x_2, next_2, _};\n")
	require.Contains(t, m.String(), "next(a-x) = next_2")
}

func TestVerdicts(t *testing.T) {
	specs := []smv.Specification{{Name: "a", Property: 0}, {Name: "b-1", Property: 1}, {Name: "b-2", Property: 1}, {Name: "c", Property: 2}}
	for _, test := range []struct {
		output string
		want   map[int]bool
	}{
		{"", map[int]bool{}},
		{"-- specification  G (x = 1 -> F y)  is true\n-- specification F is x  is true\n", map[int]bool{0: true}},
		{"-- specification a  is true\n-- specification b  is false\nTrace: -- is true\n-- Loop starts here\n", map[int]bool{0: true, 1: false}},
		{"-- specification a  is false\n-- specification b  is true\n-- LTL specification b  is false\n-- specification c is true\r\n", map[int]bool{0: false, 1: false, 2: true}},
	} {
		got, err := smv.Verdicts(test.output, specs)
		require.NoError(t, err)
		require.Equal(t, test.want, got, test.output)
	}
	_, err := smv.Verdicts("-- specification a  is true\n-- specification b  is true\n", specs[:1])
	require.ErrorContains(t, err, "2 verdicts for 1 ")
}
