package contracts_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp/contracts"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

func read(t *testing.T, text string) *rcheck.Program {
	p, list := rcheck.Parse("model.rcp", []byte(text), rcheck.Options{})
	require.NoError(t, list.Err(), text)
	return p
}

func checked(t *testing.T, text string) *contracts.Report {
	r, list, err := contracts.Check(context.Background(), read(t, text))
	require.NoError(t, err, text)
	require.NoError(t, list.Err(), text)
	return r
}

// verdicts are those of the contracts, of the parts before that of the assumption, then those of the
// properties.
func verdicts(r *contracts.Report) string {
	var out []string
	for _, c := range r.Contracts {
		text := c.Type
		for _, p := range c.Parts {
			text += " " + p.Result.Verdict.String()
		}
		out = append(out, text+" "+c.Assumption.Verdict.String())
	}
	for _, p := range r.Properties {
		out = append(out, p.Verdict.String())
	}
	return strings.Join(out, ", ")
}

const stations = `enum channel { pass }
message-structure: N : 0..7
agent Station
    local: n : 0..7
    init: START
    repeat: (give: {true} pass! (true)(N := n)[] + take: {true} pass? [n := N])
system = Station(s[i : 1..3], n < 5 - i)
contract k : Station
    assume ASSUME
    guarantee k-n < 5 & [[sender = k & N >= 5]] false;
SPEC G [[N >= 5]] false;
SPEC forall k : Station . G k-n < 5;
SPEC G [[N >= 4]] false;
SPEC G !(s1-give & s2-take);
SPEC s1-n = 1 -> G s1-n = 1;
`

// The two agents of this model exchange data only if both break their contracts in the same step: the
// one gets from anyone if it is given 1, the other gives 1 to any agent that gets from anyone. So neither may
// count on the other at the step itself.
const circle = `enum channel { c }
message-structure: N : 0..1, M : 0..1
agent Getter
    local: peer : location
    init: peer != myself
    repeat: (
        bad: {N = 1} GET@(true)(M := 1)[]
        + good: {N = 0} GET@(peer)(M := 0)[]
    )
agent Supplier
    repeat: (
        bad: {M = 1} SUPPLY@(any)(N := 1)[]
        + good: {M = 0} SUPPLY@(myself)(N := 0)[]
    )
system = Getter(g, true) || Supplier(s, true)
contract k : Getter
    assume [[getter = k & N = 1]] false
    guarantee [[getter = k & locality = any]] false;
contract k : Supplier
    assume [[supplier = k & locality = any]] false
    guarantee [[supplier = k & N = 1]] false;
SPEC G [[N = 1]] false;
`

// Each side of the rule by a model that shows it.
func TestContracts(t *testing.T) {
	of := func(start, assume string) string {
		return strings.NewReplacer("START", start, "ASSUME", assume).Replace(stations)
	}
	good := "[[sender != k & N >= 5]] false"
	for _, c := range []struct{ name, text, want string }{
		{"guarantees that rest on each other", of("true", good), "Station holds holds holds holds, holds, holds, unknown, unknown, unknown"},
		{"an assumption that is too weak", of("true", "[[sender != k & N >= 6]] false"), "Station violated violated violated holds, unknown, unknown, unknown, unknown, unknown"},
		{"an assumption that nobody guarantees", of("true", "[[sender != k]] false"), "Station holds holds holds violated, unknown, unknown, unknown, unknown, unknown"},
		{"no circle in one step", circle, "Getter violated holds, Supplier violated holds, unknown"},
		{"agents without a contract guarantee nothing", strings.Replace(of("true", good), "system = ",
			"agent Other\n    repeat: say: {true} pass! (true)(N := 1)[]\nsystem = Other(other, true) || ", 1),
			"Station holds holds holds violated, unknown, unknown, unknown, unknown, unknown"},
		{"one initial condition of several", strings.Replace(of("true", good), "n < 5 - i", "n < 3 + i", 1),
			"Station holds holds violated holds, unknown, unknown, unknown, unknown, unknown"},
	} {
		require.Equal(t, c.want, verdicts(checked(t, c.text)), c.name)
	}
	run, err := mc.Check(context.Background(), read(t, circle).System, mc.Specification{})
	require.NoError(t, err)
	require.Empty(t, run.Results)
}

