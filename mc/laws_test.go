package mc_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// laws are pairs of formulas that say the same, in the text of the language: φ and ψ stand for any
// formulas in parentheses, <O> and [O] for an observation in the brackets of the dialect.
var laws = []struct{ name, left, right string }{
	{"F by U", "F φ", "true U φ"},
	{"G by F", "G φ", "!F !φ"},
	{"G by R", "G φ", "false R φ"},
	{"G by W", "G φ", "φ W false"},
	{"W by R", "φ W ψ", "ψ R (φ | ψ)"},
	{"W by U and G", "φ W ψ", "(φ U ψ) | (G φ)"},
	{"U by W and F", "φ U ψ", "(φ W ψ) & (F ψ)"},
	{"R by U", "φ R ψ", "!(!φ U !ψ)"},
	{"U unfolded", "φ U ψ", "ψ | (φ & (X (φ U ψ)))"},
	{"R unfolded", "φ R ψ", "ψ & (φ | (X (φ R ψ)))"},
	{"dual of X", "!X φ", "X !φ"},
	{"dual of F", "!F φ", "G !φ"},
	{"dual of U", "!(φ U ψ)", "!φ R !ψ"},
	{"dual of W", "!(φ W ψ)", "!ψ U (!φ & !ψ)"},
	{"dual of possible", "!<O> φ", "[O] !φ"},
	{"dual of necessary", "![O] φ", "<O> !φ"},
	{"possible by X", "<O> φ", "(<O> true) & (X φ)"},
	{"necessary by X", "[O] φ", "(<O> true) -> (X φ)"},
	{"negated observation", "[O] φ", "(<!O> true) | deadlock | (X φ)"},
}

// instantiate writes a law with formulas and an observation in place of its letters.
func instantiate(pattern, phi, psi, o string, d ast.Dialect) string {
	open := strings.NewReplacer("<O> ", "<"+o+"> ", "<!O> ", "<!"+o+"> ", "[O] ", "["+o+"] ")
	if d == ast.Current {
		open = strings.NewReplacer("<O> ", "<<"+o+">> ", "<!O> ", "<<!"+o+">> ", "[O] ", "[["+o+"]] ")
	}
	return strings.NewReplacer("φ", "("+phi+")", "ψ", "("+psi+")").Replace(open.Replace(pattern))
}

// lawCheck has the two sides of a law and their equivalence as properties of a program.
type lawCheck struct {
	name        string
	left, right *rcheck.Spec
	both        *rcheck.Spec
	anySystem   bool // the equivalence is valid, whatever its atoms mean
}

func addLaw(t *testing.T, p **rcheck.Program, name, left, right string) lawCheck {
	t.Helper()
	add := func(text string) *rcheck.Spec {
		q, s, list := (*p).WithProperty("", text)
		*p = q
		require.NoError(t, list.Err(), "%s: %s", name, text)
		return s
	}
	return lawCheck{name: name, left: add(left), right: add(right), both: add("(" + left + ") <-> (" + right + ")")}
}

// Every law holds on generated models, from the text of both sides to their verdicts; where both
// sides have the same atoms, their equivalence is valid.
func TestLawsOfTheLogic(t *testing.T) {
	n := map[string]int{}
	for seed := range recipetest.Number(t, "MC_SOURCES", 25) {
		source := recipetest.Seeded(uint64(seed) + 2_000_000)
		p, both, ok := smallProgram(rchecktest.New(source))
		if !ok {
			continue
		}
		observation := "(" + observationOf(source, p) + ")"
		var checks []lawCheck
		for range 4 {
			law := laws[source.Intn(len(laws))]
			phi, psi := p.Specs[source.Intn(3)].Text, p.Specs[source.Intn(3)].Text
			left := instantiate(law.left, phi, psi, observation, p.File.Dialect)
			right := instantiate(law.right, phi, psi, observation, p.File.Dialect)
			c := addLaw(t, &p, law.name, left, right)
			c.anySystem = law.name != "negated observation"
			checks = append(checks, c)
		}
		checks = append(checks, quantifierLaws(t, source, &p)...)
		requireLaws(t, p, both, drawnWay(source), checks, n)
	}
	t.Log(n)
	for _, law := range laws {
		require.Positive(t, n[law.name], law.name)
	}
	require.Positive(t, n["forall over agents"])
	require.Positive(t, n["exists over agents"])
	require.Greater(t, n["holds"], n["laws"]/10)
	require.Greater(t, n["violated"], n["laws"]/10)
	require.Greater(t, n["valid"], n["laws"]/10)
}

// smallProgram is a generated program with few states.
func smallProgram(m rchecktest.Model) (*rcheck.Program, *rchecktest.Comparison, bool) {
	p, list := rcheck.Parse("model.rcp", []byte(m.Text), m.Options)
	if list.HasErrors() {
		return nil, nil, false
	}
	both, err := rchecktest.Compare(p, m.Options, 60)
	return p, both, err == nil
}

// observationOf is some condition on the steps of a program.
func observationOf(source recipetest.Source, p *rcheck.Program) string {
	agents := p.System.Agents
	return []string{
		"sender = " + agents[source.Intn(len(agents))].Name,
		"producer != " + agents[source.Intn(len(agents))].Name,
		"p2p", "!p2p",
		"locality = any | initiator = " + agents[source.Intn(len(agents))].Name,
	}[source.Intn(5)]
}

