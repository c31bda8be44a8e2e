package ispl_test

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	family "github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
)

// TestVerdicts decides small instances state by state. The numbers of states of bits/1,
// cryptographers-xor, robots/7 and voting-3 are those that the published tool reports for models of
// the same protocols.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		family   string
		size     int
		states   int
		verdicts string // T or F for each formula
	}{
		{"bits", 1, 18, "TTTTF"},
		{"bits", 2, 60, "TTTTF"},
		{"cards", 4, 46, "TTTF"},
		{"cryptographers", 3, 128, "TTTTF"},
		{"cryptographers", 4, 400, "TTTTF"},
		{"cryptographers-xor", 3, 128, "TTTTF"},
		{"cryptographers-xor", 5, 768, "TTTTF"},
		{"muddy", 2, 9, "TTTTTT"},
		{"muddy", 3, 25, "TTTTTT"},
		{"muddy", 4, 61, "TTTTTT"},
		{"prisoners", 2, 7, "TTTT"},
		{"prisoners", 3, 28, "TTTT"},
		{"robot", 8, 27, "TTFTTTF"},
		{"robot", 20, 45, "TTFTTTF"},
		{"robots", 2, 16, "FFFTFT"},
		{"robots", 7, 81, "FFFTFT"},
		{"voting", 1, 22, "TFFTFT"},
		{"voting", 2, 242, "TFFTFT"},
		{"voting-3", 1, 32, "TFFTFT"},
		{"voting-3", 2, 512, "TFFTFT"},
		{"tianji", 3, 12, "TTTFF"},
		{"tianji", 5, 64, "TTTFF"},
	} {
		requireFacts(t, fmt.Sprint(test.family, " ", test.size), write(t, test.family, test.size), strconv.Itoa(test.states), test.verdicts, true)
	}
}

// write writes a model of a family.
func write(t *testing.T, name string, n int) string {
	t.Helper()
	f, err := family.Find(name)
	require.NoError(t, err)
	return f.Write(n)
}

// requireFacts checks a model, which must have as many states as given and verdicts T or F for its
// formulas: with the symbolic checker and, on request, state by state as well.
func requireFacts(t *testing.T, name, src, states, verdicts string, explicitly bool) {
	t.Helper()
	got, count := verdictsOf(t, src)
	assert.Equal(t, verdicts, got, name)
	assert.Equal(t, states, count, name)
	if !explicitly {
		return
	}
	p, _ := ispl.Parse(name, []byte(src), ispl.Options{})
	r, err := ispltest.Check(p, 20000, false)
	require.NoError(t, err)
	got = ""
	for _, v := range r.Verdicts {
		got += letter[v]
	}
	assert.Equal(t, verdicts, got, "%s, state by state", name)
	assert.Equal(t, states, strconv.Itoa(len(r.Graph.States)), "%s, state by state", name)
	assert.Empty(t, ispltest.Deadlocks(r.Graph), name)
	assert.Empty(t, ispltest.Overflows(r.Graph), name)
}

// assignments is a model like the one with which the manual of the published tool shows the two
// semantics of assignment: x and y are raised together, or one of them at a time. Two more
// variables are free and stay as they are.
const assignments = `Semantics = %s;
Agent P
  Vars: x : 0..2; y : 0..2; a : boolean; b : 0..2; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution:
    x = x + 1 if x < 2 and Action = go;
    y = y + 1 if y < 2 and Action = go;
  end Evolution
end Agent
Evaluation a_b if P.x = 1 and P.y = 0; end Evaluation
InitStates P.x = 0 and P.y = 0; end InitStates
Formulae EF a_b; end Formulae`