// Agents with the same initial condition are checked once, wherever they stand in the composition.
func TestAgentsAlone(t *testing.T) {
	text := strings.NewReplacer("START", "true", "ASSUME", "true", "Station(s[i : 1..3], n < 5 - i)",
		"Station(s1, n < 2) || Station(s2, n < 3) || Station(t[i : 1..2], n < 2) || Station(u[i : 1..3], n < i) || Station(v[1..2])").Replace(stations)
	var agents []string
	for _, part := range checked(t, text).Contracts[0].Parts {
		agents = append(agents, strings.Join(part.Agents, " "))
	}
	require.Equal(t, []string{"s1 t1 t2", "s2", "u1", "u2", "u3", "v1 v2"}, agents)
}

// An agent type that names an agent of the model cannot be checked alone. A name of its own that is
// like that of the agent alone is no such name.
func TestTypesThatNameAgents(t *testing.T) {
	for _, name := range []string{"station", "station1"} {
		text := strings.NewReplacer("START", "true", "ASSUME", "true", "{true} pass?", "{N < 5 & myself != "+name+"} pass?",
			"(s[i : 1..3], n < 5 - i)", "("+name+", n = 0)"+map[string]string{"station": " || Station(s, n = 1)", "station1": " || Station(s[i : 1..1], n < i)"}[name],
			"s1-", name+"-", "s2-", name+"-").Replace(stations)
		_, list, err := contracts.Check(context.Background(), read(t, text))
		require.NoError(t, err)
		require.True(t, list.HasErrors(), name)
	}
	text := strings.NewReplacer("START", "true", "ASSUME", "true", "local: n", "local: station : bool, n", "{true} pass?", "{N < 5 & !station} pass?").Replace(stations)
	require.Contains(t, verdicts(checked(t, text)), "Station holds holds holds holds")
}

// A moment is a state, a step that leaves it, and the state after it.
type moment struct {
	in   *recipe.Interpreter
	at   recipe.State
	step recipe.Step
	next recipe.State
}

// is the naive truth of a formula about one step.
func (m moment) is(t *testing.T, f *ltol.Formula) bool {
	args := f.Args()
	switch f.Op() {
	case ltol.OpTrue:
		return true
	case ltol.OpFalse:
		return false
	case ltol.OpNot:
		return !m.is(t, args[0])
	case ltol.OpAnd:
		for _, a := range args {
			if !m.is(t, a) {
				return false
			}
		}
		return true
	case ltol.OpOr:
		for _, a := range args {
			if m.is(t, a) {
				return true
			}
		}
		return false
	case ltol.OpImplies:
		return !m.is(t, args[0]) || m.is(t, args[1])
	case ltol.OpIff:
		return m.is(t, args[0]) == m.is(t, args[1])
	case ltol.OpAtom:
		holds, err := m.in.StateHolds(f.Atom().ID, m.at)
		require.NoError(t, err)
		return holds
	case ltol.OpPossible, ltol.OpNecessary:
		possible := f.Op() == ltol.OpPossible
		holds := false
		if m.step.Kind != recipe.Stutter {
			var err error
			holds, err = m.in.StepHolds(f.Atom().ID, m.at, m.step)
			require.NoError(t, err)
		}
		if !holds {
			return !possible
		}
		return moment{m.in, m.next, recipe.Step{Kind: recipe.Stutter}, m.next}.is(t, args[0])
	}
	require.Fail(t, "no formula about one step", f.String())
	return false
}

// visit calls a function for all moments of a system that are reached by steps for which it is true.
// It returns false if there are too many states.
func visit(t *testing.T, sys *recipe.System, each func(moment) bool) bool {
	in := recipe.NewInterpreter(sys)
	var queue []recipe.State
	seen := map[string]bool{}
	add := func(s recipe.State) bool {
		if key := fmt.Sprint(s.Locals, s.Control); !seen[key] {
			seen[key] = true
			queue = append(queue, s.Clone())
		}
		return true
	}
	require.NoError(t, in.InitialStates(add))
	for len(queue) > 0 && len(seen) < 3000 {
		at := queue[0]
		queue = queue[1:]
		require.NoError(t, in.EachSuccessor(at, func(tr recipe.Transition) bool {
			if each(moment{in, at, tr.Step, tr.Next}) {
				add(tr.Next)
			}
			return true
		}))
	}
	return len(seen) < 3000
}

