package rcheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// parse reads a model that has no errors.
func parse(t *testing.T, src string) *Program {
	t.Helper()
	p, list := Parse("test.rcp", []byte(src), Options{})
	require.NoError(t, list.Err())
	require.NoError(t, p.System.Check())
	return p
}

// print writes a property with its propositions by name, past ones marked.
func (p *Program) print(f *ltol.Formula) string {
	return f.Format(ltol.Notation{Name: func(a ltol.Atom) string {
		name := p.System.Propositions[a.ID].Name
		if a.Kind == ltol.PastStep {
			return "past(" + name + ")"
		}
		return name
	}})
}

// commands prints the commands of an agent.
func commands(p *Program, agent string) []string {
	var out []string
	for _, a := range p.System.Agents {
		if a.Name != agent {
			continue
		}
		for id := a.Commands.Start; id < a.Commands.End; id++ {
			out = append(out, p.System.CommandText(id))
		}
	}
	return out
}

func TestStructureAutomaton(t *testing.T) {
	for _, tt := range []struct {
		name, process string
		edges         string
		classic       []int // the published tool's numbers
		current       []int
	}{
		{"command", "a", "0a0", []int{0}, []int{0}},
		{"sequence", "a; b; c", "0a1 1b2 2c0", []int{0, 1, 2}, []int{0, 2, 1}},
		{"choice", "a + b; c + d", "0a0 0b1 1c0 0d0", []int{0, 1}, []int{0, 1}},
		{"left nesting", "(a; b); c", "0a1 1b2 2c0", []int{0, 2, 1}, []int{0, 2, 1}},
		{"right nesting", "a; (b; c)", "0a1 1b2 2c0", []int{0, 1, 2}, []int{0, 1, 2}},
		{"repetition", "rep a; b", "0a0 1b0", []int{0, 1}, []int{0, 1}},
		{"repeated sequence", "a; rep (b; c) + d", "0a1 1b2 2c1 0d0", []int{0, 1, 2}, []int{0, 1, 2}},
		{"inner repetition", "a; (b + rep (c; d)); e", "0a1 1b3 1c2 2d1 3e0", []int{0, 1, 3, 2}, []int{0, 2, 3, 1}},
		{"two branches", "(a; b) + (c; d)", "0a1 1b0 0c2 2d0", []int{0, 1, 2}, []int{0, 1, 2}},
		{"client of P000", "(a + b); ((c; d; e; f; (g + h)) + i)", "0a1 0b1 1c2 2d3 3e4 4f5 5g0 5h0 1i0",
			[]int{0, 1, 2, 3, 4, 5}, []int{0, 1, 5, 4, 3, 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, classic := range []bool{true, false} {
				guard := "{true}"
				if classic {
					guard = "<true>"
				}
				var body strings.Builder
				for word := range strings.FieldsSeq(separate(tt.process)) {
					if len(word) == 1 && 'a' <= word[0] && word[0] <= 'i' {
						word = word + ": " + guard + " * ! true () []"
					}
					body.WriteString(word + " ")
				}
				p := parse(t, "agent A repeat: "+body.String()+"system = A(k, true)")
				var edges []string
				for _, c := range p.System.Commands {
					edges = append(edges, string(rune('0'+c.From))+c.Label+string(rune('0'+c.To)))
				}
				require.Equal(t, tt.edges, strings.Join(edges, " "))
				reference := map[bool][]int{true: tt.classic, false: tt.current}[classic]
				for state := range p.System.Agents[0].States {
					_, _, list := p.WithProperty("", fmt.Sprintf("G (k-automaton-state = %d)", state))
					require.Equal(t, reference[state] != state, len(list) == 1, "%v", list)
					if len(list) == 1 {
						require.Contains(t, list[0].Message(), fmt.Sprintf("is number %d in the published tool", reference[state]))
					}
				}
			}
		})
	}
}

// separate puts blanks around the punctuation of a process.
func separate(s string) string {
	for _, p := range []string{"(", ")", ";", "+"} {
		s = strings.ReplaceAll(s, p, " "+p+" ")
	}
	return s
}