// TestPublishedFacts compares our own versions of models from the literature with what the
// published tool says of them: the verdicts, and the numbers of states. The two models of
// assignments are an exception: they have 18 and 54 states, and the tool reports 48 and 128. It
// stores a number from 0 to 2 in two bits, lets two patterns of bits stand for one of the values,
// and counts patterns.
func TestPublishedFacts(t *testing.T) {
	// With the father's announcement as a step of its own there is one more state for each of the
	// seven ways to be muddy.
	announced := strings.NewReplacer("    round : 0..", "    announced : boolean;\n    round : 0..", "    told = true if", "    announced = true if announced = false;\n    told = true if",
		"if told = false and", "if announced = true and told = false and", "nothing and Environment.told = false and", "nothing and Environment.told = false and Environment.announced = true and",
		"InitStates\n  Environment.round", "InitStates\n  Environment.announced = false and Environment.round")
	// Without the step in which the environment remembers who said what before it counts, there are
	// three layers of states.
	atOnce := strings.NewReplacer("said, counted, finished", "said, finished", "    phase = counted if phase = said;\n    phase = finished if phase = counted;",
		"    phase = finished if phase = said;")
	for _, test := range []struct{ name, src, states, verdicts string }{
		{"bit transmission", write(t, "bits", 1), "18", "TTTTF"},
		{"three dining cryptographers", atOnce.Replace(write(t, "cryptographers-xor", 3)), "96", "TTTTF"},
		{"three muddy children", announced.Replace(write(t, "muddy", 3)), "32", "TTTTTT"},
		{"three horses of Tian Ji", write(t, "tianji", 3), "12", "TTTFF"},
		{"single assignment", fmt.Sprintf(assignments, "SingleAssignment"), "18", "F"},
		{"multiple assignment", fmt.Sprintf(assignments, "MultiAssignment"), "54", "T"},
		{"a contract of 60 kB", write(t, "contract", 2), "1151", contractVerdicts},
	} {
		requireFacts(t, test.name, test.src, test.states, test.verdicts, true)
	}
	for n, states := range map[int]string{3: "128", 5: "768", 8: "9216", 10: "45056", 12: "212992", 20: "88080384"} {
		requireFacts(t, fmt.Sprint("cryptographers-xor ", n), write(t, "cryptographers-xor", n), states, "TTTTF", false)
		formula := new(big.Int).Lsh(big.NewInt(int64(4*(n+1))), uint(n))
		assert.Equal(t, formula.String(), states)
	}
}

const contractVerdicts = "TTTTTTT" + "TTTTTTT" + "TTTTFTFT"

// TestLongFile: a file of 60 kB with 8 agents and 14 000 states that asks 22 questions.
func TestLongFile(t *testing.T) {
	src := write(t, "contract", 16)
	p, list := ispl.Parse("contract.ispl", []byte(src), ispl.Options{})
	require.NoError(t, list.Err())
	assert.InDelta(t, 60_000, len(src), 6_000)
	assert.Len(t, p.System.Agents, 8)
	assert.Len(t, p.Formulas, 22)
	requireFacts(t, "contract 16", src, "13695", contractVerdicts, false)
}

// TestLargeFamilies decides sizes of which not all states can be looked at; with ISPL_LARGE set,
// those that other tools do not reach, which takes a minute.
func TestLargeFamilies(t *testing.T) {
	for _, test := range []struct {
		family      string
		plain, most int
		verdicts    string
	}{
		{"cards", 6, 12, "TTTF"}, {"cryptographers", 20, 100, "TTTTF"}, {"cryptographers-xor", 20, 100, "TTTTF"}, {"muddy", 10, 120, "TTTTTT"},
		{"prisoners", 5, 20, "TTTT"}, {"tianji", 8, 40, "TTTFF"},
	} {
		n := test.plain
		if os.Getenv("ISPL_LARGE") != "" {
			n = test.most
		}
		got, _ := verdictsOf(t, write(t, test.family, n))
		assert.Equal(t, test.verdicts, got, "%s %d", test.family, n)
	}
}

var letter = map[bool]string{true: "T", false: "F"}

// verdictsOf checks a model symbolically, and counts its reachable states.
func verdictsOf(t *testing.T, src string) (verdicts, states string) {
	t.Helper()
	p, list := ispl.Parse("model.ispl", []byte(src), ispl.Options{})
	require.NoError(t, list.Err())
	spec := rcp.OfISPL(p)
	c, err := mc.NewJointChecker(context.Background(), p.System, spec)
	require.NoError(t, err)
	defer c.Close()
	for _, p := range spec.Properties {
		r := c.CheckProperty(context.Background(), p)
		require.NoError(t, r.Err)
		verdicts += letter[r.Verdict == mc.Holds]
	}
	stats, err := c.Reach(context.Background())
	require.NoError(t, err)
	return verdicts, stats.States.String()
}

// TestModelsAreGenerated compares the files of bench/models/ispl with what the families write;
// UPDATE=1 writes them.
func TestModelsAreGenerated(t *testing.T) {
	for _, f := range family.Families {
		path := filepath.Join("..", "models", "ispl", f.Name+".ispl")
		text, list, err := ispl.Format(context.Background(), path, []byte(f.Write(f.Least)))
		require.NoError(t, err)
		require.Empty(t, list)
		if os.Getenv("UPDATE") != "" {
			require.NoError(t, os.WriteFile(path, text, 0o644))
		}
		kept, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(text), string(kept))
	}
}

func TestFind(t *testing.T) {
	_, err := family.Find("horses")
	require.ErrorContains(t, err, `no family "horses"; there are bits, `)
	for _, f := range family.Families {
		for _, n := range []int{f.Least, 12} {
			_, list := ispl.Parse(f.Name, []byte(f.Write(n)), ispl.Options{})
			assert.Empty(t, list, "%s %d", f.Name, n)
			assert.False(t, strings.HasPrefix(f.About, "a family"))
		}
	}
}