func pick(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

// drawn is a random model of two or three agent types, most with a contract.
func drawn(r *rand.Rand) string {
	text := "enum channel { c }\nmessage-structure: N : 0..2, M : 0..1\n"
	system, contract := "", ""
	for i := range 2 + r.IntN(2) {
		name := string(rune('A' + i))
		text += "agent " + name + "\n    local: x : 0..2\n    init: " + pick(r, "x = 0", "x < 2", "x < 2") + "\n    repeat: (\n"
		var commands []string
		high := pick(r, "1", "1", "2") // the largest value that it makes up
		value := func() string { return pick(r, "0", "1", "x", "x", high) }
		guard := func() string { return pick(r, "true", "x = 0", "x < 2", "x > 0") }
		for range 2 + r.IntN(2) {
			to := pick(r, "c", "*")
			commands = append(commands, pick(r,
				"{"+guard()+"} "+to+"! (true)(N := "+value()+")["+pick(r, "", "x := "+value())+"]",
				"{"+guard()+"} "+to+"! (true)()["+pick(r, "", "x := "+value())+"]",
				"{"+guard()+" & N "+pick(r, "< 3", "= 1", "< 2")+"} "+to+"? [x := "+pick(r, "N", "N", "0")+"]",
				"{"+guard()+" & N = "+pick(r, "0", "1", "2")+"} GET@(true)(M := 1)[x := "+pick(r, "N", "1")+"]",
				"{"+guard()+"} SUPPLY@(any)(N := "+value()+")[]"))
		}
		text += "        " + strings.Join(commands, "\n        + ") + "\n    )\n"
		for j := range 1 + r.IntN(4)/3 {
			system += " || " + name + "(" + strings.ToLower(name) + fmt.Sprint(j) + ", true)"
		}
		if r.IntN(8) > 0 {
			assume := pick(r, "true", "([[sender != k & N = 2]] false)", "([[sender != k & N = 2]] false)", "([[sender != k & N = 2]] false)", "([[sender != k & chan = c & N = 2]] false)",
				"(k-x < 2 -> [[sender != k & N = 2]] false)", "([[p2p & N = 2]] false)")
			if r.IntN(2) == 0 {
				assume += " & [[getter = k & N = 2]] false"
			}
			contract += "contract k : " + name + " assume " + assume + "\n    guarantee " + pick(r, "k-x < 2", "k-x < 2", "([[sender = k]] k-x < 2)") +
				pick(r, "", " & ([[sender = k & N = 2]] false)", " & ([[sender = k & N = 2]] false)", " & ([[sender = k & N = 2]] false)") +
				pick(r, "", " & [[supplier = k & N = 2]] false", " & [[supplier = k & N = 2]] false") + ";\n"
		}
	}
	return text + "system = " + system[4:] + "\n" + contract +
		"SPEC G [[N = 2]] false;\nSPEC forall k : Agent . G k-x < 2;\nSPEC G [[chan = c & N = 2]] false;\nSPEC G [[p2p & N = 2]] false;\nSPEC F <<p2p>> true;\n"
}

// Where all contracts hold, all assumptions, guarantees and derived properties hold in the explicit
// graph of the whole system. An agent keeps its contract exactly if there is no finite run of its
// part on which the guarantee fails after steps at which the assumption holds. MC_CONTRACTS sets how
// many generated models are compared.
func TestContractsHoldInTheWhole(t *testing.T) {
	met := map[string]int{}
	for seed := range uint64(recipetest.Number(t, "MC_CONTRACTS", 16)) {
		text := drawn(rand.New(rand.NewPCG(seed, 11)))
		p := read(t, text)
		sys, list := p.Contracts()
		if len(list) == 0 {
			continue
		}
		r := checked(t, text)
		holds := true
		for _, c := range r.Contracts {
			for _, part := range c.Parts {
				kept := part.Program.Specs[0].Formula // !assume R guarantee
				require.Equal(t, ltol.OpRelease, kept.Op(), kept.String())
				keeps := true
				if !visit(t, part.Program.System, func(m moment) bool {
					keeps = keeps && m.is(t, kept.Args()[1])
					return keeps && !m.is(t, kept.Args()[0])
				}) {
					met["large"]++
				} else {
					require.Equal(t, keeps, part.Result.Verdict == mc.Holds, "seed %d: %s\n%s", seed, c.Type, text)
					met["part "+part.Result.Verdict.String()]++
				}
			}
			met["assumption "+c.Assumption.Verdict.String()]++
			holds = holds && c.Verdict() == mc.Holds
		}
		for _, c := range r.Properties {
			require.False(t, c.Verdict == mc.Holds && !holds)
		}
		if !holds {
			continue
		}
		met["all hold"]++
		require.True(t, visit(t, sys, func(m moment) bool {
			for _, k := range list {
				for i := range k.Agents {
					require.True(t, m.is(t, k.Guarantee[i]) && m.is(t, k.Assume[i]), "seed %d: %s\n%s", seed, k.Type, text)
				}
			}
			return true
		}))
		whole, err := mc.Check(context.Background(), p.System, mc.Specification{Properties: properties(r)})
		require.NoError(t, err)
		for i, of := range r.Properties {
			met["derived "+of.Verdict.String()]++
			require.False(t, of.Verdict == mc.Holds && whole.Results[i].Verdict != mc.Holds, "seed %d: %s\n%s", seed, of.Property.Text, text)
		}
	}
	t.Log(met)
	require.Greater(t, min(met["part holds"], met["part violated"], met["assumption holds"], met["assumption violated"], met["derived holds"]), 3)
}

// at reads a model with a value for the constant SIZE.
func at(t *testing.T, text string) func(context.Context, int) (*rcheck.Program, error) {
	return func(_ context.Context, size int) (*rcheck.Program, error) {
		p, list := rcheck.Parse("model.rcp", []byte(text), rcheck.Options{Set: map[string]int{"SIZE": size}})
		require.NoError(t, list.Err())
		return p, nil
	}
}

// replicas are the agents of a type in the composition of a drawn model.
var replicas = regexp.MustCompile(`([A-C])\([a-c]0, true\)( \|\| [A-C]\([a-c]1, true\))?`)

// What holds at all sizes holds at each of the smallest ones, of the whole system, too. MC_SIZES sets how many
// generated models are compared.
func TestContractsAtAllSizes(t *testing.T) {
	ctx, met := context.Background(), map[string]int{}
	for seed := range uint64(recipetest.Number(t, "MC_SIZES", 4)) {
		r := rand.New(rand.NewPCG(seed, 12))
		text := "const SIZE = 2;\n" + drawn(r) + "SPEC forall k : Agent . G [[sender = k & N = 2]] k-x < 2;\n"
		text = replicas.ReplaceAllStringFunc(text, func(s string) string {
			low := strings.ToLower(s[:1])
			return s[:1] + pick(r, "("+low+"[1..SIZE], true)", "("+low+"[i : 1..SIZE], x = 0 | i != 1)", "("+low+", true)")
		})
		p := read(t, text)
		if _, list := p.Contracts(); len(list) == 0 {
			continue
		}
		found, list, err := contracts.CheckAll(ctx, p, []string{"SIZE"}, at(t, text))
		require.NoError(t, err)
		require.Empty(t, list)
		require.Greater(t, found.Size, 1)
		for size := 1; size <= 2; size++ {
			one, err := at(t, text)(ctx, size)
			require.NoError(t, err)
			is, _, err := contracts.Check(ctx, one)
			require.NoError(t, err)
			for i, c := range found.Contracts {
				met["contract "+c.Verdict().String()]++
				require.False(t, c.Verdict() == mc.Holds && is.Contracts[i].Verdict() != mc.Holds, "seed %d, size %d: %s\n%s", seed, size, c.Type, text)
			}
			whole, err := mc.Check(ctx, one.System, mc.Specification{Properties: properties(is)})
			require.NoError(t, err)
			for i, of := range found.Properties {
				met["property "+of.Verdict.String()]++
				holds := is.Properties[i].Verdict == mc.Holds && whole.Results[i].Verdict == mc.Holds
				require.False(t, of.Verdict == mc.Holds && !holds, "seed %d, size %d: %s\n%s", seed, size, of.Property.Text, text)
			}
		}
	}
	t.Log(met)
	require.Greater(t, min(met["contract holds"], met["contract violated"], met["property holds"], met["property unknown"]), 3)
}

// What depends on the number of agents is refused, or is unknown for all numbers.
func TestContractsThatDependOnSizes(t *testing.T) {
	text := "const SIZE = 3;\nconst LINKS = 4;\n" + strings.NewReplacer("START", "true", "ASSUME", "[[sender != k & N >= 5]] false",
		"s[i : 1..3], n < 5 - i", "s[i : 1..SIZE], n < 4 & (i = 1 -> n < 2)", "enum channel { pass }", "enum channel { pass, link[1..LINKS] }").Replace(stations)
	ctx := context.Background()
	found, list, err := contracts.CheckAll(ctx, read(t, text), []string{"SIZE"}, at(t, text))
	require.NoError(t, err)
	require.Empty(t, list)
	require.Equal(t, "Station"+strings.Repeat(" holds", len(found.Contracts[0].Parts)+1)+", holds, holds, unknown, unknown, unknown", verdicts(found))
	require.Contains(t, found.Properties[3].Reason, "contracts say nothing")
	for old, c := range map[string]struct{ new, says string }{
		"n < 4 &":         {"n < i &", "is a number here"},
		"link[1..LINKS]":  {"link[1..SIZE]", "does more here than to count agents"},
		"N : 0..7":        {"N : 0..SIZE + 4", "there are more values with a larger"},
		"const LINKS = 4": {"const LINKS = SIZE", "does more here than to count agents"},
		"local: n":        {"local: peer : location, n", "has more values in larger systems"},
		"(i = 1":          {"(s[i]-n = 1 | i = 1", ""},
		"guarantee k-n":   {"guarantee (<<sender = k>> true) & k-n", "false of agents that take no part"},
		"k-n < 5 & [[":    {"k-n < SIZE + 2 & [[", "does more here than to count agents"},
	} {
		other := strings.Replace(text, old, c.new, 1)
		p, faults := rcheck.Parse("model.rcp", []byte(other), rcheck.Options{})
		if c.says == "" {
			require.Error(t, faults.Err(), old)
			continue
		}
		require.NoError(t, faults.Err(), old)
		found, list, err = contracts.CheckAll(ctx, p, []string{"SIZE"}, at(t, other))
		require.NoError(t, err)
		require.Nil(t, found, old)
		require.Contains(t, list.Error(), c.says, old)
	}
	// Of these properties, each follows at any one size.
	more := text + "SPEC s1-n < 5 -> F s1-n < 5;\nSPEC G s1-n < 5;\nSPEC G (exists k : Station . k-n < 5);\nSPEC forall k : Station . k-n < 5;\n" +
		"SPEC G (forall k : Station . forall j : Station . k-n + j-n < 9);\nSPEC G ((forall k : Station . k-n = 0) -> s2-n < 5);\n"
	one := checked(t, more)
	found, _, err = contracts.CheckAll(ctx, read(t, more), []string{"SIZE"}, at(t, more))
	require.NoError(t, err)
	for i, verdict := range []mc.Verdict{mc.Unknown, mc.Unknown, mc.Unknown, mc.Unknown, mc.Holds, mc.Unknown} {
		require.Equal(t, mc.Holds, one.Properties[5+i].Verdict, more)
		require.Equal(t, verdict, found.Properties[5+i].Verdict, found.Properties[5+i].Property.Text)
	}
	_, _, err = contracts.CheckAll(ctx, nil, nil, nil)
	require.ErrorIs(t, err, mc.ErrMisuse)
}

func properties(r *contracts.Report) (out []mc.Property) {
	for _, p := range r.Properties {
		out = append(out, p.Property)
	}
	return out
}