func TestDefaultSections(t *testing.T) {
	p := parse(t, `property-variables: p : bool
agent A
  local: x : bool
  repeat: { x } * ! p () []
system = A(a, x)`)
	a := p.System.Agents[0]
	require.Equal(t, "x", p.System.ExprString(a.Init, 0))
	require.Same(t, recipe.TrueExpr, a.ReceiveGuard)
	require.Equal(t, []*recipe.Expr{nil}, a.Relabel)
}

func TestInitialConditionsAreJoined(t *testing.T) {
	p := parse(t, `agent A
  local: x : location, y : 0..3
  init: x = a | x = myself
  repeat: { x = b } * ! true () [y := y]
system = A(a, y = 1) || A(b, x != a)`)
	require.Equal(t, "(x = a | x = a) & y = 1", p.System.ExprString(p.System.Agents[0].Init, 0))
	require.Equal(t, "(x = a | x = b) & x != a", p.System.ExprString(p.System.Agents[1].Init, 1))
}

func TestNamesInCommands(t *testing.T) {
	const head = `channels: c, d
enum colour { red, green }
message-structure: M : colour, x : bool
property-variables: p : colour, y : bool
`
	for _, tt := range []struct{ name, agent, want string }{
		{"local before data", "local: x : bool repeat: <x> c? [x := x]", "{x} c ? [x := x]"},
		{"data without local", "local: z : bool repeat: <x & z> c? [z := x]", "{x & z} c ? [z := x]"},
		{"local before property", "local: y : bool repeat: <y> c! (y & @y) () []", "{y} c ! y & @y ()[]"},
		{"bare property", "local: z : bool repeat: <z> c! (y & p = red) () []", "{z} c ! @y & @p = red ()[]"},
		{"local before channel", "local: c : channel repeat: <c = d> c! (TRUE) () []", "{c = d} c ! true ()[]"},
		{"local before constant", "local: red : colour repeat: <red = green> c! (TRUE) () []", "{red = green} c ! true ()[]"},
		{"myself", "local: l : location repeat: <l = myself> c! (TRUE) () [l := name]", "{l = k} c ! true ()[l := k]"},
		{"other agents", "local: l : location repeat: <l = other> c! (TRUE) () [l := self]", "{l = other} c ! true ()[l := k]"},
		{"channel words", "local: z : bool repeat: <z & channel = c & ch = c & chan = c> c? []", "{z & chan = c & chan = c & chan = c} c ? []"},
		{"own data in a send guard", "local: z : bool repeat: <z> c! (M = p) (M := red) []", "{z} c ! M = @p (M := red)[]"},
		{"broadcast", "local: l : channel repeat: <l = *> *! (TRUE) () [l := *]", "{l = *} * ! true ()[l := *]"},
		{"numbers", "local: n : -2..2 repeat: <-n < 1 - 2 * n % 2> c! (TRUE) () [n := max(n / 2, min(n, 1), -1)]",
			"{-n < 1 - 2 * n % 2} c ! true ()[n := max(max(n / 2, min(n, 1)), -1)]"},
		{"conditional", "local: n : 0..2 repeat: <TRUE> c! (TRUE) () [n := n = 2 ? 0 : n + 1]", "{true} c ! true ()[n := n = 2 ? 0 : n + 1]"},
		{"constants are folded", "local: n : 0..2 repeat: <1 + 1 = 2 & n = 2 - 1> c! (FALSE | TRUE) () []", "{n = 1} c ! true ()[]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, head+"agent A "+tt.agent+"\nagent B repeat: <TRUE> d! (TRUE) () []\nsystem = A(k, TRUE) | B(other, TRUE)")
			text := commands(p, "k")[0]
			require.True(t, strings.HasSuffix(text, tt.want), "%s\nshould end in\n%s", text, tt.want)
		})
	}
}