// quantifierLaws compare quantifiers over agents with their expansions, and with each other. They
// are about the agents that are present where they stand.
func quantifierLaws(t *testing.T, source recipetest.Source, program **rcheck.Program) []lawCheck {
	p := *program
	typ := p.System.Agents[source.Intn(len(p.System.Agents))].TypeName
	var names []string
	var of *recipe.Agent
	pooled := false
	for i := range p.System.Agents {
		if a := &p.System.Agents[i]; a.TypeName == typ {
			names, of = append(names, a.Name), a
			pooled = pooled || a.Present != nil
		}
	}
	pattern := agentFormula(source, p, of, 2)
	expand := func(join, restrict string) string {
		if pooled {
			restrict = "κ-present " + restrict + " "
		} else {
			restrict = ""
		}
		var parts []string
		for _, name := range names {
			parts = append(parts, "("+strings.ReplaceAll(restrict+"("+pattern+")", "κ", name)+")")
		}
		return strings.Join(parts, join)
	}
	body := strings.ReplaceAll(pattern, "κ", "v")
	return []lawCheck{
		addLaw(t, program, "forall over agents", fmt.Sprintf("forall v : %s . %s", typ, body), expand(" & ", "->")),
		addLaw(t, program, "exists over agents", fmt.Sprintf(`\/ v : %s . %s`, typ, body), expand(" | ", "&")),
		addLaw(t, program, "dual of forall", fmt.Sprintf("!forall v : %s . %s", typ, body), fmt.Sprintf("exists v : %s . !(%s)", typ, body)),
	}
}

// agentFormula is a formula about an agent κ of the type that a has.
func agentFormula(source recipetest.Source, p *rcheck.Program, a *recipe.Agent, depth int) string {
	if depth > 0 {
		sub := func() string { return "(" + agentFormula(source, p, a, depth-1) + ")" }
		o := []string{"<sender = κ> ", "[initiator = κ] "}[source.Intn(2)]
		if p.File.Dialect == ast.Current {
			o = []string{"<<sender = κ>> ", "[[initiator = κ]] "}[source.Intn(2)]
		}
		switch source.Intn(7) {
		case 0:
			return "G " + sub()
		case 1:
			return "F " + sub()
		case 2:
			return sub() + " U " + sub()
		case 3:
			return o + sub()
		case 4:
			return sub() + " & " + sub()
		case 5:
			return sub() + " -> X " + sub()
		}
	}
	var atoms []string
	atoms = append(atoms, "κ-automaton-state = 0", fmt.Sprintf("κ != %s", a.Name))
	for i := a.Commands.Start; i < a.Commands.End; i++ {
		if l := p.System.Commands[i].Label; l != "" {
			atoms = append(atoms, "κ-"+l, "enabled(κ-"+l+")")
		}
	}
	for i := a.Vars.Start; i < a.Vars.End; i++ {
		v := p.System.Vars[i]
		atoms = append(atoms, fmt.Sprintf("κ-%s = %s-%s", v.Name, a.Name, v.Name))
		if v.Type.Kind == recipe.Bool {
			atoms = append(atoms, "κ-"+v.Name)
		}
	}
	return atoms[source.Intn(len(atoms))]
}

// requireLaws decides both sides of the laws and their equivalences.
func requireLaws(t *testing.T, p *rcheck.Program, both *rchecktest.Comparison, w way, checks []lawCheck, n map[string]int) {
	ctx := context.Background()
	c, err := mc.NewChecker(ctx, p.System, rcp.Fairness(p), w.options...)
	require.NoError(t, err)
	defer c.Close()
	verdict := func(s *rcheck.Spec) mc.Verdict {
		r := c.CheckProperty(ctx, rcp.Property(s))
		if errors.Is(r.Err, ltol.ErrTooLarge) {
			n["too large"]++
			return mc.Unknown
		}
		require.NoError(t, r.Err)
		return r.Verdict
	}
	for _, law := range checks {
		left, right := verdict(law.left), verdict(law.right)
		if left == mc.Unknown || right == mc.Unknown {
			continue
		}
		require.Equal(t, left, right, "%s: %s and %s, %s", law.name, law.left.Text, law.right.Text, w.name)
		require.NotEqual(t, mc.Violated, verdict(law.both), "%s: %s, %s", law.name, law.both.Text, w.name)
		if want, err := both.Direct.Holds(law.left.Expr); err == nil {
			require.Equal(t, want, left == mc.Holds, "%s by the tree", law.left.Text)
		}
		// Conditions on states that meet in one conjunction become one proposition; then atoms
		// differ.
		sameAtoms := slices.Equal(law.left.Formula.Atoms(), law.right.Formula.Atoms()) &&
			slices.Equal(law.left.Formula.Atoms(), law.both.Formula.Atoms())
		if law.anySystem && sameAtoms {
			n["valid"]++
			refuted, err := ltol.Satisfiable(ctx, ltol.Not(law.both.Formula), ltol.Options{})
			if !errors.Is(err, ltol.ErrTooLarge) {
				require.NoError(t, err)
				require.Nil(t, refuted, "%s is not valid: %s", law.name, law.both.Text)
			}
		}
		n["laws"]++
		n[law.name]++
		n[left.String()]++
	}
}