func TestGuardsAreWrittenOut(t *testing.T) {
	for _, tt := range []struct {
		name, guards, command, want string
		mentions                    []int
	}{
		{"parameters", "guard g(u : bool, v : channel) := u & chan = v;", "{ g(!x, c) } c ? []", "!x & chan = c", nil},
		{"nested", "guard g(u : bool) := !u; guard h(u : bool) := g(u | x);", "{ h(M) } c ? []", "!(M | x)", []int{0}},
		{"no capture", "guard g(u : bool, v : bool) := u -> v; guard h(v : bool, u : bool) := g(v, u);", "{ h(x, M) } c ? []", "x -> M", []int{0}},
		{"argument of the same name", "guard g(x : bool) := !x; guard h(x : bool) := g(x) & x;", "{ h(M) } c ? []", "!M & M", []int{0}},
		{"parameter hides the local in the body only", "guard g(x : bool) := x;", "{ g(M) & x } c ? []", "M & x", []int{0}},
		{"free names are the caller's", "guard g(u : bool) := u & x & N = 2;", "{ g(true) } c ? []", "x & N = 2", []int{1}},
		{"index by a parameter", "guard g(i : 1..3) := chan = d[i + 1];", "{ g(1) } c ? []", "chan = d2", nil},
		{"unused arguments are not mentioned", "guard g(u : bool, v : bool) := u;", "{ g(x, M) } c ? []", "x", nil},
		{"folded mentions stay", "guard g(u : bool) := u | true;", "{ g(M) & x } c ? []", "x", []int{0}},
		{"what may be undefined stays", "guard g(u : 0..3) := 1 / u = 1 | true;", "{ g(N) & x } c ? []", "(1 / N = 1 | true) & x", []int{1}},
		{"mentions of updates", "", "{ true } c ? [n := N]", "true", []int{1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, `enum channel { c, d[1..3] }
message-structure: M : bool, N : 0..3
`+tt.guards+`
agent A local: x : bool, n : 0..3 repeat: `+tt.command+`
agent B local: n : 0..3 repeat: { n = 0 } c ! true (M := true, N := n) []
system = A(a, true) || B(b, true)`)
			k := p.System.Commands[0]
			require.Equal(t, tt.want, p.System.ExprString(k.Guard, 0))
			if len(tt.mentions) == 0 {
				require.Empty(t, k.Mentions)
			} else {
				require.Equal(t, tt.mentions, k.Mentions)
			}
		})
	}
}

func TestExchanges(t *testing.T) {
	p := parse(t, `property-variables: p : bool
message-structure: M : bool
agent A
  local: l : location, b : bool
  relabel: p <- b
  repeat:
    { b } GET@(l) (M := b)[b := M]
    + { b } GET@(b2) () []
    + { M } GET@(any) () []
    + { b } GET@(true) () []
    + { b } GET@(p & @p = b) () []
    + <b> Get(p)@any []
    + <b> Get(p)@l []
    + { M } SUPPLY@(any) (M := b)[b := M]
    + { b } SUPPLY@(myself) () []
    + { b } SUPPLY@(l) () []
    + <b> SUPPLY@TRUE () []
system = A(a1, true) || A(b2, true)`)
	type side struct {
		kind              recipe.CommandKind
		target, predicate string
	}
	var got []side
	text := func(e *recipe.Expr) string {
		if e == nil {
			return ""
		}
		return p.System.ExprString(e, 0)
	}
	for _, k := range p.System.Commands[:p.System.Agents[0].Commands.End] {
		got = append(got, side{k.Kind, text(k.Target), text(k.Predicate)})
	}
	require.Equal(t, []side{
		{recipe.Get, "l", ""}, {recipe.Get, "b2", ""}, {recipe.Get, "", "true"}, {recipe.Get, "", "true"},
		{recipe.Get, "", "@p & @p = b"}, {recipe.Get, "", "@p"}, {recipe.Get, "l", ""},
		{recipe.Supply, "", ""}, {recipe.Supply, "a1", ""}, {recipe.Supply, "l", ""}, {recipe.Supply, "", ""},
	}, got)
	require.Equal(t, []int{0}, p.System.Commands[0].Mentions)
	require.Empty(t, p.System.Commands[1].Mentions)
	require.Equal(t, []int{0}, p.System.Commands[2].Mentions)
}

func TestSymbolsAreOneNamespace(t *testing.T) {
	p := parse(t, `enum channel { c, red }
enum colour { red, green }
enum light { green, red, boss }
agent A
  local: x : colour, y : light, z : channel
  repeat: { x = y & z = x } c ! true () [x := y, y := boss]
system = A(boss, true)
SPEC F (boss-y = boss)`)
	require.Equal(t, []string{"*", "c", "red", "green", "boss"}, p.System.Symbols)
	require.Equal(t, recipe.Value(4), p.System.Agents[0].Location)
	require.Equal(t, "{x = y & z = x} c ! true ()[x := y, y := boss]", strings.TrimSpace(commands(p, "boss")[0]))
}
